"""Each level is clearly stronger than the one below it, in every game in which there is something to choose."""

from __future__ import annotations

import pytest

from plyyard.arena.match import match
from plyyard.arena.sprt import verdict
from plyyard.core import registry

PAIRS = [
    (name, stronger, weaker)
    for name in ("aeroplane", "backgammon", "dominoes")
    for weaker, stronger in (("beginner", "easy"), ("easy", "medium"))
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "stronger", "weaker"), PAIRS)
def test_a_level_beats_the_one_below(name: str, stronger: str, weaker: str) -> None:
    """The sequential test's verdict within 1,000 games, and an interval that leaves out even play."""
    tally = match(
        registry.game(name), stronger, weaker, 1000, seed=1, enough=lambda so_far: verdict(so_far) is not None
    )
    assert verdict(tally) is True, (tally.score, tally.games)
    assert tally.interval[0] > 0.5


def test_the_four_games_for_two_have_three_levels_or_say_that_there_is_one() -> None:
    for name in ("aeroplane", "backgammon", "dominoes"):
        assert list(registry.game(name).levels) == ["beginner", "easy", "medium", "strong", "best"], name
    assert list(registry.game("snakes").levels) == ["beginner"]

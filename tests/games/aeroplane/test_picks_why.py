"""What is picked on the board in vain, and the reason that comes back."""

from __future__ import annotations

import pytest

from plyyard.games.aeroplane.game import GAME
from plyyard.games.aeroplane.notation import parse_position

STATE = parse_position("red=-,12,53,56 yellow=-,-,3,40 turn=red die=4")
YELLOWS = parse_position("red=-,12,53,56 yellow=-,-,3,40 turn=yellow die=4")


@pytest.mark.parametrize(
    ("picked", "text", "article"),
    [
        ("red-base", "base", "3.1"),
        ("red0", "base", "3.1"),
        ("red-53", "53", "3.4"),
        ("red2", "53", "3.4"),
        ("red-goal", "56", "3.5"),
        ("red3", "56", "3.5"),
        ("s7", "7", "3.6"),
        ("yellow2", "29", "3.6"),
    ],
)
def test_a_try_has_a_text_and_a_reason(picked: str, text: str, article: str) -> None:
    for target in ("", "s20", "nothing"):
        assert GAME.pick_text(STATE, picked, target) == text
    why = GAME.why_not(STATE, text)
    assert why is not None and why[1] == article


def test_squares_are_counted_by_the_side_to_move() -> None:
    assert GAME.pick_text(STATE, "s12", "") == "12"
    assert GAME.pick_text(YELLOWS, "s29", "") == "3"
    assert GAME.pick_text(YELLOWS, "yellow-base", "") == "base"


@pytest.mark.parametrize("picked", ["", "yellow-base", "yellow0", "red-57", "s52", "die", "turn"])
def test_no_try(picked: str) -> None:
    assert GAME.pick_text(STATE, picked, "") is None

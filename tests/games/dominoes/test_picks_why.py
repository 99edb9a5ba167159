"""What is tried on the table in vain, and the reason that comes back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.state import NUMBER, State

HANDS = tuple(tuple(sorted(NUMBER[pair] for pair in hand)) for hand in (
    [(0, 1), (2, 5), (3, 4)], [(0, 6), (1, 1), (5, 6)]))  # fmt: skip
LINE = ((2, 2), (2, 3))  # open: 2 on the left, 3 on the right
LAID = {NUMBER[halves] for halves in LINE}
REST = tuple(tile for tile in range(28) if tile not in {*HANDS[0], *HANDS[1], *LAID})
STATE = State(LINE, (HANDS[0], HANDS[1]), REST, "black", None)
FRESH = State((), (HANDS[0], HANDS[1]), tuple(tile for tile in range(14, 28)), "black")


@pytest.mark.parametrize(
    ("picked", "target", "text", "article"),
    [
        ("hand-2-5", "r", "2-5>r", "3.1"),
        ("tile-2-5", "end-r", "2-5>r", "3.1"),
        ("hand-2-5", "tile-2-3", "2-5>r", "3.1"),
        ("hand-3-4", "tile-2-2", "3-4>l", "3.1"),
        ("hand-2-5", "", "2-5>r", "3.1"),
        ("hand-0-1", "", "0-1", "3.1"),
        ("hand-2-5", "open", "2-5", "3.2"),
        ("tile-2-2", "", "2-2", "3.4"),
        ("boneyard-3", "", "draw", "4.3"),
    ],
)
def test_a_try_has_a_text_and_a_reason(picked: str, target: str, text: str, article: str) -> None:
    assert GAME.pick_text(STATE, picked, target) == text
    why = GAME.why_not(STATE, text)
    assert why is not None and why[1] == article


def test_a_tile_that_fits_nowhere_is_told_both_ends() -> None:
    why = GAME.why_not(STATE, "0-1")
    assert why is not None
    assert str(why[0]) == "0-1 fits neither end: 2 and 3 are open."


def test_the_opening() -> None:
    assert GAME.pick_text(FRESH, "hand-2-5", "open") == "2-5"
    assert GAME.pick_text(FRESH, "hand-2-5", "l") == "2-5>l"
    why = GAME.why_not(FRESH, "2-5>l")
    assert why is not None and why[1] == "2.3"


@pytest.mark.parametrize("picked", ["hidden-white-0", "tile-2-9", "hand-", "side-black", "boneyard-99", ""])
def test_no_try(picked: str) -> None:
    assert GAME.pick_text(STATE, picked, "l") is None
    assert GAME.pick_text(STATE, "hand-2-5", picked or "nothing") is None


def test_a_hidden_hand_tells_nothing() -> None:
    view = GAME.observe(replace(STATE, turn="white"), "black")
    assert GAME.pick_text(view, "tile-0-6", "l") is None

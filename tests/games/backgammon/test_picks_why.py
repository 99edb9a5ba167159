"""What is tried on the board in vain, and the reason that comes back."""

from __future__ import annotations

import pytest

from plyyard.games.backgammon.game import GAME
from plyyard.games.backgammon.notation import parse_position

START = "4HPwATDgc/ABMA"


@pytest.mark.parametrize(
    ("turn", "picked", "target", "text", "article"),
    [
        ("white", "p24", "p18", "24/18", "3.1"),
        ("white", "p6", "p18", "6/18", "1.3"),
        ("white", "p6", "off-white", "6/off", "3.1"),
        ("white", "p6", "bar-white", "6/25", "1.3"),
        ("white", "w1", "b1", "24/1", "3.1"),  # the checkers farthest back; Black's stand on White's 1
        ("white", "bar-white", "p22", "bar/22", "3.1"),
        ("white", "p12", "", "12/9", "3.1"),
        ("black", "p24", "p23", "1/2", "1.3"),  # points are named as White counts them
        ("black", "p1", "off-black", "24/off", "3.1"),
    ],
)
def test_a_try_has_a_text_and_a_reason(turn: str, picked: str, target: str, text: str, article: str) -> None:
    state = parse_position(f"{START} turn={turn} dice=3,1")
    assert GAME.pick_text(state, picked, target) == text
    why = GAME.why_not(state, text)
    assert why is not None and why[1] == article


def test_a_checker_that_cannot_move_is_blamed_on_a_die() -> None:
    state = parse_position(f"{START} turn=white dice=5,5")
    assert GAME.pick_text(state, "p24", "") == "24/19"
    why = GAME.why_not(state, "24/19")
    assert why is not None and why[1] == "3.2"


def test_in_a_preview_only_the_dice_left_are_tried() -> None:
    state = GAME.preview(parse_position(f"{START} turn=white dice=5,1"), ["13/8"])
    assert GAME.pick_text(state, "p24", "") == "24/23"


@pytest.mark.parametrize("picked", ["off-white", "bar-black", "die1", "w16", "p25", "p0", ""])
def test_no_try(picked: str) -> None:
    state = parse_position(f"{START} turn=white dice=3,1")
    assert GAME.pick_text(state, picked, "p5") is None
    assert GAME.pick_text(state, "p6", picked or "nothing") in (None, "6/off")

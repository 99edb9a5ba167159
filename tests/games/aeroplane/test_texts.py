"""Positions and moves as text, and what is impossible about a position."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyyard.core.errors import BadPosition, BadText
from plyyard.games.aeroplane import refusals
from plyyard.games.aeroplane.game import GAME
from plyyard.games.aeroplane.state import State

planes = st.tuples(*[st.integers(-1, 56)] * 4)


@given(planes, planes, st.sampled_from(["red", "yellow"]), st.integers(0, 2), st.integers(0, 6))
def test_positions_round_trip(
    red: tuple[int, ...], yellow: tuple[int, ...], turn: str, sixes: int, die: int
) -> None:
    over = sum(red) == 224 or sum(yellow) == 224
    state = State((red, yellow), turn, 0 if over else sixes, 0 if over else die)  # type: ignore[arg-type]
    text = GAME.notation.format_position(state)
    if refusals.faults(state):
        with pytest.raises(BadPosition):
            GAME.notation.parse_position(text)
    else:
        read = GAME.notation.parse_position(text)
        assert GAME.notation.format_position(read) == text
        assert over or read == state


CANONICAL = [
    ("", "red=-,-,-,- yellow=-,-,-,- turn=red"),
    ("die=6 turn=yellow yellow=40,40,3,-", "red=-,-,-,- yellow=-,3,40,40 turn=yellow die=6"),
    ("sixes=1 red=56,12,-,-", "red=-,-,12,56 yellow=-,-,-,- turn=red sixes=1"),
    ("yellow=56,56,56,56 red=1,2,3,4", "red=1,2,3,4 yellow=56,56,56,56"),
]


@pytest.mark.parametrize(("text", "canonical"), CANONICAL)
def test_canonical_form(text: str, canonical: str) -> None:
    assert GAME.notation.format_position(GAME.notation.parse_position(text)) == canonical


UNREADABLE = [
    "red=-,-,- turn=red",
    "red=-,-,-,57",
    "red=-,-,-,-1",
    "red=-,-,-,+1",
    "red=-,-,-,01",
    "red=- - - -",
    "turn=green",
    "turn=red turn=red",
    "sixes=3",
    "die=0",
    "die=7",
    "black=1",
    "red=56,56,56,56 turn=yellow",
    "red=56,56,56,56 die=3",
    "red=\u0661,-,-,-",
    "red=-,-,-,-\x00",
    "die=6 " * 2000,
]


@pytest.mark.parametrize("text", UNREADABLE)
def test_unreadable_positions(text: str) -> None:
    with pytest.raises(BadText):
        GAME.notation.parse_position(text)


IMPOSSIBLE = [
    ("red=56,56,56,56 yellow=56,56,56,56", "6.1"),
    ("red=-,-,-,40 yellow=-,-,-,14 turn=red", "4.1"),
    ("red=-,-,-,- turn=red sixes=1", "5.5"),
    ("red=-,-,-,5 turn=red sixes=1", "5.5"),
    ("red=-,-,-,0 turn=red sixes=2", "5.5"),
    ("red=-,-,-,7 turn=red sixes=2", "5.5"),
]
POSSIBLE = [
    "red=-,-,-,39 yellow=-,-,-,13 turn=red",  # a safe square
    "red=-,-,-,25 yellow=-,-,-,51 turn=red",  # Yellow's home column, not the ring
    "red=-,-,-,6 turn=red sixes=2",
    "red=-,-,0,0 turn=red sixes=2",
    "red=-,-,-,12 turn=red sixes=2",
]


@pytest.mark.parametrize(("text", "article"), IMPOSSIBLE)
def test_impossible_positions_are_named(text: str, article: str) -> None:
    with pytest.raises(BadPosition) as bad:
        GAME.notation.parse_position(text)
    assert [fault.article for fault in bad.value.faults] == [article]


@pytest.mark.parametrize("text", POSSIBLE)
def test_sound_positions(text: str) -> None:
    assert not GAME.faults(GAME.notation.parse_position(text))


@pytest.mark.parametrize("text", ["", "-1", "57", "Base", "12 ", "01", "1e1"])
def test_unreadable_moves(text: str) -> None:
    with pytest.raises(BadText):
        GAME.notation.parse_move(GAME.start({}), text)


@pytest.mark.parametrize("text", ["", "12/18"])
def test_an_unreadable_move_is_told_what_can_be_written(text: str) -> None:
    with pytest.raises(BadText, match=r"is no move: write base, or the .*, as 12"):
        GAME.notation.parse_move(GAME.start({}), text)

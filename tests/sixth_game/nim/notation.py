"""Positions and moves of Nim as text: ``stones=21 turn=amber``; a move is the number of stones taken."""

from __future__ import annotations

from typing import Any

from plyyard.core.errors import BadText, IllegalMove, Say
from plyyard.core.text import fields, whole_number
from plyyard.games.nim.rules import MOST, MOST_STONES
from plyyard.games.nim.state import AMBER, SIDES, State

OUT_OF_REACH = Say("Take one, two or three stones, and no more than there are.")


def parse_position(text: str) -> State:
    """Read a position; without stones ``turn`` names the side that has lost.

    >>> parse_position("stones=4")
    State(stones=4, turn='amber')
    """
    found = fields(text, ("stones", "turn"))
    turn = found.get("turn", AMBER)
    if turn not in SIDES:
        raise BadText(Say("turn is {found}; it must be amber or blue.", found=repr(turn[:20])))
    return State(whole_number(found.get("stones", "21"), "stones", 0, MOST_STONES), turn)


def format_position(state: State) -> str:
    return f"stones={state.stones} turn={state.turn}"


def parse_move(state: State, text: str) -> int:
    count = whole_number(text, "move", 0, 99)
    if not 1 <= count <= min(MOST, state.stones):
        raise IllegalMove(OUT_OF_REACH, "1.2")
    return count


def format_move(move: int) -> str:
    return str(move)


def parse_outcome(state: State, text: str) -> Any:
    raise BadText(Say("There is no chance in this game."))


def format_outcome(outcome: Any) -> str:
    raise AssertionError("there is no chance in this game")

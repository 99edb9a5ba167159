"""Positions and rolls of Snakes and Ladders as text: ``black=79 white=99 turn=black``."""

from __future__ import annotations

from plyyard.core.errors import BadPosition, BadText, Say, quoted
from plyyard.core.text import fields, whole_number
from plyyard.games.snakes.rules import GOAL, faults
from plyyard.games.snakes.state import BLACK, SIDES, State


def parse_position(text: str) -> State:
    """Read a position.

    >>> parse_position("white=99 black=79")
    State(squares=(79, 99), turn='black')
    """
    state = read_position(text)
    impossible = faults(state.squares)
    if impossible:
        raise BadPosition(impossible)
    if GOAL in state.squares:
        if "turn=" in text:
            raise BadText(Say("A finished position has no turn."))
        return State(state.squares, SIDES[state.squares.index(GOAL)])
    return state


def read_position(text: str) -> State:
    """What a text says, possible or not."""
    found = fields(text, ("black", "white", "turn"))
    black, white = (whole_number(found.get(side, "0"), side, 0, GOAL) for side in SIDES)
    turn = found.get("turn", BLACK)
    if turn not in SIDES:
        raise BadText(
            Say(
                "turn is {found}; it must be one of: {sides}.", found=quoted(turn, 20), sides=", ".join(SIDES)
            )
        )
    return State((black, white), turn)


def format_position(state: State) -> str:
    """Write a position in canonical form."""
    black, white = state.squares
    turn = "" if GOAL in state.squares else f" turn={state.turn}"
    return f"black={black} white={white}{turn}"


def parse_move(state: State, text: str) -> None:
    """There are no moves; whatever is sent is refused by the game."""
    raise BadText(Say("There is nothing to choose in this game: roll the die."))


def format_move(move: None) -> str:
    raise AssertionError("there are no moves")


def parse_outcome(state: State, text: str) -> int:
    return whole_number(text, "die", 1, 6)


def format_outcome(outcome: int) -> str:
    return str(outcome)

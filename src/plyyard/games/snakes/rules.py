"""What a roll does. The only place that knows; the others ask here. There is nothing to choose.

Lane: ``squares`` [black, white], ``turn`` [0 or 1].
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyyard.core.errors import Fault, Say
from plyyard.core.kernel import below, kernel

GOAL = 100
JUMPS = {
    **{1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 36: 44, 51: 67, 71: 91, 80: 100},  # ladders, art. 3.1
    **{16: 6, 47: 26, 49: 11, 56: 53, 62: 19, 64: 60, 87: 24, 93: 73, 95: 75, 98: 78},  # snakes, art. 3.2
}
LANDING = tuple(JUMPS.get(square, square) for square in range(GOAL + 1))
"""Where a piece comes to rest that lands on a square."""


class Lane(NamedTuple):
    squares: Any
    turn: Any


@kernel
def target(square, die):  # type: ignore[no-untyped-def]
    """Where the piece stands after the roll; a roll too high leaves it where it is.  art. 3.3, 4.1"""
    reached = square + die
    return square if reached > GOAL else LANDING[reached]


@kernel
def roll(lane, die):  # type: ignore[no-untyped-def]
    """Play one roll; 1 when it wins (then the turn stays), else 0.  art. 2.1, 4.2"""
    side = lane.turn[0]
    lane.squares[side] = target(lane.squares[side], die)
    if lane.squares[side] == GOAL:
        return 1
    lane.turn[0] = 1 - side
    return 0


@kernel
def random_game(lane, random, limit):  # type: ignore[no-untyped-def]
    """Roll until someone wins or the limit is reached; the number of rolls."""
    for rolls in range(1, limit + 1):
        if roll(lane, 1 + below(random, 6)):
            return rolls
    return limit


def faults(squares: tuple[int, int]) -> tuple[Fault, ...]:
    """What is impossible about the squares of both pieces.  art. 3.3, 4.2"""
    found = [
        Fault(Say("No piece can stand on {square}: a ladder or a snake begins there.", square=square), "3.3")
        for square in squares
        if square in JUMPS
    ]
    if squares == (GOAL, GOAL):
        found.append(Fault(Say("Only one piece can have reached 100."), "4.2"))
    return tuple(found)

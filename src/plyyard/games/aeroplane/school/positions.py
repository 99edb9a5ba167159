"""Positions for exercises: drawn at random, kept when the rules find them sound. And the words for places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.games.aeroplane import refusals, rules
from plyyard.games.aeroplane.board import slot
from plyyard.games.aeroplane.state import RED, SIDES, Planes, State

T = TypeVar("T")
NAMES = {"red": Say("Red"), "yellow": Say("Yellow")}


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def one_of(things: Sequence[T], below: Below) -> T:
    return things[below(len(things))]


def within(low: int, high: int, below: Below) -> int:
    """A number from low to high, both included."""
    return low + below(high - low + 1)


def planes(ring: Iterable[int] = (), column: int = 0, home: int = 0, *, below: Below) -> Planes:
    """Four planes: these squares, some in the home column, some in the goal, the others in the base."""
    steps = [*ring, *(within(rules.RING_END + 1, rules.GOAL - 1, below) for _ in range(column))]
    steps += [rules.GOAL] * home
    steps += [rules.BASE] * (4 - len(steps))
    a, b, c, d = sorted(steps)
    return a, b, c, d


def ring(number: int, below: Below, low: int = 0, high: int = rules.RING_END) -> list[int]:
    return [within(low, high, below) for _ in range(number)]


def position(side: str, mine: Planes, theirs: Planes, turn: str, sixes: int = 0, die: int = 0) -> State:
    """With ``side``'s planes first, whichever colour it has."""
    return State((mine, theirs) if side == RED else (theirs, mine), turn, sixes, die)


def sound(draw: Callable[[], State], fits: Callable[[State], bool] = lambda _: True) -> State:
    """The first one drawn that can be and that fits."""
    while True:
        state = draw()
        if not refusals.faults(state) and fits(state):
            return state


def own(state: State, side: str) -> list[int]:
    """Where a side's planes are, each place once, lowest first."""
    return sorted(set(state.planes[SIDES.index(side)]))


def across(step: int) -> int:
    """The other side's progress on this square of the ring; from 51 on none of its squares.

    >>> across(30), across(3)
    (4, 29)
    """
    return (step + 26) % rules.RING


def plane(step: int) -> Say:
    if step == rules.BASE:
        return Say("a plane in the base")
    if step == rules.GOAL:
        return Say("a plane in the goal")
    return Say("the plane on {step}", step=step)


def candidates(state: State, side: str) -> tuple[tuple[str, Say], ...]:
    """Places of a side's planes, to pick from: planes that share one are one choice.  art. 3.6"""
    return tuple((slot(side, step), plane(step)) for step in own(state, side))


def listed(says: Sequence[Say]) -> Say:
    """One sentence part after the other, with commas."""
    found = says[0]
    for say in says[1:]:
        found = Say("{these}, {this}", these=found, this=say)
    return found


def numbers(steps: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(steps))) or "–"

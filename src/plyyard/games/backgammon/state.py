"""What a position of backgammon is, and what a play is."""

from __future__ import annotations

from dataclasses import dataclass, field

WHITE, BLACK = "white", "black"
SIDES = (WHITE, BLACK)
OFF, BAR = 0, 25  # places besides the points 1 to 24
CHECKERS = 15

Places = tuple[int, ...]
"""Checkers of a side by place as that side counts: 0 borne off, 1 to 24 the points, 25 the bar."""

Dice = tuple[int, int]
"""A roll, larger die first."""

Stacks = tuple[tuple[tuple[int, ...], ...], ...]
"""By side and place: the numbers 1 to 15 of the checkers there, from the bottom up."""

START: Places = tuple({24: 2, 13: 5, 8: 3, 6: 5}.get(place, 0) for place in range(26))


@dataclass(frozen=True, slots=True)
class Play:
    """A whole turn: its steps ``(from, to, hits)`` as the mover counts, from the highest point down."""

    steps: tuple[tuple[int, int, bool], ...]


@dataclass(frozen=True, slots=True)
class State:
    """A position: checkers of White and Black, the side that rolls or moves (after the end: the winner), its roll.

    ``shown`` (the last roll), ``used`` (dice already played in a preview), ``stacks`` (which checker is which) and
    ``last`` (the play before) only serve the picture: they are no part of the position and of its text.
    """

    checkers: tuple[Places, Places] = (START, START)
    turn: str = WHITE
    dice: Dice | None = None
    shown: Dice | None = field(default=None, compare=False, repr=False)
    used: tuple[int, ...] = field(default=(), compare=False, repr=False)
    stacks: Stacks | None = field(default=None, compare=False, repr=False)
    last: Play | None = field(default=None, compare=False, repr=False)

    @property
    def own(self) -> Places:
        return self.checkers[SIDES.index(self.turn)]

    @property
    def winner(self) -> str | None:
        """The side that has borne off all its checkers."""
        if self.checkers[0][OFF] == CHECKERS:
            return WHITE
        return BLACK if self.checkers[1][OFF] == CHECKERS else None


def other(side: str) -> str:
    return BLACK if side == WHITE else WHITE


def first_stacks(checkers: tuple[Places, Places]) -> Stacks:
    """Numbers for checkers of which nothing is known: 1 is the one farthest back."""
    sides = []
    for places in checkers:
        stacks: list[tuple[int, ...]] = [()] * 26
        number = 1
        for place in range(BAR, -1, -1):
            stacks[place] = tuple(range(number, number + places[place]))
            number += places[place]
        sides.append(tuple(stacks))
    return tuple(sides)


def move_stacks(stacks: Stacks, side: int, source: int, target: int, hits: bool) -> Stacks:
    """The stacks after one step: the top checker moves, one that is hit goes to its bar."""
    sides = [list(places) for places in stacks]
    own, opposing = sides[side], sides[1 - side]
    if hits:
        opposing[BAR] += opposing[25 - target]
        opposing[25 - target] = ()
    own[target] += own[source][-1:]
    own[source] = own[source][:-1]
    return tuple(map(tuple, sides))

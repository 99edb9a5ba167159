"""What a position of the Aeroplane Game is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

RED, YELLOW = "red", "yellow"
SIDES = (RED, YELLOW)

Planes = tuple[int, int, int, int]


class Last(NamedTuple):
    """What was rolled and moved last; ``start`` and ``reached`` are None when no plane moved."""

    by: str
    die: int
    start: int | None = None
    reached: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """Progress of Red's and of Yellow's planes, and whose turn it is.

    Progress: -1 base, 0 own start square, 1-50 the ring, 51-55 home column, 56 goal. ``sixes``: rolled
    directly in a row in this turn, before ``die``; ``die``: rolled and still to be used, 0 before a roll.
    Each plane keeps its place in ``planes`` so that a board can show which one moved; like ``last`` that is
    memory for the eye: states that differ only in it are equal.
    """

    planes: tuple[Planes, Planes] = ((-1, -1, -1, -1), (-1, -1, -1, -1))
    turn: str = RED
    sixes: int = 0
    die: int = 0
    last: Last | None = None

    @property
    def sorted_planes(self) -> tuple[Planes, Planes]:
        (a, b, c, d), (e, f, g, h) = sorted(self.planes[0]), sorted(self.planes[1])
        return (a, b, c, d), (e, f, g, h)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        return self.sorted_planes, self.turn, self.sixes, self.die

"""Where the line lies: from the opening tile to both sides, turning corners, as large as the field allows.

Everything here is in units: a tile is two units long and one wide. The right arm turns downwards, the left arm upwards,
so a tile keeps its place while the line grows at either end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

Halves = tuple[int, int]
ROW = 3
"""From one row of the line to the next: a tile laid upright at the corner, and half a row on either side."""
CORNER_ROOM = 1.5
"""Units beyond the turning point that a double and the tile after it may need, since no corner begins at a double."""


class Spot(NamedTuple):
    """Centre of a tile in units from the opening tile's, and its turn: degrees clockwise for a tile drawn upright, low end up."""

    x: float
    y: float
    rotation: int


@dataclass(slots=True)
class _Arm:
    """One arm while it grows: the row, the direction along it, and where the next tile begins."""

    x: float
    y: float
    along: int  # 1 to the right, −1 to the left
    away: int  # 1 turns downwards, −1 upwards
    after_double: bool
    at_corner: bool = False

    def lay(self, inner: int, outer: int, limit: float) -> Spot:
        """Place the next tile; ``inner`` is the half that joins."""
        is_double = inner == outer
        length = 1 if is_double else 2
        if self.at_corner and is_double:
            self.at_corner = False
            spot = Spot(self.x - self.along * -0.5, self.y, 90)  # crosswise to the upright tile of the corner
            self.x = spot.x + self.along
            self.after_double = True
            return spot
        if (
            self.along * self.x + length > limit
            and not is_double
            and not self.after_double
            and not self.at_corner
        ):
            spot = Spot(
                self.x - self.along * 0.5,
                self.y + self.away * 1.5,
                0 if (inner < outer) == (self.away > 0) else 180,
            )
            self.y += self.away * ROW
            self.along = -self.along
            self.at_corner = True
            return spot
        spot = Spot(
            self.x + self.along * length / 2, self.y, 0 if is_double else lying(inner, outer, self.along)
        )
        self.x += self.along * length
        self.after_double, self.at_corner = is_double, False
        return spot


def lying(inner: int, outer: int, along: int) -> int:
    """Turn of a tile in a row whose inner half is met first when going along.

    >>> lying(2, 5, 1), lying(5, 2, 1), lying(2, 5, -1)
    (270, 90, 90)
    """
    return 270 if (inner < outer) == (along > 0) else 90


class Laid(NamedTuple):
    """The whole line: a spot a tile, where a tile at either end would come to lie, and the unit that fits the field."""

    spots: tuple[Spot, ...]
    left: Spot
    right: Spot
    unit: float


def lay_out(
    line: Sequence[Halves], anchor: int, width: float, height: float, largest: int, smallest: int = 10
) -> Laid:
    """The line in a field of this size, with the largest unit at which it fits. ``anchor``: place of the opening tile."""
    for unit in range(largest, smallest, -1):
        laid = _at(line, anchor, unit, width)
        if all(abs(spot.y) * unit + unit <= height / 2 for spot in (*laid.spots, laid.left, laid.right)):
            return laid
    return _at(line, anchor, smallest, width)


def _at(line: Sequence[Halves], anchor: int, unit: float, width: float) -> Laid:
    limit = width / 2 / unit - CORNER_ROOM
    low, high = line[anchor]
    is_double = low == high
    reach = 0.5 if is_double else 1.0
    right, left = _Arm(reach, 0, 1, 1, is_double), _Arm(-reach, 0, -1, -1, is_double)
    middle = Spot(0, 0, 0 if is_double else lying(low, high, 1))
    after = [right.lay(inner, outer, limit) for inner, outer in line[anchor + 1 :]]
    before = [left.lay(inner, outer, limit) for outer, inner in line[:anchor][::-1]]
    return Laid((*before[::-1], middle, *after), left.lay(0, 1, limit), right.lay(0, 1, limit), unit)

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
CORNER_ROOM = 0.5
"""Units beyond the turning point that a double right after the corner may need."""


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

    def grow(self, tiles: Sequence[Halves], limit: float) -> list[Spot]:
        """Place all tiles from the inside out; of each the half that joins comes first."""
        may_turn = [low != high for low, high in tiles]
        for place in range(1, len(tiles)):
            may_turn[place] = may_turn[place] and may_turn_after(tiles[place - 1])
        may_turn[0] = may_turn[0] and not self.after_double
        spots = []
        for place, tile in enumerate(tiles):
            stretch = _length(tile)  # with all that follows and cannot turn
            for later in range(place + 1, len(tiles)):
                if may_turn[later]:
                    break
                stretch += _length(tiles[later])
            turns = may_turn[place] and not self.at_corner and self.along * self.x + stretch > limit
            spots.append(self._turn(*tile) if turns else self._lay(*tile))
        return spots

    def _turn(self, inner: int, outer: int) -> Spot:
        is_low_up = (inner < outer) == (self.away > 0)
        spot = Spot(self.x - self.along * 0.5, self.y + self.away * ROW / 2, 0 if is_low_up else 180)
        self.y += self.away * ROW
        self.along = -self.along
        self.at_corner = True
        return spot

    def _lay(self, inner: int, outer: int) -> Spot:
        is_double = inner == outer
        if self.at_corner and is_double:  # crosswise to the upright tile of the corner
            spot = Spot(self.x + self.along * 0.5, self.y, 90)
            self.x = spot.x + self.along
        else:
            length = _length((inner, outer))
            rotation = 0 if is_double else lying(inner, outer, self.along)
            spot = Spot(self.x + self.along * length / 2, self.y, rotation)
            self.x += self.along * length
        self.at_corner = False
        return spot


def _length(tile: Halves) -> int:
    """Units along the row: a double lies crosswise."""
    return 1 if tile[0] == tile[1] else 2


def may_turn_after(tile: Halves) -> bool:
    """A corner never begins at a double: nothing is laid at its narrow sides."""
    return tile[0] != tile[1]


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


SIZES = (44, 37, 31, 26, 21, 17)
"""Units to try, in board units: few steps, so that the line moves seldom while it grows."""


def lay_out(line: Sequence[Halves], anchor: int, width: float, height: float) -> Laid:
    """The line in a field of this size, with the largest unit at which it fits. ``anchor``: place of the opening tile."""
    for unit in SIZES:
        laid = _at(line, anchor, unit, width)
        if _fits(laid, width, height):
            break
    return laid


def _fits(laid: Laid, width: float, height: float) -> bool:
    for spot in (*laid.spots, laid.left, laid.right):
        across, along = (0.5, 1) if spot.rotation % 180 == 0 else (1, 0.5)
        if (abs(spot.x) + across) * laid.unit > width / 2 or (abs(spot.y) + along) * laid.unit > height / 2:
            return False
    return True


NEXT = (0, 1)
"""Any tile that is no double: where the next one would lie."""


def _at(line: Sequence[Halves], anchor: int, unit: float, width: float) -> Laid:
    limit = width / 2 / unit - CORNER_ROOM
    low, high = line[anchor]
    is_double = low == high
    reach = 0.5 if is_double else 1.0
    middle = Spot(0, 0, 0 if is_double else lying(low, high, 1))
    after = _Arm(reach, 0, 1, 1, is_double).grow([*line[anchor + 1 :], NEXT], limit)
    outwards = [(inner, outer) for outer, inner in line[:anchor][::-1]]
    before = _Arm(-reach, 0, -1, -1, is_double).grow([*outwards, NEXT], limit)
    return Laid((*before[-2::-1], middle, *after[:-1]), before[-1], after[-1], unit)

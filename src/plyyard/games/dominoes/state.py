"""What a position of dominoes is, and the 28 tiles by number. Knows no rule."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

BLACK, WHITE = "black", "white"
SIDES = (BLACK, WHITE)

TILES = tuple((low, high) for low in range(7) for high in range(low, 7))
"""Halves of each tile by its number: 0 is 0-0, 27 is 6-6."""
NUMBER = {halves: number for number, (low, high) in enumerate(TILES) for halves in ((low, high), (high, low))}
NAMES = tuple(f"{low}-{high}" for low, high in TILES)
PIPS = tuple(low + high for low, high in TILES)
HIDDEN = -1
"""Stands for a tile that the viewer may not see."""
LEFT, RIGHT = "l", "r"


@dataclass(frozen=True, slots=True)
class Move:
    """A tile of the hand and the end where it is laid: ``l``, ``r``, or nothing for the opening tile."""

    tile: int
    end: str = ""


class Seen(NamedTuple):
    """Something everyone saw: a tile laid (``tile``), tiles drawn (``drawn`` > 0), or a pass (neither)."""

    side: str
    tile: int = HIDDEN
    end: str = ""
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Position or view.

    ``line``: halves as they lie from left to right. ``hands``: tile numbers of Black and White, ascending, hidden ones
    last. ``boneyard`` likewise; its order means nothing. ``log``: what everyone saw from the opening on; None: the past
    is not known. ``passes``: in a row, 2 when the game is blocked. ``must_draw`` is only told in a view that lacks the
    hand of the side on turn: everyone hears whether that side has to draw.
    """

    line: tuple[tuple[int, int], ...] = ()
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    boneyard: tuple[int, ...] = tuple(range(28))
    turn: str = BLACK
    log: tuple[Seen, ...] | None = ()
    passes: int = 0
    must_draw: bool | None = field(default=None, compare=False)

    @property
    def ends(self) -> tuple[int, int] | None:
        """The open numbers, left and right; None before the opening."""
        return (self.line[0][0], self.line[-1][1]) if self.line else None

    @property
    def is_over(self) -> bool:
        return self.passes == 2 or (bool(self.line) and not all(self.hands))

    @property
    def is_undealt(self) -> bool:
        """The deal is still to come: a hand has fewer than seven tiles before the opening.  art. 2.1"""
        return not self.line and len(self.boneyard) > 14

    def hand(self, side: str) -> tuple[int, ...]:
        return self.hands[SIDES.index(side)]

    def pips(self, side: str) -> int | None:
        """Pips in a hand; None when it is hidden."""
        hand = self.hand(side)
        return None if HIDDEN in hand else sum(PIPS[tile] for tile in hand)


def other(side: str) -> str:
    return WHITE if side == BLACK else BLACK

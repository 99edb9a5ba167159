"""What a position of Snakes and Ladders is."""

from __future__ import annotations

from dataclasses import dataclass

from plyyard.core.errors import Say

BLACK, WHITE = "black", "white"
SIDES = (BLACK, WHITE)
SIDE_NAMES = {BLACK: Say("Black"), WHITE: Say("White")}


@dataclass(frozen=True, slots=True)
class State:
    """Squares of both pieces (0: off the board, 100: goal) and the side to roll."""

    squares: tuple[int, int] = (0, 0)
    turn: str = BLACK

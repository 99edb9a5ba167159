"""The board in letters, for a terminal: each square with its number, where a jump from it leads, and the pieces."""

from __future__ import annotations

from plyyard.core.words import Words
from plyyard.games.snakes.board import cell
from plyyard.games.snakes.rules import GOAL, JUMPS
from plyyard.games.snakes.state import State

PIECES = "●○"  # Black, White
WIDTH = 7


def text(view: State, words: Words) -> str:
    """Ten rows, 100 at the top left; ``↑`` is a ladder, ``↓`` a snake. Below: pieces still beside the board."""
    rows = [[""] * 10 for _ in range(10)]
    for square in range(1, GOAL + 1):
        row, column = cell(square)
        rows[9 - row][column] = _square(view, square).ljust(WIDTH)
    lines = ["".join(row).rstrip() for row in rows]
    beside = "".join(piece for piece, square in zip(PIECES, view.squares, strict=True) if square == 0)
    return "\n".join([*lines, beside])


def _square(view: State, square: int) -> str:
    here = "".join(piece for piece, place in zip(PIECES, view.squares, strict=True) if place == square)
    target = JUMPS.get(square)
    if target is None:
        return f"{square}{here}"
    return f"{square}{'↑' if target > square else '↓'}{target}"

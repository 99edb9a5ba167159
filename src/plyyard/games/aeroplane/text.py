"""The board in letters, for a terminal: the cross with its ring, home columns and planes."""

from __future__ import annotations

from collections import Counter

from plyyard.core.words import Words
from plyyard.games.aeroplane.drawing import CELL, CELLS, place, ring_cell
from plyyard.games.aeroplane.rules import GOAL, RING, RING_END, SAFE
from plyyard.games.aeroplane.state import RED, SIDES, State

LETTERS = {"red": "R", "yellow": "Y"}


def text(view: State, words: Words) -> str:
    """Fifteen rows: ``·`` a square, ``*`` a safe one, ``-`` a home column, a letter (and number) planes."""
    cells = [[""] * CELLS for _ in range(CELLS)]
    for number in range(RING):
        column, row = ring_cell(number)
        cells[int(row)][int(column)] = "*" if number in SAFE else "·"
    for side in SIDES:
        for step in range(RING_END + 1, GOAL):
            column, row = _cell(side, step)
            cells[row][column] = "-"
    planes: Counter[tuple[int, int, str]] = Counter()
    for side, steps in zip(SIDES, view.planes, strict=True):
        for step in steps:
            planes[(*_cell(side, step), LETTERS[side])] += 1
    for (column, row, letter), count in planes.items():
        shown = cells[row][column] if cells[row][column][:1].isalpha() else ""
        cells[row][column] = shown + (letter if count == 1 else f"{letter}{count}")
    return "\n".join("".join(f"{cell:<4}" for cell in row).rstrip() for row in cells)


def _cell(side: str, step: int) -> tuple[int, int]:
    """Column and row; a base or the goal is one cell."""
    x, y = place(side, step, RED)
    return int(x // CELL), int(y // CELL)

"""The picture itself: where each square of the cross lies, and the drawing of board, planes and dice."""

from __future__ import annotations

import functools
from math import cos, pi, sin
from pathlib import Path

from plyyard.games.aeroplane.rules import BASE, GOAL, RING, RING_END, STAR_SQUARES, START_SQUARES
from plyyard.games.aeroplane.state import RED, SIDES

CELL = 40  # board units of a square
CELLS = 15
SIZE = CELL * CELLS
COLOURS = ("red", "green", "yellow", "blue")  # clockwise from the bottom left; two of them have no planes


def _quarter(column: float, row: float, times: int) -> tuple[float, float]:
    """A place turned clockwise round the middle of the board, a quarter each time."""
    for _ in range(times % 4):
        column, row = 14 - row, column
    return column, row


# The thirteen squares from a start square to the next one, seen from the side that sits below: up the left
# lane of the own arm, out along the lower lane of the next, and one square round its end.
ARM = (
    *((6.0, float(row)) for row in range(13, 8, -1)),
    *((float(column), 8.0) for column in range(5, -1, -1)),
    (0.0, 7.0),
    (0.0, 6.0),
)


def ring_cell(number: int, below: str = RED) -> tuple[float, float]:
    """Column and row of a square of the ring; number 0 is Red's start square.

    >>> ring_cell(0), ring_cell(13), ring_cell(26), ring_cell(51)
    ((6.0, 13.0), (1.0, 6.0), (8.0, 1.0), (6.0, 14.0))
    """
    quarter, along = divmod(number, 13)
    return _quarter(*ARM[along], quarter + _turn(below))


def _turn(below: str) -> int:
    return 2 * SIDES.index(below)


def _cell(side: str, step: float, below: str) -> tuple[float, float]:
    turn = 2 * SIDES.index(side) + _turn(below)
    if step == BASE:
        return _quarter(2.5, 11.5, turn)
    if step == GOAL:
        return _quarter(7, 8.0, turn)
    if step > RING_END:
        return _quarter(7, 13 - (step - RING_END - 1), turn)
    return ring_cell((int(step) + 26 * SIDES.index(side)) % RING, below)


@functools.cache
def place(side: str, step: int, below: str) -> tuple[float, float]:
    """Centre, in board units, of the square of a plane with this progress, or of its whole base or goal."""
    column, row = _cell(side, step, below)
    return (column + 0.5) * CELL, (row + 0.5) * CELL


@functools.cache
def pad(side: str, index: int, in_goal: bool, below: str) -> tuple[float, float]:
    """Centre of a plane's own place in the base or the goal."""
    if in_goal:
        column, row = 7 + (index - 1.5) * 0.56, 8.14
    else:
        column, row = 2.5 + (-0.95 if index % 2 == 0 else 0.95), 11.5 + (-0.95 if index < 2 else 0.95)
    column, row = _quarter(column, row, 2 * SIDES.index(side) + _turn(below))
    return (column + 0.5) * CELL, (row + 0.5) * CELL


@functools.cache
def heading(side: str, step: int, below: str) -> float:
    """Degrees clockwise from north in which a plane flies that stands there."""
    if step in (BASE, GOAL):
        return 180.0 * ((SIDES.index(side) + SIDES.index(below)) % 2)
    (x1, y1), (x2, y2) = _cell(side, step, below), _cell(side, step + 1, below)
    if x1 != x2 and y1 != y2:  # round a corner the lane goes on as it came
        (x1, y1), (x2, y2) = _cell(side, step - 1, below), (x1, y1)
    return 90.0 if x2 > x1 else 270.0 if x2 < x1 else 180.0 if y2 > y1 else 0.0


def _square(column: float, row: float, classes: str, inside: str = "") -> str:
    x, y = column * CELL, row * CELL
    return (
        f'<g transform="translate({x + CELL / 2:g} {y + CELL / 2:g})">'
        f'<rect class="{classes}" x="-18.5" y="-18.5" width="37" height="37" rx="6"/>{inside}</g>'
    )


def _star() -> str:
    points = []
    for corner in range(10):
        angle, radius = corner * pi / 5, 14.5 if corner % 2 == 0 else 6.2
        points.append(f"{radius * sin(angle):.1f} {-radius * cos(angle):.1f}")
    return f'<path class="star" d="M{"L".join(points)}Z"/>'


def _ring(below: str) -> str:
    parts = []
    for number in range(RING):
        column, row = ring_cell(number, below)
        classes, inside = "square", ""
        if number in START_SQUARES:
            quarter = START_SQUARES.index(number)
            classes = f"square start {COLOURS[quarter]}"
            turn = 90 * (quarter + _turn(below)) % 360
            inside = f'<path class="runway" transform="rotate({turn})" d="M-9 2L0 -8L9 2M-9 11L0 1L9 11"/>'
        elif number in STAR_SQUARES:
            inside = _star()
        for side in SIDES:
            step = (number - 26 * SIDES.index(side)) % RING
            if step and step % 10 == 0:
                inside += f'<text class="count {side}" y="4">{step}</text>'
        parts.append(_square(column, row, classes, inside))
    return "".join(parts)


def _yard(colour: str, quarter: int) -> str:
    column, row = _quarter(2.5, 11.5, quarter)
    parts = [
        f'<g class="yard {colour}" transform="translate({(column + 0.5) * CELL:g} {(row + 0.5) * CELL:g})">'
        '<rect class="ground" x="-116" y="-116" width="232" height="232" rx="22"/>'
        '<rect class="apron" x="-84" y="-84" width="168" height="168" rx="40"/>'
    ]
    if colour in SIDES:
        parts += [f'<circle class="pad" cx="{x}" cy="{y}" r="29"/>' for x in (-38, 38) for y in (-38, 38)]
    else:  # nobody flies from here: a cloud
        parts.append(
            '<path class="cloud" '
            'd="M-46 22a20 20 0 0 1 4 -39.5a29 29 0 0 1 53 -11a22 22 0 0 1 31 18a17 17 0 0 1 2 32.5Z"/>'
        )
    return "".join(parts) + "</g>"


def _middle(below: str) -> str:
    parts = []
    for quarter, colour in enumerate(COLOURS):
        turn = quarter + _turn(below)
        for step in range(5):
            column, row = _quarter(7, 13 - step, turn)
            parts.append(_square(column, row, f"square column {colour}"))
        parts.append(
            f'<path class="goal {colour}" transform="rotate({90 * turn % 360} {SIZE / 2:g} {SIZE / 2:g})" '
            f'd="M{6 * CELL + 3} {9 * CELL - 1.5}H{9 * CELL - 3}L{SIZE / 2:g} {SIZE / 2 + 1.5:g}Z"/>'
        )
    return "".join(parts) + f'<circle class="tower" cx="{SIZE / 2:g}" cy="{SIZE / 2:g}" r="30"/>'


def _background(below: str) -> str:
    yards = "".join(_yard(colour, quarter + _turn(below)) for quarter, colour in enumerate(COLOURS))
    return f'<rect class="sky" width="{SIZE}" height="{SIZE}" rx="24"/>{yards}{_ring(below)}{_middle(below)}'


BACKGROUNDS = {side: _background(side) for side in SIDES}

PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}  # places a to i, row by row


def _die(face: int) -> str:
    pips = []
    for letter in PIPS[face]:
        row, column = divmod("abcdefghi".index(letter), 3)
        pips.append(f'<circle class="pip" cx="{(column - 1) * 10.5:g}" cy="{(row - 1) * 10.5:g}" r="3.9"/>')
    return f'<rect class="cube" x="-20" y="-20" width="40" height="40" rx="9"/>{"".join(pips)}'


SHAPES = {
    # a jet with swept wings, plain
    "red": (
        '<path class="red-body" d="M0 -17C2.4 -14 3.3 -10 3.3 -5L15.5 7.5V11.5L3.3 7.5L2.8 11.5L7 15V17.5'
        'L0 15.5L-7 17.5V15L-2.8 11.5L-3.3 7.5L-15.5 11.5V7.5L-3.3 -5C-3.3 -10 -2.4 -14 0 -17Z"/>'
        '<path class="red-glass" d="M0 -13.5C1.3 -11.5 1.6 -9.5 1.6 -7H-1.6C-1.6 -9.5 -1.3 -11.5 0 -13.5Z"/>'
    ),
    # a propeller plane with straight, striped wings
    "yellow": (
        '<path class="yellow-body" d="M-3 -13Q0 -16 3 -13L3.8 -7H15Q17 -7 17 -4.5V-1Q17 1 15 1H3.6L2.4 10H7'
        "Q8.5 10 8.5 11.8V13.5Q8.5 15 7 15H-7Q-8.5 15 -8.5 13.5V11.8Q-8.5 10 -7 10H-2.4L-3.6 1H-15"
        'Q-17 1 -17 -1V-4.5Q-17 -7 -15 -7H-3.8Z"/>'
        '<path class="yellow-stripe" d="M-12 -6.8V0.8M-8 -6.8V0.8M8 -6.8V0.8M12 -6.8V0.8"/>'
        '<path class="yellow-propeller" d="M-7.5 -15.5H7.5"/><circle class="yellow-glass" cy="-4.5" r="2"/>'
    ),
    "badge": '<circle class="badge-disc" r="8.5"/>',
    "mark": '<rect class="mark-ring" x="-18.5" y="-18.5" width="37" height="37" rx="6"/>',
    "turn": '<rect class="turn-ring" x="-116" y="-116" width="232" height="232" rx="22"/>',
    **{f"die{face}": _die(face) for face in PIPS},
}

STYLE = (Path(__file__).parent / "board.css").read_text(encoding="utf-8")

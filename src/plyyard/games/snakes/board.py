"""How Snakes and Ladders looks and sounds: the board, its snakes and ladders, and what is said of a roll."""

from __future__ import annotations

import functools
from math import atan2, cos, hypot, pi, sin

from plyyard.core.game import After, Event, Happened, Step
from plyyard.core.scene import Fact, Scene, Slot, Sprite
from plyyard.core.words import Words
from plyyard.games.snakes.rules import GOAL, JUMPS
from plyyard.games.snakes.state import SIDE_NAMES, SIDES, State

SIZE = 60  # board units of a square
MARGIN = 70  # to the left: the place for pieces off the board
SHAPES = {"black": "disc", "white": "pawn"}  # told apart without colour


def cell(square: int) -> tuple[int, int]:
    """Row (0 at the bottom) and column (0 at the left) of a square: the path turns at each row's end.

    >>> [cell(square) for square in (1, 10, 11, 20, 21, 100)]
    [(0, 0), (0, 9), (1, 9), (1, 0), (2, 0), (9, 0)]
    """
    row, along = divmod(square - 1, 10)
    return row, along if row % 2 == 0 else 9 - along


def centre(square: int) -> tuple[float, float]:
    """Centre of a square in board units; 0 lies beside the board."""
    if square == 0:
        return MARGIN / 2, 9.5 * SIZE
    row, column = cell(square)
    return MARGIN + (column + 0.5) * SIZE, (9.5 - row) * SIZE


def _squares() -> str:
    """One path for all squares of a kind: a hundred elements would be the heaviest part of the board."""
    outlines = {"even": "", "odd": "", "goal": ""}
    for square in range(1, GOAL + 1):
        x, y = centre(square)
        row, column = cell(square)
        kind = "goal" if square == GOAL else "even" if (row + column) % 2 == 0 else "odd"
        outlines[kind] += f"M{x - SIZE / 2:g} {y - SIZE / 2:g}h{SIZE}v{SIZE}h-{SIZE}z"
    return "".join(f'<path class="square {kind}" d="{outline}"/>' for kind, outline in outlines.items())


def _path() -> str:
    """The way from 1 to 100 as one thin line with rounded turns, so that it can be followed."""
    first, last, bend = MARGIN + SIZE / 2, MARGIN + 9.5 * SIZE, SIZE / 2
    line = f"M{MARGIN / 2:g} {9.5 * SIZE:g}"
    for row in range(10):
        rightward = row % 2 == 0
        line += f"H{last if rightward else first:g}"
        if row < 9:
            line += f"a{bend:g} {bend:g} 0 0 {0 if rightward else 1} 0 -{SIZE}"
    return f'<path class="path" d="{line}"/>'


def _numbers() -> str:
    parts = []
    for square in range(1, GOAL + 1):
        x, y = centre(square)
        parts.append(
            f'<text class="number" x="{x - SIZE / 2 + 5:g}" y="{y - SIZE / 2 + 17:g}">{square}</text>'
        )
    return "".join(parts)


def _ladder(foot: int, top: int) -> str:
    (x1, y1), (x2, y2) = centre(foot), centre(top)
    length = hypot(x2 - x1, y2 - y1)
    turn = atan2(y2 - y1, x2 - x1) * 180 / pi
    count = max(3, round((length - 16) / 19))
    rungs = "".join(f"M{8 + (length - 16) * (rung + 0.5) / count:.1f} -9v18" for rung in range(count))
    rails = f"M-6 -10H{length + 6:.1f}M-6 10H{length + 6:.1f}"
    parts = (
        f'<path class="shade" d="{rails}"/><path class="rung" d="{rungs}"/><path class="rail" d="{rails}"/>'
    )
    return f'<g class="ladder" transform="translate({x1:g} {y1:g}) rotate({turn:.2f})">{parts}</g>'


def _snake(head: int, tail: int) -> str:
    """A body that winds round the straight line from head to tail and gets thinner, with a banded back."""
    (x1, y1), (x2, y2) = centre(head), centre(tail)
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    waves = max(2, round(length / 75))
    bend = (1 if head % 2 else -1) * min(17.0, length / 5)
    left, right, spine = [], [], []
    steps = waves * 9
    for step in range(steps + 1):
        part = step / steps
        swing, slope = bend * sin(part * waves * pi), bend * cos(part * waves * pi) * waves * pi / length
        x, y = x1 + ux * length * part - uy * swing, y1 + uy * length * part + ux * swing
        size, half = hypot(1, slope), 8.5 * (1 - 0.85 * part**1.5)
        nx, ny = (-uy - ux * slope) / size * half, (ux - uy * slope) / size * half
        left.append(f"{x + nx:.1f} {y + ny:.1f}")
        right.append(f"{x - nx:.1f} {y - ny:.1f}")
        if part < 0.9:
            spine.append(f"{x:.1f} {y:.1f}")
    turn = atan2(uy, ux) + atan2(bend * waves * pi / length, 1)
    body, back = "M" + "L".join(left + right[::-1]) + "Z", "M" + "L".join(spine)
    face = (
        '<path class="tongue" d="M-13 0h-8l-5 -4m5 4l-5 4"/>'
        '<path class="head" d="M12 -8C2 -13 -12 -9 -14 0C-12 9 2 13 12 8Z"/>'
        '<circle class="eye" cx="-4" cy="-5" r="2.8"/><circle class="eye" cx="-4" cy="5" r="2.8"/>'
        '<circle class="pupil" cx="-4.8" cy="-5" r="1.3"/><circle class="pupil" cx="-4.8" cy="5" r="1.3"/>'
    )
    return (
        f'<g class="snake hue{head % 3}"><path class="body" d="{body}"/><path class="back" d="{back}"/>'
        f'<g transform="translate({x1:g} {y1:g}) rotate({turn * 180 / pi:.1f})">{face}</g></g>'
    )


def _background() -> str:
    ladders = "".join(_ladder(foot, top) for foot, top in JUMPS.items() if foot < top)
    snakes = "".join(_snake(head, tail) for head, tail in JUMPS.items() if head > tail)
    off = f'<rect class="off" x="8" y="{9 * SIZE + 4}" width="{MARGIN - 16}" height="{SIZE - 8}" rx="10"/>'
    frame = f'<rect class="frame" x="{MARGIN}" y="0" width="{10 * SIZE}" height="{10 * SIZE}"/>'
    return f"{off}{_squares()}{_path()}{frame}{ladders}{snakes}{_numbers()}"


@functools.cache
def _slots(words: Words) -> tuple[Slot, ...]:
    """Every square, for the editor; the same in every position."""
    return tuple(
        Slot(f"s{square}", *centre(square), SIZE, SIZE, words("square {square}", square=square))
        for square in range(GOAL + 1)
    )


class SnakesBoard:
    """See ``core.scene.Board``."""

    shapes = {
        "disc": '<ellipse class="ground" cx="1" cy="15" rx="15" ry="5"/><circle class="rim" r="16"/>'
        '<circle class="face" r="12.5"/><circle class="mark" r="5"/>',
        "pawn": '<ellipse class="ground" cx="1" cy="15" rx="15" ry="5"/>'
        '<path class="rim" d="M-15 15C-15 7 -7 4 -5 -3A9 9 0 1 1 5 -3C7 4 15 7 15 15Z"/>'
        '<path class="collar" d="M-9 10H9"/>',
    }
    backgrounds = {"board": _background()}
    style = """
.board-snakes .square.even { fill: light-dark(#f7f1e1, #262d39); }
.board-snakes .square.odd { fill: light-dark(#ebe0c6, #303948); }
.board-snakes .square.goal { fill: light-dark(#ffd566, #6d5215); }
.board-snakes .frame { fill: none; stroke: light-dark(#8d7d58, #5d6a80); stroke-width: 2; }
.board-snakes .off {
  fill: light-dark(#f7f1e1, #262d39); stroke: light-dark(#6b6250, #9aa3b5); stroke-width: 1.5;
  stroke-dasharray: 5 4;
}
.board-snakes .path {
  fill: none; stroke: light-dark(#cdbb8e, #465268); stroke-width: 3; stroke-dasharray: 1 9;
  stroke-linecap: round;
}
.board-snakes .number {
  font: 600 15px system-ui, sans-serif; fill: light-dark(#453d2b, #dbe1ec);
  stroke: light-dark(#f3ead4, #2a3240); stroke-width: 3px; paint-order: stroke;
}
.board-snakes .ladder path { fill: none; stroke-linecap: round; }
.board-snakes .ladder .shade { stroke: light-dark(#5b3a10, #0d1016); stroke-width: 7; }
.board-snakes .ladder .rail { stroke: light-dark(#b87c33, #d3a462); stroke-width: 4.5; }
.board-snakes .ladder .rung { stroke: light-dark(#8a5a20, #a87b40); stroke-width: 4; }
.board-snakes .snake {
  --skin: light-dark(#4d8f57, #57a869); --band: light-dark(#c9e2a5, #24502f);
  --edge: light-dark(#234a2a, #0b1a10);
}
.board-snakes .snake.hue1 {
  --skin: light-dark(#b5573f, #cf7058); --band: light-dark(#f3cfa6, #6b2a1c);
  --edge: light-dark(#5e2314, #240c06);
}
.board-snakes .snake.hue2 {
  --skin: light-dark(#5671ad, #7590cf); --band: light-dark(#cfdaf3, #27386b);
  --edge: light-dark(#22355f, #0a1226);
}
.board-snakes .snake .body, .board-snakes .snake .head {
  fill: var(--skin); stroke: var(--edge); stroke-width: 1.5; stroke-linejoin: round;
}
.board-snakes .snake .back {
  fill: none; stroke: var(--band); stroke-width: 4; stroke-dasharray: 5 7; stroke-linecap: round;
}
.board-snakes .snake .eye { fill: #fff; stroke: var(--edge); stroke-width: .8; }
.board-snakes .snake .pupil { fill: #111; }
.board-snakes .snake .tongue {
  fill: none; stroke: light-dark(#b3261e, #ff8a80); stroke-width: 2; stroke-linecap: round;
}
.board-snakes .ground { fill: #000; opacity: .28; }
.board-snakes .black { --piece: #1d2026; --edge: #fff; }
.board-snakes .white { --piece: #fffdf6; --edge: #1d2026; }
.board-snakes .rim { fill: var(--piece); stroke: var(--edge); stroke-width: 2; }
.board-snakes .face { fill: none; stroke: var(--edge); stroke-width: 1.5; opacity: .6; }
.board-snakes .mark { fill: var(--edge); }
.board-snakes .collar { fill: none; stroke: var(--edge); stroke-width: 2.5; stroke-linecap: round; }
"""

    def scene(self, view: State, words: Words, facing: str | None = None) -> Scene:
        sprites = []
        shared = view.squares[0] == view.squares[1]
        for index, side in enumerate(SIDES):
            x, y = centre(view.squares[index])
            shift = (-13 if index == 0 else 13) if shared else 0
            label = words("{side} on {square}", side=SIDE_NAMES[side], square=view.squares[index])
            scale = 1 if shared else 1.25
            sprites.append(Sprite(side, SHAPES[side], x + shift, y + 5, label, 0, scale, 1, (side,)))
        facts = [
            Fact(
                side,
                side[0],
                words.say(SIDE_NAMES[side]),
                words("square {square}", square=view.squares[index]),
            )
            for index, side in enumerate(SIDES)
        ]
        return Scene(
            "snakes", MARGIN + 10 * SIZE, 10 * SIZE, "board", tuple(sprites), _slots(words), tuple(facts)
        )

    def describe(self, view: State, words: Words, counted: bool = True) -> list[str]:
        lines = []
        for side, square in zip(SIDES, view.squares, strict=True):
            if square == GOAL:
                lines.append(words("{side} has reached 100 and won.", side=SIDE_NAMES[side]))
            elif square == 0:
                lines.append(words("{side} is still beside the board.", side=SIDE_NAMES[side]))
            else:
                lines.append(words("{side} stands on {square}.", side=SIDE_NAMES[side], square=square))
        if GOAL not in view.squares:
            lines.append(words("{side} is to roll.", side=SIDE_NAMES[view.turn]))
        return lines

    def label(self, view: State, step: Step, words: Words) -> str:
        raise AssertionError("there is nothing to choose")

    def announce(
        self, before: State, event: Event, after: After[State], words: Words, brief: bool = False
    ) -> str:
        assert isinstance(event, Happened) and isinstance(event.outcome, int)
        index = SIDES.index(before.turn)
        start, end = before.squares[index], after.state.squares[index]
        said = {
            "side": SIDE_NAMES[before.turn],
            "die": event.outcome,
            "foot": start + event.outcome,
            "square": end,
        }
        kinds = {effect.kind for effect in after.effects}
        if "too high" in kinds:
            parts = [words("{side} rolls {die}: too high, stays on {square}.", **said)]
        elif "ladder" in kinds:
            parts = [words("{side} rolls {die}: to {foot} and up the ladder to {square}.", **said)]
        elif "snake" in kinds:
            parts = [words("{side} rolls {die}: to {foot} and down the snake to {square}.", **said)]
        elif start == 0:
            parts = [words("{side} rolls {die} and enters the board on {square}.", **said)]
        else:
            parts = [words("{side} rolls {die}: from {start} to {square}.", start=start, **said)]
        if end == GOAL:
            parts.append(words("{side} has won.", **said))
        elif not brief:
            parts.append(words("{side} is to roll.", side=SIDE_NAMES[after.state.turn]))
        return " ".join(parts)


BOARD = SnakesBoard()

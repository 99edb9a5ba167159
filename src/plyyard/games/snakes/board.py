"""How Snakes and Ladders looks and sounds: the board, its snakes and ladders, and what is said of a roll."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin

from plyyard.core.game import After, Event, Happened, Step
from plyyard.core.scene import Fact, Scene, Slot, Sprite
from plyyard.core.words import Words
from plyyard.games.snakes.rules import GOAL, JUMPS
from plyyard.games.snakes.state import SIDES, State

SIZE = 60  # board units of a square
MARGIN = 70  # to the left: the place for pieces off the board


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
    parts = []
    for square in range(1, GOAL + 1):
        x, y = centre(square)
        row, column = cell(square)
        shade = "even" if (row + column) % 2 == 0 else "odd"
        goal = " goal" if square == GOAL else ""
        parts.append(f'<rect class="square {shade}{goal}" x="{x - SIZE / 2:g}" y="{y - SIZE / 2:g}" width="{SIZE}" height="{SIZE}"/>')
        parts.append(f'<text class="number" x="{x - SIZE / 2 + 6:g}" y="{y - SIZE / 2 + 16:g}">{square}</text>')
    return "".join(parts)


def _ladder(foot: int, top: int) -> str:
    (x1, y1), (x2, y2) = centre(foot), centre(top)
    length = hypot(x2 - x1, y2 - y1)
    turn = atan2(y2 - y1, x2 - x1) * 180 / pi
    rungs = "".join(f'<path d="M{along:g} -9V9"/>' for along in range(14, int(length) - 8, 16))
    return f'<g class="ladder" transform="translate({x1:g} {y1:g}) rotate({turn:.2f})"><path d="M0 -9H{length:.1f}M0 9H{length:.1f}"/>{rungs}</g>'


def _snake(head: int, tail: int) -> str:
    """A body that winds round the straight line from head to tail, getting thinner."""
    (x1, y1), (x2, y2) = centre(head), centre(tail)
    length = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    waves = max(2, round(length / 90))
    left, right = [], []
    steps = waves * 10
    for step in range(steps + 1):
        part = step / steps
        swing = 15 * sin(part * waves * pi) * (1 if head % 2 else -1)
        half = 7 * (1 - 0.8 * part)
        x, y = x1 + ux * length * part - uy * swing, y1 + uy * length * part + ux * swing
        slope = 15 * cos(part * waves * pi) * waves * pi / length * (1 if head % 2 else -1)
        nx, ny = -uy - ux * slope, ux - uy * slope
        size = hypot(nx, ny)
        left.append(f"{x + nx / size * half:.1f} {y + ny / size * half:.1f}")
        right.append(f"{x - nx / size * half:.1f} {y - ny / size * half:.1f}")
    turn = atan2(uy, ux) * 180 / pi
    body = "M" + "L".join(left + right[::-1]) + "Z"
    eyes = '<circle class="eye" cx="-3" cy="-4" r="2.2"/><circle class="eye" cx="-3" cy="4" r="2.2"/><path class="tongue" d="M-11 0h-7l-4 -3m4 3l-4 3"/>'
    return f'<g class="snake"><path d="{body}"/><g transform="translate({x1:g} {y1:g}) rotate({turn:.1f})"><ellipse class="head" rx="12" ry="9"/>{eyes}</g></g>'


def _background() -> str:
    jumps = [_ladder(a, b) if a < b else _snake(a, b) for a, b in sorted(JUMPS.items(), key=lambda jump: jump[0] > jump[1])]
    return f'<rect class="off" x="6" y="{9 * SIZE + 4}" width="{MARGIN - 12}" height="{SIZE - 8}" rx="10"/>{_squares()}{"".join(jumps)}'


class SnakesBoard:
    """See ``core.scene.Board``."""

    shapes = {"piece": '<circle class="rim" r="16"/><circle class="body" r="13"/><path class="mark" d="M0 -6V6"/>', "piece2": '<circle class="rim" r="16"/><circle class="body" r="13"/><circle class="mark" r="5"/>'}
    backgrounds = {"board": _background()}
    style = """
.board-snakes .square.even { fill: light-dark(#f6efdd, #2c3340); }
.board-snakes .square.odd { fill: light-dark(#e9ddc0, #353e4e); }
.board-snakes .square.goal { fill: light-dark(#ffd977, #7a5b14); }
.board-snakes .off { fill: none; stroke: light-dark(#6b6250, #9aa3b5); stroke-dasharray: 5 4; }
.board-snakes .number { font: 600 14px system-ui, sans-serif; fill: light-dark(#4a4436, #c8cfdd); }
.board-snakes .ladder { stroke: light-dark(#8a5a20, #d0a060); stroke-width: 4; stroke-linecap: round; fill: none; opacity: .9; }
.board-snakes .snake path { fill: light-dark(#4f8a54, #4f9a63); stroke: light-dark(#2c5531, #9adba5); stroke-width: 1; opacity: .93; }
.board-snakes .snake .head { fill: light-dark(#3d7343, #6fbd7f); stroke: light-dark(#2c5531, #c4f0cc); }
.board-snakes .snake .eye { fill: light-dark(#fff, #111); }
.board-snakes .snake .tongue { fill: none; stroke: light-dark(#b3261e, #ff8a80); stroke-width: 2; }
.board-snakes .rim { fill: light-dark(#fffdf6, #f2ecdc); stroke: #1c1a16; stroke-width: 1.5; }
.board-snakes .black .body { fill: #22252b; }
.board-snakes .black .mark { fill: none; stroke: #fff; stroke-width: 3; }
.board-snakes .white .body { fill: #f7f4ea; stroke: #55503f; }
.board-snakes .white .mark { fill: #55503f; }
"""

    def scene(self, view: State, words: Words, facing: str | None = None) -> Scene:
        sprites = []
        shared = view.squares[0] == view.squares[1]
        for index, side in enumerate(SIDES):
            x, y = centre(view.squares[index])
            shift = (-11 if index == 0 else 11) if shared else 0
            label = words("{side} on {square}", side=_side(side, words), square=view.squares[index])
            sprites.append(Sprite(side, "piece" if index == 0 else "piece2", x + shift, y + 4, label, layer=1, classes=(side,)))
        facts = [
            Fact(side, side[0], _side(side, words), words("square {square}", square=view.squares[index]))
            for index, side in enumerate(SIDES)
        ]
        slots = tuple(Slot(f"s{square}", *centre(square), SIZE, SIZE, words("square {square}", square=square)) for square in range(GOAL + 1))
        return Scene("snakes", MARGIN + 10 * SIZE, 10 * SIZE, "board", tuple(sprites), slots, tuple(facts))

    def describe(self, view: State, words: Words) -> list[str]:
        lines = []
        for index, side in enumerate(SIDES):
            square = view.squares[index]
            where = words("is still off the board") if square == 0 else words("stands on {square}", square=square)
            lines.append(words("{side} {where}.", side=_side(side, words), where=where))
        return lines

    def label(self, view: State, step: Step, words: Words) -> str:
        raise AssertionError("there is nothing to choose")

    def announce(self, before: State, event: Event, after: After[State], words: Words, brief: bool = False) -> str:
        assert isinstance(event, Happened)
        index = SIDES.index(before.turn)
        start, end = before.squares[index], after.state.squares[index]
        kinds = {effect.kind for effect in after.effects}
        side = _side(before.turn, words)
        if "too high" in kinds:
            return words("{side} rolls {die}: too high, stays on {square}.", side=side, die=event.outcome, square=start)
        foot = start + (event.outcome or 0)
        if "ladder" in kinds:
            text = words("{side} rolls {die}: {foot}, up the ladder to {square}.", side=side, die=event.outcome, foot=foot, square=end)
        elif "snake" in kinds:
            text = words("{side} rolls {die}: {foot}, down the snake to {square}.", side=side, die=event.outcome, foot=foot, square=end)
        else:
            text = words("{side} rolls {die}: to {square}.", side=side, die=event.outcome, square=end)
        return text


def _side(side: str, words: Words) -> str:
    return words("Black") if side == "black" else words("White")


BOARD = SnakesBoard()

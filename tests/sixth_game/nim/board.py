"""How Nim looks and sounds: a heap of stones in rows of ten."""

from __future__ import annotations

from plyyard.core.game import After, Event, Moved, Step
from plyyard.core.scene import Fact, Scene, Sprite
from plyyard.core.words import Words
from plyyard.games.nim.state import SIDE_NAMES, SIDES, State


class NimBoard:
    """See ``core.scene.Board``."""

    shapes = {"stone": '<ellipse class="stone" rx="22" ry="18"/>'}
    backgrounds = {"table": '<rect class="table" width="520" height="180" rx="14"/>'}
    style = """
.board-nim .table { fill: light-dark(#eef1ec, #252b31); }
.board-nim .stone { fill: light-dark(#5d6b78, #a9b8c6); }
"""

    def scene(self, view: State, words: Words, facing: str | None = None) -> Scene:
        stones = tuple(
            Sprite(f"stone{n}", "stone", 35 + n % 10 * 50, 40 + n // 10 * 50, words("stone {n}", n=n + 1))
            for n in range(view.stones)
        )
        left = words.plural("{n} stone", "{n} stones", view.stones)
        return Scene("nim", 520, 180, "table", stones, (), (Fact("stones", "s", words("Heap"), left),))

    def describe(self, view: State, words: Words, counted: bool = True) -> list[str]:
        lines = [
            words.plural("There is {n} stone in the heap.", "There are {n} stones in the heap.", view.stones)
        ]
        if view.stones:
            lines.append(words("{side} is to take.", side=SIDE_NAMES[view.turn]))
        else:
            lines.append(words("{side} has lost.", side=SIDE_NAMES[view.turn]))
        return lines

    def label(self, view: State, step: Step, words: Words) -> str:
        return words.plural("take {n} stone", "take {n} stones", int(step.text))

    def announce(
        self, before: State, event: Event, after: After[State], words: Words, brief: bool = False
    ) -> str:
        assert isinstance(event, Moved)
        side = SIDE_NAMES[event.by]
        said = [words.plural("{side} takes {n} stone.", "{side} takes {n} stones.", event.move, side=side)]
        if not after.state.stones:
            said.append(words("{side} has won.", side=side))
        elif not brief:
            said.append(words("{side} is to take.", side=SIDE_NAMES[SIDES[1 - SIDES.index(event.by)]]))
        return " ".join(said)


BOARD = NimBoard()

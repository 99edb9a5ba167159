"""A Scene: one picture of a position as plain data, and its drawing as SVG. Knows no rule and no game.

``board.py`` of a game makes it; this file draws it for pages, cards and the terminal; static/scene.js draws it in the browser.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

if TYPE_CHECKING:
    from plyyard.core.game import After, Event, Step
    from plyyard.core.words import Words

S = TypeVar("S")


class Sprite(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A thing on the board. ``id`` stays the same while it is the same thing, so that it can be seen to move.

    x, y: its centre in board units; rotation in degrees clockwise; higher layers lie above; ``shape`` names one of the
    board's shapes; ``classes`` are names the board's style knows; ``label`` says what it is, for those who ask.
    ``text``: a short inscription drawn at the centre (the count on a tall stack).
    """

    id: str
    shape: str
    x: float
    y: float
    label: str = ""
    rotation: float = 0
    scale: float = 1
    layer: int = 0
    classes: tuple[str, ...] = ()
    text: str = ""


class Slot(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A place that can be picked: a rectangle round its centre x, y.

    ``key``: a digit or letter that chooses it on a keyboard; ``note``: what else is known of it (cards face down);
    ``acts``: picking it is a whole move, so that what is against it is told at once.
    """

    id: str
    x: float
    y: float
    width: float
    height: float
    label: str
    key: str = ""
    note: str = ""
    acts: bool = False

    def holds(self, sprite: Sprite) -> bool:
        """Whether a thing lies here: its centre."""
        return abs(sprite.x - self.x) <= self.width / 2 and abs(sprite.y - self.y) <= self.height / 2


class Fact(msgspec.Struct, frozen=True, gc=False):
    """A figure beside the board. ``letter`` is the key that says it aloud; ``shown``: it also stands there in writing."""

    name: str
    letter: str
    label: str
    value: str
    shown: bool = True


class Part(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of what makes the score up: ``n`` times ``each`` (0: it has no single price) are ``points``.

    ``marks``: ids of the sprites and slots that it comes from, to be pointed at.
    """

    name: str
    label: str
    n: int
    each: int
    points: int
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: ``background`` is a key of the board's backgrounds; sprites are in drawing order.

    ``parts``: what makes the score up, where the game has points. ``foot``: below it nothing lies; a picture that stays as
    it is may end there (0: at ``height``).
    """

    game: str
    width: float
    height: float
    background: str
    sprites: tuple[Sprite, ...]
    slots: tuple[Slot, ...]
    facts: tuple[Fact, ...]
    parts: tuple[Part, ...] = ()
    foot: float = 0


class Board(Protocol[S]):
    """How a game looks and sounds. The only place that knows.

    ``shapes`` and ``backgrounds`` are SVG fragments; shapes are drawn round (0, 0). Colours are CSS variables with a
    start value, set in ``style`` (a stylesheet; every selector begins with ``.board-<game>``). Shapes are drawn
    through ``<use>``, where a sprite's classes are no ancestors: let ``.board-<game> .black`` set variables, which
    are inherited, and ``.board-<game> .rim`` take them.
    ``facing``: the side that sits below (None: as usual).
    """

    shapes: Mapping[str, str]
    backgrounds: Mapping[str, str]
    style: str

    def scene(self, view: S, words: Words, facing: str | None = None) -> Scene: ...

    def describe(self, view: S, words: Words, counted: bool = True) -> Sequence[str]:
        """The whole position as sentences, one a line. ``counted=False``: only what lies there, no figure worked out from it."""

    def label(self, view: S, step: Step, words: Words) -> str:
        """What a step says on its button, whole: "checker from 13 to 7, hits"."""

    def announce(self, before: S, event: Event, after: After[S], words: Words, brief: bool = False) -> str:
        """One event with its effects in words: who, what, where. ``before`` and ``after.state`` are views."""


def to_svg(
    scene: Scene,
    board: Board[Any],
    title: str,
    *,
    style: bool = True,
    shared: bool = False,
    slots: bool = True,
    marks: Sequence[str] = (),
    cut: bool = False,
) -> str:
    """The scene as SVG. ``style=False`` leaves the stylesheet to the page (strict content policy).

    ``shared``: what is drawn once and used often stands elsewhere on the page (``shared_svg``), and nothing can be picked.
    ``slots=False``: nothing can be picked. ``marks``: ids of sprites and slots to point at.
    ``cut``: without what lies empty at its foot.
    """
    height = scene.foot if cut and scene.foot else scene.height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board board-{scene.game}" role="img" '
        f'viewBox="0 0 {_number(scene.width)} {_number(height)}" aria-label="{escape(title)}">'
    ]
    if style:
        parts.append(f"<style>{board.style}</style>")
    if shared:
        parts.append(f'<use href="#{scene.game}-on-{scene.background}"/>')
    else:
        parts += ["<defs>", *_shapes(scene.game, board, board.shapes), "</defs>"]
        parts.append(f'<g class="background">{board.backgrounds[scene.background]}</g>')
    parts.append('<g class="sprites">')
    parts += [sprite_svg(scene.game, sprite, marked=sprite.id in marks) for sprite in scene.sprites]
    parts.append('</g><g class="slots" fill="none" pointer-events="all">')
    parts += [
        f'<rect class="slot{" chosen" * (slot.id in marks)}" data-id="{escape(slot.id)}" '
        f'x="{_number(slot.x - slot.width / 2)}" y="{_number(slot.y - slot.height / 2)}" '
        f'width="{_number(slot.width)}" height="{_number(slot.height)}"/>'
        for slot in scene.slots
        if (slots and not shared) or slot.id in marks
    ]
    parts.append("</g></svg>")
    return "".join(parts)


def shared_svg(scenes: Sequence[Scene], board: Board[Any]) -> str:
    """What several ``shared`` pictures of one game need, once for the page: backgrounds, and those shapes that occur."""
    grounds = dict.fromkeys(scene.background for scene in scenes)
    needed = needed_shapes(scenes, board)
    parts = [f'<svg class="shared board-{scenes[0].game}" width="0" height="0" aria-hidden="true"><defs>']
    parts += _shapes(scenes[0].game, board, needed)
    parts += [
        f'<g id="{scenes[0].game}-on-{name}" class="background board-{scenes[0].game}">{board.backgrounds[name]}</g>'
        for name in grounds
    ]
    return "".join([*parts, "</defs></svg>"])


def needed_shapes(scenes: Sequence[Scene], board: Board[Any]) -> dict[str, str]:
    """The shapes that occur in these scenes, also inside of others: a card game has more than fifty."""
    used = {sprite.shape for scene in scenes for sprite in scene.sprites}
    text = "".join(
        [board.shapes[name] for name in used] + [board.backgrounds[scene.background] for scene in scenes]
    )
    return {
        name: shape
        for name, shape in board.shapes.items()
        if name in used or f"#{scenes[0].game}-{name}" in text
    }


def _shapes(game: str, board: Board[Any], shapes: Mapping[str, str]) -> list[str]:
    return [f'<g id="{game}-{name}" class="board-{game}">{shape}</g>' for name, shape in shapes.items()]


def sprite_svg(game: str, sprite: Sprite, *, marked: bool = False) -> str:
    """One sprite as the page and the script both draw it."""
    classes = ("sprite", sprite.shape, *sprite.classes, *(("ready",) if marked else ()))
    turn = f" rotate({_number(sprite.rotation)})" if sprite.rotation else ""
    size = f" scale({_number(sprite.scale)})" if sprite.scale != 1 else ""
    text = f"<text>{escape(sprite.text)}</text>" if sprite.text else ""
    return (
        f'<g class="{escape(" ".join(classes))}" data-id="{escape(sprite.id)}" '
        f'transform="translate({_number(sprite.x)} {_number(sprite.y)}){turn}{size}">'
        f'<title>{escape(sprite.label)}</title><use href="#{game}-{sprite.shape}"/>{text}</g>'
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")

"""Small pictures of the games for the home page: a real position each, a little way into a game, drawn by its own board."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from plyyard.core import registry
from plyyard.core.chance import draw
from plyyard.core.game import CHANCE, Happened, Moved
from plyyard.core.scene import Scene, Sprite, needed_shapes, to_svg
from plyyard.core.words import words

MOMENTS = (6, 12, 24)  # events into the game: enough to see what it is about
LIGHT = 30_000  # bytes


@functools.cache
def portrait(game_name: str, language: str) -> str:
    """An SVG without its stylesheet, which the page links: of some moments the one whose picture is lightest, where the last
    is much heavier (a card game shows more and more different cards).
    """
    game = registry.game(game_name)
    speech = words(language, game_name)
    views = [game.observe(_some_way_in(game, events), game.default_side) for events in MOMENTS]
    title = speech.say(game.title)
    drawn = [picture(game, game.board.scene(view, speech), title, slots=False) for view in views]
    return drawn[-1] if len(drawn[-1]) < LIGHT else min(drawn, key=len)


def _some_way_in(game: registry.AnyGame, events: int) -> Any:
    chance = random.Random(game.name)
    state = game.start(game.complete({}, chance.randrange))
    for _ in range(events):
        actor = game.actor(state)
        if actor is None:
            break
        event = (
            Happened(draw(game.lot(state), chance.randrange))
            if actor is CHANCE
            else _move(game, state, chance)
        )
        after = game.apply(state, event).state
        if game.result(after) is not None:
            break
        state = after
    return state


def _move(game: registry.AnyGame, state: Any, chance: random.Random) -> Moved[Any]:
    return Moved(game.turn(state) or game.sides[0], chance.choice(list(game.legal_moves(state))))


@dataclass(frozen=True, slots=True)
class _Needed:
    """A board with only those shapes that one picture uses."""

    shapes: dict[str, str]
    backgrounds: Any
    style: str = ""


def picture(
    game: registry.AnyGame,
    scene: Scene,
    title: str,
    marks: Sequence[str] = (),
    palette: Sequence[Sprite] = (),
    *,
    slots: bool = True,
    cut: bool = False,
) -> str:
    """The scene as SVG for a page that does not change it. ``palette``: what else of it the page draws.
    ``slots``: whether something can be picked. ``cut``: see ``to_svg``.
    """
    scenes = [scene, replace(scene, sprites=tuple(palette))]
    board: Any = _Needed(needed_shapes(scenes, game.board), game.board.backgrounds)
    return to_svg(scene, board, title, style=False, slots=slots, marks=marks, cut=cut)

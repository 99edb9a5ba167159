"""What the terminal shows of a position: its picture in letters with figures, or its description."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyyard.core import registry
from plyyard.core.game import Game
from plyyard.core.words import Words


def position_lines(game: Game[Any, Any, Any], view: Any, words: Words, plain: bool) -> Iterator[str]:
    """The picture in letters with the figures below it, or (plain, and where there is none) the description.

    A picture is ``text(view, words)`` in the file ``text.py`` of the game's folder, a string of several lines.
    """
    if plain or not (registry.folder(game.name) / "text.py").exists():
        yield from game.board.describe(view, words)
        return
    yield from registry.part(game.name, "text").text(view, words).splitlines()
    for fact in game.board.scene(view, words).facts:
        if fact.shown and fact.value:
            yield f"{fact.label}: {fact.value}"

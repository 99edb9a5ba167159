"""What the terminal says of a game: position, figures, result. The words for events are the board's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plyyard.core import registry
from plyyard.core.game import Game, Result
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


def result_line(game: Game[Any, Any, Any], result: Result, words: Words) -> str:
    """How it ended, with the reason, whole."""
    if len(game.sides) == 1:
        return words("Won.") if result.winner else words("Not won.")
    if result.winner is None:
        return {
            "blocked": words("The game is blocked with equal pips: a draw."),
            "agreed draw": words("A draw by agreement."),
        }.get(result.kind, words("A draw."))
    side = words.say(game.side_names[result.winner])
    return {
        "gammon": words("{side} wins a gammon: two points.", side=side),
        "backgammon": words("{side} wins a backgammon: three points.", side=side),
        "blocked": words("The game is blocked; {side} wins with fewer pips.", side=side),
        "resigned": words("{side} wins: the other side resigned.", side=side),
        "timeout": words("{side} wins: the other side ran out of time.", side=side),
        "claimed": words("{side} wins: the other side stayed away.", side=side),
    }.get(result.kind, words("{side} wins.", side=side))


def room_words(kind: str, words: Words) -> str:
    """An event of the room's own that names no side."""
    return {
        "started": words("The game begins."),
        "taken back": words("Taken back."),
        "agreed draw": words("A draw is agreed."),
        "abandoned": words("This game was left for a new one."),
    }.get(kind, kind)

"""The games that are here, with their options."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get

from plyyard.core import registry
from plyyard.core.words import words
from plyyard.web.api.asking import Request, language_of
from plyyard.web.api.calls import Call


class OptionOut(msgspec.Struct):
    """``default`` null: chance chooses. ``choices``: value and label; none: a whole number from ``low`` to ``high``."""

    name: str
    label: str
    default: Any
    low: int
    high: int
    choices: list[tuple[Any, str]]


class GameOut(msgspec.Struct):
    """``rules``: their version. ``levels``: of the computer, each with what it does."""

    name: str
    title: str
    rules: str
    sides: list[str]
    levels: dict[str, str]
    options: list[OptionOut]


class GamesOut(msgspec.Struct):
    games: list[GameOut]


@get("/api/games", **Call(GamesOut).kept)
async def get_games(request: Request) -> GamesOut:
    """The games with their options."""
    return GamesOut([_game(game, language_of(request)) for game in registry.games()])


def _game(game: registry.AnyGame, language: str) -> GameOut:
    tongue = words(language, game.name)
    options = [
        OptionOut(
            option.name,
            tongue.say(option.label),
            option.default,
            option.low,
            option.high,
            [(value, tongue.say(label)) for value, label in option.choices],
        )
        for option in game.options
    ]
    levels = {level: tongue.say(recipe.says) for level, recipe in game.levels.items()}
    return GameOut(game.name, tongue.say(game.title), game.rules_version, list(game.sides), levels, options)

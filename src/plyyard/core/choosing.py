"""Options that are chosen in a way a game offers (``core.game.Way``) instead of by their value."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from plyyard.core.chance import Below
from plyyard.core.errors import BadOptions, Say, quoted
from plyyard.core.game import Option, Way
from plyyard.core.registry import AnyGame

Chosen = tuple[dict[str, Any], dict[str, str]]


def chosen(game: AnyGame, options: Mapping[str, Any], below: Below, day: date) -> Chosen:
    """The options with a value for each that names a way, and which ways these were; ``BadOptions``.

    ``day``: the day in UTC.
    """
    offering = {option.name: option for option in game.options if option.ways}
    asked = {name: way for name, way in options.items() if isinstance(way, str) and name in offering}
    values = {name: value for name, value in options.items() if name not in asked}
    if not asked:
        return values, {}
    whole = game.complete(values, lambda n: 0)
    for name, wanted in asked.items():
        values[name] = _way(offering[name], wanted).choose(whole, day, below)
    return values, asked


def today() -> date:
    """The day in UTC: the same everywhere."""
    return datetime.now(UTC).date()


def _way(option: Option, wanted: str) -> Way:
    for way in option.ways:
        if way.name == wanted:
            return way
    raise BadOptions(
        Say(
            "{name} is {found}; it must be a whole number from {low} to {high}, or one of: {allowed}.",
            name=option.label,
            found=quoted(wanted),
            low=option.low,
            high=option.high,
            allowed=", ".join(way.name for way in option.ways),
        )
    )

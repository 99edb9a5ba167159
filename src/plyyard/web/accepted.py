"""Accepted corrections as a page shows them: what was wrong, by which source, and since when it is right."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date
from litestar.datastructures import State

from plyyard.store import corrections
from plyyard.store.keep import DatabaseKeep


@dataclass(frozen=True, slots=True)
class Accepted:
    """What everybody may see of a correction. ``day``: of the decision, in the reader's words."""

    day: str
    text: str
    source: str
    answer: str
    language: str


async def accepted(state: State, game: str, language: str) -> list[Accepted]:
    """A game's accepted corrections, the latest first; ``state``: ``request.app.state``. corrections.html lists them."""
    keep: DatabaseKeep = state.keep
    return [
        Accepted(_day(one.decided or one.created, language), one.text, one.source, one.answer, one.language)
        for one in await keep.read(corrections.accepted, game)
    ]


def _day(milliseconds: int, language: str) -> str:
    return str(format_date(datetime.fromtimestamp(milliseconds / 1000, UTC), "long", locale=language))

"""A refusal as it is kept, so that the same command is refused in the same words for ever, in any language."""

from __future__ import annotations

from typing import Any

import msgspec

from plyyard.core.errors import Say
from plyyard.core.game import Side
from plyyard.rooms.decision import Refusal


class _Say(msgspec.Struct):
    message: str
    values: dict[str, Any]


class _Kept(msgspec.Struct):
    code: str
    why: _Say
    article: str | None = None
    seat: Side | None = None
    marks: list[str] = []


def packed(seat: Side, refusal: Refusal) -> str:
    """As JSON, with the seat that was refused."""
    return msgspec.json.encode(
        _Kept(refusal.code, _say(refusal.why), refusal.article, seat, refusal.marks)
    ).decode()


def unpacked(text: str) -> tuple[Side | None, Refusal]:
    """The seat (None: it was not kept, of a game at one screen) and the refusal."""
    kept = msgspec.json.decode(text, type=_Kept)
    return kept.seat, Refusal(kept.code, _said(kept.why), kept.article, kept.marks)


def _say(say: Say) -> _Say:
    plain = (str, int, float, bool, type(None))
    return _Say(
        say.message,
        {
            name: _say(value) if isinstance(value, Say) else value if isinstance(value, plain) else str(value)
            for name, value in say.values.items()
        },
    )


def _said(kept: _Say) -> Say:
    values = {
        name: _said(msgspec.convert(value, _Say)) if isinstance(value, dict) else value
        for name, value in kept.values.items()
    }
    return Say(kept.message, **values)

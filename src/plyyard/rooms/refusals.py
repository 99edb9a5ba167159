"""A refusal as it is kept, so that the same command is refused in the same words for ever, in any language."""

from __future__ import annotations

from typing import Any

import msgspec

from plyyard.core.errors import Say
from plyyard.rooms.room import Refusal


class _Say(msgspec.Struct):
    message: str
    values: dict[str, Any]


class _Kept(msgspec.Struct):
    code: str
    why: _Say
    article: str | None = None


def packed(refusal: Refusal) -> str:
    """As JSON."""
    return msgspec.json.encode(_Kept(refusal.code, _say(refusal.why), refusal.article)).decode()


def unpacked(text: str) -> Refusal:
    kept = msgspec.json.decode(text, type=_Kept)
    return Refusal(kept.code, _said(kept.why), kept.article)


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

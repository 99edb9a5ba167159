"""Errors as problem details (RFC 9457), and the status that each refusal has."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated

import msgspec
from litestar.response import Response
from msgspec import UNSET, Meta, UnsetType

from plyyard.core.errors import PlyError, Say, UnknownGame
from plyyard.rooms.decision import Refusal, UnknownRoom
from plyyard.rooms.protocol import ENCODER

MEDIA_TYPE = "application/problem+json"
CODES = {
    400: "malformed",
    401: "not_known",
    403: "forbidden",
    404: "not_found",
    405: "not_allowed",
    410: "expired",
    413: "too_large",
    415: "wrong_type",
    429: "rate",
    503: "unavailable",
}
REFUSED = {
    "malformed": 400,
    "forbidden": 403,
    "not_seated": 403,
    "too_large": 413,
    "rate": 429,
    "unavailable": 503,
}  # a command; everything else 409


class Problem(msgspec.Struct):
    """An error. ``code`` is for programs, ``detail`` for people, in the language asked for."""

    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: str
    code: str
    type: str = "about:blank"
    article: str | UnsetType = UNSET  # of the game's rules


class Unreadable(PlyError):
    """A query or a body that is not what the call takes."""

    def __init__(self, reason: object) -> None:
        super().__init__(Say("This cannot be read: {reason}", reason=str(reason)[:160]))


def problem(
    status: int,
    detail: str,
    *,
    code: str = "",
    article: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response[bytes]:
    """The answer that tells of an error."""
    body = Problem(
        HTTPStatus(status).phrase,
        status,
        detail,
        code or CODES.get(status, "failed"),
        article=article or UNSET,
    )
    return Response(ENCODER.encode(body), status_code=status, media_type=MEDIA_TYPE, headers=headers)


def status_of(error: PlyError) -> int:
    """The HTTP status of what was refused."""
    if isinstance(error, UnknownRoom | UnknownGame):
        return 404
    if not isinstance(error, Refusal):
        return 400
    return 410 if error.code == "over" else REFUSED.get(error.code, 409)


def article_of(error: Exception) -> str | None:
    """The article of the rules that stands against it."""
    faults = getattr(error, "faults", None)
    return faults[0].article if faults else getattr(error, "article", None)

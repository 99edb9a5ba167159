"""What a request brings beside who sends it: its language, query and body, and the room it names."""

from __future__ import annotations

from typing import Any, Literal, TypeVar, cast

import msgspec
from litestar.connection import ASGIConnection
from litestar.connection import Request as LitestarRequest
from litestar.exceptions import HTTPException
from msgspec import UNSET, UnsetType

from plyyard.core.errors import Say
from plyyard.core.words import LANGUAGES
from plyyard.rooms.decision import Refusal, UnknownRoom
from plyyard.rooms.frames import Look
from plyyard.rooms.hub import Hub
from plyyard.rooms.room import Room
from plyyard.web.api.problems import Unreadable
from plyyard.web.auth import guest_of

Request = LitestarRequest[Any, Any, Any]
T = TypeVar("T")

MAX_ROOM_ID = 40
JSON_TYPES = ("", "application/json")


class Asking(msgspec.Struct):
    """The query of any call."""

    lang: Literal["de", "en"] | UnsetType = UNSET  # of texts; else what Accept-Language prefers


class Looking(Asking):
    """How to show a room."""

    facing: Literal["", "flip"] = ""  # flip: the board turned
    scene: Literal["0", "1"] = "1"  # 0: without pictures


def language_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Asked for with ``lang``, else what the reader's browser prefers, else German."""
    asked = request.query_params.get("lang", "")
    if asked in LANGUAGES:
        return asked
    return preferred(request) or LANGUAGES[0]


def preferred(request: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """What the reader's browser prefers of our languages; None: none of them."""
    for part in request.headers.get("accept-language", "").split(","):
        if (code := part.strip()[:2].lower()) in LANGUAGES:
            return code
    return None


def query_of(request: ASGIConnection[Any, Any, Any, Any], shape: type[T]) -> T:
    """The query as this struct; ``Unreadable``."""
    try:
        return msgspec.convert(dict(request.query_params), shape, strict=False)
    except msgspec.ValidationError as error:
        raise Unreadable(error) from None


def look_of(request: Request, query: Looking) -> Look:
    """How this request wants to see."""
    return Look(language_of(request), query.facing, query.scene == "1")


async def body_of(request: Request, shape: type[T]) -> T:
    """The JSON body as this struct, an empty one as ``{}``; ``Unreadable``, or the status of a body of another type."""
    try:
        return msgspec.json.decode(await raw_body(request) or b"{}", type=shape)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(error) from None


async def raw_body(request: Request) -> bytes:
    """The bytes of a body that claims to be JSON, or claims nothing."""
    if request.content_type[0] not in JSON_TYPES:
        raise HTTPException(status_code=415)
    return await request.body()


async def room_of(request: Request, room_id: str) -> Room:
    """The room an address names; ``UnknownRoom``."""
    if len(room_id) > MAX_ROOM_ID:
        raise UnknownRoom(Say("There is no such game here."))
    return await hub_of(request).room(room_id)


async def watched(request: Request, room_id: str) -> Room:
    """The room an address names, for a player or for one who may look on; ``UnknownRoom``, or ``Refusal`` of the others."""
    room = await room_of(request, room_id)
    guest = guest_of(request).id
    if not room.sides_of(guest) and (why := room.why_not_watch(guest)) is not None:
        raise Refusal("forbidden", why)
    return room


def hub_of(request: ASGIConnection[Any, Any, Any, Any]) -> Hub:
    return cast(Hub, request.app.state.hub)


def whole(text: str | None) -> int | None:
    """A small whole number from a query, or None."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 8 else None

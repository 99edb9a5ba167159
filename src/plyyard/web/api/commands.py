"""Commands and queries: read, carried out and answered the same over HTTP and over a socket."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import post
from litestar.params import FromPath
from litestar.response import Response

from plyyard.core.errors import Say
from plyyard.core.words import words
from plyyard.rooms.frames import Look
from plyyard.rooms.hub import Hub
from plyyard.rooms.live import Connection
from plyyard.rooms.protocol import (
    DECODER,
    ENCODER,
    MAX_FRAME,
    MAX_ID,
    Answer,
    Event,
    Hidden,
    Incoming,
    Ping,
    Pong,
    Refused,
    State,
    Steps,
    StepsOut,
    Why,
    WhyOut,
)
from plyyard.rooms.questions import ask
from plyyard.rooms.room import Room
from plyyard.web.api.asking import Looking, Request, hub_of, look_of, query_of, raw_body, watched
from plyyard.web.api.calls import Call
from plyyard.web.api.problems import REFUSED
from plyyard.web.auth import guest_of
from plyyard.web.limits import Limits


@post(
    "/api/rooms/{room:str}/commands",
    status_code=200,
    **Call(
        Event | Hidden | State | StepsOut | WhyOut | Pong,
        takes=Incoming,
        query=Looking,
        refuses=dict.fromkeys((400, 403, 409, 413, 429, 503), Refused),
        problems=(403, 404),
        changes=True,
    ).kept,
)
async def post_command(request: Request, room: FromPath[str]) -> Response[bytes]:
    """One command or query, answered as on the socket."""
    body = await raw_body(request)
    found = await watched(request, room)
    look = look_of(request, query_of(request, Looking))
    guest = guest_of(request).id
    limits: Limits = request.app.state.limits
    if limits.take(request, guest):
        answer: Answer | None = await carry_out(
            hub_of(request), found, guest, read_frame(found, body, look), look
        )
    else:
        say = Say("That was too fast. Wait a moment.")
        answer = Refused(id_of(body), "rate", found.head, words(look.language).say(say))
    status = REFUSED.get(answer.code, 409) if isinstance(answer, Refused) else 200
    headers = {"retry-after": "1"} if status == 429 else None
    return Response(
        ENCODER.encode(answer), status_code=status, media_type="application/json", headers=headers
    )


def read_frame(room: Room, frame: bytes, look: Look) -> Incoming | Refused:
    """One frame as a command or query, or the refusal of it."""

    def refused(code: str, say: Say) -> Refused:
        return Refused(id_of(frame), code, room.head, words(look.language, room.game.name).say(say))

    if len(frame) > MAX_FRAME:
        return refused("too_large", Say("A frame has at most {limit} bytes.", limit=MAX_FRAME))
    try:
        return DECODER.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return refused("malformed", Say("This cannot be read: {reason}", reason=str(error)[:160]))


async def carry_out(
    hub: Hub,
    room: Room,
    guest: str | None,
    incoming: Incoming | Refused,
    look: Look,
    connection: Connection | None = None,
) -> Answer | None:
    """Answer what was read: the same for a socket and for a request. None: ``connection`` has been told already."""
    if isinstance(incoming, Refused):
        return incoming
    if isinstance(incoming, Ping):
        return Pong(incoming.id)
    if isinstance(incoming, Steps | Why):
        return ask(room, guest, incoming, look)
    return await hub.act(room, guest, incoming, look, connection)


def id_of(frame: bytes) -> str | None:
    """The id of a frame that may be wrong otherwise, so that its sender knows which one was refused."""
    try:
        found = msgspec.json.decode(frame[:MAX_FRAME], type=dict[str, Any]).get("id")
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return found if isinstance(found, str) and len(found) <= MAX_ID else None

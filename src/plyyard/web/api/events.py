"""What happened in a room, as the asker's role sees it: as JSON, or as an event stream that goes on."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from anyio import CancelScope
from litestar import get
from litestar.params import FromPath
from litestar.response import Response
from msgspec import Meta

from plyyard.rooms import frames
from plyyard.rooms.decision import Refusal
from plyyard.rooms.frames import Look, Sight
from plyyard.rooms.hub import Hub
from plyyard.rooms.protocol import Event, Hidden, Seq
from plyyard.rooms.room import Room
from plyyard.web.api.asking import Asking, Request, hub_of, language_of, query_of, watched
from plyyard.web.api.calls import Call
from plyyard.web.api.streams import HEARTBEAT, STILL_HERE, Message, Messages, streamed, wants_stream
from plyyard.web.auth import Guest, guest_of

MANY = 500  # events in one answer; whoever wants more asks again

Shown = Annotated[
    Any,
    Meta(
        extra_json_schema={"anyOf": [{"$ref": f"#/components/schemas/{s.__name__}"} for s in (Event, Hidden)]}
    ),
]


class AskingForEvents(Asking):
    """The query of ``GET /api/rooms/{room}/events``."""

    since: Seq = 0  # events after this one


class EventsOut(msgspec.Struct):
    """At most 500 events; when the last of them is not ``head`` there are more."""

    events: list[Shown]
    head: int


class _Numbered(msgspec.Struct):
    seq: int | None = None


@get(
    "/api/rooms/{room:str}/events",
    **Call(EventsOut, query=AskingForEvents, problems=(403, 404), streams=True).kept,
)
async def get_events(request: Request, room: FromPath[str]) -> Response[Any]:
    """Events after ``since`` as the asker's role sees them, without pictures."""
    since = query_of(request, AskingForEvents).since
    found = await watched(request, room)
    guest = guest_of(request)
    look = Look(language_of(request), scene=False)
    if wants_stream(request):
        resumed = _resumed(request, since)
        return await streamed(request, messages(hub_of(request), found, guest, look, resumed))
    last = min(found.head, since + MANY)
    events = [
        frames.event_frame(Sight(found, seq), guest.id, look, None)[0] for seq in range(since + 1, last + 1)
    ]
    return Response(EventsOut(events, found.head))


def _resumed(request: Request, since: int) -> int:
    """Where a stream that was cut off goes on."""
    try:
        return msgspec.convert(request.headers.get("last-event-id", ""), Seq, strict=False)
    except msgspec.ValidationError:
        return since


async def messages(hub: Hub, room: Room, guest: Guest, look: Look, since: int) -> Messages:
    """One for each event, with its seq as its id; a sign of life when nothing happens for a while."""
    try:
        connection = await hub.connect(
            room, guest.id, guest.name, look, since, alone=False, session=guest.session
        )
    except Refusal:
        return  # sent out a moment ago
    try:
        await connection.outbox.get()  # the state, which a stream of events leaves out
        for seq in connection.missed:
            yield Message(connection.missed_frame(seq), id=seq)
        while True:
            try:
                frame = await asyncio.wait_for(connection.outbox.get(), HEARTBEAT)
            except TimeoutError:
                yield STILL_HERE
                continue
            if frame is None:
                return
            if (event := msgspec.json.decode(frame, type=_Numbered)).seq is not None:
                yield Message(frame, id=event.seq)
    finally:
        with CancelScope(shield=True):
            await hub.disconnect(connection)

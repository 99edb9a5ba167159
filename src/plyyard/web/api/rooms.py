"""Rooms: made, joined, looked at, listed for their players, taken home as a record."""

from __future__ import annotations

from typing import Literal

import msgspec
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Response

from plyyard.core import record
from plyyard.core.errors import Say
from plyyard.core.words import LANGUAGES
from plyyard.rooms import frames, questions, records
from plyyard.rooms.decision import UnknownRoom
from plyyard.rooms.frames import Look
from plyyard.rooms.protocol import Created, CreateRoom, Joined, JoinRoom, Seq, State, Summary
from plyyard.rooms.room import Room
from plyyard.web.api.asking import (
    Asking,
    Looking,
    Request,
    body_of,
    hub_of,
    language_of,
    look_of,
    query_of,
    room_of,
    watched,
)
from plyyard.web.api.calls import Call
from plyyard.web.auth import guest_of


class AskingForRoom(Looking):
    """The query of ``GET /api/rooms/{room}``; that of commands has no ``at``."""

    at: Seq | msgspec.UnsetType = msgspec.UNSET  # as it was after this event


class AskingForMine(Asking):
    """The query of ``GET /api/mine``."""

    over: Literal["0", "1"] = "0"  # 1: those that are over


class MineOut(msgspec.Struct):
    rooms: list[Summary]


@post(
    "/api/rooms",
    status_code=201,
    **Call(Created, takes=CreateRoom, problems=(403, 404, 409), changes=True).kept,
)
async def post_room(request: Request) -> Created:
    """A new room. ``url``: of its page."""
    order = await body_of(request, CreateRoom)
    order.listed = order.listed and request.app.state.lobby
    guest = guest_of(request)
    room = await hub_of(request).create(guest.id, guest.name, order)
    seat = frames.state_frame(room, guest.id, Look(scene=False)).you
    founding = room.founding
    return Created(room.id, url(request, room.id), seat, founding.invite or None, founding.code or None)


@post(
    "/api/rooms/{room:str}/join",
    status_code=200,
    **Call(Joined, takes=JoinRoom, problems=(403, 404, 409, 410), changes=True).kept,
)
async def post_join(request: Request, room: FromPath[str]) -> Joined:
    """Take a free seat; the same person again gets the same seat."""
    order = await body_of(request, JoinRoom)
    return await _seated(request, await room_of(request, room), order)


@post(
    "/api/join",
    status_code=200,
    **Call(Joined, takes=JoinRoom, problems=(403, 404, 409, 410), changes=True).kept,
)
async def post_join_by_invitation(request: Request) -> Joined:
    """The same for whoever has nothing but the invitation or its code."""
    order = await body_of(request, JoinRoom)
    found = await hub_of(request).lists.invited(order.invite, order.code, guest_of(request).id)
    if found is None:
        raise UnknownRoom(Say("There is no such game here."))
    return await _seated(request, await room_of(request, found), order)


async def _seated(request: Request, room: Room, order: JoinRoom) -> Joined:
    guest = guest_of(request)
    return Joined(await hub_of(request).join(room.id, guest.id, guest.name, order), room.id)


@get("/api/rooms/{room:str}", **Call(State, query=AskingForRoom, problems=(403, 404)).kept)
async def get_room(request: Request, room: FromPath[str]) -> State:
    """What the asker may see, now or after an event."""
    query = query_of(request, AskingForRoom)
    found = await watched(request, room)
    at = None if query.at is msgspec.UNSET else query.at
    live = hub_of(request).live(found)
    state, _ = questions.look(live, guest_of(request).id, look_of(request, query), at)
    return state


@get("/api/rooms/{room:str}/record", **Call(record.Record, problems=(403, 404)).kept)
async def get_record(request: Request, room: FromPath[str]) -> Response[bytes]:
    """The record: whole after the end, before as the asker's role sees it."""
    found = await watched(request, room)
    name = f"{found.founding.game}-{found.id}.plyyard.json"
    return Response(
        record.encode(records.record(found, found.viewer(guest_of(request).id))),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@get("/api/mine", **Call(MineOut, query=AskingForMine).kept)
async def get_mine(request: Request) -> MineOut:
    """The asker's own rooms, the newest first."""
    over = query_of(request, AskingForMine).over == "1"
    return MineOut(await hub_of(request).lists.mine(guest_of(request).id, over))


def url(request: Request, room: str) -> str:
    """Of a room's page."""
    return f"/spiel/{room}" if language_of(request) == LANGUAGES[0] else f"/en/game/{room}"

"""The socket of a room: reads frames one by one, answers each, and sends what the hub queues."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException

from plyyard.core.words import DEFAULT_LANGUAGE, LANGUAGES
from plyyard.rooms.frames import Look
from plyyard.rooms.hub import Hub
from plyyard.rooms.live import Connection
from plyyard.rooms.protocol import ENCODER, MAX_FRAME, Event, Refused
from plyyard.rooms.room import UnknownRoom
from plyyard.web.api import carry_out, id_of, read_frame, whole
from plyyard.web.auth import guest_of, origin_holds
from plyyard.web.limits import Limits

log = logging.getLogger(__name__)

FAILED, TOO_LARGE, TOO_FAST, NOT_ALLOWED, NO_SUCH_ROOM = 1011, 4413, 4429, 4403, 4404
STRIKES = 20  # refusals for speed until the socket is closed


@websocket("/api/rooms/{room_id:str}/socket")
async def room_socket(socket: WebSocket[Any, Any, Any], room_id: str) -> None:
    """One viewer's socket."""
    hub: Hub = socket.app.state.hub
    await socket.accept()
    if not origin_holds(socket):
        await socket.close(NOT_ALLOWED)
        return
    limits: Limits = socket.app.state.limits
    if not limits.take(socket):
        await socket.close(TOO_FAST)
        return
    try:
        room = await hub.room(room_id)
    except UnknownRoom:
        await socket.close(NO_SUCH_ROOM)
        return
    guest = guest_of(socket)
    query = socket.query_params
    language = query.get("lang", DEFAULT_LANGUAGE)
    look = Look(
        language if language in LANGUAGES else DEFAULT_LANGUAGE,
        "flip" if query.get("facing") == "flip" else "",
        query.get("scene", "1") != "0",
    )
    connection = await hub.connect(room, guest.id, look, whole(query.get("since")))
    reader = asyncio.create_task(_read(socket, hub, connection, limits))
    try:
        await _send(socket, connection)
    except (WebSocketDisconnect, WebSocketException, RuntimeError):
        pass  # the other end is gone; it resumes with since
    finally:
        hub.disconnect(connection)
        reader.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await reader


async def _send(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    missed = iter(connection.missed)
    while (frame := await connection.outbox.get()) is not None:
        await socket.send_text(frame.decode())
        for seq in missed:  # after the first frame; whoever is closed meanwhile need not read on
            if connection.close_code is not None:
                break
            await socket.send_text(connection.missed_frame(seq).decode())
            await asyncio.sleep(0)
    await socket.close(connection.close_code or 1000)


async def _read(socket: WebSocket[Any, Any, Any], hub: Hub, connection: Connection, limits: Limits) -> None:
    strikes = 0
    room, guest, look = connection.room, connection.guest, connection.look
    try:
        while True:
            frame = (await socket.receive_text()).encode()
            if not limits.take(socket, guest or ""):
                connection.put(ENCODER.encode(Refused(id_of(frame), "rate", room.head)))
                strikes += 1
                if strikes > STRIKES:
                    connection.close(TOO_FAST)
                    return
                await asyncio.sleep(0.1)
                continue
            incoming = read_frame(room, frame, look)
            if not isinstance(incoming, Refused):
                connection.awaiting.add(incoming.id)
            answer = await carry_out(hub, room, guest, incoming, look)
            told = isinstance(answer, Event) and answer.id not in connection.awaiting
            connection.awaiting.clear()
            if not told:
                connection.put(ENCODER.encode(answer))
            if len(frame) > MAX_FRAME:
                connection.close(TOO_LARGE)
                return
    except (WebSocketDisconnect, WebSocketException):
        connection.close(1000)
    except Exception:  # reported; the other end comes back and asks again
        log.exception("a socket of a room of %s", room.game.name)
        connection.close(FAILED)

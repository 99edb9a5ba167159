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
from plyyard.rooms.keep import Unavailable
from plyyard.rooms.live import Connection
from plyyard.rooms.meters import Meters
from plyyard.rooms.protocol import ENCODER, MAX_FRAME, Refused
from plyyard.rooms.room import Refusal, UnknownRoom
from plyyard.web.api.asking import whole
from plyyard.web.api.commands import carry_out, id_of, read_frame
from plyyard.web.auth import guest_of, origin_holds, turned_away
from plyyard.web.limits import Limits

log = logging.getLogger(__name__)

Socket = WebSocket[Any, Any, Any]

FAILED, TOO_LARGE, TOO_FAST, NOT_ALLOWED, NO_SUCH_ROOM = 1011, 4413, 4429, 4403, 4404
TURNED_AWAY = 4000  # and the status that HTTP would have: 4401, 4403
ON_PURPOSE = {1000, 1001}  # a browser that closes or goes to another page says so
STRIKES = 20  # refusals for speed until the socket is closed


@websocket("/api/rooms/{room_id:str}/socket")
async def room_socket(socket: Socket, room_id: str) -> None:
    """One viewer's socket."""
    hub: Hub = socket.app.state.hub
    limits: Limits = socket.app.state.limits
    await socket.accept()
    if not origin_holds(socket):
        return await _turn_away(socket, hub, NOT_ALLOWED)
    if status := turned_away(socket):
        return await _turn_away(socket, hub, TURNED_AWAY + status)
    guest = guest_of(socket)
    if not limits.take(socket) or not limits.enter(socket, guest.id):
        return await _turn_away(socket, hub, TOO_FAST)
    try:
        since = whole(socket.query_params.get("since"))
        room = await hub.room(room_id)
        connection = await hub.connect(room, guest.id, guest.name, _look(socket), since)
    except UnknownRoom:
        await _turn_away(socket, hub, NO_SUCH_ROOM)
    except Refusal:
        await _turn_away(socket, hub, NOT_ALLOWED)
    except Unavailable:
        await _turn_away(socket, hub, FAILED)
    else:
        await _serve(socket, hub, connection, limits)
    finally:
        limits.leave(socket, guest.id)


async def _turn_away(socket: Socket, hub: Hub, code: int) -> None:
    hub.meters.closes[code] += 1
    await socket.close(code)


async def _serve(socket: Socket, hub: Hub, connection: Connection, limits: Limits) -> None:
    """Read and send until either end has enough."""
    hub.meters.connections += 1
    reader = asyncio.create_task(_read(socket, hub, connection, limits))
    left = False
    try:
        await _send(socket, connection, hub.meters)
    except (WebSocketDisconnect, WebSocketException, RuntimeError):
        pass  # the other end is gone; it resumes with since
    finally:
        reader.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            left = await reader
        hub.meters.connections -= 1
        hub.meters.closes[connection.close_code or 1000] += 1
        await hub.disconnect(connection, left)


def _look(socket: Socket) -> Look:
    query = socket.query_params
    language = query.get("lang", DEFAULT_LANGUAGE)
    return Look(
        language if language in LANGUAGES else DEFAULT_LANGUAGE,
        "flip" if query.get("facing") == "flip" else "",
        query.get("scene", "1") != "0",
    )


async def _send(socket: Socket, connection: Connection, meters: Meters) -> None:
    missed = iter(connection.missed)
    while (frame := await connection.outbox.get()) is not None:
        await socket.send_text(frame.decode())
        meters.frames += 1
        for seq in missed:  # after the first frame; whoever is closed meanwhile need not read on
            if connection.close_code is not None:
                break
            await socket.send_text(connection.missed_frame(seq).decode())
            meters.frames += 1
            await asyncio.sleep(0)
    await socket.close(connection.close_code or 1000)


async def _read(socket: Socket, hub: Hub, connection: Connection, limits: Limits) -> bool:
    """Until the other end is gone; whether it left on purpose."""
    strikes = 0
    room, look = connection.room, connection.look
    try:
        while True:
            frame = (await socket.receive_text()).encode()
            if status := turned_away(socket):  # a ban made meanwhile
                connection.close(TURNED_AWAY + status)
                return False
            if not limits.take(socket, connection.guest or ""):
                connection.put(ENCODER.encode(Refused(id_of(frame), "rate", room.head)))
                strikes += 1
                if strikes > STRIKES:
                    connection.close(TOO_FAST)
                    return False
                await asyncio.sleep(0.1)
                continue
            incoming = read_frame(room, frame, look)
            answer = await carry_out(hub, room, connection.guest, incoming, look, connection)
            connection.awaiting.clear()
            if answer is not None:
                connection.put(ENCODER.encode(answer))
            if len(frame) > MAX_FRAME:
                connection.close(TOO_LARGE)
                return False
    except WebSocketDisconnect as gone:
        connection.close(1000)
        return gone.code in ON_PURPOSE
    except WebSocketException:
        connection.close(1000)
    except Exception:  # reported; the other end comes back and asks again
        log.exception("a socket failed", extra={"game": room.game.name})
        connection.close(FAILED)
    return False

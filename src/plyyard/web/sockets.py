"""The sockets of rooms: each reads frames one by one, answers each, and sends what the hub queues.

They are taken before the rest of the site sees them: what lies between costs time for each frame and memory for each connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from typing import Any, cast

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from plyyard.rooms.frames import Look
from plyyard.rooms.hub import Hub
from plyyard.rooms.keep import Unavailable
from plyyard.rooms.live import Connection
from plyyard.rooms.meters import Meters
from plyyard.rooms.outbox import Outbox
from plyyard.rooms.protocol import ENCODER, MAX_FRAME, Refused
from plyyard.rooms.room import Refusal, UnknownRoom
from plyyard.web.api.asking import language_of, whole
from plyyard.web.api.commands import carry_out, id_of, read_frame
from plyyard.web.auth import guest_of, origin_holds, recognise, turned_away
from plyyard.web.limits import Limits

log = logging.getLogger(__name__)

PATH = re.compile(r"/api/rooms/([^/]+)/socket")
FAILED, TOO_LARGE, TOO_FAST, NOT_ALLOWED, NO_SUCH_ROOM = 1011, 4413, 4429, 4403, 4404
TURNED_AWAY = 4000  # and the status that HTTP would have: 4401, 4403
ON_PURPOSE = {1000, 1001}  # a browser that closes or goes to another page says so
STRIKES = 20  # refusals for speed until the socket is closed


class Protocol(WebSocketsSansIOProtocol):
    """uvicorn's, without 4 KB a socket that only a queue with many readers and the headers of its request need."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = Outbox()  # type: ignore[assignment]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        event.headers.clear()  # they are in the scope


class Gone(Exception):
    """The other end has closed, with this ``code``."""

    def __init__(self, code: int) -> None:
        self.code = code


class Socket:
    """A WebSocket as the server hands it over, for frames of text; ``asker``: who opened it, and with what."""

    __slots__ = ("_receive", "_send", "asker")

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asker: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        self._receive = receive
        self._send = send

    async def accept(self) -> None:
        await self._receive()
        await self._send({"type": "websocket.accept", "subprotocol": None, "headers": []})

    async def read(self) -> bytes:
        """The next frame, or ``Gone``."""
        message = cast(dict[str, Any], await self._receive())
        if message["type"] == "websocket.disconnect":
            raise Gone(message["code"])
        return (message.get("text") or "").encode()

    async def write(self, frame: bytes) -> None:
        """OSError or RuntimeError: the other end is gone."""
        await self._send({"type": "websocket.send", "bytes": None, "text": frame.decode()})

    async def close(self, code: int) -> None:
        await self._send({"type": "websocket.close", "code": code, "reason": ""})

    def forget_headers(self) -> None:
        """There are thousands of sockets, and what they were opened with is needed no more, but for who it was."""
        scope, guest = self.asker.scope, guest_of(self.asker)
        scope["headers"] = []
        scope["state"] = {"guest": guest}
        self.asker = ASGIConnection(scope)


def with_sockets(app: ASGIApp, site: Litestar) -> ASGIApp:
    """Around the whole site."""

    async def around(scope: Scope, receive: Receive, send: Send) -> None:
        opened = scope["type"] == ScopeType.WEBSOCKET and PATH.fullmatch(scope["path"])
        if opened:
            scope["litestar_app"] = site
            await room_socket(Socket(scope, receive, send), opened[1])
        else:
            await app(scope, receive, send)

    return around


async def room_socket(socket: Socket, room_id: str) -> None:
    """One viewer's socket."""
    hub: Hub = socket.asker.app.state.hub
    limits: Limits = socket.asker.app.state.limits
    await socket.accept()
    try:
        await recognise(socket.asker)
    except Unavailable:
        return await _turn_away(socket, hub, FAILED)
    if not origin_holds(socket.asker):
        return await _turn_away(socket, hub, NOT_ALLOWED)
    if status := turned_away(socket.asker):
        return await _turn_away(socket, hub, TURNED_AWAY + status)
    guest = guest_of(socket.asker)
    if not limits.take(socket.asker) or not limits.enter(socket.asker, guest.id):
        return await _turn_away(socket, hub, TOO_FAST)
    try:
        since, look = whole(socket.asker.query_params.get("since")), _look(socket)
        socket.forget_headers()
        room = await hub.room(room_id)
        connection = await hub.connect(room, guest.id, guest.name, look, since)
    except UnknownRoom:
        await _turn_away(socket, hub, NO_SUCH_ROOM)
    except Refusal:
        await _turn_away(socket, hub, NOT_ALLOWED)
    except Unavailable:
        await _turn_away(socket, hub, FAILED)
    else:
        await _serve(socket, hub, connection, limits)
    finally:
        limits.leave(socket.asker, guest.id)


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
    except (OSError, RuntimeError):
        pass  # the other end is gone; it resumes with since
    finally:
        reader.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            left = await reader
        hub.meters.connections -= 1
        hub.meters.closes[connection.close_code or 1000] += 1
        await hub.disconnect(connection, left)


def _look(socket: Socket) -> Look:
    query = socket.asker.query_params
    return Look(
        language_of(socket.asker),
        "flip" if query.get("facing") == "flip" else "",
        query.get("scene", "1") != "0",
    )


async def _send(socket: Socket, connection: Connection, meters: Meters) -> None:
    missed = iter(connection.missed)
    while await _send_next(socket, connection):
        meters.frames += 1
        for seq in missed:  # after the first frame; whoever is closed meanwhile need not read on
            if connection.close_code is not None:
                break
            await socket.write(connection.missed_frame(seq))
            meters.frames += 1
            await asyncio.sleep(0)
    await socket.close(connection.close_code or 1000)


async def _send_next(socket: Socket, connection: Connection) -> bool:
    """False: that was all. Nothing of a frame stays in memory while the next is waited for."""
    frame = await connection.outbox.get()
    if frame is not None:
        await socket.write(frame)
    return frame is not None


async def _read(socket: Socket, hub: Hub, connection: Connection, limits: Limits) -> bool:
    """Until the other end is gone; whether it left on purpose."""
    strikes = 0
    room, look = connection.room, connection.look
    try:
        while True:
            frame = await socket.read()
            if status := turned_away(socket.asker):  # a ban made meanwhile
                connection.close(TURNED_AWAY + status)
                return False
            if not limits.take(socket.asker, connection.guest or ""):
                connection.put(ENCODER.encode(Refused(id_of(frame), "rate", room.head)))
                strikes += 1
                if strikes > STRIKES:
                    connection.close(TOO_FAST)
                    return False
                await asyncio.sleep(0.1)
                continue
            incoming = read_frame(room, frame, look)
            answer = await carry_out(hub, room, connection.guest, incoming, look, connection)
            connection.awaiting = None
            if answer is not None:
                connection.put(ENCODER.encode(answer))
            if len(frame) > MAX_FRAME:
                connection.close(TOO_LARGE)
                return False
    except Gone as gone:
        connection.close(1000)
        return gone.code in ON_PURPOSE
    except Exception:  # reported; the other end comes back and asks again
        log.exception("a socket failed", extra={"game": room.game.name})
        connection.close(FAILED)
    return False

"""The sockets of rooms: each answers what comes in one by one, and sends what the hub queues.

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

from plyyard.rooms.decision import Refusal, UnknownRoom
from plyyard.rooms.frames import Look
from plyyard.rooms.hub import Hub
from plyyard.rooms.keep import Unavailable
from plyyard.rooms.live import Connection
from plyyard.rooms.protocol import ENCODER, MAX_FRAME, Refused
from plyyard.web.api.asking import language_of, whole
from plyyard.web.api.commands import carry_out, id_of, read_frame
from plyyard.web.auth import guest_of, origin_holds, recognise, turned_away
from plyyard.web.bans import Bans
from plyyard.web.limits import Limits, address_of
from plyyard.web.websocket import EXTENSION, Protocol

log = logging.getLogger(__name__)

PATH = re.compile(r"/api/rooms/([^/]+)/socket")
FAILED, TOO_LARGE, TOO_FAST, NOT_ALLOWED, NO_SUCH_ROOM = 1011, 4413, 4429, 4403, 4404
TURNED_AWAY = 4000  # and the status that HTTP would have: 4401, 4403
ON_PURPOSE = {1000, 1001}  # a browser that closes or goes to another page says so
STRIKES = 20  # refusals for speed until the socket is closed


class Socket:
    """A WebSocket as the server hands it over, for frames of text; ``asker``: who opened it, and with what."""

    __slots__ = ("_receive", "_send", "asker", "direct")

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asker: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        self.direct = direct_of(scope)
        self._receive = receive
        self._send = send

    async def accept(self) -> None:
        await self._receive()
        await self._send({"type": "websocket.accept", "subprotocol": None, "headers": []})

    async def end(self) -> int:
        """Wait for it: the code with which the other end has closed, once ``direct`` is listened to."""
        return int(cast(dict[str, Any], await self._receive())["code"])

    async def write(self, frame: bytes) -> None:
        """Once the other end can take it. OSError or RuntimeError: it is gone."""
        await self._send({"type": "websocket.send", "bytes": None, "text": frame.decode()})

    async def close(self, code: int) -> None:
        await self._send({"type": "websocket.close", "code": code, "reason": ""})

    def forget_headers(self) -> None:
        """There are thousands of sockets, and what they were opened with is needed no more, but for who it was."""
        scope, guest = self.asker.scope, guest_of(self.asker)
        scope["headers"] = []
        scope["state"] = {"guest": guest}
        self.asker = ASGIConnection(scope)


def direct_of(scope: Scope) -> Protocol:
    """What an ASGI scope of a WebSocket stands for."""
    return cast(Protocol, cast(dict[str, Any], scope["extensions"])[EXTENSION])


def with_sockets(app: ASGIApp, site: Litestar) -> ASGIApp:
    """Around the whole site."""

    async def around(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.WEBSOCKET:
            return await app(scope, receive, send)
        direct = direct_of(scope)
        try:
            if opened := PATH.fullmatch(scope["path"]):
                scope["litestar_app"] = site
                await room_socket(Socket(scope, receive, send), opened[1])
            else:
                await app(scope, receive, send)
        finally:
            direct.forget()
        return None

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
        connection = await hub.connect(room, guest.id, guest.name, look, since, session=guest.session)
    except UnknownRoom:
        await _turn_away(socket, hub, NO_SUCH_ROOM)
    except Refusal:
        await _turn_away(socket, hub, NOT_ALLOWED)
    except Unavailable:
        await _turn_away(socket, hub, FAILED)
    else:
        await Line(socket, hub, connection, limits).serve()
    finally:
        limits.leave(socket.asker, guest.id)


async def _turn_away(socket: Socket, hub: Hub, code: int) -> None:
    hub.meters.closes[code] += 1
    await socket.close(code)


def _look(socket: Socket) -> Look:
    query = socket.asker.query_params
    return Look(
        language_of(socket.asker),
        "flip" if query.get("facing") == "flip" else "",
        query.get("scene", "1") != "0",
    )


class Line:
    """Between a socket and its connection: what comes in is answered one by one, what the hub queues goes out at once."""

    __slots__ = (
        "_address",
        "_closing",
        "_connection",
        "_hub",
        "_limits",
        "_site",
        "_socket",
        "_strikes",
        "_unread",
        "_work",
    )

    def __init__(self, socket: Socket, hub: Hub, connection: Connection, limits: Limits) -> None:
        self._socket = socket
        self._hub = hub
        self._connection = connection
        self._limits = limits
        self._site = socket.asker.app.state
        self._address = address_of(socket.asker)
        self._unread: list[bytes] = []
        self._work: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._strikes = 0

    async def serve(self) -> None:
        """Until either end has enough."""
        hub, connection = self._hub, self._connection
        hub.meters.connections += 1
        left = False
        try:
            self._socket.direct.listen(self._hear, self._pour)
            await self._begin()
            left = await self._socket.end() in ON_PURPOSE
            if self._work is not None:
                await asyncio.wait([self._work])
        except (OSError, RuntimeError):
            pass  # the other end is gone; it resumes with since
        finally:
            hub.meters.connections -= 1
            connection.outbox.pour(lambda _: True)
            connection.close(1000)
            hub.meters.closes[connection.close_code or 1000] += 1
            await hub.disconnect(connection, left)

    # ---- out ----

    async def _begin(self) -> None:
        """The first frame, what was missed until then, and from now on whatever comes."""
        connection = self._connection
        if connection.missed and connection.close_code is None:
            await self._write(connection.outbox.get_nowait() or b"")
            for seq in connection.missed:
                if connection.close_code is not None:  # whoever is closed meanwhile need not read on
                    break
                await self._write(connection.missed_frame(seq))
                await asyncio.sleep(0)
        connection.missed = ()
        self._pour()

    async def _write(self, frame: bytes) -> None:
        await self._socket.write(frame)
        self._hub.meters.frames += 1

    def _pour(self) -> None:
        self._connection.outbox.pour(self._put)

    def _put(self, frame: bytes | None) -> bool:
        """Out with one frame; False: not now."""
        direct = self._socket.direct
        if frame is None:
            self._closing = asyncio.create_task(self._close())
        elif direct.held_up:
            return False
        else:
            direct.write(frame)
            self._hub.meters.frames += 1
        return True

    async def _close(self) -> None:
        with contextlib.suppress(OSError, RuntimeError):  # the other end is gone already
            await self._socket.close(self._connection.close_code or 1000)

    # ---- in ----

    def _hear(self, frame: bytes) -> None:
        self._unread.append(frame)
        if self._work is None:
            self._work = self._hub.whole(self._answer_all())
        else:
            self._socket.direct.hold()

    async def _answer_all(self) -> None:
        connection = self._connection
        try:
            while self._unread and connection.close_code is None:
                await self._answer(self._unread.pop(0))
        except Exception:  # reported; the other end comes back and asks again
            log.exception("a socket failed", extra={"game": connection.room.game.name})
            connection.close(FAILED)
        finally:
            self._work = None
            self._socket.direct.go_on()

    async def _answer(self, frame: bytes) -> None:
        connection = self._connection
        room, look = connection.room, connection.look
        bans: Bans = self._site.bans
        if bans.hold(connection.guest or "", self._address):  # meanwhile
            return connection.close(NOT_ALLOWED)
        if not self._limits.take_from(self._address, connection.guest or ""):
            connection.put(ENCODER.encode(Refused(id_of(frame), "rate", room.head)))
            self._strikes += 1
            if self._strikes > STRIKES:
                return connection.close(TOO_FAST)
            await asyncio.sleep(0.1)
            return None
        incoming = read_frame(room, frame, look)
        answer = await carry_out(self._hub, room, connection.guest, incoming, look, connection)
        connection.awaiting = None
        if answer is not None:
            connection.put(ENCODER.encode(answer))
        if len(frame) > MAX_FRAME:
            connection.close(TOO_LARGE)
        return None

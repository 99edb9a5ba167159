"""Very many people at a server, for rooms.py: players and spectators over bare sockets, in a process of their own.

Reads one order a line (JSON) and answers each with one line: ``seat``, ``echo``, ``watch``, ``play``; see ``Crowd``.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import socket
import struct
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, cast

import msgspec
import uvloop

AT_ONCE = 40  # requests and handshakes
PATIENCE = 20.0  # seconds for what is still on its way at the end


class Can(msgspec.Struct, frozen=True):
    roll: bool = False


class Frame(msgspec.Struct, frozen=True):
    """What a player has to know of a frame."""

    t: str
    seq: int = 0
    head: int = 0
    kind: str = ""
    by: str | None = None
    id: str | None = None
    you: str | None = None
    room: str | None = None
    code: str = ""
    legal: list[str] = []
    can: Can = Can()


read = msgspec.json.Decoder(Frame).decode


class Socket(asyncio.Protocol):
    """A WebSocket as bare as it may be: whole text frames, unmasked by the server, masked with zeros by us."""

    def __init__(self, path: str, token: str, heard: Callable[[bytes], None], lost: Callable[[int], None]):
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closing = False
        self._path, self._token = path, token
        self._heard, self._lost = heard, lost
        self._buffer = bytearray()
        self._code = 1006

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {self._path} HTTP/1.1",
            "Host: 127.0.0.1",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Authorization: Bearer {self._token}",
        ]
        self.transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.opened.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(head[:60].decode()))
                self.transport.close()
                return
            self.opened.set_result(None)
            self._buffer = rest
        while (end_of_frame := self._end()) is not None:
            start, end_at = end_of_frame
            opcode, payload = self._buffer[0] & 15, bytes(self._buffer[start:end_at])
            del self._buffer[:end_at]
            if opcode == 1:
                self._heard(payload)
            elif opcode == 9:
                self._send(10, payload)
            elif opcode == 8:
                self._code = int.from_bytes(payload[:2], "big")
                self.transport.close()

    def _end(self) -> tuple[int, int] | None:
        """Where the payload of the first frame begins and ends; None while it is not whole."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 127, 2
        if length == 126:
            start = 4
        elif length == 127:
            start = 10
        if len(buffer) < start:
            return None
        if start > 2:
            length = int.from_bytes(buffer[2:start], "big")
        return (start, start + length) if len(buffer) >= start + length else None

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed"))
        elif not self.closing:
            self._lost(self._code)

    def send(self, text: bytes) -> None:
        self._send(1, text)

    def _send(self, opcode: int, payload: bytes) -> None:
        length = len(payload)
        size = bytes([128 | length]) if length < 126 else b"\xfe" + struct.pack(">H", length)
        self.transport.write(bytes([128 | opcode]) + size + b"\0\0\0\0" + payload)

    def close(self) -> None:
        self.closing = True
        self.transport.close()


class Table:
    """A room with its two players: who may act, and the command that is under way."""

    def __init__(self, crowd: Crowd, tokens: Sequence[str]) -> None:
        self.crowd = crowd
        self.tokens = tokens
        self.room = ""
        self.sockets: list[Socket] = []
        self.seats: list[str | None] = [None, None]
        self.head = 0
        self.count = 0
        self.sent: tuple[str, int, float] | None = None  # id, player, when
        self.acked = self.told = True
        self.next: tuple[int, Frame] | None = None  # who acts and what it may do
        self.moving = False  # to the next room
        self.waiting = False  # to be asked to act

    async def sit(self, room: str) -> None:
        """Both take their places in a room."""
        self.room, self.head, self.moving = room, 0, False
        self.sockets = [
            await self.crowd.open(room, token, self._ear(player)) for player, token in enumerate(self.tokens)
        ]

    def _ear(self, player: int) -> Callable[[bytes], None]:
        return lambda text: self.hear(player, text)

    def hear(self, player: int, text: bytes) -> None:
        """One frame for one of the two."""
        crowd, frame = self.crowd, read(text)
        crowd.frames += 1
        crowd.bytes += len(text)
        if frame.t == "refused":
            crowd.errors[f"refused: {frame.code}"] += 1
        elif frame.t == "hello":
            self.seats[player] = frame.you
            self.head = max(self.head, frame.head)
        elif frame.t == "event":
            self.head = max(self.head, frame.seq)
            self._note(player, frame)
        else:
            return
        if frame.kind == "over":
            self._again(player)
        elif frame.kind == "again" and not self.moving and frame.room:
            self.moving = True
            crowd.do(self._move(frame.room))
        elif frame.can.roll or frame.legal:
            self.next = player, frame
        self._wait()

    def _wait(self) -> None:
        if self.next is not None and self.acked and self.told and not self.waiting:
            self.waiting = True
            self.crowd.ready.append(self)

    def _note(self, player: int, frame: Frame) -> None:
        if self.sent is None:
            return
        command, mover, when = self.sent
        if player == mover and frame.id == command:
            self.acked = True
            self.crowd.acks.append((self.room, frame.seq, command))
        elif player != mover and not self.told and frame.by == self.seats[mover]:
            self.told = True
            self.crowd.waits.append(time.perf_counter() - when)
        if self.acked and self.told:
            self.sent = None

    def act(self) -> None:
        """Roll, or make one of the legal moves."""
        assert self.next is not None
        player, frame = self.next
        command = {"t": "roll"} if not frame.legal else {"t": "move", "move": random.choice(frame.legal)}
        self._act(player, command | {"on": self.head})

    def _act(self, player: int, command: dict[str, Any]) -> None:
        self.next, self.waiting, self.acked, self.told = None, False, False, False
        self.sent = self._name(player), player, time.perf_counter()
        self._send(player, command | {"id": self.sent[0]})

    def _again(self, player: int) -> None:
        self.next = None
        self._send(player, {"t": "again", "id": self._name(player)})

    def _name(self, player: int) -> str:
        self.count += 1
        return f"{player}.{self.count}"

    def _send(self, player: int, command: dict[str, Any]) -> None:
        self.sockets[player].send(msgspec.json.encode(command))

    async def _move(self, room: str) -> None:
        for one in self.sockets:
            one.close()
        await self.sit(room)


class EchoTable(Table):
    """The same against the echo room: what is sent comes back to both, and then it is the other's turn."""

    async def sit(self, room: str) -> None:
        await super().sit(room)
        self.seats = ["0", "1"]
        self.next = 0, Frame("echo")
        self._wait()

    def hear(self, player: int, text: bytes) -> None:
        frame = read(text)
        self.crowd.frames += 1
        self.crowd.bytes += len(text)
        self._note(player, frame)
        if self.acked and self.told:
            self.next = 1 - int(frame.by or 0), frame
        self._wait()

    def act(self) -> None:
        assert self.next is not None
        player, _ = self.next
        self._act(player, {"t": "event", "by": str(player), "on": self.count})


class Crowd:
    """Everybody, and what they noticed. Each public coroutine is one order; its values are the arguments."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.tables: list[Table] = []
        self.ready: deque[Table] = deque()
        self.errors: Counter[str] = Counter()
        self.waits: list[float] = []
        self.acks: list[tuple[str, int, str]] = []
        self.frames = self.bytes = 0
        self._doing: set[asyncio.Task[None]] = set()
        self._doors = asyncio.Semaphore(AT_ONCE)
        self._watching: list[Socket] = []

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Beside everything else; a failure is counted."""
        task = asyncio.create_task(work)
        self._doing.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._doing.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.errors[f"{type(error).__name__}: {error}"[:80]] += 1

    async def open(
        self, room: str, token: str, heard: Callable[[bytes], None], window: int | None = None
    ) -> Socket:
        """A socket of a room; ``window``: bytes that the system takes for one that does not read."""

        def lost(code: int) -> None:
            self.errors[f"closed: {code}"] += 1

        loop = asyncio.get_running_loop()
        async with self._doors:
            end = socket.socket()
            if window is not None:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
            end.setblocking(False)
            await loop.sock_connect(end, ("127.0.0.1", self.port))
            path = f"/api/rooms/{room}/socket?lang={random.choice(('de', 'en'))}"
            _, opened = await loop.create_connection(lambda: Socket(path, token, heard, lost), sock=end)
            await opened.opened
        return opened

    async def call(self, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        """One request; its answer."""
        async with self._doors:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            content = json.dumps(body).encode()
            head = (
                f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
            ) + (f"Authorization: Bearer {token}\r\n" if token else "")
            writer.write(f"{head}\r\n".encode() + content)
            answer = await reader.read()
            writer.close()
        status, _, rest = answer.partition(b"\r\n")
        if not status.startswith(b"HTTP/1.1 20"):
            raise ConnectionError(f"{path}: {status.decode()}")
        found: dict[str, Any] = json.loads(rest.partition(b"\r\n\r\n")[2])
        return found

    async def token(self, name: str) -> str:
        """A new guest's."""
        return str((await self.call("/api/guest", {"name": name, "token": True}))["token"])

    # ---- orders ----

    async def seat(self, rooms: int, games: Sequence[str]) -> dict[str, Any]:
        """Rooms with two players each, of these games in turn, begun."""

        async def found(number: int) -> None:
            tokens = [await self.token(name) for name in ("Amsel", "Drossel")]
            order = {"game": games[number % len(games)], "kind": "live"}
            made = await self.call("/api/rooms", order, tokens[0])
            await self.call(f"/api/rooms/{made['room']}/join", {"invite": made["invite"]}, tokens[1])
            table = Table(self, tokens)
            self.tables.append(table)
            await table.sit(made["room"])

        return await self._all(found(number) for number in range(rooms))

    async def echo(self, rooms: int) -> dict[str, Any]:
        """Rooms of the echo server with two each."""

        async def found(number: int) -> None:
            table = EchoTable(self, ["", ""])
            self.tables.append(table)
            await table.sit(str(number))

        return await self._all(found(number) for number in range(rooms))

    async def watch(self, watchers: int, deaf: int) -> dict[str, Any]:
        """Spectators in the first room, some of whom do not read."""

        def heard(text: bytes) -> None:
            self.frames += 1
            self.bytes += len(text)

        async def come(number: int) -> None:
            window = 4096 if number < deaf else None
            token = await self.token(f"Spatz {number}")
            watcher = await self.open(self.tables[0].room, token, heard, window)
            self._watching.append(watcher)
            if number < deaf:
                watcher.closing = True  # as too slow, by the server
                watcher.transport.pause_reading()

        return await self._all(come(number) for number in range(watchers))

    async def _all(self, works: Any) -> dict[str, Any]:
        began = time.perf_counter()
        for work in works:
            self.do(work)
            while len(self._doing) >= AT_ONCE:
                await asyncio.sleep(0.002)
        await self._settled()
        await asyncio.sleep(1)
        return {"seconds": time.perf_counter() - began, "errors": dict(self.errors)}

    async def _settled(self) -> None:
        while self._doing:
            await asyncio.wait(self._doing)

    async def play(self, rate: float, seconds: float, acks: bool = False) -> dict[str, Any]:
        """So many acts a second, at random moments (Poisson), each in the room that has waited longest."""
        self.errors.clear()
        self.waits, self.acks, self.frames, self.bytes = [], [], 0, 0
        clock = time.perf_counter
        due = began = clock()
        late = acted = 0
        while due < began + seconds:
            await asyncio.sleep(max(0.0, due - clock()))
            while due <= clock() and due < began + seconds:
                if self.ready:
                    self.ready.popleft().act()
                    acted += 1
                else:
                    late += 1
                due += random.expovariate(rate)
        took = clock() - began
        until = clock() + PATIENCE
        while (len(self.waits) < acted or self._doing) and clock() < until:
            await asyncio.sleep(0.05)
        if missing := acted - len(self.waits):
            self.errors["never told"] += missing
        found = {
            "acted": acted,
            "seconds": took,
            "nobody ready": late,
            "waits": self.waits,
            "frames": self.frames,
            "bytes": self.bytes,
            "errors": dict(self.errors),
        }
        return found | ({"acks": self.acks} if acks else {})


async def main(port: int) -> None:
    crowd = Crowd(port)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        order = json.loads(line)
        answer = await getattr(crowd, order.pop("do"))(**order)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1])))

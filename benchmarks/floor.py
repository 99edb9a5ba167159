"""What a move costs a server that knows no game: ``python benchmarks/floor.py PORT BYTES DATABASE STEP``, see rooms.py.

A frame comes in, a frame of the size of ours goes out to both, over uvloop's bare sockets. ``STEP`` says what lies between,
each with all before it: nothing (``frames``), a thread that is handed the move and hands it back (``thread``), a transaction of
the three rows that a move changes (``rows``), and its way to the disk (``disk``: what we promise before a move is told).
"""

from __future__ import annotations

import asyncio
import base64
import gc
import hashlib
import queue
import sqlite3
import sys
import threading
from dataclasses import dataclass, field
from typing import cast

import uvloop

STEPS = ("frames", "thread", "rows", "disk")
COPIED = 1000  # moves until the log is copied into the database
SCHEMA = """
PRAGMA journal_mode=WAL; PRAGMA synchronous={}; PRAGMA foreign_keys=ON; PRAGMA wal_autocheckpoint=10000;
CREATE TABLE rooms (id TEXT PRIMARY KEY, turn TEXT, head INTEGER, updated INTEGER, rest TEXT);
CREATE TABLE commands (room TEXT REFERENCES rooms, command TEXT, seq INTEGER, PRIMARY KEY (room, command)) WITHOUT ROWID;
CREATE TABLE events (room TEXT REFERENCES rooms, seq INTEGER, entry TEXT, PRIMARY KEY (room, seq)) WITHOUT ROWID;
"""
MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455


@dataclass
class Room:
    name: str
    head: int = 0
    there: list[asyncio.Transport] = field(default_factory=list)


class Floor:
    """The rooms, and the thread that writes."""

    def __init__(self, size: int, database: str, step: str) -> None:
        self.loop = asyncio.get_running_loop()
        self.rooms: dict[str, Room] = {}
        self._padding = b'", "pad": "' + b"x" * (size - 100) + b'"}'
        self._step = STEPS.index(step)
        self._store = sqlite3.connect(database, check_same_thread=False, isolation_level=None)
        self._store.executescript(SCHEMA.format("FULL" if step == "disk" else "OFF"))
        self._waiting: queue.SimpleQueue[tuple[Room, bytes]] = queue.SimpleQueue()
        threading.Thread(target=self._write, daemon=True).start()

    def enter(self, name: str, transport: asyncio.Transport) -> Room:
        if name not in self.rooms:
            self.rooms[name] = Room(name)
            self._store.execute("INSERT INTO rooms VALUES (?, '', 0, 0, ?)", (name, "x" * 250))
        self.rooms[name].there.append(transport)
        return self.rooms[name]

    def hear(self, room: Room, text: bytes) -> None:
        room.head += 1
        if self._step:
            self._waiting.put((room, text))
        else:
            self._tell(room, text)

    def _tell(self, room: Room, text: bytes) -> None:
        told = text[:-2] + self._padding
        for other in room.there:
            other.write(b"\x81~" + len(told).to_bytes(2, "big") + told)

    def _write(self) -> None:
        do = self._store.execute
        for count in range(1, sys.maxsize):
            room, text = self._waiting.get()
            if self._step > STEPS.index("thread"):
                do("BEGIN IMMEDIATE")
                do("UPDATE rooms SET head = ?, updated = ? WHERE id = ?", (room.head, count, room.name))
                do("INSERT INTO commands VALUES (?, ?, ?)", (room.name, str(room.head), room.head))
                do("INSERT INTO events VALUES (?, ?, ?)", (room.name, room.head, "x" * 120))
                do("COMMIT")
                if count % COPIED == 0:
                    do("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            self.loop.call_soon_threadsafe(self._tell, room, text)


class Line(asyncio.Protocol):
    """A socket: the handshake, then whole frames masked with zeros, as crowd.py sends them."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._room: Room | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if self._room is not None:
            return self._floor.hear(self._room, data[8 if data[1] & 127 == 126 else 6 :])
        lines = data.decode().split("\r\n")
        keys = [line.partition(": ")[2] for line in lines if line.startswith("Sec-WebSocket-Key")]
        if not keys:
            self._transport.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            return self._transport.close()
        self._room = self._floor.enter(lines[0].split("/")[3], self._transport)
        accept = base64.b64encode(hashlib.sha1((keys[0] + MAGIC).encode()).digest()).decode()
        head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        return self._transport.write(f"{head}Sec-WebSocket-Accept: {accept}\r\n\r\n".encode())


async def main(port: int, size: int, database: str, step: str) -> None:
    floor = Floor(size, database, step)
    server = await floor.loop.create_server(lambda: Line(floor), "127.0.0.1", port, backlog=500)
    gc.freeze()
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]))

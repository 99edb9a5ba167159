"""A room in memory and who looks at it: each connection has a bounded outbox, so that a slow reader slows nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec.structs import replace as with_fields

from plyyard.core.scene import Scene
from plyyard.rooms import frames
from plyyard.rooms.frames import Look
from plyyard.rooms.protocol import ENCODER, Event
from plyyard.rooms.room import Room

OUTBOX = 64
TOO_SLOW = 4408


@dataclass(eq=False)
class Connection:
    """One socket: whose, how it wants to see, what waits to be sent. ``close`` is set when it was too slow."""

    room: Room
    guest: str | None
    look: Look
    outbox: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(OUTBOX))
    scene: Scene | None = None
    awaiting: set[str] = field(default_factory=set)  # ids of commands it sent that are not answered yet
    close_code: int | None = None
    missed: Sequence[int] = ()  # seqs to send between the first frame and the next

    def put(self, frame: bytes) -> None:
        """Queue a frame; a reader that does not read is closed and resumes."""
        if self.close_code is not None:
            return
        try:
            self.outbox.put_nowait(frame)
        except asyncio.QueueFull:
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.close(TOO_SLOW)

    def put_state(self, since: int = 0) -> None:
        """Queue what holds now; its move list begins after ``since``."""
        room = self.room
        frame = frames.state_frame(room, self.guest, self.look, since=since)
        self.scene = frames.picture(room, self.guest, self.look, room.view(room.viewer(self.guest)))
        self.put(ENCODER.encode(frame))

    def missed_frame(self, seq: int) -> bytes:
        """One of the events that it missed; made when it is sent, so that many need no memory."""
        look = replace(self.look, scene=False)
        return ENCODER.encode(frames.event_frame(self.room, seq, self.guest, look, None)[0])

    def close(self, code: int) -> None:
        """Send what waits (of a full queue all but the first), then close with this code."""
        if self.close_code is None:
            self.close_code = code
            if self.outbox.full():
                self.outbox.get_nowait()
            self.outbox.put_nowait(None)


@dataclass(eq=False)
class Live:
    """A room in memory with what hangs on it. ``busy``: how many work on it or wait for its lock."""

    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    connections: set[Connection] = field(default_factory=set)
    computer: asyncio.Task[None] | None = None
    busy: int = 0

    def tell(self, seq: int, command: str | None) -> None:
        """Queue an event for everyone, as each may see it; its id only for whoever sent the command."""
        room = self.room
        made: dict[Any, tuple[Event, Scene | None, bytes]] = {}
        for connection in self.connections:
            own = connection.guest if room.sides_of(connection.guest) else None
            key = (own, connection.look, id(connection.scene))
            if key not in made:
                frame, scene = frames.event_frame(room, seq, own, connection.look, connection.scene)
                made[key] = frame, scene, ENCODER.encode(frame)
            frame, scene, encoded = made[key]
            if command in connection.awaiting and own is not None:
                connection.awaiting.discard(command)
                encoded = ENCODER.encode(with_fields(frame, id=command))
            connection.scene = scene
            connection.put(encoded)

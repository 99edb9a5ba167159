"""A room in memory and who looks at it: each connection has a bounded outbox, so that a slow reader slows nobody."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from plyyard.core.chance import Below
from plyyard.core.game import Side
from plyyard.core.scene import Scene
from plyyard.rooms import fairness, frames
from plyyard.rooms.company import handle
from plyyard.rooms.founding import Now, now
from plyyard.rooms.frames import Look, Sight
from plyyard.rooms.keep import WATCHER
from plyyard.rooms.outbox import Outbox
from plyyard.rooms.presence import Presence, absences, shown
from plyyard.rooms.protocol import ENCODER, Event, Hidden, PresenceFrame, State, Watcher
from plyyard.rooms.room import Room

TOO_SLOW = 4408
AT_ONCE = 10  # spectators who are told before those who play are heard again
SOON = 0.02  # seconds until a change of seats is told
CALM = 1.0  # seconds between two counts of watchers
NAMED = 50  # watchers that the maker of a room sees by name


@dataclass(eq=False, slots=True)
class Connection:
    """One socket: whose, how it wants to see, what waits to be sent. ``close_code`` is set once it shall end."""

    room: Room
    guest: str | None
    name: str
    look: Look
    since: int
    outbox: Outbox[bytes | None] = field(default_factory=Outbox)  # None is the last
    scene: Scene | None = None
    awaiting: str | None = None  # id of the command it sent that is not answered yet
    close_code: int | None = None
    alone: bool = True  # a newer one of its seat takes over
    session: str = ""  # by which it was opened, of an account
    missed: Sequence[int] = ()  # seqs to send between the first frame and the next
    told: tuple[Any, ...] = ()  # who is there, as it was told last

    def put(self, frame: bytes) -> None:
        """Queue a frame; a reader that does not read is closed and resumes."""
        if self.close_code is not None:
            return
        if self.outbox.full():
            self.outbox.clear()
            self.close(TOO_SLOW)
        else:
            self.outbox.put_nowait(frame)

    def missed_frame(self, seq: int) -> bytes:
        """One of the events that it missed; made when it is sent, so that many need no memory."""
        look = replace(self.look, scene=False)
        return ENCODER.encode(frames.event_frame(Sight(self.room, seq), self.guest, look, None)[0])

    def close(self, code: int) -> None:
        """Send what waits (of a full queue all but the first), then close with this code."""
        if self.close_code is None:
            self.close_code = code
            if self.outbox.full():
                self.outbox.get_nowait()
            self.outbox.put_nowait(None)


@dataclass(eq=False)
class Live:
    """A room in memory with what hangs on it. ``busy``: how many work on it or wait for its lock.

    ``secrets``: of its dice, which the room itself never knows. ``elsewhere``: seats and watchers that another process sees.
    """

    room: Room
    secrets: dict[str, bytes] = field(default_factory=dict)
    now: Now = now
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    connections: dict[Connection, None] = field(default_factory=dict)  # in the order they came
    presence: dict[Side, Presence] = field(default_factory=dict)
    elsewhere: dict[Side, Presence] = field(default_factory=dict)
    computer: asyncio.Task[None] | None = None
    flag: asyncio.TimerHandle | None = None
    busy: int = 0
    _key: bytes | None = None
    _telling: asyncio.TimerHandle | None = None
    _expecting: asyncio.TimerHandle | None = None
    _spreading: deque[tuple[Connection, bytes]] = field(default_factory=deque)

    @property
    def forsaken(self) -> bool:
        """Nobody looks at it or works on it."""
        return not self.connections and self.computer is None and not self.busy

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Alone at the room, which stays in memory meanwhile."""
        self.busy += 1
        try:
            async with self.lock:
                yield
        finally:
            self.busy -= 1

    def below(self) -> Below | None:
        """Where the next number comes from: the dice of the game; None where it has none, or they are not agreed yet."""
        room = self.room
        if not room.kind.dice or not room.dice.closed:
            return None
        if self._key is None:
            self._key = room.dice.key(self.secrets["server"])
        return fairness.below(self._key, room.dice.draws + 1)

    # ---- who is there ----

    def seat(self, seat: Side) -> Presence | None:
        """A seat, as this process and the others see it; None while nobody has taken it."""
        if self.room.seats[seat].guest is None:
            return None
        own = self.presence.get(seat)
        if own is None:
            own = self.presence[seat] = Presence(False, self.now())
        other = self.elsewhere.get(seat)
        return own if other is None else max(own, other, key=lambda one: (one.here, one.since))

    def seats(self) -> dict[Side, Presence]:
        """Each taken seat."""
        return {seat: one for seat in self.room.seats if (one := self.seat(seat)) is not None}

    def all_here(self) -> bool:
        """Whether every seat is taken and connected: then an event changes nothing about who is there."""
        return all((one := self.seat(seat)) is not None and one.here for seat in self.room.seats)

    def away(self) -> Mapping[Side, int]:
        """From when the absence of the side to move can be claimed."""
        return absences(self.room, self.seats()) if self.room.kind.absence else {}

    def came(self, guest: str | None) -> None:
        """A guest is here: by a connection."""
        for seat in self.room.sides_of(guest):
            self.presence[seat] = Presence(True, self.now())

    def arrived(self, seat: Side) -> None:
        """Somebody has taken a seat, perhaps without a connection yet."""
        guest = self.room.seats[seat].guest
        self.presence[seat] = Presence(any(one.guest == guest for one in self.connections), self.now())

    def went(self, guest: str | None, left: bool) -> None:
        """A connection of a guest has ended."""
        if not any(one.guest == guest for one in self.connections):
            for seat in self.room.sides_of(guest):
                self.presence[seat] = Presence(False, self.now(), left)

    def seen(self, seat: Side) -> None:
        """A seat without a connection acted."""
        if (one := self.seat(seat)) is not None and not one.here:
            self.presence[seat] = Presence(False, self.now())

    def waited_for(self, seat: Side) -> None:
        """An absent seat is waited for anew, as long as before: it lost its connection, or it had left."""
        if (one := self.seat(seat)) is not None and not one.here:
            self.presence[seat] = replace(one, since=self.now())

    def watchers(self) -> list[Connection]:
        """Connections of those who have no seat."""
        return [one for one in self.connections if not self.room.sides_of(one.guest)]

    def places(self, connection: Connection) -> Sequence[str]:
        """What somebody is at a table that several processes see: his seats, or a watcher."""
        return self.room.sides_of(connection.guest) or (
            WATCHER + handle(self.room.id, connection.guest or ""),
        )

    def handles(self) -> dict[str, str]:
        """Who watches, here and elsewhere: what each is called in this room, and his name."""
        named = {place[1:]: one.name for place, one in self.elsewhere.items() if place.startswith(WATCHER)}
        return named | {handle(self.room.id, one.guest or ""): one.name for one in self.watchers()}

    def watching(self, guest: str | None) -> list[Watcher]:
        """Who watches, for the maker of the room only."""
        room = self.room
        if guest is None or guest != room.founding.maker or not room.kind.online:
            return []
        return [Watcher(who, name) for who, name in list(self.handles().items())[:NAMED]]

    def presence_changed(self, delay: float = SOON) -> None:
        """Tell all who is there, soon and once for many changes."""
        if self._telling is None and self.room.kind.online and self.connections:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(delay, self._tell_presence)

    def _expect_claim(self) -> None:
        """Tell it when the absence of the side to move can be claimed."""
        if self._expecting is not None:
            self._expecting.cancel()
            self._expecting = None
        until = min(self.away().values(), default=0)
        if until > self.now():
            wait = (until - self.now()) / 1000
            self._expecting = asyncio.get_running_loop().call_later(wait, self.presence_changed)

    def _tell_presence(self) -> None:
        self._telling = None
        self._expect_claim()
        made: dict[tuple[bool, bool], tuple[tuple[Any, ...], bytes]] = {}
        away = self.away()
        there = shown(self.room, self.seats())
        watchers = len(self.handles())
        for connection in self.connections:
            sides = self.room.sides_of(connection.guest)
            claims = bool(sides) and any(
                seat not in sides and until <= self.now() for seat, until in away.items()
            )
            key = (claims, connection.guest == self.room.founding.maker)
            if key not in made:
                told = (there, watchers, self.watching(connection.guest), claims)
                made[key] = told, ENCODER.encode(PresenceFrame(*told, self.now()))
            told, encoded = made[key]
            if connection.told != told:
                connection.told = told
                connection.put(encoded)

    # ---- telling ----

    def state(self, guest: str | None, look: Look, seq: int | None = None, since: int = 0) -> State:
        """What a viewer sees, with who is there; see ``frames.state_frame``."""
        state = frames.state_frame(self.room, guest, look, seq, since)
        state.now = self.now()
        if self.room.kind.online:
            sides = self.room.sides_of(guest)
            away = self.away()
            state.presence = shown(self.room, self.seats())
            state.watchers = len(self.handles())
            state.watching = self.watching(guest)
            state.can.claim = bool(sides) and any(
                seat not in sides and until <= self.now() for seat, until in away.items()
            )
        return state

    def put_state(self, connection: Connection, since: int = 0) -> None:
        """Queue what holds now; its move list begins after ``since``."""
        connection.scene = self._drawn(connection) if connection.look.scene else None
        connection.put(ENCODER.encode(self.state(connection.guest, connection.look, since=since)))

    def _drawn(self, connection: Connection) -> Scene:
        """What it sees now; all spectators of one look share it, and so the frames that tell what changes."""
        room, guest, look = self.room, connection.guest, connection.look
        if not room.sides_of(guest):
            for other in self.connections:
                if other.look == look and other.scene is not None and not room.sides_of(other.guest):
                    return other.scene
        return frames.picture(room, guest, look, room.view(room.viewer(guest)))

    def tell(self, seq: int) -> None:
        """Queue an event for everyone, as each may see it; its id only for whoever sent the command.

        Those who play come first; many spectators are told little by little.
        """
        sight = Sight(self.room, seq)
        seated = {seat.guest for seat in self.room.seats.values()}
        made: dict[Any, tuple[Event | Hidden, Scene | None, bytes]] = {}
        watched = {connection for connection, _ in self._spreading}  # until now
        later = []
        for connection in self.connections:
            own = connection.guest if connection.guest in seated else None
            key = (own, id(connection.scene) if connection.scene else connection.look)
            if key not in made:
                frame, scene = frames.event_frame(sight, own, connection.look, connection.scene)
                made[key] = frame, scene, ENCODER.encode(frame)
            frame, scene, encoded = made[key]
            if isinstance(frame, Event) and frame.id == connection.awaiting:
                connection.awaiting = None
            connection.scene = scene
            if own is None or connection in watched:
                later.append((connection, encoded))
            else:
                connection.put(encoded)
        spreads = bool(self._spreading)
        self._spreading.extend(later)
        if not spreads:
            self._spread()

    def _spread(self) -> None:
        """Queue what some of the spectators are to hear, and the rest after the next look at what came in."""
        for _ in range(min(AT_ONCE, len(self._spreading))):
            connection, frame = self._spreading.popleft()
            connection.put(frame)
        if self._spreading:
            asyncio.get_running_loop().call_soon(self._spread)

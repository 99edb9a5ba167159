"""The hub: rooms in memory, their connections, and the one path of a command: decide, commit, fold, tell.

What it keeps rooms in is handed in (``Keep``), and so is what thinks for the computer (``Think``).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as with_look
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace as with_fields

from plyyard.core import registry
from plyyard.core.chance import Below, system_below
from plyyard.core.errors import BadOptions, BadPosition, HiddenInformation, PlyError, Say
from plyyard.core.game import CHANCE
from plyyard.core.record import Entry
from plyyard.core.scene import Scene
from plyyard.core.words import words
from plyyard.rooms import frames
from plyyard.rooms.frames import Look
from plyyard.rooms.protocol import (
    ENCODER,
    Again,
    Command,
    CreateRoom,
    Event,
    Query,
    Ready,
    Refused,
    State,
    Steps,
    StepsOut,
    Summary,
    Why,
    WhyOut,
)
from plyyard.rooms.room import WATCHING, Founding, Refusal, Room, UnknownRoom, seats_for, swapped

log = logging.getLogger(__name__)

T = TypeVar("T")

OUTBOX = 64
KEPT_ROOMS = 2000
TOO_SLOW = 4408
RETRIES, RETRY_AFTER = 4, 0.5  # of the computer's thinking; seconds, doubled each time


class Keep(Protocol):
    """Where rooms are kept. Each call ends when it is on disk."""

    async def found(self, founding: Founding, entries: Sequence[Entry]) -> None: ...
    async def append(
        self, room: str, entries: Sequence[Entry], command: str | None, guest: str | None, over: bool
    ) -> None: ...
    async def load(self, room: str) -> tuple[Founding, list[Entry], dict[str, int]] | None: ...
    async def listed(self, guest: str, over: bool) -> list[tuple[Founding, int, int]]: ...


Think = Callable[[str, str, Any, str], Awaitable[str]]
"""``think(game, level, view, room)``: the text of the move that the computer chooses, from a view alone."""


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


class Hub:
    """``pace``: seconds that the computer waits before each act, whatever it thought (its time tells nothing)."""

    def __init__(self, keep: Keep, think: Think, *, pace: float = 0.7, below: Below = system_below) -> None:
        self._keep = keep
        self._think = think
        self._pace = pace
        self._below = below
        self._live: dict[str, Live] = {}
        self._working: set[asyncio.Task[Any]] = set()

    # ---- rooms ----

    async def create(self, guest: str, name: str, order: CreateRoom) -> Room:
        """A new room, or ``PlyError`` that says what is wrong with the order."""
        game = registry.game(order.game)
        if order.kind == "computer" and not game.levels:
            raise BadOptions(Say("This game has no computer opponent."))
        start = None
        if order.position is not None:
            start = _startable(game, order.position)
        seat = order.seat
        if seat == "lot":
            seat = game.sides[self._below(len(game.sides))]
        seats = seats_for(
            game, order.kind, guest, name, seat, order.opponent.level if order.opponent else None
        )
        options = {} if start else game.complete(order.options, self._below)
        founding = Founding(
            secrets.token_urlsafe(9), game.name, game.rules_version, order.kind, options, seats, _now(), start
        )
        return await self._found(founding)

    async def _found(self, founding: Founding) -> Room:
        room = Room(founding)
        entries = [Entry(1, "started", ts=founding.created)]
        room.fold(entries[0])
        while room.awaits_deal():
            entries += self._number(room, room.roll(self._below))
            room.fold(entries[-1])
        await self._keep.found(founding, entries)
        live = Live(room)
        self._live[room.id] = live
        self._forget_idle()
        self._wake_computer(live)
        return room

    async def room(self, room_id: str) -> Room:
        """A room by its id, from memory or from where it is kept; ``UnknownRoom``."""
        live = await self._find(room_id)
        self._wake_computer(live)
        return live.room

    async def _find(self, room_id: str) -> Live:
        live = self._live.get(room_id)
        if live is None:
            found = await self._keep.load(room_id)
            if found is None:
                raise UnknownRoom(Say("There is no such game here."))
            founding, entries, commands = found
            room = await asyncio.to_thread(Room, founding, entries)  # a long game takes its time
            live = self._live.get(room_id)
            if live is None:
                room.answered = commands
                live = self._live[room_id] = Live(room)
                self._forget_idle()
                self._wake_computer(live)
        return live

    def _forget_idle(self) -> None:
        """Drop the rooms that were loaded first and that nobody looks at."""
        for room_id in list(self._live)[: max(0, len(self._live) - KEPT_ROOMS)]:
            live = self._live[room_id]
            if not live.connections and live.computer is None and not live.busy:
                del self._live[room_id]

    async def mine(self, guest: str, over: bool = False) -> list[Summary]:
        """A guest's rooms, the newest first. None of them is played through for it."""
        return [
            Summary(
                founding.id,
                founding.game,
                founding.kind,
                over,
                updated,
                head,
                {side: frames.player(seat) for side, seat in founding.seats.items()},
            )
            for founding, updated, head in await self._keep.listed(guest, over)
        ]

    # ---- looking ----

    def look(
        self,
        room: Room,
        guest: str | None,
        look: Look,
        at: int | None = None,
        taken: Sequence[str] = (),
        since: int = 0,
    ) -> tuple[State, Scene]:
        """What a viewer sees now, or after event ``at``; with ``taken`` the picture and steps after these picks."""
        if at is not None and not 0 <= at <= room.head:
            at = room.head
        state = frames.state_frame(room, guest, look, at, since)
        view = room.view(room.viewer(guest), at)
        if taken and state.can.move and at in (None, room.head):
            try:
                steps = room.game.steps(view, taken)
                tongue = words(look.language, room.game.name)
                state = with_fields(
                    state, steps=frames.steps_out(room, room.game.preview(view, taken), steps, tongue)
                )
                view = room.game.preview(view, taken)
            except PlyError:
                pass
        return state, frames.picture(room, guest, look, view)

    def ask(self, room: Room, guest: str | None, query: Query, look: Look) -> StepsOut | WhyOut | Refused:
        """A question that changes nothing."""
        tongue = words(look.language, room.game.name)
        view = room.view(room.viewer(guest))
        try:
            if isinstance(query, Why):
                why = None if room.over else room.game.why_not(view, query.move)
                if room.over:
                    raise Refusal("over", Say("The game is over."))
                return WhyOut(
                    query.id, why is None, "" if why is None else tongue.say(why[0]), why and why[1]
                )
            assert isinstance(query, Steps)
            if query.on != room.head:
                raise Refusal("stale", Say("The game has gone on meanwhile; look again."))
            if (
                room.turn not in room.sides_of(guest)
                or room.covered(guest)
                or room.game.actor(room.state) is CHANCE
            ):
                raise Refusal("not_your_turn", Say("It is not your turn."))
            preview = room.game.preview(view, query.taken)
            steps = frames.steps_out(room, preview, room.game.steps(view, query.taken), tongue)
            scene = frames.whole(frames.picture(room, guest, look, preview))
            return StepsOut(query.id, steps, scene)
        except PlyError as error:
            return _refused(room, query.id, error, look)

    # ---- acting ----

    async def act(
        self, room: Room, guest: str | None, command: Command, look: Look
    ) -> Event | Refused | State:
        """Carry a command out: exactly one answer, the same one for the same id."""
        live = await self._find(room.id)
        return await self._unbroken(live, self._act(live, guest, command, look))

    async def _unbroken(self, live: Live, work: Coroutine[Any, Any, T]) -> T:
        """Do it to its end, even if who asked is gone by then: what is stored must be folded and told, too."""
        task = asyncio.get_running_loop().create_task(work)
        live.busy += 1
        self._working.add(task)

        def done(_: object) -> None:
            live.busy -= 1
            self._working.discard(task)

        task.add_done_callback(done)
        return await asyncio.shield(task)

    async def _act(
        self, live: Live, guest: str | None, command: Command, look: Look
    ) -> Event | Refused | State:
        room = live.room
        async with live.lock:
            if not room.sides_of(guest):
                return _refused(room, command.id, Refusal("not_seated", WATCHING), look)
            if (seq := room.answered.get(command.id)) is not None:
                return self._event(room, seq, guest, look, command.id)
            if (known := room.refused.get(command.id)) is not None:
                return _refused(room, command.id, known, look)
            if command.id in room.readied:
                return frames.state_frame(room, guest, look)
            try:
                if isinstance(command, Ready):
                    return self._ready(live, guest, command.id, look)
                if isinstance(command, Again):
                    entries = await self._again(room, command)
                else:
                    entries = room.decide(guest, command, self._below)
            except Refusal as refusal:
                room.remember_refusal(command.id, refusal)
                return _refused(room, command.id, refusal, look)
            first = room.head + 1
            await self._commit(live, entries, command.id, guest)
        self._wake_computer(live)
        return self._event(room, first, guest, look, command.id)

    async def _again(self, room: Room, command: Again) -> list[Entry]:
        if room.next_room is not None:
            raise Refusal("over", Say("The new game has begun already."))
        old = room.founding
        game = room.game
        swap = command.do == "swap" and old.kind == "computer"
        same_deal = command.do == "restart"
        options = (
            old.options
            if same_deal
            else game.complete(
                {k: v for k, v in old.options.items() if k not in game_chance(game)}, self._below
            )
        )
        founding = Founding(
            secrets.token_urlsafe(9),
            old.game,
            game.rules_version,
            old.kind,
            {} if old.start else options,
            swapped(old.seats) if swap else old.seats,
            _now(),
            old.start,
        )
        new = await self._found(founding)
        return room.abandon(new.id)

    def _ready(self, live: Live, guest: str | None, command: str, look: Look) -> State:
        room = live.room
        if not room.covered(guest):
            raise Refusal("forbidden", Say("Nothing is covered here."))
        room.uncover(command)
        for connection in live.connections:
            if connection.guest == guest:
                self._tell_state(connection)
        return frames.state_frame(room, guest, look)

    async def _commit(self, live: Live, entries: list[Entry], command: str | None, guest: str | None) -> None:
        """Number, store, fold, tell: in this order, and each whole."""
        room = live.room
        numbered = self._number(room, entries)
        over = any(entry.kind in {"over", "abandoned"} for entry in numbered)
        over = over or (room.over and not any(entry.kind == "taken back" for entry in numbered))
        await self._keep.append(room.id, numbered, command, guest, over)
        if command is not None:
            room.answered[command] = numbered[0].seq
        for entry in numbered:
            room.fold(entry)
        for place, entry in enumerate(numbered):
            self._tell(live, entry.seq, command if place == 0 else None)

    def _number(self, room: Room, entries: Sequence[Entry]) -> list[Entry]:
        ts = _now()
        return [with_fields(entry, seq=room.head + 1 + place, ts=ts) for place, entry in enumerate(entries)]

    # ---- telling ----

    def _event(self, room: Room, seq: int, guest: str | None, look: Look, command: str | None) -> Event:
        frame, _ = frames.event_frame(room, seq, guest, look, None)
        return frame if command is None else with_fields(frame, id=command)

    def _tell(self, live: Live, seq: int, command: str | None) -> None:
        room = live.room
        made: dict[Any, tuple[Event, Scene | None, bytes]] = {}
        for connection in live.connections:
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

    def _tell_state(self, connection: Connection, since: int = 0) -> None:
        room = connection.room
        frame = frames.state_frame(room, connection.guest, connection.look, since=since)
        connection.scene = frames.picture(
            room, connection.guest, connection.look, room.view(room.viewer(connection.guest))
        )
        connection.put(ENCODER.encode(frame))

    async def connect(
        self, room: Room, guest: str | None, look: Look, since: int | None = None
    ) -> Connection:
        """A new connection: first the state, then the events after ``since`` (without pictures: the state has one)."""
        live = await self._find(room.id)
        connection = Connection(live.room, guest, look)
        live.busy += 1
        try:
            async with live.lock:
                self._tell_state(connection, since or 0)
                if since is not None:
                    connection.missed = range(since + 1, live.room.head + 1)
                live.connections.add(connection)
        finally:
            live.busy -= 1
        self._wake_computer(live)
        return connection

    def missed(self, connection: Connection, seq: int) -> bytes:
        """One of the events that a connection missed; made when it is sent, so that many need no memory."""
        look = with_look(connection.look, scene=False)
        return ENCODER.encode(frames.event_frame(connection.room, seq, connection.guest, look, None)[0])

    def disconnect(self, connection: Connection) -> None:
        live = self._live.get(connection.room.id)
        if live is not None:
            live.connections.discard(connection)

    # ---- the computer ----

    def _wake_computer(self, live: Live) -> None:
        """Let the computer act if it is its turn and it does not already."""
        room = live.room
        if room.full:
            return
        seat = room.founding.seats.get(room.turn or "")
        if seat is not None and seat.guest is None and (live.computer is None or live.computer.done()):
            live.computer = asyncio.get_running_loop().create_task(self._play(live))

    async def _play(self, live: Live) -> None:
        room = live.room
        failures = 0
        try:
            while (turn := room.turn) is not None and (seat := room.founding.seats[turn]).guest is None:
                if room.full:
                    return
                head, began = room.head, time.monotonic()
                try:
                    move: str | None = None
                    if room.game.actor(room.state) is not CHANCE:
                        view = room.game.observe(room.state, turn)
                        move = await self._think(room.game.name, seat.level, view, room.id)
                    await asyncio.sleep(max(0.0, self._pace - (time.monotonic() - began)))
                    await self._unbroken(live, self._act_computer(live, head, move))
                    failures = 0
                except Exception:  # reported; tried again a few times, and then whenever somebody looks
                    log.exception("the computer failed in a room of %s", room.game.name)
                    failures += 1
                    if failures > RETRIES:
                        return
                    await asyncio.sleep(RETRY_AFTER * 2**failures)
        finally:
            live.computer = None

    async def _act_computer(self, live: Live, head: int, move: str | None) -> None:
        """What the computer chose at ``head``, unless the game has gone on meanwhile."""
        room = live.room
        async with live.lock:
            if room.head == head and not room.over:
                entries = room.roll(self._below) if move is None else room.move(move)
                await self._commit(live, entries, None, None)

    async def close(self) -> None:
        """Stop the computer's tasks, end what is begun, and close every connection for a restart (1012)."""
        for live in self._live.values():
            if live.computer is not None:
                live.computer.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        for live in self._live.values():
            for connection in live.connections:
                connection.close(1012)


def _startable(game: registry.AnyGame, text: str) -> str:
    """A position to begin from, in canonical form: sound, nothing unknown, not over."""
    state = game.notation.parse_position(text)
    if faults := tuple(game.faults(state)):
        raise BadPosition(faults)
    if "?" in (canonical := game.notation.format_position(state)):
        raise HiddenInformation(Say("A game can begin only from a position in which everything is known."))
    if game.actor(game.settle(state).state) is None:
        raise BadOptions(Say("This position is already decided."))
    return canonical


def game_chance(game: registry.AnyGame) -> set[str]:
    """Options whose start value is drawn by chance (a deal number)."""
    return {option.name for option in game.options if option.default is None}


def _refused(room: Room, command_id: str | None, error: PlyError, look: Look) -> Refused:
    tongue = words(look.language, room.game.name)
    return Refused(command_id, error.code, room.head, tongue.say(error.why), getattr(error, "article", None))


def _now() -> int:
    return time.time_ns() // 1_000_000

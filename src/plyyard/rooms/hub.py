"""The hub: rooms in memory, their connections, and the one path of a command: decide, commit, fold, tell.

What it keeps rooms in is handed in (``Keep``), and so is what thinks for the computer (``Think``).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace as with_fields

from plyyard.core.chance import Below, system_below
from plyyard.core.errors import PlyError, Say
from plyyard.core.game import CHANCE
from plyyard.core.record import Entry
from plyyard.core.scene import Scene
from plyyard.core.words import words
from plyyard.rooms import frames
from plyyard.rooms.founding import Founding, now, ordered, repeated
from plyyard.rooms.frames import Look
from plyyard.rooms.keep import Append, Keep
from plyyard.rooms.live import Connection, Live
from plyyard.rooms.protocol import (
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
from plyyard.rooms.room import WATCHING, Refusal, Room, UnknownRoom

log = logging.getLogger(__name__)

T = TypeVar("T")

LEADS_NOWHERE = Say("This leads to no move. What can be chosen is marked on the board.")
KEPT_ROOMS = 2000
RETRIES, RETRY_AFTER = 4, 0.5  # of the computer's thinking; seconds, doubled each time


Think = Callable[[str, str, Any, str], Awaitable[str]]
"""``think(game, level, view, room)``: the text of the move that the computer chooses, from a view alone."""


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
        return await self._found(ordered(guest, name, order, self._below))

    async def _found(self, founding: Founding) -> Room:
        room = Room(founding)
        entries = [Entry(1, "started", ts=founding.created)]
        room.fold(entries[0])
        while room.awaits_deal():
            entries += self._number(room, room.roll(self._below))
            room.fold(entries[-1])
        await self._keep.found(founding, self._appended(room, entries, None, None, room.over))
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
            room = await asyncio.to_thread(Room, found.founding, found.entries)  # a long game takes its time
            live = self._live.get(room_id)
            if live is None:
                room.answered = found.answered
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
                listing.founding.id,
                listing.founding.game,
                listing.founding.kind,
                over,
                listing.updated,
                listing.head,
                {side: frames.player(seat) for side, seat in listing.founding.seats.items()},
            )
            for listing in await self._keep.mine(guest, over, 20)
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
                if room.over:
                    raise Refusal("over", Say("The game is over."))
                why = _against(room, view, query)
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
        old, same = room.founding, command.do == "restart"
        swap = not same and old.kind == "computer"
        founding = repeated(old, same=same, swap=swap, below=self._below)
        new = await self._found(founding)
        return room.abandon(new.id)

    def _ready(self, live: Live, guest: str | None, command: str, look: Look) -> State:
        room = live.room
        if not room.covered(guest):
            raise Refusal("forbidden", Say("Nothing is covered here."))
        room.uncover(command)
        for connection in live.connections:
            if connection.guest == guest:
                connection.put_state()
        return frames.state_frame(room, guest, look)

    async def _commit(self, live: Live, entries: list[Entry], command: str | None, guest: str | None) -> None:
        """Number, store, fold, tell: in this order, and each whole."""
        room = live.room
        numbered = self._number(room, entries)
        over = any(entry.kind in {"over", "abandoned"} for entry in numbered)
        over = over or (room.over and not any(entry.kind == "taken back" for entry in numbered))
        await self._keep.append(self._appended(room, numbered, command, guest, over))
        if command is not None:
            room.answered[command] = numbered[0].seq
        for entry in numbered:
            room.fold(entry)
        for place, entry in enumerate(numbered):
            live.tell(entry.seq, command if place == 0 else None)

    def _appended(
        self, room: Room, entries: list[Entry], command: str | None, guest: str | None, over: bool
    ) -> Append:
        """``turn`` is the one before: nothing asks for it yet."""
        return Append(room.id, entries, command, guest, room.turn, over)

    def _number(self, room: Room, entries: Sequence[Entry]) -> list[Entry]:
        ts = now()
        return [with_fields(entry, seq=room.head + 1 + place, ts=ts) for place, entry in enumerate(entries)]

    # ---- telling ----

    def _event(self, room: Room, seq: int, guest: str | None, look: Look, command: str | None) -> Event:
        frame, _ = frames.event_frame(room, seq, guest, look, None)
        return frame if command is None else with_fields(frame, id=command)

    async def connect(
        self, room: Room, guest: str | None, look: Look, since: int | None = None
    ) -> Connection:
        """A new connection: first the state, then the events after ``since`` (without pictures: the state has one)."""
        live = await self._find(room.id)
        connection = Connection(live.room, guest, look)
        live.busy += 1
        try:
            async with live.lock:
                connection.put_state(since or 0)
                if since is not None:
                    connection.missed = range(since + 1, live.room.head + 1)
                live.connections.add(connection)
        finally:
            live.busy -= 1
        self._wake_computer(live)
        return connection

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


def _against(room: Room, view: Any, query: Why) -> tuple[Say, str | None] | None:
    """Reason and article against the move that is written or was tried on the board; None: it is legal."""
    game = room.game
    if query.move is not None:
        return game.why_not(view, query.move)
    text = game.pick_text(game.preview(view, query.taken), query.picked, query.target)
    if text is None:
        return LEADS_NOWHERE, None
    for step in game.steps(view, query.taken):
        if step.text == text:  # of its own legal; without a target the person aimed at nothing
            return None if query.target or not step.target else (LEADS_NOWHERE, None)
    return game.why_not(view, " ".join((*query.taken, text)))


def _refused(room: Room, command_id: str | None, error: PlyError, look: Look) -> Refused:
    tongue = words(look.language, room.game.name)
    return Refused(command_id, error.code, room.head, tongue.say(error.why), getattr(error, "article", None))

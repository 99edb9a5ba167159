"""The hub: rooms in memory, their connections, and the one path of a command: decide, commit, fold, tell.

Where rooms are kept is handed in (``Keep``), and so is what thinks for the computer (``Think``). Several processes may share
a database: whoever finds that another was first (``Conflict``) reads what came, tells it, and decides anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from plyyard.core.chance import Below, system_below
from plyyard.core.errors import Say
from plyyard.core.game import CHANCE, Side
from plyyard.core.record import Record
from plyyard.rooms import ending, fairness, playing
from plyyard.rooms.clerk import Clerk
from plyyard.rooms.computer import Computer, Think
from plyyard.rooms.decision import Decision, Refusal, UnknownRoom
from plyyard.rooms.demonstration import demonstrated
from plyyard.rooms.founding import Now, new_code, now, ordered, repeated
from plyyard.rooms.frames import Look
from plyyard.rooms.keep import Append, Conflict, Keep, Unavailable
from plyyard.rooms.kinds import KINDS
from plyyard.rooms.ledger import Ledger, remember
from plyyard.rooms.lists import Lists
from plyyard.rooms.live import CALM, SOON, Connection, Live
from plyyard.rooms.meters import Meters
from plyyard.rooms.neighbours import Neighbours
from plyyard.rooms.opening import reopened
from plyyard.rooms.protocol import (
    Command,
    CreateRoom,
    Event,
    Hidden,
    JoinRoom,
    Refused,
    State,
)
from plyyard.rooms.room import Room
from plyyard.rooms.seating import fold_new, founded, free_seat, take
from plyyard.rooms.timekeeping import Timekeeper

log = logging.getLogger(__name__)

T = TypeVar("T")

KEPT_ROOMS = 2000
TRIES = 8  # when another process was first
TAKEN_OVER, NOT_ALLOWED, RESTART = 4409, 4403, 1012
BEAT, SWEEP = 5.0, 600.0  # seconds


class Hub:
    """``pace``: seconds that the computer waits before each act, whatever it thought (its time tells nothing).

    ``now``: what time it is.
    """

    def __init__(
        self,
        keep: Keep,
        think: Think,
        *,
        pace: float = 0.7,
        below: Below = system_below,
        meters: Meters | None = None,
        now: Now = now,
    ) -> None:
        self._keep = keep
        self._below = below
        self.now = now
        self.meters = meters or Meters()
        self.closed = False
        self._live: dict[str, Live] = {}
        self.ledger = Ledger(keep, below, self.meters, now, self._went_on)
        self._time = Timekeeper(self.ledger, now, self.whole, keep.shared)
        self.lists = Lists(keep, self._live, now)
        self._working: set[asyncio.Task[Any]] = set()
        self._tasks: list[asyncio.Task[Any]] = []
        self._computer = Computer(self, think, pace)
        self._neighbours = Neighbours(self, keep, self._live) if keep.shared else None
        self._clerk = Clerk(keep, self.ledger, self._time, self._neighbours, self._repeat)

    def _went_on(self, live: Live) -> None:
        self._time.set(live)
        self._computer.wake(live)

    async def begin(self) -> None:
        """Start what runs beside: the sign of life, the closing of rooms that nobody came back to, the look at neighbours."""
        self._time.started(await self._keep.last_beat())
        self._tasks = [
            asyncio.create_task(self._again_and_again(BEAT, lambda: self._keep.beat(self.now()))),
            asyncio.create_task(self._again_and_again(SWEEP, self.sweep)),
        ]
        if self._neighbours is not None:
            self._keep.listen(self._neighbours.heard)
            self._tasks.append(asyncio.create_task(self._again_and_again(2.0, self._neighbours.look)))

    async def _again_and_again(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Unavailable:
                pass  # whoever writes has said so
            except Exception:  # reported; the next time comes
                log.exception("what runs beside")
            await asyncio.sleep(seconds)

    # ---- rooms ----

    async def create(self, guest: str, name: str, order: CreateRoom) -> Room:
        """A new room, or ``PlyError`` that says what is wrong with the order."""
        founding, seat = ordered(guest, name, order, self._below)
        for _ in range(TRIES):
            taken = [side for side, seat in founding.seats.items() if not seat.free]
            live = founded(founding, self.now, taken)
            if live.room.kind.online:
                take(live, seat, guest, name, order.dice)
            try:
                return await self._found(live, guest)
            except Conflict:  # the short code is taken
                founding = replace(founding, code=new_code())
        raise Unavailable

    async def demonstrate(self, room: Room, guest: str | None, seq: int, moves: Sequence[str]) -> Room:
        """A finished game in which these moves follow on event ``seq``."""
        return await self._found(demonstrated(room, guest, seq, moves, self.now), guest)

    async def reopen(self, record: Record, guest: str, name: str) -> Room:
        """A saved game as a room of its own; ``BadRecord``."""
        live = await asyncio.to_thread(reopened, record, guest, name, self.now)
        return await self._found(live, guest)

    async def _found(self, live: Live, guest: str | None, closing: Append | None = None) -> Room:
        """Store a new room, with what happens in it by itself, and open it; ``closing``: the end of the game before."""
        room = live.room
        while (decision := room.automatic(live.secrets, self.ledger.chance(live))) is not None:
            fold_new(live, decision.entries, None)
        first = Append(
            room.id, room.entries, None, guest, room.turn, room.over, bool(room.free), dict(live.secrets)
        )
        await self._keep.found(room.founding, first, closing)
        self.meters.events += room.head
        self._live[room.id] = live
        self._forget_idle()
        self._computer.wake(live)
        self._time.set(live)
        return room

    async def _repeat(self, live: Live, command: Command, guest: str | None) -> None:
        """A new game of the same persons; it begins and the old one ends in one transaction."""
        room = live.room
        online = room.kind.online
        same = not online and getattr(command, "do", "") == "restart"
        swap = not same and not room.kind.lanes and (online or room.kind.computer)
        founding = repeated(room.founding, room.seats, same=same, swap=swap, below=self._below)
        own = {room.seats[seat].guest for seat in room.dice.server_seeded}
        seeded = [seat for seat, holder in founding.seats.items() if holder.guest in own]
        new = founded(founding, self.now, seeded)
        decision = ending.abandon(room, founding.id)
        closing = self.ledger.append(room, decision, command.id, guest)
        await self._found(new, founding.maker, closing)
        self.ledger.fold(live, decision, closing)

    async def room(self, room_id: str) -> Room:
        """A room by its id, from memory or from where it is kept; ``UnknownRoom``."""
        live = await self._find(room_id)
        if self._neighbours is not None:
            async with live.lock:
                await self.ledger.sync(live)
            if not live.connections:
                await self._neighbours.see_who_is_there([room_id])
        if self.ledger.is_due(live):
            await self._unbroken(live, self.catch_up(live))
        self._computer.wake(live)
        return live.room

    async def _find(self, room_id: str) -> Live:
        live = self._live.get(room_id)
        if live is None:
            loaded = await self._keep.load(room_id)
            if loaded is None:
                raise UnknownRoom(Say("There is no such game here."))
            # it takes its time
            room = await asyncio.to_thread(Room, loaded.founding, loaded.entries, loaded.guests)
            live = self._live.get(room_id)
            if live is None:
                live = self._live[room_id] = Live(room, dict(loaded.secrets), now=self.now)
                remember(room, loaded.answered, loaded.refused)
                self._forget_idle()
                await self.catch_up(live)
                self._computer.wake(live)
                self._time.set(live)
        return live

    async def catch_up(self, live: Live) -> None:
        """Do what is due in a room; another process may be doing it, too."""
        async with live.alone():
            try:
                await self._time.credit(live)
                await self._time.drop(live)
            except Conflict:
                await self.ledger.sync(live)
            except Unavailable:
                log.warning("what is due could not be stored", extra={"game": live.room.founding.game})
            await self.ledger.follow(live)

    def _forget_idle(self) -> None:
        """Drop the rooms that were loaded first and that nobody looks at."""
        for room_id in list(self._live)[: max(0, len(self._live) - KEPT_ROOMS)]:
            live = self._live[room_id]
            if live.forsaken:
                self._forget(room_id)
        self.meters.rooms = len(self._live)

    async def _forget_unwatched(self) -> None:
        """Drop the rooms at which nobody looks, where they are over or have gone on in another process."""
        unwatched = {room_id: live for room_id, live in self._live.items() if live.forsaken}
        heads = await self._keep.heads(list(unwatched)) if self._keep.shared and unwatched else {}
        for room_id, live in unwatched.items():
            past = live.room.over or heads.get(room_id, 0) > live.room.head
            if past and live.forsaken and self._live.get(room_id) is live:
                self._forget(room_id)

    def _forget_ended(self, live: Live) -> None:
        """Drop a room that is over once nobody looks at it: thousands of them would be."""
        if live.room.over and live.forsaken and self._live.get(live.room.id) is live:
            self._forget(live.room.id)

    def _forget(self, room_id: str) -> None:
        live = self._live.pop(room_id)
        if live.flag is not None:
            live.flag.cancel()
        self.meters.rooms = len(self._live)

    # ---- taking a seat ----

    async def join(self, room_id: str, guest: str, name: str, order: JoinRoom) -> Side:
        """Take a free seat; who has one gets the same again. ``Refusal``: forbidden, full, over; ``UnknownRoom``."""
        live = await self._find(room_id)
        return await self._unbroken(live, self._join(live, guest, name, order))

    async def _join(self, live: Live, guest: str, name: str, order: JoinRoom) -> Side:
        room = live.room
        async with live.lock:
            for _ in range(TRIES):
                if self._keep.shared:
                    await self.ledger.sync(live)
                if sides := room.sides_of(guest):
                    return sides[0]
                seat = free_seat(room, guest, order)
                seed = fairness.new_seed() if order.dice == "server" and room.kind.dice else None
                try:
                    decision = Decision(room.seated(seat, name, seed))
                    secrets = {} if seed is None else {seat: seed}
                    await self.ledger.commit(live, decision, None, guest, secrets)
                    await self.ledger.follow(live)
                    return seat
                except Conflict:
                    await self.ledger.sync(live)
        raise Unavailable

    def live(self, room: Room) -> Live:
        """A room with who looks at it; where it is not in memory any more, with nobody."""
        return self._live.get(room.id) or Live(room, now=self.now)

    # ---- acting ----

    async def act(
        self,
        room: Room,
        guest: str | None,
        command: Command,
        look: Look,
        connection: Connection | None = None,
    ) -> Event | Hidden | Refused | State | None:
        """Carry a command out: exactly one answer, the same one for the same id. None: ``connection`` was told it.

        With a ``connection`` the caller does it to its end: see ``whole``.
        """
        live = self._live.get(room.id) or await self._find(room.id)
        if connection is None:
            answer = await self._unbroken(live, self._clerk.answer(live, guest, command, look, None))
        else:
            connection.awaiting = command.id
            answer = await self._clerk.answer(live, guest, command, look, connection)
        counted = answer.code if isinstance(answer, Refused) else "event"
        self.meters.answers[type(command).__struct_config__.tag, counted] += 1  # type: ignore[index]
        return answer

    async def _unbroken(self, live: Live, work: Coroutine[Any, Any, T]) -> T:
        """Do it to its end, even if who asked is gone by then: what is stored must be folded and told, too."""
        live.busy += 1
        task = self.whole(work)

        def done(_: object) -> None:
            live.busy -= 1

        task.add_done_callback(done)
        return await asyncio.shield(task)

    def whole(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin something that is done to its end, even when the hub closes."""
        task = asyncio.get_running_loop().create_task(work)
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        return task

    async def play(self, live: Live, head: int, move: str | None, seat: Side) -> None:
        """What the computer chose for its seat at ``head`` (in a race: the last event on its own board), unless the game has
        gone on meanwhile; None: it rolls, or gives up where nothing more can be moved."""
        await self._unbroken(live, self._play(live, head, move, seat))

    async def _play(self, live: Live, head: int, move: str | None, seat: Side) -> None:
        room = live.room
        async with live.lock:
            course = room.course(seat)
            if (course.last if room.lanes else room.head) != head or room.over or seat in room.finished:
                return
            if move is not None:
                decision = playing.move(room, move, seat)
            elif room.game.actor(course.state) is CHANCE:
                decision = playing.roll(room, self.ledger.chance(live), seat)
            else:
                decision = ending.resign(room, (seat,))
            await self.ledger.settle(live, decision)

    # ---- time ----

    async def sweep(self) -> None:
        """Forget rooms; drop the flags that fall where nobody looks; close rooms to which nobody came back, without a result;
        tidy up.
        """
        await self._forget_unwatched()
        await self._keep.tidy(self.now())
        for room_id in await self._keep.due(self.now()):
            await self._find(room_id)  # coming into memory, it catches up
        for kind in KINDS.values():
            for room_id in await self._keep.idle(kind.name, self.now() - kind.idle) if kind.idle else ():
                live = await self._find(room_id)
                async with live.alone():
                    if not live.room.over and live.room.entries[-1].ts <= self.now() - kind.idle:
                        await self.ledger.settle(live, ending.abandon(live.room))

    # ---- persons ----

    async def adopt(self, old: str, new: str) -> None:
        """A guest is called ``new`` from now on: seats and connections in memory, but where ``new`` sits, too."""
        for live in self._live.values():
            room = live.room
            if room.sides_of(new):
                continue
            if room.founding.maker == old:
                room.founding = replace(room.founding, maker=new)
            for seat, holder in room.seats.items():
                if holder.guest == old:
                    room.seats[seat] = replace(holder, guest=new)
            room.guests = [new if guest == old else guest for guest in room.guests]
            for connection in live.connections:
                if connection.guest == old:
                    connection.guest = new

    async def release(self, who: str, code: int) -> None:
        """Close the connections of a guest, or those that a session opened, with ``code``. A guest's rooms are forgotten, to be
        read again: there the others' connections are closed for a restart.
        """
        for room_id, live in list(self._live.items()):
            theirs = [one for one in live.connections if who in {one.guest, one.session}]
            seated = bool(live.room.sides_of(who))
            for connection in list(live.connections if seated else theirs):
                connection.close(code if connection in theirs else RESTART)
            if seated:
                async with live.lock:
                    if self._live.get(room_id) is live:
                        self._forget(room_id)

    # ---- connections ----

    async def connect(
        self,
        room: Room,
        guest: str | None,
        name: str,
        look: Look,
        since: int | None = None,
        *,
        alone: bool = True,
        session: str = "",
    ) -> Connection:
        """A new connection: first the state, then the events after ``since`` (without pictures: the state has one).

        ``alone``: who has a seat takes it over from the tab before. ``session``: by which an account is known.
        ``Refusal`` where watching is not allowed.
        """
        live = await self._find(room.id)
        room = live.room
        seated = bool(room.sides_of(guest))
        if not seated and (why := room.why_not_watch(guest)) is not None:
            raise Refusal("forbidden", why)
        connection = Connection(room, guest, name, look, self.now(), alone=alone, session=session)
        async with live.alone():
            if since is not None and since > room.head:
                await self.ledger.sync(
                    live
                )  # another process was told more; or the database is an older one now
            before = [one for one in live.connections if one.guest == guest and one.alone]
            for other in before if seated and alone else ():
                other.close(TAKEN_OVER)
                del live.connections[other]
            live.connections[connection] = None
            live.came(guest)
            live.put_state(connection, since or 0)
            if since is not None:
                connection.missed = range(since + 1, room.head + 1)
            if self.closed:
                connection.close(RESTART)
        live.presence_changed(SOON if seated else CALM)
        if self._neighbours is not None:
            await self._neighbours.attend(live, connection)
        self._computer.wake(live)
        return connection

    async def disconnect(self, connection: Connection, left: bool = False) -> None:
        """A connection has ended; ``left``: on purpose."""
        live = self._live.get(connection.room.id)
        if live is None or connection not in live.connections:
            return
        del live.connections[connection]
        live.went(connection.guest, left)
        seated = bool(live.room.sides_of(connection.guest))
        live.presence_changed(SOON if seated else CALM)
        if self._neighbours is not None:
            await self._neighbours.attend(live, connection, left=left)
        self._forget_ended(live)

    async def close(self) -> None:
        """Stop what runs beside, end what is begun, and close every connection for a restart (1012)."""
        self.closed = True
        for task in self._tasks:
            task.cancel()
        for live in self._live.values():
            if live.computer is not None:
                live.computer.cancel()
            if live.flag is not None:
                live.flag.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        for live in self._live.values():
            for connection in live.connections:
                connection.close(RESTART)

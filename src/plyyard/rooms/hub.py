"""The hub: rooms in memory, their connections, and the one path of a command: decide, commit, fold, tell.

Where rooms are kept is handed in (``Keep``), and so is what thinks for the computer (``Think``). Several processes may share
a database: whoever finds that another was first (``Conflict``) reads what came, tells it, and decides anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from hmac import compare_digest
from typing import Any, TypeVar

from msgspec.structs import replace as with_fields

from plyyard.core.chance import Below, system_below
from plyyard.core.errors import PlyError, Say
from plyyard.core.game import CHANCE, Side
from plyyard.core.record import Entry
from plyyard.core.scene import Scene
from plyyard.core.words import words
from plyyard.rooms import ending, fairness, frames, playing
from plyyard.rooms.company import handle
from plyyard.rooms.computer import Computer, Think
from plyyard.rooms.decision import WATCHING, Decision, Moment, Refusal, UnknownRoom
from plyyard.rooms.founding import Founding, Now, new_code, now, ordered, repeated
from plyyard.rooms.frames import Look
from plyyard.rooms.keep import Append, Conflict, Keep, Listing, Refusing, Unavailable
from plyyard.rooms.kinds import KINDS
from plyyard.rooms.live import CALM, SOON, Connection, Live
from plyyard.rooms.meters import Meters
from plyyard.rooms.neighbours import Neighbours
from plyyard.rooms.protocol import (
    Claim,
    Command,
    CreateRoom,
    Event,
    Hidden,
    JoinRoom,
    Out,
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
from plyyard.rooms.refusals import packed, unpacked
from plyyard.rooms.room import Room

log = logging.getLogger(__name__)

T = TypeVar("T")

LEADS_NOWHERE = Say("This leads to no move. What can be chosen is marked on the board.")
NOT_STORED = Say("Nothing can be stored just now. Nothing was changed; please try again.")
KEPT_ROOMS = 2000
TRIES = 8  # when another process was first
TAKEN_OVER, NOT_ALLOWED, RESTART = 4409, 4403, 1012
BEAT, SWEEP = 5.0, 600.0  # seconds
FORGOTTEN = 3_600_000  # milliseconds after which a game that nobody is at leaves the lobby
LIVELY = {"live", "race"}  # kinds in which the other is expected to be there
GRACE = 10_000  # milliseconds that clocks get for coming back after the server was away
OTHERS_ALIVE = 15_000  # milliseconds: a beat as young as this came from another process that still lives


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
        self._working: set[asyncio.Task[Any]] = set()
        self._tasks: list[asyncio.Task[Any]] = []
        self._computer = Computer(self, think, pace)
        self._neighbours = Neighbours(self, keep, self._live) if keep.shared else None
        self._began = self.now()
        self._last_beat: int | None = None

    async def begin(self) -> None:
        """Start what runs beside: the sign of life, the closing of rooms that nobody came back to, the look at neighbours."""
        self._last_beat = await self._keep.last_beat()
        self._began = self.now()
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
            live = self._founded(founding, () if founding.invite else tuple(founding.seats))
            if live.room.kind.online:
                self._take(live, seat, guest, name, order.dice)
            try:
                return await self._found(live, guest)
            except Conflict:  # the short code is taken
                founding = replace(founding, code=new_code())
        raise Unavailable

    def _founded(self, founding: Founding, server_seeded: Sequence[Side] = ()) -> Live:
        """A new room before it is stored; seats that are taken from the beginning may leave their seed to the server."""
        live = Live(Room(founding), now=self.now)
        room = live.room
        commitment = None
        if room.kind.dice:
            live.secrets["server"] = fairness.new_seed()
            commitment = fairness.server_commitment(room.id, live.secrets["server"])
        self._fold_new(live, [Entry(0, "started", hash=commitment)], None)
        for seat in server_seeded if room.kind.dice else ():
            live.secrets[seat] = seed = fairness.new_seed()
            self._fold_new(live, room.seated(seat, "", seed)[1:], room.seats[seat].guest)
        return live

    def _take(self, live: Live, seat: Side, guest: str, name: str, dice: str) -> None:
        if dice == "server":
            live.secrets[seat] = fairness.new_seed()
        self._fold_new(live, live.room.seated(seat, name, live.secrets.get(seat)), guest)

    def _fold_new(self, live: Live, entries: Sequence[Entry], guest: str | None) -> None:
        for entry in self._number(live.room, entries):
            live.room.fold(entry, guest)

    async def _found(self, live: Live, guest: str | None, closing: Append | None = None) -> Room:
        """Store a new room, with what happens in it by itself, and open it; ``closing``: the end of the game before."""
        room = live.room
        while (decision := room.automatic(live.secrets, self._chance(live))) is not None:
            self._fold_new(live, decision.entries, None)
        first = Append(
            room.id, room.entries, None, guest, room.turn, room.over, bool(room.free), dict(live.secrets)
        )
        await self._keep.found(room.founding, first, closing)
        self.meters.events += room.head
        self._live[room.id] = live
        self._forget_idle()
        self._computer.wake(live)
        self._set_flag(live)
        return room

    async def room(self, room_id: str) -> Room:
        """A room by its id, from memory or from where it is kept; ``UnknownRoom``."""
        live = await self._find(room_id)
        if self._neighbours is not None:
            async with live.lock:
                await self.sync(live)
            if not live.connections:
                await self._neighbours.see_who_is_there([room_id])
        if self.is_due(live):
            await self._unbroken(live, self.catch_up(live))
        self._computer.wake(live)
        return live.room

    async def _find(self, room_id: str) -> Live:
        live = self._live.get(room_id)
        if live is None:
            loaded = await self._keep.load(room_id)
            if loaded is None:
                raise UnknownRoom(Say("There is no such game here."))
            room = await asyncio.to_thread(
                Room, loaded.founding, loaded.entries, loaded.guests
            )  # it takes its time
            live = self._live.get(room_id)
            if live is None:
                live = self._live[room_id] = Live(room, dict(loaded.secrets), now=self.now)
                self._remember(live, loaded.answered, loaded.refused)
                self._forget_idle()
                await self.catch_up(live)
                self._computer.wake(live)
                self._set_flag(live)
        return live

    def is_due(self, live: Live) -> bool:
        """Whether something happens now by itself that whoever caused it has not done: the database was away, or it died."""
        return live.room.automatic(live.secrets, self._chance(live)) is not None

    async def catch_up(self, live: Live) -> None:
        """Do what is due in a room; another process may be doing it, too."""
        async with self._at(live):
            try:
                await self._credit(live)
                await self._drop_flag(live)
            except Conflict:
                await self.sync(live)
            except Unavailable:
                log.warning("what is due could not be stored", extra={"game": live.room.founding.game})
            await self._follow(live)

    def _remember(self, live: Live, answered: Mapping[str, int], refused: Mapping[str, str]) -> None:
        room = live.room
        for command, seq in answered.items():
            room.answers.event(command, seq)
        for command, text in refused.items():
            if command not in room.answers.refused:
                room.answers.refusal(command, *unpacked(text))

    def _forget_idle(self) -> None:
        """Drop the rooms that were loaded first and that nobody looks at."""
        for room_id in list(self._live)[: max(0, len(self._live) - KEPT_ROOMS)]:
            live = self._live[room_id]
            if not live.connections and live.computer is None and not live.busy:
                self._forget(room_id)
        self.meters.rooms = len(self._live)

    def _forget(self, room_id: str) -> None:
        live = self._live.pop(room_id)
        if live.flag is not None:
            live.flag.cancel()

    @asynccontextmanager
    async def _at(self, live: Live) -> AsyncIterator[None]:
        """Alone at a room that stays in memory meanwhile."""
        live.busy += 1
        try:
            async with live.lock:
                yield
        finally:
            live.busy -= 1

    # ---- lists ----

    async def mine(self, guest: str, over: bool = False) -> list[Summary]:
        """A guest's rooms, the newest first. None of them is played through for it."""
        return [_summary(one, guest) for one in await self._keep.mine(guest, over)]

    async def lobby(self, guest: str | None = None) -> list[Summary]:
        """Listed rooms: first open ones, with their code, then running ones to watch; of each first where somebody is."""
        found = [_summary(one, guest) for one in await self._keep.lobby()]
        elsewhere = await self._keep.attendance([one.room for one in found]) if self._keep.shared else ()
        here = {row.room for row in elsewhere if row.here and row.lease > self.now()}
        for one in found:
            live = self._live.get(one.room)
            one.here = one.room in here or (
                live is not None and any(seat.here for seat in live.seats().values())
            )
        lively = [
            one for one in found if one.here or one.updated > self.now() - FORGOTTEN or one.kind not in LIVELY
        ]
        return sorted(lively, key=lambda one: (one.code is None, not one.here))

    async def invited(self, invite: str | None, code: str | None, guest: str | None = None) -> str | None:
        """The room that an invitation leads to, or a short code while a seat is free there, or for who has one."""
        code = None if code is None else code.strip().upper()
        found = await self._keep.invited(invite, code)
        if found is None and code and guest is not None:
            mine = await self._keep.mine(guest, over=False)
            found = next((one.founding.id for one in mine if one.founding.code == code), None)
        return found

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
                    await self.sync(live)
                if sides := room.sides_of(guest):
                    return sides[0]
                seat = _free_seat(room, guest, order)
                seed = fairness.new_seed() if order.dice == "server" and room.kind.dice else None
                try:
                    decision = Decision(room.seated(seat, name, seed))
                    await self._commit(live, decision, None, guest, {} if seed is None else {seat: seed})
                    await self._follow(live)
                    return seat
                except Conflict:
                    await self.sync(live)
        raise Unavailable

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
        live = self._live.get(room.id) or Live(room, now=self.now)
        state = live.state(guest, look, at, since)
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
            sides = room.sides_of(guest)
            chance = room.actor(room.viewer(guest), room.head) is CHANCE
            if not set(room.acting) & set(sides) or room.covered(guest) or chance:
                raise Refusal("not_your_turn", Say("It is not your turn."))
            if room.stale(query.on, sides):
                raise Refusal("stale", Say("The game has gone on meanwhile; look again."))
            preview = room.game.preview(view, query.taken)
            steps = frames.steps_out(room, preview, room.game.steps(view, query.taken), tongue)
            scene = frames.whole(frames.picture(room, guest, look, preview))
            return StepsOut(query.id, steps, scene)
        except PlyError as error:
            return _refused(room, query.id, error, look)

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
            answer = await self._unbroken(live, self._act(live, guest, command, look, None))
        else:
            connection.awaiting = command.id
            answer = await self._act(live, guest, command, look, connection)
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

    async def _act(
        self, live: Live, guest: str | None, command: Command, look: Look, connection: Connection | None
    ) -> Event | Hidden | Refused | State | None:
        live.busy += 1
        try:
            async with live.lock:
                for _ in range(TRIES):
                    try:
                        return await self._answer(live, guest, command, look, connection)
                    except Conflict:
                        await self.sync(live)
        except Unavailable:
            log.warning("a command could not be stored", extra={"game": live.room.founding.game})
        finally:
            live.busy -= 1
        return _refused(live.room, command.id, Refusal("unavailable", NOT_STORED), look)

    async def _answer(
        self, live: Live, guest: str | None, command: Command, look: Look, connection: Connection | None
    ) -> Event | Hidden | Refused | State | None:
        room = live.room
        if not (sides := room.sides_of(guest)) and self._keep.shared:
            await self.sync(live)  # the seat may have been taken elsewhere
            sides = room.sides_of(guest)
        if not sides:
            return _refused(room, command.id, Refusal("not_seated", WATCHING), look)
        if (known := self._known(room, guest, command.id, look)) is not None:
            return known
        await self._drop_flag(live)
        if isinstance(command, Claim) and self._neighbours is not None:
            await self._neighbours.see_who_is_there([room.id])
        try:
            if isinstance(command, Ready):
                return self._ready(live, guest, command.id, look)
            watching = live.handles() if isinstance(command, Out) else ()
            away = live.away() if isinstance(command, Claim) else {}
            moment = Moment(self.now(), away, watching)
            decision = room.decide(guest, command, self._chance(live), moment)
        except Refusal as refusal:
            if self._keep.shared and await self.sync(live):
                raise Conflict from None  # decided on what is past
            await self._keep.refuse(Refusing(room.id, command.id, packed(sides[0], refusal)))
            room.answers.refusal(command.id, sides[0], refusal)
            return _refused(room, command.id, refusal, look)
        first = room.head + 1
        if decision.again:
            await self._repeat(live, command, guest)
        else:
            await self._commit(live, decision, command.id, guest)
        told = connection is not None and connection.awaiting != command.id
        answer = None if told else self._event(room, first, guest, look)
        await self._follow(live)
        self._computer.wake(live)
        return answer

    def _known(
        self, room: Room, guest: str | None, command: str, look: Look
    ) -> Event | Hidden | Refused | State | None:
        """The answer that this command got already."""
        taken = Refusal("malformed", Say("Somebody else has used this id already."))
        if (seq := room.answers.seqs.get(command)) is not None:
            if room.guests[seq - 1] != guest:
                return _refused(room, command, taken, look)
            return self._event(room, seq, guest, look)
        if command in room.answers.refused:  # why tells what only who was refused may know
            seat, refusal = room.answers.refused[command]
            return _refused(room, command, refusal if seat in (None, *room.sides_of(guest)) else taken, look)
        return frames.state_frame(room, guest, look) if command in room.answers.readied else None

    def _ready(self, live: Live, guest: str | None, command: str, look: Look) -> State:
        room = live.room
        if not room.covered(guest) or not room.begun:
            raise Refusal("forbidden", Say("Nothing is covered here."))
        room.uncover(command)
        for connection in live.connections:
            if connection.guest == guest:
                live.put_state(connection)
        return frames.state_frame(room, guest, look)

    async def _repeat(self, live: Live, command: Command, guest: str | None) -> None:
        """A new game of the same persons; it begins and the old one ends in one transaction."""
        room = live.room
        online = room.kind.online
        same = not online and getattr(command, "do", "") == "restart"
        swap = not same and not room.kind.lanes and (online or room.kind.computer)
        founding = repeated(room.founding, room.seats, same=same, swap=swap, below=self._below)
        own = {room.seats[seat].guest for seat in room.dice.server_seeded}
        seeded = [seat for seat, holder in founding.seats.items() if holder.guest in own]
        new = self._founded(founding, seeded)
        decision = ending.abandon(room, founding.id)
        closing = self._append(room, decision, command.id, guest)
        await self._found(new, founding.maker, closing)
        self._fold(live, decision, closing, guest)

    async def _commit(
        self,
        live: Live,
        decision: Decision,
        command: str | None,
        guest: str | None,
        secrets: Mapping[str, bytes] | None = None,
    ) -> None:
        """Number, store, fold, tell: in this order, and each whole."""
        append = self._append(live.room, decision, command, guest, secrets or {})
        await self._keep.append(append)
        live.secrets |= append.secrets
        self._fold(live, decision, append, guest)

    def _append(
        self,
        room: Room,
        decision: Decision,
        command: str | None,
        guest: str | None,
        secrets: Mapping[str, bytes] | None = None,
    ) -> Append:
        entries = self._number(room, decision.entries)
        kinds = {entry.kind for entry in entries}
        over = bool(kinds & {"over", "abandoned"}) or (room.over and "taken back" not in kinds)
        taken = {entry.by for entry in entries if entry.kind == "joined"}
        free = not over and any(seat not in taken for seat in room.free)
        turn = room.turn_after(decision)
        due = None if over else room.due_after(entries, turn)
        return Append(room.id, entries, command, guest, turn, over, free, secrets or {}, due)

    def _fold(self, live: Live, decision: Decision, append: Append, guest: str | None) -> None:
        room = live.room
        if append.command is not None:
            room.answers.event(append.command, append.entries[0].seq)
        for place, entry in enumerate(append.entries):
            room.fold(entry, guest, decision.played if place == 0 else None)
        self.meters.events += len(append.entries)
        self._after(live, append.entries)

    def _after(self, live: Live, entries: Sequence[Entry]) -> None:
        """What has been folded is told, and its consequences are drawn."""
        room = live.room
        for entry in entries:
            live.tell(entry.seq)
            if entry.kind == "joined":
                live.arrived(entry.by or "")
            elif entry.kind == "waits" and room.turn is not None:
                live.seen(room.turn)
            elif entry.kind == "sent out":
                for connection in live.watchers():
                    if not room.may_watch(connection.guest):
                        connection.close(NOT_ALLOWED)
            elif entry.by in room.seats and not room.seats[entry.by].free:
                live.seen(entry.by)
        if not live.all_here() or any(entry.kind == "joined" for entry in entries):
            live.presence_changed()
        self._set_flag(live)

    def _number(self, room: Room, entries: Sequence[Entry]) -> list[Entry]:
        ts = max(self.now(), room.entries[-1].ts if room.entries else 0)
        return [with_fields(entry, seq=room.head + 1 + place, ts=ts) for place, entry in enumerate(entries)]

    def _chance(self, live: Live) -> Below:
        return live.below() or self._below

    async def _follow(self, live: Live) -> None:
        """What happens now by itself: seeds opened, the beginning, a deal, the reveal. Whatever comes between, it ends well:
        what led to it is committed; what cannot be stored is done when somebody looks again."""
        try:
            while (decision := live.room.automatic(live.secrets, self._chance(live))) is not None:
                try:
                    await self._commit(live, decision, None, None)
                except Conflict:
                    await self.sync(live)
        except Unavailable:
            log.warning("what follows could not be stored", extra={"game": live.room.founding.game})

    async def play(self, live: Live, head: int, move: str | None, seat: Side) -> None:
        """What the computer chose for its seat at ``head``, unless the game has gone on meanwhile; None: it rolls."""
        await self._unbroken(live, self._play(live, head, move, seat))

    async def _play(self, live: Live, head: int, move: str | None, seat: Side) -> None:
        room = live.room
        async with live.lock:
            if room.head == head and not room.over:
                decision = (
                    playing.roll(room, self._chance(live), seat)
                    if move is None
                    else playing.move(room, move, seat)
                )
                await self._settle(live, decision)

    # ---- time ----

    def _set_flag(self, live: Live) -> None:
        """Look again when the next flag falls."""
        if live.flag is not None:
            live.flag.cancel()
        clock = live.room.clock
        deadline = None if clock is None or live.room.over else clock.deadline
        if deadline is None:
            live.flag = None
            return
        wait = max(0.0, (deadline - self.now()) / 1000)
        live.flag = asyncio.get_running_loop().call_later(wait, self._flag_falls, live)

    def _flag_falls(self, live: Live) -> None:
        self.whole(self._fallen(live))

    async def _fallen(self, live: Live) -> None:
        async with self._at(live):
            try:
                await self._drop_flag(live)
            except Conflict:
                await self.sync(live)
            except Unavailable:
                pass  # the clock goes on; whoever acts next finds the flag fallen
            if live.room.clock is not None and live.room.clock.fallen(self.now()) is None:
                self._set_flag(live)

    async def _drop_flag(self, live: Live) -> None:
        while (decision := ending.flag(live.room, self.now())) is not None:
            await self._commit(live, decision, None, None)
            await self._follow(live)

    async def _credit(self, live: Live) -> None:
        """The time in which the server was away, and a little for coming back, is nobody's."""
        room, since = live.room, self._last_beat
        if room.clock is None or not room.clock.running or room.over or since is None:
            return
        if room.entries[-1].ts >= self._began or (self._keep.shared and self._began - since < OTHERS_ALIVE):
            return
        ms = self._began - max(room.entries[-1].ts, since) + GRACE
        await self._commit(live, Decision([Entry(0, "credited", ms=ms)]), None, None)

    async def sweep(self) -> None:
        """Drop the flags that fall where nobody looks; close rooms to which nobody came back, without a result."""
        for room_id in await self._keep.due(self.now()):
            await self._find(room_id)  # coming into memory, it catches up
        for kind in KINDS.values():
            for room_id in await self._keep.idle(kind.name, self.now() - kind.idle) if kind.idle else ():
                live = await self._find(room_id)
                async with self._at(live):
                    if not live.room.over and live.room.entries[-1].ts <= self.now() - kind.idle:
                        await self._settle(live, ending.abandon(live.room))

    async def _settle(self, live: Live, decision: Decision) -> None:
        try:
            await self._commit(live, decision, None, None)
        except Conflict:
            await self.sync(live)
        await self._follow(live)

    # ---- what others did ----

    async def sync(self, live: Live) -> bool:
        """Read what another process wrote to this room, tell it; whether there was something. Hold the room's lock."""
        room = live.room
        loaded = await self._keep.load(room.id, room.head)
        if loaded is None:
            raise UnknownRoom(Say("There is no such game here."))
        known = len(room.answers)
        self._remember(live, loaded.answered, loaded.refused)
        live.secrets |= loaded.secrets
        for entry, guest in zip(loaded.entries, loaded.guests, strict=True):
            room.fold(entry, guest)
        if loaded.entries:
            self._after(live, loaded.entries)
        return bool(loaded.entries) or known != len(room.answers)

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

    async def release(self, guest: str, code: int) -> None:
        """Forget the rooms of a guest, to be read again; close the guest's connections with ``code``, the others' for a restart."""
        for room_id, live in list(self._live.items()):
            theirs = [one for one in live.connections if one.guest == guest]
            seated = bool(live.room.sides_of(guest))
            for connection in list(live.connections if seated else theirs):
                connection.close(code if connection in theirs else RESTART)
            if seated:
                async with live.lock:
                    if self._live.get(room_id) is live:
                        self._forget(room_id)

    # ---- telling ----

    def _event(self, room: Room, seq: int, guest: str | None, look: Look) -> Event | Hidden:
        return frames.event_frame(frames.Sight(room, seq), guest, look, None)[0]

    async def connect(
        self,
        room: Room,
        guest: str | None,
        name: str,
        look: Look,
        since: int | None = None,
        *,
        alone: bool = True,
    ) -> Connection:
        """A new connection: first the state, then the events after ``since`` (without pictures: the state has one).

        ``alone``: who has a seat takes it over from the tab before. ``Refusal`` where watching is not allowed.
        """
        live = await self._find(room.id)
        room = live.room
        seated = bool(room.sides_of(guest))
        if not seated and (why := room.why_not_watch(guest)) is not None:
            raise Refusal("forbidden", why)
        connection = Connection(room, guest, name, look, self.now(), alone=alone)
        async with self._at(live):
            before = [one for one in live.connections if one.guest == guest and one.alone]
            for other in before if seated and alone else ():
                other.close(TAKEN_OVER)
                live.connections.discard(other)
            live.connections.add(connection)
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
        live.connections.discard(connection)
        live.went(connection.guest, left)
        seated = bool(live.room.sides_of(connection.guest))
        live.presence_changed(SOON if seated else CALM)
        if self._neighbours is not None:
            await self._neighbours.attend(live, connection, left=left)

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


def _free_seat(room: Room, guest: str, order: JoinRoom) -> Side:
    """The seat that an invitation gives, or ``Refusal``."""
    founding = room.founding
    if not room.kind.online:
        raise Refusal("forbidden", Say("Nobody can join this game."))
    if handle(room.id, guest) in room.company.barred:
        raise Refusal("forbidden", Say("You were sent out of this game."))
    if room.over:
        raise Refusal("over", Say("The game is over."))
    if not room.free:
        raise Refusal("full", Say("All seats are taken."))
    invite, code = order.invite, order.code and order.code.strip().upper()
    if not (
        (founding.listed and invite is None and code is None)
        or (invite is not None and compare_digest(invite.encode(), founding.invite.encode()))
        or (code is not None and compare_digest(code.encode(), founding.code.encode()))
    ):
        raise Refusal("forbidden", Say("This invitation does not belong to this game."))
    return room.free[0]


def _summary(one: Listing, guest: str | None) -> Summary:
    founding = one.founding
    free = any(seat.free for seat in founding.seats.values())
    return Summary(
        founding.id,
        founding.game,
        founding.kind,
        one.over,
        one.updated,
        one.head,
        {side: frames.player(seat) for side, seat in founding.seats.items()},
        one.turn,
        not free,
        founding.clock,
        founding.code if founding.listed and one.open else None,
        [side for side, seat in founding.seats.items() if guest is not None and seat.guest == guest],
    )


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

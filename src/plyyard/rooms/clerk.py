"""Answers a command: known already, refused, or decided, stored and told."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from plyyard.core.errors import Say
from plyyard.rooms import frames
from plyyard.rooms.decision import WATCHING, Moment, Refusal
from plyyard.rooms.frames import Look
from plyyard.rooms.keep import Conflict, Keep, Refusing, Unavailable
from plyyard.rooms.ledger import Ledger
from plyyard.rooms.live import Connection, Live
from plyyard.rooms.neighbours import Neighbours
from plyyard.rooms.protocol import Claim, Command, Event, Hidden, Out, Ready, Refused, State
from plyyard.rooms.questions import refused
from plyyard.rooms.refusals import packed
from plyyard.rooms.room import Room
from plyyard.rooms.timekeeping import Timekeeper

log = logging.getLogger(__name__)

NOT_STORED = Say("Nothing can be stored just now. Nothing was changed; please try again.")
TAKEN = Say("Somebody else has used this id already.")
TRIES = 8  # when another process was first

Answered = Event | Hidden | Refused | State


class Clerk:
    """``neighbours``: other processes at the same rooms; ``repeat``: begin a new game of the same persons."""

    def __init__(
        self,
        keep: Keep,
        ledger: Ledger,
        time: Timekeeper,
        neighbours: Neighbours | None,
        repeat: Callable[[Live, Command, str | None], Awaitable[None]],
    ) -> None:
        self._keep = keep
        self._ledger = ledger
        self._time = time
        self._neighbours = neighbours
        self._repeat = repeat

    async def answer(
        self, live: Live, guest: str | None, command: Command, look: Look, connection: Connection | None
    ) -> Answered | None:
        """Exactly one, the same one for the same id. None: ``connection`` was told it with everybody else."""
        live.busy += 1
        try:
            async with live.lock:
                for _ in range(TRIES):
                    try:
                        return await self._answer(live, guest, command, look, connection)
                    except Conflict:
                        await self._ledger.sync(live)
        except Unavailable:
            log.warning("a command could not be stored", extra={"game": live.room.founding.game})
        finally:
            live.busy -= 1
        return refused(live.room, command.id, Refusal("unavailable", NOT_STORED), look)

    async def _answer(
        self, live: Live, guest: str | None, command: Command, look: Look, connection: Connection | None
    ) -> Answered | None:
        room = live.room
        if not (sides := room.sides_of(guest)) and self._keep.shared:
            await self._ledger.sync(live)  # the seat may have been taken elsewhere
            sides = room.sides_of(guest)
        if not sides:
            return refused(room, command.id, Refusal("not_seated", WATCHING), look)
        if (known := self._known(room, guest, command.id, look)) is not None:
            return known
        await self._time.drop(live)
        if isinstance(command, Claim) and self._neighbours is not None:
            await self._neighbours.see_who_is_there([room.id])
        try:
            if isinstance(command, Ready):
                return self._ready(live, guest, command.id, look)
            watching = live.handles() if isinstance(command, Out) else ()
            away = live.away() if isinstance(command, Claim) else {}
            moment = Moment(live.now(), away, watching)
            decision = room.decide(guest, command, self._ledger.chance(live), moment)
        except Refusal as refusal:
            if self._keep.shared and await self._ledger.sync(live):
                raise Conflict from None  # decided on what is past
            await self._keep.refuse(Refusing(room.id, command.id, packed(sides[0], refusal)))
            room.answers.refusal(command.id, sides[0], refusal)
            return refused(room, command.id, refusal, look)
        first = room.head + 1
        if decision.again:
            await self._repeat(live, command, guest)
        else:
            await self._ledger.commit(live, decision, command.id, guest)
        told = connection is not None and connection.awaiting != command.id
        answer = None if told else _event(room, first, guest, look)
        await self._ledger.follow(live)
        return answer

    def _known(self, room: Room, guest: str | None, command: str, look: Look) -> Answered | None:
        """The answer that this command got already."""
        if (seq := room.answers.seqs.get(command)) is not None:
            if room.guests[seq - 1] != guest:
                return refused(room, command, Refusal("malformed", TAKEN), look)
            return _event(room, seq, guest, look)
        if command in room.answers.refused:  # why tells what only who was refused may know
            seat, refusal = room.answers.refused[command]
            own = seat in (None, *room.sides_of(guest))
            return refused(room, command, refusal if own else Refusal("malformed", TAKEN), look)
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


def _event(room: Room, seq: int, guest: str | None, look: Look) -> Event | Hidden:
    return frames.event_frame(frames.Sight(room, seq), guest, look, None)[0]

"""The one path of an event: number, store, fold, tell, and whatever follows by itself. Hold the room's lock meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.record import Entry
from plyyard.rooms import alone
from plyyard.rooms.decision import Decision, UnknownRoom
from plyyard.rooms.founding import Now
from plyyard.rooms.keep import Append, Conflict, Keep, Unavailable
from plyyard.rooms.live import Live
from plyyard.rooms.meters import Meters
from plyyard.rooms.refusals import unpacked
from plyyard.rooms.room import Room
from plyyard.rooms.seating import numbered

log = logging.getLogger(__name__)

NOT_ALLOWED = 4403


class Ledger:
    """``told``: called whenever a room has gone on."""

    def __init__(
        self, keep: Keep, below: Below, meters: Meters, now: Now, told: Callable[[Live], None]
    ) -> None:
        self._keep = keep
        self._below = below
        self._meters = meters
        self._now = now
        self._told = told

    def chance(self, live: Live) -> Below:
        """Where the next number of a room comes from."""
        return live.below() or self._below

    async def commit(
        self,
        live: Live,
        decision: Decision,
        command: str | None = None,
        guest: str | None = None,
        secrets: Mapping[str, bytes] | None = None,
    ) -> None:
        """What was decided happens. ``Conflict`` and ``Unavailable``: nothing has."""
        append = self.append(live.room, decision, command, guest, secrets)
        await self._keep.append(append)
        live.secrets |= append.secrets
        self.fold(live, decision, append)

    def append(
        self,
        room: Room,
        decision: Decision,
        command: str | None,
        guest: str | None,
        secrets: Mapping[str, bytes] | None = None,
    ) -> Append:
        """What is to be stored."""
        entries = numbered(room, decision.entries, self._now())
        kinds = {entry.kind for entry in entries}
        over = bool(kinds & {"over", "abandoned"}) or (room.over and "taken back" not in kinds)
        taken = {entry.by for entry in entries if entry.kind == "joined"}
        free = not over and any(seat not in taken for seat in room.free)
        turn = room.turn_after(decision)
        due = None if over else room.due_after(entries, turn)
        state = None if decision.played is None else decision.played[1].state
        counted = alone.ended(room, entries, state) if over and not room.over else None
        return Append(
            *(room.id, entries, command, guest, turn, over, free, secrets or {}, due, counted),
            reopened=room.over and not over,
        )

    def fold(self, live: Live, decision: Decision, append: Append) -> None:
        """It is stored: fold and tell it."""
        room = live.room
        if append.command is not None:
            room.answers.event(append.command, append.entries[0].seq)
        for place, entry in enumerate(append.entries):
            room.fold(entry, append.guest, decision.played if place == 0 else None)
        self._meters.events += len(append.entries)
        self._after(live, append.entries)

    def _after(self, live: Live, entries: Sequence[Entry]) -> None:
        room = live.room
        for entry in entries:
            live.tell(entry.seq)
            if entry.kind == "joined":
                live.arrived(entry.by or "")
            elif entry.kind == "waits" and room.turn is not None:
                live.waited_for(room.turn)
            elif entry.kind == "sent out":
                for connection in live.watchers():
                    if not room.may_watch(connection.guest):
                        connection.close(NOT_ALLOWED)
            elif entry.by in room.seats and not room.seats[entry.by].free:
                live.seen(entry.by)
        if not live.all_here() or any(entry.kind == "joined" for entry in entries):
            live.presence_changed()
        self._told(live)

    def is_due(self, live: Live) -> bool:
        """Whether something happens now by itself that whoever caused it has not done: the database was away, or it died."""
        return live.room.automatic(live.secrets, self.chance(live)) is not None

    async def follow(self, live: Live) -> None:
        """What happens now by itself: seeds opened, the beginning, a deal, the reveal. Whatever comes between, it ends well:
        what led to it is committed; what cannot be stored is done when somebody looks again."""
        try:
            while (decision := live.room.automatic(live.secrets, self.chance(live))) is not None:
                try:
                    await self.commit(live, decision)
                except Conflict:
                    await self.sync(live)
        except Unavailable:
            log.warning("what follows could not be stored", extra={"game": live.room.founding.game})

    async def settle(self, live: Live, decision: Decision) -> None:
        """Commit what nobody waits for; where another was first, what he did stands instead."""
        try:
            await self.commit(live, decision)
        except Conflict:
            await self.sync(live)
        await self.follow(live)

    async def sync(self, live: Live) -> bool:
        """Read what another process wrote to this room, tell it; whether there was something."""
        room = live.room
        loaded = await self._keep.load(room.id, room.head)
        if loaded is None:
            raise UnknownRoom(Say("There is no such game here."))
        known = len(room.answers)
        remember(room, loaded.answered, loaded.refused)
        live.secrets |= loaded.secrets
        for entry, guest in zip(loaded.entries, loaded.guests, strict=True):
            room.fold(entry, guest)
        if loaded.entries:
            self._after(live, loaded.entries)
        return bool(loaded.entries) or known != len(room.answers)


def remember(room: Room, answered: Mapping[str, int], refused: Mapping[str, str]) -> None:
    """What was answered to which command, as it is stored."""
    for command, seq in answered.items():
        room.answers.event(command, seq)
    for command, text in refused.items():
        if command not in room.answers.refused:
            room.answers.refusal(command, *unpacked(text))

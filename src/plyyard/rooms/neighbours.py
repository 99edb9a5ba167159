"""Other processes at the same database: what they wrote is looked for when they hint at it, and from time to time anyway."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING

from plyyard.rooms.keep import WATCHER, Attendance, Keep, Unavailable
from plyyard.rooms.live import Connection, Live
from plyyard.rooms.presence import Presence

if TYPE_CHECKING:
    from plyyard.rooms.hub import Hub

LEASE = 45_000  # milliseconds for which a seat counts as present unless its process says so again
RENEW = 15_000
AT_ONCE = 4  # rooms that are read at the same time
TAKEN_OVER = 4409


class Neighbours:
    """Keeps the rooms that somebody looks at here in step with what happens elsewhere."""

    def __init__(self, hub: Hub, keep: Keep, rooms: Mapping[str, Live]) -> None:
        self._hub = hub
        self._keep = keep
        self._rooms = rooms
        self._name = secrets.token_hex(8)
        self._renewed = self._hub.now()
        self._hinted: set[str] = set()
        self._following: asyncio.Task[None] | None = None

    def heard(self, room: str) -> None:
        """A hint that a room has gone on. Many at once are followed together."""
        live = self._rooms.get(room)
        if live is None or not live.connections:
            return
        self._hinted.add(room)
        if self._following is None or self._following.done():
            self._following = asyncio.get_running_loop().create_task(self._follow())

    async def _follow(self) -> None:
        while self._hinted:
            rooms, self._hinted = sorted(self._hinted), set()
            await self._catch_up(rooms)
            await self.see_who_is_there(rooms)

    async def look(self) -> None:
        """At every room that somebody looks at here, hinted at or not; and say who is here."""
        watched = [room for room, live in self._rooms.items() if live.connections]
        if watched:
            heads = await self._keep.heads(watched)
            await self._catch_up([room for room, head in heads.items() if self._is_behind(room, head)])
            for live in [live for room in watched if (live := self._rooms.get(room)) is not None]:
                if self._hub.ledger.is_due(live):  # whoever caused it may have died
                    await self._hub.catch_up(live)
            await self.see_who_is_there(watched)
        if self._hub.now() - self._renewed > RENEW:
            self._renewed = self._hub.now()
            rows = [
                self._row(live, place, connection)
                for live in list(self._rooms.values())
                for connection in live.connections
                for place in live.places(connection)
                if live.room.kind.online
            ]
            if rows:
                await self._keep.attend(rows)

    def _is_behind(self, room: str, head: int) -> bool:
        live = self._rooms.get(room)
        return live is not None and live.room.head < head

    async def _catch_up(self, rooms: list[str]) -> None:
        """Read what was written to these rooms, several at a time."""
        several = asyncio.Semaphore(AT_ONCE)

        async def one(live: Live) -> None:
            async with several, live.lock:
                await self._hub.ledger.sync(live)

        await asyncio.gather(*(one(live) for room in rooms if (live := self._rooms.get(room)) is not None))

    async def see_who_is_there(self, rooms: list[str]) -> None:
        """Who is at these rooms elsewhere."""
        rows: dict[str, list[Attendance]] = {}
        for row in await self._keep.attendance(rooms):
            rows.setdefault(row.room, []).append(row)
        for room in rooms:
            live = self._rooms.get(room)
            if live is not None:
                self._see(live, rows.get(room, []))

    def _see(self, live: Live, rows: list[Attendance]) -> None:
        """Who is at a room elsewhere; a seat that was taken over there ends here."""
        before = dict(live.elsewhere)
        own = {self._connection(one): one for one in live.connections}
        for seat in before.keys() - {row.seat for row in rows}:  # long gone
            del live.elsewhere[seat]
        for row in rows:
            if row.connection in own:
                live.elsewhere.pop(row.seat, None)
                continue
            here = row.here and row.lease > self._hub.now()
            since = row.since if here or not row.here else row.lease
            if here or row.seat in live.room.seats:
                live.elsewhere[row.seat] = Presence(here, since, row.left, row.name)
            else:
                live.elsewhere.pop(row.seat, None)
            for connection in list(live.connections):
                if here and row.seat in live.room.sides_of(connection.guest) and row.since > connection.since:
                    connection.close(TAKEN_OVER)
        if live.elsewhere != before:
            live.presence_changed()

    async def attend(self, live: Live, connection: Connection, left: bool | None = None) -> None:
        """Say that somebody is here; ``left``: that he has gone, on purpose or not."""
        if not live.room.kind.online:
            return
        rows = [self._row(live, place, connection, left) for place in live.places(connection)]
        with contextlib.suppress(Unavailable):  # said again with the next renewal
            await self._keep.attend(rows)

    def _row(self, live: Live, place: str, connection: Connection, left: bool | None = None) -> Attendance:
        since = connection.since if left is None else self._hub.now()
        return Attendance(
            live.room.id,
            place,
            self._connection(connection),
            left is None,
            bool(left),
            since,
            self._hub.now() + LEASE,
            connection.name if place.startswith(WATCHER) and left is None else "",
        )

    def _connection(self, connection: Connection) -> str:
        return f"{self._name}:{id(connection):x}:{connection.since}"

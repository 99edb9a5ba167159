"""Rooms in lists: one's own, those in the lobby, the one that an invitation leads to. None is played through for it."""

from __future__ import annotations

from collections.abc import Mapping

from plyyard.rooms import frames
from plyyard.rooms.founding import Now
from plyyard.rooms.keep import Keep, Listing
from plyyard.rooms.live import Live
from plyyard.rooms.protocol import Summary

FORGOTTEN = 3_600_000  # milliseconds after which a game that nobody is at leaves the lobby
LIVELY = {"live", "race"}  # kinds in which the other is expected to be there


class Lists:
    """``rooms``: those in memory; only of them it is known here who is there."""

    def __init__(self, keep: Keep, rooms: Mapping[str, Live], now: Now) -> None:
        self._keep = keep
        self._rooms = rooms
        self._now = now

    async def mine(self, guest: str, over: bool = False) -> list[Summary]:
        """A guest's rooms, the newest first."""
        return [_summary(one, guest) for one in await self._keep.mine(guest, over)]

    async def lobby(self, guest: str | None = None) -> list[Summary]:
        """Listed rooms: first open ones, with their code, then running ones to watch; of each first where somebody is."""
        found = [_summary(one, guest) for one in await self._keep.lobby()]
        elsewhere = await self._keep.attendance([one.room for one in found]) if self._keep.shared else ()
        here = {row.room for row in elsewhere if row.here and row.lease > self._now()}
        for one in found:
            live = self._rooms.get(one.room)
            one.here = one.room in here or (
                live is not None and any(seat.here for seat in live.seats().values())
            )
        lively = [
            one
            for one in found
            if one.here or one.updated > self._now() - FORGOTTEN or one.kind not in LIVELY
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

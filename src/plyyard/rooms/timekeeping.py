"""Time at the rooms: flags that fall while nobody acts, and the time in which the server was away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from plyyard.core.record import Entry
from plyyard.rooms import ending
from plyyard.rooms.decision import Decision
from plyyard.rooms.founding import Now
from plyyard.rooms.keep import Conflict, Unavailable
from plyyard.rooms.ledger import Ledger
from plyyard.rooms.live import Live

GRACE = 10_000  # milliseconds that clocks get for coming back after the server was away
OTHERS_ALIVE = 15_000  # milliseconds: a beat as young as this came from another process that still lives


class Timekeeper:
    """``begin`` a piece of work that is done to its end; ``shared``: other processes may keep the same rooms alive."""

    def __init__(
        self, ledger: Ledger, now: Now, begin: Callable[[Coroutine[Any, Any, None]], Any], shared: bool
    ) -> None:
        self._ledger = ledger
        self._now = now
        self._begin = begin
        self._shared = shared
        self._began = now()
        self._last_beat: int | None = None

    def started(self, last_beat: int | None) -> None:
        """The server is there again; when it was there last."""
        self._last_beat, self._began = last_beat, self._now()

    def set(self, live: Live) -> None:
        """Look again when the next flag falls."""
        if live.flag is not None:
            live.flag.cancel()
            live.flag = None
        clock = live.room.clock
        deadline = None if clock is None or live.room.over else clock.deadline
        if deadline is not None:
            wait = max(0.0, (deadline - self._now()) / 1000)
            live.flag = asyncio.get_running_loop().call_later(wait, self._falls, live)

    def _falls(self, live: Live) -> None:
        self._begin(self.fallen(live))

    async def fallen(self, live: Live) -> None:
        """A flag should have."""
        async with live.alone():
            try:
                await self.drop(live)
            except Conflict:
                await self._ledger.sync(live)
            except Unavailable:
                pass  # the clock goes on; whoever acts next finds the flag fallen
            if live.room.clock is not None and live.room.clock.fallen(self._now()) is None:
                self.set(live)

    async def drop(self, live: Live) -> None:
        """Whatever flag has fallen. Hold the room's lock."""
        while (decision := ending.flag(live.room, self._now())) is not None:
            await self._ledger.commit(live, decision)
            await self._ledger.follow(live)

    async def credit(self, live: Live) -> None:
        """The time in which the server was away, and a little for coming back, is nobody's. Hold the room's lock."""
        room, since = live.room, self._last_beat
        if room.clock is None or not room.clock.running or room.over or since is None:
            return
        if room.entries[-1].ts >= self._began or (self._shared and self._began - since < OTHERS_ALIVE):
            return
        ms = self._began - max(room.entries[-1].ts, since) + GRACE
        await self._ledger.commit(live, Decision([Entry(0, "credited", ms=ms)]))

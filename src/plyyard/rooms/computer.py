"""The computer at its seats: it gets a view, thinks elsewhere, and acts like anybody else after a fixed pause."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from plyyard.core.game import CHANCE

if TYPE_CHECKING:
    from plyyard.rooms.hub import Hub
    from plyyard.rooms.live import Live

log = logging.getLogger(__name__)

RETRIES, RETRY_AFTER = 4, 0.5  # of its thinking; seconds, doubled each time

Think = Callable[[str, str, Any, str], Awaitable[str]]
"""``think(game, level, view, room)``: the text of the move that the computer chooses, from a view alone."""


class Computer:
    """``pace``: seconds that it waits before each act, whatever it thought (its time tells nothing)."""

    def __init__(self, hub: Hub, think: Think, pace: float) -> None:
        self._hub = hub
        self._think = think
        self._pace = pace

    def wake(self, live: Live) -> None:
        """Let it act if it is its turn and it does not already."""
        room = live.room
        turn = room.turn
        if turn is None or not room.seats[turn].level or room.full:
            return
        if live.computer is None or live.computer.done():
            live.computer = asyncio.get_running_loop().create_task(self._play(live))

    async def _play(self, live: Live) -> None:
        room = live.room
        failures = 0
        try:
            while (turn := room.turn) is not None and (level := room.seats[turn].level):
                if room.full:
                    return
                head, began = room.head, time.monotonic()
                try:
                    move: str | None = None
                    if room.game.actor(room.state) is not CHANCE:
                        view = room.game.observe(room.state, turn)
                        move = await self._think(room.game.name, level, view, room.id)
                    await asyncio.sleep(max(0.0, self._pace - (time.monotonic() - began)))
                    await self._hub.play(live, head, move, turn)
                    failures = 0
                except Exception:  # reported; tried again a few times, and then whenever somebody looks
                    log.exception("the computer failed", extra={"game": room.game.name})
                    failures += 1
                    if failures > RETRIES:
                        return
                    await asyncio.sleep(RETRY_AFTER * 2**failures)
        finally:
            live.computer = None

"""The computer at its seats: it gets a view, thinks elsewhere, and acts like anybody else after a fixed pause."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from plyyard.core.game import CHANCE, Side

if TYPE_CHECKING:
    from plyyard.rooms.hub import Hub
    from plyyard.rooms.live import Live
    from plyyard.rooms.room import Room

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
        if live.room.full or _turn(live.room) is None:
            return
        if live.computer is None or live.computer.done():
            live.computer = asyncio.get_running_loop().create_task(self._play(live))

    async def _play(self, live: Live) -> None:
        room = live.room
        failures = 0
        try:
            while (turn := _turn(room)) is not None and not room.full:
                course, level, began = room.course(turn), room.seats[turn].level, time.monotonic()
                head = course.last if room.lanes else room.head
                try:
                    move: str | None = None
                    if room.game.actor(course.state) not in {CHANCE, None} and not room.used_up(turn):
                        view = room.game.observe(course.state, room.game.sides[0] if room.lanes else turn)
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


def _turn(room: Room) -> Side | None:
    """The computer's seat that may act now; in a race the one that has moved least."""
    seats = [seat for seat in room.acting if room.seats[seat].level]
    return min(seats, key=lambda seat: room.course(seat).count, default=None)

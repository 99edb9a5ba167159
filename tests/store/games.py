"""Games of many kinds in a database, made by the hub itself, some of them still going on."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

from plyyard.core import registry
from plyyard.core.chance import seeded
from plyyard.core.game import CHANCE
from plyyard.rooms.frames import Look
from plyyard.rooms.hub import Hub
from plyyard.rooms.protocol import ClockOrder, Command, CreateRoom, JoinRoom, Move, Ready, Resign, Roll
from plyyard.rooms.room import Room
from plyyard.store.keep import DatabaseKeep

ME, OTHER = "me", "other"
LOOK = Look("en", scene=False)


async def nobody(game: str, level: str, view: Any, room: str) -> str:
    raise AssertionError("nobody thinks here")


class Play:
    """Plays by chance. ``rooms``: what it made, in order."""

    def __init__(self, keep: DatabaseKeep) -> None:
        self.hub = Hub(keep, nobody, pace=0, below=seeded(1))
        self.rooms: list[Room] = []
        self._ids = itertools.count()

    async def act(self, room: Room, guest: str, kind: type[Any], **fields: Any) -> None:
        command: Command = kind(f"c{next(self._ids)}", **fields)
        await self.hub.act(room, guest, command, LOOK)

    async def found(self, game: str, kind: Any, **order: Any) -> Room:
        """A room in which whoever has to join has joined."""
        room = await self.hub.create(ME, "Amsel", CreateRoom(game, kind, **order))
        if room.kind.online:
            await self.hub.join(room.id, OTHER, "Zaunkönig", JoinRoom(room.founding.invite))
        self.rooms.append(room)
        return room

    async def on(self, room: Room, acts: int) -> None:
        """So many moves and rolls, or up to the end."""
        below = seeded(acts)
        for _ in range(acts):
            if room.over:
                return
            seat = room.acting[below(len(room.acting))]
            guest = room.seats[seat].guest
            if guest is None:  # the computer acts by itself
                await asyncio.sleep(0.01)
                continue
            if room.covered(guest):
                await self.act(room, guest, Ready)
            course = room.course(seat)
            if room.game.actor(course.state) is CHANCE:
                await self.act(room, guest, Roll, on=room.head)
                continue
            moves = [room.game.notation.format_move(move) for move in room.game.legal_moves(course.state)]
            await self.act(room, guest, Move, on=room.head, move=moves[below(len(moves))])


async def played(keep: DatabaseKeep) -> Play:
    """Every game at one screen and online, a whole one, one given up, one with a clock, races, some that wait for somebody."""
    play = Play(keep)
    for game in registry.games():
        for kind in ("local", "live") if len(game.sides) > 1 else ("local", "race"):
            await play.on(await play.found(game.name, kind), 12)
    whole = next(room for room in play.rooms if room.kind.online)
    await play.on(whole, 2000)
    assert whole.over and whole.dice.secret
    given_up = await play.found(whole.game.name, "correspondence", clock=ClockOrder(per_move=86_400))
    await play.on(given_up, 3)
    await play.act(given_up, OTHER, Resign)
    assert given_up.over and given_up.dice.secret
    play.rooms.append(await play.hub.create(ME, "Amsel", CreateRoom(whole.game.name, "live", listed=True)))
    alone = next(game.name for game in registry.games() if len(game.sides) == 1)
    await play.found(alone, "race")  # has begun, and nobody has moved
    play.rooms.append(await play.hub.create(ME, "Amsel", CreateRoom(alone, "race")))
    await play.hub.close()
    return play

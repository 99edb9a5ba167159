"""The lobby: rooms that wait for a player and games to watch, as JSON, or as an event stream that tells of each change."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

import msgspec
from litestar import get
from litestar.exceptions import NotFoundException
from litestar.response import Response

from plyyard.rooms.hub import Hub
from plyyard.rooms.keep import Unavailable
from plyyard.rooms.protocol import ENCODER, Summary
from plyyard.web.api.asking import Request
from plyyard.web.api.calls import Call
from plyyard.web.api.streams import HEARTBEAT, STILL_HERE, Message, Messages, streamed, wants_stream

FRESH = 2.0  # seconds that one look into the store serves everyone


class LobbyOut(msgspec.Struct):
    """``open``: rooms with a free seat; ``running``: games that may be watched."""

    open: list[Summary]
    running: list[Summary]


class Lobby:
    """The lobby as it was at most ``FRESH`` seconds ago."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._lock = asyncio.Lock()
        self._looked = -FRESH
        self._shown = LobbyOut([], [])

    async def now(self) -> LobbyOut:
        async with self._lock:
            if time.monotonic() - self._looked >= FRESH:
                rooms = await self._hub.lists.lobby()
                self._shown = LobbyOut(
                    [room for room in rooms if not room.begun], [room for room in rooms if room.begun]
                )
                self._looked = time.monotonic()
        return self._shown

    async def changes(self) -> Messages:
        """The lobby, and again whenever it changed; a sign of life when it does not for a while. Ends with the server."""
        told, quiet = None, 0.0
        while not self._hub.closed:
            with suppress(Unavailable):  # it is asked again
                await self.now()
            if (shown := self._shown) != told:
                told, quiet = shown, 0.0
                yield Message(ENCODER.encode(shown))
            elif quiet >= HEARTBEAT:
                quiet = 0.0
                yield STILL_HERE
            await asyncio.sleep(FRESH)
            quiet += FRESH


@get("/api/lobby", **Call(LobbyOut, problems=(404,), streams=True).kept)
async def get_lobby(request: Request) -> Response[Any]:
    """Open rooms and games to watch; 404 where the server has no lobby."""
    if not request.app.state.lobby:
        raise NotFoundException()
    lobby: Lobby = request.app.state.open_rooms
    if wants_stream(request):
        return await streamed(request, lobby.changes())
    return Response(await lobby.now())

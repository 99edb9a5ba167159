"""The hub's ``Keep`` over a database: writes through the one writer, reads in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import InterfaceError, OperationalError, TimeoutError

from plyyard.rooms.founding import Founding
from plyyard.rooms.keep import Append, Attendance, Listing, Loaded, Refusing, Unavailable
from plyyard.rooms.meters import Meters
from plyyard.store import queries
from plyyard.store.database import reading
from plyyard.store.group import Attend, Found
from plyyard.store.listening import Listener
from plyyard.store.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")


class DatabaseKeep:
    """See ``rooms.keep.Keep``."""

    def __init__(self, engine: Engine, meters: Meters | None = None) -> None:
        self._engine = engine
        self._writer = Writer(engine, meters or Meters())
        self._listener: Listener | None = None
        self.shared = engine.dialect.name != "sqlite"

    async def found(self, founding: Founding, first: Append, closing: Append | None = None) -> None:
        await self._writer.submit(Found(founding, first, closing))

    async def append(self, append: Append) -> None:
        await self._writer.submit(append)

    async def refuse(self, refusing: Refusing) -> None:
        await self._writer.submit(refusing)

    async def attend(self, rows: Sequence[Attendance]) -> None:
        await self._writer.submit(Attend(rows))

    async def load(self, room: str, after: int = 0) -> Loaded | None:
        return await self.read(queries.load, room, after)

    async def heads(self, rooms: Sequence[str]) -> dict[str, int]:
        return await self.read(queries.heads, rooms)

    async def mine(self, guest: str, over: bool, limit: int = 50) -> list[Listing]:
        return await self.read(queries.mine, guest, over, limit)

    async def lobby(self, limit: int = 100) -> list[Listing]:
        return await self.read(queries.lobby, limit)

    async def idle(self, kind: str, before: int, limit: int = 100) -> list[str]:
        return await self.read(queries.idle, kind, before, limit)

    async def due(self, before: int, limit: int = 100) -> list[str]:
        return await self.read(queries.due, before, limit)

    async def invited(self, invite: str | None, code: str | None) -> str | None:
        return await self.read(queries.invited, invite, code)

    async def attendance(self, rooms: Sequence[str]) -> list[Attendance]:
        return await self.read(queries.attending, rooms)

    async def beat(self, now: int) -> None:
        await self.write(lambda connection: queries.beat(connection, now))

    async def last_beat(self) -> int | None:
        return await self.read(queries.last_beat)

    async def tidy(self, now: int) -> None:
        await self.write(lambda connection: queries.tidy(connection, now))

    async def read(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What a query finds at one moment."""

        def ask() -> T:
            try:
                with reading(self._engine) as connection:
                    return query(connection, *args, **kwargs)
            except (OperationalError, InterfaceError, TimeoutError) as error:
                raise Unavailable from error

        return await asyncio.to_thread(ask)

    async def write(self, job: Callable[[Connection], T]) -> T:
        """What a job returns, once it is on disk. Others may be in the same transaction: it must not end it."""
        result: T = await self._writer.submit(job)
        return result

    def fault(self) -> str | None:
        """Why it cannot write just now."""
        return self._writer.fault

    def listen(self, heard: Callable[[str], None]) -> None:
        if self.shared:
            self._listener = Listener(self._engine, self._writer.group.name, heard)

    def close(self) -> None:
        """Commit what waits and let go of the database."""
        if self._listener is not None:
            self._listener.stop()
        self._writer.close()
        self._engine.dispose()

"""The hub's ``Keep`` over a database: writes through the one writer, reads in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from sqlalchemy import Engine

from plyyard.core.record import Entry
from plyyard.rooms.founding import Founding
from plyyard.store import queries
from plyyard.store.writer import Writer


class DatabaseKeep:
    """See ``rooms.hub.Keep``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = Writer(engine)

    async def found(self, founding: Founding, entries: Sequence[Entry]) -> None:
        def job(connection):  # type: ignore[no-untyped-def]
            queries.insert_room(connection, founding)
            queries.append(connection, founding.id, entries, None, None, False)

        await asyncio.wrap_future(self._writer.submit(job))

    async def append(
        self, room: str, entries: Sequence[Entry], command: str | None, guest: str | None, over: bool
    ) -> None:
        await asyncio.wrap_future(
            self._writer.submit(
                lambda connection: queries.append(connection, room, entries, command, guest, over)
            )
        )

    async def load(self, room: str) -> tuple[Founding, list[Entry], dict[str, int]] | None:
        return await asyncio.to_thread(self._read_room, room)

    def _read_room(self, room: str) -> tuple[Founding, list[Entry], dict[str, int]] | None:
        with self._engine.connect() as connection:
            return queries.load(connection, room)

    async def listed(self, guest: str, over: bool) -> list[tuple[Founding, int, int]]:
        return await asyncio.to_thread(self._read_list, guest, over)

    def _read_list(self, guest: str, over: bool) -> list[tuple[Founding, int, int]]:
        with self._engine.connect() as connection:
            return queries.listed(connection, guest, over)

    def close(self) -> None:
        """Commit what waits and let go of the database."""
        self._writer.close()
        self._engine.dispose()

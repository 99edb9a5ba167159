"""LISTEN and NOTIFY: a hint which rooms another process wrote to, also after a lost connection."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from sqlalchemy import text

from plyyard.rooms.keep import Attendance
from plyyard.store.database import open_engine
from plyyard.store.keep import DatabaseKeep
from plyyard.store.listening import MOST_ROOMS, messages
from tests.postgres import Server
from tests.store.conftest import open_keep
from tests.store.test_keep import OPEN, opening, then


def test_a_message_is_short_enough_however_many_rooms() -> None:
    rooms = [f"{n:024}" for n in range(2 * MOST_ROOMS + 1)]
    said = messages("sender", rooms)
    assert [room for one in said for room in one.split()[1:]] == rooms
    assert max(len(one) for one in said) < 8000 and messages("sender", []) == []


def test_what_another_process_writes_is_heard_and_ones_own_is_not(postgres: Server) -> None:
    address = postgres.create()
    here, there = open_keep(address), open_keep(address)
    assert here.shared

    async def listen() -> None:
        heard: asyncio.Queue[str] = asyncio.Queue()
        here.listen(heard.put_nowait)
        await here.found(OPEN, opening())
        await until_heard(there, heard, 3)
        await here.append(then(await head(here) + 1))
        row = Attendance("room1", "black", "one", True, False, 10, 100)
        other = replace(OPEN, id="room2", code="")
        await there.found(other, opening(other))
        await there.attend([row])
        assert [await heard.get(), await heard.get()] == ["room2", "room1"]
        with open_engine(address).connect() as connection:
            connection.execute(
                text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
            )
        await until_heard(there, heard, await head(here) + 1)

    async def head(keep: DatabaseKeep) -> int:
        return (await keep.heads(["room1"]))["room1"]

    async def until_heard(keep: DatabaseKeep, heard: asyncio.Queue[str], seq: int) -> None:
        """The listener needs a moment to connect; meanwhile nothing is heard."""
        while heard.empty():
            await keep.append(then(seq))
            seq += 1
            await asyncio.sleep(0.05)
        last = replace(OPEN, id=f"after{seq}", code="")
        await keep.found(last, opening(last))
        while (room := await heard.get()) != last.id:
            assert room == "room1"

    asyncio.run(asyncio.wait_for(listen(), 60))
    here.close()
    there.close()
    postgres.drop(address)

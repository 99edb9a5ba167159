"""How many events a second the store commits: ``uv run python benchmarks/store.py [--db ADDRESS]``.

Each room appends an event, waits until it is on disk, and appends the next, as a game does. Beside it, in the same run on the
same disk, the plain way: one INSERT and one COMMIT an event. SQLite runs with ``synchronous=FULL`` in both.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sqlite3
import tempfile
import time
from pathlib import Path

import msgspec
from table import machine, markdown, rounded, share

from plyyard.core.record import Entry
from plyyard.rooms.founding import Founding, Seat, new_id
from plyyard.rooms.keep import Append
from plyyard.store.database import open_engine, upgrade
from plyyard.store.keep import DatabaseKeep

ROOMS = 2500
SECONDS = 10.0
PACED = 300  # events a second, as the server has to bear


def event(seq: int) -> Entry:
    return Entry(
        seq, "moved", "white", move="13/8 6/5", effects=["turn passes"], ts=time.time_ns() // 1_000_000
    )


class Rooms:
    """Rooms that are played in; how long each event took to be on disk."""

    def __init__(self, keep: DatabaseKeep) -> None:
        self._keep = keep
        self._ids = [new_id() for _ in range(ROOMS)]
        self._heads = dict.fromkeys(self._ids, 1)
        self.waits: list[float] = []

    async def found(self) -> None:
        seats = {"white": Seat("guest-white", "Amsel"), "black": Seat("guest-black", "Zaunkönig")}
        await asyncio.gather(
            *(
                self._keep.found(
                    Founding(room, "backgammon", "1.0", "live", {}, seats, 0),
                    Append(room, [event(1)], None, "guest-white", "white", False),
                )
                for room in self._ids
            )
        )

    async def append(self, room: str) -> None:
        began = time.perf_counter()
        self._heads[room] = seq = self._heads[room] + 1
        await self._keep.append(Append(room, [event(seq)], new_id(), "guest-white", "black", False))
        self.waits.append(time.perf_counter() - began)

    async def at_once(self, until: float) -> None:
        """Each room goes on as soon as it may."""

        async def play(room: str) -> None:
            while time.perf_counter() < until:
                await self.append(room)

        await asyncio.gather(*map(play, self._ids))

    async def paced(self, until: float) -> None:
        """A room after the other, at a steady rate."""
        began, sent = time.perf_counter(), 0
        async with asyncio.TaskGroup() as playing:
            while time.perf_counter() < until:
                playing.create_task(self.append(self._ids[sent % ROOMS]))
                sent += 1
                await asyncio.sleep(max(0.0, began + sent / PACED - time.perf_counter()))


async def measure(keep: DatabaseKeep, name: str) -> list[tuple[str, ...]]:
    rooms = Rooms(keep)
    await rooms.found()
    rows = []
    for way, play in (
        (f"{name}: {PACED} a second", rooms.paced),
        (f"**{name}: as fast as it goes**", rooms.at_once),
    ):
        rooms.waits.clear()
        began, spent = time.perf_counter(), time.process_time()
        await play(began + SECONDS)
        rows.append(row(way, rooms.waits, time.perf_counter() - began, time.process_time() - spent))
    return rows


def plain(path: Path) -> tuple[str, ...]:
    """A commit for each event."""
    encode = msgspec.json.encode
    waits = []
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for setting in ("journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {setting}")
        connection.execute(
            "CREATE TABLE events (room TEXT, seq INTEGER, command TEXT, entry TEXT, "
            "PRIMARY KEY (room, seq), UNIQUE (room, command))"
        )
        rooms = [new_id() for _ in range(ROOMS)]
        began, spent = time.perf_counter(), time.process_time()
        while (start := time.perf_counter()) < began + SECONDS:
            seq, place = divmod(len(waits), ROOMS)
            connection.execute("BEGIN")
            connection.execute(
                "INSERT INTO events VALUES (?, ?, ?, ?)", (rooms[place], seq, new_id(), encode(event(seq)))
            )
            connection.execute("COMMIT")
            waits.append(time.perf_counter() - start)
        return row(
            "sqlite3, a commit for each event",
            waits,
            time.perf_counter() - began,
            time.process_time() - spent,
        )


def row(name: str, waits: list[float], took: float, spent: float) -> tuple[str, ...]:
    return (
        name,
        rounded(len(waits) / took),
        f"{share(waits, 0.5) * 1000:.2f} ms",
        f"{share(waits, 0.99) * 1000:.2f} ms",
        f"{spent / len(waits) * 1e6:.0f} µs",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db", help="an empty database instead of a new SQLite file")
    address = parser.parse_args().db
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        engine = open_engine(address or str(Path(folder) / "store.sqlite3"))
        upgrade(engine)
        keep = DatabaseKeep(engine)
        rows = asyncio.run(measure(keep, engine.dialect.name))
        keep.close()
        rows.append(plain(Path(folder) / "plain.sqlite3"))
    print(machine(("sqlalchemy", "psycopg")) + f", SQLite {sqlite3.sqlite_version}", end="\n\n")
    print(markdown(("events", "a second", "on disk, median", "p99", "CPU an event"), rows))


if __name__ == "__main__":
    main()

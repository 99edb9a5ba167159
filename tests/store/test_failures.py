"""When nothing can be written: nobody is told that something is kept, nothing is lost, and it goes on by itself."""

from __future__ import annotations

import asyncio
import gc
import resource
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import event, insert, text

from plyyard.rooms.keep import Conflict, Refusing, Unavailable
from plyyard.rooms.meters import Meters
from plyyard.store.checkpoints import EVERY
from plyyard.store.database import open_engine, upgrade, writing
from plyyard.store.keep import DatabaseKeep
from plyyard.store.schema import settings
from tests.postgres import Cluster, Server
from tests.store.conftest import open_keep
from tests.store.test_keep import OPEN, opening, run, then

OTHERS = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"


class Disk:
    """A disk that is full while ``pages`` is set: SQLite itself then says so, as it does without room."""

    def __init__(self, database: Path) -> None:
        self.pages = 0
        self.engine = open_engine(str(database))
        event.listen(self.engine, "connect", lambda connection, _: self.limit(connection))
        upgrade(self.engine)

    def limit(self, connection: Any) -> None:
        if self.pages:
            connection.execute(f"PRAGMA max_page_count = {self.pages}")


def fill(keep: DatabaseKeep, start: int) -> int:
    """Append until it fails; the last seq that was acknowledged."""
    for seq in range(start, 10_000):
        (result,) = run(keep.append(then(seq, f"c{seq}")))
        if result is not None:
            assert type(result) is Unavailable
            return seq - 1
    raise AssertionError("it never was full")


def test_a_full_disk_loses_nothing_and_writing_goes_on_when_there_is_room(tmp_path: Path) -> None:
    disk = Disk(tmp_path / "x.sqlite3")
    keep = DatabaseKeep(disk.engine)
    run(keep.found(OPEN, opening()))
    keep.close()  # so that every connection learns of the limit
    with disk.engine.connect() as connection:
        disk.pages = connection.execute(text("PRAGMA page_count")).scalar_one() + 3
    disk.engine.dispose()
    keep = DatabaseKeep(disk.engine)
    last = fill(keep, 3)
    assert last > 3 and keep.fault()
    group = run(*(keep.append(then(last + 1, f"d{n}")) for n in range(5)))
    assert [type(result) for result in group] == [Unavailable] * 5
    (found,) = run(keep.load("room1"))  # reading goes on
    assert [entry.seq for entry in found.entries] == list(range(1, last + 1))
    disk.pages = 0
    disk.engine.dispose()
    assert run(keep.append(then(last + 1, "e"))) == [None] and keep.fault() is None
    (found,) = run(keep.load("room1"))
    assert len(found.entries) == last + 1 and "d0" not in found.answered
    keep.close()


@contextmanager
def no_growth() -> Iterator[None]:
    """No file of this process may grow: writing fails as it does on a broken disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_takes_nothing_loses_nothing(tmp_path: Path) -> None:
    keep = open_keep(str(tmp_path / "x.sqlite3"))
    run(keep.found(OPEN, opening()))
    with no_growth():
        results = run(*(keep.append(then(3, f"c{n}")) for n in range(3)))
    assert [type(result) for result in results] == [Unavailable] * 3
    assert run(keep.append(then(3, "c9"))) == [None]
    keep.close()
    again = open_keep(str(tmp_path / "x.sqlite3"))
    (found,) = run(again.load("room1"))
    assert found.answered == {"c9": 3}
    again.close()


def test_a_lost_connection_is_made_again(postgres: Server) -> None:
    address = postgres.create()
    keep = open_keep(address)
    run(keep.found(OPEN, opening()))
    seq = 3
    for _ in range(3):
        with open_engine(address).connect() as connection:
            connection.execute(text(f"SELECT pg_terminate_backend(pid) {OTHERS}"))
        while run(keep.append(then(seq, f"c{seq}"))) != [None]:
            (found,) = run(keep.load("room1"))
            assert len(found.entries) == seq - 1  # what was not acknowledged is not there
        seq += 1
    keep.close()
    postgres.drop(address)


def test_a_killed_server_loses_nothing_that_was_acknowledged(postgres: Server) -> None:
    assert isinstance(postgres, Cluster), "only a server of our own can be killed"
    address = postgres.create()
    keep = open_keep(address)
    run(keep.found(OPEN, opening()))
    assert run(keep.append(then(3, "a"))) == [None]
    postgres.kill()
    results = run(keep.append(then(4, "b")), keep.load("room1"), keep.beat(1))
    assert [type(result) for result in results] == [Unavailable] * 3 and keep.fault()
    postgres.start()
    assert run(keep.append(then(4, "b"))) == [None] and keep.fault() is None
    (found,) = run(keep.load("room1"))
    assert found.answered == {"a": 3, "b": 4}
    keep.close()
    postgres.drop(address)


def test_a_function_fails_for_itself(keep: DatabaseKeep) -> None:
    run(keep.found(OPEN, opening()))

    def broken(connection: Any) -> None:
        connection.execute(insert(settings).values(key="half", value="done"))
        raise ZeroDivisionError

    def double(connection: Any) -> None:
        connection.execute(insert(settings), [{"key": "k", "value": "1"}, {"key": "k", "value": "2"}])

    def whole(connection: Any) -> str:
        connection.execute(insert(settings).values(key="whole", value="done"))
        return "returned"

    results = run(keep.write(broken), keep.append(then(3, "a")), keep.write(double), keep.write(whole))
    assert [type(result) for result in results] == [ZeroDivisionError, type(None), Conflict, str]
    rows = run(keep.read(lambda connection: connection.execute(settings.select()).all()))[0]
    assert rows == [("whole", "done")]


def test_who_was_second_leaves_nothing_that_goes_in_circles(keep: DatabaseKeep) -> None:
    """An exception knows where it was raised, and so the room that it was about: that would stay with it."""
    run(keep.found(OPEN, opening()))
    run(keep.refuse(Refusing("room1", "a", "{}")))
    gc.collect()
    gc.disable()
    try:
        results = run(keep.append(then(5, "gap")), keep.refuse(Refusing("room1", "a", "{}")))
        assert [type(result) for result in results] == [Conflict, Conflict]
        there = [weakref.ref(result) for result in results]
        del results
        run(keep.append(then(3, "b")))  # the writer keeps the last results until it has new ones
        assert [one() for one in there] == [None, None]
    finally:
        gc.enable()


def test_a_job_that_is_cancelled_in_time_is_not_done(database: str) -> None:
    engine = open_engine(database)
    upgrade(engine)
    keep = DatabaseKeep(engine)

    async def cancel_one() -> list[Any]:
        await keep.found(OPEN, opening())
        with writing(engine) as holding:  # the writer has to wait
            holding.execute(text("UPDATE rooms SET head = head"))
            first = asyncio.ensure_future(keep.append(then(3, "a")))
            await asyncio.sleep(0.2)
            later = [asyncio.ensure_future(keep.append(then(4, f"{n}"))) for n in range(2)]
            await asyncio.sleep(0)
            later[0].cancel()
        return await asyncio.gather(first, *later, return_exceptions=True)

    first, cancelled, kept = asyncio.run(cancel_one())
    assert first is None and type(cancelled) is asyncio.CancelledError and kept is None
    (found,) = run(keep.load("room1"))
    assert found.answered == {"a": 3, "1": 4}
    keep.close()


def test_groups_are_counted(tmp_path: Path) -> None:
    engine, meters = open_engine(str(tmp_path / "x.sqlite3")), Meters()
    upgrade(engine)
    keep = DatabaseKeep(engine, meters)
    rooms = [replace(OPEN, id=f"r{n}", code="") for n in range(30)]
    run(*(keep.found(room, opening(room)) for room in rooms))
    keep.close()
    assert meters.group.total == 30 and sum(meters.group.counts) == sum(meters.commit.counts) < 30


def test_nothing_is_taken_on_after_the_end(tmp_path: Path) -> None:
    keep = open_keep(str(tmp_path / "x.sqlite3"))
    keep.close()
    assert type(run(keep.append(then(3)))[0]) is Unavailable and keep.fault()


def test_two_answers_to_one_command_at_once_are_one(keep: DatabaseKeep) -> None:
    run(keep.found(OPEN, opening()))
    first, second = run(keep.append(then(3, "a")), keep.refuse(Refusing("room1", "a", "{}")))
    assert [type(first), type(second)] == [type(None), Conflict]


def test_the_log_begins_anew_while_games_go_on(tmp_path: Path) -> None:
    """Without the copying beside it would grow: the commits here are too few for SQLite's own."""
    keep = open_keep(str(tmp_path / "x.sqlite3"))
    rooms = [replace(OPEN, id=f"r{n}", code="") for n in range(50)]

    def log() -> bytes:
        """What the log is known by (two numbers in its header), until it begins anew."""
        with (tmp_path / "x.sqlite3-wal").open("rb") as opened:
            return opened.read(24)[16:]

    run(*(keep.found(room, opening(room)) for room in rooms))
    before, seq = log(), 3
    while log() == before and seq < 100:
        run(*(keep.append(then(seq, room=room.id)) for room in rooms))
        time.sleep(0.01)
        seq += 1
    assert EVERY / 50 < seq < 100
    keep.close()

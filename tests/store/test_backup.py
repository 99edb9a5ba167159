"""Backups: of one moment while games go on, from either database into either, and never at the cost of games."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from plyyard.core.errors import BadOptions
from plyyard.store.backup import backup, restore
from plyyard.store.checking import check
from plyyard.store.database import open_engine, reading, upgrade, writing
from plyyard.store.schema import accounts, metadata, rooms, sessions
from tests.postgres import Server
from tests.store.conftest import open_keep
from tests.store.games import Play, played
from tests.store.test_database import old_database
from tests.store.test_keep import OPEN, opening, run, then


def everything(address: str) -> dict[str, list[Any]]:
    engine = open_engine(address)
    with reading(engine) as connection:
        found = {
            table.name: sorted(map(repr, connection.execute(select(table))))
            for table in metadata.sorted_tables
        }
    engine.dispose()
    return found


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Another empty database."""
    if request.param == "sqlite":
        yield str(tmp_path / "target.sqlite3")
        return
    server: Server = request.getfixturevalue("postgres")
    address = server.create()
    yield address
    server.drop(address)


def filled(database: str) -> None:
    """Games, and an account with a session."""
    keep = open_keep(database)

    async def fill() -> None:
        await played(keep)
        await keep.write(add_account)

    def add_account(connection: Any) -> None:
        account = {"id": "a1", "name": "Ä", "folded": "ä", "password": "…", "admin": True, "created": 5}
        connection.execute(insert(accounts).values(account))
        connection.execute(insert(sessions).values(hash="h", account="a1", created=5, seen=6))

    asyncio.run(fill())
    keep.close()


@pytest.mark.slow
def test_a_backup_is_everything_and_goes_into_either_database(
    database: str, target: str, tmp_path: Path
) -> None:
    filled(database)
    source, sink = open_engine(database), open_engine(target)
    backup(source, tmp_path / "backup")
    assert restore(sink, tmp_path / "backup", replace=False) is None
    assert everything(target) == everything(database)
    assert not [fault for found in check(sink) for fault in found.faults]
    source.dispose()
    sink.dispose()


def test_a_backup_is_one_file_that_only_its_owner_reads(database: str, tmp_path: Path) -> None:
    keep = open_keep(database)
    run(keep.found(OPEN, opening()))
    engine = open_engine(database)
    folder = tmp_path / "backups"
    folder.mkdir()
    backup(engine, folder / "one")
    assert [path.name for path in folder.iterdir()] == ["one"]
    assert stat.S_IMODE((folder / "one").stat().st_mode) == 0o600
    before = (folder / "one").read_bytes()
    with pytest.raises(BadOptions, match="is there already"):
        backup(engine, folder / "one")
    assert (folder / "one").read_bytes() == before
    keep.close()
    engine.dispose()


def test_a_backup_is_of_one_moment_while_games_go_on(database: str, tmp_path: Path) -> None:
    keep = open_keep(database)
    run(keep.found(OPEN, opening()))
    engine = open_engine(database)
    stopped = threading.Event()
    acknowledged = [2]

    def go_on() -> None:
        async def append() -> None:
            while not stopped.is_set():
                await keep.append(then(acknowledged[0] + 1, f"c{acknowledged[0] + 1}"))
                acknowledged[0] += 1

        asyncio.run(append())

    playing = threading.Thread(target=go_on)
    playing.start()
    spans = []
    for n in range(4):
        while acknowledged[0] < 3 * (n + 1):
            time.sleep(0.01)
        least = acknowledged[0]
        backup(engine, tmp_path / f"{n}")
        spans.append((least, acknowledged[0] + 1))
    stopped.set()
    playing.join()
    for n, (least, most) in enumerate(spans):
        with sqlite3.connect(tmp_path / f"{n}") as copy:
            ((head,),) = copy.execute("SELECT head FROM rooms")
            assert copy.execute("SELECT max(seq), count(*) FROM events").fetchall() == [(head, head)]
            assert copy.execute("SELECT max(seq), count(*) FROM commands").fetchall() == [(head, head - 2)]
        copy.close()
        assert least <= head <= most
    keep.close()
    engine.dispose()


def test_games_are_only_replaced_when_that_is_said(target: str, tmp_path: Path) -> None:
    source = str(tmp_path / "source.sqlite3")
    for address, room in ((source, replace(OPEN, id="new")), (target, replace(OPEN, id="old"))):
        keep = open_keep(address)
        run(keep.found(room, opening(room)))
        keep.close()
    engine, sink = open_engine(source), open_engine(target)
    backup(engine, tmp_path / "backup")
    before = everything(target)
    with pytest.raises(BadOptions, match="--replace"):
        restore(sink, tmp_path / "backup", replace=False)
    assert everything(target) == before
    aside = restore(sink, tmp_path / "backup", replace=True)
    assert everything(target) == everything(source)
    assert (aside is None) == (sink.dialect.name == "postgresql")
    if aside is not None:
        assert everything(str(aside)) == before
    engine.dispose()
    sink.dispose()


def test_nothing_is_restored_under_a_running_server(target: str, tmp_path: Path) -> None:
    engine = open_engine(str(tmp_path / "source.sqlite3"))
    upgrade(engine)
    backup(engine, tmp_path / "backup")
    serving = open_keep(target)
    run(serving.found(OPEN, opening()))
    sink = open_engine(target)
    with pytest.raises(BadOptions, match="stop it first"):
        restore(sink, tmp_path / "backup", replace=True)
    assert run(serving.append(then(3)), serving.heads(["room1"]))[0] is None
    serving.close()
    sink.dispose()
    engine.dispose()


def test_a_broken_backup_changes_nothing(target: str, tmp_path: Path) -> None:
    engine = open_engine(str(tmp_path / "source.sqlite3"))
    upgrade(engine)
    with writing(engine) as connection:
        connection.execute(insert(rooms), [_row(f"r{n}") for n in range(300)])
    backup(engine, tmp_path / "whole")
    whole = (tmp_path / "whole").read_bytes()
    (tmp_path / "cut").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "text").write_text("This is no database at all. " * 100)
    (tmp_path / "holes").write_bytes(whole[:20000] + bytes(20000) + whole[40000:])
    with sqlite3.connect(tmp_path / "other") as other:
        other.execute("CREATE TABLE something (else_ INTEGER)")
    other.close()
    keep = open_keep(target)
    run(keep.found(OPEN, opening()))
    keep.close()
    sink, before = open_engine(target), everything(target)
    for name, why in (("cut", "whole"), ("text", "whole"), ("holes", "whole"), ("other", "no backup of")):
        with pytest.raises(BadOptions, match=why):
            restore(sink, tmp_path / name, replace=True)
    assert everything(target) == before
    sink.dispose()
    engine.dispose()


def _row(room: str) -> dict[str, Any]:
    texts = {"id": room, "game": "snakes", "rules": "1.0", "kind": "local", "options": "{}"}
    numbers = {"created": 0, "updated": 0, "head": 0}
    return {**texts, **numbers, "over": False, "listed": False, "watch": True, "open": False}


def test_a_backup_of_an_older_version_is_brought_up_to_date(target: str, tmp_path: Path) -> None:
    old = old_database(tmp_path / "old.sqlite3")
    sink = open_engine(target)
    restore(sink, Path(old), replace=False)
    assert len(list(check(sink))) == 6 and not any(found.faults for found in check(sink))
    keep = open_keep(target)

    async def go_on() -> None:
        play = Play(keep)
        for one in await play.hub.lists.mine("guest-1"):
            await play.on(await play.hub.room(one.room), 2)
        await play.hub.close()

    asyncio.run(go_on())
    keep.close()
    sink.dispose()

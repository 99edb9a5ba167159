"""Bringing a database up to date: new ones, old ones with their games, several processes at once."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import text

from plyyard.core.errors import BadOptions
from plyyard.store import people, queries
from plyyard.store.checking import check
from plyyard.store.database import HEAD, known, open_engine, prepare, reading, upgrade, version, writing
from plyyard.store.keep import DatabaseKeep
from tests.postgres import Server
from tests.store.games import Play

OLD = Path(__file__).with_name("0001.sql")


def old_database(path: Path) -> str:
    """A file that version 0001 wrote, with six games."""
    with sqlite3.connect(path) as connection:
        connection.executescript(OLD.read_text("utf-8"))
    connection.close()
    return str(path)


def test_a_new_database_gets_the_schema_and_an_old_one_keeps_it(database: str) -> None:
    engine = open_engine(database)
    with reading(engine) as connection:
        assert known(connection) is None
    upgrade(engine)
    upgrade(engine)
    with writing(engine) as connection:
        assert known(connection) == HEAD
        assert queries.secret(connection) == queries.secret(connection)
    engine.dispose()


def test_the_schema_is_what_the_migrations_make(database: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from plyyard.store.schema import metadata

    engine = open_engine(database)
    upgrade(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_old_games_go_on_after_an_upgrade_and_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "plyyard.sqlite3"
    engine = open_engine(old_database(path))
    prepare(engine)
    checked = list(check(engine))
    assert len(checked) == 6 and not any(found.faults for found in checked)
    keep = DatabaseKeep(engine)

    async def go_on() -> None:
        play = Play(keep)
        mine = await play.hub.lists.mine("guest-1")
        assert sorted(one.game for one in mine) == ["aeroplane", "backgammon", "dominoes", "snakes", "spider"]
        for one in mine:
            room = await play.hub.room(one.room)
            assert room.head == one.head and room.founding.maker == "guest-1" and room.answers.seqs
            await play.on(room, 6)
            assert room.head >= one.head + 3
        await play.hub.close()

    asyncio.run(go_on())
    keep.close()
    with sqlite3.connect(path.with_name("plyyard.sqlite3.0001")) as before:
        assert before.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
        assert before.execute("SELECT count(*) FROM rooms").fetchall() == [(6,)]
    before.close()


def test_a_database_of_a_newer_version_is_left_alone(database: str) -> None:
    engine = open_engine(database)
    upgrade(engine)
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for start in (prepare, upgrade, lambda engine: list(check(engine))):
        with pytest.raises(BadOptions, match="newer version"):
            start(engine)
    with reading(engine) as connection:
        assert version(connection) == "9999"
    engine.dispose()


def test_a_server_does_not_upgrade_postgresql_by_itself(postgres: Server) -> None:
    address = postgres.create()
    engine = open_engine(address)
    with pytest.raises(BadOptions, match="plyyard db upgrade"):
        prepare(engine)
    with reading(engine) as connection:
        assert version(connection) is None
    upgrade(engine)
    prepare(engine)
    engine.dispose()
    postgres.drop(address)


def test_many_processes_may_start_at_once_with_a_new_or_an_old_database(
    database: str, tmp_path: Path
) -> None:
    old = old_database(tmp_path / "old.sqlite3")
    program = (
        "import sys\n"
        "from plyyard.store import queries\n"
        "from plyyard.store.database import open_engine, upgrade, writing\n"
        "for address in sys.argv[1:]:\n"
        "    engine = open_engine(address)\n"
        "    upgrade(engine)\n"
        "    with writing(engine) as connection:\n"
        "        print(queries.secret(connection).hex())\n"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", program, database, old], stdout=-1, stderr=-1, text=True)
        for _ in range(4)
    ]
    said = [process.communicate(timeout=120) for process in started]
    assert [process.returncode for process in started] == [0] * 4, said
    assert len({out for out, _ in said}) == 1, "all have the same secret"


def test_processes_that_start_at_the_same_moment_agree_on_one_secret(database: str) -> None:
    upgrade(first := open_engine(database))
    first.dispose()
    together = Barrier(4)

    def start(_: int) -> bytes:
        engine = open_engine(database)
        with engine.connect():
            together.wait(60)
        with writing(engine) as connection:
            found = queries.secret(connection)
            queries.beat(connection, 1)
        engine.dispose()
        return found

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(start, range(4)))) == 1


def test_two_processes_may_ban_the_same_person_at_once(database: str) -> None:
    upgrade(first := open_engine(database))
    first.dispose()
    together = Barrier(4)

    def ban(number: int) -> None:
        engine = open_engine(database)
        with engine.connect():
            together.wait(60)
        with writing(engine) as connection:
            people.ban(connection, people.Ban(people.GUEST, "somebody", number, None, ""))
        engine.dispose()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(ban, range(4)))
    engine = open_engine(database)
    with reading(engine) as connection:
        assert [one.value for one in people.banned(connection, 9)] == ["somebody"]
    engine.dispose()

"""The writer: jobs are answered after their commit, fail alone, and are really on disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from plyyard.core.record import Entry
from plyyard.rooms.founding import Founding, Seat
from plyyard.store import queries
from plyyard.store.database import HEAD, open_engine, upgrade, version
from plyyard.store.writer import Writer

FOUNDING = Founding(
    "room1", "snakes", "1.0", "local", {}, {"black": Seat("g", "Amsel"), "white": Seat("g", "Amsel")}, 5
)


def test_a_new_database_gets_the_schema_and_an_old_one_keeps_it(tmp_path: Path) -> None:
    engine = open_engine(str(tmp_path / "deep" / "x.sqlite3"))
    assert version(engine) is None
    upgrade(engine)
    upgrade(engine)
    assert version(engine) == HEAD
    with engine.begin() as connection:
        assert queries.secret(connection) == queries.secret(connection)


def test_the_schema_is_what_the_migrations_make(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from plyyard.store.schema import metadata

    engine = open_engine(str(tmp_path / "x.sqlite3"))
    upgrade(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_events_are_kept_as_they_were_and_a_taken_place_is_refused_alone(tmp_path: Path) -> None:
    engine = open_engine(str(tmp_path / "x.sqlite3"))
    upgrade(engine)
    writer = Writer(engine)
    writer.submit(lambda connection: queries.insert_room(connection, FOUNDING)).result(10)
    entries = [
        Entry(seq, "rolled", "black", outcome="3", effects=["turn passes"], ts=seq) for seq in range(1, 6)
    ]
    jobs = [
        writer.submit(lambda c, e=entry: queries.append(c, "room1", [e], f"id{e.seq}", "g", False))
        for entry in entries
    ]
    twice = writer.submit(lambda c: queries.append(c, "room1", [Entry(6, "rolled")], "id5", "g", False))
    taken = writer.submit(lambda c: queries.append(c, "room1", [entries[0]], "other", "g", False))
    after = writer.submit(
        lambda c: queries.append(c, "room1", [Entry(6, "resigned", "black", ts=6)], "id6", "g", True)
    )
    for job in jobs:
        job.result(10)
    for bad in (twice, taken):
        with pytest.raises(IntegrityError):
            bad.result(10)
    after.result(10)
    writer.close()
    engine.dispose()
    with open_engine(str(tmp_path / "x.sqlite3")).connect() as connection:
        found = queries.load(connection, "room1")
        assert found is not None
        founding, kept, commands = found
        assert founding == FOUNDING and kept[:5] == entries and kept[5].kind == "resigned"
        assert commands == {f"id{n}": n for n in range(1, 7)}
        assert queries.rooms_of(connection, "g", over=True) == ["room1"]
        assert queries.rooms_of(connection, "g", over=False) == []

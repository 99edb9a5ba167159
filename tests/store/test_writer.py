"""The writer: jobs are answered after their commit, fail alone, and are really on disk."""

from __future__ import annotations

import asyncio
from pathlib import Path

from plyyard.core.record import Entry
from plyyard.rooms.founding import Founding, Seat
from plyyard.rooms.keep import Append, Conflict
from plyyard.store import queries
from plyyard.store.database import HEAD, open_engine, reading, upgrade, version, writing
from plyyard.store.keep import DatabaseKeep

FOUNDING = Founding(
    "room1", "snakes", "1.0", "local", {}, {"black": Seat("g", "Amsel"), "white": Seat("g", "Amsel")}, 5
)


def append(seq: int, command: str | None = None, *entries: Entry, over: bool = False) -> Append:
    return Append(
        "room1", entries or [Entry(seq, "rolled", "black", outcome="3", ts=seq)], command, "g", "white", over
    )


def test_a_new_database_gets_the_schema_and_an_old_one_keeps_it(tmp_path: Path) -> None:
    engine = open_engine(str(tmp_path / "deep" / "x.sqlite3"))
    assert version(engine) is None
    upgrade(engine)
    upgrade(engine)
    assert version(engine) == HEAD
    with writing(engine) as connection:
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
    keep = DatabaseKeep(engine)
    end = append(6, "id6", Entry(6, "resigned", "black", ts=6), Entry(7, "over", ts=7), over=True)

    async def write() -> list[object]:
        await keep.found(FOUNDING, append(1))
        return await asyncio.gather(
            *(keep.append(append(seq, f"id{seq}")) for seq in range(2, 6)),
            keep.append(append(6, "id5")),
            keep.append(append(2, "other")),
            keep.append(end),
            return_exceptions=True,
        )

    results = asyncio.run(write())
    assert [type(result) for result in results] == [type(None)] * 4 + [Conflict] * 2 + [type(None)]
    keep.close()
    with reading(open_engine(str(tmp_path / "x.sqlite3"))) as connection:
        found = queries.load(connection, "room1")
        assert found is not None and found.founding == FOUNDING
        assert found.entries == [*(append(seq).entries[0] for seq in range(1, 6)), *end.entries]
        assert found.answered == {f"id{n}": n for n in range(2, 7)}
        assert [one.head for one in queries.mine(connection, "g", True, 9)] == [7]
        assert queries.mine(connection, "g", False, 9) == []

"""A backup is one SQLite file, whatever database it is of; it can be restored into either kind."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, insert, inspect, select, text

from plyyard.core.errors import BadOptions, Say
from plyyard.store import files
from plyyard.store.database import HEAD, known, open_engine, reading, upgrade, writing
from plyyard.store.schema import accounts, corrections, metadata, practice, rooms

LINGER = 2.0  # seconds for which a connection that has ended may still be listed
ROWS = 1000  # that are in memory at once


def backup(engine: Engine, path: Path) -> None:
    """Everything as it is at one moment, while games go on."""
    with reading(engine) as connection:
        if known(connection) != HEAD:
            raise BadOptions(
                Say("This database is not ready for this version: run “plyyard db upgrade” first.")
            )
        if engine.dialect.name == "sqlite":
            driver: Any = connection.connection.driver_connection
            files.copy(driver, path)
            return
        with files.appearing(path) as part:
            target = open_engine(str(part))
            try:
                upgrade(target)
                with writing(target) as sink:
                    _copy(connection, sink)
            finally:
                target.dispose()
            _close(part)


def restore(engine: Engine, path: Path, *, replace: bool) -> Path | None:
    """Everything as it was in a backup. ``replace``: also where there are games; an SQLite file stays, under the name returned.

    ``BadOptions`` where the backup is broken, games would be lost, or a server is running; then nothing has changed.
    """
    files.examine(path)
    into_file = engine.dialect.name == "sqlite"
    own = Path(engine.url.database or "") if into_file else None
    if not replace and (own is None or own.exists()) and _holds_games(engine):
        raise BadOptions(Say("There are games in this database: only --replace puts others in their place."))
    with tempfile.TemporaryDirectory(dir=own and own.parent, prefix="plyyard-restore-") as folder:
        staged = Path(folder) / "restored"
        _stage(path, staged)
        if own is not None:
            engine.dispose()
            return files.put_in_place(staged, own)
        _load(staged, engine)
    return None


def _stage(path: Path, staged: Path) -> None:
    """A copy of a backup, brought up to date."""
    with closing(files.reader(path)) as source:
        files.copy(source, staged)
    engine = open_engine(str(staged))
    with reading(engine) as connection:
        if known(connection) is None:
            raise BadOptions(Say("{file} is no backup of Ply Yard.", file=path))
    upgrade(engine)
    engine.dispose()
    _close(staged)


def _close(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        files.alone(connection)


def _load(path: Path, engine: Engine) -> None:
    """Into PostgreSQL, in one transaction."""
    with reading(engine) as connection:
        others = "datname = current_database() AND application_name = 'plyyard' AND pid <> pg_backend_pid()"
        until = time.monotonic() + LINGER
        while connection.execute(text(f"SELECT 1 FROM pg_stat_activity WHERE {others}")).first():
            if time.monotonic() > until:
                raise BadOptions(Say("A server is using this database; stop it first."))
            time.sleep(0.1)
            connection.execute(text("SELECT pg_stat_clear_snapshot()"))
    upgrade(engine)
    source = open_engine(str(path))
    with reading(source) as found, writing(engine) as sink:
        sink.execute(text(f"TRUNCATE {', '.join(metadata.tables)}"))
        _copy(found, sink)
    source.dispose()


def _copy(source: Connection, sink: Connection) -> None:
    streamed = source.execution_options(yield_per=ROWS)
    for table in metadata.sorted_tables:
        for rows in streamed.execute(select(table)).mappings().partitions():
            sink.execute(insert(table), [dict(row) for row in rows])


def _holds_games(engine: Engine) -> bool:
    with reading(engine) as connection:
        there = inspect(connection).get_table_names()
        kept = [table for table in (rooms, accounts, practice, corrections) if table.name in there]
        return any(connection.execute(select(1).select_from(table)).first() for table in kept)

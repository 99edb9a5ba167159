"""Opening a database: the engine with its settings, and the schema brought up to date."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, Table, create_engine, event, inspect, make_url, text
from sqlalchemy.dialects import postgresql, sqlite

from plyyard.core.errors import BadOptions, Say
from plyyard.store import files

HEAD = "0005"
"""The newest migration; a test compares it with the folder. Known here so that a start need not load Alembic."""

DEFAULTS = {
    "application_name": "plyyard",
    "connect_timeout": 10,  # seconds
    "tcp_user_timeout": 20_000,  # milliseconds: until a network that says nothing counts as lost
    "keepalives_idle": 30,
    "options": "-c lock_timeout=5s -c idle_in_transaction_session_timeout=60s",  # a process that stands still holds nobody up
}
"""Of a connection to PostgreSQL, where the address says nothing else."""

SQLITE = (
    "busy_timeout=10000",  # milliseconds
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "wal_autocheckpoint=10000",  # pages, should store.checkpoints fall behind
)

SLIP = re.compile(r"\w[\w+]+:|postgres\w*(\+\w+)?(/|$)|\w+\+\w+//")
"""Begins like an address, without being one. (C: is a drive.)"""

TURN = "BEGIN IMMEDIATE"
"""How a transaction begins on SQLite that is going to write: it waits for its turn before it reads anything."""


def address_of(database: str) -> URL:
    """Of a database address, or of a path to an SQLite file; ``BadOptions`` for what looks like neither.

    >>> address_of("games.sqlite3").database, address_of("C:/games.sqlite3").database
    ('games.sqlite3', 'C:/games.sqlite3')
    """
    if "://" not in database and (SLIP.match(database) or "?" in database):
        raise BadOptions(
            Say(
                "The database is neither a file nor an address such as {example}.",
                example="postgresql+psycopg:///plyyard",
            )
        )
    return make_url(database if "://" in database else f"sqlite:///{database}")


def open_engine(database: str) -> Engine:
    """An engine for what ``address_of`` understands."""
    address = address_of(database)
    if address.get_backend_name() != "sqlite":
        settings = {name: value for name, value in DEFAULTS.items() if name not in address.query}
        return create_engine(
            address, pool_pre_ping=True, paramstyle="format", hide_parameters=True, connect_args=settings
        )
    engine = create_engine(
        address, connect_args={"check_same_thread": False, "timeout": 10}, hide_parameters=True
    )
    if address.database and address.database != ":memory:":
        Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    event.listen(engine, "connect", _sqlite_settings)
    event.listen(engine, "begin", _begin)
    return engine


def _sqlite_settings(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in SQLITE:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
    connection.isolation_level = None  # transactions are begun by _begin, not by the driver's guess


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql(TURN if writes else "BEGIN")


def writing(engine: Engine) -> AbstractContextManager[Connection]:
    """A transaction that writes, committed at its end."""
    return engine.execution_options(writes=True).begin()


def reading(engine: Engine) -> AbstractContextManager[Connection]:
    """A transaction that reads: all its queries see the same moment."""
    if engine.dialect.name == "sqlite":
        return engine.connect()
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True).connect()


def insert_new(connection: Connection, table: Table, **values: Any) -> bool:
    """Insert a row; False where there is one already, or another process was quicker."""
    new = inserting(connection, table, **values).on_conflict_do_nothing().returning(*table.primary_key)
    return connection.execute(new).first() is not None


def put(connection: Connection, table: Table, **values: Any) -> None:
    """Insert a row, or change the one with its key."""
    keys = [column.name for column in table.primary_key]
    others = {name: value for name, value in values.items() if name not in keys}
    connection.execute(
        inserting(connection, table, **values).on_conflict_do_update(index_elements=keys, set_=others)
    )


def inserting(connection: Connection, table: Table, **values: Any) -> Any:
    """With what both dialects can do at a conflict."""
    return (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(table).values(**values)


def version(connection: Connection) -> str | None:
    """The migration that the database stands at; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def prepare(engine: Engine) -> None:
    """What a server needs at its start: a SQLite file is brought up to date; PostgreSQL has to be, or ``BadOptions``.

    Other processes may still be serving with PostgreSQL's old schema: only the operator knows when they are stopped.
    """
    if engine.dialect.name == "sqlite":
        upgrade(engine)
        return
    with reading(engine) as connection:
        if known(connection) != HEAD:
            raise BadOptions(
                Say("This database is not ready for this version: run “plyyard db upgrade” first.")
            )


def upgrade(engine: Engine) -> None:
    """Bring the schema up to date. An older SQLite file is kept as it was, beside, with its version in its name."""
    with reading(engine) as connection:
        if known(connection) == HEAD:
            return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with writing(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(1886153092)")  # one after the other
        elif (found := version(connection)) not in {None, HEAD}:
            path = Path(engine.url.database or "")
            beside = path.with_name(f"{path.name}.{found}")
            if not beside.exists():
                with closing(files.reader(path)) as before:
                    files.copy(before, beside)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def known(connection: Connection) -> str | None:
    """The database's version, or ``BadOptions`` where it is newer than this program."""
    found = version(connection)
    if found is not None and found > HEAD:
        raise BadOptions(Say("This database belongs to a newer version of Ply Yard; update the program."))
    return found

"""SQLite files as a whole: copied while they are in use, examined, put in another's place."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from plyyard.core.errors import BadOptions, Say

TAILS = "", "-wal", "-shm"  # of the names of a database's files
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def copy(source: sqlite3.Connection, path: Path) -> None:
    """A file that stands alone, as the database is at one moment; whoever writes to it is not held up."""
    with appearing(path) as part, closing(sqlite3.connect(part)) as target:
        source.backup(target)
        alone(target)


def alone(connection: sqlite3.Connection) -> None:
    """Let a file need no other beside it. Fails as long as another program has it open."""
    connection.execute("PRAGMA journal_mode=DELETE")


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """A file to be written, which gets its name once it is whole and on disk. Only its owner may read it.

    ``BadOptions``, and nothing is left, where it is there already or SQLite cannot write it; OSError where the system cannot.
    """
    if path.exists():
        raise BadOptions(Say("{file} is there already.", file=path))
    part = path.with_name(f"{path.name}.part")
    try:
        _remove(part)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        yield part
        _sync(part)
        part.replace(path)
        _sync(path.parent)
    except OSError as error:
        error.filename = str(path)
        raise
    except Exception as error:
        cause = getattr(error, "orig", error)  # as the driver raised it
        if not isinstance(cause, sqlite3.Error):
            raise
        raise BadOptions(Say("{file} cannot be written: {reason}.", file=path, reason=cause)) from None
    finally:
        _remove(part)


def examine(path: Path) -> None:
    """``BadOptions`` where a file is no whole SQLite database."""
    try:
        with closing(reader(path)) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(1)")]
            found += [f"{row[0]} → {row[2]}" for row in connection.execute("PRAGMA foreign_key_check")]
    except sqlite3.Error as error:
        found = [str(error)]
    if found != ["ok"]:
        raise BadOptions(Say("{file} is no whole backup: {reason}.", file=path, reason=found[-1]))


def reader(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def put_in_place(new: Path, path: Path) -> Path | None:
    """Give a file another's name; the other, sound or broken, stays beside it under the name that is returned.

    ``BadOptions`` as long as a program has the other open.
    """
    aside = None
    if path.exists():
        _let_alone(path)
        aside = path.with_name(f"{path.name}.{time.strftime('%Y%m%d-%H%M%S')}")
        for tail in TAILS:
            if (part := path.with_name(path.name + tail)).exists():
                part.rename(aside.with_name(aside.name + tail))
    new.rename(path)
    _sync(path.parent)
    return aside


def _let_alone(path: Path) -> None:
    try:
        with closing(sqlite3.connect(path, timeout=1)) as connection:
            alone(connection)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in BUSY:
            raise BadOptions(Say("A server is using {file}; stop it first.", file=path)) from None


def _remove(path: Path) -> None:
    for tail in TAILS:
        path.with_name(path.name + tail).unlink(missing_ok=True)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)

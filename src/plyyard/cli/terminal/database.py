"""The database that a command works with: its option, where it is by default, and what can be wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyyard.cli.terminal.language import t

if TYPE_CHECKING:
    from sqlalchemy import Engine

Database = Annotated[
    str | None, typer.Option("--db", envvar="PLYYARD_DB", help=t("Database: a file or an address."))
]


def default_database() -> str:
    """A file in the person's data folder."""
    import platformdirs

    folder = Path(platformdirs.user_data_dir("plyyard", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "plyyard.sqlite3")


@contextmanager
def using(db: str) -> Iterator[None]:
    """Let what is wrong with a database be said in one line."""
    import sqlite3

    from sqlalchemy.exc import SQLAlchemyError

    from plyyard.core.errors import BadOptions, Say

    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, ModuleNotFoundError) as error:  # the last: of the driver
        reason = str(error).splitlines()[0]
        shown = re.sub("(?<=:)[^:@/]+(?=@)", "…", db)  # without its password
        raise BadOptions(Say("The database {db} cannot be used: {reason}", db=shown, reason=reason)) from None


@contextmanager
def opened(db: str | None, *, new: bool = False) -> Iterator[Engine]:
    """The database of the option, or the person's own; ``new``: it need not be there yet."""
    from plyyard.core.errors import BadOptions, Say

    db = db or default_database()
    with using(db):
        from plyyard.store.database import address_of, open_engine

        address = address_of(db)
        file = address.database if address.get_backend_name() == "sqlite" else None
        if not new and file and not Path(file).exists():
            raise BadOptions(Say("There is no file {file}.", file=file))
        engine = open_engine(db)
        try:
            yield engine
        finally:
            engine.dispose()

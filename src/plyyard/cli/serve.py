"""``plyyard serve``: the games in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyyard.cli.terminal.language import language, t
from plyyard.cli.terminal.options import Lang

HELP = t("Serve the games and open the browser.")
PORT = 8030
TERMINATED = 143


def command(
    host: Annotated[str, typer.Option(envvar="PLYYARD_HOST", help=t("Address to listen on."))] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(envvar="PLYYARD_PORT", min=0, max=65535, help=t("Port; 0: any free one."))
    ] = PORT,
    db: Annotated[
        str | None, typer.Option(envvar="PLYYARD_DB", help=t("Database: a file or an address."))
    ] = None,
    no_open: Annotated[
        bool,
        typer.Option("--no-open", envvar="PLYYARD_NO_OPEN", help=t("Leave the browser closed.")),
    ] = False,
    lang: Lang = None,
) -> None:
    import signal
    import sys

    from sqlalchemy.exc import SQLAlchemyError

    from plyyard.core.errors import BadOptions, Say
    from plyyard.core.words import words as words_of
    from plyyard.web.app import serve

    words = words_of(language(lang))

    def say_where(address: str) -> None:
        typer.echo(words("Ply Yard is ready: {address} (Ctrl+C ends it)", address=address))

    # Uvicorn ends in good order and then raises the signal again; without this the process would die of it here.
    previous = signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    db = db or default_database()
    check_address(host, port)
    try:
        serve(host=host, port=port, db=db, open_browser=not no_open, ready=say_where)
    except (SQLAlchemyError, ModuleNotFoundError) as error:  # ModuleNotFound: the driver of the database
        reason = str(error).splitlines()[0]
        raise BadOptions(Say("The database {db} cannot be used: {reason}", db=db, reason=reason)) from None
    finally:
        signal.signal(signal.SIGTERM, previous)


def check_address(host: str, port: int) -> None:
    """Refuse in one line what the server would refuse in its own words."""
    import socket

    from plyyard.core.errors import BadOptions, Say

    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        where = f"{host}:{port}"
        raise BadOptions(
            Say("{where} cannot be listened on: {reason}.", where=where, reason=reason)
        ) from None


def default_database() -> str:
    """A file in the person's data folder."""
    import platformdirs

    folder = Path(platformdirs.user_data_dir("plyyard", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "plyyard.sqlite3")

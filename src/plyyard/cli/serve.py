"""``plyyard serve``: the games in the browser."""

from __future__ import annotations

import sys
from io import StringIO
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from plyyard.cli.terminal.database import Database, default_database, using
from plyyard.cli.terminal.language import language, t
from plyyard.cli.terminal.options import Lang

if TYPE_CHECKING:
    from plyyard.core.words import Words

HELP = t("Serve the games and open the browser.")
PORT = 8030
TERMINATED = 143


def command(
    host: Annotated[
        str | None,
        typer.Option(envvar="PLYYARD_HOST", help=t("Address to listen on."), show_default="127.0.0.1"),
    ] = None,
    port: Annotated[
        int, typer.Option(envvar="PLYYARD_PORT", min=0, max=65535, help=t("Port; 0: any free one."))
    ] = PORT,
    db: Database = None,
    no_open: Annotated[
        bool,
        typer.Option("--no-open", envvar="PLYYARD_NO_OPEN", help=t("Leave the browser closed.")),
    ] = False,
    lan: Annotated[
        bool, typer.Option("--lan", help=t("Let the phones and computers in this Wi-Fi play, too."))
    ] = False,
    lang: Lang = None,
) -> None:
    import signal

    from plyyard.core.words import words as words_of
    from plyyard.web.app import serve

    words = words_of(language(lang))
    listen = host or (listening() if lan else "127.0.0.1")

    def say_where(address: str) -> None:
        typer.echo(words("Ply Yard is ready: {address} (Ctrl+C ends it)", address=address))
        if lan:
            invite_phones(words, listen, address)
        tell_systemd()

    # Uvicorn ends in good order and then raises the signal again; without this the process would die of it here.
    previous = signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    db = db or default_database()
    check_address(listen, port)
    try:
        with using(db):
            serve(host=listen, port=port, db=db, open_browser=not no_open, for_lan=lan, ready=say_where)
    finally:
        signal.signal(signal.SIGTERM, previous)


def tell_systemd() -> None:
    """That the server answers, if systemd has started it and waits for that (sd_notify(3))."""
    import os
    import socket
    from contextlib import suppress

    if place := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as waiting, suppress(OSError):
            waiting.connect(place.replace("@", "\0", 1) if place.startswith("@") else place)
            waiting.send(b"READY=1")


def listening() -> str:
    """What to listen on to be found in every network that this machine is in."""
    from plyyard.core.errors import BadOptions, Say
    from plyyard.web.lan import hosts

    if not (found := hosts()):
        raise BadOptions(
            Say("This machine is in no network. Join a Wi-Fi or open a hotspot, then try again.")
        )
    return "::" if ":" in found[0] else "0.0.0.0"


def invite_phones(words: Words, host: str, address: str) -> None:
    """Print the address for the other devices, on a terminal also as a QR code."""
    from plyyard.web import lan

    everywhere = host in {"0.0.0.0", "::"}
    port = urlsplit(address).port or 80
    first, *others = [f"{lan.url(one, port)}/" for one in (lan.hosts() if everywhere else [host])]
    typer.echo(words("For the phones and computers in this Wi-Fi: {address}", address=first))
    if others:
        typer.echo(words("In other networks of this machine: {addresses}", addresses=" ".join(others)))
    if sys.stdout.isatty():
        print_qr(first)
    typer.echo(words("Everyone in this network can open it now: do this only among people you trust."))


def print_qr(address: str) -> None:
    """Light on dark in colours of its own, so that the terminal's own do not matter."""
    from rich.console import Console
    from rich.text import Text

    from plyyard.web.lan import qr

    lines = StringIO()
    qr(address).terminal(lines, border=4, compact=True)
    Console().print(Text(lines.getvalue().rstrip("\n"), style="#ffffff on #000000"), soft_wrap=True)


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

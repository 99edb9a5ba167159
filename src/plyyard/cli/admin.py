"""``plyyard admin``: accounts, bans, games and a person's data, by whoever runs the server. A running server takes notice."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from plyyard.cli.terminal.database import Database, opened
from plyyard.cli.terminal.language import language, t
from plyyard.cli.terminal.options import Lang

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from plyyard.core.words import Words

HELP = t("Look after the people and games of a server.")
TRIES = 5  # while a server writes to the same game

app = typer.Typer()
T = TypeVar("T")

Name = Annotated[str, typer.Argument(metavar="NAME", help=t("Name of the account."), show_default=False)]
Who = Annotated[
    str,
    typer.Argument(
        metavar="WHO", help=t("Name of an account, or name or id of a guest."), show_default=False
    ),
]
WhoOrWhere = Annotated[
    str,
    typer.Argument(
        metavar="WHO", help=t("Name of an account, name or id of a guest, or an address."), show_default=False
    ),
]


# ---- accounts ----


@app.command(
    help=t(
        "Create an account that looks after the server; the password is asked for, or read from the input."
    )
)
def create(name: Name, db: Database = None, lang: Lang = None) -> None:
    from plyyard.core.errors import Say
    from plyyard.rooms.founding import now
    from plyyard.rooms.names import BadName, clean_name, folded
    from plyyard.store import people
    from plyyard.store.database import writing
    from plyyard.web.passwords import HASHER

    with _at_work(db, lang, new=True) as (engine, words):
        name = clean_name(name)
        key, hashed = folded(name), HASHER.hash(_password(name, words))
        with writing(engine) as connection:
            account = people.Account(people.new_account(), name, hashed, True, now())
            if not people.register(connection, account, key):
                raise BadName(Say("This name is taken already."))
        typer.echo(words("{name} has an account now.", name=name))


@app.command(help=t("Set a new password for somebody; it ends all sessions."))
def password(name: Name, db: Database = None, lang: Lang = None) -> None:
    from plyyard.core.errors import BadOptions, Say
    from plyyard.rooms.founding import now
    from plyyard.rooms.names import clean_name, folded
    from plyyard.store import people
    from plyyard.store.database import reading, writing
    from plyyard.web.passwords import HASHER

    with _at_work(db, lang) as (engine, words):
        with reading(engine) as connection:
            account = people.named(connection, folded(clean_name(name)))
        if account is None:
            raise BadOptions(Say("There is no account {name}.", name=name))
        hashed = HASHER.hash(_password(account.name, words))
        with writing(engine) as connection:
            people.set_password(connection, account.id, hashed, now())
        typer.echo(words("{name} has a new password.", name=account.name))


def _password(name: str, words: Words) -> str:
    """Typed twice at a terminal, else the first line of the input; never on the command line, where others see it."""
    from plyyard.core.errors import Say
    from plyyard.web.passwords import BadPassword, check_password

    if sys.stdin.isatty():
        found = typer.prompt(
            words("Password"), hide_input=True, confirmation_prompt=words("The same again"), err=True
        )
    else:
        try:
            found = sys.stdin.buffer.readline().decode().rstrip("\r\n")
        except UnicodeDecodeError:
            raise BadPassword(Say("The password is not UTF-8 text.")) from None
    check_password(found, name)
    return str(found)


# ---- games ----


@app.command(help=t("List games: room, game, kind, last change, who plays."))
def rooms(
    game: Annotated[str | None, typer.Option(help=t("Only this game."))] = None,
    running: Annotated[bool, typer.Option("--running", help=t("Only games that are not over."))] = False,
    limit: Annotated[int, typer.Option(min=1, help=t("How many at most, the newest first."))] = 100,
    db: Database = None,
    lang: Lang = None,
) -> None:
    from plyyard.store import queries
    from plyyard.store.database import reading

    with _at_work(db, lang) as (engine, words), reading(engine) as connection:
        for one in queries.listed(connection, game, running, limit):
            seats = [
                f"{side}={seat.level or seat.name or '–'}{f' ({seat.guest})' if seat.guest else ''}"
                for side, seat in one.founding.seats.items()
            ]
            state = words("over") if one.over else words("open") if one.open else words("running")
            founding = one.founding
            columns = (founding.id, founding.game, founding.kind, state, _date(one.updated), ", ".join(seats))
            typer.echo("  ".join(columns))


@app.command(help=t("End a running game without a result."))
def close(
    room: Annotated[str, typer.Argument(metavar="ROOM", help=t("Its id."), show_default=False)],
    db: Database = None,
    lang: Lang = None,
) -> None:
    from plyyard.core.errors import BadOptions, Say
    from plyyard.rooms.founding import now
    from plyyard.store import traces

    with _at_work(db, lang) as (engine, words):
        ended = _write(engine, lambda connection: traces.close(connection, room, now()))
        if ended is None:
            raise BadOptions(Say("There is no game {room}.", room=room))
        if not ended:
            raise BadOptions(Say("The game {room} is over already.", room=room))
        typer.echo(words("The game {room} has ended without a result.", room=room))


# ---- bans ----


@app.command(help=t("Shut somebody out."))
def ban(
    who: WhoOrWhere,
    days: Annotated[int | None, typer.Option(min=1, help=t("For how long; for ever without it."))] = None,
    why: Annotated[str, typer.Option(help=t("A note for yourself."))] = "",
    db: Database = None,
    lang: Lang = None,
) -> None:
    from plyyard.rooms.founding import now
    from plyyard.store import people

    with _at_work(db, lang) as (engine, words):
        kind, value = _ban_of(engine, who)
        until = None if days is None else now() + days * people.DAY
        _write(engine, lambda connection: people.ban(connection, people.Ban(kind, value, now(), until, why)))
        if until is None:
            typer.echo(words("{who} is shut out.", who=who))
        else:
            typer.echo(words("{who} is shut out until {date}.", who=who, date=_date(until)))


@app.command(help=t("Let somebody in again."))
def unban(who: WhoOrWhere, db: Database = None, lang: Lang = None) -> None:
    from plyyard.core.errors import BadOptions, Say
    from plyyard.store import people

    with _at_work(db, lang) as (engine, words):
        kind, value = _ban_of(engine, who)
        if not _write(engine, lambda connection: people.unban(connection, kind, value)):
            raise BadOptions(Say("{who} was not shut out.", who=who))
        typer.echo(words("{who} may come in again.", who=who))


@app.command(help=t("List who is shut out."))
def bans(db: Database = None, lang: Lang = None) -> None:
    from plyyard.rooms.founding import now
    from plyyard.store import people
    from plyyard.store.database import reading

    with _at_work(db, lang) as (engine, _), reading(engine) as connection:
        for one in people.banned(connection, now()):
            if one.kind not in people.CALLS:
                until = "–" if one.until is None else _date(one.until)
                typer.echo("  ".join((one.kind, one.value, _date(one.created), until, one.why)))


# ---- a person's data ----


@app.command(help=t("Erase a person: account, name and id. Games with others stay, without the name."))
def erase(
    who: Who,
    yes: Annotated[bool, typer.Option("--yes", help=t("Do not ask again."))] = False,
    db: Database = None,
    lang: Lang = None,
) -> None:
    from plyyard.store import traces
    from plyyard.store.database import reading

    with _at_work(db, lang) as (engine, words):
        person = _person(engine, who)
        with reading(engine) as connection:
            games = len(traces.rooms_of(connection, person))
        said = words.plural("{who} with {n} game", "{who} with {n} games", games, who=who)
        if not yes:
            typer.confirm(words("Erase {said} for good?", said=said), abort=True, err=True)
        _erase(engine, person, words)
        typer.echo(words("Erased: {said}.", said=said))


@app.command(help=t("Write all that is kept of a person into a zip file."))
def export(
    who: Who,
    file: Annotated[Path, typer.Argument(metavar="FILE", help=t("A new file."), show_default=False)],
    db: Database = None,
    lang: Lang = None,
) -> None:
    from plyyard.store import traces
    from plyyard.store.database import reading
    from plyyard.store.files import appearing

    with _at_work(db, lang) as (engine, words):
        person = _person(engine, who)
        with reading(engine) as connection:
            games = [traces.game(connection, room, person) for room in traces.rooms_of(connection, person)]
            packed = traces.packed(traces.about(connection, person), games)
        with appearing(file) as part:
            part.write_bytes(packed)
        typer.echo(words.plural("{file}: {n} game", "{file}: {n} games", len(games), file=file.resolve()))


@app.command(
    help=t(
        "Delete what is too old: games that are over, guests who have not come back, reports that are decided."
    )
)
def retention(
    finished: Annotated[
        int | None, typer.Option(min=1, metavar="DAYS", help=t("Games that ended longer ago."))
    ] = None,
    guests: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="DAYS", help=t("Guests without an account whose last game is longer ago.")
        ),
    ] = None,
    reports: Annotated[
        int | None,
        typer.Option(
            "--corrections",
            min=1,
            metavar="DAYS",
            help=t("Closed reports, and senders of accepted ones, longer ago."),
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help=t("Only say what would be deleted."))] = False,
    db: Database = None,
    lang: Lang = None,
) -> None:
    from plyyard.rooms.founding import now
    from plyyard.store import corrections, people, queries, traces
    from plyyard.store.database import reading

    with _at_work(db, lang) as (engine, words):
        before = now() - reports * people.DAY if reports else 0
        with reading(engine) as connection:
            decided = corrections.decided_before(connection, before)
            old = traces.finished(connection, now() - finished * people.DAY) if finished else []
            gone = traces.gone_guests(connection, now() - guests * people.DAY) if guests else []
        typer.echo(words.plural("{n} game is over and too old.", "{n} games are over and too old.", len(old)))
        typer.echo(words.plural("{n} guest has not come back.", "{n} guests have not come back.", len(gone)))
        if reports:
            typer.echo(words.plural("{n} report is decided.", "{n} reports are decided.", decided))
        if dry_run:
            typer.echo(words("Nothing was deleted."))
            return
        for room in old:
            _write(engine, partial(queries.delete_room, room=room))
        for guest in gone:
            _erase(engine, guest, words)
        _write(engine, lambda connection: corrections.drop_decided(connection, before))
        _write(engine, lambda connection: traces.drop_ended(connection, now()))
        typer.echo(words("They are deleted."))


# ---- what they share ----


@contextmanager
def _at_work(db: str | None, lang: str | None, *, new: bool = False) -> Iterator[tuple[Engine, Words]]:
    from plyyard.core.words import words as words_of
    from plyyard.store.database import prepare

    with opened(db, new=new) as engine:
        prepare(engine)
        yield engine, words_of(language(lang))


def _write(engine: Engine, job: Callable[[Connection], T]) -> T:
    """In a transaction of its own; once more where a server wrote to the same game in between."""
    from plyyard.rooms.keep import Conflict
    from plyyard.store.database import writing

    for left in reversed(range(TRIES)):
        try:
            with writing(engine) as connection:
                return job(connection)
        except Conflict:
            if not left:
                raise
    raise AssertionError("unreachable")


def _erase(engine: Engine, person: str, words: Words) -> None:
    """Room by room, for a server waits to write."""
    from plyyard.rooms.founding import now
    from plyyard.store import traces
    from plyyard.store.database import reading

    with reading(engine) as connection:
        rooms = traces.rooms_of(connection, person)
    word = words("deleted")
    for room in rooms:
        _write(engine, partial(traces.erase_from, room_id=room, person=person, word=word, now=now()))
    _write(engine, lambda connection: traces.erase_person(connection, person, now()))


def _person(engine: Engine, who: str) -> str:
    """The id of the one who is meant."""
    from plyyard.core.errors import BadOptions, Say
    from plyyard.store import traces
    from plyyard.store.database import reading

    with reading(engine) as connection:
        found = traces.called(connection, who)
    if not found:
        raise BadOptions(Say("Nobody here is called {who}.", who=who))
    if len(found) > 1:
        ids = ", ".join(found[:10])
        raise BadOptions(Say("Several guests are called {who}; name the id: {ids}", who=who, ids=ids))
    return found[0]


def _ban_of(engine: Engine, who: str) -> tuple[str, str]:
    """Kind and value of a ban."""
    import ipaddress

    from plyyard.store import people
    from plyyard.web.limits import place

    try:
        ipaddress.ip_address(who)
    except ValueError:
        return people.GUEST, _person(engine, who)
    return people.ADDRESS, place(who)


def _date(milliseconds: int) -> str:
    """Day and time, in UTC."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")

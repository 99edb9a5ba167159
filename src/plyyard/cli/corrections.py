"""``plyyard corrections``: what readers report, read and decided by the editor. A running server shows the decision at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from plyyard.cli.terminal.database import Database, opened
from plyyard.cli.terminal.language import language, t
from plyyard.cli.terminal.options import Lang

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from plyyard.core.words import Words
    from plyyard.store.corrections import Correction, State

HELP = t("Read and decide what readers report.")
LONGEST = 4000  # characters of an answer

app = typer.Typer()

Number = Annotated[str, typer.Argument(metavar="NUMBER", help=t("Of the report."), show_default=False)]
Answer = Annotated[str | None, typer.Option("--answer", help=t("What is answered; “-”: from the input."))]


@app.command(
    "list", help=t("List reports, the newest first: number, day, state, game, beginning of the text.")
)
def list_reports(
    state: Annotated[
        str, typer.Option("--state", metavar="new|accepted|closed|all", help=t("Only these."))
    ] = "new",
    game: Annotated[str | None, typer.Option(help=t("Only this game."))] = None,
    limit: Annotated[int, typer.Option(min=1, help=t("How many at most, the newest first."))] = 100,
    db: Database = None,
    lang: Lang = None,
) -> None:
    from plyyard.cli.terminal.harmless import harmless_line
    from plyyard.core.errors import BadOptions, Say
    from plyyard.store import corrections
    from plyyard.store.database import reading

    wanted = next((one for one in corrections.STATES if one == state), None)
    if wanted is None and state != "all":
        raise BadOptions(
            Say("{name} can be: {choices}.", name="--state", choices="new, accepted, closed, all")
        )
    with _at_work(db, lang) as (engine, words):
        with reading(engine) as connection:
            found = corrections.listed(connection, wanted, game, limit)
        for one in found:
            name = harmless_line(one.game, 20)
            columns = (one.id, _date(one.created), _state(one.state, words), name, harmless_line(one.text))
            typer.echo("  ".join(columns))
        typer.echo(words.plural("{n} report.", "{n} reports.", len(found)), err=True)


@app.command(help=t("Show one report, all of it."))
def show(number: Number, db: Database = None, lang: Lang = None) -> None:
    from plyyard.cli.terminal.harmless import harmless
    from plyyard.store.database import reading

    with _at_work(db, lang) as (engine, words):
        with reading(engine) as connection:
            one = _found(connection, number)
        decided = "" if one.decided is None else _date(one.decided)
        for label, text in (
            (words("Number"), one.id),
            (words("State"), f"{_state(one.state, words)} {decided}".strip()),
            (words("Sent"), f"{_date(one.created)} ({one.language})"),
            (words("Rules"), f"{one.game} {one.rules}"),
            (words("Page"), one.page),
            (words("Position"), one.position),
            (words("Text"), one.text),
            (words("Source"), one.source),
            (words("Reply to"), one.reply),
            (words("Answer"), one.answer),
        ):
            lines = harmless(text).splitlines() or ["–"]
            typer.echo(f"{label}: {lines[0]}" if len(lines) == 1 else f"{label}:")
            for line in lines if len(lines) > 1 else ():
                typer.echo(f"    {line}")


@app.command(help=t("Write down an answer; it is shown with the report once that is accepted."))
def answer(
    number: Number,
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help=t("The answer; “-”: from the input."), show_default=False)
    ],
    db: Database = None,
    lang: Lang = None,
) -> None:
    with _at_work(db, lang) as (engine, words):
        one = _change(engine, number, _answering(text))
        typer.echo(words("The answer to {number} is kept.", number=one.id))
        _remind(one, words)


@app.command(help=t("Accept a report: it appears in the page's list of corrections."))
def accept(number: Number, text: Answer = None, db: Database = None, lang: Lang = None) -> None:
    with _at_work(db, lang) as (engine, words):
        one = _change(engine, number, _answering(text), _deciding("accepted"))
        typer.echo(words("{number} is accepted and can be seen by everybody.", number=one.id))
        _remind(one, words)


@app.command(help=t("Close a report: it is not shown, also if it was."))
def close(number: Number, text: Answer = None, db: Database = None, lang: Lang = None) -> None:
    with _at_work(db, lang) as (engine, words):
        one = _change(engine, number, _answering(text), _deciding("closed"))
        typer.echo(words("{number} is closed.", number=one.id))
        _remind(one, words)


# ---- what they share ----

Change = Callable[["Connection", str], object]


@contextmanager
def _at_work(db: str | None, lang: str | None) -> Iterator[tuple[Engine, Words]]:
    from plyyard.core.words import words as words_of
    from plyyard.store.database import prepare

    with opened(db) as engine:
        prepare(engine)
        yield engine, words_of(language(lang))


def _found(connection: Connection, number: str) -> Correction:
    from plyyard.cli.terminal.harmless import harmless_line
    from plyyard.core.errors import BadOptions, Say
    from plyyard.store import corrections

    one = corrections.find(connection, number.strip().lower())
    if one is None:
        raise BadOptions(Say("There is no report {number}.", number=harmless_line(number)))
    return one


def _change(engine: Engine, number: str, *changes: Change) -> Correction:
    from plyyard.store.database import writing

    with writing(engine) as connection:
        one = _found(connection, number)
        for change in changes:
            change(connection, one.id)
        return _found(connection, one.id)


def _answering(text: str | None) -> Change:
    from plyyard.core.errors import BadOptions, Say
    from plyyard.store import corrections

    if text is None:
        return lambda connection, number: None
    try:
        read = sys.stdin.buffer.read().decode() if text == "-" else text
    except UnicodeDecodeError:
        raise BadOptions(Say("The answer is not UTF-8 text.")) from None
    written = read.replace("\r\n", "\n").replace("\0", "").strip()
    if not 0 < len(written) <= LONGEST:
        raise BadOptions(Say("An answer has 1 to {most} characters.", most=LONGEST))
    return lambda connection, number: corrections.answer(connection, number, written)


def _deciding(state: State) -> Change:
    from plyyard.rooms.founding import now
    from plyyard.store import corrections

    return lambda connection, number: corrections.decide(connection, number, state, now())


def _remind(one: Correction, words: Words) -> None:
    """The program sends no mail."""
    from plyyard.cli.terminal.harmless import harmless_line

    if one.reply:
        typer.echo(words("To be written to by you: {address}", address=harmless_line(one.reply, 200)))


def _state(state: str, words: Words) -> str:
    return {"new": words("new"), "accepted": words("accepted"), "closed": words("closed")}.get(state, state)


def _date(milliseconds: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")

"""``plyyard db``: bring the database up to date, back it up, restore it, check what is in it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyyard.cli.terminal.database import Database, opened
from plyyard.cli.terminal.language import language, t
from plyyard.cli.terminal.options import Lang

HELP = t("Look after the database of a server.")
UNSOUND = 1

app = typer.Typer()


@app.command(help=t("Bring the database up to date; stop all servers first."))
def upgrade(db: Database = None, lang: Lang = None) -> None:
    from plyyard.core.words import words as words_of
    from plyyard.store.database import HEAD, reading, upgrade, version

    with opened(db, new=True) as engine:
        with reading(engine) as connection:
            before = version(connection)
        upgrade(engine)
    words = words_of(language(lang))
    if before == HEAD:
        typer.echo(words("There was nothing to do ({version}).", version=HEAD))
    else:
        typer.echo(words("The database is up to date ({version}).", version=f"{before or 0} → {HEAD}"))


@app.command(help=t("Write everything into one file, while games go on."))
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=t("A new file."), show_default=False)],
    db: Database = None,
    lang: Lang = None,
) -> None:
    from plyyard.core.words import words as words_of
    from plyyard.store.backup import backup

    with opened(db) as engine:
        backup(engine, file)
    words = words_of(language(lang))
    typer.echo(words("Backed up to {file}.", file=file.resolve()))


@app.command(help=t("Put a backup into a database of either kind; stop all servers first."))
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=t("The backup."), exists=True, dir_okay=False)],
    db: Database = None,
    replace: Annotated[
        bool,
        typer.Option(
            "--replace",
            help=t("Also where there are games. A file is kept beside it; in PostgreSQL they are lost."),
        ),
    ] = False,
    lang: Lang = None,
) -> None:
    from plyyard.core.words import words as words_of
    from plyyard.store.backup import restore

    words = words_of(language(lang))
    with opened(db, new=True) as engine:
        aside = restore(engine, file, replace=replace)
    typer.echo(words("Restored from {file}.", file=file))
    if aside is not None:
        typer.echo(words("What was there is kept as {file}.", file=aside))


@app.command(help=t("Play every game through again, read all else, and name whatever does not fit."))
def check(db: Database = None, lang: Lang = None) -> None:
    from plyyard.core.words import words as words_of
    from plyyard.store.checking import check, check_school

    words = words_of(language(lang))
    rooms = faults = skipped = 0
    with opened(db) as engine:
        for found in check(engine):
            rooms += 1
            faults += len(found.faults)
            skipped += found.other_rules
            for fault in found.faults:
                typer.echo(f"{found.room}: {words.say(fault)}")
        for place, fault in check_school(engine):
            faults += 1
            typer.echo(f"{place}: {words.say(fault)}")
    typer.echo(
        words.plural("{n} game was played through.", "{n} games were played through.", rooms - skipped)
    )
    if skipped:
        typer.echo(words.plural("{n} game follows older rules.", "{n} games follow older rules.", skipped))
    if faults:
        raise typer.Exit(UNSOUND)

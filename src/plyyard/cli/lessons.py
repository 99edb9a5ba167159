"""``plyyard lessons``: whether the learning pages are true."""

from __future__ import annotations

from typing import Annotated

import typer

from plyyard.cli.terminal.language import language, t
from plyyard.cli.terminal.options import Lang

HELP = t("Look after the learning pages.")
UNTRUE = 1

app = typer.Typer()


@app.callback()
def group() -> None:
    """Keeps ``check`` a command of its own."""


@app.command(help=t("Build every learning page and name whatever is not true, with file and line."))
def check(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help=t("Only these games."))] = None,
    lang: Lang = None,
) -> None:
    from plyyard.core import registry
    from plyyard.core.words import words as words_of
    from plyyard.lessons.check import check
    from plyyard.lessons.render import build, there

    n = 0
    for name in games or registry.names():
        registry.folder(name)
        words = words_of(language(lang), name)
        problems = check(name) or (build(name) if there(name) else [])
        n += len(problems)
        for problem in problems:
            typer.echo(f"{problem.path}:{problem.line}: {words.say(problem.why)}")
    words = words_of(language(lang))
    if n:
        typer.echo(words.plural("{n} problem.", "{n} problems.", n))
        raise typer.Exit(UNTRUE)
    typer.echo(words("All learning pages are true."))

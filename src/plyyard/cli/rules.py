"""``plyyard rules``: the rules of a game with their articles."""

from __future__ import annotations

import typer

from plyyard.cli.terminal.language import language, t
from plyyard.cli.terminal.options import GameName, Lang, Plain

HELP = t("Read the rules of a game.")


def command(game: GameName, lang: Lang = None, plain: Plain = False) -> None:
    import sys

    from plyyard.core import registry

    spoken = language(lang)
    text = (registry.folder(game) / f"RULES.{spoken}.md").read_text(encoding="utf-8")
    if plain or not sys.stdout.isatty():
        typer.echo(text, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))

"""``plyyard show``: a position in words, or as a picture in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyyard.cli.terminal.language import language, t
from plyyard.cli.terminal.options import GameName, Lang, Plain

HELP = t("Show a position in words, or write its picture.")


def command(
    game: GameName,
    position: Annotated[
        str, typer.Argument(help=t("Position as text, in quotation marks."), show_default=False)
    ],
    svg: Annotated[Path | None, typer.Option(help=t("File for the picture."))] = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    from plyyard.cli.terminal.picture import position_lines
    from plyyard.cli.terminal.screen import Screen
    from plyyard.core import registry
    from plyyard.core.errors import BadPosition
    from plyyard.core.sayings import ending
    from plyyard.core.scene import to_svg
    from plyyard.core.words import words as words_of

    rules = registry.game(game)
    words = words_of(language(lang), game)
    state = rules.notation.parse_position(position)
    if faults := tuple(rules.faults(state)):
        raise BadPosition(faults)
    if svg is not None:
        picture = to_svg(rules.board.scene(state, words), rules.board, words.say(rules.title))
        svg.write_text(picture, encoding="utf-8")
        return
    screen = Screen(plain)
    screen.line(rules.notation.format_position(state))
    screen.board(words.say(rules.title), position_lines(rules, state, words, screen.plain))
    if result := rules.result(state):
        screen.line(ending(rules, result.winner, result.kind, words))

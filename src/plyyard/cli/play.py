"""``plyyard play``: a game in the terminal, against the computer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyyard.cli.terminal.language import language, t
from plyyard.cli.terminal.options import GameName, Lang, Plain, Seed

HELP = t("Play a game in the terminal, against the computer.")


def command(
    game: GameName,
    side: Annotated[str | None, typer.Option(help=t("Your side; the other one is the computer's."))] = None,
    level: Annotated[str, typer.Option(help=t("beginner, easy, medium, strong or best."))] = "easy",
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help=t("An option of the game, as number=5 or number=today.")),
    ] = None,
    save: Annotated[Path | None, typer.Option(help=t("File for the record (.plyyard.json)."))] = None,
    seed: Seed = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    import secrets

    from plyyard.cli.terminal.dialogue import Dialogue
    from plyyard.cli.terminal.options import game_options
    from plyyard.cli.terminal.screen import Screen
    from plyyard.core import registry
    from plyyard.core.chance import seeded
    from plyyard.core.choosing import chosen, today
    from plyyard.core.errors import BadOptions, Say, quoted
    from plyyard.core.record import encode
    from plyyard.core.words import words as words_of
    from plyyard.players import player

    rules = registry.game(game)
    if side is not None and side not in rules.sides:
        raise BadOptions(
            Say(
                "There is no side {side}. There are: {sides}.",
                side=quoted(side),
                sides=", ".join(rules.sides),
            )
        )
    below = seeded(secrets.randbits(128) if seed is None else seed)
    dialogue = Dialogue(
        game=rules,
        options=rules.complete(chosen(rules, game_options(rules, option or []), below, today())[0], below),
        side=side or rules.default_side,
        computer=player(rules, level) if len(rules.sides) > 1 else None,
        screen=Screen(plain),
        words=words_of(language(lang), rules.name),
        chance=below,
    )
    try:
        dialogue.play()
    finally:
        if save is not None:
            save.write_bytes(encode(dialogue.record()))

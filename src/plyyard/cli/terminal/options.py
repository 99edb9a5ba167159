"""Options that several commands have, read and refused in one way."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from plyyard.cli.terminal.language import t


def check_language(given: str | None) -> str | None:
    """What is asked for by name must be there."""
    from plyyard.core.errors import BadOptions, Say, quoted

    if given is not None and given not in ("de", "en"):
        raise BadOptions(Say("There is no language {name}; there are: de, en.", name=quoted(given)))
    return given


Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="de|en", callback=check_language, help=t("Language: de or en.")),
]
Plain = Annotated[bool, typer.Option("--plain", help=t("Plain lines, for screen readers and pipes."))]
GameName = Annotated[str, typer.Argument(metavar="GAME", help=t("Name of the game."), show_default=False)]
Seed = Annotated[int | None, typer.Option("--seed", help=t("Makes chance and players repeatable."))]


def game_options(game: Any, given: list[str]) -> dict[str, Any]:
    """``--option number=5`` or ``number=hard`` as the game's options; values are read as the kind the option has."""
    from plyyard.core.errors import BadOptions, Say, quoted

    known = {option.name: option for option in game.options}
    found: dict[str, Any] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if name not in known or not sign:
            names = ", ".join(known) or "–"
            raise BadOptions(
                Say("{text} is no option of this game; there are: {names}.", text=quoted(text), names=names)
            )
        option = known[name]
        spelled = {str(choice): choice for choice, _ in option.choices}
        if option.choices and value not in spelled:
            choices = ", ".join(spelled)
            raise BadOptions(Say("{name} can be: {choices}.", name=name, choices=choices))
        if value in {way.name for way in option.ways}:
            found[name] = value
            continue
        if not option.choices and not (value.isascii() and value.isdigit() and len(value) < 20):
            raise BadOptions(
                Say(
                    "{name} is a whole number from {low} to {high}, or one of: {allowed}."
                    if option.ways
                    else "{name} is a whole number from {low} to {high}.",
                    name=name,
                    low=option.low,
                    high=option.high,
                    allowed=", ".join(way.name for way in option.ways),
                )
            )
        found[name] = spelled[value] if option.choices else int(value)
    return found

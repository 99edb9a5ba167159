"""Which language the terminal speaks: --lang, PLYYARD_LANG, the system's. German unless it says English."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plyyard.core.words import Words


def t(message: str) -> str:
    """Marks a message of the command line's help for the catalogue; it is translated when it is shown."""
    return message


def language(given: str | None = None, environ: Mapping[str, str] = os.environ) -> str:
    """``de`` or ``en``.

    >>> language("en"), language(None, {"LANG": "en_GB.UTF-8"}), language(None, {"LANG": "C.UTF-8"})
    ('en', 'en', 'de')
    """
    for name in (given, *map(environ.get, ("PLYYARD_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))):
        if name:
            return "en" if name.lower().startswith("en") else "de"
    return "de"


def spoken(arguments: Sequence[str]) -> Words:
    """Words for what is said outside a command, where only the raw command line is known."""
    from plyyard.core import registry
    from plyyard.core.words import words

    given = None
    for place, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            given = argument.removeprefix("--lang=")
        elif argument == "--lang" and place + 1 < len(arguments):
            given = arguments[place + 1]
    game = next((argument for argument in arguments if argument in registry.names()), None)
    return words(language(given), game)

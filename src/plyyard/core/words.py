"""Words in a person's language: the house's catalogue and one game's, merged. English is the source language.

Messages stand in the code as English sentences, marked by ``Say("…")``, ``words("…")`` or ``words.plural("…", "…", n)``;
the German ones stand in ``locale/de.po`` of the house and of each game. A test compares the two.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from plyyard.core.errors import Say

LANGUAGES = ("de", "en")
DEFAULT_LANGUAGE = "de"
HOUSE = Path(__file__).parent.parent


class Words:
    """All messages of one language that the house and one game need."""

    def __init__(self, language: str, catalogue: dict[str, str | tuple[str, ...]]) -> None:
        self.language = language
        self._catalogue = catalogue
        self._plain: dict[str, str] = {}  # messages without values that were said

    def __call__(self, message: str, /, **values: Any) -> str:
        """A message with its values in place."""
        found = self._catalogue.get(message, message)
        text = found if isinstance(found, str) else found[0]
        if not values:
            return text.format_map(values) if "{" in text else text
        for name, value in values.items():
            if isinstance(value, Say):
                values[name] = self.say(value)
        return text.format_map(values)

    def say(self, say: Say) -> str:
        if say.values:
            return self(say.message, **say.values)
        text = self._plain.get(say.message)
        if text is None:
            text = self._plain[say.message] = self(say.message)
        return text

    def plural(self, one: str, many: str, n: int, /, **values: Any) -> str:
        """The form for n things; ``{n}`` stands for the number. German and English share one plural rule."""
        forms = self._catalogue.get(one, (one, many))
        if isinstance(forms, str):
            forms = (forms, forms)
        spoken = {
            name: self.say(value) if isinstance(value, Say) else value for name, value in values.items()
        }
        return forms[0 if n == 1 else 1].format_map({"n": n, **spoken})

    def number(self, value: float, places: int = 0) -> str:
        """With the language's decimal sign and a true minus: −0,306 in German."""
        return _number(round(value, places) or 0, places, self.language)


@functools.lru_cache(1024)
def _number(value: float, places: int, language: str) -> str:
    text: str = format_decimal(value, format=f"#,##0.{'0' * places}" if places else "#,##0", locale=language)
    return text.replace("-", "−")


@functools.cache
def words(language: str, game: str | None = None) -> Words:
    """The words of a language, with those of a game if one is named. An unknown language: the first one."""
    if language not in LANGUAGES:
        language = DEFAULT_LANGUAGE
    catalogue = dict(_catalogue(language, HOUSE / "locale"))
    if game is not None:
        from plyyard.core.registry import folder

        catalogue |= _catalogue(language, folder(game) / "locale")
    return Words(language, catalogue)


@functools.cache
def _catalogue(language: str, folder: Path) -> dict[str, str | tuple[str, ...]]:
    path = folder / f"{language}.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        messages = read_po(file, locale=language)
    found: dict[str, str | tuple[str, ...]] = {}
    for message in messages:
        if message.id and message.string:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[key] = message.string if isinstance(message.string, str) else tuple(message.string)
    return found

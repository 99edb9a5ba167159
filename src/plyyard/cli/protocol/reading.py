"""The keys of one line, each read as the type it must have. Refusals say which key and what it should be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyyard.core import registry
from plyyard.core.errors import BadText, Say
from plyyard.core.words import LANGUAGES
from plyyard.players import Limit

MAX_MS = 3_600_000
MAX_NODES = 10**12


class Line:
    """A JSON object that was sent, still unread."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._given = given

    def has(self, key: str) -> bool:
        return key in self._given

    def refuse_others(self, keys: Sequence[str]) -> None:
        """Keys that this ask does not know are more likely slips than wishes."""
        for key in self._given:
            if key not in keys:
                raise BadText(
                    Say(
                        "{key} is no key of this ask; its keys are: {keys}.",
                        key=_quoted(key),
                        keys=", ".join(keys),
                    )
                )

    def text(self, key: str) -> str:
        value = self._given.get(key)
        if key not in self._given:
            raise BadText(Say("{key} is missing.", key=key))
        if not isinstance(value, str):
            raise BadText(Say("{key} must be a text.", key=key))
        return value

    def game_name(self) -> str:
        """The name of a game that there is, or ``UnknownGame``."""
        name = self.text("game")
        registry.folder(name)
        return name

    def game(self) -> registry.AnyGame:
        return registry.game(self.text("game"))

    def language(self) -> str:
        """The language of what is said to people; English for programs that do not name one."""
        language = self.text("lang") if self.has("lang") else "en"
        if language not in LANGUAGES:
            raise BadText(
                Say(
                    "lang is {found}; it must be one of: {languages}.",
                    found=_quoted(language),
                    languages=", ".join(LANGUAGES),
                )
            )
        return language

    def options(self) -> dict[str, Any]:
        value = self._given.get("options", {})
        if not isinstance(value, dict):
            raise BadText(Say("options must be an object."))
        return value

    def seed(self) -> int | str | None:
        value = self._given.get("seed")
        if "seed" in self._given and type(value) is not int and not isinstance(value, str):
            raise BadText(Say("seed must be a whole number or a text."))
        return value

    def limit(self) -> Limit | None:
        """How long a player may think."""
        if "limit" not in self._given:
            return None
        value = self._given["limit"]
        if not isinstance(value, dict) or len(value) != 1 or next(iter(value)) not in ("ms", "nodes"):
            raise BadText(Say('limit must be of the form {{"ms": 100}} or {{"nodes": 100}}.'))
        ((unit, number),) = value.items()
        most = MAX_MS if unit == "ms" else MAX_NODES
        if type(number) not in (int, float) or not 0 < number <= most:
            raise BadText(Say("limit must be a number above 0 and at most {most}.", most=most))
        return {unit: number}


def _quoted(text: str) -> str:
    return repr(text[:40])

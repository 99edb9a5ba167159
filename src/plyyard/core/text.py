"""Reading ``key=value`` lines strictly: what every position text shares."""

from __future__ import annotations

import re
from collections.abc import Sequence

from plyyard.core.errors import BadText, Say, quoted

MAX_POSITION = 4000
_DECIMAL = re.compile(r"[-−+]?[0-9]{1,15}(?:[.,][0-9]{1,15})?")


def fields(text: str, keys: Sequence[str]) -> dict[str, str]:
    """The tokens of a position by key; each key at most once, none unknown.

    >>> fields("turn=red die=6", ("turn", "die"))
    {'turn': 'red', 'die': '6'}
    """
    if len(text) > MAX_POSITION:
        raise BadText(Say("A position has at most {limit} characters.", limit=MAX_POSITION))
    found: dict[str, str] = {}
    for token in text.split(" "):
        if not token:
            continue
        column = text.index(token) + 1
        key, sign, value = token.partition("=")
        if not token.isascii() or not token.isprintable() or not sign:
            raise BadText(Say("{token} is not of the form key=value.", token=quoted(token)), column)
        if key not in keys:
            raise BadText(
                Say(
                    "{key} is no key of this game; its keys are: {keys}.",
                    key=quoted(key),
                    keys=", ".join(keys),
                ),
                column,
            )
        if key in found:
            raise BadText(Say("{key} is given twice.", key=key), column)
        found[key] = value
    return found


def whole_number(text: str, name: str, low: int, high: int) -> int:
    """A whole number within bounds, written plainly."""
    if not (
        text.isascii()
        and text.isdigit()
        and len(text) <= 9
        and str(int(text)) == text
        and low <= int(text) <= high
    ):
        raise BadText(
            Say(
                "{name} is {found}; it must be a whole number from {low} to {high}.",
                name=name,
                found=quoted(text, 20),
                low=low,
                high=high,
            )
        )
    return int(text)


def decimal_number(text: str) -> float:
    """A decimal with comma or point, as exports of other programs write it in their own language.

    >>> decimal_number("-0,306")
    -0.306
    """
    if not _DECIMAL.fullmatch(text):
        raise BadText(Say("{found} is not a decimal number.", found=quoted(text, 20)))
    return float(text.replace(",", ".").replace("−", "-"))

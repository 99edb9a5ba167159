"""The address of a deal: the page of its game that offers exactly this one, to be shared or typed: /spider?number=20001&suits=2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from plyyard.core.errors import PlyError, Say
from plyyard.core.game import Option
from plyyard.core.registry import AnyGame
from plyyard.web.page import game_url

LONGEST = 40  # characters of a value that is looked at


def is_deal(option: Option) -> bool:
    """Whether this names what is dealt: chance chooses it, unless somebody does."""
    return option.default is None and not option.choices


def deal_url(game: AnyGame, language: str, options: Mapping[str, Any]) -> str:
    """Where the same is dealt again, without what is as at first; empty where nothing is dealt or it is not known."""
    if not any(is_deal(option) and option.name in options for option in game.options):
        return ""
    told = {
        option.name: options[option.name]
        for option in game.options
        if option.name in options and options[option.name] != option.default
    }
    return f"{game_url(game, language)}?{urlencode(told)}"


def value_of(option: Option, text: str) -> Any:
    """What a field or an address means; what it cannot mean stays text, and the game says so."""
    for value, _ in option.choices:
        if str(value) == text:
            return value
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else text


def wanted(game: AnyGame, query: Mapping[str, str]) -> tuple[dict[str, str], list[Say], bool]:
    """What an address fills into the form, what is wrong with it, and whether it names a whole deal.

    What is wrong is not filled in; the rest is.
    """
    filled, faults, named = dict[str, str](), list[Say](), False
    for option in game.options:
        text = query.get(option.name, "").strip()[:LONGEST]
        if not text:
            continue
        try:
            game.complete({option.name: value_of(option, text)}, lambda n: 0)
        except PlyError as error:
            faults.append(error.why)
            continue
        filled[f"option-{option.name}"] = text
        named |= is_deal(option)
    return filled, faults, named and not faults

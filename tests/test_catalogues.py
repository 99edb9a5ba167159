"""Every message a person may read is in the German catalogue it belongs to, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from plyyard.core import registry
from plyyard.core.errors import BadText
from plyyard.core.text import decimal_number
from plyyard.core.words import words
from tests import messages

PLACES = [None, *registry.names()]
ids = [place or "house" for place in PLACES]
over_places = pytest.mark.parametrize("place", PLACES, ids=ids)


def folder(place: str | None) -> Path:
    return registry.folder(place) if place else messages.HOUSE


def found(place: str | None) -> messages.Found:
    return messages.of_game(place) if place else messages.of_house()


def texts(message: object) -> list[str]:
    return [message] if isinstance(message, str) else list(message)  # type: ignore[call-overload]


@over_places
def test_every_message_has_german(place: str | None) -> None:
    _, known = messages.catalogue(folder(place))
    missing = [f"{at}: {one!r}" for one, (_, at) in found(place).items() if one not in known]
    assert not missing, "missing in de.po:\n" + "\n".join(missing)
    for message in known.values():
        assert all(texts(message.string)), f"{message.id} is not translated"
        assert not message.fuzzy, f"{message.id} is marked fuzzy"


@over_places
def test_no_message_is_left_over(place: str | None) -> None:
    catalogue, known = messages.catalogue(folder(place))
    obsolete = sorted(set(known) - set(found(place)))
    assert not obsolete, "in de.po, but nowhere said:\n" + "\n".join(obsolete)
    assert not catalogue.obsolete
    assert catalogue.charset == "utf-8"
    assert catalogue.num_plurals == 2


@over_places
def test_plurals_are_plurals_in_both_languages(place: str | None) -> None:
    _, known = messages.catalogue(folder(place))
    for one, (many, at) in found(place).items():
        message = known[one]
        if many:
            assert texts(message.id) == [one, many], at
            assert len(texts(message.string)) == 2, at
        else:
            assert isinstance(message.id, str), at


@over_places
def test_placeholders_are_the_same_in_both_languages(place: str | None) -> None:
    _, known = messages.catalogue(folder(place))
    for message in known.values():
        english = [_fields(text) for text in texts(message.id)]
        for text in texts(message.string):
            assert _fields(text) <= set.union(*english), message.id
        if isinstance(message.id, str):
            assert _fields(message.string) == english[0], message.id
        else:  # the number may be left out of a singular: "one tile"
            assert _fields(message.string[1]) == english[1], message.id


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@over_places
def test_in_mojibake_german_is_whole(place: str | None) -> None:
    """No letter of a text read with a wrong code page, no letters spelled out for lack of umlauts."""
    _, known = messages.catalogue(folder(place))
    german = [text for message in known.values() for text in texts(message.string)]
    if place:
        german.append((registry.folder(place) / "RULES.de.md").read_text(encoding="utf-8"))
    strange = re.compile("[ⁿ÷Σ▀�]|Ã.|â€|Â\xa0")
    spelled = re.compile(
        r"\b(fuer|ueber|koennen|moeglich|zurueck|waehlen|wuerfel\w*|muess\w*|gruen|weiss|schliesslich)\b",
        re.I,
    )
    for text in german:
        assert not strange.search(text), text
        assert not spelled.search(text.replace("weiß", "")), text
    assert any(letter in "".join(german) for letter in "äöüß")


@over_places
def test_german_says_du(place: str | None) -> None:
    formal = re.compile(
        r"(?<![.!?:] )(?<!^)\b(Sie|Ihnen|Ihre?[mnrs]?)\b(?! (ist|sind|hat|haben|wird|werden|war|kann|muss|darf)\b)"
    )
    _, known = messages.catalogue(folder(place))
    for message in known.values():
        for text in texts(message.string):
            assert not formal.search(text), text


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", {1: "1 Stein", 2: "2 Steine", 0: "0 Steine"}), ("en", {1: "1 tile", 2: "2 tiles", 0: "0 tiles"})],
)
def test_in_plural_tiles(language: str, said: dict[int, str]) -> None:
    dominoes = words(language, "dominoes")
    assert {n: dominoes.plural("{n} tile", "{n} tiles", n) for n in said} == said


def test_in_plural_planes() -> None:
    """Wherever planes are counted, one is "1 Flugzeug", three are "3 Flugzeuge"; likewise in English."""
    _, known = messages.catalogue(folder("aeroplane"))
    counted = [
        message.id for message in known.values() if message.pluralizable and "{n} plane" in message.id[0]
    ]
    assert counted
    for one, many in counted:
        values = dict.fromkeys(_fields(many) - {"n"}, "x")
        for language, single, several in (("de", "1 Flugzeug", "3 Flugzeuge"), ("en", "1 plane", "3 planes")):
            said = words(language, "aeroplane")
            assert re.search(rf"{single}\b", said.plural(one, many, 1, **values))
            assert re.search(rf"{several}\b", said.plural(one, many, 3, **values))


def test_bg_decimal_comma_is_read_and_shown() -> None:
    line = "1. XG Roller+  24/23 6/2                    eq:-0,306"
    assert decimal_number(line.rpartition("eq:")[2]) == decimal_number("-0.306") == -0.306
    assert words("de").number(-0.306, 3) == "−0,306"
    assert words("en").number(-0.306, 3) == "−0.306"


@pytest.mark.parametrize("text", ["", "-", "1,2,3", "1.2,3", "1e3", "nan", "٣", " 1", "0x1", "1_0", "9" * 50])
def test_a_decimal_is_read_strictly(text: str) -> None:
    with pytest.raises(BadText):
        decimal_number(text)

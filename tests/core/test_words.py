"""Words: the right language, the right number, the right signs."""

from __future__ import annotations

import pytest

from plyyard.core.errors import Say
from plyyard.core.words import DEFAULT_LANGUAGE, words


def test_values_that_are_sentences_are_translated_too() -> None:
    snakes = words("de", "snakes")
    assert snakes("{side} has won.", side=Say("White")) == "Weiß hat gewonnen."
    assert (
        snakes.say(Say("{side} stands on {square}.", side=Say("Black"), square=7)) == "Schwarz steht auf 7."
    )
    assert words("en", "snakes")("{side} has won.", side=Say("White")) == "White has won."


def test_german_is_the_first_language() -> None:
    assert DEFAULT_LANGUAGE == "de"
    assert words("fr", "snakes")("Black") == "Schwarz"


def test_a_message_without_german_stays_english() -> None:
    assert words("de")("No catalogue has {this}.", this="this") == "No catalogue has this."


@pytest.mark.parametrize(
    ("value", "places", "german", "english"),
    [
        (-0.306, 3, "−0,306", "−0.306"),
        (1234.5, 1, "1.234,5", "1,234.5"),
        (0.5, 0, "0", "0"),
        (7, 0, "7", "7"),
        (0.507911593870, 4, "0,5079", "0.5079"),
    ],
)
def test_numbers_have_the_languages_signs(value: float, places: int, german: str, english: str) -> None:
    assert words("de").number(value, places) == german
    assert words("en").number(value, places) == english


def test_say_compares_by_what_it_says() -> None:
    assert Say("{a}", a=1) == Say("{a}", a=1) != Say("{a}", a=2)
    assert len({Say("x"), Say("x"), Say("y")}) == 2

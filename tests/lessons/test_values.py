"""Numbers in texts against computed ones: rounding, and how each language writes them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from plyyard.core.errors import BadText
from plyyard.lessons.values import agrees, spoken

SHOTS = Fraction(11, 36)


@pytest.mark.parametrize(
    ("shown", "computed", "language"),
    [
        ("11/36", SHOTS, "de"),
        ("30,6 %", SHOTS, "de"),
        ("30,6\u00a0%", SHOTS, "de"),
        ("31 %", SHOTS, "de"),
        ("0.306", float(SHOTS), "en"),
        ("30.56%", SHOTS, "en"),
        ("1.654", 1654, "de"),
        ("1,654", 1654, "en"),
        ("−0,306", -0.306, "de"),
        ("167", 167, "de"),
        ("White", "White", "en"),
    ],
)
def test_what_is_rounded_rightly_agrees(
    shown: str, computed: int | float | Fraction | str, language: str
) -> None:
    assert agrees(shown, computed, language)


@pytest.mark.parametrize(
    ("shown", "computed", "language"),
    [
        ("12/36", SHOTS, "de"),
        ("30,5 %", SHOTS, "de"),
        ("30,57 %", SHOTS, "de"),
        ("30 %", SHOTS, "de"),
        ("1,654", 1654, "de"),
        ("1.654", 1654, "en"),
        ("166", 167, "de"),
        ("0,306", -0.306, "de"),
        ("1/0", SHOTS, "de"),
        ("black", "White", "en"),
    ],
)
def test_what_is_another_number_does_not(
    shown: str, computed: int | float | Fraction | str, language: str
) -> None:
    assert not agrees(shown, computed, language)


@pytest.mark.parametrize(
    ("shown", "language"), [("30.6 %", "de"), ("30,6 %", "en"), ("eleven", "en"), ("", "de")]
)
def test_what_is_no_number_of_the_language_is_refused(shown: str, language: str) -> None:
    with pytest.raises(BadText):
        agrees(shown, SHOTS, language)


def test_a_computed_value_is_said_in_all_forms() -> None:
    assert spoken(SHOTS) == "11/36 = 0.305556 = 30.5556%"
    assert (spoken(5), spoken(0.5), spoken("x")) == ("5", "0.5", "x")

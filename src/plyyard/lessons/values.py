"""Whether a number in a text is the computed one, rounded to the places it shows, in the text's language."""

from __future__ import annotations

import re
from fractions import Fraction

from plyyard.core.errors import BadText, Say, quoted

_FRACTION = re.compile(r"([0-9]{1,12})/([0-9]{1,12})")
_DECIMAL = {
    "de": re.compile(
        r"([-−]?)([0-9]{1,3}(?:[.\u00a0\u202f ][0-9]{3})+|[0-9]{1,12})(?:,([0-9]{1,12}))?(\s?%)?"
    ),
    "en": re.compile(
        r"([-−]?)([0-9]{1,3}(?:[,\u00a0\u202f ][0-9]{3})+|[0-9]{1,12})(?:\.([0-9]{1,12}))?(\s?%)?"
    ),
}


def agrees(shown: str, computed: int | float | Fraction | str, language: str) -> bool:
    """``BadText`` where a number was computed and none is shown.

    >>> agrees("30,6 %", Fraction(11, 36), "de"), agrees("30.5 %", 11 / 36, "en"), agrees("11/36", Fraction(11, 36), "de")
    (True, False, True)
    """
    if isinstance(computed, str):
        return shown == computed
    if found := _FRACTION.fullmatch(shown):
        return int(found[2]) > 0 and Fraction(int(found[1]), int(found[2])) == Fraction(computed)
    number = _DECIMAL[language].fullmatch(shown)
    if number is None:
        raise BadText(Say("{shown} is no number as it is written in this language.", shown=quoted(shown)))
    places = number[3] or ""
    unit = Fraction(1, 10 ** len(places) * (100 if number[4] else 1))
    value = int(re.sub("[^0-9]", "", number[2]) + places) * unit * (-1 if number[1] else 1)
    return value == computed if isinstance(computed, int) else abs(value - Fraction(computed)) <= unit / 2


def spoken(computed: int | float | Fraction | str) -> str:
    """A computed value for whoever corrects a lesson."""
    if isinstance(computed, Fraction):
        return f"{computed} = {float(computed):.6g} = {float(computed):.4%}"
    return f"{computed:.6g}" if isinstance(computed, float) else str(computed)

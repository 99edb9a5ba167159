"""The line reader that all position texts share."""

from __future__ import annotations

import pytest

from plyyard.core.errors import BadText
from plyyard.core.text import MAX_POSITION, fields, whole_number


def test_blanks_and_order_do_not_matter() -> None:
    assert fields("  b=2   a= ", ("a", "b")) == {"b": "2", "a": ""}
    assert fields("", ("a",)) == {}


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("a=1 b", 5),
        ("a=1  c=2", 6),
        ("a=1 a=1", None),
        ("\ta=1", 1),
        ("a=é", 1),
        ("a=1\x00", 1),
        ("a=1\nb=2", 1),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, column: int | None) -> None:
    with pytest.raises(BadText) as refused:
        fields(text, ("a", "b"))
    assert refused.value.column == column or column is None
    assert "\x00" not in str(refused.value)


def test_long_text_is_not_read() -> None:
    with pytest.raises(BadText):
        fields("a=" + "1" * MAX_POSITION, ("a",))


@pytest.mark.parametrize("text", ["", "-1", "+1", "01", " 1", "1 ", "1.0", "٣", "²", "11", "9" * 5000, "1_0"])
def test_whole_numbers_are_read_strictly(text: str) -> None:
    with pytest.raises(BadText):
        whole_number(text, "n", 0, 10)

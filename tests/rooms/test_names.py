"""Names: what is shown, what is the same, what is refused (rm-xss)."""

from __future__ import annotations

import pytest

from plyyard.rooms.names import MAX_NAME, BadName, clean_name, folded


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Anna\n\tLena ", "Anna Lena"),
        ("a\u202eb\x00c\u2066d\x7f\u200b\ufeff", "abcd"),
        ("Jo\u0308rg Müßig", "Jörg Müßig"),
        ("x" * MAX_NAME, "x" * MAX_NAME),
        ("👩\u200d🚀 Ada", "👩\u200d🚀 Ada"),
        ("👩🏽\u200d🔬❤\ufe0f\u200d🔥", "👩🏽\u200d🔬❤\ufe0f\u200d🔥"),
        ("Am\u200dsel", "Amsel"),
        ("\u200d🚀\u200d", "🚀"),
        ("\u3164A\u2800", "A"),
        (" \t\u00a0\n", ""),
        ("...", "..."),
        ("\ud800x", "x"),
        ("<b onclick=alert(1)>\"&'</b>", "<b onclick=alert(1)>\"&'</b>"),
        ("صقر", "صقر"),
    ],
)
def test_a_name_is_one_line_that_shows_what_it_is(given: str, shown: str) -> None:
    assert clean_name(given) == shown
    assert clean_name(shown) == shown


@pytest.mark.parametrize(
    "name", ["x" * (MAX_NAME + 1), "ä" * 5000, "</script><script>alert(1)</script>", "👩\u200d" * 31]
)
def test_a_name_that_is_too_long_is_refused(name: str) -> None:
    with pytest.raises(BadName, match="at most 30 characters"):
        clean_name(name)


def test_names_that_look_the_same_are_the_same() -> None:
    for one, other in (
        ("Amsel", "aMSEL"),
        ("Straße", "STRASSE"),
        ("ﬁnk", "FINK"),
        ("Ａｍｓｅｌ", "amsel"),
        ("é", "e\u0301"),
    ):
        assert folded(clean_name(one)) == folded(clean_name(other))
    assert folded("Amsel") != folded("Drossel")


@pytest.mark.parametrize(
    "name",
    [
        "\u200b\u200d\ufeff\u2060",  # of no width
        "\u202e \u2066\u2069\u061c",  # directions
        "\u3164\u2800\uffa0\u115f\U0001d159",  # fillers
        "\ufe0f\u180b\U000e0100",  # variants of nothing
        "\u0301\u20dd",  # marks on nothing
        "\x00\x1b\x7f\u00ad\ud800\ue000",
    ],
)
def test_a_name_of_which_nothing_shows_is_refused(name: str) -> None:
    with pytest.raises(BadName, match="can be seen"):
        clean_name(name)


@pytest.mark.parametrize("name", ["", " ", "...", "-"])
def test_an_account_needs_a_name_that_can_be_said(name: str) -> None:
    with pytest.raises(BadName, match="at least one letter"):
        folded(clean_name(name))


def test_a_name_that_grows_when_it_is_compared_is_refused() -> None:
    with pytest.raises(BadName, match="at most"):
        folded(clean_name("ﷺ" * MAX_NAME))

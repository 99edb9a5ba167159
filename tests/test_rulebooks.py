"""Both rulebooks of a game say the same things under the same numbers, and the code cites only what is there."""

from __future__ import annotations

import re

import pytest

from plyyard.core import registry
from plyyard.core.rulebook import Rulebook, rulebook
from plyyard.core.words import LANGUAGES, words

pytestmark = pytest.mark.parametrize("name", registry.names())
CITED = re.compile(r"\bart\. (\d+\.\d+(?:, \d+\.\d+)*)")
MARKS = {"de": "unsere Festlegung", "en": "our ruling"}


def books(name: str) -> dict[str, Rulebook]:
    return {language: rulebook(name, language) for language in LANGUAGES}


def test_the_same_articles_in_both_languages(name: str) -> None:
    german, english = books(name)["de"], books(name)["en"]
    assert german.numbers == english.numbers
    assert len(german.numbers) >= 3
    assert [chapter.number for chapter in german.chapters] == [chapter.number for chapter in english.chapters]


def test_articles_are_numbered_without_gaps(name: str) -> None:
    for book in books(name).values():
        for place, chapter in enumerate(book.chapters, 1):
            assert chapter.number == str(place)
            assert chapter.title
            expected = [f"{place}.{n}" for n in range(1, len(chapter.articles) + 1)]
            assert [article.number for article in chapter.articles] == expected
            assert all(article.text.strip() for article in chapter.articles)


def test_our_rulings_are_marked_in_both_languages(name: str) -> None:
    marked = {
        language: {
            a.number for chapter in book.chapters for a in chapter.articles if MARKS[language] in a.text
        }
        for language, book in books(name).items()
    }
    assert marked["de"] == marked["en"]


def test_numbers_and_tables_agree_between_the_languages(name: str) -> None:
    """Every number in an article stands in its other language, too (written with digits)."""
    for chapter_de, chapter_en in zip(*(book.chapters for book in books(name).values()), strict=True):
        for german, english in zip(chapter_de.articles, chapter_en.articles, strict=True):
            assert _numbers(german.text.replace(",", ".")) == _numbers(english.text.replace(",", ".")), (
                german.number
            )
            assert german.text.count("|") == english.text.count("|"), german.number


def _numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+(?:\.\d+)?", text))


def test_the_title_is_the_games(name: str) -> None:
    for language, book in books(name).items():
        assert book.title == words(language, name).say(registry.game(name).title)


def test_the_code_cites_articles_that_exist(name: str) -> None:
    known, cited = set(rulebook(name, "en").numbers), 0
    for path in registry.folder(name).rglob("*.py"):
        for line in CITED.findall(path.read_text(encoding="utf-8")):
            for number in line.split(", "):
                assert number in known, f"{path.name} cites {number}"
                cited += 1
    assert cited

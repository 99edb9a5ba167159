"""The lessons are true, and the check would say so if they were not: each lesson is falsified in many ways."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable

import pytest

from plyyard.core import registry
from plyyard.core.words import LANGUAGES, words
from plyyard.lessons.check import check, compare, examine
from plyyard.lessons.format import (
    PARTS,
    BadLesson,
    Lesson,
    Link,
    Position,
    Practice,
    Question,
    Value,
    path_of,
    read,
)
from plyyard.lessons.render import build, there

GAMES = tuple(name for name in registry.names() if there(name))
SOME = 8  # numbers of a lesson that are changed; all where PLYYARD_SEEDS is set
LESSONS = [(game, language) for game in GAMES for language in LANGUAGES]


def text_of(game: str, language: str) -> str:
    return path_of(game, language).read_text("utf-8")


@functools.cache
def known(game: str, language: str) -> Lesson:
    return read(game, language)


def problems(game: str, language: str, text: str) -> list[str]:
    """What the check says of this text: of its form, of its truth, and beside the other language."""
    try:
        lesson = read(game, language, text)
    except BadLesson as error:
        return [f"{error.line}: {error.why}"]
    other = known(game, "en" if language == "de" else "de")
    found = [*examine(lesson), *compare(other, lesson)]
    return [f"{problem.line}: {problem.why}" for problem in found]


def test_the_five_games_have_lessons() -> None:
    assert GAMES == ("snakes", "aeroplane", "backgammon", "dominoes", "spider")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_true_lessons(game: str) -> None:
    assert [f"{one.path.name}:{one.line}: {one.why}" for one in [*check(game), *build(game)]] == []


@pytest.mark.parametrize(("game", "language"), LESSONS)
def test_one_wrong_digit_is_found_at_its_line(game: str, language: str) -> None:
    text = text_of(game, language)
    values = list(re.finditer(r"\{\{[^|}]*\|[^}]*?([0-9])[^}0-9]*\}\}", text))
    assert len(values) >= 5
    for value in values[:: 1 if os.environ.get("PLYYARD_SEEDS") else -(-len(values) // SOME)]:
        digit = str((int(value[1]) + 5) % 10)
        changed = text[: value.start(1)] + digit + text[value.end(1) :]
        line = text.count("\n", 0, value.start()) + 1
        found = problems(game, language, changed)
        assert found, f"line {line}: {value[0]}"
        assert any(abs(int(one.split(":")[0]) - line) <= 12 for one in found), (
            found
        )  # the paragraph's first line


@pytest.mark.parametrize(("game", "language"), LESSONS)
def test_a_wrong_claim_about_a_move_is_found(game: str, language: str) -> None:
    text = text_of(game, language)
    claims = 0
    for one, placed in read(game, language).all(Position):
        for move in one.legal:
            claims += 1
            changed = replaced(text, placed.line, "legal:", f'legal: ["{move}", "nonsense"]')
            assert problems(game, language, changed)
            changed = replaced(text, placed.line, "legal:", f'illegal: {{"{move}": "1.1"}}')
            assert problems(game, language, changed)
        for move, article in one.illegal.items():
            claims += 1
            assert problems(game, language, replaced(text, placed.line, "illegal:", f'legal: ["{move}"]'))
            other = "1.1" if article != "1.1" else "1.2"
            assert problems(
                game, language, replaced(text, placed.line, "illegal:", f'illegal: {{"{move}": "{other}"}}')
            )
    assert claims or game == "snakes", "nothing is claimed of any move"


def replaced(text: str, line: int, begins: str, by: str) -> str:
    """The first line from ``line`` on that begins so, and what belongs to it, changed."""
    lines = text.split("\n")
    at = next(n for n in range(line - 1, len(lines)) if lines[n].startswith(begins))
    end = next(n for n in range(at + 1, len(lines)) if not lines[n].startswith((" ", "-")))
    return "\n".join([*lines[:at], by, *lines[end:]])


@pytest.mark.parametrize(("game", "language"), LESSONS)
def test_a_missing_part_a_dead_link_or_an_unknown_name_is_found(game: str, language: str) -> None:
    text = text_of(game, language)
    for part in PARTS:
        assert problems(game, language, text.replace(f"{{#{part}}}", "{#nothing}"))
    lesson = read(game, language)
    article = next(one.to for one, _ in lesson.all(Link) if one.kind == "article")
    kind = next(one.kind for one, _ in lesson.all(Practice))
    name = next(one.name for one, _ in lesson.all(Value))
    position = next(one.name for one, _ in lesson.all(Position))
    question = next(one.title for one, placed in lesson.all(Question) if placed.part == "questions")
    for old, new in (
        (f"(article:{article})", "(article:99.9)"),
        (f"(article:{article})", "(javascript:alert)"),
        (f"(article:{article})", "(nowhere)"),
        (f"kind: {kind}", "kind: no-such-kind"),
        ("{{" + name, "{{no such value"),
        (f"name: {position}", f"name: {position}\nwrong: 1"),
        (f"::: question {question}", "::: questoin"),
        ("```position", "```positoin"),
        ('rules: "', 'rules: "9'),
        ("revised: 2", "revised: 9"),
    ):
        assert old in text
        assert problems(game, language, text.replace(old, new, 1)), (old, new)


BROKEN: dict[str, Callable[[str], str]] = {
    "no front matter": lambda text: text.replace("---", "***"),
    "no YAML": lambda text: text.replace("title: ", "title: [", 1),
    "a field that is none": lambda text: text.replace("title: ", "titel: ", 1),
    "no date": lambda text: re.sub("revised: .*", "revised: yesterday", text),
    "an impossible date": lambda text: re.sub("revised: .*", "revised: 2026-13-01", text),
    "a program in YAML": lambda text: text.replace(
        "title: ", "title: !!python/object/apply:os.getcwd []\nx: ", 1
    ),
    "two headings": lambda text: text + "\n# Another\n",
    "no heading": lambda text: re.sub("(?m)^# .*$", "", text, count=1),
    "too deep": lambda text: text + "\n#### Deep\n",
    "a picture": lambda text: text + "\n![x](https://example.org/x.png)\n",
    "a bad value": lambda text: text + "\n{{name and no number}}\n",
    "too long": lambda text: text + "x" * 200_000,
    "nothing": lambda text: "",
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_file_is_named_with_its_line(broken: str) -> None:
    with pytest.raises(BadLesson) as refused:
        read("snakes", "de", BROKEN[broken](text_of("snakes", "de")))
    assert refused.value.line >= 1 and words("de").say(refused.value.why)


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_hold_the_same(game: str) -> None:
    german, english = read(game, "de"), read(game, "en")
    assert not compare(german, english)
    assert counted(german) == counted(english)


def counted(lesson: Lesson) -> dict[str, int]:
    return {kind.__name__: sum(1 for _ in lesson.all(kind)) for kind in (Position, Practice, Question, Value)}

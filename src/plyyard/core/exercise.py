"""Exercises: what a game's generators make, how an answer is read and graded. No page, no progress, no rule stands here.

A game's generators are ``EXERCISES`` in its ``exercises.py``. An exercise is named by generator, difficulty and seed;
whoever asks for the same three gets the same exercise.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from plyyard.core import registry
from plyyard.core.chance import Below, seeded
from plyyard.core.errors import BadText, PlyError, Say

DIFFICULTIES = (1, 2, 3)
LAST_SEED = 999_999_999
LONGEST = 200  # characters of an answer
STEPS: tuple[Step, ...] = ("understand", "compare", "replay")

Step = Literal["understand", "compare", "replay"]
Because = tuple[Say, str]
"""A reason and the number of the article it rests on."""


@dataclass(frozen=True, slots=True)
class Number:
    """Answered in a field. ``unit``: what is asked for; a fraction or a percentage may be given as either.

    A decimal or percentage is right when it is the value rounded to the places that it states, at least whole percents.
    """

    value: Fraction | int
    unit: Literal["whole", "chance"] = "whole"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few sentences: ``choices`` are (id, sentence)."""

    choices: tuple[tuple[str, Say], ...]
    right: str


@dataclass(frozen=True, slots=True)
class Picks:
    """Things on the board: ``candidates`` are (id of a sprite or slot in the scene, its name). ``one``: exactly one is picked;
    otherwise none may be right, too.
    """

    candidates: tuple[tuple[str, Say], ...]
    right: frozenset[str]
    one: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """A move in the position, played on the board. ``right``: every move, as text, that is right."""

    right: frozenset[str]


Answer = Number | Choice | Picks | Play
Given = Fraction | str | frozenset[str]
"""An answer that could be read: of a Number, of a Choice or Play, of Picks."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """``position``: its text (ENGINE.md), also of a view; empty: there is no board. ``facing``: the side below.

    ``marks``: ids of sprites and slots that the question speaks of. ``key``: what is asked, as text; two exercises with
    equal keys are the same. ``wrong`` tells why this wrong answer is wrong; without it, or where it gives None, ``hint`` leads on.
    ``described``: the position in words where those of the board would give the answer away.
    """

    question: Say
    answer: Answer
    hint: Say
    reason: Say
    article: str
    key: str
    position: str = ""
    facing: str | None = None
    marks: tuple[str, ...] = ()
    wrong: Callable[[Any], Because | None] | None = None
    described: tuple[Say, ...] = ()


@dataclass(frozen=True, slots=True)
class Generator:
    """Makes exercises of one kind. ``name`` stands in addresses; ``told_by``: how one can tell that it was done right.

    ``make(below, difficulty)`` may draw the same exercise twice; ``exercise`` sees to it that neighbours differ.
    """

    name: str
    title: Say
    step: Step
    told_by: Say
    make: Callable[[Below, int], Exercise]


@dataclass(frozen=True, slots=True)
class Verdict:
    right: bool
    why: Say
    article: str


def generators(game: str) -> tuple[Generator, ...]:
    """All of a game, in the order in which they are learned; ``UnknownGame``."""
    if not (registry.folder(game) / "exercises.py").exists():
        return ()
    found: tuple[Generator, ...] = registry.part(game, "exercises").EXERCISES
    return found


def exercise(generator: Generator, difficulty: int, seed: int) -> Exercise:
    """The exercise with this number; it differs from the one before and the one after. ``BadText`` for what cannot be."""
    if difficulty not in DIFFICULTIES:
        raise BadText(Say("Difficulties are 1, 2 and 3."))
    if not 1 <= seed <= LAST_SEED:
        raise BadText(Say("Exercises are numbered from 1 to {last}.", last=LAST_SEED))
    if seed % 2:
        return _made(generator, difficulty, seed, 0)
    taken = {_made(generator, difficulty, other, 0).key for other in (seed - 1, seed + 1)}
    tries = (_made(generator, difficulty, seed, n) for n in itertools.count())
    return next(made for made in tries if made.key not in taken)


@functools.lru_cache(1000)  # shown, answered, and a neighbour of the next one
def _made(generator: Generator, difficulty: int, seed: int, again: int) -> Exercise:
    return generator.make(seeded(f"{generator.name}/{difficulty}/{seed}/{again}"), difficulty)


def read(answer: Answer, given: Sequence[str]) -> Given:
    """An answer as it came from a form (its fields in order), or ``BadText`` that says what is wrong with it."""
    texts = [text.strip() for text in given]
    if any(len(text) > LONGEST for text in texts):
        raise BadText(Say("An answer has at most {limit} characters.", limit=LONGEST))
    if isinstance(answer, Picks):
        known = {candidate for candidate, _ in answer.candidates}
        if not set(texts) <= known:
            raise BadText(Say("This cannot be picked here."))
        if answer.one and len(set(texts)) != 1:
            raise BadText(Say("Pick one."))
        return frozenset(texts)
    text = texts[0] if texts else ""
    if not text:
        raise BadText(Say("There is no answer yet."))
    if isinstance(answer, Number):
        return read_number(text)[0]
    if isinstance(answer, Choice) and text not in dict(answer.choices):
        raise BadText(Say("This cannot be picked here."))
    return text


_NUMBER = re.compile(r"([-−+]?[0-9]{1,9})(?:[.,]([0-9]{1,9}))?\s*(%?)")
_FRACTION = re.compile(r"([0-9]{1,9})\s*[/:]\s*([0-9]{1,9})")


def read_number(text: str) -> tuple[Fraction, Fraction]:
    """A number, fraction or percentage with comma or point, and by how much its rounding may be off; or ``BadText``.

    >>> read_number("16,7 %"), read_number("1/6")
    ((Fraction(167, 1000), Fraction(1, 2000)), (Fraction(1, 6), Fraction(0, 1)))
    """
    if fraction := _FRACTION.fullmatch(text):
        if int(fraction[2]) == 0:
            raise BadText(Say("Nothing can be divided by 0."))
        return Fraction(int(fraction[1]), int(fraction[2])), Fraction(0)
    number = _NUMBER.fullmatch(text)
    if number is None:
        raise BadText(Say("Give a number, a fraction such as 1/6 or a percentage such as 16.7 %."))
    places = number[2] or ""
    unit = Fraction(1, 10 ** len(places) * (100 if number[3] else 1))
    value = int(number[1].replace("−", "-") + places) * unit
    return value, unit / 2 if places or number[3] else Fraction(0)


def grade(game: registry.AnyGame, made: Exercise, given: Sequence[str]) -> Verdict:
    """Whether an answer is right, and why; ``BadText`` for one that cannot be read."""
    found = read(made.answer, given)
    if isinstance(made.answer, Play):
        return _grade_play(game, made, made.answer, str(found))
    answer = made.answer
    right = _fits(answer, given[0].strip()) if isinstance(answer, Number) else found == answer.right
    return Verdict(True, made.reason, made.article) if right else _wrong(made, found)


def _fits(answer: Number, text: str) -> bool:
    found, off = read_number(text)
    if answer.unit == "whole":
        return found == answer.value
    if off > Fraction(1, 200):  # rounded to tenths only: too coarse
        return found == answer.value
    never_or_always = found in (0, 1)  # what is neither is not rounded to it
    return found == answer.value if never_or_always else abs(found - answer.value) <= off


def _wrong(made: Exercise, found: Given) -> Verdict:
    """The reason of this answer; without one, the way to the right answer, which it does not give away."""
    if because := made.wrong and made.wrong(found):
        return Verdict(False, *because)
    open_still = not isinstance(made.answer, Choice) or len(made.answer.choices) > 2
    return Verdict(False, made.hint if open_still else made.reason, made.article)


def _grade_play(game: registry.AnyGame, made: Exercise, answer: Play, text: str) -> Verdict:
    state = game.notation.parse_position(made.position)
    try:
        move = game.notation.format_move(game.notation.parse_move(state, text))
    except PlyError as error:
        if (article := getattr(error, "article", None)) is None:
            raise
        return Verdict(False, error.why, article)
    return Verdict(True, made.reason, made.article) if move in answer.right else _wrong(made, move)

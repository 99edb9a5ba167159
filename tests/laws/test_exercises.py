"""What holds for every exercise of every game: a sound position, one right answer, words in both languages, no repetition.

Fifty numbers of each kind and difficulty; ``PLYYARD_SEEDS`` asks for more, the nightly run for a thousand.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from fractions import Fraction

import pytest

from plyyard.core import registry
from plyyard.core.errors import Say
from plyyard.core.exercise import (
    DIFFICULTIES,
    STEPS,
    Choice,
    Exercise,
    Generator,
    Number,
    Picks,
    Play,
    exercise,
    generators,
    grade,
)
from plyyard.core.rulebook import rulebook
from plyyard.core.words import LANGUAGES, words

SEEDS = int(os.environ.get("PLYYARD_SEEDS", "50"))
FEW = 12  # exercises that a kind must have at each difficulty, however often it is asked
KINDS = [(name, one) for name in registry.names() for one in generators(name)]
NAMES = [f"{name}-{one.name}" for name, one in KINDS]


def wrong_answers(game: registry.AnyGame, made: Exercise) -> Iterator[list[str]]:
    """Some that can be given and are not right."""
    answer = made.answer
    if isinstance(answer, Number):
        for other in (answer.value + 1, Fraction(answer.value) / 2 + Fraction(1, 3)):
            if other != answer.value:  # 2/3 is its own half and a third
                yield [str(other) if answer.unit == "chance" else str(int(answer.value) + 1)]
    elif isinstance(answer, Choice):
        yield from ([choice] for choice, _ in answer.choices if choice != answer.right)
    elif isinstance(answer, Picks):
        ids = [candidate for candidate, _ in answer.candidates]
        some: list[frozenset[str]] = [frozenset([one]) for one in ids]
        if not answer.one:
            some += [frozenset(), frozenset(ids), *(answer.right ^ {one} for one in ids)]
        yield from (sorted(one) for one in some if one != answer.right)
    else:
        state = game.notation.parse_position(made.position)
        moves = [game.notation.format_move(move) for move in game.legal_moves(state)]
        yield from ([move] for move in moves if move not in answer.right)


def right_answers(made: Exercise) -> list[list[str]]:
    answer = made.answer
    if isinstance(answer, Number):
        return [[str(answer.value)]]
    if isinstance(answer, Choice):
        return [[answer.right]]
    return [sorted(answer.right)] if isinstance(answer, Picks) else [[move] for move in sorted(answer.right)]


def hold(name: str, generator: Generator, seeds: int) -> None:
    game, articles = registry.game(name), set(rulebook(name, "en").numbers)
    for difficulty in DIFFICULTIES:
        keys = []
        for seed in range(1, seeds + 1):
            made = exercise(generator, difficulty, seed)
            place = f"{name} {generator.name} {difficulty} {seed}"
            keys.append(made.key)
            if made.position:
                state = game.notation.parse_position(made.position)
                assert not game.faults(state), place
                scene = game.board.scene(state, words("de", name), made.facing)
                ids = {one.id for one in (*scene.sprites, *scene.slots)}
                picked = made.answer.candidates if isinstance(made.answer, Picks) else ()
                assert {one for one, _ in picked} | set(made.marks) <= ids, place
            if isinstance(made.answer, Play):
                assert made.answer.right, place
            elif isinstance(made.answer, Choice | Picks):
                offered = [
                    one for one, _ in getattr(made.answer, "choices", getattr(made.answer, "candidates", ()))
                ]
                assert len(set(offered)) == len(offered) > 1, place
            assert made.article in articles, place
            sayings: list[Say] = [made.question, made.hint, made.reason, *made.described]
            for given in right_answers(made):
                assert grade(game, made, given).right, f"{place}: {given} is right"
            for given in itertools.islice(wrong_answers(game, made), 40):
                verdict = grade(game, made, given)
                assert not verdict.right and verdict.article in articles, f"{place}: {given}"
                sayings.append(verdict.why)
            for language in LANGUAGES:
                t = words(language, name)
                assert all(t.say(say).strip() for say in sayings), place
        assert all(one != other for one, other in itertools.pairwise(keys))
        if seeds >= 50:
            assert len(set(keys)) >= FEW, f"{name} {generator.name} {difficulty}: only {len(set(keys))}"


@pytest.mark.parametrize(("name", "generator"), KINDS, ids=NAMES)
def test_every_exercise_is_sound(name: str, generator: Generator) -> None:
    assert generator.step in STEPS
    hold(name, generator, SEEDS)


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "generator"), KINDS, ids=NAMES)
def test_a_thousand_exercises_are_sound(name: str, generator: Generator) -> None:
    hold(name, generator, 1000)


def test_names_are_fit_for_addresses() -> None:
    for name in registry.names():
        found = [one.name for one in generators(name)]
        assert len(set(found)) == len(found)
        assert all(one.replace("-", "").isalnum() and one.isascii() and one.islower() for one in found)

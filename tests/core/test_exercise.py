"""Reading and grading answers: numbers, fractions and percentages as people write them, and what is none."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from plyyard.core import registry
from plyyard.core.chance import Below
from plyyard.core.errors import BadText, Say
from plyyard.core.exercise import (
    LAST_SEED,
    Choice,
    Exercise,
    Generator,
    Number,
    Picks,
    Play,
    exercise,
    grade,
    read,
)

GAME = registry.game("snakes")
YES = Choice((("yes", Say("Yes")), ("no", Say("No"))), "yes")
BOTH = Picks((("a", Say("a")), ("b", Say("b"))), frozenset({"a", "b"}))


def asked(answer: Number | Choice | Picks | Play, **more: object) -> Exercise:
    return Exercise(Say("?"), answer, Say("hint"), Say("reason"), "1.1", "key", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["1/6", " 2/12 ", "1:6", "16,7 %", "16.7%", "17 %", "0,17", "0.1667", "16,67%"]
)
def test_a_chance_may_be_given_in_any_of_the_usual_forms(text: str) -> None:
    assert grade(GAME, asked(Number(Fraction(1, 6), "chance")), [text]).right


@pytest.mark.parametrize("text", ["1/7", "16 %", "16,6 %", "0.2", "0,16", "1", "-17 %"])
def test_a_chance_that_is_rounded_wrongly_is_wrong(text: str) -> None:
    assert grade(GAME, asked(Number(Fraction(1, 6), "chance")), [text]).right is False


@pytest.mark.parametrize(
    "text", ["", "  ", "six", "1/0", "1//6", "🙂", "9" * 10_000, "1e3", "٣", "NaN", "1.2.3", "- 3", "0x1"]
)
def test_what_is_no_number_is_said_to_be_none(text: str) -> None:
    with pytest.raises(BadText):
        grade(GAME, asked(Number(3)), [text])


def test_whole_numbers_must_be_exact() -> None:
    made = asked(Number(167))
    assert grade(GAME, made, ["167"]).right and grade(GAME, made, ["167,0"]).right
    assert not grade(GAME, made, ["-167"]).right and not grade(GAME, made, ["166"]).right


def test_what_can_happen_is_not_rounded_to_never() -> None:
    assert not grade(GAME, asked(Number(Fraction(1, 216), "chance")), ["0 %"]).right
    assert not grade(GAME, asked(Number(Fraction(215, 216), "chance")), ["100 %"]).right
    assert grade(GAME, asked(Number(Fraction(1, 216), "chance")), ["0,5 %"]).right
    assert grade(GAME, asked(Number(Fraction(0), "chance")), ["0 %"]).right


def test_only_what_is_offered_can_be_picked() -> None:
    assert grade(GAME, asked(YES), ["yes"]).right and not grade(GAME, asked(YES), ["no"]).right
    assert grade(GAME, asked(BOTH), ["b", "a", "a"]).right and not grade(GAME, asked(BOTH), []).right
    for answer, given in ((YES, ["maybe"]), (YES, []), (BOTH, ["c"])):
        with pytest.raises(BadText):
            read(answer, given)
    one = Picks(BOTH.candidates, frozenset({"a"}), one=True)
    assert grade(GAME, asked(one), ["a"]).right
    for none in ([], ["a", "b"]):
        with pytest.raises(BadText):
            read(one, none)


def test_a_move_is_graded_by_the_rules() -> None:
    backgammon = registry.game("backgammon")
    state = backgammon.start({})
    position = f"{backgammon.notation.format_position(state)} dice=3,1"
    made = asked(Play(frozenset({"8/5 6/5"})), position=position)
    assert grade(backgammon, made, ["6/5 8/5"]).right, "the order of steps does not matter"
    assert not grade(backgammon, made, ["24/20"]).right
    refused = grade(backgammon, made, ["13/4"])
    assert not refused.right and refused.why != made.reason and refused.article
    with pytest.raises(BadText):
        grade(backgammon, made, ["hello"])


def test_a_wrong_answer_is_told_its_own_reason() -> None:
    made = asked(Number(4), wrong=lambda given: (Say("One too few."), "2.1") if given == 3 else None)
    assert (grade(GAME, made, ["3"]).why, grade(GAME, made, ["3"]).article) == (Say("One too few."), "2.1")
    assert grade(GAME, made, ["9"]).why == made.hint, "the answer is not given away"
    assert grade(GAME, asked(YES), ["no"]).why == made.reason, "there is nothing left to give away"


def test_neighbours_differ_and_numbers_are_kept() -> None:
    def make(below: Below, difficulty: int) -> Exercise:
        number = below(3)
        return Exercise(Say("?"), Number(number), Say(""), Say(""), "1.1", str(number))

    generator = Generator("three", Say("Three"), "understand", Say(""), make)
    keys = [exercise(generator, 1, seed).key for seed in range(1, 200)]
    assert all(one != other for one, other in itertools.pairwise(keys)) and set(keys) == {
        "0",
        "1",
        "2",
    }
    assert keys == [exercise(generator, 1, seed).key for seed in range(1, 200)]
    for difficulty, seed in ((0, 1), (4, 1), (1, 0), (1, -1), (1, LAST_SEED + 1)):
        with pytest.raises(BadText):
            exercise(generator, difficulty, seed)

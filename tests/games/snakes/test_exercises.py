"""Answers of the exercises against the slow oracle: its rows, its walk, every number of the die tried out."""

from __future__ import annotations

import functools
import itertools
import os
import re
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import pytest

from plyyard.core.errors import Say
from plyyard.core.exercise import DIFFICULTIES, Choice, Exercise, Number, Picks, exercise, generators, grade
from plyyard.core.words import words
from plyyard.games.snakes.game import GAME
from tests.games.snakes import oracle
from tests.games.snakes.test_analysis import expected_rolls

SEEDS = int(os.environ.get("PLYYARD_SEEDS", "50"))
KINDS = {one.name: one for one in generators("snakes")}
SIDES = ("black", "white")
LADDERS, SNAKES = (
    dict(tuple(map(int, jump.split("-"))) for jump in jumps.split())
    for jumps in (oracle.LADDERS, oracle.SNAKES)
)
BOARD = oracle.rows()
over_difficulties = pytest.mark.parametrize("difficulty", DIFFICULTIES)


def made(kind: str, difficulty: int) -> Iterator[Exercise]:
    return (exercise(KINDS[kind], difficulty, seed) for seed in range(1, SEEDS + 1))


def fields(position: str) -> tuple[list[int], int]:
    """Squares of Black and White, and which of them rolls."""
    found = dict(token.split("=") for token in position.split())
    return [int(found[side]) for side in SIDES], SIDES.index(found["turn"])


def picked(one: Exercise) -> set[int]:
    assert isinstance(one.answer, Picks)
    return {int(name.removeprefix("s")) for name in one.answer.right}


def chance(one: Exercise) -> Fraction:
    assert isinstance(one.answer, Number) and one.answer.unit == "chance"
    return Fraction(one.answer.value)


def chosen(one: Exercise) -> str:
    assert isinstance(one.answer, Choice)
    return one.answer.right


def dice_of(one: Exercise) -> list[int]:
    return [
        int(die) for die in str(one.question.values.get("dice", one.question.values.get("die"))).split(", ")
    ]


def place(square: int) -> tuple[int, int]:
    return next((row, line.index(square)) for row, line in enumerate(BOARD) if square in line)


@over_difficulties
def test_squares_are_found_where_the_oracle_lays_them(difficulty: int) -> None:
    for one in made("find-square", difficulty):
        values = one.question.values
        (right,) = picked(one)
        if difficulty == 3:
            row, column = place(values["square"])
            assert right == BOARD[row + 1][column] + values["along"]
            continue
        row, column = place(values["square"])
        up = 1 if "above" in one.question.message else -1 if "below" in one.question.message else 0
        assert BOARD[row + up][column] == right
        assert (up == 0) == (difficulty == 1)


def test_a_candidate_is_named_by_its_place_and_not_by_its_number() -> None:
    for one in made("find-square", 1):
        assert isinstance(one.answer, Picks)
        for name, label in one.answer.candidates:
            row, column = place(int(name.removeprefix("s")))
            assert str(label) == f"row {row + 1} from below, place {column + 1} from the left"


@over_difficulties
def test_numbers_are_the_ones_the_oracle_lays(difficulty: int) -> None:
    for one in made("name-square", difficulty):
        assert isinstance(one.answer, Number)
        values = one.question.values
        if difficulty == 1:
            assert one.marks == (f"s{one.answer.value}",)
        if difficulty < 3:
            assert one.answer.value == BOARD[values["row"] - 1][values["place"] - 1]
        else:
            row, column = place(values["square"])
            assert one.answer.value == BOARD[row + (2 if "two rows" in one.question.message else 1)][column]
        assert bool(one.position) == (difficulty == 1)


@over_difficulties
def test_what_happens_is_what_the_oracle_sees(difficulty: int) -> None:
    kinds = set()
    for one in made("acts", difficulty):
        squares, side = fields(one.position)
        start, die = squares[side], one.question.values["die"]
        assert start == one.question.values["square"]
        end = start + die
        expected = (
            "stays" if end > 100 else "ladder" if end in LADDERS else "snake" if end in SNAKES else "rests"
        )
        assert chosen(one) == expected
        kinds.add(expected)
    assert len(kinds) >= 3


@over_difficulties
def test_landings_are_the_oracle_s(difficulty: int) -> None:
    for one in made("landing", difficulty):
        squares, side = fields(one.position)
        dice = dice_of(one)
        assert len(dice) == (1, 2, 4)[difficulty - 1]
        assert picked(one) == {functools.reduce(oracle.walk, dice, squares[side])}


@over_difficulties
def test_everything_in_reach_is_what_six_walks_give(difficulty: int) -> None:
    for one in made("reach", difficulty):
        squares, side = fields(one.position)
        assert picked(one) == {oracle.walk(squares[side], die) for die in range(1, 7)}
        assert isinstance(one.answer, Picks)
        assert len(one.answer.candidates) > len(one.answer.right)


WHAT: dict[str, Callable[[int, int, int, int], bool]] = {
    "up a ladder": lambda start, die, end, other: start + die in LADDERS,
    "down a snake": lambda start, die, end, other: start + die in SNAKES,
    "comes home": lambda start, die, end, other: end == 100,
    "stays where": lambda start, die, end, other: end == start,
    "without a jump": lambda start, die, end, other: end == start + die,
    "in front": lambda start, die, end, other: end > other,
    "share a square": lambda start, die, end, other: end == other,
    "farther back": lambda start, die, end, other: end < start,
}


@over_difficulties
def test_chances_of_one_roll_are_counted_over_six_walks(difficulty: int) -> None:
    asked = set()
    for one in made("one-roll", difficulty):
        squares, side = fields(one.position)
        start, other = squares[side], squares[1 - side]
        (name,) = [name for name in WHAT if name in one.question.message]
        asked.add(name)
        hits = [die for die in range(1, 7) if WHAT[name](start, die, oracle.walk(start, die), other)]
        assert chance(one) == Fraction(len(hits), 6)
        assert one.question.values["square"] == start
    assert len(asked) == (2, 3, 3)[difficulty - 1]


@functools.cache
def home_by(square: int, rolls: int) -> Fraction:
    """Backwards from the last roll; the code under test goes forwards from the first."""
    if square == 100 or rolls == 0:
        return Fraction(square == 100)
    return sum((home_by(oracle.walk(square, die), rolls - 1) for die in range(1, 7)), Fraction(0)) / 6


@over_difficulties
def test_chances_of_coming_home_agree_with_counting_backwards(difficulty: int) -> None:
    for one in made("finish", difficulty):
        squares, side = fields(one.position)
        n, square = one.question.values["n"], squares[side]
        just = "just its own" in one.question.message
        assert chance(one) == home_by(square, n) - (home_by(square, n - 1) if just else 0) > 0
        assert just == (difficulty == 2)


def test_counting_backwards_agrees_with_trying_out_all_rolls() -> None:
    for square in (79, 88, 94, 97, 99):
        for n in (1, 2, 3, 4):
            home = sum(
                functools.reduce(oracle.walk, dice, square) == 100
                for dice in itertools.product(range(1, 7), repeat=n)
            )
            assert home_by(square, n) == Fraction(home, 6**n)


def nearer(low: int, high: int) -> int:
    exact = exact_rolls()
    return low if exact[low] < exact[high] else high


@functools.cache
def exact_rolls() -> dict[int, Fraction]:
    return expected_rolls()


@over_difficulties
def test_the_nearer_square_has_fewer_rolls_by_rational_numbers(difficulty: int) -> None:
    for one in made("better-square", difficulty):
        low, high = one.question.values["low"], one.question.values["high"]
        assert low < high
        assert picked(one) == {nearer(low, high)}
        assert (nearer(low, high) == low) == (difficulty == 3)


@functools.cache
def home_with(square: int) -> np.ndarray:
    """Chance to be home with each own roll, by a walk of the whole distribution."""
    chain = np.zeros((101, 101))
    for start in range(100):
        for die in range(1, 7):
            chain[start, oracle.walk(start, die)] += 1 / 6
    here, found = np.eye(101)[square], []
    for _ in range(400):
        here = here @ chain
        found.append(here[100])
        here[100] = 0
    return np.array(found)


def first_wins(first: int, second: int) -> float:
    running = 1 - np.concatenate([[0.0], np.cumsum(home_with(second))[:-1]])
    return float(home_with(first) @ running)


@over_difficulties
def test_who_is_ahead_agrees_with_summing_over_the_last_roll(difficulty: int) -> None:
    leads = set()
    for one in made("who-is-ahead", difficulty):
        squares, side = fields(one.position)
        roller = first_wins(squares[side], squares[1 - side])
        lead = SIDES[side if roller > 0.5 else 1 - side]
        assert chosen(one) == lead
        leads.add(lead)
        shown = round(max(roller, 1 - roller) * 100, 1)
        assert f"wins {shown:.1f} % of" in words("en", "snakes").say(one.reason)
        assert f"gewinnt von hier aus {shown:.1f}".replace(".", ",") in words("de", "snakes").say(one.reason)
        front = SIDES[squares.index(max(squares))]
        assert (lead != front) == (difficulty == 3)
    assert leads == set(SIDES)


@over_difficulties
def test_replayed_rolls_end_where_the_oracle_ends(difficulty: int) -> None:
    for one in made("replay", difficulty):
        squares, side = fields(one.position)
        for die in dice_of(one):
            if 100 in squares:
                break
            squares[side] = oracle.walk(squares[side], die)
            side = 1 - side
        assert picked(one) == set(squares)


@over_difficulties
def test_one_line_of_a_record_is_wrong_and_it_is_the_right_one(difficulty: int) -> None:
    articles, plain = set(), "2.1" if difficulty == 1 else "3.3"
    for one in made("check-record", difficulty):
        assert isinstance(one.answer, Choice)
        lines = [(number, say.values) for number, say in one.answer.choices]
        before: Say | None = None
        wrong = []
        for number, line in lines:
            reached = line["start"] + line["die"]
            if line["side"] == before:
                wrong.append((number, "2.2"))
            elif line["square"] != oracle.walk(line["start"], line["die"]):
                jump = "3.1" if reached in LADDERS else "3.2" if reached in SNAKES else plain
                wrong.append((number, "4.1" if reached > 100 else jump))
            before = line["side"]
        assert [(one.answer.right, one.article)] == wrong
        articles.add(one.article)
    assert len(articles) >= 3


def refused(one: Exercise, *given: str) -> tuple[str, str]:
    verdict = grade(GAME, one, given)
    assert not verdict.right
    return str(verdict.why), verdict.article


def find(kind: str, difficulty: int, fits: Callable[[Exercise], bool]) -> Exercise:
    return next(one for seed in range(1, 2000) if fits(one := exercise(KINDS[kind], difficulty, seed)))


def test_counting_from_the_wrong_end_is_told() -> None:
    one = find("name-square", 2, lambda one: one.question.values == {"row": 2, "place": 8})
    assert isinstance(one.answer, Number) and one.answer.value == 13
    assert "wrong end" in refused(one, "18")[0]
    assert "1 to 100" in refused(one, "200")[0]


def test_ten_more_is_not_above() -> None:
    one = find(
        "name-square",
        3,
        lambda one: one.question.values == {"square": 8} and "directly" in one.question.message,
    )
    assert "Ten more is not" in refused(one, "18")[0]


def test_what_is_only_passed_is_told_with_its_article() -> None:
    one = find("acts", 2, lambda one: one.question.values["square"] == 14 and one.question.values["die"] == 3)
    assert chosen(one) == "rests"
    assert refused(one, "snake") == (
        "The roll ends on 17. What begins on 16 is only passed and does nothing.",
        "3.3",
    )
    assert refused(one, "stays")[1] == "4.1"


def test_a_roll_too_high_is_no_walk() -> None:
    one = find("acts", 3, lambda one: one.question.values["square"] == 97 and one.question.values["die"] == 4)
    assert chosen(one) == "stays"
    assert refused(one, "rests")[1] == "4.1"


def test_nothing_rests_on_a_head_and_nothing_bounces() -> None:
    one = find("reach", 3, lambda one: 97 in fields(one.position)[0] and picked(one) == {78, 97, 99, 100})
    right = [f"s{square}" for square in (78, 97, 99, 100)]
    assert refused(one, *right, "s98") == (
        "No piece can stand on 98: a ladder or a snake begins there.",
        "3.3",
    )
    assert refused(one, "s97", "s99", "s100") == ("A square is missing: try the 1 once more.", "3.2")


def test_chances_are_not_multiplied_by_the_rolls() -> None:
    one = find("finish", 1, lambda one: one.question.values["square"] == 99)
    assert chance(one) == Fraction(11, 36)
    assert "cannot simply be multiplied" in refused(one, "1/3")[0]
    assert "just the last of these" in refused(one, "5/36")[0]
    assert "not being home" in refused(one, "25/36")[0]
    assert "between 0 and 1" in refused(one, "150 %")[0]
    assert grade(GAME, one, ["30,6 %"]).right


def test_the_square_in_front_is_not_always_ahead() -> None:
    one = exercise(KINDS["who-is-ahead"], 3, 1)
    squares, _ = fields(one.position)
    why, article = refused(one, SIDES[squares.index(max(squares))])
    assert why.startswith("The higher square alone does not decide.") and article == "5.1"


@pytest.mark.parametrize(
    "kind", ["find-square", "name-square", "acts", "landing", "one-roll", "finish", "replay"]
)
@over_difficulties
def test_a_wrong_answer_is_explained_without_the_whole_solution(kind: str, difficulty: int) -> None:
    for one in made(kind, difficulty):
        answer = one.answer
        if isinstance(answer, Number):
            given = ["200", str(int(answer.value) + 1), "1/7"]
        elif isinstance(answer, Picks):
            given = [name for name, _ in answer.candidates if name not in answer.right]
        else:
            given = ["rests"] if chosen(one) != "rests" else ["ladder", "snake", "stays"]
        for text in given:
            why, _ = refused(one, text)
            assert str(one.reason) not in why
            if kind == "landing":
                assert not re.search(rf"\bto {min(picked(one))}\.", why)


def test_a_chance_counted_wrong_is_told_in_which_direction() -> None:
    one = find("one-roll", 2, lambda one: chance(one) == Fraction(1, 2) and 97 in fields(one.position)[0])
    assert "too many" in refused(one, "4/6")[0] and "too few" in refused(one, "16,7 %")[0]
    assert "sixths" in refused(one, "0.42")[0] and "Almost" in refused(one, "49 %")[0]
    snake = find("one-roll", 1, lambda one: "snake" in one.question.message and chance(one) == Fraction(1, 6))
    start = snake.question.values["square"]
    passing = sum(
        any(start + step in {**LADDERS, **SNAKES} for step in range(1, die)) or start + die in SNAKES
        for die in range(1, 7)
    )
    assert passing > 1 and "not what it passes" in refused(snake, f"{passing}/6")[0]


def test_two_squares_are_wanted_of_a_replay() -> None:
    one = exercise(KINDS["replay"], 1, 1)
    right = sorted(picked(one))
    assert refused(one, f"s{right[0]}") == ("Two squares are asked for, one for each piece.", "1.2")


def test_a_right_line_is_called_right() -> None:
    one = exercise(KINDS["check-record"], 2, 1)
    other = "1" if chosen(one) != "1" else "2"
    assert refused(one, other)[0].startswith("This line is right.")

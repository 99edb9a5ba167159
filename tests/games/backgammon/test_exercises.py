"""Every answer of an exercise against a second way to it: the slow oracle, all 36 rolls, or plain counting."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, permutations, product

import pytest

from plyyard.core.exercise import Choice, Exercise, Number, Picks, Play, exercise, generators, grade
from plyyard.core.words import words
from plyyard.games.backgammon.board import slot
from plyyard.games.backgammon.game import GAME
from plyyard.games.backgammon.state import SIDES, State
from tests.games.backgammon import oracle
from tests.games.backgammon.test_oracle import seen_by_mover

SEEDS = int(os.environ.get("PLYYARD_SEEDS", "50"))
KINDS = {one.name: one for one in generators("backgammon")}
THIRTY_SIX = list(product(range(1, 7), repeat=2))
START = {24: 2, 13: 5, 8: 3, 6: 5}
Segment = tuple[int, int]


def made(name: str, difficulty: int, seeds: int = SEEDS) -> Iterator[tuple[Exercise, State, oracle.Position]]:
    for seed in range(1, seeds + 1):
        one = exercise(KINDS[name], difficulty, seed)
        state = GAME.notation.parse_position(one.position)
        assert one.facing == state.turn
        yield one, state, seen(state)


def seen(state: State) -> oracle.Position:
    return seen_by_mover([*state.checkers[0], *state.checkers[1]], SIDES.index(state.turn))


def picked(one: Exercise, state: State) -> set[int]:
    """The right points, as the mover counts."""
    assert isinstance(one.answer, Picks)
    return {point for point in range(1, 25) if slot(state.turn, point) in one.answer.right}


def number(one: Exercise) -> Fraction | int:
    assert isinstance(one.answer, Number)
    return one.answer.value


def segments(text: str) -> list[Segment]:
    """Steps of a play as it is written, each stop a step."""
    found = []
    for part in text.split():
        way, _, count = part.replace("*", "").partition("(")
        stops = [25 if stop == "bar" else 0 if stop == "off" else int(stop) for stop in way.split("/")]
        found += list(pairwise(stops)) * int(count.rstrip(")") or 1)
    return found


def after(position: oracle.Position, text: str) -> oracle.Position:
    """The position after a play in the house's own notation, whose steps name every hit."""
    own, opposing = list(position[0]), list(position[1])
    for source, target in segments(text):
        own.remove(source)
        own.append(target)
        if target and opposing.count(target) == 1:
            opposing[opposing.index(target)] = 0
    return tuple(sorted(own)), tuple(sorted(opposing))


over_difficulties = pytest.mark.parametrize("difficulty", [1, 2, 3])


@over_difficulties
def test_setup(difficulty: int) -> None:
    for one, state, (own, opposing) in made("setup", difficulty):
        differ = {
            point
            for point in range(1, 25)
            if own.count(point) != START.get(point, 0) or opposing.count(point) != START.get(25 - point, 0)
        }
        assert picked(one, state) == differ
        assert len(differ) == (2 if difficulty == 1 else 4)


@over_difficulties
def test_stops(difficulty: int) -> None:
    for one, state, (_, opposing) in made("stops", difficulty):
        (mark,) = one.marks
        source = next(place for place in range(1, 26) if slot(state.turn, place) == mark)
        high, low = state.dice or (0, 0)
        if difficulty < 3:
            expected = {source - die for die in (high, low) if opposing.count(source - die) < 2}
            assert opposing.count(source - high - low) < 2
        else:
            expected = set()
            while (source := source - high) > 0 and opposing.count(source) < 2 and len(expected) < 4:
                expected.add(source)
        assert picked(one, state) == expected


def true_claims(position: oracle.Position, dice: tuple[int, int], steps: list[Segment]) -> set[str]:
    """Which of the sentences about a play are true, by the articles."""
    own, opposing = position
    is_double = dice[0] == dice[1]
    numbers = [*dice, *dice] if is_double else [*dice]
    claims = set()
    if any(opposing.count(target) > 1 for _, target in steps if target):
        claims.add("closed")
    if 25 in own and own.count(25) > sum(source == 25 for source, _ in steps) and steps:
        claims.add("bar")
    walked = set()
    for order in permutations(steps):
        for rolled in permutations(numbers, len(order)):
            at: oracle.Position | None = position
            for (source, target), die in zip(order, rolled, strict=True):
                at = walk(at, source, target, die) if at else None
            if at:
                walked.add((at, rolled))
    ends = oracle.results(position, dice)
    if any(at in ends for at, _ in walked):
        return {"legal"}
    most = most_steps(position, dice)
    if walked and is_double:
        claims.add("double")
    elif walked and most == 2:
        claims.add("both")
    elif walked:
        claims.add("larger")
    leaving = [source for source, target in steps if target == 0]
    if leaving and not walked:
        rest = list(own)
        for source, target in sorted(steps, reverse=True):
            if source in rest:
                rest.remove(source)
            rest += [target] if target else []
        if any(place > 6 for place in rest):
            claims.add("home")
        elif any(place > source for source in leaving for place in rest):
            claims.add("high")
    return claims


def walk(position: oracle.Position, source: int, target: int, die: int) -> oracle.Position | None:
    own = list(position[0])
    if source not in own or max(0, source - die) != target:
        return None
    own.remove(source)
    moved = tuple(sorted([*own, target]))
    return next((end for end in oracle.one_step(position, die) if end[0] == moved), None)


def most_steps(position: oracle.Position, dice: tuple[int, int]) -> int:
    high, low = dice
    firsts = {die: oracle.one_step(position, die) for die in dice}
    if any(oracle.one_step(end, low) for end in firsts[high]) or any(
        oracle.one_step(end, high) for end in firsts[low]
    ):
        return 2
    return 1 if firsts[high] or firsts[low] else 0


@over_difficulties
def test_legal(difficulty: int) -> None:
    seen_kinds = set()
    for one, state, position in made("legal", difficulty):
        assert isinstance(one.answer, Choice)
        steps = segments(one.question.values["play"])
        assert state.dice
        claims = true_claims(position, state.dice, steps)
        assert claims & set(dict(one.answer.choices)) == {one.answer.right}, f"{one.question}: {claims}"
        seen_kinds.add(one.answer.right)
    assert len(seen_kinds) >= 3


@over_difficulties
def test_bear_off(difficulty: int) -> None:
    for one, state, position in made("bear-off", difficulty):
        high, low = state.dice or (0, 0)
        ends = oracle.results(position, (high, low))
        expected = set()
        orders = [(one.question.values["die"], 0)] if difficulty == 1 else [(high, low), (low, high)]
        for first, second in orders:
            for source in set(position[0]) - {0}:
                between = walk(position, source, max(0, source - first), first)
                if between is None:
                    continue
                lasts = oracle.one_step(between, second) if second else set()
                if source <= first and (not second or between in ends or lasts & ends):
                    expected.add(source)
                if difficulty == 3:
                    expected |= {
                        place
                        for place in set(between[0]) - {0}
                        if place <= second and walk(between, place, 0, second) in ends
                    }
        assert picked(one, state) == expected, one.position


@over_difficulties
def test_pips(difficulty: int) -> None:
    for one, _, (own, opposing) in made("pips", difficulty):
        needed = sum(own)
        theirs = sum(25 - place for place in opposing)
        assert number(one) == (needed if difficulty < 3 else abs(needed - theirs)) > 0


@over_difficulties
def test_number(difficulty: int) -> None:
    answers = set()
    for one, state, position in made("number", difficulty):
        high, low = state.dice or (0, 0)
        if most_steps(position, (high, low)) == 2:
            used = {"die1", "die2"}
        else:
            used = {"die1"} if oracle.one_step(position, high) else {"die2"}
        assert isinstance(one.answer, Picks)
        assert one.answer.right == used
        answers.add(one.answer.right)
    assert len(answers) >= 2


@over_difficulties
def test_plays(difficulty: int) -> None:
    for one, state, position in made("plays", difficulty):
        assert state.dice
        assert number(one) == len(oracle.results(position, state.dice))


def entered(waiting: int, opening: set[int], rolled: tuple[int, int]) -> int:
    numbers = rolled * 2 if rolled[0] == rolled[1] else rolled
    return min(waiting, sum(die in opening for die in numbers))


@over_difficulties
def test_enter(difficulty: int) -> None:
    asked = set()
    for one, _, (own, opposing) in made("enter", difficulty):
        waiting = own.count(25)
        opening = {die for die in range(1, 7) if opposing.count(25 - die) < 2}
        kind = one.key.removeprefix(one.position).strip().rpartition(" ")[0]
        lucky = 0
        for rolled in THIRTY_SIX:
            came = entered(waiting, opening, rolled)
            lucky += {
                "enters": came == waiting,
                "all enter": came == waiting,
                "none": came == 0,
                "some": 0 < came < waiting,
                "hits": any(opposing.count(25 - die) == 1 for die in rolled),
            }[kind]
        assert number(one) == Fraction(lucky, 36), one.position
        asked.add(kind)
    assert len(asked) >= 2


def slow_shots(position: oracle.Position) -> int:
    waiting = position[1].count(0)
    return sum(
        any(end[1].count(0) > waiting for end in oracle.results(position, rolled)) for rolled in THIRTY_SIX
    )


@over_difficulties
def test_shots(difficulty: int) -> None:
    for one, _, position in made("shots", difficulty, SEEDS if difficulty < 3 else SEEDS // 5):
        assert number(one) == slow_shots(position), one.position


def turned(position: oracle.Position) -> oracle.Position:
    own, opposing = position
    return tuple(sorted(25 - place for place in opposing)), tuple(sorted(25 - place for place in own))


def makes_point(position: oracle.Position, end: oracle.Position) -> bool:
    return any(position[0].count(point) < 2 <= end[0].count(point) for point in range(1, 25))


def has_blot(end: oracle.Position) -> bool:
    return any(end[0].count(point) == 1 for point in range(1, 25))


def hits(position: oracle.Position, end: oracle.Position) -> bool:
    return end[1].count(0) > position[1].count(0)


@functools.cache
def average_rolls(points: tuple[int, ...]) -> float:
    """To bear off these alone, played for the fewest."""
    if not points:
        return 0.0
    total = 0.0
    for high in range(1, 7):
        for low in range(1, high + 1):
            ends = oracle.results((points, ()), (high, low))
            fewest = min(average_rolls(tuple(place for place in end[0] if place)) for end in ends)
            total += fewest * (1 if high == low else 2)
    return 1 + total / 36


GOALS = {
    "point": makes_point,
    "no blot": lambda _, end: not has_blot(end),
    "enter, no blot": lambda _, end: not has_blot(end),
    "off, no blot": lambda _, end: not has_blot(end),
    "point, no blot": lambda position, end: makes_point(position, end) and not has_blot(end),
    "hit, no blot": lambda position, end: hits(position, end) and not has_blot(end),
    "enter and hold": lambda _, end: any(end[0].count(point) > 1 for point in range(19, 25)),
}


@pytest.mark.parametrize("name", ["find", "enter-play", "take-off"])
@over_difficulties
def test_plays_with_a_goal(name: str, difficulty: int) -> None:
    goals = set()
    counted = 0
    for one, state, position in made(name, difficulty):
        assert isinstance(one.answer, Play)
        assert state.dice
        goal = one.key.removeprefix(one.position).strip()
        ends = oracle.results(position, state.dice)
        if goal == "most off":
            most = max(end[0].count(0) for end in ends)
            expected = {end for end in ends if end[0].count(0) == most}
        elif goal == "fewest shots":
            counted += 1
            if counted > max(4, SEEDS // 20):
                continue
            shots = {end: slow_shots(turned(end)) for end in ends}
            expected = {end for end in ends if shots[end] == min(shots.values())}
        elif goal == "fewest rolls":
            left = {end: average_rolls(tuple(place for place in end[0] if place)) for end in ends}
            expected = {end for end in ends if left[end] < min(left.values()) + 1e-9}
        else:
            expected = {end for end in ends if GOALS[goal](position, end)}
        assert {after(position, text) for text in one.answer.right} == expected, one.position
        assert len(expected) == len(one.answer.right)
        assert name != "enter-play" or 25 in position[0]
        goals.add(goal)
    assert goals


@over_difficulties
def test_blots(difficulty: int) -> None:
    for one, state, position in made("blots", difficulty):
        own = after(position, one.question.values["play"])[0]
        assert picked(one, state) == {point for point in range(1, 25) if own.count(point) == 1}


def graded(one: Exercise, *given: str) -> tuple[bool, str, str]:
    verdict = grade(GAME, one, list(given))
    return verdict.right, str(verdict.why), verdict.article


def first(name: str, difficulty: int, fits: str = "") -> Exercise:
    """The first exercise whose reason has these words."""
    return next(
        one for seed in range(1, 400) if fits in str((one := exercise(KINDS[name], difficulty, seed)).reason)
    )


def test_whoever_counts_different_numbers_once_is_told() -> None:
    one = first("shots", 1)
    listed = str(one.reason).split(": ")[1].split(".")[0].split(", ")
    right, why, article = graded(one, str(len(listed)))
    assert (right, article) == (False, "2.2")
    assert "two of the 36" in why


def test_whoever_counts_misses_is_told() -> None:
    one = first("shots", 2)
    assert graded(one, str(36 - number(one)))[1:] == ("Those are the rolls that miss.", "3.3")


def test_whoever_takes_closed_points_for_open_is_told() -> None:
    told = set()
    for seed in range(1, 60):
        one = exercise(KINDS["shots"], 2, seed)
        told |= {graded(one, str(n))[1:] for n in range(37) if n != number(one)}
    assert ("Some of these would have to stop on a closed point.", "3.4") in told
    assert ("Those are the rolls that hit with one number; sums and doubles can hit, too.", "3.4") in told


def test_a_stop_on_a_closed_point_is_told() -> None:
    one = first("stops", 1, "must come first")
    assert isinstance(one.answer, Picks)
    right, why, article = graded(one, *(name for name, _ in one.answer.candidates))
    assert (right, article) == (False, "3.2")
    assert why.endswith("is closed: two or more opposing checkers stand there.")
    assert graded(one) == (
        False,
        f"{one.reason.values['open']} belongs to it: the checker may land there.",
        "3.4",
    )


def test_a_high_number_is_no_free_choice() -> None:
    one = first("bear-off", 1, "is moved inside")
    assert isinstance(one.answer, Picks)
    state = GAME.notation.parse_position(one.position)
    lower = [
        name
        for name, say in one.answer.candidates
        if say.values["point"] < one.question.values["die"] and state.own[say.values["point"]]
    ]
    for name in lower:
        right, why, article = graded(one, name)
        assert (right, article) == (False, "6.3")
        assert "while a checker stands farther back" in why


def test_the_smaller_number_is_not_enough() -> None:
    one = first("number", 2, "it must be the larger")
    assert graded(one, "die1")[0]
    assert graded(one, "die2")[::2] == (False, "5.2")
    assert graded(one, "die1", "die2") == (
        False,
        "After either number the other one cannot be played any more.",
        "5.1",
    )
    assert graded(one) == (False, "A number that can be played must be played.", "5.1")


def test_orders_are_not_plays() -> None:
    told = set()
    for seed in range(1, 30):
        one = exercise(KINDS["plays"], 2, seed)
        told |= {
            graded(one, str(n))[2]
            for n in range(60)
            if n != number(one) and "orders" in graded(one, str(n))[1]
        }
    assert told == {"5.4"}


def test_a_chance_may_be_given_as_fraction_or_percentage_with_comma() -> None:
    one = next(one for one, _, _ in made("enter", 1) if number(one) == Fraction(11, 36))
    assert graded(one, "11/36")[0] and graded(one, "30,6 %")[0] and graded(one, "0.306")[0]
    assert graded(one, "1/6")[1:] == ("That is the chance of one die; you roll two.", "2.2")
    assert graded(one, "25/36")[1:] == ("That is the chance of the contrary.", "4.3")


def test_a_play_before_entering_is_refused_by_its_article() -> None:
    one = first("enter-play", 1)
    state = GAME.notation.parse_position(one.position)
    place = next(place for place in range(24, 6, -1) if state.own[place])
    assert graded(one, f"{place}/{place - (state.dice or (0, 0))[0]}")[::2] == (False, "4.1")


def test_a_play_that_falls_short_is_told_by_how_much() -> None:
    one = first("take-off", 1)
    state = GAME.notation.parse_position(one.position)
    assert isinstance(one.answer, Play)
    for move in GAME.legal_moves(state):
        text = GAME.notation.format_move(move)
        if text not in one.answer.right:
            assert graded(one, text)[1].startswith("This play takes off ")


def test_questions_are_whole_in_both_languages() -> None:
    for name in KINDS:
        one = exercise(KINDS[name], 1, 1)
        german, english = (words(language, "backgammon").say(one.question) for language in ("de", "en"))
        assert german != english
        assert german.startswith("Du spielst ")
        assert english.startswith("You are ")

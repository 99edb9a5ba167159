"""The table of rolls against the rules themselves, against known truths, and against both sides playing perfectly."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator

import numpy as np
import pytest

from plyyard.core import kernel
from plyyard.core.chance import seeded
from plyyard.games.backgammon import analysis, bearoff, bots, moves, rules
from plyyard.games.backgammon.game import GAME, ROLLS
from plyyard.games.backgammon.state import State, other
from plyyard.players import player
from tests.games.backgammon.test_notation import position

Points = tuple[int, ...]
"""Where a side's checkers stand, from the farthest down."""


def places(points: Points) -> tuple[int, ...]:
    return tuple(15 - len(points) if place == 0 else points.count(place) for place in range(26))


def row(points: Points) -> list[float]:
    start = bearoff.row(places(points), 0)
    return list(bearoff.table()[start : start + bearoff.LONGEST])


@functools.cache
def ends(points: Points) -> tuple[tuple[Points, ...], ...]:
    """By roll as in ROLLS: where the plays of the rules lead."""
    found = []
    scratch = kernel.as_arrays(moves.lane(State()))
    for dice in ROLLS.outcomes:
        # The other side's last checker stands behind all of these.
        scratch.board[:] = (*places(points), *places((1,)))
        scratch.dice[:] = dice
        reached = set()
        for play in scratch.plays[: kernel.compiled(rules).list_plays(scratch)].tolist():
            left = list(points)
            while play:
                left.remove((play & 255) >> 3)
                left += [((play & 255) >> 3) - (play & 7)]
                play >>= 8
            reached.add(tuple(sorted((point for point in left if point > 0), reverse=True)))
        found.append(tuple(reached))
    return tuple(found)


def drawn(number: int, most: int, farthest: int, seed: int) -> Iterator[Points]:
    rng = random.Random(seed)
    for _ in range(number):
        points = [rng.randint(1, farthest) for _ in range(rng.randint(1, most))]
        yield tuple(sorted(points, reverse=True))


@pytest.mark.parametrize(
    ("number", "most", "farthest"),
    [(300, 15, 6), (200, 4, 23), pytest.param(2000, 15, 6, marks=pytest.mark.slow)],
)
def test_the_rules_know_no_play_that_takes_fewer_rolls(number: int, most: int, farthest: int) -> None:
    average = functools.cache(lambda points: sum(row(points)))
    for points in drawn(number, most, farthest, seed=number):
        best = [min(average(end) for end in reached) for reached in ends(points)]
        expected = 1 + sum(weight * mean for weight, mean in zip(ROLLS.weights, best, strict=True)) / 36
        assert average(points) == pytest.approx(expected, abs=1e-9), points


def test_every_position_has_its_own_row() -> None:
    table = bearoff.table().reshape(-1, bearoff.WIDTH)
    assert len(table) == 54_264 + 17_550
    assert (table[1 : bearoff.AT_HOME, 0] == 1).all() and not table[0].any()
    assert (np.diff(table[:, : bearoff.LONGEST], axis=1) <= 1e-15).all()
    assert table[:, bearoff.LONGEST - 1].max() < 1e-13  # no position needs more rolls than a row has room for
    assert bearoff.row(places((6,) * 15), 0) == bearoff.WIDTH * (bearoff.AT_HOME - 1)
    assert bearoff.row(places((23,) * 4), 0) == bearoff.WIDTH * (bearoff.ROWS - 1)
    rows = {bearoff.row(places(points), 0) for points in drawn(3000, 15, 6, 1)}
    assert len(rows) == len(set(drawn(3000, 15, 6, 1)))


KNOWN = [
    ((1,), 0),
    ((6,), 9),  # rolls out of 36 that fail: 27 take a last checker from the six-point
    ((7,), 13),
    ((1, 1, 1), 30),
    ((2, 2), 10),
]


@pytest.mark.parametrize(("points", "fail"), KNOWN)
def test_chances_of_one_roll(points: Points, fail: int) -> None:
    assert row(points)[1] == pytest.approx(fail / 36)


@functools.cache
def perfect(own: Points, opposing: Points) -> float:
    """Points of the side on roll when both sides play for the best against each other."""
    if not opposing:
        return -1.0
    total = 0.0
    for weight, reached in zip(ROLLS.weights, ends(own), strict=True):
        total += weight * max(-perfect(opposing, end) if end else 1.0 for end in reached)
    return total / 36


@pytest.mark.parametrize(("farthest", "error"), [(6, 0.01), (12, 0.01)])
def test_two_sides_of_few_checkers(farthest: int, error: float) -> None:
    pairs = zip(drawn(40, 3, farthest, 5), drawn(40, 3, farthest, 6), strict=True)
    worst = 0.0
    for own, opposing in pairs:
        state = State((places(own), places(opposing)), "white")
        exact = perfect(own, opposing)
        worst = max(worst, abs(bots.evaluate(state, "white") - exact))
        assert GAME.score(state)["race"]["white"] == pytest.approx((1 + exact) / 2, abs=error)
    assert worst < error


@pytest.mark.parametrize("turn", ["white", "black"])
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_last_rolls(level: str, turn: str) -> None:
    for code, value in (("AwAAIAAAAAAAAA", 1.0), ("AQAAAAEAAAAAAA", 10 / 36)):
        state = GAME.notation.parse_position(f"{code} turn={turn}")
        values = player(GAME, level).value(state, seeded(1))
        assert values == pytest.approx({turn: value, other(turn): -value}, abs=1e-6)


def test_the_race_figure_of_the_last_rolls() -> None:
    state = GAME.notation.parse_position("AQAAAAEAAAAAAA turn=white")
    assert GAME.score(state)["race"] == {"white": 0.6389, "black": 0.3611}


def test_gammons() -> None:
    """Nothing off yet: all on the six-point 17 of 36 rolls take a checker off (a six, 5 1, 4 2, 3 3 and 2 2)."""
    loser = position({1: 2}, {19: 15}, (1, 1)).checkers
    assert bots.evaluate(State(loser, "white"), "white") == 2
    assert bots.evaluate(State(loser, "black"), "white") == pytest.approx(1 + 19 / 36)
    one_off = position({1: 2}, {19: 14}, (1, 1)).checkers
    assert bots.evaluate(State(one_off, "black"), "white") == pytest.approx(1)


def test_only_what_the_table_knows() -> None:
    known = functools.partial(position, dice=(1, 1))
    assert bearoff.is_known(moves.lane(known({6: 15}, {19: 15})).board)
    assert bearoff.is_known(moves.lane(known({12: 4}, {13: 4})).board)
    assert not bearoff.is_known(moves.lane(known({12: 5}, {13: 4})).board)
    assert not bearoff.is_known(moves.lane(known({12: 4}, {13: 3, 11: 1})).board)
    assert not bearoff.is_known(moves.lane(known({25: 1}, {19: 1})).board)
    state = known({7: 1, 6: 14}, {19: 15})
    assert analysis.winning_chance(State(state.checkers)) == analysis.race_chance(91, 90)

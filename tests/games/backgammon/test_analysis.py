"""Figures for people against what can be counted: pips, shots out of 36, the race."""

from __future__ import annotations

import random

import numpy as np
import pytest

from plyyard.core import kernel
from plyyard.games.backgammon import analysis, moves, rules, worth
from plyyard.games.backgammon.game import GAME
from plyyard.games.backgammon.state import State
from tests.games.backgammon.test_notation import position


def test_the_start() -> None:
    figures = GAME.score(State())
    assert figures["pips"] == {"white": 167, "black": 167}
    assert figures["off"] == {"white": 0, "black": 0}
    assert figures["shots"] == {"white": 0, "black": 0}
    assert "race" not in figures


@pytest.mark.parametrize(
    ("away", "rolls"),
    [(1, 11), (2, 12), (3, 14), (4, 15), (5, 15), (6, 17), (7, 6), (8, 6), (9, 5), (10, 3), (11, 2), (12, 3)],
)
def test_shots_at_a_blot_with_nothing_between(away: int, rolls: int) -> None:
    """The table every book on backgammon prints, for example Magriel, Backgammon (1976), chapter 5."""
    state = position({24: 1}, {24 - away: 1, 1: 1}, (2, 1))
    if away != 23:
        assert analysis.shots(state, "white") == rolls
    assert worth.shots([*state.checkers[0], *state.checkers[1]], 0) == rolls


def test_closed_points_take_shots_away() -> None:
    state = position({24: 1}, {18: 1, 20: 2, 21: 2}, (2, 1))  # six away: 6s, 5-1, 4-2 (over 22); not 3-3, 2-2
    assert analysis.shots(state, "white") == 15
    assert worth.shots([*state.checkers[0], *state.checkers[1]], 0) == 15


def test_shots_by_formula_and_by_the_rules_agree_in_games() -> None:
    """The formula leaves out the duty to play both numbers: rarely it counts a roll more, never one less."""
    random_state, compared, differ = kernel.random_state(11), 0, 0
    while compared < 150:
        lane = moves.lane(State())
        rules.random_game(lane, random_state, 2 * (5 + compared % 60))
        lane.dice[:] = [0, 0]
        if lane.board[0] == 15 or lane.board[26] == 15:
            continue
        state = State((tuple(lane.board[:26]), tuple(lane.board[26:])), "white")
        for index, side in enumerate(("white", "black")):
            exact, formula = analysis.shots(state, side), worth.shots(lane.board, index)
            assert exact <= formula
            differ += exact != formula
        compared += 1
    assert differ <= 6


def test_the_race() -> None:
    state = position({6: 5, 5: 5, 4: 5}, {19: 5, 20: 5, 21: 5}, (2, 1))
    race = GAME.score(State(state.checkers, "white"))["race"]
    assert 0.58 < race["white"] < 0.61
    assert race["white"] + race["black"] == 1
    assert not analysis.contact(state)
    assert analysis.contact(State())


def test_race_chances_rise_with_the_lead() -> None:
    chances = [analysis.race_chance(own, 100) for own in range(60, 140)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.99
    assert chances[-1] < 0.06


def test_race_chances_by_pips_agree_with_the_exact_table() -> None:
    """For checkers that waste little, on the average of 300 races of some 70 pips a side."""
    rng = random.Random(1)
    errors = []
    for _ in range(300):
        sides = []
        for _ in range(2):
            points = [rng.choice((3, 4, 4, 5, 5, 6, 6)) for _ in range(15)]
            sides.append(tuple(points.count(place) for place in range(26)))
        exact = analysis.winning_chance(State((sides[0], sides[1])))
        errors.append(exact - analysis.race_chance(*map(analysis.pips, sides)))
    assert abs(sum(errors) / len(errors)) < 0.02
    assert max(map(abs, errors)) < 0.15


@pytest.mark.slow
def test_race_chances_by_pips_agree_with_races_rolled_out() -> None:
    """Pips alone, a double counting four times; the first side to have rolled enough wins."""
    rng = np.random.default_rng(1)
    dice = rng.integers(1, 7, (2, 40_000, 40, 2))
    rolled = np.where(dice[..., 0] == dice[..., 1], 4 * dice[..., 0], dice.sum(-1)).cumsum(-1)
    for own, opposing in ((100, 100), (100, 112), (80, 70), (120, 126)):
        needed = [(rolled[side] < pips).sum(-1) for side, pips in enumerate((own, opposing))]
        assert (needed[0] <= needed[1]).mean() == pytest.approx(analysis.race_chance(own, opposing), abs=0.02)


def test_phases() -> None:
    rng = random.Random(3)
    for _ in range(100):
        back = rng.randint(1, 24), rng.randint(1, 24)
        board = [0] * 52
        board[back[0]] = board[26 + back[1]] = 1
        assert worth.phase(board) == (0 if sum(back) > 24 else 1)


def test_the_numbers_that_enter() -> None:
    state = position({25: 1, 6: 2}, {24: 2, 22: 1, 19: 3}, (2, 1))
    assert GAME.score(state)["enters with"] == {"white": [2, 3, 4, 5]}
    assert "enters with" not in GAME.score(State())

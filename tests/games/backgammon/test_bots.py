"""The computer's judgement: sound numbers, the same at every speed, and the opening plays that everyone agrees on."""

from __future__ import annotations

import numpy as np
import pytest

from plyyard.core import kernel
from plyyard.core.chance import draw, seeded
from plyyard.core.game import CHANCE, Happened, Moved
from plyyard.games.backgammon import bearoff, bots, moves, notation, rules, worth
from plyyard.games.backgammon.game import GAME
from plyyard.games.backgammon.state import State
from plyyard.players.budget import Budget
from plyyard.players.player import LEVELS, player
from plyyard.training import backgammon as training
from tests.games.backgammon.test_notation import position


def test_every_level_plays_and_says_what_it_is() -> None:
    assert tuple(GAME.levels) == LEVELS
    assert GAME.levels["best"] == GAME.levels["strong"] == GAME.levels["medium"]
    assert "not stronger yet" in str(GAME.levels["strong"].says)
    for level in LEVELS:
        state = State(dice=(6, 4))
        assert player(GAME, level).choose(state, seeded(1)) in GAME.legal_moves(state)


def test_one_number_for_each_feature() -> None:
    assert bots.weights().shape == (2 * worth.HEADS * worth.FEATURES,)


def test_interpreted_and_compiled_agree() -> None:
    compiled = kernel.compiled(worth)
    random_state = kernel.random_state(4)
    index, values = [0] * worth.MOST, [0.0] * worth.MOST
    arrays = np.zeros(worth.MOST, np.int64), np.zeros(worth.MOST)
    weights, table = bots.weights(), bearoff.table()
    for events in range(10, 130, 4):
        lane = moves.lane(State())
        rules.random_game(lane, random_state, events)
        board = np.array(lane.board, np.int64)
        for side in (0, 1):
            plain = worth.equity(lane.board, side, weights.tolist(), index, values, table)
            assert plain == pytest.approx(compiled.equity(board, side, weights, *arrays, table), abs=1e-12)
            assert compiled.shots(board, side) == worth.shots(lane.board, side)
            count = worth.features(lane.board, side, index, values)
            assert count <= worth.MOST
            assert len(set(index[:count])) == count
            assert max(index[:count]) < worth.FEATURES


def test_what_one_side_gains_the_other_loses() -> None:
    for state in (State(), State(turn="black"), State(dice=(6, 6)), position({6: 3}, {19: 3}, (2, 1))):
        assert bots.evaluate(state, "white") == -bots.evaluate(state, "black")
        assert abs(bots.evaluate(state, "white")) <= 3
    assert -0.1 < bots.evaluate(State(), "white") < 0.3
    assert bots.evaluate(State(turn="white"), "white") == bots.evaluate(State(turn="black"), "black")


@pytest.mark.parametrize(("loser", "points"), [({24: 14}, 1), ({18: 15}, 2), ({18: 14, 3: 1}, 3)])
def test_the_end_is_exact(loser: dict[int, int], points: int) -> None:
    last = position({1: 1}, loser, (2, 1))
    end = GAME.apply(last, Moved("white", GAME.legal_moves(last)[0])).state
    assert bots.evaluate(end, "white") == points
    assert bots.evaluate(end, "black") == -points
    assert bots.evaluate(last, "white") == points  # the best play wins at once


def test_ratings_hold_every_play_once_best_first() -> None:
    for dice in ((3, 1), (2, 2)):
        state = State(dice=dice)
        rated = bots.rate(state, seeded(1), Budget())
        assert {play for play, _ in rated} == set(GAME.legal_moves(state))
        values = [value for _, value in rated]
        assert values == sorted(values, reverse=True)
    assert len(bots.rate(State(dice=(3, 1)), seeded(1), Budget({"nodes": 1}))) == 16


@pytest.mark.parametrize(
    ("dice", "best"),
    [
        ((3, 1), {"8/5 6/5"}),
        ((4, 2), {"8/4 6/4"}),
        ((6, 1), {"13/7 8/7"}),
        ((5, 3), {"8/3 6/3"}),
        ((6, 5), {"24/13"}),
        (
            (3, 3),
            {
                "8/5(2) 6/3(2)",
                "24/21(2) 13/10(2)",
                "8/5(2) 6/5(2)",
                "24/21(2) 8/5(2)",
                "13/10(2) 8/5(2)",
                "13/7(2)",
            },
        ),
        ((6, 6), {"24/18(2) 13/7(2)"}),
    ],
)
def test_openings_that_are_beyond_doubt(dice: tuple[int, int], best: set[str]) -> None:
    """As all published rollouts have them (bkgm.com/openings, 2006 and later)."""
    state = State(dice=dice)
    choice = player(GAME, "medium").choose(state, seeded(1))
    assert notation.format_move(choice) in best


@pytest.mark.slow
def test_medium_beats_beginner() -> None:
    players = {"white": player(GAME, "medium"), "black": player(GAME, "beginner")}
    won, below = 0, seeded(3)
    for _ in range(30):
        state = State()
        while (actor := GAME.actor(state)) is not None:
            if actor is CHANCE:
                state = GAME.apply(state, Happened(draw(GAME.lot(state), below))).state
            else:
                state = GAME.apply(state, Moved(actor, players[actor].choose(state, below))).state
        won += state.winner == "white"
    assert won >= 22  # less happens once in a million at a winning chance of 0.95


@pytest.mark.slow
def test_learning_by_self_play_finds_sense() -> None:
    """A short fit from nothing: a race far ahead is good, far behind bad, the start about even."""
    learned = training.fit(1500, 1, report=0)
    index, values = [0] * worth.MOST, [0.0] * worth.MOST

    def judged(state: State) -> float:
        board = [*state.checkers[0], *state.checkers[1]]
        return float(worth.equity(board, 0, learned.tolist(), index, values, ()))

    ahead = position({6: 3, 3: 3}, {13: 15}, (2, 1))
    behind = position({12: 15}, {22: 3, 19: 3}, (2, 1))
    assert judged(ahead) > 0.5
    assert judged(behind) < -0.5
    assert -0.4 < judged(State()) < 0.6

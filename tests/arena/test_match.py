"""Matches: counting, intervals, repeatability, processes, and the sequential test."""

from __future__ import annotations

import math
import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import pytest

from plyyard.arena.game import Played, play
from plyyard.arena.match import Tally, match, wilson
from plyyard.arena.sprt import verdict
from plyyard.core import registry
from plyyard.core.game import Result
from plyyard.players import player


def test_wilson_against_published_values() -> None:
    # Newcombe (1998), Statistics in Medicine 17:857, table I, method 3: 81/263, 15/148, 0/20, 1/29.
    for hits, trials, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert wilson(hits / trials, trials) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))
    assert wilson(0.5, 0) == (0.0, 1.0)


def test_a_tally_counts_wins_draws_losses_and_points_from_the_first_players_side() -> None:
    tally = Tally()
    ended = [Result("a", "finished", 3), Result("b", "finished", 2), Result(None, "blocked"), None]
    for result in ended:
        tally.count(Played(result, {"a": 2, "b": 1}, {"a": 0.5, "b": 0.0}), ("a", "b"))
    assert (tally.wins, tally.draws, tally.losses) == (1, 2, 1)
    assert tally.points == [3, -2, 0, 0]
    assert tally.score == 0.5
    assert tally.moves == [8, 4]
    mean, half = tally.mean_points
    assert mean == pytest.approx(0.25)
    assert half == pytest.approx(1.96 * math.sqrt(12.75 / 3 / 4), rel=1e-3)


def test_the_better_player_wins_from_both_sides() -> None:
    tally = match(registry.game("nim"), "medium", "beginner", 200, seed=1)
    assert tally.games == 200
    assert tally.interval[0] > 0.6
    reverse = match(registry.game("nim"), "beginner", "medium", 200, seed=1)
    assert reverse.interval[1] < 0.4


def test_sides_are_alternated_and_dice_shared_by_pairs() -> None:
    # With nothing to choose, the same dice make the same side win: every pair is one win each.
    tally = match(registry.game("snakes"), "beginner", "beginner", 60, seed=4)
    assert (tally.wins, tally.losses, tally.draws) == (30, 30, 0)


def test_the_seed_alone_decides() -> None:
    def points(seed: int) -> list[float]:
        return match(registry.game("nim"), "beginner", "beginner", 50, seed).points

    assert points(7) == points(7) != points(8)


def test_processes_play_the_same_match() -> None:
    context = multiprocessing.get_context("spawn")
    alone = match(registry.game("nim"), "medium", "beginner", 40, seed=2)
    with ProcessPoolExecutor(2, mp_context=context) as executor:
        together = match(registry.game("nim"), "medium", "beginner", 40, seed=2, executor=executor)
    assert alone.points == together.points
    assert alone.moves == together.moves


def test_one_game_ends_with_its_result() -> None:
    game = registry.game("nim")
    players = {"amber": player(game, "medium"), game.sides[1]: player(game, "beginner")}
    played = play(game, players, "1")
    assert played.result is not None and played.result.winner == "amber"  # 21 stones: who begins wins
    assert abs(played.moves["amber"] - played.moves[game.sides[1]]) <= 1


def test_sprt_stops_when_it_is_clear() -> None:
    heard: list[int] = []
    tally = match(
        registry.game("nim"), "medium", "beginner", 10_000, seed=3,
        told=lambda so_far: heard.append(so_far.games), enough=lambda so_far: verdict(so_far) is not None,
    )  # fmt: skip
    assert verdict(tally) is True
    assert tally.games < 300 and heard[-1] == tally.games
    assert verdict(Tally(wins=480, losses=520)) is False
    assert verdict(Tally(wins=6, losses=4)) is None

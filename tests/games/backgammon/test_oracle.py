"""The kernel against the slow oracle: the same plays in positions from random games and in random positions."""

from __future__ import annotations

import random

import pytest

from plyyard.core import kernel
from plyyard.games.backgammon import moves, rules
from plyyard.games.backgammon.state import State
from tests.games.backgammon import oracle


def seen_by_mover(board: list[int], side: int) -> oracle.Position:
    own, opposing = board[26 * side : 26 * side + 26], board[26 - 26 * side : 52 - 26 * side]
    return (
        tuple(place for place in range(26) for _ in range(own[place])),
        tuple(place for place in range(26) for _ in range(opposing[25 - place])),
    )


def agree(lane: rules.Lane) -> int:
    """Compare one decision; how many plays there are."""
    side = lane.turn[0]
    expected = oracle.results(seen_by_mover(lane.board, side), (lane.dice[0], lane.dice[1]))
    found = []
    for index in range(rules.list_plays(lane)):
        board = list(lane.board)
        play = lane.plays[index]
        while play:
            source, die = (play & 255) >> 3, play & 7
            assert rules.why_not(board, side, source, die) == 0, "the listed order of steps is legal, too"
            rules.step(board, side, source, die)
            play >>= 8
        found.append(seen_by_mover(board, side))
    assert len(found) == len(set(found)), "two plays with one result"
    assert set(found) == expected
    for index, end in enumerate(found):
        if oracle.over(end):
            made = rules.Lane(
                list(lane.board), list(lane.turn), list(lane.dice), list(lane.plays), list(lane.trail)
            )
            rules.make(made, lane.plays[index])
            assert rules.value(made.board, side) == oracle.points(end)
            assert made.turn == [side]
    return len(found)


def rolled(random_state: list[int]) -> list[int]:
    return sorted((1 + kernel.below(random_state, 6), 1 + kernel.below(random_state, 6)), reverse=True)


def game_decisions(seed: int, limit: int) -> int:
    """Random games from the start, each decision compared."""
    random_state, decisions = kernel.random_state(seed), 0
    while decisions < limit:
        lane = moves.lane(State())
        while lane.board[0] < 15 and lane.board[26] < 15:
            lane.dice[:] = rolled(random_state)
            count = agree(lane)
            decisions += 1
            rules.make(lane, lane.plays[kernel.below(random_state, count)] if count else 0)
    return decisions


def placed(rng: random.Random) -> rules.Lane:
    """A random sound position: few or many checkers, at home or spread, on bars, many blots."""
    taken: dict[int, int] = {}
    board = [0] * 52
    for side in rng.sample((0, 1), 2):
        off = rng.choice((0, 0, 5, 11, 12, 13, 14))
        board[26 * side] = off
        last = rng.choice((6, 6, 9, 24, 25))
        for _ in range(15 - off):
            place = rng.randint(1, last)
            while place != 25 and taken.get(place if side == 0 else 25 - place, side) != side:
                place = rng.randint(1, 25)
            if place != 25:
                taken[place if side == 0 else 25 - place] = side
            board[26 * side + place] += 1
    return rules.Lane(board, [rng.randint(0, 1)], [0, 0], [0] * rules.MOST_PLAYS, [0] * rules.TRAIL)


def position_decisions(seed: int, count: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        lane = placed(rng)
        lane.dice[:] = sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True)
        agree(lane)


def test_a_few_games_and_positions_agree() -> None:
    assert game_decisions(1, 500) >= 500
    position_decisions(2, 500)


@pytest.mark.slow
def test_twenty_thousand_decisions_agree() -> None:
    assert game_decisions(3, 10_000) >= 10_000
    position_decisions(4, 15_000)

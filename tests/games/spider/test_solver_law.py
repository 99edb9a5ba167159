"""The law of the solver: each line it finds, in any way to play, replays move by move through the rules to a win."""

from __future__ import annotations

import random

import pytest

from plyyard.core.game import Moved
from plyyard.games.spider.game import GAME
from plyyard.games.spider.solver import solve
from plyyard.games.spider.state import DEAL, PLAYER, State

SEEDS = 300
AT_ONCE = 30
NODES = 40_000


def ways(seed: int) -> dict[str, object]:
    """A deal and how it is played: each mix of suits, rules and runs comes up."""
    return {
        "number": random.Random(seed).randrange(1_000_000_000),
        "suits": (1, 2, 4, 2)[seed % 4],
        "layout": ("xpat2", "left")[seed // 2 % 2],
        "rule": ("strict", "relaxed1", "relaxed2")[seed % 3],
        "runs": ("auto", "manual", "keep", "auto", "manual")[seed % 5],
    }


def end_of(state: State, line: tuple[object, ...]) -> State:
    state = GAME.settle(state).state
    for move in line:
        assert move in GAME.legal_moves(state)
        state = GAME.apply(state, Moved(PLAYER, move)).state
    return state


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_lines_replay_to_a_win(first: int) -> None:
    found_any = 0
    for seed in range(first, first + AT_ONCE):
        options = ways(seed)
        state = GAME.start(GAME.complete(options, lambda n: 0))
        keep = options["runs"] == "manual" and seed % 10 == 1
        found = solve(state, nodes=NODES, keep=keep)
        assert found.status in {"solved", "unknown"}, options
        assert (found.status == "solved") == bool(found.line)
        if not found.line:
            continue
        found_any += 1
        end = end_of(state, found.line)
        result = GAME.result(end)
        assert result is not None and result.kind == "won", options
        stays = keep or options["runs"] == "keep"
        assert GAME.score(end)["points"] == (1000 if stays else 990), options
        assert stays <= (not any(move.target < 0 and move != DEAL for move in found.line)), options
    assert found_any >= AT_ONCE // 2

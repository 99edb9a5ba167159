"""Makes games/backgammon/data/weights.json: the numbers of worth.py, learned by self-play; run it when features change.

Temporal differences: after each turn the chances that the position before had promised are corrected towards those of the
position that came of it, at the end towards the result. ``python -m plyyard.training.backgammon GAMES SEED``.
The numbers there now: 150,000 games, seed 1. Twice as many change nothing that 6,000 games could show (−0.002 ± 0.036 points).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from plyyard.core import kernel
from plyyard.core.kernel import below
from plyyard.core.kernel import kernel as kernel_mark
from plyyard.games.backgammon import moves, worth
from plyyard.games.backgammon.rules import Lane, make
from plyyard.games.backgammon.state import State
from plyyard.games.backgammon.worth import FEATURES, HEADS, MOST, features, phase, rate_plays, sigmoid

WEIGHTS = Path(worth.__file__).parent / "data" / "weights.json"
"""Numbers in thousandths, by phase, head and feature as worth.py counts them."""


@kernel_mark
def chances(board, side, weights, index, values, out):  # type: ignore[no-untyped-def]
    """The three chances of ``side`` into ``out``; how many features there were."""
    count = features(board, side, index, values)
    start = phase(board) * HEADS * FEATURES
    for head in range(HEADS):
        total = 0.0
        for i in range(count):
            total += weights[start + head * FEATURES + index[i]] * values[i]
        out[head] = sigmoid(total)
    return count


@kernel_mark
def learn_game(lane, random, weights, rate, index, values, table, before, before_values, ratings, now, then):  # type: ignore[no-untyped-def]
    """One game against itself, learning after each turn; the number of turns."""
    turns = 0
    board = lane.board
    while True:
        side = lane.turn[0]
        one = 1 + below(random, 6)
        two = 1 + below(random, 6)
        lane.dice[0] = max(one, two)
        lane.dice[1] = min(one, two)
        # What the position promised before the roll.
        start = phase(board) * HEADS * FEATURES
        used = chances(board, side, weights, before, before_values, then)
        no_gammon = board[26 - 26 * side] > 0
        no_loss = board[26 * side] > 0
        count = rate_plays(lane, weights, index, values, table, ratings)
        best = 0
        for number in range(1, count):
            if ratings[number] > ratings[best]:
                best = number
        make(lane, lane.plays[best] if count > 0 else 0)
        turns += 1
        over = board[26 * side] == 15
        if over:
            now[0] = 1.0
            now[1] = 0.0 if board[26 - 26 * side] > 0 else 1.0
            now[2] = 0.0
        else:
            chances(board, 1 - side, weights, index, values, now)
            win = now[0]
            gammon = now[1] if board[26 * side] == 0 else 0.0
            lost = now[2] if board[26 - 26 * side] == 0 else 0.0
            now[0] = 1.0 - win
            now[1] = lost
            now[2] = gammon
        for head in range(HEADS):
            if (head == 1 and no_gammon) or (head == 2 and no_loss):
                continue
            error = rate * (now[head] - then[head])
            for i in range(used):
                weights[start + head * FEATURES + before[i]] += error * before_values[i]
        if over:
            return turns


def fit(games: int, seed: int, weights: Any = None, report: int = 20_000) -> Any:
    """Weights after so many games, float64 of shape (2 phases × 3 heads × features)."""
    import numpy as np

    weights = np.zeros(2 * HEADS * FEATURES) if weights is None else weights
    learn = kernel.compiled(sys.modules[__name__]).learn_game
    random = np.array(kernel.random_state(seed), np.int64)
    start = kernel.as_arrays(moves.lane(State()))
    index, before = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64)
    values, before_values = np.zeros(MOST), np.zeros(MOST)
    ratings, now, then = np.zeros(4000), np.zeros(HEADS), np.zeros(HEADS)
    table = np.zeros(0)  # the weights shall know how to bear off by themselves
    turns = 0
    for game in range(games):
        lane = Lane(*(part.copy() for part in start))
        rate = 0.1 * 0.01 ** (game / games)
        turns += learn(
            lane, random, weights, rate, index, values, table, before, before_values, ratings, now, then
        )
        if report and (game + 1) % report == 0:
            print(f"{game + 1} games, {turns / (game + 1):.1f} turns a game", flush=True)
    return weights


if __name__ == "__main__":
    WEIGHTS.parent.mkdir(exist_ok=True)
    found = fit(int(sys.argv[1]), int(sys.argv[2]))
    WEIGHTS.write_text(json.dumps([round(1000 * value) for value in found.tolist()]) + "\n")

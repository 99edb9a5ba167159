"""Which takings are legal. The only place that knows.

Lane: ``stones`` [count], ``turn`` [0 or 1].
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyyard.core.kernel import below, kernel

MOST = 3
MOST_STONES = 30


class Lane(NamedTuple):
    stones: Any
    turn: Any


@kernel
def most(lane):  # type: ignore[no-untyped-def]
    """How many stones may be taken at most; at least is one.  art. 1.2"""
    return min(MOST, lane.stones[0])


@kernel
def take(lane, count):  # type: ignore[no-untyped-def]
    """Take stones; the turn passes.  art. 1.2"""
    lane.stones[0] -= count
    lane.turn[0] = 1 - lane.turn[0]


@kernel
def random_game(lane, random, limit):  # type: ignore[no-untyped-def]
    """Take at random until the heap is gone or the limit is reached; the number of moves."""
    moves = 0
    while moves < limit and lane.stones[0] > 0:
        take(lane, 1 + below(random, most(lane)))
        moves += 1
    return moves

"""How the computer plays backgammon: what it looks at is in worth.py; here are the levels."""

from __future__ import annotations

import functools
import json
import threading
from pathlib import Path
from typing import Any

import numpy as np

from plyyard.core import kernel
from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.game import Recipe
from plyyard.games.backgammon import bearoff, moves, rules, worth
from plyyard.games.backgammon.state import SIDES, Play, State

CANDIDATES = 8
"""Plays that are looked at one turn further; a best play farther down at first sight is rare, and costs little then."""


@functools.cache
def weights() -> Any:
    """The numbers of worth.py, float64, as training/backgammon.py wrote them (in thousandths)."""
    text = (Path(__file__).parent / "data" / "weights.json").read_text(encoding="utf-8")
    return np.array(json.loads(text), np.float64) / 1000


class Desk(threading.local):
    """The compiled kernels and one workspace a thread."""

    def __init__(self) -> None:
        self.kernels = kernel.compiled(worth)
        self.index = np.zeros(worth.MOST, np.int64)
        self.values = np.zeros(worth.MOST, np.float64)
        self.ratings = np.zeros(rules.MOST_PLAYS, np.float64)
        self.scratch = kernel.as_arrays(moves.lane(State()))
        self.work = (weights(), self.index, self.values, bearoff.table())


@functools.cache
def desk() -> Desk:
    return Desk()


def evaluate(state: State, side: str) -> float:
    """Cubeless equity for a side, in points: before a roll, before a play (then of the best one), after the end."""
    at = desk()
    if state.dice is None or state.winner:
        board = np.array((*state.checkers[0], *state.checkers[1]), np.int64)
        found = at.kernels.equity(board, SIDES.index(state.turn), *at.work)
    else:
        found = at.kernels.best_rating(kernel.as_arrays(moves.lane(state)), *at.work, at.ratings)
    return float(found if state.turn == side else -found)


def rate(view: State, below: Below, budget: Any) -> list[tuple[Play, float]]:
    """Every play with its value for the mover: the best few at first sight, then these one turn further.

    Plays that were not looked at further stand behind, never above the worst that was.
    """
    at = desk()
    lane = kernel.as_arrays(moves.lane(view))
    count = at.kernels.rate_plays(lane, *at.work, at.ratings)
    first_sight = at.ratings[:count].tolist()
    order = sorted(range(count), key=lambda number: -first_sight[number])
    plays, deep = moves.plays(view), dict[int, float]()
    for number in order[:CANDIDATES]:
        if budget.is_spent:
            break
        deep[number] = float(at.kernels.ahead(lane, lane.plays[number], at.scratch, *at.work, at.ratings))
        budget.use(420)  # states evaluated: 21 rolls of about 20 plays
    worst = min(deep.values(), default=float("inf"))
    rated = [(plays[number], deep.get(number, min(first_sight[number], worst))) for number in order]
    return sorted(rated, key=lambda pair: -pair[1])


_LOOKS_AHEAD = Recipe(
    "own",
    Say("Weighs each of its best plays against every roll and reply. Strong and best are not stronger yet."),
    evaluate,
    {"rate": rate},
)
LEVELS = {
    "beginner": Recipe(
        "random",
        Say("Plays every third turn at random, otherwise what looks best."),
        evaluate,
        {"blunder": 0.33},
    ),
    "easy": Recipe(
        "random",
        Say("Plays what looks best at first sight, with a slip now and then."),
        evaluate,
        {"blunder": 0.1},
    ),
    "medium": _LOOKS_AHEAD,
    "strong": _LOOKS_AHEAD,
    "best": _LOOKS_AHEAD,
}

"""Sampled worlds: each move is tried in the same imagined worlds; the average counts.

In every world a move is worth the best reply's value, or with ``playouts`` the mean of so many random games.
"""

from __future__ import annotations

from typing import Any

from plyyard.core.chance import draw
from plyyard.core.game import CHANCE, Happened, Moved
from plyyard.players.budget import Spent
from plyyard.players.question import Question, Rated, best_first

LONGEST = 1000  # events of a random game; then it is evaluated where it stands


def rate(question: Question) -> list[Rated]:
    totals = [0.0] * len(question.moves)
    tried = 0
    try:
        for _ in range(question.recipe.params.get("worlds", 1)):
            world = question.game.imagine(question.view, question.below)
            values = [_try_out(question, question.after(world, move)) for move in question.moves]
            totals = [total + value for total, value in zip(totals, values, strict=True)]
            tried += 1
    except Spent:
        if not tried:  # not one world was finished: a first look will have to do
            totals = [question.evaluate(question.after(world, move)) for move in question.moves]
    return best_first(
        [(move, total / max(tried, 1)) for move, total in zip(question.moves, totals, strict=True)]
    )


def choose(question: Question) -> Any:
    return rate(question)[0][0]


def _try_out(question: Question, state: Any) -> float:
    playouts = question.recipe.params.get("playouts", 0)
    if not playouts:
        return question.expected(state)
    total = sum(_random_game(question, state) for _ in range(playouts))
    return float(total / playouts)


def _random_game(question: Question, state: Any) -> float:
    game, below = question.game, question.below
    question.budget.check()
    for _ in range(LONGEST):
        actor = game.actor(state)
        if actor is None:
            break
        if actor is CHANCE:
            state = game.apply(state, Happened(draw(game.lot(state), below))).state
        else:
            moves = game.legal_moves(state)
            state = game.apply(state, Moved(actor, moves[below(len(moves))])).state
    return question.evaluate(state)

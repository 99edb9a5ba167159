"""Random with sense: with probability ``blunder`` (1 at first) any move, else the greedy one."""

from __future__ import annotations

from typing import Any

from plyyard.players.methods import greedy
from plyyard.players.question import Question, Rated

FINENESS = 1_000_000


def rate(question: Question) -> list[Rated]:
    if question.recipe.evaluate is None:
        return [(move, 0.0) for move in question.moves]
    return greedy.rate(question)


def choose(question: Question) -> Any:
    if question.below(FINENESS) < question.recipe.params.get("blunder", 1.0) * FINENESS:
        return question.moves[question.below(len(question.moves))]
    return greedy.choose(question)

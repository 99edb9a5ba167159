"""Expectimax: the ``candidates`` best by the first look, then exact chance and the best reply."""

from __future__ import annotations

from typing import Any

from plyyard.players.budget import Spent
from plyyard.players.methods import greedy
from plyyard.players.question import Question, Rated, best_first

LOOKS_AHEAD = True  # also before chance: the value of a view is the mean over its outcomes


def rate(question: Question) -> list[Rated]:
    """Moves that were not looked at further stand behind, never above the worst that was."""
    first_look = greedy.rate(question)
    candidates = question.recipe.params.get("candidates", len(first_look))
    worlds = question.worlds()
    deep: list[Rated] = []
    try:
        for move, _ in first_look[:candidates]:
            question.budget.check()
            deep.append(
                (move, sum(question.expected(question.after(world, move)) for world in worlds) / len(worlds))
            )
    except Spent:
        pass
    if not deep:
        return first_look
    deep = best_first(deep)
    return deep + [(move, min(value, deep[-1][1])) for move, value in first_look[len(deep) :]]


def choose(question: Question) -> Any:
    return rate(question)[0][0]

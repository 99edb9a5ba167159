"""The game's own search: ``rate(view, below, budget)`` in the recipe's numbers, a list of (move, value).

With ``choose(view, below, budget)`` there, too, the move to play is known without rating the others.
"""

from __future__ import annotations

from typing import Any

from plyyard.players.question import Question, Rated, best_first

LOOKS_AHEAD = True  # also before chance: the value of a view is the mean over its outcomes


def rate(question: Question) -> list[Rated]:
    found = question.recipe.params["rate"](question.view, question.below, question.budget)
    return best_first([(move, float(value)) for move, value in found])


def choose(question: Question) -> Any:
    own = question.recipe.params.get("choose")
    if own is not None:
        return own(question.view, question.below, question.budget)
    return rate(question)[0][0]

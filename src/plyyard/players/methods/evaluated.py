"""Nothing to choose: the game is only evaluated."""

from __future__ import annotations

from typing import Any

from plyyard.players.question import Question, Rated


def rate(question: Question) -> list[Rated]:
    return [(move, question.evaluate(question.after(question.view, move))) for move in question.moves]


def choose(question: Question) -> Any:
    raise AssertionError("a game that is only evaluated offers no choice")

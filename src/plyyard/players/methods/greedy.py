"""Greedy: what looks best right after the move, averaged over imagined worlds where something is hidden."""

from __future__ import annotations

from typing import Any

from plyyard.players.question import Question, Rated, best_first


def rate(question: Question) -> list[Rated]:
    worlds = question.worlds()
    return best_first(
        [
            (move, sum(question.evaluate(question.after(world, move)) for world in worlds) / len(worlds))
            for move in question.moves
        ]
    )


def choose(question: Question) -> Any:
    return rate(question)[0][0]

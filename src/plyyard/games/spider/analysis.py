"""Figures people want: the score and its parts, deals left, why one cannot deal now, what is still hidden."""

from __future__ import annotations

from typing import Any

from plyyard.core.errors import Say
from plyyard.games.spider import position, reasons, rules
from plyyard.games.spider.state import DEAL, State

MOST = 1000


def score(state: State) -> dict[str, Any]:
    """Points so far with their parts, and the figures beside the board. Works on views, too."""
    parts = position.score_parts(state)
    return {
        "points": sum(parts.values()),
        "parts": parts,
        "deals": deals_left(state),
        "face_down": sum(state.down),
        "runs": runs(state),
    }


def deals_left(state: State) -> int:
    """How often the stock can still be dealt."""
    return len(state.stock) // 10


def runs(state: State) -> int:
    """Complete runs, removed or lying face up in the columns."""
    return len(state.home) + int(rules.complete_runs(position.lane(state)))


def why_no_deal(state: State) -> tuple[Say, str] | None:
    """Why one cannot deal now, with the article; None when one can."""
    if position.outcome(state) is not None:
        return reasons.OVER
    why = position.why_not(state, DEAL)
    if not why:
        return None
    if why == rules.EMPTY_COLUMN and never_deal(state):
        return TOO_FEW
    return reasons.REASONS[why]


TOO_FEW = (
    Say(
        "Fewer than ten cards are left in the columns: they cannot all be filled, "
        "so no deal is possible any more."
    ),
    "3.5",
)


def never_deal(state: State) -> bool:
    """Whether a strict deal has become impossible: too few cards to put one on each column.  art. 3.5"""
    return state.rule == "strict" and bool(state.stock) and sum(map(len, state.columns)) < 10

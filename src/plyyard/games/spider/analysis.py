"""Figures people want: the score and its parts, deals left, why one cannot deal now, what is still hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from plyyard.core.errors import Say
from plyyard.games.spider import position, reasons, rules
from plyyard.games.spider.state import COLUMNS, DEAL, State

MOST = 1000
TURNED, OPENED, PAIR, RUN = 10, 15, 2, 50  # points


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


class Line(NamedTuple):
    """A line of the score: ``n`` times ``each`` (0: no single price) are ``points``.

    ``cards``: column and place, from 0, of those that it comes from; ``columns``: whole ones; ``home``: removed runs.
    """

    name: str
    n: int
    each: int
    points: int
    cards: tuple[tuple[int, int], ...] = ()
    columns: tuple[int, ...] = ()
    home: int = 0


def anatomy(state: State) -> list[Line]:
    """What makes the score up, part by part, and where each part lies.  chapter 6"""
    parts = position.score_parts(state)
    lane = position.lane(state)
    runs = [place for column in range(COLUMNS) for place in _run_places(lane, column)]
    inside = {
        (column, first + n) for column, first in runs for n in range(1, 13)
    }  # in the fifty of their run
    pairs = [pair for column in range(COLUMNS) for pair in _pair_places(lane, column) if pair not in inside]
    opened = tuple([column for column in range(COLUMNS) if not state.down[column]])
    both = dict.fromkeys([(column, place - n) for column, place in pairs for n in (1, 0)])
    thirteen = tuple([(column, first + n) for column, first in runs for n in range(13)])
    removed = len(state.home)
    return [
        Line("turned", parts["turned"] // TURNED, TURNED, parts["turned"]),
        Line("columns", len(opened), OPENED, parts["columns"], columns=opened),
        Line("pairs", len(pairs), PAIR, parts["pairs"], cards=tuple(both)),
        Line("runs", len(runs) + removed, RUN, parts["runs"], cards=thirteen, home=removed),
        Line("bonus", int(parts["bonus"] > 0), 0, parts["bonus"]),
    ]


def _run_places(lane: rules.Lane, column: int) -> Iterator[tuple[int, int]]:
    """Column and place of the king of each complete run."""
    start = rules.STRIDE * column
    first, end = start + lane.down[column], start + lane.height[column]
    for after in range(first + 13, end + 1):
        if rules.is_complete(lane.cards, first, after):
            yield column, after - 13 - start


def _pair_places(lane: rules.Lane, column: int) -> Iterator[tuple[int, int]]:
    """Column and place of each face-up card that lies on its next higher one."""
    start = rules.STRIDE * column
    for place in range(lane.down[column] + 1, lane.height[column]):
        if rules.run_length(lane.cards, start + place - 1, start + place + 1) == 2:
            yield column, place


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

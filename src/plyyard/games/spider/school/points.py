"""Exercises on the score: what it is after a move, part by part.  chapter 6"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from plyyard.core.chance import Below, shuffled
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Number
from plyyard.games.spider import notation, odds, position
from plyyard.games.spider.faults import faults
from plyyard.games.spider.rules import score as points_of
from plyyard.games.spider.school.search import lane_after
from plyyard.games.spider.school.tables import (
    group_say,
    laid,
    pack,
    put,
    shuffled_columns,
    sprite,
    text,
    until,
    walked,
)
from plyyard.games.spider.state import COLUMNS, DEAL, Move, State

KING = 12
PARTS = ("turned", "columns", "pairs", "runs", "bonus")


def score(below: Below, difficulty: int) -> Exercise:
    """The points after a move: a few cards turned; columns open; a run completed, removed or kept."""
    return until(lambda: _score(below, difficulty))


def parts_after(state: State, move: Move) -> dict[str, int]:
    """Points by their parts after a move, known although a card may be turned: that one lies on no face-up card."""
    parts = [0] * 5
    points_of(lane_after(state, move), parts)
    return dict(zip(PARTS, parts, strict=True))


def _score(below: Below, difficulty: int) -> Exercise | None:
    state = (_early, _open, _complete)[difficulty - 1](below)
    if faults(state) or position.outcome(state):
        return None
    before = position.score_parts(state)
    moves = [move for move in position.legal(state) if move != DEAL and move.target >= 0]
    changes = {move: _changed(before, parts_after(state, move)) for move in moves}
    most = max(map(len, changes.values()), default=0)
    telling = [move for move in moves if len(changes[move]) == most or difficulty != 2]
    if difficulty == 3:
        telling = [move for move in telling if parts_after(state, move)["runs"] > before["runs"]]
    telling = [move for move in telling if changes[move]]
    if not telling or (difficulty == 2 and not before["columns"]):
        return None
    move = telling[below(len(telling))]
    parts = parts_after(state, move)
    total, old = sum(parts.values()), sum(before.values())

    def wrong(given: Fraction) -> Because | None:
        if given == old:
            return Say("That is the score before the move."), "6.1"
        for article, slip in _slips(parts):
            if given == total + slip:
                return SLIPS[article], article
        if given == total - parts["turned"] + before["turned"] != total:
            return Say("The move turns a card: that is 10 more."), "6.2"
        return None

    return Exercise(
        Say(
            "From column {source} to column {target}: {group}. What is the score then?",
            group=group_say(state, move.source, move.count),
            source=move.source + 1,
            target=move.target + 1,
        ),
        Number(total),
        Say(
            "Five sums: 10 for each of the 44 face-down cards that is turned, 15 for each column without "
            "face-down cards, 2 for each pair of one suit, 50 for each complete run; the bonus comes "
            "only with all eight runs."
        ),
        Say(
            "{turned} for turned cards, {columns} for open columns, {pairs} for pairs of one suit, "
            "{runs} for complete runs, bonus {bonus}: {total} in all.",
            total=total,
            **parts,
        ),
        "6.5" if difficulty == 3 else "6.4",
        f"{text(state)} {notation.format_move(move)}",
        position=text(state),
        marks=tuple(
            sprite(state, move.source, len(state.columns[move.source]) - above)
            for above in range(move.count, 0, -1)
        ),
        wrong=wrong,
    )


SLIPS = {
    "6.3": Say("Each column without face-down cards counts 15, an empty one, too."),
    "6.4": Say("Only pairs of one suit count, 2 each."),
    "6.5": Say("A complete run counts 50, and the twelve pairs in it are not counted again."),
    "6.6": Say("The bonus comes only when kept and removed runs are eight together."),
}


def _slips(parts: dict[str, int]) -> list[tuple[str, int]]:
    """By how much the usual mistakes miss, with the articles that they miss."""
    runs = parts["runs"] // 50
    return [
        ("6.3", -parts["columns"]),
        ("6.4", -parts["pairs"]),
        *(("6.5", 24 * number) for number in range(1, runs + 1)),
        *(("6.5", -50 * number) for number in range(1, runs + 1)),
        *(("6.6", 2 * number) for number in range(1, runs - 2)),
    ]


def _changed(before: dict[str, int], after: dict[str, int]) -> list[str]:
    return [part for part in PARTS if before[part] != after[part]]


def _early(below: Below) -> State:
    return walked(below, 4, 3 + below(12))


def _open(below: Below) -> State:
    """A game further on, in which some columns have lost their face-down cards or all cards."""
    state = walked(below, 4, 15 + below(20))
    cards = shuffled(list(odds.unseen(state).elements()), below)
    for column in range(COLUMNS):
        if below(3) == 0:
            state = put(state, **{f"c{column + 1}": cards[3 * column : 3 * column + below(4)]})
    return state


def _complete(below: Below) -> State:
    """The last cards of a run are there to be put on the rest of it; kept or removed at once; or the last run of all."""
    if below(4) == 0:
        return _last_run(below)
    suit, cut = below(4), 1 + below(11)
    run = _run(suit)
    lying = [run[:cut], run[cut:]]
    cards = pack(below)
    lying[0] = (*cards[: below(3)], *lying[0])
    lying[1] = (*cards[10 : 10 + below(3)], *lying[1])
    others = [
        tuple(cards[20 + 4 * place : 22 + 4 * place + below(3)]) for place in range(COLUMNS - 2 - below(3))
    ]
    state = laid([*lying, *others], stock=10 * below(3))
    state = _with_runs(state, below)
    return replace(state, columns=tuple(shuffled_columns(state.columns, below)))


def _last_run(below: Below) -> State:
    """Seven complete runs, some kept, the others removed, and the eighth in two parts."""
    last, *others = shuffled([0, 0, 1, 1, 2, 2, 3, 3], below)
    cut, kept = 1 + below(11), below(8)
    run = _run(last)
    columns = [run[:cut], run[cut:], *map(_run, others[:kept])]
    return replace(laid(shuffled_columns(columns, below)), home=tuple(others[kept:]), runs="manual")


def _run(suit: int) -> tuple[int, ...]:
    return tuple(13 * suit + rank for rank in range(KING, -1, -1))


def _with_runs(state: State, below: Below) -> State:
    """Some runs at home, and complete runs that are kept or removed."""
    home = tuple(below(4) for _ in range(below(4)))
    runs = ("auto", "keep")[below(2)]
    return replace(state, home=home if runs == "auto" else (), runs=runs)

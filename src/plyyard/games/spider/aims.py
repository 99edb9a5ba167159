"""What can be picked on the table and where it may go, best first; and what a person meant whose try is not legal."""

from __future__ import annotations

from collections.abc import Sequence

from plyyard.core.game import Step
from plyyard.games.spider import position, rules
from plyyard.games.spider.board import HOME_ID, card_id, column_id
from plyyard.games.spider.notation import format_move
from plyyard.games.spider.physical import physical
from plyyard.games.spider.state import COLUMNS, DEAL, Move, State, removal


def picks(state: State, moves: Sequence[Move]) -> list[Step]:
    """Moves as what is picked: the lowest card of a group and where it goes, the best place of each card first; the stock.

    A quick move takes that first place, but no column as a whole goes to an empty one by it: this changes nothing.
    """
    lying, lane = physical(state).columns, position.lane(state)
    runs = [_run_on(lane, column) for column in range(COLUMNS)]
    steps: list[Step] = []
    quick: set[int] = set()
    for move in sorted(moves, key=lambda move: _rank(state, move, runs)):
        text = format_move(move)
        if move == DEAL:
            steps.append(Step(text, "stock", "", text))
            continue
        count = 13 if move.target < 0 else move.count
        card = lying[move.source][-count]
        target = HOME_ID if move.target < 0 else column_id(move.target)
        best = card not in quick and not _is_shift(state, move)
        steps.append(Step(text, card_id(card), target, text, best))
        quick.add(card)
    return steps


def _rank(state: State, move: Move, runs: Sequence[int]) -> tuple[int, bool, int, int]:
    """How good a place is at a glance, lower is better, by what lies open only.

    Removing a run; joining its suit, the longest run first; another suit, where it covers the shortest run; an empty
    column. A group that leaves cards of its own run behind comes after one that does not.
    """
    if move == DEAL:
        return 5, False, 0, 0
    if move.target < 0:
        return 0, False, 0, move.source
    column, target = state.columns[move.source], state.columns[move.target]
    below = column[-move.count - 1] if move.count < len(column) - state.down[move.source] else None
    splits = below is not None and _follows(below, column[-move.count])
    if not target:
        return 3 + _is_shift(state, move), splits, -move.count, move.source
    run = runs[move.target]
    if _follows(target[-1], column[-move.count]):
        return 1, splits, -run - move.count, move.source
    return 2, splits, run, move.source


def _follows(lower: int, card: int) -> bool:
    """Whether a card continues the run of the one it lies on."""
    return lower == card + 1 and card % 13 != 12


def _is_shift(state: State, move: Move) -> bool:
    """A whole column to an empty one."""
    return move.count == len(state.columns[move.source]) and not state.columns[move.target]


def concerned(state: State, text: str) -> list[str]:
    """Ids of the columns that stand against dealing: the empty ones, or with them those that are not in order."""
    if text != format_move(DEAL):
        return []
    lane = position.lane(state)
    why = rules.why_not_deal(lane)
    if why not in (rules.EMPTY_COLUMN, rules.EMPTY_AND_NOT_ONE_SUIT, rules.EMPTY_AND_NOT_ORDERED):
        return []
    return [
        column_id(column)
        for column in range(COLUMNS)
        if not lane.height[column] or (why != rules.EMPTY_COLUMN and rules.is_disordered(lane, column))
    ]


def pick_text(state: State, picked: str, target: str) -> str | None:
    """See ``core.game.Game``. Without a target: a column that does not take the cards, if there is one."""
    if picked == "stock" or any(card_id(number) == picked for number in physical(state).stock):
        return format_move(DEAL)
    found = _cards(state, picked)
    if found is None:
        return None
    source, count = found
    if target == HOME_ID and state.runs == "manual":
        return format_move(removal(source))
    if target:
        aimed = _cards(state, target)
        return format_move(Move(source, aimed[0], count or _run(state, source, aimed[0]))) if aimed else None
    moves = [
        Move(source, column, count or _run(state, source)) for column in range(COLUMNS) if column != source
    ]
    refused = [(why == rules.ON_ACE, move) for move in moves if (why := position.why_not(state, move))]
    # that nothing goes on an ace is true of one column only: any other reason tells more
    return format_move(min(refused, key=lambda pair: pair[0])[1]) if refused else None


def _cards(state: State, thing: str) -> tuple[int, int] | None:
    """The column of a card and how many lie from it on; of a column by itself 0."""
    for column, numbers in enumerate(physical(state).columns):
        if column_id(column) == thing:
            return column, 0
        for place, number in enumerate(numbers):
            if card_id(number) == thing:
                return column, len(numbers) - place
    return None


def _run(state: State, source: int, target: int | None = None) -> int:
    """How many cards of a column are meant: those that fit the target, else its whole run; 1 of none."""
    lane = position.lane(state)
    run = max(1, _run_on(lane, source))
    if target is None or not (lane.height[source] and lane.height[target]):
        return run
    fitting = int(rules.fitting(lane, source, target))
    return fitting if 1 <= fitting <= run else run


def _run_on(lane: rules.Lane, column: int) -> int:
    """Length of the run on top of a column."""
    start = rules.STRIDE * column
    return int(rules.run_length(lane.cards, start + lane.down[column], start + lane.height[column]))

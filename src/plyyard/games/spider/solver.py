"""Whether an open deal can be won, and how: beams of growing width over search.py, every line replayed by the rules.

All cards are looked at, those face down and in the stock, too: this is for whoever wants to know about a deal, never
for a player's hint.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Literal, NamedTuple

import numpy as np

from plyyard.core.errors import BadOptions, BadPosition, HiddenInformation, Say
from plyyard.core.kernel import compiled
from plyyard.games.spider import position, rules, search
from plyyard.games.spider.faults import faults
from plyyard.games.spider.search import (
    ALL_MOVES,
    BOTTOM,
    BUCKETS,
    CUT,
    DOWN,
    HEIGHT,
    HOME,
    LEFT_OUT,
    LOST,
    MADE,
    NEVER,
    ROW,
    RULE,
    RUNS,
    STOCK_LEFT,
    TOP,
    WON,
    Desk,
)
from plyyard.games.spider.state import COLUMNS, HIDDEN, RULES, Move, State, removal
from plyyard.games.spider.state import RUNS as ALL_RUNS

Status = Literal["solved", "unsolvable", "unknown"]


class Progress(NamedTuple):
    """How far a search is: the beam's width, deals still to come, positions looked at."""

    width: int
    deals: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Solution:
    """``line`` wins (``solved``); ``unsolvable`` is said only after a search that left nothing out.

    With ``keep`` it says that no line wins with all runs kept.

    Positions are told apart by 62 bits of hash: that two of a million fall together has a chance below 1 in a million.
    """

    status: Status
    line: tuple[Move, ...] = ()
    nodes: int = 0
    ms: float = 0.0
    width: int = 0


class Worth(NamedTuple):
    """What a position costs: each card by what it lies on (its next higher rank in the same suit, in another suit, a
    rank higher still, one not higher), a king on anything besides, a king at the bottom; each column by its face-down
    cards, one to five. What it gains: one, two, … empty columns; each run at home, instead of its thirteen costs.
    """

    joined: int
    other_suit: int
    gap: int
    block: int
    king: int
    king_at_bottom: int
    down: tuple[int, ...]
    empty: tuple[int, ...]
    home: int


class Pass(NamedTuple):
    """One beam: how many positions are followed, by which worth, and the part of them that may be alike (search.py)."""

    width: int
    worth: Worth
    alike: float = 1.0


FOUND = Worth(
    8, 48, 57, 42, 8, -12, (39, 64, 98, 120, 137), (60, 110, 156, 179, 202, 225, 248, 271, 294, 317), 229
)
"""Found by trial on deals 3001 to 3100, with beams of 100."""
WORTHS = (
    FOUND,
    FOUND._replace(empty=tuple(gain * 3 // 5 for gain in FOUND.empty)),
    FOUND._replace(other_suit=56),
    FOUND._replace(down=tuple(cost * 7 // 5 for cost in FOUND.down)),
    FOUND._replace(empty=tuple(gain * 3 // 2 for gain in FOUND.empty)),
    FOUND._replace(block=57),
)
"""Each fails on other deals: six narrow beams find more than one as wide as all of them."""
ALIKE = (1 / 8, 1 / 16, 1 / 32, 1 / 16, 1 / 64)
"""On 100 deals a beam of 100 found 67 wins without this bound, 83, 86, 83, 79 with 1/4 to 1/32; hard deals want less."""
WIDEST = 5_000


def _beams(alike: Sequence[float]) -> tuple[Pass, ...]:
    return tuple(
        Pass(min(int(100 * 1.3**turn), WIDEST), WORTHS[turn % len(WORTHS)], alike[turn % len(alike)])
        for turn in range(40)
    )


PASSES = _beams(ALIKE)
FEW_SUITS = _beams((1 / 16, *ALIKE[1:]))
"""With one or two suits: five of 1,000 deals are hard for the first beam of the others, none for this one."""
STEPS = 300
"""Moves between two deals or after the last, at most: a win may need 150 after it."""
PATIENCE = 15
"""Steps without a better position after which a full beam deals."""
MOST_NODES = 1_000_000
"""Positions kept between two deals, at most: some 240 bytes each."""


def solve(
    state: State,
    *,
    ms: float | None = None,
    nodes: float | None = None,
    keep: bool = False,
    stop: Callable[[], bool] | None = None,
    told: Callable[[Progress], None] | None = None,
    clock: Callable[[], float] = perf_counter,
    passes: Sequence[Pass] | None = None,
) -> Solution:
    """Look for a win within so many milliseconds of ``clock`` or positions, or until ``stop()``.

    ``keep``: only for one that removes no run from here on (1000 points with all eight), where the rules allow that.
    ``passes``: the beams, one after the other; by default those that suit the number of suits.
    ``BadPosition`` for an impossible position, ``HiddenInformation`` for a view, ``BadOptions`` for a limit of zero.
    """
    _check(state, ms, nodes)
    if keep and state.runs == "auto":
        raise BadOptions(Say("Runs are removed at once in this game: none can be kept."))
    _kernels()
    began = clock()
    until = None if ms is None else began + ms / 1000
    made = 0

    def is_over(now: int) -> bool:
        return (
            (nodes is not None and made + now >= nodes)
            or (until is not None and clock() >= until)
            or (stop is not None and stop())
        )

    def answer(status: Status, line: tuple[Move, ...] = ()) -> Solution:
        return Solution(status, line, made, 1000 * (clock() - began), width)

    width = 0
    if not _is_whole(state):
        return answer("unsolvable")
    for runs in ("keep",) if keep else _WAYS[state.runs]:
        first = position.settled(replace(state, runs=runs)).state
        outcome = position.outcome(first)
        by_hand = runs == "auto"
        if outcome == "won":
            return answer("solved", _played(state, (), by_hand))
        beams = passes or (PASSES if _suits(state) > 2 else FEW_SUITS)
        hopeless = outcome == "stuck" or _waits_for_ever(first)
        lost = 0 if hopeless else CUT
        all_moves = False
        for width, worth, alike in () if hopeless else beams:
            while True:
                desk = _desk(width, 1 + len(first.stock) // 10)
                _lay(desk, first, worth, all_moves)
                desk.facts[search.ALIKE] = max(1, int(alike * width))
                node = _pass(desk, width, is_over, told, made)
                made += int(desk.facts[MADE])
                lost = int(desk.facts[LOST])
                if node is not None:
                    return answer("solved", _played(state, _line(desk, node), by_hand))
                if lost != LEFT_OUT or all_moves:
                    break
                all_moves = True
            if lost == 0 or is_over(0):
                break
        if lost != 0:
            return answer("unknown")
    return answer("unsolvable")


_WAYS = {"auto": ("auto",), "manual": ("auto", "manual"), "keep": ("keep",)}
"""How the runs are searched: by hand, first as if each went at once, which finds most wins; a proof tries all."""


def _is_whole(state: State) -> bool:
    """Whether eight runs can be made of the cards that are there and those at home."""
    counts = [0] * 52
    for cards in (*state.columns, state.stock):
        for card in cards:
            counts[card] += 1
    runs = counts[::13]
    return sum(runs) + len(state.home) == 8 and all(counts[at] == runs[at // 13] for at in range(52))


def _suits(state: State) -> int:
    return len({card // 13 for cards in (*state.columns, state.stock) for card in cards})


def _waits_for_ever(state: State) -> bool:
    """Whether the stock can never be dealt, for too few cards are left to lie in each column.  art. 3.5"""
    return state.rule == "strict" and bool(state.stock) and sum(map(len, state.columns)) < COLUMNS


def _check(state: State, ms: float | None, nodes: float | None) -> None:
    if found := tuple(faults(state)):
        raise BadPosition(found)
    if HIDDEN in state.stock or any(HIDDEN in column for column in state.columns):
        raise HiddenInformation(Say("A solver needs to see all cards: here some are unknown."))
    if (ms is not None and not ms > 0) or (nodes is not None and not nodes > 0):
        raise BadOptions(Say("A limit must be above 0."))


def _pass(
    desk: Desk,
    width: int,
    is_over: Callable[[int], bool],
    told: Callable[[Progress], None] | None,
    made: int,
) -> int | None:
    """One beam from the start to the last card; the node that won."""
    kernels = _kernels()
    facts = desk.facts
    kernels.ready(desk, 0)
    count = 1
    while True:
        first, end, best, waited = 0, count, NEVER, 0
        for taken in range(STEPS + 1):
            if facts[WON] >= 0:
                return int(facts[WON])
            if first == end:
                break
            if taken == STEPS or waited == PATIENCE or is_over(int(facts[MADE])):
                facts[LOST] |= CUT
                break
            first, end = end, kernels.step(desk, first, end, width)
            reached = desk.dealt[first:end] if facts[STOCK_LEFT] else desk.values[first:end]
            least = int(reached.min(initial=NEVER))
            waited = 0 if least < best else waited + (end - first == width)
            best = min(best, least)
        if told is not None:
            told(Progress(width, int(facts[STOCK_LEFT]) // 10, made + int(facts[MADE])))
        if facts[STOCK_LEFT] == 0:
            return None
        if is_over(int(facts[MADE])):
            facts[LOST] |= CUT
            return None
        count = kernels.deal(desk, end, width)


def _line(desk: Desk, node: int) -> tuple[Move, ...]:
    line = []
    while desk.parents[node] >= 0:
        line.append(position.MOVES[desk.moves[node]])
        node = int(desk.parents[node])
    return tuple(reversed(line))


def _played(state: State, line: tuple[Move, ...], by_hand: bool) -> tuple[Move, ...]:
    """The line as the rules play it to a win; ``by_hand``: with ``runs=manual`` each run is removed once complete."""
    played: list[Move] = []
    state = position.settled(state).state

    def remove(state: State) -> State:
        while by_hand and state.runs == "manual" and position.outcome(state) is None:
            packed = position.lane(state)
            column = next(
                (place for place in range(COLUMNS) if not rules.why_not_remove(packed, place)), None
            )
            if column is None:
                break
            played.append(removal(column))
            state = position.played(state, played[-1]).state
        return state

    state = remove(state)
    for move in line:
        if position.outcome(state) == "won":
            break
        position.refuse(state, move)
        played.append(move)
        state = remove(position.played(state, move).state)
    assert position.outcome(state) == "won", "a line of the solver wins"
    return tuple(played)


@functools.cache
def _kernels() -> Any:
    """The search, compiled: each kernel is called once on an empty desk, so that no search is charged for it."""
    kernels = compiled(search)
    desk = _desk(1, 1)
    kernels.ready(desk, 0)
    kernels.step(desk, 0, 0, 1)
    kernels.deal(desk, 0, 1)
    return kernels


@functools.cache
def _keys() -> Any:
    """Random numbers for the hashes: a card at a height, face-down cards of a column, the column."""
    drawn = np.random.default_rng(2).integers(1, 1 << 62, search.COLUMN_KEYS + COLUMNS, dtype=np.int64)
    drawn[search.DOWN_KEYS] = 0
    return drawn


def _desk(width: int, levels: int) -> Desk:
    """Room for a beam."""
    kept = min(width * (STEPS + 1) + 1, MOST_NODES)
    line = (kept + width) * levels
    found = 40 * width + 2 * rules.MOVE_ROOM
    return Desk(
        kind=np.full(104 + COLUMNS, BOTTOM, np.int8),
        stock=np.zeros(rules.STOCK, np.int8),
        cost=np.zeros(53 * 52, np.int32),
        down_cost=np.zeros(105, np.int32),
        empty_cost=np.zeros(COLUMNS + 1, np.int32),
        home_cost=np.zeros(9, np.int32),
        keys=_keys(),
        facts=np.zeros(len(search.FACTS), np.int64),
        rows=np.zeros(kept * ROW, np.int8),
        hashes=np.zeros(kept * COLUMNS, np.int64),
        totals=np.zeros(kept, np.int64),
        values=np.zeros(kept, np.int32),
        dealt=np.zeros(kept, np.int32),
        patterns=np.zeros(kept, np.int32),
        next_rows=np.zeros(width * ROW, np.int8),
        parents=np.zeros(line, np.int32),
        moves=np.zeros(line, np.int16),
        found_value=np.zeros(found, np.int32),
        found_node=np.zeros(found, np.int32),
        found_move=np.zeros(found, np.int16),
        order=np.zeros(max(found, kept), np.int32),
        heap=np.zeros(BUCKETS + 1, np.int64),
        seen=np.zeros(1 << (2 * kept).bit_length(), np.int64),
        heads=np.zeros(14 * COLUMNS, np.int64),
        length=np.zeros(COLUMNS, np.int64),
        crowd=np.zeros(search.PATTERNS, np.int32),
        spare=np.zeros(width, np.int32),
    )


def _lay(desk: Desk, state: State, worth: Worth, all_moves: bool) -> None:
    """Lay a position out as the first node."""
    desk.facts[RULE] = RULES.index(state.rule)
    desk.facts[RUNS] = ALL_RUNS.index(state.runs)
    desk.facts[STOCK_LEFT] = len(state.stock)
    desk.facts[ALL_MOVES] = all_moves
    desk.facts[WON] = -1
    desk.rows[:ROW] = -1
    number = 0
    for column, cards in enumerate(state.columns):
        place = 104 + column
        for card in cards:
            desk.kind[number] = card
            desk.rows[number] = place
            place = number
            number += 1
        desk.rows[TOP + column] = place
        desk.rows[DOWN + column] = state.down[column]
        desk.rows[HEIGHT + column] = len(cards)
    desk.rows[HOME] = len(state.home)
    for at, card in enumerate(state.stock, rules.STOCK - len(state.stock)):
        desk.kind[number] = card
        desk.stock[at] = number
        number += 1
    desk.parents[0] = -1
    _set_costs(desk, worth)


def _set_costs(desk: Desk, worth: Worth) -> None:
    for under in range(52):
        for card in range(52):
            step = under % 13 - card % 13
            cost = worth.gap if step > 1 else worth.block
            if step == 1:
                cost = worth.joined if under == card + 1 else worth.other_suit
            desk.cost[52 * under + card] = cost + worth.king * (card % 13 == 12)
    desk.cost[52 * BOTTOM + 12 :: 13] = worth.king_at_bottom
    desk.down_cost[1 : 1 + len(worth.down)] = worth.down
    desk.empty_cost[1:] = [-gain for gain in worth.empty]
    desk.home_cost[:] = [-worth.home * runs for runs in range(9)]

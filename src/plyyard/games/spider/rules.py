"""Which moves are legal, what they do, when it is won or lost, and what it scores. The only place that knows.

Lane (columns and cards counted from 0, a card is 13·suit + rank, -1 one that a view does not know):
``cards`` [10·104], column c from place 104·c on; ``height`` and ``down`` [10]; ``stock`` [50], dealt from
place 50 - left on; ``home`` [8] suits; ``counts`` [stock left, runs at home]; ``chosen`` [rule, runs] as in
state.RULES and state.RUNS; ``moves``, ``effects`` and ``chain`` are room for what ``legal`` and ``play`` find.
``chain`` [24] joins columns with the same rank on top: [10 + rank] the first one (rank 13: the empty ones), [column]
the next one.
A move is a number: (10·source + target)·14 + count; ``DEAL``; ``REMOVE`` + column.
An effect is a number: kind + column, with the kinds ``TURNED``, ``COMPLETED``, ``EMPTIED``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyyard.core.kernel import below, kernel

STRIDE = 104
STOCK = 50
DEAL = 1400
REMOVE = 1401
MOVE_ROOM = 1200  # at most 9 targets for each of 13 groups in 10 columns, a deal, ten removals
EFFECT_ROOM = 96
STRICT, RELAXED_ONE_SUIT, RELAXED = 0, 1, 2
AUTO, MANUAL, KEEP = 0, 1, 2
NO_CARD, END = 13, -1
TURNED, COMPLETED, EMPTIED = 0, 10, 20
STOCK_LEFT, AT_HOME = 0, 1
RULE, RUNS = 0, 1


# Why a move is not legal (0: it is); words and articles stand in reasons.py in this order.
SAME_COLUMN, NO_CARDS, TOO_FEW_CARDS, FACE_DOWN, NOT_ONE_RUN, ON_ACE, WRONG_RANK, KING = (
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
)
STOCK_EMPTY, EMPTY_COLUMN, EMPTY_AND_NOT_ONE_SUIT, EMPTY_AND_NOT_ORDERED = 9, 10, 11, 12
REMOVED_BY_ITSELF, RUNS_ARE_KEPT, NOT_COMPLETE = 13, 14, 15


class Lane(NamedTuple):
    cards: Any
    height: Any
    down: Any
    stock: Any
    home: Any
    counts: Any
    chosen: Any
    moves: Any
    effects: Any
    chain: Any


@kernel
def run_length(cards, first, end):  # type: ignore[no-untyped-def]
    """How many cards on top are of one suit and each one rank lower, in places ``first`` to ``end`` - 1.  art. 2.2"""
    if end <= first:
        return 0
    place = end - 1
    card = cards[place]
    while place > first and card % 13 != 12 and cards[place - 1] == card + 1:
        place -= 1
        card += 1
    return end - place


@kernel
def is_complete(cards, first, end):  # type: ignore[no-untyped-def]
    """Whether the thirteen cards before place ``end`` are a complete run, none before ``first``.  art. 4.1"""
    if end - first < 13 or cards[end - 1] % 13 != 0 or cards[end - 13] != cards[end - 1] + 12:
        return False
    return run_length(cards, end - 13, end) == 13


@kernel
def has_complete(lane, column):  # type: ignore[no-untyped-def]
    """Whether a complete run, king to ace of one suit and face up, lies on top of a column.  art. 4.1"""
    start = STRIDE * column
    return is_complete(lane.cards, start + lane.down[column], start + lane.height[column])


@kernel
def fitting(lane, source, target):  # type: ignore[no-untyped-def]
    """How many cards of ``source`` must go so that the lowest fits on ``target`` by rank; below 1: none.

    Only for two columns with cards.  art. 2.1
    """
    top = lane.cards[STRIDE * source + lane.height[source] - 1] % 13
    return lane.cards[STRIDE * target + lane.height[target] - 1] % 13 - top


@kernel
def why_not_move(lane, source, target, count):  # type: ignore[no-untyped-def]
    """0 when ``count`` cards may go from ``source`` to ``target``, else a reason.  chapter 2"""
    if source == target:
        return SAME_COLUMN
    if count < 1:
        return NO_CARDS
    height = lane.height[source]
    if count > height:
        return TOO_FEW_CARDS
    if count > height - lane.down[source]:
        return FACE_DOWN
    end = STRIDE * source + height
    if run_length(lane.cards, end - count, end) < count:
        return NOT_ONE_RUN
    if lane.height[target] == 0 or fitting(lane, source, target) == count:
        return 0
    if lane.cards[STRIDE * source + height - count] % 13 == 12:
        return KING
    return ON_ACE if lane.cards[STRIDE * target + lane.height[target] - 1] % 13 == 0 else WRONG_RANK


@kernel
def is_disordered(lane, column):  # type: ignore[no-untyped-def]
    """Whether a column spoils a deal beside empty ones: it is not one face-up sequence from its first card on.  art. 3.3"""
    height = lane.height[column]
    if height > 0 and lane.down[column] > 0:
        return True
    for place in range(STRIDE * column + 1, STRIDE * column + height):
        lower, upper = lane.cards[place - 1], lane.cards[place]
        if lower % 13 - upper % 13 != 1 or (lane.chosen[RULE] == RELAXED_ONE_SUIT and lower != upper + 1):
            return True
    return False


@kernel
def why_not_deal(lane):  # type: ignore[no-untyped-def]
    """0 when a card may be dealt on every column, else a reason.  chapter 3"""
    if lane.counts[STOCK_LEFT] < 10:
        return STOCK_EMPTY
    empty = 0
    for column in range(10):
        if lane.height[column] == 0:
            empty += 1
    if empty == 0:
        return 0
    rule = lane.chosen[RULE]
    if rule == STRICT:
        return EMPTY_COLUMN
    for column in range(10):
        if is_disordered(lane, column):
            return EMPTY_COLUMN + rule
    return 0


@kernel
def why_not_remove(lane, column):  # type: ignore[no-untyped-def]
    """0 when the run on a column may be taken off by hand, else a reason.  art. 4.2"""
    if lane.chosen[RUNS] == KEEP:
        return RUNS_ARE_KEPT
    if not has_complete(lane, column):
        return NOT_COMPLETE
    return REMOVED_BY_ITSELF if lane.chosen[RUNS] == AUTO else 0


@kernel
def is_won(lane):  # type: ignore[no-untyped-def]
    """Whether each column is empty or one complete run and eight runs are removed or there.  art. 5.1"""
    if lane.counts[STOCK_LEFT] > 0:
        return False
    for column in range(10):
        if lane.height[column] != 0 and (lane.height[column] != 13 or lane.down[column] != 0):
            return False
    runs = lane.counts[AT_HOME]
    for column in range(10):
        if lane.height[column] == 13:
            if not has_complete(lane, column):
                return False
            runs += 1
    return runs == 8


@kernel
def legal(lane):  # type: ignore[no-untyped-def]
    """Write all legal moves to ``lane.moves``; their number, 0 when it is won or stuck.  art. 5.1, 5.2"""
    if lane.counts[STOCK_LEFT] == 0 and is_won(lane):
        return 0
    moves, chain = lane.moves, lane.chain
    for rank in range(14):
        chain[10 + rank] = END
    for column in range(9, -1, -1):
        height = lane.height[column]
        rank = lane.cards[STRIDE * column + height - 1] % 13 if height > 0 else NO_CARD
        chain[column] = chain[10 + rank]
        chain[10 + rank] = column
    found = 0
    shifts = 0  # whole columns to empty ones: legal, but they change nothing
    for source in range(10):
        height = lane.height[source]
        if height == 0:
            continue
        end = STRIDE * source + height
        length = run_length(lane.cards, end - height + lane.down[source], end)
        top = lane.cards[end - 1] % 13
        for count in range(1, length + 1):
            target = chain[10 + top + count]
            while target != END and top + count != NO_CARD:
                moves[found] = (10 * source + target) * 14 + count
                found += 1
                target = chain[target]
            target = chain[10 + NO_CARD]
            while target != END:
                moves[found] = (10 * source + target) * 14 + count
                found += 1
                target = chain[target]
                if count == height:
                    shifts += 1
    if lane.counts[STOCK_LEFT] > 0 and why_not_deal(lane) == 0:
        moves[found] = DEAL
        found += 1
    if lane.chosen[RUNS] == MANUAL:
        for column in range(10):
            if why_not_remove(lane, column) == 0:
                moves[found] = REMOVE + column
                found += 1
    return 0 if found == shifts else found


@kernel
def uncover(height, down, effects, column, found):  # type: ignore[no-untyped-def]
    """Turn a face-down card that nothing lies on, or note the empty column; number of effects.  art. 2.5"""
    if height[column] == 0:
        effects[found] = EMPTIED + column
        return found + 1
    if down[column] == height[column]:
        down[column] -= 1
        effects[found] = TURNED + column
        return found + 1
    return found


@kernel
def take_off(lane, column, found):  # type: ignore[no-untyped-def]
    """Put the complete run on top of a column on a home pile; the number of effects.  art. 4.2, 4.3"""
    lane.home[lane.counts[AT_HOME]] = lane.cards[STRIDE * column + lane.height[column] - 1] // 13
    lane.counts[AT_HOME] += 1
    lane.height[column] -= 13
    return uncover(lane.height, lane.down, lane.effects, column, found)


@kernel
def completed(lane, column, found):  # type: ignore[no-untyped-def]
    """Note the complete run on top of a column; with ``runs=auto`` take it off, too; the number of effects."""
    lane.effects[found] = COMPLETED + column
    if lane.chosen[RUNS] == AUTO:
        return take_off(lane, column, found + 1)
    return found + 1


@kernel
def play(lane, move):  # type: ignore[no-untyped-def]
    """Play a legal move; ``lane.effects`` says what followed, the result how many that are.

    A completed run is noted in each way of removing; only with ``runs=auto`` it is taken off as well.
    """
    if move >= REMOVE:
        return take_off(lane, move - REMOVE, 0)
    cards, height, down = lane.cards, lane.height, lane.down
    found = 0
    if move == DEAL:  # art. 3.1
        next_card = STOCK - lane.counts[STOCK_LEFT]
        for column in range(10):
            cards[STRIDE * column + height[column]] = lane.stock[next_card + column]
            height[column] += 1
        lane.counts[STOCK_LEFT] -= 10
        for column in range(10):
            start = STRIDE * column
            if is_complete(cards, start + down[column], start + height[column]):
                found = completed(lane, column, found)
        return found
    source, target, count = move // 140, move // 14 % 10, move % 14
    start = STRIDE * source + height[source] - count
    end = STRIDE * target + height[target]
    for place in range(count):
        cards[end + place] = cards[start + place]
    height[source] -= count
    height[target] += count
    found = uncover(height, down, lane.effects, source, found)
    if count < 13 and is_complete(cards, STRIDE * target + down[target], end + count):
        found = completed(lane, target, found)
    if lane.chosen[RUNS] == AUTO:  # runs that a position from outside held
        while is_complete(cards, STRIDE * source + down[source], STRIDE * source + height[source]):
            found = completed(lane, source, found)
        while is_complete(cards, STRIDE * target + down[target], STRIDE * target + height[target]):
            found = completed(lane, target, found)
    return found


@kernel
def settle(lane):  # type: ignore[no-untyped-def]
    """What is forced in a position from outside: cards to turn, runs to take off; the number of effects."""
    found = 0
    for column in range(10):
        if lane.height[column] > 0:
            found = uncover(lane.height, lane.down, lane.effects, column, found)
        while lane.chosen[RUNS] == AUTO and has_complete(lane, column):
            found = completed(lane, column, found)
    return found


@kernel
def complete_runs(lane):  # type: ignore[no-untyped-def]
    """How many complete face-up runs lie in the columns, covered ones too.  art. 6.5"""
    runs = 0
    for column in range(10):
        length = 0
        card = -1
        for place in range(STRIDE * column + lane.down[column], STRIDE * column + lane.height[column]):
            length = length + 1 if length > 0 and card % 13 != 0 and lane.cards[place] == card - 1 else 1
            card = lane.cards[place]
            if length == 1 and card % 13 != 12:
                length = 0  # a complete run begins with a king
            if length == 13:
                runs += 1
    return runs


@kernel
def score(lane, parts):  # type: ignore[no-untyped-def]
    """Points so far; ``parts`` [5] is filled: turned, columns, pairs, runs, bonus.  chapter 6"""
    face_down = 0
    open_columns = 0
    pairs = 0
    for column in range(10):
        face_down += lane.down[column]
        if lane.down[column] == 0:
            open_columns += 1
        for place in range(STRIDE * column + lane.down[column] + 1, STRIDE * column + lane.height[column]):
            card = lane.cards[place]
            if card % 13 != 12 and lane.cards[place - 1] == card + 1:
                pairs += 1
    kept = complete_runs(lane)
    runs = kept + lane.counts[AT_HOME]
    parts[0] = 10 * (44 - face_down)
    parts[1] = 15 * open_columns
    parts[2] = 2 * (pairs - 12 * kept)  # the twelve pairs of a complete run are in its fifty
    parts[3] = 50 * runs
    parts[4] = 2 * (kept - 3) if runs == 8 and kept > 3 else 0
    return parts[0] + parts[1] + parts[2] + parts[3] + parts[4]


@kernel
def random_game(lane, random, limit):  # type: ignore[no-untyped-def]
    """Play random legal moves until the end or the limit; the number of decisions."""
    for decisions in range(limit):
        found = legal(lane)
        if found == 0:
            return decisions
        play(lane, lane.moves[below(random, found)])
    return limit

"""Which plays are legal and what they do. The only place that knows; game.py, bots and lessons ask here.

Lane: ``board`` 52 integers, White's checkers by place (0 borne off, 1–24 the points as White counts, 25 the bar), then
Black's as Black counts; ``turn`` [0 White, 1 Black]; ``dice`` [larger, smaller], zeros before the roll; ``plays`` and
``trail`` are scratch. Point p of one side is point 25 − p of the other.

A play is one integer: each step is ``source * 8 + die`` in eight bits, the first step lowest. Its steps run from the
highest source down: if the steps of a play are legal in any order, they are in this one, for nothing that a lower step
does opens or closes a point, brings a checker to a higher one or keeps it from being borne off.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyyard.core.kernel import below, kernel

BAR = 25
CHECKERS = 15
MOST_PLAYS = 3060
"""At most as many as there are ways to deal four steps to fifteen checkers: C(18, 4)."""
TRAIL = 16
"""Room for the places of fifteen checkers, or for the way through a double."""

NO_CHECKER, BAR_FIRST, CLOSED, NOT_HOME, HIGHER_HELD = 1, 2, 3, 4, 5
"""What is wrong with a step (0: nothing)."""


class Lane(NamedTuple):
    board: Any
    turn: Any
    dice: Any
    plays: Any
    trail: Any


@kernel
def farthest(board, base):  # type: ignore[no-untyped-def]
    """The highest place where the side (whose places begin at ``base``) has a checker; 0 when all are off."""
    place = 25
    while place > 0 and board[base + place] == 0:
        place -= 1
    return place


@kernel
def why_not(board, side, source, die):  # type: ignore[no-untyped-def]
    """0 when a step of ``die`` from ``source`` is legal, else the reason: legality and reason are one."""
    base = 26 * side
    if board[base + source] == 0:
        return 1  # NO_CHECKER, art. 3.1
    if source != 25 and board[base + 25] > 0:
        return 2  # BAR_FIRST, art. 4.1
    target = source - die
    if target > 0:
        return 3 if board[51 - base - target] > 1 else 0  # CLOSED, art. 3.2
    last = farthest(board, base)
    if last > 6:
        return 4  # NOT_HOME, art. 6.1
    return 5 if target < 0 and last > source else 0  # HIGHER_HELD, art. 6.3


@kernel
def step(board, side, source, die):  # type: ignore[no-untyped-def]
    """Make a legal step; 1 when it hits, else 0.  art. 3.3"""
    base = 26 * side
    board[base + source] -= 1
    target = source - die
    if target <= 0:
        board[base] += 1
        return 0
    board[base + target] += 1
    if board[51 - base - target] == 0:
        return 0
    board[51 - base - target] = 0
    board[51 - base] += 1
    return 1


@kernel
def unstep(board, side, source, die, hit):  # type: ignore[no-untyped-def]
    """Take a step back."""
    base = 26 * side
    board[base + source] += 1
    target = source - die
    if target <= 0:
        board[base] -= 1
        return
    board[base + target] -= 1
    if hit:
        board[51 - base - target] = 1
        board[51 - base] -= 1


@kernel
def list_plays(lane):  # type: ignore[no-untyped-def]
    """Write every play into ``lane.plays``, no two with the same result; their number.  art. 5.1–5.4"""
    if lane.dice[0] == 0:
        return 0
    if lane.dice[0] == lane.dice[1]:
        return _doubles(lane)
    return _two_numbers(lane)


@kernel
def _two_numbers(lane):  # type: ignore[no-untyped-def]
    """Plays of two different numbers.

    A play is a pair of sources, one for each number. Two pairs have the same result only (1) when one checker uses both
    numbers over stops that hit nothing, or (2) when two checkers are borne off that could swap their numbers.
    """
    board = lane.board
    side = lane.turn[0]
    high = lane.dice[0]
    low = lane.dice[1]
    out = lane.plays
    base = 26 * side
    last = farthest(board, base)
    sources = lane.trail
    held = 0
    for place in range(last, 0, -1):
        if board[base + place] > 0:
            sources[held] = place
            held += 1
    count = 0
    # Bit n: the checker on n can use the larger number first, hits nothing there, and then the smaller.
    over_high = 0
    for i in range(held):
        first = sources[i]
        if why_not(board, side, first, high) != 0:
            continue
        hit = step(board, side, first, high)
        code = first * 8 + high
        between = first - high
        for j in range(i, held):
            second = sources[j]
            if board[base + second] > 0 and why_not(board, side, second, low) == 0:
                out[count] = code | (second * 8 + low) << 8
                count += 1
                if second == between and hit == 0:
                    over_high |= 1 << first
        if between > 0 and board[base + between] == 1 and why_not(board, side, between, low) == 0:
            out[count] = code | (between * 8 + low) << 8  # a point that was empty before
            count += 1
            if hit == 0:
                over_high |= 1 << first
        unstep(board, side, first, high, hit)
    for i in range(held):
        first = sources[i]
        if first <= low:  # a first step that bears off here is case (2)
            break
        if why_not(board, side, first, low) != 0:
            continue
        hit = step(board, side, first, low)
        code = first * 8 + low
        between = first - low
        for j in range(i + 1, held):
            second = sources[j]
            if why_not(board, side, second, high) != 0:
                continue
            if second == between and hit == 0 and over_high >> first & 1:  # case (1)
                continue
            out[count] = code | (second * 8 + high) << 8
            count += 1
        if (
            board[base + between] == 1
            and why_not(board, side, between, high) == 0
            and (hit or not over_high >> first & 1)
        ):
            out[count] = code | (between * 8 + high) << 8
            count += 1
        unstep(board, side, first, low, hit)
    if count > 0:
        # The duty ends with the fifteenth checker: it may also go straight off instead of hitting on its way.  art. 5.5
        if board[base] == 14 and low < last <= high and board[51 - base - last + low] == 1:
            out[count] = last * 8 + high
            count += 1
        return count
    for place in range(2):  # art. 5.2
        die = high if place == 0 else low
        for source in range(last, 0, -1):
            if why_not(board, side, source, die) == 0:
                out[count] = source * 8 + die
                count += 1
        if count > 0:
            break
    return count


@kernel
def _doubles(lane):  # type: ignore[no-untyped-def]
    """Plays of a double: falling sequences of sources; each gives another result, for the steps of one number are
    linearly independent as changes of the position. As many steps as possible.  art. 3.5, 5.3

    ``trail``: sources at 0–3, hits at 4–7, codes so far at 8–11.
    """
    board = lane.board
    side = lane.turn[0]
    die = lane.dice[0]
    out = lane.plays
    trail = lane.trail
    base = 26 * side
    count = 0
    most = 0
    depth = 0
    trail[0] = farthest(board, base) + 1
    trail[8] = 0
    while True:
        source = trail[depth] - 1
        while source > 0 and (board[base + source] == 0 or why_not(board, side, source, die) != 0):
            source -= 1
        if source <= 0:
            if depth == 0:
                return count
            depth -= 1
            unstep(board, side, trail[depth], die, trail[4 + depth])
            continue
        trail[depth] = source
        code = trail[8 + depth] | (source * 8 + die) << 8 * depth
        if depth + 1 > most:
            most = depth + 1
            count = 0
        if depth + 1 == most:
            out[count] = code
            count += 1
        if depth < 3:
            trail[4 + depth] = step(board, side, source, die)
            depth += 1
            trail[depth] = source + 1
            trail[8 + depth] = code


@kernel
def make(lane, play):  # type: ignore[no-untyped-def]
    """Make a play and give the turn on; the number of hits. After the end the turn stays.  art. 2.2, 7.1"""
    side = lane.turn[0]
    hits = 0
    while play > 0:
        hits += step(lane.board, side, (play & 255) >> 3, play & 7)
        play >>= 8
    lane.dice[0] = 0
    lane.dice[1] = 0
    if lane.board[26 * side] < 15:
        lane.turn[0] = 1 - side
    return hits


@kernel
def value(board, side):  # type: ignore[no-untyped-def]
    """What the game is worth to ``side`` that has borne off all: 1, gammon 2, backgammon 3; 0: not over.  art. 7.1–7.3"""
    if board[26 * side] < 15:
        return 0
    loser = 26 - 26 * side
    if board[loser] > 0:
        return 1
    return 3 if farthest(board, loser) > 18 else 2


@kernel
def random_game(lane, random, limit):  # type: ignore[no-untyped-def]
    """Roll and play at random until the game ends or the limit is reached; the number of rolls and plays."""
    events = 0
    while events < limit and lane.board[0] < 15 and lane.board[26] < 15:
        if lane.dice[0] == 0:
            one = 1 + below(random, 6)
            two = 1 + below(random, 6)
            lane.dice[0] = max(one, two)
            lane.dice[1] = min(one, two)
            events += 1
        count = list_plays(lane)
        if count == 0:  # art. 2.3
            make(lane, 0)
        elif events < limit:
            make(lane, lane.plays[below(random, count)])
            events += 1
    return events

"""Which plane may move and what a roll or a move does. The only place that knows; all others ask here.

Lane: one row of ``cells``: the progress of Red's four and Yellow's four planes, then SIDE (to move, 0 or 1),
SIXES (in a row in this turn, before the die), DIE (0 before a roll), and from MOVES on four of scratch. One row,
because a kernel that is not inlined is handed every row anew: four rows made random games half as fast.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyyard.core.kernel import below, kernel

BASE, START, RING_END, GOAL = -1, 0, 50, 56
RING = 52  # common squares; Red's progress on the ring is the square's number, Yellow's is 26 behind it
START_SQUARES = (0, 13, 26, 39)  # Red, Green, Yellow, Blue: art. 1.3
STAR_SQUARES = (8, 21, 34, 47)  # art. 1.4
SAFE = frozenset(START_SQUARES + STAR_SQUARES)
"""Squares of the ring where nobody is sent back: art. 4.2."""

NOBODY = -2
PREY = tuple(
    (step + 26) % RING if step <= RING_END and step not in SAFE and (step + 26) % RING <= RING_END else NOBODY
    for step in range(GOAL + 1)
)
"""By progress: that of an opposing plane sent back by landing there. SAFE looks the same from both starts."""

SIDE, SIXES, DIE, MOVES, CELLS = 8, 9, 10, 11, 15

# What can be wrong with moving a plane; refusals.py has words and article of each.
LEGAL, NOT_SIX, TOO_FAR, AT_GOAL, NO_ROLL, NO_PLANE, OVER = 0, 1, 2, 3, 4, 5, 6
# What a roll leads to, if not to a choice.
NO_MOVE, THIRD_SIX = 0, -1


class Lane(NamedTuple):
    cells: Any


@kernel
def obstacle(start, die):  # type: ignore[no-untyped-def]
    """Why a plane with this progress may not use the roll; LEGAL when it may.  art. 3.1-3.5"""
    if start < 0:
        return LEGAL if die == 6 else NOT_SIX
    if start == GOAL:
        return AT_GOAL
    return TOO_FAR if start + die > GOAL else LEGAL


@kernel
def why_not(lane, start):  # type: ignore[no-untyped-def]
    """Why the side to move may not move a plane from there; LEGAL when it may."""
    if home(lane, 0) or home(lane, 1):
        return OVER
    if lane.cells[DIE] == 0:
        return NO_ROLL
    first = 4 * lane.cells[SIDE]
    for plane in range(first, first + 4):
        if lane.cells[plane] == start:
            return obstacle(start, lane.cells[DIE])
    return NO_PLANE


@kernel
def home(lane, side):  # type: ignore[no-untyped-def]
    """Whether all four planes of a side are in the goal.  art. 6.1"""
    first = 4 * side
    return (
        lane.cells[first] + lane.cells[first + 1] + lane.cells[first + 2] + lane.cells[first + 3] == 4 * GOAL
    )


@kernel
def choices(lane):  # type: ignore[no-untyped-def]
    """Write one plane for each square from which one may move, from MOVES on; their number.  art. 3.6"""
    die = lane.cells[DIE]
    first = 4 * lane.cells[SIDE]
    count, seen = 0, 0
    for plane in range(first, first + 4):
        start = lane.cells[plane]
        square = 1 << (start + 1)
        if seen & square == 0 and obstacle(start, die) == LEGAL:
            lane.cells[MOVES + count] = plane
            count += 1
        seen |= square
    return count


@kernel
def end_turn(lane):  # type: ignore[no-untyped-def]
    lane.cells[SIDE] = 1 - lane.cells[SIDE]
    lane.cells[SIXES] = 0
    lane.cells[DIE] = 0


@kernel
def roll(lane, die):  # type: ignore[no-untyped-def]
    """Put the die on the board: how many choices; NO_MOVE or THIRD_SIX: the turn has passed.  art. 2.5, 5.4"""
    lane.cells[DIE] = die
    if die == 6 and lane.cells[SIXES] == 2:
        end_turn(lane)
        return THIRD_SIX
    count = choices(lane)
    if count == NO_MOVE:
        end_turn(lane)
    return count


@kernel
def move(lane, plane):  # type: ignore[no-untyped-def]
    """Move a plane by the die; how many it sends back. The turn stays with an extra roll or a win."""
    die, side = lane.cells[DIE], lane.cells[SIDE]
    reached = START if lane.cells[plane] < 0 else lane.cells[plane] + die  # art. 3.1, 3.2
    lane.cells[plane] = reached
    sent, prey = 0, PREY[reached]
    theirs = 4 - 4 * side
    for other in range(theirs, theirs + 4):
        if lane.cells[other] == prey:  # art. 4.1
            lane.cells[other] = BASE
            sent += 1
    if die == 6 or sent > 0 or reached == GOAL:  # art. 5.1, 5.2
        lane.cells[SIXES] = lane.cells[SIXES] + 1 if die == 6 else 0  # art. 5.5
        lane.cells[DIE] = 0
    else:
        end_turn(lane)
    return sent


@kernel
def random_game(lane, random, limit):  # type: ignore[no-untyped-def]
    """Even random rolls and moves until someone is home or the limit is reached; the number of events."""
    if home(lane, 0) or home(lane, 1):
        return 0
    count = choices(lane) if lane.cells[DIE] else 0
    for event in range(1, limit + 1):
        if count <= 0:
            count = roll(lane, 1 + below(random, 6))
        else:
            plane = lane.cells[MOVES + below(random, count)]
            count = 0
            move(lane, plane)
            if lane.cells[plane] == GOAL and home(lane, plane // 4):
                return event
    return limit

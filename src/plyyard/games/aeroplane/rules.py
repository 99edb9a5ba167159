"""Which plane may move and what a roll or a move does. The only place that knows; all others ask here.

Lane: ``planes`` [Red's four, Yellow's four] as progress, ``turn`` [0 or 1], ``sixes`` [in a row, before
the die], ``die`` [0 before a roll], ``moves`` [4, scratch: legal starts].
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

# What can be wrong with moving a plane; refusals.py has words and article of each.
LEGAL, NOT_SIX, TOO_FAR, AT_GOAL, NO_ROLL, NO_PLANE, OVER = 0, 1, 2, 3, 4, 5, 6
# What a roll leads to.
CHOOSE, NO_MOVE, THIRD_SIX = 0, 1, 2


class Lane(NamedTuple):
    planes: Any
    turn: Any
    sixes: Any
    die: Any
    moves: Any


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
    if lane.die[0] == 0:
        return NO_ROLL
    first = 4 * lane.turn[0]
    for plane in range(first, first + 4):
        if lane.planes[plane] == start:
            return obstacle(start, lane.die[0])
    return NO_PLANE


@kernel
def home(lane, side):  # type: ignore[no-untyped-def]
    """Whether all four planes of a side are in the goal.  art. 6.1"""
    planes = lane.planes
    first = 4 * side
    return planes[first] + planes[first + 1] + planes[first + 2] + planes[first + 3] == 4 * GOAL


@kernel
def choices(lane):  # type: ignore[no-untyped-def]
    """Fill ``moves`` with one plane for each square a plane may move from; their number.  art. 3.6"""
    planes, die = lane.planes, lane.die[0]
    first = 4 * lane.turn[0]
    count = 0
    for plane in range(first, first + 4):
        start = planes[plane]
        if obstacle(start, die) != LEGAL:
            continue
        twin = False
        for other in range(first, plane):
            twin = twin or planes[other] == start
        if not twin:
            lane.moves[count] = plane
            count += 1
    return count


@kernel
def end_turn(lane):  # type: ignore[no-untyped-def]
    lane.turn[0] = 1 - lane.turn[0]
    lane.sixes[0] = 0
    lane.die[0] = 0


@kernel
def roll(lane, die):  # type: ignore[no-untyped-def]
    """Put the die on the board: CHOOSE; NO_MOVE or THIRD_SIX: the turn has passed.  art. 2.4, 5.4"""
    lane.die[0] = die
    if die == 6 and lane.sixes[0] == 2:
        end_turn(lane)
        return THIRD_SIX
    if choices(lane) == 0:
        end_turn(lane)
        return NO_MOVE
    return CHOOSE


@kernel
def move(lane, plane):  # type: ignore[no-untyped-def]
    """Move a plane by the die; how many it sends back. The turn stays with an extra roll or a win."""
    planes, die, side = lane.planes, lane.die[0], lane.turn[0]
    reached = START if planes[plane] < 0 else planes[plane] + die  # art. 3.1, 3.2
    planes[plane] = reached
    sent = 0
    prey = PREY[reached]
    if prey != NOBODY:  # art. 4.1
        theirs = 4 - 4 * side
        for other in range(theirs, theirs + 4):
            if planes[other] == prey:
                planes[other] = BASE
                sent += 1
    if die == 6 or sent > 0 or reached == GOAL:  # art. 5.1, 5.2
        lane.sixes[0] = lane.sixes[0] + 1 if die == 6 else 0  # art. 5.5
        lane.die[0] = 0
        if reached == GOAL and home(lane, side):  # art. 6.1
            lane.sixes[0] = 0
    else:
        end_turn(lane)
    return sent


@kernel
def random_game(lane, random, limit):  # type: ignore[no-untyped-def]
    """Even random rolls and moves until someone is home or the limit is reached; the number of events."""
    events = 0
    while events < limit:
        if lane.die[0] == 0:
            events += 1
            if roll(lane, 1 + below(random, 6)) != CHOOSE:
                continue
        else:
            events += 1
            plane = lane.moves[below(random, choices(lane))]
            move(lane, plane)
            if lane.planes[plane] == GOAL and home(lane, plane // 4):
                return events
    return events

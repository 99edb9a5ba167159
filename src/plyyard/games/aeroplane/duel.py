"""The end of a game: each side has one or two planes left, and no two of them can meet any more.

Then each side plays for itself, and what counts is how many turns it needs. With one plane a side this is exact; with
two a side is taken to play for the fewest turns on average.
"""

from __future__ import annotations

import functools
from typing import Any

from plyyard.games.aeroplane import rules
from plyyard.games.aeroplane.state import SIDES, State

MOST = 2  # planes left of a side
PAST = 25
"""From this progress on nobody meets a plane that is as far: Red's way ends before Yellow's way here began."""
TURNS = 160
"""Turns that are told apart. A plane before the goal waits for its number with 5/6 a turn; more has chances below 1e-8."""

Planes = tuple[int, ...]
"""Progress of the planes of a side that are not in the goal, lowest first."""


def chance(state: State, side: str) -> float | None:
    """Chance of winning for a side; None when more planes are under way or some may still meet.

    >>> round(chance(State(((50, 56, 56, 56), (55, 56, 56, 56))), "red"), 4)
    0.5455
    """
    if state.planes[0].count(rules.GOAL) < 4 - MOST or state.planes[1].count(rules.GOAL) < 4 - MOST:
        return None
    red, yellow = (tuple(sorted(step for step in planes if step != rules.GOAL)) for planes in state.planes)
    if not red or not yellow or any(_may_meet(one, two) for one in red for two in yellow):
        return None
    own, other = (red, yellow) if state.turn == SIDES[0] else (yellow, red)
    theirs = _turns(other, 0)
    ways = _ways(own, state.die, state.sixes) if state.die else [_turns(own, state.sixes)]
    passed = 1 - _first(theirs, _turns(own, 0))  # with a die that cannot be used
    found = max((_first(way, theirs) for way in ways), default=passed)
    return found if state.turn == side else 1 - found


def _may_meet(one: int, two: int) -> bool:
    return max(one, two) <= rules.RING_END and min(one, two) < PAST


def _first(own: Any, other: Any) -> float:
    """Chance to be home first for the side on turn: it is in its turn k + 1, and the other is not in k."""
    return float((own[:-1] - own[1:]) @ other[:-1])


@functools.cache
def _turns(planes: Planes, sixes: int) -> Any:
    """Chances that not all planes are home after 0, 1, 2 … turns, the one that is running being the first.

    Before a roll. One that cannot be used leads to the same planes a turn later.
    """
    import numpy as np

    found, waiting = np.zeros(TURNS), 0
    for die in range(1, 7):
        ways = _ways(planes, die, sixes)
        if ways:
            found += min(ways, key=lambda way: float(way.sum())) / 6
        else:
            waiting += 1
    found[0] = 1
    if sixes:
        found[1:] += waiting / 6 * _turns(planes, 0)[:-1]
    else:
        for turn in range(1, TURNS):
            found[turn] += waiting / 6 * found[turn - 1]
    return found


def _ways(planes: Planes, die: int, sixes: int) -> list[Any]:
    """The like for each plane that may use the die.  art. 3.1-3.6, 5.1-5.5"""
    if die == 6 and sixes == 2:
        return []
    starts = [start for start in sorted(set(planes)) if rules.obstacle(start, die) == rules.LEGAL]
    return [_moved(planes, start, die, sixes) for start in starts]


def _moved(planes: Planes, start: int, die: int, sixes: int) -> Any:
    import numpy as np

    reached = rules.START if start == rules.BASE else start + die
    left = list(planes)
    left.remove(start)
    if reached != rules.GOAL:
        left.append(reached)
    if not left:
        return np.eye(1, TURNS)[0]
    after = tuple(sorted(left))
    if die == 6 or reached == rules.GOAL:
        return _turns(after, sixes + 1 if die == 6 else 0)
    return np.concatenate(([1.0], _turns(after, 0)[:-1]))

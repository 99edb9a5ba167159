"""Figures of a position: the race, the rolls that hit, and the exact danger of being sent back."""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import Any

from plyyard.games.aeroplane import play, rules
from plyyard.games.aeroplane.state import SIDES, State


def to_go(step: int) -> int:
    """Squares a plane still has to go; out of the base counts one.

    >>> to_go(rules.BASE), to_go(0), to_go(56)
    (57, 56, 0)
    """
    return rules.GOAL - step


def race(state: State) -> tuple[int, int]:
    """Squares that Red's and Yellow's planes still have to go, all four together."""
    red, yellow = (sum(to_go(step) for step in planes) for planes in state.planes)
    return red, yellow


def turns_alone() -> dict[int, Fraction]:
    """Turns that one plane alone needs on average to the goal, by its progress (``BASE`` too).

    Exact: for each square three unknowns, one for each number of sixes already in the turn, solved from the
    goal backwards. A roll too high waits; a six goes on in the same turn, the third is void.
    """
    return dict(_turns_alone())


@functools.cache
def _turns_alone() -> tuple[tuple[int, Fraction], ...]:
    # further(step, sixes) = a + b * further(step, 0), further turns after the running one
    further: dict[tuple[int, int], Fraction] = {(rules.GOAL, sixes): Fraction(0) for sixes in range(3)}
    turns = {rules.GOAL: Fraction(0)}
    for step in (*range(rules.GOAL - 1, rules.START - 1, -1), rules.BASE):
        lines = []
        for sixes in range(3):
            known, waiting = Fraction(0), Fraction(0)
            for die in range(1, 7):
                reached = rules.START if step == rules.BASE else step + die
                if rules.obstacle(step, die) != rules.LEGAL or (die == 6 and sixes == 2):
                    known, waiting = known + 1, waiting + 1
                elif reached != rules.GOAL:
                    known += further[reached, sixes + 1] if die == 6 else 1 + further[reached, 0]
            lines.append((known / 6, waiting / 6))
        start = lines[0][0] / (1 - lines[0][1])
        for sixes, (known, waiting) in enumerate(lines):
            further[step, sixes] = known + waiting * start
        turns[step] = 1 + start
    return tuple(sorted(turns.items()))


def hitting_rolls(state: State, side: str, step: int) -> dict[int, int]:
    """Rolls with which the other side hits a plane of ``side`` there at once, and from which progress.

    >>> hitting_rolls(State(((-1, -1, -1, 30), (-1, -1, 1, 2))), "red", 30)
    {2: 2, 3: 1}
    """
    prey = rules.PREY[step] if step >= 0 else rules.NOBODY
    hunters = sorted((start for start in state.planes[1 - SIDES.index(side)] if start >= 0), reverse=True)
    return {prey - start: start for start in hunters if 1 <= prey - start <= 6}


def danger(state: State, side: str, step: int) -> Fraction:
    """Chance that a plane of ``side`` there is sent back before its side rolls again, if the other tries all.

    Counts the whole turn of the other side with its extra rolls for sixes, for sending others back and for
    planes that come home; the third six is void. 0 where nobody can be sent back. Exact.
    """
    if step < 0 or rules.PREY[step] == rules.NOBODY:
        return Fraction(0)
    hunted = SIDES.index(side)
    planes = list(state.sorted_planes)
    if step not in planes[hunted]:  # what if the hindmost stood there
        planes[hunted] = (step, *planes[hunted][1:])
    return _hit(planes[1 - hunted], planes[hunted], step, 1 - hunted, 0)


@functools.lru_cache(maxsize=20_000)
def _hit(hunters: tuple[int, ...], hunted: tuple[int, ...], step: int, side: int, sixes: int) -> Fraction:
    """Chance within this turn with the best play for hitting, before a roll; both sides' planes are sorted."""
    first, theirs = 4 * side, 4 - 4 * side
    planes = (*hunters, *hunted) if side == 0 else (*hunted, *hunters)
    total = Fraction(0)
    for die in range(1, 7):
        rolled = rules.Lane([*planes, side, sixes, 0, 0, 0, 0, 0])
        further = []
        for choice in range(rules.roll(rolled, die)):
            lane = rules.Lane(rolled.cells[:])
            rules.move(lane, rolled.cells[rules.MOVES + choice])
            if step not in lane.cells[theirs : theirs + 4]:
                total += 1
                break
            if lane.cells[rules.SIDE] == side and not rules.home(lane, side):
                further.append(lane.cells)
        else:
            total += max(
                (
                    _hit(
                        tuple(sorted(cells[first : first + 4])),
                        tuple(sorted(cells[theirs : theirs + 4])),
                        step,
                        side,
                        cells[rules.SIXES],
                    )
                    for cells in further
                ),
                default=Fraction(0),
            )
    return total / 6


def dangers(state: State, side: str) -> dict[int, Fraction]:
    """Danger of each plane of a side on the ring, by progress."""
    steps = sorted(set(state.planes[SIDES.index(side)]))
    return {step: danger(state, side, step) for step in steps if rules.START <= step <= rules.RING_END}


def figures(state: State) -> dict[str, Any]:
    """The race by side: squares to go, planes in the goal and in the base, and the danger of each plane."""
    over = play.winner(state) is not None
    return {
        "race": dict(zip(SIDES, race(state), strict=True)),
        "home": {side: planes.count(rules.GOAL) for side, planes in zip(SIDES, state.planes, strict=True)},
        "base": {side: planes.count(rules.BASE) for side, planes in zip(SIDES, state.planes, strict=True)},
        "danger": {
            side: {}
            if over
            else {str(step): round(float(chance), 6) for step, chance in dangers(state, side).items()}
            for side in SIDES
        },
    }

"""What the other side's next turn can do, exactly: danger of every square, squares that may be lost, arrivals.

Always whole turns with their extra rolls, the third six void, and the best choices for what is asked.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from plyyard.games.aeroplane import analysis, play, rules
from plyyard.games.aeroplane.state import SIDES, State

SQUARES = rules.RING_END + 1
OUT = 15
"""Squares that a start counts for, our choice: as many as a plane alone makes, on the average of its whole way, in the turns
that a start costs."""
Steps = tuple[int, ...]
"""Progress of the four planes of a side, lowest first."""


def hitting_numbers(state: State, side: str) -> frozenset[int]:
    """Numbers with which the other side's first roll can send back any plane of ``side``.

    >>> sorted(hitting_numbers(State(((-1, -1, 30, 31), (-1, -1, 1, 2))), "red"))
    [2, 3, 4]
    """
    return frozenset(
        die
        for step in set(state.planes[SIDES.index(side)])
        for die in analysis.hitting_rolls(state, side, step)
    )


def danger_map(state: State, side: str) -> tuple[Fraction, ...]:
    """By square of the ring: chance that a plane of ``side`` there is sent back before its side rolls again.

    The hindmost plane is thought there, the other three stand where they are. The other side tries all.
    """
    hunted = SIDES.index(side)
    _, *others = state.sorted_planes[hunted]
    return _map(state.sorted_planes[1 - hunted], tuple(others), 1 - hunted)


@functools.lru_cache(256)
def _map(hunters: Steps, others: Steps, side: int) -> tuple[Fraction, ...]:
    unit = 6**15  # a chance after so many rolls is a whole number of these
    _chances.cache_clear()
    return tuple(Fraction(round(chance * unit), unit) for chance in _chances(hunters, others, side, 0))


@functools.cache
def _chances(hunters: Steps, others: Steps, side: int, sixes: int) -> Any:
    """Chances by square as floats, shape (51,): for each square the best choice for hitting there."""
    import numpy as np

    total = np.zeros(SQUARES)
    for die in range(1, 7):
        best = np.zeros(SQUARES)
        for reached, _, lane in _moves(hunters, (rules.BASE, *others), side, sixes, die):
            if _goes_on(lane, side):
                mine, (_, *theirs) = _planes(lane, side)
                np.maximum(best, _chances(mine, tuple(theirs), side, lane.cells[rules.SIXES]), out=best)
            if rules.PREY[reached] != rules.NOBODY:
                best[rules.PREY[reached]] = 1
        total += best
    return total / 6


def worth(step: int) -> int:
    """Squares that a plane has come; a base lies ``OUT`` squares before its start square.

    >>> worth(rules.BASE), worth(0), worth(30)
    (-15, 0, 30)
    """
    return -OUT if step == rules.BASE else step


def loss(state: State, side: str) -> Fraction:
    """Squares that ``side`` loses on average in the other side's next turn, as if that rolled now.

    The other side is taken to send back as much as it can: it is the greatest loss on average.
    """
    hunted = SIDES.index(side)
    _loss.cache_clear()
    return Fraction(_loss(state.sorted_planes[1 - hunted], state.sorted_planes[hunted], 1 - hunted, 0), UNIT)


UNIT = 6**30
"""What losses are counted in: no turn has more rolls, for each fourth one at the latest sends back or comes home."""


@functools.cache
def _loss(hunters: Steps, hunted: Steps, side: int, sixes: int) -> int:
    total = 0
    for die in range(1, 7):
        if die < 6 and _is_quiet(hunters, hunted, die):
            continue
        most = 0
        for _, sent, lane in _moves(hunters, hunted, side, sixes, die):
            if _goes_on(lane, side):
                mine, theirs = _planes(lane, side)
                lost = (sum(map(worth, hunted)) - sum(map(worth, theirs))) * UNIT if sent else 0
                most = max(most, lost + _loss(mine, theirs, side, lane.cells[rules.SIXES]))
        total += most
    return total // 6


def _is_quiet(hunters: Steps, hunted: Steps, die: int) -> bool:
    """Whether no move with this number, which is no six, sends back or comes home: then the turn ends without a loss."""
    reached = [start + die for start in hunters if start >= 0 and start + die <= rules.GOAL]
    return not any(step == rules.GOAL or rules.PREY[step] in hunted for step in reached)


def first_loss(state: State, side: str) -> Fraction:
    """The like with the first roll alone: what can be worked out at the board."""
    worst = [0] * 7
    for step in set(state.planes[SIDES.index(side)]):
        number = state.planes[SIDES.index(side)].count(step)
        for die in analysis.hitting_rolls(state, side, step):
            worst[die] = max(worst[die], number * (worth(step) + OUT))
    return Fraction(sum(worst), 6)


def gain(state: State, start: int) -> int:
    """Squares that a move with the die gains: those it flies and those that the other side loses."""
    before, after = state.planes, play.moved(state, start).state.planes
    mover = SIDES.index(state.turn)
    mine, theirs = (
        sum(map(worth, after[side])) - sum(map(worth, before[side])) for side in (mover, 1 - mover)
    )
    return mine - theirs


def wins_now(state: State) -> Fraction:
    """Chance that the side to roll wins in this turn with its last plane, all extra rolls counted."""
    mover = SIDES.index(state.turn)
    return _wins(state.sorted_planes[mover], state.sorted_planes[1 - mover], mover, state.sixes)


def _wins(mine: Steps, theirs: Steps, side: int, sixes: int) -> Fraction:
    total = Fraction(0)
    for die in range(1, 7):
        chances = [Fraction(0)]
        for _, _, lane in _moves(mine, theirs, side, sixes, die):
            if rules.home(lane, side):
                chances.append(Fraction(1))
            elif _goes_on(lane, side):
                chances.append(_wins(*_planes(lane, side), side, lane.cells[rules.SIXES]))
        total += max(chances)
    return total / 6


def _moves(
    mine: Steps, theirs: Steps, side: int, sixes: int, die: int
) -> Iterator[tuple[int, int, rules.Lane]]:
    """Every move with a roll: what the plane reaches, how many it sends back, and the lane after it."""
    planes = (*mine, *theirs) if side == 0 else (*theirs, *mine)
    rolled = rules.Lane([*planes, side, sixes, 0, 0, 0, 0, 0])
    for choice in range(rules.roll(rolled, die)):
        lane, plane = rules.Lane(rolled.cells[:]), rolled.cells[rules.MOVES + choice]
        sent = rules.move(lane, plane)
        yield lane.cells[plane], sent, lane


def _goes_on(lane: rules.Lane, side: int) -> bool:
    return lane.cells[rules.SIDE] == side and not rules.home(lane, side)


def _planes(lane: rules.Lane, side: int) -> tuple[Steps, Steps]:
    mine, theirs = lane.cells[4 * side : 4 * side + 4], lane.cells[4 - 4 * side : 8 - 4 * side]
    return tuple(sorted(mine)), tuple(sorted(theirs))


@functools.cache
def rolls_home(start: int, most: int = 120) -> tuple[Fraction, ...]:
    """Chance that a plane alone is home with its n-th roll, from n = 0 on, up to ``most`` rolls.

    Sequences of rolls counted as whole numbers, out of 6^n. A roll too high waits; the third six in a row is void.
    """
    ways = {(start, 0): 1}
    found = [Fraction(int(start == rules.GOAL))]
    for n in range(1, most + 1):
        further: dict[tuple[int, int], int] = {}
        arrived = 0
        for (step, sixes), count in ways.items():
            for die in range(1, 7):
                reached, row = step, 0
                if rules.obstacle(step, die) == rules.LEGAL and not (die == 6 and sixes == 2):
                    reached = rules.START if step == rules.BASE else step + die
                    row = sixes + 1 if die == 6 else 0
                if reached == rules.GOAL:
                    arrived += count
                else:
                    further[reached, row] = further.get((reached, row), 0) + count
        ways = further if start != rules.GOAL else {}
        found.append(Fraction(arrived, 6**n))
    return tuple(found)


@functools.cache
def squares_a_turn() -> tuple[Fraction, Fraction]:
    """Squares that a plane on open ring flies in a turn on average: without any extra roll, and with those for sixes."""
    numbers = range(1, 7)
    third = Fraction(sum(number for number in numbers if number != 6), 6)  # art. 5.4
    second = Fraction(sum(numbers), 6) + third / 6
    return Fraction(sum(numbers), 6), Fraction(sum(numbers), 6) + second / 6


@functools.cache
def rolls_alone() -> dict[int, Fraction]:
    """Rolls that one plane alone needs on average to the goal, by its progress (``BASE`` too). Exact, as ``turns_alone``."""
    further: dict[tuple[int, int], Fraction] = {(rules.GOAL, sixes): Fraction(0) for sixes in range(3)}
    rolls = {rules.GOAL: Fraction(0)}
    for step in (*range(rules.GOAL - 1, rules.START - 1, -1), rules.BASE):
        lines = []
        for sixes in range(3):
            known, waiting = Fraction(1), 0
            for die in range(1, 7):
                if rules.obstacle(step, die) != rules.LEGAL or (die == 6 and sixes == 2):
                    waiting += 1
                else:
                    reached = rules.START if step == rules.BASE else step + die
                    known += further[reached, sixes + 1 if die == 6 else 0] / 6
            lines.append((known, Fraction(waiting, 6)))
        rolls[step] = lines[0][0] / (1 - lines[0][1])
        for sixes, (known, share) in enumerate(lines):
            further[step, sixes] = known + share * rolls[step]
    return rolls

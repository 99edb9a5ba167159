"""Plays put together step by step, in every legal order: what can be picked next, and what there is to see meanwhile."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from plyyard.core.errors import IllegalMove
from plyyard.games.backgammon import moves, reasons, rules
from plyyard.games.backgammon.moves import Segment
from plyyard.games.backgammon.state import BAR, CHECKERS, OFF, SIDES, Play, State


def next_steps(state: State, taken: Sequence[Segment]) -> list[tuple[Segment, Play | None]]:
    """What can be picked after the picks so far, each with the play that it completes.

    Raises IllegalMove for a bad pick. In any legal order; only what can still become a whole play.
    """
    if not moves.plays(state):
        if taken:
            raise IllegalMove(*(reasons.refusal(state) or reasons.NO_PLAY))
        return []
    for count in range(len(taken)):
        offered = dict(_next(state, taken[:count]))
        if taken[count] not in offered:
            raise IllegalMove(*(_refusal(state, taken[:count], taken[count])))
    return _next(state, taken)


def _next(state: State, taken: Sequence[Segment]) -> list[tuple[Segment, Play | None]]:
    dice = state.dice or (0, 0)
    if dice[0] == dice[1]:
        return _next_of_double(state, taken, dice[0])
    found: dict[Segment, Play | None] = {}
    made = tuple(taken)
    for order, play in orders(state):
        if len(order) > len(made) and order[: len(made)] == made:
            pick = order[len(made)]
            whole = play if len(order) == len(made) + 1 else None
            found[pick] = whole or found.get(pick)
    return sorted(found.items(), key=lambda item: item[0], reverse=True)


def _next_of_double(state: State, taken: Sequence[Segment], die: int) -> list[tuple[Segment, Play | None]]:
    """A play of a double is the multiset of its sources; any part of it can be made first that is legal step by step."""
    board = [*state.checkers[0], *state.checkers[1]]
    side = SIDES.index(state.turn)
    for source, _ in taken:
        rules.step(board, side, source, die)
    made = [source for source, _ in taken]
    seen = set[int]()
    found: dict[Segment, Play | None] = {}
    for play in moves.plays(state):
        left = [source for source, _, _ in play.steps]
        try:
            for source in made:
                left.remove(source)
        except ValueError:
            continue
        for source in left:
            if source in seen:
                continue
            seen.add(source)
            if rules.why_not(board, side, source, die) == 0:
                found[_segment(source, die)] = play if len(left) == 1 else None
    return sorted(found.items(), key=lambda item: item[0], reverse=True)


def _segment(source: int, die: int) -> Segment:
    return source, max(OFF, source - die)


def partial(state: State, taken: Sequence[Segment]) -> State:
    """The state to draw after these picks, with the dice that they used; IllegalMove for a bad pick."""
    next_steps(state, taken)
    steps, used = [], list[int]()
    made = state
    for source, target in taken:
        hits = target != OFF and made.checkers[1 - SIDES.index(state.turn)][25 - target] == 1
        steps.append((source, target, hits))
        made = moves.after(state, steps)
        left = list(moves.numbers(state.dice or (0, 0)))
        for die in used:
            left.remove(die)
        exact = source - target
        used.append(exact if exact in left else max(left))
    return State(made.checkers, state.turn, state.dice, state.shown, tuple(used), made.stacks, state.last)


Order = tuple[Segment, ...]


@functools.lru_cache(64)
def orders(state: State) -> tuple[tuple[Order, Play], ...]:
    """Every order of steps that makes a whole play of a roll of two different numbers, with that play."""
    by_result = {moves.result(state, play): play for play in moves.plays(state)}
    found: list[tuple[Order, Play]] = []
    side = SIDES.index(state.turn)
    start = [*state.checkers[0], *state.checkers[1]]
    dice = state.dice or (0, 0)
    for first_die, second_die in (dice, dice[::-1]):
        for first in _sources(start, side, first_die):
            board = list(start)
            rules.step(board, side, first, first_die)
            whole = by_result.get(tuple(board))
            if whole is not None and (len(whole.steps) == 1 or board[26 * side] == CHECKERS):  # art. 5.5
                found.append(((_segment(first, first_die),), whole))
            for second in _sources(board, side, second_die):
                end = list(board)
                rules.step(end, side, second, second_die)
                whole = by_result.get(tuple(end))
                if whole is not None:
                    found.append(((_segment(first, first_die), _segment(second, second_die)), whole))
    return tuple(found)


def _sources(board: list[int], side: int, die: int) -> list[int]:
    """From where a step with this number is legal, the highest place first."""
    own = 26 * side
    return [
        place
        for place in range(BAR, 0, -1)
        if board[own + place] and rules.why_not(board, side, place, die) == 0
    ]


def _refusal(state: State, taken: Sequence[Segment], pick: Segment) -> reasons.Reason:
    """Why this pick is not offered after the others."""
    after_taken = partial(state, taken)
    board = [*after_taken.checkers[0], *after_taken.checkers[1]]
    dice = list(moves.numbers(state.dice or (0, 0)))
    for die in after_taken.used:
        dice.remove(die)
    source, target = pick
    for die in sorted(dice, reverse=True):
        if _segment(source, die) == pick:
            fault = rules.why_not(board, SIDES.index(state.turn), source, die)
            if fault:
                return reasons.of_step(fault, source, die)
            return reasons.unfinished(state)
    return reasons.no_number(source, target) if dice else reasons.TOO_MANY

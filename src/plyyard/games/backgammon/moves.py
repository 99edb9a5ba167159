"""The rules' plays unpacked: which there are, what a position becomes by them. Asks rules.py; decides nothing."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from plyyard.games.backgammon import rules
from plyyard.games.backgammon.state import (
    BAR,
    OFF,
    SIDES,
    Dice,
    Play,
    State,
    first_stacks,
    move_stacks,
    other,
)

Board = tuple[int, ...]
Segment = tuple[int, int]
"""From and to: one or more steps of one checker, as the mover counts."""


def lane(state: State) -> rules.Lane:
    """The state as the kernels take it."""
    dice = list(state.dice or (0, 0))
    board = [*state.checkers[0], *state.checkers[1]]
    return rules.Lane(board, [SIDES.index(state.turn)], dice, [0] * rules.MOST_PLAYS, [0] * rules.TRAIL)


def numbers(dice: Dice) -> tuple[int, ...]:
    """The numbers of a roll, a double four times.  art. 3.5"""
    return dice if dice[0] != dice[1] else dice * 2


@functools.lru_cache(512)
def plays(state: State) -> tuple[Play, ...]:
    """Every play, no two with the same result; empty before the roll, after the end and when no step is legal."""
    if state.dice is None or state.winner:
        return ()
    packed = lane(state)
    side = packed.turn[0]
    blots = {25 - place for place in range(1, 25) if packed.board[26 * (1 - side) + place] == 1}
    return tuple(_unpacked(packed.plays[index], blots) for index in range(rules.list_plays(packed)))


PEACEFUL, HITTING = (
    tuple((code >> 3, max(OFF, (code >> 3) - (code & 7)), hits) for code in range(256))
    for hits in (False, True)
)
"""Each step by its code in a play of the rules: the same for all plays, since there can be a thousand of them."""


def _unpacked(packed: int, blots: set[int]) -> Play:
    steps, hit = [], set()
    while packed:
        step = PEACEFUL[packed & 255]
        target = step[1]
        if target in blots and target not in hit:
            hit.add(target)
            step = HITTING[packed & 255]
        steps.append(step)
        packed >>= 8
    return Play(tuple(steps))


def after(state: State, steps: Sequence[tuple[int, int, bool]]) -> State:
    """The state with these steps made, the roll still there."""
    side = SIDES.index(state.turn)
    board = [list(places) for places in state.checkers]
    own, opposing = board[side], board[1 - side]
    stacks = state.stacks or first_stacks(state.checkers)
    for source, target, hits in steps:
        own[source] -= 1
        own[target] += 1
        if hits:
            opposing[25 - target] -= 1
            opposing[BAR] += 1
        stacks = move_stacks(stacks, side, source, target, hits)
    return State(
        (tuple(board[0]), tuple(board[1])),
        state.turn,
        state.dice,
        state.shown,
        state.used,
        stacks,
        state.last,
    )


def passed(state: State, play: Play | None = None) -> State:
    """The turn given on after a play (or none): the other side rolls next."""
    return State(state.checkers, other(state.turn), None, state.dice, (), state.stacks, play)


def result(state: State, play: Play) -> Board:
    """The board that a play leads to, as the kernels lay it out."""
    board = [*state.checkers[0], *state.checkers[1]]
    base = 26 * SIDES.index(state.turn)
    for source, target, hits in play.steps:
        board[base + source] -= 1
        board[base + target] += 1
        if hits:
            board[51 - base - target] -= 1
            board[51 - base] += 1
    return tuple(board)

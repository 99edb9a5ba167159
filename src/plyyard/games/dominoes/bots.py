"""How the computer plays dominoes: quickly by its own hand, or by worlds that the view does not rule out."""

from __future__ import annotations

import sys
from math import tanh
from typing import Any

from plyyard.core.chance import Below
from plyyard.core.errors import HiddenInformation, Say
from plyyard.core.game import Recipe
from plyyard.core.kernel import as_arrays, compiled, random_state
from plyyard.games.dominoes import moves, past, rules, search
from plyyard.games.dominoes.state import HIDDEN, RIGHT, SIDES, Move, State, other

WORLDS = 400
"""Worlds a decision; two thirds of what ten times as many bring."""
PIPS_SCALE = 20
"""Pips of lead at which a block is worth tanh(1) = 0.76 of a win."""


def evaluate(state: State, side: str) -> float:
    """Expected wins minus losses for a side, roughly: fewer pips, fewer tiles, more tiles that fit. Exact after the end."""
    lane = moves.lane(state)
    sign = 1 if side == SIDES[0] else -1
    if state.is_over:
        return float(sign * rules.outcome(lane))
    black, white = (_burden(lane, number, state.hands[number]) for number in range(2))
    return tanh(sign * (white - black) / PIPS_SCALE)


def _burden(lane: rules.Lane, number: int, hand: tuple[int, ...]) -> float:
    """What a hand weighs, in pips: its own, three a tile, less three for each tile that fits; hidden tiles six each."""
    shown = lane.hands[number]
    fitting = rules.count(shown & (rules.FITS[lane.ends[0]] | rules.FITS[lane.ends[1]]))
    return float(rules.pips(shown)) + 6 * hand.count(HIDDEN) + 3 * len(hand) - 3 * min(2, fitting)


def by_hand(view: State, below: Below, budget: Any = None) -> list[tuple[Move, float]]:
    """Rate each move by what it sheds and what can follow it, as roll-outs do; nothing is known of the other hand."""
    mine = moves.bits(view.hand(view.turn))
    ends = view.ends
    rated = []
    for move in moves.legal(view):
        low, high = rules.LOW[move.tile], rules.HIGH[move.tile]
        if ends is None:
            new = (low, high)
        elif move.end == RIGHT:
            new = (ends[0], low + high - ends[1])
        else:
            new = (low + high - ends[0], ends[1])
        follow = rules.count(mine & ~(1 << move.tile) & (rules.FITS[new[0]] | rules.FITS[new[1]]))
        rated.append(
            (move, tanh((rules.PIPS[move.tile] + search.FOLLOW * follow - 2 * search.FOLLOW) / PIPS_SCALE))
        )
    return rated


def by_worlds(view: State, below: Below, budget: Any = None) -> list[tuple[Move, float]]:
    """Rate each move by playing it to the end in sampled worlds: wins minus losses, −1 to 1."""
    return rate(view, below, WORLDS)


def rate(view: State, below: Below, worlds: int) -> list[tuple[Move, float]]:
    """Each legal move with its mean result over the worlds. What the other side holds is never looked at."""
    import numpy as np

    legal = moves.legal(view)
    if not legal:
        return []
    opponent = other(view.turn)
    hands = [
        hand if side == view.turn else (HIDDEN,) * len(hand)
        for side, hand in zip(SIDES, view.hands, strict=True)
    ]
    blind = State(
        view.line, (hands[0], hands[1]), (HIDDEN,) * len(view.boneyard), view.turn, view.log, view.passes
    )
    unseen = past.unseen(blind)
    shares = past.shares(past.past(blind, opponent), (), unseen)
    if not shares:
        raise HiddenInformation(Say("No hand of the other side agrees with this position."))
    whole = past.total(shares)
    tickets, sum_so_far = [], 0
    for _, ways in shares:
        sum_so_far += ways
        tickets.append(sum_so_far * search.TICKETS // whole)
    kernels = compiled(sys.modules[search.__name__])
    lane = as_arrays(moves.lane(blind))
    codes = np.array([2 * move.tile + (move.end == RIGHT) for move in legal], np.int64)
    sizes = np.array([size for row, _ in shares for size in row], np.int64)
    allowed = np.array(past.past(blind, opponent).allowed(), np.int64)
    totals = np.zeros(len(legal), np.int64)
    random = np.array(random_state(below(1 << 62)), np.int64)
    kernels.rate(
        lane,
        as_arrays(moves.lane(blind)),
        codes,
        np.array(tickets, np.int64),
        sizes,
        allowed,
        unseen,
        worlds,
        random,
        totals,
    )
    return [(move, float(sum_) / worlds) for move, sum_ in zip(legal, totals, strict=True)]


_SAMPLED = {"rate": by_worlds}
LEVELS = {
    "beginner": Recipe("random", Say("Lays any tile that fits.")),
    "easy": Recipe(
        "own",
        Say("Looks at its own hand only: sheds pips and keeps tiles that can follow."),
        evaluate,
        {"rate": by_hand},
    ),
    "medium": Recipe(
        "own",
        Say("Remembers draws and passes, and tries each move in many deals that agree with them."),
        evaluate,
        _SAMPLED,
    ),
    "strong": Recipe("own", Say("Plays like medium so far."), evaluate, _SAMPLED),
    "best": Recipe("own", Say("Plays like medium so far."), evaluate, _SAMPLED),
}

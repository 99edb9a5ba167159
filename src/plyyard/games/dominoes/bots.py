"""How the computer plays dominoes: it tries its moves in worlds that its view does not rule out."""

from __future__ import annotations

import sys
from itertools import accumulate
from math import tanh
from typing import Protocol

import numpy as np

from plyyard.core.chance import Below
from plyyard.core.errors import HiddenInformation, Say
from plyyard.core.game import Recipe
from plyyard.core.kernel import as_arrays, compiled, random_state
from plyyard.games.dominoes import moves, past, rules, search
from plyyard.games.dominoes.state import HIDDEN, RIGHT, SIDES, Move, State, other


class Budget(Protocol):
    """What ``players`` hands over: how much may still be thought."""

    @property
    def is_spent(self) -> bool: ...
    def use(self, nodes: int) -> None: ...


FEW = 6
CHUNK = 100
"""Worlds between two looks at the budget."""
WORLDS = 400
"""Worlds a decision."""
OPENING = 0.057
"""Wins minus losses of the side that opens, before the deal: a million games by quick moves on both sides."""
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
    shown = lane.table[number]
    fitting: int = rules.count(
        shown & (rules.FITS[lane.table[rules.LEFT_END]] | rules.FITS[lane.table[rules.RIGHT_END]])
    )
    held: float = rules.pips(shown)
    return held + 6 * hand.count(HIDDEN) + 3 * len(hand) - 3 * min(2, fitting)


def by_few_worlds(view: State, below: Below, budget: Budget) -> list[tuple[Move, float]]:
    """As ``by_worlds`` in a handful of worlds, and without memory of what was drawn and passed."""
    forgetful = State(view.line, view.hands, view.boneyard, view.turn, None, view.passes)
    return rate(forgetful, below, FEW, budget)


def by_worlds(view: State, below: Below, budget: Budget) -> list[tuple[Move, float]]:
    """Rate each move by playing it to the end in sampled worlds: wins minus losses, −1 to 1."""
    return rate(view, below, WORLDS, budget)


def value(view: State, below: Below, budget: Budget) -> float:
    """Expected wins minus losses of the side on turn: of its best move, or over what it may draw."""
    if view.is_over:
        return evaluate(view, view.turn)
    if view.is_undealt:
        return OPENING
    legal = moves.legal(view)
    return max(_sample(view, [_code(move) for move in legal] or [search.NO_MOVE], below, WORLDS, budget))


def rate(view: State, below: Below, most: int, budget: Budget) -> list[tuple[Move, float]]:
    """Each legal move with its mean result over the worlds. What the other side holds is never looked at."""
    legal = moves.legal(view)
    if not legal:
        return []
    means = _sample(view, [_code(move) for move in legal], below, most, budget)
    return list(zip(legal, means, strict=True))


def _code(move: Move) -> int:
    return 2 * move.tile + (move.end == RIGHT)


def _sample(view: State, codes: list[int], below: Below, most: int, budget: Budget) -> list[float]:
    """Mean result of each coded move for the side on turn, over at most so many worlds."""
    opponent = other(view.turn)
    black, white = (
        hand if side == view.turn else (HIDDEN,) * len(hand)
        for side, hand in zip(SIDES, view.hands, strict=True)
    )
    boneyard = (HIDDEN,) * len(view.boneyard)
    blind = State(view.line, (black, white), boneyard, view.turn, view.log, view.passes)
    unseen = past.unseen(blind)
    classes = past.past(blind, opponent)
    shares = past.shares(classes, (), unseen)
    if not shares:
        raise HiddenInformation(Say("No hand of the other side agrees with this position."))
    sizes = [size for row, _ in shares for size in row]
    arrays = [np.array(part, np.int64) for part in (codes, _tickets(shares), sizes, classes.allowed())]
    totals = np.zeros(len(codes), np.int64)
    random = np.array(random_state(below(1 << 62)), np.int64)
    lane, work = as_arrays(moves.lane(blind)), as_arrays(moves.lane(blind))
    kernels = compiled(sys.modules[search.__name__])
    worlds = 0
    while worlds < most and not (worlds and budget.is_spent):
        some = min(CHUNK, most - worlds)
        kernels.rate(lane, work, *arrays, unseen, some, random, totals)
        worlds += some
        budget.use(some * len(codes))
    return [float(total) / worlds for total in totals]


def _tickets(shares: past.Shares) -> list[int]:
    """Where the tickets of each share end, so that each is drawn with its weight."""
    whole = past.total(shares)
    return [sum_so_far * search.TICKETS // whole for sum_so_far in accumulate(ways for _, ways in shares)]


_SAMPLED = {"rate": by_worlds, "value": value}
LEVELS = {
    "beginner": Recipe("random", Say("Lays any tile that fits."), evaluate),
    "easy": Recipe(
        "own",
        Say("Tries each move in a few deals, and forgets what was drawn and passed."),
        evaluate,
        {"rate": by_few_worlds, "value": value},
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

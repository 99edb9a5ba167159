"""The player that does not peek: from a view alone it chooses where to go next, and says what it expects.

Equal views give equal answers: whatever is drawn is drawn from the view. A *plan* ends where a card is turned or dealt,
for then there is more to see; while it is followed it is remembered, so that no two plans run in a circle.
"""

from __future__ import annotations

import functools
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import exp, log
from typing import Any, NamedTuple

import numpy as np

from plyyard.core.chance import Below, seeded, shuffled
from plyyard.core.kernel import compiled, random_state
from plyyard.games.spider import blind, faults, position, rules, weighing
from plyyard.games.spider.blind import Desk
from plyyard.games.spider.desks import desk, hidden, lay
from plyyard.games.spider.nets import net
from plyyard.games.spider.state import COLUMNS, DEAL, HIDDEN, Move, State, removal

KEPT_PLANS = 4096
MANY = 10_000
"""Positions from which on there is time to try leaves out in worlds."""
WIN = 990
OPEN_NODES = 20_000
"""Positions that the solver may try once nothing is hidden."""
SHARE = 0.7
"""How much the share of the points counts beside the chance of winning."""
CHANCES = {4: (0.91, 0.68), 2: (0.92, 0.58), 1: (1.01, 0.06)}
"""From the net's logit to the chance that is told, a slope and an addend by suits: fitted to how 400, 250 and 300 games
of beams 200 wide ended. It changes no choice: the net learned on games with slips, and expects a little too little."""


class Strength(NamedTuple):
    """How far a player looks: positions followed at once, moves on end, leaves judged of either sort, and of 1000
    choices so many made without thinking. ``worlds``: in how many the best leaves are tried out before one is chosen.
    """

    width: int
    steps: int
    leaves: int
    blunder: int = 0
    worlds: int = 0


BEST = Strength(200, 30, 3000, worlds=16)
TRIED = 8
"""Leaves that are tried out."""
INNER = Strength(16, 12, 100)
"""How far is looked once a world has shown its card."""
SHORT = Strength(8, 8, 40)
OPEN = Strength(150, 120, 1)


@dataclass(frozen=True, slots=True)
class Plan:
    """``moves`` up to the one that turns a card, deals or wins; ``worth``: the chance of winning that it promises.

    ``wins``: the moves win, proved. ``ends``: there is nothing to hope for but points.
    """

    moves: tuple[Move, ...]
    worth: float
    wins: bool = False
    ends: bool = False


class Room(threading.local):
    """The compiled kernels, and one desk of each size for a thread."""

    def __init__(self) -> None:
        self.kernels: Any = compiled(weighing)
        self.desks: dict[tuple[int, int, int], Desk] = {}

    def desk(self, width: int, steps: int, leaves: int) -> Desk:
        size = (width, steps, leaves)
        if size not in self.desks:
            self.desks[size] = desk(*size)
        return self.desks[size]


@functools.cache
def room() -> Room:
    """This process' room."""
    return Room()


class _Plans:
    """The plans made last, by view and strength; for every thread of a process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[State, Strength], Plan] = OrderedDict()

    def get(self, view: State, strength: Strength) -> Plan | None:
        with self._lock:
            return self._kept.get((view, strength))

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()

    def keep(self, view: State, strength: Strength, plan: Plan) -> None:
        """The plan, and what is left of it after each of its moves."""
        with self._lock:
            for done, move in enumerate(plan.moves):
                rest = replace(plan, moves=plan.moves[done:])
                self._kept[view, strength] = rest
                self._kept.move_to_end((view, strength))
                if done + 1 < len(plan.moves):
                    view = position.played(view, move).state
            while len(self._kept) > KEPT_PLANS:
                self._kept.popitem(last=False)


_plans = _Plans()


def plan(view: State, strength: Strength = BEST) -> Plan:
    """What to do next. Only what the view shows is used; nothing to do is a plan without moves."""
    seen = blank(view)
    found = _plans.get(seen, strength)
    if found is None:
        found = _made(seen, strength)
        _plans.keep(seen, strength, found)
    return found


def forget() -> None:
    """No plan is remembered any more."""
    _plans.clear()


def rate(view: State, strength: Strength, below: Below | None = None) -> list[tuple[Move, float]]:
    """Every legal move with the chance of winning that it leaves, as a short look tells; the plan's move stands first."""
    chosen = choose(view, strength._replace(blunder=0))
    seen = blank(view)
    rated = [(move, _promise(seen, move)) for move in position.legal(view) if move != chosen]
    best = max((value for _, value in rated), default=0.0)
    return [(chosen, max(best, plan(view, strength).worth)), *sorted(rated, key=lambda pair: -pair[1])]


def choose(view: State, strength: Strength = BEST, below: Below | None = None) -> Move:
    """The move to play: the next one of the plan; where nothing leads on, the first that is legal."""
    legal = position.legal(view)
    if strength.blunder and below is not None and below(1000) < strength.blunder:
        return legal[below(len(legal))]
    moves = plan(view, strength).moves
    if moves:
        return moves[0]
    return DEAL if DEAL in legal else legal[0]


def value(view: State, strength: Strength = BEST, below: Below | None = None) -> float:
    """The chance of winning, as far as the player can tell."""
    outcome = position.outcome(view)
    return plan(view, strength).worth if outcome is None else float(outcome == "won")


def within(strength: Strength, limit: Mapping[str, float]) -> Strength:
    """A strength that keeps to a limit: by its positions, of which some 50 take a millisecond."""
    nodes = 50 * limit["ms"] if "ms" in limit else limit.get("nodes")
    if nodes is None:
        return strength
    worlds = strength.worlds if nodes >= MANY else 0
    return strength._replace(width=max(1, min(strength.width, int(nodes) // strength.steps)), worlds=worlds)


def blank(view: State) -> State:
    """Without all that is not seen: a deal's number, the stock's cards and those face down."""
    columns = tuple(
        [(HIDDEN,) * down + cards[down:] for cards, down in zip(view.columns, view.down, strict=True)]
    )
    return replace(view, columns=columns, stock=(HIDDEN,) * len(view.stock), number=None, physical=None)


def _made(view: State, strength: Strength) -> Plan:
    if view.runs == "manual":
        packed = position.lane(view)
        for column in range(COLUMNS):
            if not rules.why_not_remove(packed, column):
                return Plan((removal(column),), _looked(replace(view, runs="auto"), strength).worth)
    return _looked(view, strength)


def _looked(view: State, strength: Strength) -> Plan:
    if position.outcome(view) is not None:
        return Plan((), float(position.outcome(view) == "won"))
    return _blind(view, strength) if view.stock or any(view.down) else _open(view)


def _open(view: State) -> Plan:
    """Nothing is hidden: a win if one is found, else the way to the most points."""
    from plyyard.games.spider.solver import solve

    kernels, at = room().kernels, _laid(view, OPEN)
    kernels.explore(at, OPEN.width, OPEN.steps, OPEN.leaves)
    node = int(kernels.has_won(at))
    if node >= 0 and view.runs == "auto":
        return Plan(path(at, node), 1.0, wins=True)
    end = path(at, int(kernels.best_end(at)))
    found = solve(view, nodes=OPEN_NODES)
    return Plan(found.line, 1.0, wins=True) if found.status == "solved" else Plan(end, 0.0, ends=True)


def _blind(view: State, strength: Strength) -> Plan:
    kernels, weights = room().kernels, net(view.suits)
    for looked in (strength, strength._replace(width=4 * strength.width, steps=4 * strength.steps)):
        at = _laid(view, looked)
        count = kernels.explore(at, looked.width, looked.steps, looked.leaves)
        if kernels.has_won(at) >= 0:
            return Plan(path(at, int(kernels.has_won(at))), 1.0, wins=True)
        if count:  # a narrow beam may find nothing at all
            best = int(kernels.weigh(at, weights, count, SHARE))
            kernels.look(at, at.leaves[best])
            chance = _chance(float(kernels.judge(at, weights)), view.suits)
            if not strength.worlds or count == 1:
                return Plan(path(at, int(at.leaves[best])), chance)
            return Plan(path(at, _tried(at, view, count, strength.worlds)), chance)
    return Plan(path(at, int(kernels.best_end(at))), 0.0, ends=True)


def _tried(at: Desk, view: State, count: int, worlds: int) -> int:
    """Of the best leaves the one that fares best in so many worlds that the view does not rule out."""
    order = np.argsort(-at.worth[:count], kind="stable")
    deals = at.nodes[5 * at.leaves[order] + blind.MOVE] == rules.DEAL
    # what is seen after a deal is judged too well beside what is seen after one card
    leaves = at.leaves[order][deals == deals[0]][:TRIED].astype(np.int64)
    unknown = np.array(hidden(view), np.int64)
    cards, fared = np.array(unseen(view), np.int64), np.zeros(len(leaves))
    random = np.array(random_state(int(_digest(repr(view)), 16)), np.int64)
    small = room().desk(INNER.width, INNER.steps, INNER.leaves)
    size = (INNER.width, INNER.steps, INNER.leaves)
    weights = net(view.suits)
    room().kernels.try_out(at, small, weights, SHARE, *size, leaves, unknown, cards, random, worlds, fared)
    return int(leaves[fared.argmax()])


def _promise(view: State, move: Move) -> float:
    """The chance of winning after a move, as a short look tells."""
    if move.target < 0 and move != DEAL:
        return plan(view).worth
    code = rules.DEAL if move == DEAL else (10 * move.source + move.target) * 14 + move.count
    at, weights = _laid(view, SHORT), net(view.suits)
    found = room().kernels.promise(at, weights, code, SHORT.width, SHORT.steps, SHORT.leaves)
    return _chance(float(found), view.suits)


def _chance(found: float, suits: int) -> float:
    """What the net found, told as it turned out in games; nothing and certainty stay what they are."""
    if not 0 < found < 1:
        return found
    slope, addend = CHANCES[suits]
    return 1 / (1 + exp(-slope * log(found / (1 - found)) - addend))


def _laid(view: State, size: Strength) -> Desk:
    """The view on a desk, and on what is unknown the unseen cards, drawn by the view: only which they are counts."""
    at = room().desk(size.width, size.steps, size.leaves)
    lay(at, view, unseen(view))
    return at


def path(at: Desk, node: int) -> tuple[Move, ...]:
    moves: list[Move] = []
    while node > 0:
        moves.append(position.MOVES[at.nodes[5 * node + blind.MOVE]])
        node = int(at.nodes[5 * node + blind.PARENT])
    return tuple(reversed(moves))


def unseen(view: State) -> list[int]:
    """The cards that the view does not show (some lie nowhere if the pack is not whole), in an order drawn from the view."""
    seen = faults.known(view)
    cards = [
        card for card, count in sorted(faults.pack(view.suits).items()) for _ in range(count - seen[card])
    ]
    text = repr((sorted(seen.items()), view.down, view.suits))
    drawn = shuffled(cards, seeded(_digest(text)))
    return list(drawn)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()

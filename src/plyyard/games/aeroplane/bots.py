"""How the computer plays: the chance of winning as it sees it, and the levels built on that."""

from __future__ import annotations

from collections.abc import Callable
from math import exp

from plyyard.core.errors import Say
from plyyard.core.game import Recipe
from plyyard.games.aeroplane import duel, play
from plyyard.games.aeroplane.rules import BASE, GOAL, NOBODY, PREY, RING_END, SAFE
from plyyard.games.aeroplane.state import SIDES, Planes, State

# All worths are squares; SCALE squares are worth one unit of the logistic curve. They were found by random changes,
# each kept when it won more than 50.6 % of 12,000 games of greedy play against the one before; TEMPO and SCALE by
# a logistic fit to the results of 1,200 such games (42,000 positions; off by less than 0.025 in every tenth).
OUT, SHELTER = 13.7, 1.4  # for a plane out of its base, on a safe square
COLUMN, ARRIVED = 3.0, 5.3  # for one beyond the ring, in the goal
FOREMOST = 0.1  # a square gained is worth a little more far ahead: run with one plane rather than with all
TEMPO = 3.3  # for being on roll
SCALE = 83.0


def _plane(step: int) -> float:
    if step == BASE:
        return 0.0
    place = (
        (COLUMN if step > RING_END else 0)
        + (ARRIVED if step == GOAL else 0)
        + (SHELTER if step in SAFE else 0)
    )
    return step + 1 + OUT + place + FOREMOST * step * step / GOAL


WORTH = tuple(_plane(step) for step in range(BASE, GOAL + 1))
"""What a plane has gained, by progress + 1."""

# What threats cost, in parts of what stands at stake: from a plane one to six squares behind, a second one there,
# planes seven to twelve behind, planes still in their base. First when the other side is on roll, then later.
NOW = (0.27, 0.09, 0.02, 0.02)
LATER = (0.09, 0.09, 0.02, 0.01)


def evaluate(state: State, side: str) -> float:
    """Chance of winning for a side: a logistic curve over the difference in race and danger."""
    over = play.winner(state)
    if over:
        return float(over == side)
    on_roll = SIDES.index(state.turn)
    own, other = state.planes[on_roll], state.planes[1 - on_roll]
    lead = TEMPO + _worth(own) - _worth(other) - _threats(own, other, LATER) + _threats(other, own, NOW)
    return 1 / (1 + exp((-lead if state.turn == side else lead) / SCALE))


def race_only(state: State, side: str) -> float:
    """Chance of winning as one sees it who counts squares and planes, but no danger."""
    over = play.winner(state)
    if over:
        return float(over == side)
    lead = _worth(state.planes[0]) - _worth(state.planes[1])
    return 1 / (1 + exp((-lead if side == SIDES[0] else lead) / SCALE))


def exact(view: State) -> Callable[[State, str], float] | None:
    """The evaluation when only the last planes are under way and cannot meet: it is then so until the end."""
    return None if duel.chance(view, SIDES[0]) is None else _exactly


def _exactly(state: State, side: str) -> float:
    over, found = play.winner(state), duel.chance(state, side)
    assert over or found is not None, "planes that have passed each other never meet"
    return float(over == side) if found is None else found


def _worth(planes: Planes) -> float:
    a, b, c, d = planes
    return WORTH[a + 1] + WORTH[b + 1] + WORTH[c + 1] + WORTH[d + 1]


def _threats(planes: Planes, hunters: Planes, costs: tuple[float, float, float, float]) -> float:
    """What the threats of the hunters against these planes cost, in squares."""
    total = 0.0
    for step in planes:
        prey = PREY[step] if step >= 0 else NOBODY
        if prey == NOBODY:
            continue
        near = far = 0
        for hunter in hunters:
            if hunter >= 0:
                behind = prey - hunter
                if 1 <= behind <= 6:
                    near += 1
                elif 7 <= behind <= 12:
                    far += 1
        cost = far * costs[2]
        if near:
            cost += costs[0] + (costs[1] if near > 1 else 0)
        if prey <= 6 and BASE in hunters:
            cost += costs[3]
        total += cost * (step + OUT)
    return total


BEGINNER = Say("Chooses planes mostly by chance.")
EASY = Say("Runs and sends back where it can, but sees no danger.")
MEDIUM = Say("Looks one step ahead: every roll of the other side with its best answer.")
SAME = Say("Plays like the level before it for now.")
LEVELS = {
    "beginner": Recipe("random", BEGINNER, race_only, {"blunder": 0.85}),
    "easy": Recipe("greedy", EASY, race_only, {"exact": exact}),
    "medium": Recipe("expectimax", MEDIUM, evaluate, {"exact": exact}),
    "strong": Recipe("expectimax", SAME, evaluate, {"exact": exact}),
    "best": Recipe("expectimax", SAME, evaluate, {"exact": exact}),
}

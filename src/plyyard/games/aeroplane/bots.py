"""How the computer plays: the chance of winning as it sees it, and the levels built on that."""

from __future__ import annotations

from math import exp

from plyyard.core.errors import Say
from plyyard.core.game import Recipe
from plyyard.games.aeroplane import play, rules
from plyyard.games.aeroplane.state import SIDES, State


def evaluate(state: State, side: str) -> float:
    """Chance of winning for a side: a logistic curve over the difference in race and danger."""
    over = play.winner(state)
    if over:
        return float(over == side)
    mine = SIDES.index(side)
    lead = _standing(state.planes[mine], state.planes[1 - mine]) - _standing(
        state.planes[1 - mine], state.planes[mine]
    )
    lead += 8 if state.turn == side else -8
    return 1 / (1 + exp(-lead / 30))


def race_only(state: State, side: str) -> float:
    """Chance of winning as one sees it who looks at the race alone."""
    over = play.winner(state)
    if over:
        return float(over == side)
    lead = sum(state.planes[0]) - sum(state.planes[1])
    return 1 / (1 + exp((-lead if side == SIDES[0] else lead) / 40))


def _standing(planes: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """Progress of four planes, less what the shots at them may cost."""
    total = 0.0
    for step in planes:
        total += step + (10 if step >= 0 else 0)
        prey = rules.PREY[step] if step >= 0 else rules.NOBODY
        if prey != rules.NOBODY:
            total -= (step + 10) * sum(1 for other in theirs if other >= 0 and 1 <= prey - other <= 6) / 6
    return total


BEGINNER = Say("Chooses planes without a plan.")
EASY = Say("Runs and sends back where it can, but sees no danger.")
MEDIUM = Say("Looks one step ahead: every roll of the other side with its best answer.")
SAME = Say("Plays like the level before it for now.")
LEVELS = {
    "beginner": Recipe("random", BEGINNER, evaluate, {"blunder": 1.0}),
    "easy": Recipe("greedy", EASY, race_only),
    "medium": Recipe("expectimax", MEDIUM, evaluate),
    "strong": Recipe("expectimax", SAME, evaluate),
    "best": Recipe("expectimax", SAME, evaluate),
}

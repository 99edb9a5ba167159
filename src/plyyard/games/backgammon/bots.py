"""How the computer plays backgammon: levels for the players of the house."""

from __future__ import annotations

from plyyard.core.errors import Say
from plyyard.core.game import Recipe
from plyyard.games.backgammon import rules
from plyyard.games.backgammon.analysis import pips, race_chance
from plyyard.games.backgammon.state import SIDES, State


def evaluate(state: State, side: str) -> float:
    """Cubeless equity for a side, in points."""
    if state.winner:
        points = rules.value([*state.checkers[0], *state.checkers[1]], SIDES.index(state.winner))
        return float(points if state.winner == side else -points)
    own, opposing = (
        pips(state.checkers[SIDES.index(name)]) for name in (state.turn, SIDES[1 - SIDES.index(state.turn)])
    )
    worth = 2 * race_chance(own, opposing) - 1
    return worth if state.turn == side else -worth


LEVELS = {
    "beginner": Recipe("random", Say("Plays any legal play."), evaluate),
    "easy": Recipe("greedy", Say("Looks at the position after its own play."), evaluate),
}

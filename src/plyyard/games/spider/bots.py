"""The computer's levels in Spider: one player that does not peek, looking less or more far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.game import Recipe
from plyyard.games.spider.state import State

# the player is imported when it is asked: whoever only plays by himself need not wait for NumPy


def evaluate(state: State, side: str) -> float:
    """The chance of winning, from what is seen of a state, by a short look; exact after the end."""
    from plyyard.games.spider import player

    return player.value(state, player.SHORT)


def _level(says: Say, width: int, steps: int, leaves: int, blunder: int = 0, worlds: int = 0) -> Recipe:
    size = (width, steps, leaves, blunder, worlds)

    def asked(name: str) -> Callable[[State, Below, Any], Any]:
        def answer(view: State, below: Below, budget: Any) -> Any:
            from plyyard.games.spider import player

            return getattr(player, name)(view, player.within(player.Strength(*size), budget), below)

        return answer

    params = {name: asked(name) for name in ("rate", "choose", "value")}
    return Recipe("own", says, evaluate, params)


LEVELS = {
    "beginner": _level(Say("Sees a move or two ahead, and plays at random now and then."), 1, 2, 4, 80),
    "easy": _level(Say("Looks a few moves ahead, with a slip now and then."), 4, 6, 20, 15),
    "medium": _level(Say("Follows some lines up to the next card that is turned."), 16, 12, 100),
    "strong": _level(
        Say("Follows many lines up to the next card, and judges where each leads."), 60, 25, 300
    ),
    "best": _level(
        Say("Follows far more lines, and tries the best of them in worlds that could be."),
        200,
        30,
        3000,
        worlds=16,
    ),
}

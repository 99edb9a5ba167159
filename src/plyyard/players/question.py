"""What a method is asked: the view of the side that moves, its moves, and all it may use to rate them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyyard.core.chance import Below
from plyyard.core.game import CHANCE, Game, Happened, Moved, Recipe, Side
from plyyard.players.budget import Budget

Rated = tuple[Any, float]
"""A move and its expected result for the side that moves, in the game's unit."""


@dataclass(frozen=True, slots=True)
class Question:
    """One decision. ``moves`` is empty when only the value of the view is asked for."""

    game: Game[Any, Any, Any]
    recipe: Recipe
    view: Any
    side: Side
    moves: tuple[Any, ...]
    below: Below
    budget: Budget

    def worlds(self) -> list[Any]:
        """States that the side cannot rule out (``worlds`` in the recipe's numbers says how many)."""
        return [self.game.imagine(self.view, self.below) for _ in range(self.recipe.params.get("worlds", 1))]

    def evaluate(self, state: Any, side: Side | None = None) -> float:
        """The game's own evaluation; for the side that moves unless another is named."""
        assert self.recipe.evaluate is not None, "the method needs an evaluation"
        self.budget.use()
        return float(self.recipe.evaluate(state, side or self.side))

    def after(self, world: Any, move: Any) -> Any:
        """The world after one of the moves."""
        return self.game.apply(world, Moved(self.side, move)).state

    def expected(self, state: Any) -> float:
        """Value one decision further: exact over chance, then the best reply. ``Spent`` when cut short."""
        if self.game.actor(state) is not CHANCE:
            return self._best_reply(state)
        lot = self.game.lot(state)
        if lot.shuffle:  # too many orders to go through
            return self.evaluate(state)
        total = 0.0
        for outcome, weight in zip(lot.outcomes, lot.weights, strict=True):
            total += weight * self._best_reply(self.game.apply(state, Happened(outcome)).state)
        return total / sum(lot.weights)

    def _best_reply(self, state: Any) -> float:
        """Value after whoever is to move has chosen what looks best to that side; at once when nobody is."""
        self.budget.check()
        moves = self.game.legal_moves(state)
        if not moves:
            return self.evaluate(state)
        actor = self.game.actor(state)
        assert isinstance(actor, str)
        replies = [self.game.apply(state, Moved(actor, move)).state for move in moves]
        if len(replies) == 1:
            return self.evaluate(replies[0])
        if actor == self.side:
            return max(self.evaluate(reply) for reply in replies)
        return self.evaluate(max(replies, key=lambda reply: self.evaluate(reply, actor)))


def best_first(rated: list[Rated]) -> list[Rated]:
    """Sorted by value; equal ones keep their order."""
    return sorted(rated, key=lambda pair: -pair[1])

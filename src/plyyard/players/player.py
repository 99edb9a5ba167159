"""A player: given a view and a source of randomness, it answers with a move, ratings or a value."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from plyyard.core.chance import Below, Lot
from plyyard.core.errors import PlyError, Say, quoted
from plyyard.core.game import CHANCE, Game, Happened, Nature, Recipe, Side
from plyyard.players import methods
from plyyard.players.budget import Budget, Limit, Spent
from plyyard.players.question import Question, Rated

METHODS = tuple(module.name for module in pkgutil.iter_modules(methods.__path__))
MOST_OUTCOMES = 36
"""As many outcomes of chance are gone through for a value: two dice have 21, which takes about 0.05 s in backgammon."""
LEVELS = ("beginner", "easy", "medium", "strong", "best")


class NothingToChoose(PlyError):
    """A player was asked for a move where no side has a choice."""

    code = "illegal"


class UnknownLevel(PlyError):
    """No computer player has this level in this game."""


@dataclass(frozen=True, slots=True)
class Player:
    """Equal views and an equal source give equal answers, unless a limit in milliseconds cuts in."""

    game: Game[Any, Any, Any]
    level: str
    recipe: Recipe

    def choose(self, view: Any, below: Below, limit: Limit | None = None) -> Any:
        """The move to play; ``NothingToChoose`` when no side is to move."""
        question = self._question(view, below, limit)
        if len(question.moves) == 1:
            return question.moves[0]
        return method(self.recipe.method).choose(question)

    def rate(self, view: Any, below: Below, limit: Limit | None = None) -> list[Rated]:
        """Every move with its expected result for the side that moves, best first."""
        return rate(self._question(view, below, limit))

    def value(self, view: Any, below: Below, limit: Limit | None = None) -> dict[Side, float]:
        """Expected result for each side in the game's unit, as the side to move or roll sees it."""
        game, recipe = self.game, self._recipe(view)
        evaluate = recipe.evaluate
        if evaluate is None:
            raise UnknownLevel(Say("This level cannot say what a position is worth."))
        turn = game.turn(view)
        if turn is None:
            return {side: float(evaluate(view, side)) for side in game.sides}
        question = Question(game, recipe, game.observe(view, turn), turn, (), below, Budget(limit))
        worlds = question.worlds()
        mine = self._expected(question, worlds, limit)
        if len(game.sides) == 1:
            return {turn: mine}
        # What the sides' results add up to (1 for chances of winning, 0 for points), the evaluation knows.
        total = round(sum(evaluate(worlds[0], side) for side in game.sides))
        return {side: mine if side == turn else total - mine for side in game.sides}

    def _expected(self, question: Question, worlds: Sequence[Any], limit: Limit | None) -> float:
        own = self.recipe.params.get("value")
        if own is not None:
            return float(own(question.view, question.below, question.budget))
        actor = self.game.actor(question.view)
        if actor is not None and not isinstance(actor, Nature):
            return self.rate(question.view, question.below, limit)[0][1]
        looks_ahead = getattr(method(self.recipe.method), "LOOKS_AHEAD", False)
        if actor is CHANCE and looks_ahead and not self.game.has_hidden_hands:
            lot = self.game.lot(question.view)
            if not lot.shuffle and len(lot.outcomes) <= MOST_OUTCOMES:
                with suppress(Spent):
                    return self._over_outcomes(question, lot)
        return sum(question.evaluate(world) for world in worlds) / len(worlds)

    def _over_outcomes(self, question: Question, lot: Lot[Any]) -> float:
        """Exact over the lot, each outcome worth its best move, as this level rates moves. ``Spent`` when cut short."""
        game, side = self.game, question.side
        known: dict[Any, float] = {}  # a roll that cannot be used often leads to the same state as another
        total = 0.0
        for outcome, weight in zip(lot.outcomes, lot.weights, strict=True):
            state = game.apply(question.view, Happened(outcome)).state
            if state not in known:
                question.budget.check()
                moves = tuple(game.legal_moves(state)) if game.actor(state) == side else ()
                known[state] = (
                    rate(replace(question, view=state, moves=moves))[0][1]
                    if moves
                    else question.expected(state)
                )
            total += weight * known[state]
        return total / sum(lot.weights)

    def _recipe(self, view: Any) -> Recipe:
        """With the exact evaluation where the game has one for all that can follow."""
        exact = self.recipe.params.get("exact")
        found = exact(view) if exact else None
        return replace(self.recipe, evaluate=found) if found else self.recipe

    def _question(self, view: Any, below: Below, limit: Limit | None) -> Question:
        side = self.game.actor(view)
        if side is None or isinstance(side, Nature):
            raise NothingToChoose(Say("There is nothing to choose here."))
        seen = self.game.observe(view, side)
        moves = self.game.legal_moves(seen)
        return Question(self.game, self._recipe(seen), seen, side, tuple(moves), below, Budget(limit))


def player(game: Game[Any, Any, Any], level: str) -> Player:
    """The computer player of a level. A game with fewer levels gives its strongest that is no stronger."""
    if level not in LEVELS:
        raise UnknownLevel(
            Say(
                "There is no level {level}. There are: {levels}.",
                level=quoted(level),
                levels=", ".join(LEVELS),
            )
        )
    if not game.levels:
        raise UnknownLevel(Say("There is no computer player for this game."))
    known = [name for name in LEVELS[: LEVELS.index(level) + 1] if name in game.levels]
    name = known[-1] if known else next(iter(game.levels))
    recipe = game.levels[name]
    if (
        recipe.evaluate is None
    ):  # none is needed for its moves; what a position is worth, the next level knows
        others = (other.evaluate for other in game.levels.values() if other.evaluate)
        recipe = replace(recipe, evaluate=next(others, None))
    return Player(game, name, recipe)


def opponents(game: Game[Any, Any, Any]) -> Mapping[str, Recipe]:
    """The levels that somebody can play against; none in a game that is played alone."""
    return game.levels if len(game.sides) > 1 else {}


def rate(question: Question) -> list[Rated]:
    """Ratings by the recipe's own method, best first; equal values keep the order of the legal moves."""
    return list(method(question.recipe.method).rate(question))


def method(name: str) -> Any:
    """The file of a method: ``rate(question)`` and ``choose(question)``."""
    assert name in METHODS, f"no method {name}"
    return importlib.import_module(f"plyyard.players.methods.{name}")

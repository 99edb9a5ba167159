"""A game small enough to know every value by hand: a hidden card, a bet on a die, a reply.

One guesses the card (0 twice as likely as 1), or bets: a die is rolled, then Two takes (One has (7 − die)/6) or
leaves (die/6). The evaluation thinks far too well of a bet that is still open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from plyyard.core.chance import DIE
from plyyard.core.errors import Say
from plyyard.core.game import CHANCE, After, Happened, Moved, Recipe

BET = 1 / 3  # mean of min(die, 7 − die)/6
BET_AGAINST_CHANCE = 7 / 12  # mean of both replies


@dataclass(frozen=True)
class State:
    card: int | None = None  # None: hidden
    choice: str | None = None
    die: int | None = None
    reply: str | None = None


def chance_of_one(state: State) -> float:
    if state.choice is None:
        return 0.5
    if state.choice != "bet":
        assert state.card is not None, "an evaluation was asked about a hidden card"
        return float(state.choice == f"guess{state.card}")
    if state.reply is None:
        return 0.9
    return (state.die if state.reply == "leave" else 7 - state.die) / 6


def probability(state: State, side: str) -> float:
    return chance_of_one(state) if side == "one" else 1 - chance_of_one(state)


def points(state: State, side: str) -> float:
    return 2 * probability(state, side) - 1


class Tiny:
    name = "tiny"
    sides = ("one", "two")
    has_hidden_hands = True

    def __init__(self, *recipes: Recipe) -> None:
        self.levels = dict(zip(("beginner", "easy", "medium"), recipes, strict=False))
        self.seen: list[State] = []  # what the rules were asked about as the mover's view

    def actor(self, state: State) -> Any:
        if state.choice is None:
            return "one"
        if state.choice != "bet" or state.reply is not None:
            return None
        return CHANCE if state.die is None else "two"

    def turn(self, state: State) -> str | None:
        actor = self.actor(state)
        return "two" if actor is CHANCE else actor

    def legal_moves(self, state: State) -> tuple[str, ...]:
        return {"one": ("guess0", "guess1", "bet"), "two": ("take", "leave")}.get(self.actor(state), ())

    def lot(self, state: State) -> Any:
        return DIE

    def apply(self, state: State, event: Any) -> After[State]:
        if isinstance(event, Happened):
            return After(replace(state, die=event.outcome))
        assert isinstance(event, Moved)
        return After(replace(state, **{"choice" if event.by == "one" else "reply": event.move}))

    def observe(self, state: State, viewer: str | None) -> State:
        seen = replace(state, card=None)
        self.seen.append(seen)
        return seen

    def imagine(self, view: State, below: Any) -> State:
        assert view.card is None, "a player looked at a state"
        return replace(view, card=0 if below(3) < 2 else 1)


def recipe(method: str, evaluate: Any = probability, **params: Any) -> Recipe:
    return Recipe(method, Say("Tiny."), evaluate, params)

"""Snakes and Ladders to the house's interface. Packs, asks the rules, unpacks; decides nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyyard.core.chance import DIE, Lot
from plyyard.core.common import Common
from plyyard.core.errors import Fault, IllegalMove, Say
from plyyard.core.game import (
    CHANCE,
    TURN_PASSES,
    After,
    Effect,
    Event,
    Happened,
    Nature,
    Recipe,
    Result,
    Step,
)
from plyyard.games.snakes import analysis, notation, rules
from plyyard.games.snakes.board import BOARD
from plyyard.games.snakes.state import SIDE_NAMES, SIDES, State

NO_CHOICE = Say("There is nothing to choose in this game: roll the die.")


class Snakes(Common[State]):
    """See ``core.game.Game``."""

    name = "snakes"
    title = Say("Snakes and Ladders")
    summary = Say("Pure chance, solved exactly: up the ladders, down the snakes, first to 100.")
    slugs = {"de": "schlangen-und-leitern", "en": "snakes-and-ladders"}
    sides = SIDES
    side_names = SIDE_NAMES
    rules_version = "1.0"
    effects = ("ladder", "snake", "too high", TURN_PASSES)
    levels = {
        "beginner": Recipe(
            "evaluated", Say("There is nothing to choose, so there is one level only."), analysis.evaluate
        )
    }
    endings = {"finished": Say("{side} is the first to reach 100 and wins.")}
    default_side = "black"
    roll_label = Say("Roll the die")
    notation = notation
    board = BOARD

    def start(self, options: Mapping[str, Any]) -> State:
        return State()

    def actor(self, state: State) -> Nature | None:
        return None if rules.GOAL in state.squares else CHANCE

    def turn(self, state: State) -> str | None:
        return None if rules.GOAL in state.squares else state.turn

    def legal_moves(self, state: State) -> Sequence[Any]:
        return ()

    def steps(self, state: State, taken: Sequence[str]) -> Sequence[Step]:
        if taken:
            raise IllegalMove(NO_CHOICE, "2.1")
        return ()

    def why_not(self, state: State, text: str) -> tuple[Say, str] | None:
        return (Say("The game is over."), "4.2") if self.actor(state) is None else (NO_CHOICE, "2.1")

    def lot(self, state: State) -> Lot[int]:
        return DIE

    def apply(self, state: State, event: Event) -> After[State]:
        if self.actor(state) is None:
            raise IllegalMove(Say("The game is over."), "4.2")
        if not isinstance(event, Happened):
            raise IllegalMove(NO_CHOICE, "2.1")
        if event.outcome not in DIE.outcomes:
            raise IllegalMove(Say("A die shows 1 to 6."), "2.1")
        lane = self.lane(state)
        side = SIDES.index(state.turn)
        reached = state.squares[side] + event.outcome
        won = rules.roll(lane, event.outcome)
        effects = []
        if reached > rules.GOAL:
            effects.append(Effect("too high", state.turn))
        elif lane.squares[side] != reached:
            effects.append(Effect("ladder" if lane.squares[side] > reached else "snake", state.turn))
        if not won:
            effects.append(Effect(TURN_PASSES))
        return After(State((lane.squares[0], lane.squares[1]), SIDES[lane.turn[0]]), tuple(effects))

    def result(self, state: State) -> Result | None:
        if rules.GOAL not in state.squares:
            return None
        return Result(SIDES[state.squares.index(rules.GOAL)], "finished")

    def faults(self, state: State) -> Sequence[Fault]:
        return rules.faults(state.squares)

    def score(self, state: State) -> dict[str, Any]:
        rolls = analysis.expected_rolls()
        return {
            "rolls": {
                side: round(float(rolls[square]), 6) if square < rules.GOAL else 0.0
                for side, square in zip(SIDES, state.squares, strict=True)
            }
        }

    def lane(self, state: State) -> rules.Lane:
        """The state as the kernels take it."""
        return rules.Lane(list(state.squares), [SIDES.index(state.turn)])


GAME = Snakes()

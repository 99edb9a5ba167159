"""Nim to the house's interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyyard.core.chance import Lot
from plyyard.core.common import Common
from plyyard.core.errors import IllegalMove, Say
from plyyard.core.game import TURN_PASSES, After, Effect, Event, Moved, Option, Recipe, Result, Step
from plyyard.games.nim import notation, rules
from plyyard.games.nim.board import BOARD
from plyyard.games.nim.state import SIDE_NAMES, SIDES, State


def evaluate(state: State, side: str) -> float:
    """1 if the side wins with best play, else 0: who faces a multiple of four loses."""
    return float((state.turn == side) == (state.stones % (rules.MOST + 1) != 0))


class Nim(Common[State]):
    """See ``core.game.Game``."""

    name = "nim"
    title = Say("Nim")
    summary = Say("Take one, two or three stones; whoever takes the last one wins.")
    slugs = {"de": "nim", "en": "nim"}
    sides = SIDES
    side_names = SIDE_NAMES
    rules_version = "1.0"
    effects = (TURN_PASSES,)
    options = (Option("stones", Say("Stones"), 21, low=1, high=rules.MOST_STONES),)
    levels = {
        "beginner": Recipe("random", Say("Takes what comes to mind."), evaluate),
        "medium": Recipe("greedy", Say("Counts in fours."), evaluate),
    }
    default_side = "amber"
    roll_label = Say("There is nothing to roll.")
    notation = notation
    board = BOARD

    def start(self, options: Mapping[str, Any]) -> State:
        return State(options["stones"])

    def actor(self, state: State) -> str | None:
        return state.turn if state.stones else None

    turn = actor

    def legal_moves(self, state: State) -> Sequence[int]:
        return range(1, rules.most(self.lane(state)) + 1)

    def steps(self, state: State, taken: Sequence[str]) -> Sequence[Step]:
        if taken:
            raise IllegalMove(Say("One pick is the whole move."), "1.2")
        return [Step(str(n), f"stone{state.stones - n}", "", str(n)) for n in self.legal_moves(state)]

    def lot(self, state: State) -> Lot[Any]:
        raise AssertionError("there is no chance in this game")

    def apply(self, state: State, event: Event) -> After[State]:
        if not isinstance(event, Moved) or event.by != self.actor(state):
            raise IllegalMove(Say("It is not this side's turn."), "1.1")
        if event.move not in self.legal_moves(state):
            raise IllegalMove(notation.OUT_OF_REACH, "1.2")
        lane = self.lane(state)
        rules.take(lane, event.move)
        after = State(lane.stones[0], SIDES[lane.turn[0]])
        return After(after, (Effect(TURN_PASSES),) if after.stones else ())

    def result(self, state: State) -> Result | None:
        return None if state.stones else Result(SIDES[1 - SIDES.index(state.turn)], "finished")

    def score(self, state: State) -> dict[str, Any]:
        return {"stones": state.stones}

    def lane(self, state: State) -> rules.Lane:
        """The state as the kernels take it."""
        return rules.Lane([state.stones], [SIDES.index(state.turn)])


GAME = Nim()

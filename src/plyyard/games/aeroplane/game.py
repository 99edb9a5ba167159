"""The Aeroplane Game to the house's interface. Packs, asks the rules, unpacks; decides nothing."""

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
    Event,
    Happened,
    Nature,
    Result,
    Step,
)
from plyyard.games.aeroplane import aims, analysis, notation, play, refusals, rules
from plyyard.games.aeroplane.board import BOARD, slot
from plyyard.games.aeroplane.bots import LEVELS
from plyyard.games.aeroplane.state import SIDES, State


class Aeroplane(Common[State]):
    """See ``core.game.Game``. A move is the progress of the plane that moves (-1: from the base)."""

    name = "aeroplane"
    title = Say("Aeroplane Game")
    summary = Say("A race with sending back: out with a six, once round, four planes home.")
    slugs = {"de": "flugzeugspiel", "en": "aeroplane-game"}
    sides = SIDES
    side_names = {"red": Say("Red"), "yellow": Say("Yellow")}
    rules_version = "1.0"
    effects = ("no move", "third six", "started", "sent back", "home", "extra roll", TURN_PASSES)
    levels = LEVELS
    endings = {"finished": Say("All four planes are in the goal: {side} wins.")}
    default_side = "red"
    roll_label = Say("Roll the die")
    notation = notation
    board = BOARD

    def start(self, options: Mapping[str, Any]) -> State:
        return State()

    def actor(self, state: State) -> str | Nature | None:
        if play.winner(state):
            return None
        return state.turn if state.die else CHANCE

    def turn(self, state: State) -> str | None:
        return None if play.winner(state) else state.turn

    def legal_moves(self, state: State) -> Sequence[int]:
        return play.starts(state)

    def steps(self, state: State, taken: Sequence[str]) -> Sequence[Step]:
        if taken:
            self._take(state, taken)
            return ()
        texts = [(start, notation.format_move(start)) for start in play.starts(state)]
        return tuple(Step(text, slot(state.turn, start), "", text) for start, text in texts)

    def preview(self, state: State, taken: Sequence[str]) -> State:
        return play.moved(state, self._take(state, taken)).state if taken else state

    def _take(self, state: State, taken: Sequence[str]) -> int:
        if len(taken) > 1:
            raise IllegalMove(Say("One plane uses the whole roll."), "2.3")
        return notation.parse_move(state, taken[0])

    def why_not(self, state: State, text: str) -> tuple[Say, str] | None:
        return refusals.WHY.get(rules.why_not(play.pack(state), notation.read_start(text)))

    def pick_text(self, state: State, picked: str, target: str) -> str | None:
        return aims.pick_text(state, picked, target)

    def lot(self, state: State) -> Lot[int]:
        return DIE

    def apply(self, state: State, event: Event) -> After[State]:
        if play.winner(state):
            raise IllegalMove(*refusals.WHY[rules.OVER])
        if isinstance(event, Happened):
            if state.die:
                raise IllegalMove(refusals.CHOOSE_FIRST, "2.2")
            if event.outcome not in DIE.outcomes:
                raise IllegalMove(refusals.NOT_A_DIE, "2.2")
            return play.rolled(state, event.outcome)
        if event.by != state.turn:
            raise IllegalMove(refusals.NOT_YOUR_TURN, "2.1")
        why = rules.why_not(play.pack(state), event.move)
        if why != rules.LEGAL:
            raise IllegalMove(*refusals.WHY[why])
        return play.moved(state, event.move)

    def settle(self, state: State) -> After[State]:
        return play.settled(state)

    def result(self, state: State) -> Result | None:
        side = play.winner(state)
        return Result(side, "finished") if side else None

    def faults(self, state: State) -> Sequence[Fault]:
        return refusals.faults(state)

    def score(self, state: State) -> dict[str, Any]:
        return analysis.figures(state)

    def lane(self, state: State) -> rules.Lane:
        """The state as the kernels take it."""
        return play.pack(state)


GAME = Aeroplane()

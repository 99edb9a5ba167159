"""Backgammon to the house's interface. Packs, asks the rules, unpacks; decides nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyyard.core.chance import Lot
from plyyard.core.common import Common
from plyyard.core.errors import BadText, Fault, IllegalMove, Say
from plyyard.core.game import (
    CHANCE,
    TURN_PASSES,
    After,
    Effect,
    Event,
    Happened,
    Nature,
    Result,
    Step,
)
from plyyard.games.backgammon import aims, analysis, bots, moves, notation, picks, reasons, rules
from plyyard.games.backgammon.board import BOARD, slot
from plyyard.games.backgammon.state import SIDES, Dice, Play, State

ROLLS: Lot[Dice] = Lot(
    tuple((high, low) for high in range(1, 7) for low in range(1, high + 1)),
    tuple(1 if high == low else 2 for high in range(1, 7) for low in range(1, high + 1)),
)
KINDS = {1: "finished", 2: "gammon", 3: "backgammon"}
NOT_YOURS = Say("It is the other side's turn.")


class Backgammon(Common[State]):
    """See ``core.game.Game``."""

    name = "backgammon"
    title = Say("Backgammon")
    summary = Say("Two dice, fifteen checkers a side: a race with blocking, hitting and timing.")
    slugs = {"de": "backgammon", "en": "backgammon"}
    sides = SIDES
    side_names = notation.NAMES
    rules_version = "1.0"
    effects = ("no move", "hit", TURN_PASSES)
    levels = bots.LEVELS
    endings = {
        "finished": Say("All checkers are off: {side} wins, 1 point."),
        "gammon": Say("{side} wins a gammon, 2 points: the other side has borne off no checker."),
        "backgammon": Say(
            "{side} wins a backgammon, 3 points: a checker is still on the bar or in the winner's home board."
        ),
    }
    default_side = "white"
    roll_label = Say("Roll the dice")
    notation = notation
    board = BOARD

    def start(self, options: Mapping[str, Any]) -> State:
        return State()

    def actor(self, state: State) -> str | Nature | None:
        if state.winner:
            return None
        return CHANCE if state.dice is None else state.turn

    def turn(self, state: State) -> str | None:
        return None if state.winner else state.turn

    def legal_moves(self, state: State) -> Sequence[Play]:
        return moves.plays(state)

    def steps(self, state: State, taken: Sequence[str]) -> Sequence[Step]:
        return [
            Step(
                notation.format_step(*pick),
                slot(state.turn, pick[0]),
                slot(state.turn, pick[1]),
                notation.format_move(play) if play else None,
            )
            for pick, play in picks.next_steps(state, _picks(taken))
        ]

    def preview(self, state: State, taken: Sequence[str]) -> State:
        return picks.partial(state, _picks(taken)) if taken else state

    def pick_text(self, state: State, picked: str, target: str) -> str | None:
        return aims.pick_text(state, picked, target)

    def lot(self, state: State) -> Lot[Dice]:
        return ROLLS

    def apply(self, state: State, event: Event) -> After[State]:
        if state.winner:
            raise IllegalMove(*reasons.OVER)
        if isinstance(event, Happened):
            return self._rolled(state, event.outcome or (0, 0))
        if event.by != state.turn:
            raise IllegalMove(NOT_YOURS, "2.2")
        play = event.move
        if play not in moves.plays(state):
            play = notation.parse_move(state, notation.format_move(play))
        made = moves.after(state, play.steps)
        hits = [Effect("hit", state.turn, target) for _, target, hit in play.steps if hit]
        if made.winner:
            return After(
                State(made.checkers, state.turn, None, state.dice, (), made.stacks, play), tuple(hits)
            )
        return After(moves.passed(made, play), (*hits, Effect(TURN_PASSES)))

    def _rolled(self, state: State, outcome: Dice) -> After[State]:
        if state.dice is not None:
            raise IllegalMove(Say("The dice are rolled: play them first."), "2.2")
        if outcome not in ROLLS.outcomes:
            raise IllegalMove(Say("A die shows 1 to 6, the larger number stands first."), "2.2")
        return self.settle(State(state.checkers, state.turn, outcome, outcome, (), state.stacks, state.last))

    def settle(self, state: State) -> After[State]:
        if state.winner or state.dice is None or moves.plays(state):
            return After(state)
        return After(moves.passed(state), (Effect("no move", state.turn), Effect(TURN_PASSES)))

    def result(self, state: State) -> Result | None:
        if state.winner is None:
            return None
        points = rules.value([*state.checkers[0], *state.checkers[1]], SIDES.index(state.winner))
        return Result(state.winner, KINDS[points], points)

    def faults(self, state: State) -> Sequence[Fault]:
        return notation.faults(state)

    def score(self, state: State) -> dict[str, Any]:
        return analysis.figures(state)

    def lane(self, state: State) -> rules.Lane:
        """The state as the kernels take it."""
        return moves.lane(state)


def _picks(taken: Sequence[str]) -> list[moves.Segment]:
    picks = [notation.read_segments(text) for text in taken]
    if any(len(pick) != 1 for pick in picks):
        raise BadText(Say("A pick is one step of one checker, as 13/7."))
    return [pick[0] for pick in picks]


GAME = Backgammon()

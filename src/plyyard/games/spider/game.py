"""Spider to the house's interface. Packs, asks the rules, unpacks; decides nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import monotonic, process_time
from typing import Any, Literal

from plyyard.core.chance import Below, Lot
from plyyard.core.common import Common
from plyyard.core.errors import Fault, IllegalMove, Say
from plyyard.core.game import After, Effect, Event, Hindsight, Hint, Moved, Option, Outlook, Result, Step
from plyyard.games.spider import aims, analysis, bots, faults, notation, position, reasons, rules, worlds
from plyyard.games.spider.board import BOARD
from plyyard.games.spider.choice import NOTE, WAYS
from plyyard.games.spider.deal import NUMBERS, dealt
from plyyard.games.spider.state import DEAL, HIDDEN, PLAYER, SIDES, Move, State

LOOKS_BACK = 60  # seconds at most for a whole game
WAITS = 5  # times as long as it may take of the processor, on a machine that is busy
TURN_PRICE, DEAL_PRICE = 1, 10  # XPat2's cheat count, art. 7.2


class Spider(Common[State]):
    """See ``core.game.Game``."""

    name = "spider"
    title = Say("Spider")
    summary = Say("Two packs, ten columns, hidden cards: XPat2's Spider with its rules, deals and score.")
    slugs = {"de": "spider", "en": "spider"}
    sides = SIDES
    side_names = {PLAYER: Say("Player")}
    rules_version = "1.0"
    effects = position.EFFECTS
    options: tuple[Option, ...] = (
        Option("number", Say("Deal number"), None, low=0, high=NUMBERS - 1, ways=WAYS, note=NOTE),
        Option("suits", Say("Suits"), 4, ((4, Say("four")), (2, Say("two")), (1, Say("one")))),
        Option(
            "layout",
            Say("Longer columns"),
            "xpat2",
            (
                ("xpat2", Say("1, 4, 7 and 10, as in XPat2")),
                ("left", Say("the left four, the traditional way")),
            ),
        ),
        Option(
            "rule",
            Say("Dealing with empty columns"),
            "strict",
            (
                ("strict", Say("never")),
                ("relaxed1", Say("if all others are in order, each of one suit")),
                ("relaxed2", Say("if all others are in order, in any suits")),
            ),
        ),
        Option(
            "runs",
            Say("Complete runs"),
            "auto",
            (
                ("auto", Say("are removed at once")),
                ("manual", Say("are removed by hand, as in XPat2")),
                ("keep", Say("stay until the end, the hardest way")),
            ),
        ),
    )
    levels = bots.LEVELS
    endings = {
        "won": Say("Won: every column is empty or one complete run."),
        "stuck draw": Say("Lost: nothing more can be moved, dealt or removed."),
    }
    default_side = PLAYER
    roll_label = Say("Deal")
    undo_crosses_all = True
    can_solve = True
    gives_hints = True
    notation = notation
    board = BOARD

    def start(self, options: Mapping[str, Any]) -> State:
        return dealt(options["number"], options["suits"], options["layout"], options["rule"], options["runs"])

    def actor(self, state: State) -> str | None:
        return None if position.outcome(state) else PLAYER

    def turn(self, state: State) -> str | None:
        return self.actor(state)

    def legal_moves(self, state: State) -> Sequence[Move]:
        return position.legal(state)

    def steps(self, state: State, taken: Sequence[str]) -> Sequence[Step]:
        if not taken:
            return aims.picks(state, position.legal(state))
        self._previewed(state, taken)
        return ()

    def preview(self, state: State, taken: Sequence[str]) -> State:
        return self._previewed(state, taken) if taken else state

    def _previewed(self, state: State, taken: Sequence[str]) -> State:
        move = notation.parse_move(state, taken[0])
        if len(taken) > 1:
            raise IllegalMove(Say("The first pick was the whole move."), "8.1")
        return position.played(state, move).state

    def pick_text(self, state: State, picked: str, target: str) -> str | None:
        return aims.pick_text(state, picked, target)

    def concerned(self, state: State, text: str) -> Sequence[str]:
        return aims.concerned(state, text)

    def lot(self, state: State) -> Lot[None]:
        raise IllegalMove(*reasons.NO_CHANCE)

    def apply(self, state: State, event: Event) -> After[State]:
        if not isinstance(event, Moved):
            raise IllegalMove(*reasons.NO_CHANCE)
        if event.by != PLAYER:
            raise IllegalMove(*reasons.NOT_YOURS)
        position.refuse(state, event.move)
        return position.played(state, event.move)

    def settle(self, state: State) -> After[State]:
        return position.settled(state)

    def result(self, state: State) -> Result | None:
        kind = position.outcome(state)
        if not kind:
            return None
        won = kind == "won"
        return Result(PLAYER if won else None, kind, int(won), final=won)

    def observe(self, state: State, viewer: str | None) -> State:
        if position.outcome(state) == "won":
            return state
        columns = tuple(
            [
                (HIDDEN,) * down + cards[down:] if down else cards
                for cards, down in zip(state.columns, state.down, strict=True)
            ]
        )
        hidden = (HIDDEN,) * len(state.stock)
        return replace(state, columns=columns, stock=hidden, number=None)

    def imagine(self, view: State, below: Below) -> State:
        return worlds.imagined(view, below)

    def hint(self, view: State) -> Hint[Move]:
        from plyyard.games.spider.hints import hint

        return hint(view)

    def solve(self, state: State, ms: float) -> Outlook[Move]:
        from plyyard.games.spider.solver import solve

        end = monotonic() + WAITS * ms / 1000
        found = solve(state, ms=ms, clock=process_time, stop=lambda: monotonic() >= end)
        return Outlook(_ANSWERS[found.status], found.line)

    def hindsight(self, states: Sequence[State], parents: Sequence[int], ms: float) -> Hindsight:
        from plyyard.games.spider.hindsight import thrown_away

        end = monotonic() + LOOKS_BACK
        found = thrown_away(states, ms, parents=parents, stop=lambda: monotonic() >= end)
        lost = [(one.at, _ANSWERS[one.after]) for one in found.thrown]
        return Hindsight(_ANSWERS[found.start], tuple(lost))

    def faults(self, state: State) -> Sequence[Fault]:
        return faults.faults(state)

    def score(self, state: State) -> dict[str, Any]:
        return analysis.score(state)

    def undo_price(self, effects: Sequence[Effect], event: Event) -> int:
        turned = sum(effect.kind == "turned" for effect in effects)
        dealt_out = isinstance(event, Moved) and event.move == DEAL
        return TURN_PRICE * turned + (DEAL_PRICE if dealt_out else 0)

    def lane(self, state: State) -> rules.Lane:
        """The state as the kernels take it."""
        return position.lane(state)


_ANSWERS: Mapping[str, Literal["yes", "no", "unknown"]] = {
    "solved": "yes",
    "unsolvable": "no",
    "unknown": "unknown",
}

GAME = Spider()

"""Double-Six Dominoes to the house's interface. Packs, asks the rules, unpacks; decides nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyyard.core.chance import Below, Lot
from plyyard.core.common import Common
from plyyard.core.errors import BadOptions, Fault, HiddenInformation, IllegalMove, Say, quoted
from plyyard.core.game import (
    CHANCE,
    TURN_PASSES,
    After,
    Effect,
    Event,
    Happened,
    Moved,
    Nature,
    Result,
    Step,
)
from plyyard.games.dominoes import aims, bots, checks, moves, notation, play, rules, worlds
from plyyard.games.dominoes.board import BOARD
from plyyard.games.dominoes.state import (
    BLACK,
    HIDDEN,
    NAMES,
    NUMBER,
    RIGHT,
    SIDES,
    Move,
    State,
)


class Dominoes(Common[State]):
    """See ``core.game.Game``."""

    name = "dominoes"
    title = Say("Double-Six Dominoes")
    summary = Say("The draw game with 28 tiles: mind the open ends, and remember who had to draw.")
    slugs = {"de": "domino", "en": "dominoes"}
    sides = SIDES
    side_names = {"black": Say("Black"), "white": Say("White")}
    rules_version = "1.0"
    effects = ("passes", "blocked", TURN_PASSES)
    levels = bots.LEVELS
    endings = {
        "finished": Say("{side} has laid the last tile and wins."),
        "blocked": Say("The game is blocked; {side} wins with fewer pips."),
        "blocked draw": Say("The game is blocked with equal pips: a draw."),
    }
    default_side = BLACK
    has_hidden_hands = True
    roll_label = Say("Draw a tile")
    notation = notation
    board = BOARD

    def complete(self, options: Mapping[str, Any], below: Below) -> dict[str, Any]:
        """The one option, ``hands``, is for positions made up: tiles that a side gets; the deal fills up the rest."""
        unknown = sorted(set(options) - {"hands"})
        if unknown:
            raise BadOptions(Say("{name} is no option of this game.", name=ascii(str(unknown[0])[:40])))
        if not options.get("hands"):
            return {}
        hands = options["hands"]
        if (
            not isinstance(hands, Mapping)
            or set(hands) - set(SIDES)
            or not all(isinstance(h, list | tuple) for h in hands.values())
        ):
            raise BadOptions(
                Say(
                    "Hands are given by side, as lists of tiles: {example}",
                    example='{"black": ["0-1", "2-5"]}',
                )
            )
        found = {side: [NAMES[_tile(tile)] for tile in hands[side]] for side in SIDES if side in hands}
        given = [tile for tiles in found.values() for tile in tiles]
        if len(set(given)) < len(given):
            raise BadOptions(
                Say("{tile} is in the given hands twice.", tile=next(t for t in given if given.count(t) > 1))
            )
        if any(len(tiles) > rules.HAND for tiles in found.values()):
            raise BadOptions(Say("A hand has at most seven tiles at the start."))
        return {"hands": found} if given else {}

    def start(self, options: Mapping[str, Any]) -> State:
        hands = options.get("hands", {})
        black, white = (tuple(sorted(_tile(tile) for tile in hands.get(side, ()))) for side in SIDES)
        return State(
            hands=(black, white), boneyard=tuple(t for t in range(28) if t not in black and t not in white)
        )

    def actor(self, state: State) -> str | Nature | None:
        if state.is_over:
            return None
        if state.is_undealt:
            return CHANCE
        draws = moves.draws(state)
        if draws is None:
            raise HiddenInformation(moves.HIDDEN_HAND)
        return CHANCE if draws else state.turn

    def turn(self, state: State) -> str | None:
        return None if state.is_over else state.turn

    def legal_moves(self, state: State) -> Sequence[Move]:
        return moves.legal(state)

    def steps(self, state: State, taken: Sequence[str]) -> Sequence[Step]:
        if not taken:
            return [_step(move) for move in moves.legal(state)]
        notation.parse_move(state, taken[0])
        if len(taken) > 1:
            raise IllegalMove(Say("One tile is laid in a turn."), "3.1")
        return ()

    def preview(self, state: State, taken: Sequence[str]) -> State:
        """The tile lies where it was put; who is on turn then is not worked out yet."""
        if not taken:
            return state
        move = notation.parse_move(state, taken[0])
        lane = moves.lane(state)
        rules.lay(lane, move.tile, int(move.end == RIGHT))
        return play.laid(state, move, lane)

    def why_not(self, state: State, text: str) -> tuple[Say, str] | None:
        return moves.why_not_text(state, text)

    def pick_text(self, state: State, picked: str, target: str) -> str | None:
        return aims.pick_text(state, picked, target)

    def lot(self, state: State) -> Lot[play.Outcome]:
        if state.is_undealt:
            return Lot((), (), shuffle=28)
        if HIDDEN in state.boneyard:
            raise HiddenInformation(Say("The tiles of the boneyard are hidden here."))
        return Lot(state.boneyard, (1,) * len(state.boneyard))

    def apply(self, state: State, event: Event) -> After[State]:
        if isinstance(event, Moved):
            after = self._move(state, event)
        elif self.actor(state) is not CHANCE:
            raise IllegalMove(*(moves.why_not_text(state, "draw") or (Say("Nothing is drawn now."), "4.3")))
        elif event.outcome is None:
            raise IllegalMove(Say("Which tile was drawn is hidden here."), "6.2")
        else:
            after = play.dealt(state, event.outcome) if state.is_undealt else play.drawn(state, event.outcome)
        settled = self.settle(after)
        if not settled.state.is_over and settled.state.turn != state.turn:
            return After(
                settled.state, (*(e for e in settled.effects if e.kind != TURN_PASSES), Effect(TURN_PASSES))
            )
        return After(settled.state, tuple(e for e in settled.effects if e.kind != TURN_PASSES))

    def _move(self, state: State, event: Moved[Move]) -> State:
        if event.by != state.turn and not state.is_over:
            raise IllegalMove(Say("The other side is on turn."), "3.1")
        refusal = moves.why_not(state, event.move)
        if refusal:
            raise IllegalMove(*refusal)
        lane = moves.lane(state)
        rules.lay(lane, event.move.tile, int(event.move.end == RIGHT))
        return play.laid(state, event.move, lane)

    def settle(self, state: State) -> After[State]:
        effects = []
        start = state.turn
        while (
            not state.is_over and not state.is_undealt and state.line and len(state.boneyard) <= rules.RESERVE
        ):
            lane = moves.lane(state)
            if rules.must_pass(lane):
                if HIDDEN in state.hand(state.turn):
                    raise HiddenInformation(moves.HIDDEN_HAND)
                effects.append(Effect("passes", state.turn))
                rules.pass_turn(lane)
                state = play.passed(state, lane)
            else:
                break
        if state.passes == 2 and effects:
            effects.append(Effect("blocked"))
        elif effects and state.turn != start:
            effects.append(Effect(TURN_PASSES))
        return After(state, tuple(effects))

    def result(self, state: State) -> Result | None:
        if not state.is_over:
            return None
        sign = rules.outcome(moves.lane(state))
        winner = {1: SIDES[0], -1: SIDES[1], 0: None}[sign]
        return Result(winner, "blocked" if state.passes == 2 else "finished", abs(sign))

    def observe(self, state: State, viewer: str | None) -> State:
        if state.is_over or (state.is_undealt and not any(state.hands)):
            return state
        hands = tuple(
            hand if side == viewer else (HIDDEN,) * len(hand)
            for side, hand in zip(SIDES, state.hands, strict=True)
        )
        told = moves.draws(state) if viewer != state.turn and len(state.boneyard) > rules.RESERVE else None
        return State(
            state.line,
            (hands[0], hands[1]),
            (HIDDEN,) * len(state.boneyard),
            state.turn,
            state.log,
            state.passes,
            told,
        )

    def redact(self, state: State, event: Event, viewer: str | None) -> Event:
        if isinstance(event, Happened) and (state.is_undealt or viewer != state.turn):
            return Happened(None)
        return event

    def imagine(self, view: State, below: Below) -> State:
        return worlds.imagine(view, below)

    def faults(self, state: State) -> Sequence[Fault]:
        return checks.faults(state)

    def score(self, state: State) -> dict[str, Any]:
        return {"pips": {side: state.pips(side) for side in SIDES}, "boneyard": len(state.boneyard)}

    def lane(self, state: State) -> rules.Lane:
        """The state as the kernels take it."""
        return moves.lane(state)


def _tile(text: Any) -> int:
    parts = text.split("-") if isinstance(text, str) and len(text) == 3 else ()
    if len(parts) != 2 or not all(part in "0123456" and part for part in parts):
        raise BadOptions(Say("{found} is no tile; a tile is written 2-5.", found=quoted(str(text), 20)))
    return NUMBER[int(parts[0]), int(parts[1])]


def _step(move: Move) -> Step:
    text = notation.format_move(move)
    return Step(text, f"hand-{NAMES[move.tile]}", move.end or "open", text)


GAME = Dominoes()

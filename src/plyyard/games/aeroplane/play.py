"""From states to lanes and back, and what a roll or a move leads to. Asks the rules, decides nothing."""

from __future__ import annotations

from dataclasses import replace

from plyyard.core.game import TURN_PASSES, After, Effect
from plyyard.games.aeroplane import rules
from plyyard.games.aeroplane.state import SIDES, Last, State


def pack(state: State) -> rules.Lane:
    """The state as the kernels take it."""
    return rules.Lane(
        [*state.planes[0], *state.planes[1], SIDES.index(state.turn), state.sixes, state.die, 0, 0, 0, 0]
    )


def unpack(lane: rules.Lane, last: Last | None) -> State:
    a, b, c, d, e, f, g, h, side, sixes, die = lane.cells[: rules.MOVES]
    return State(((a, b, c, d), (e, f, g, h)), SIDES[side], sixes, die, last)


def winner(state: State) -> str | None:
    """The side whose planes are all in the goal."""
    for side, planes in zip(SIDES, state.planes, strict=True):
        if sum(planes) == 4 * rules.GOAL:
            return side
    return None


def starts(state: State) -> tuple[int, ...]:
    """Each progress from which a plane may move with the die, lowest first; empty without one."""
    if not state.die or winner(state):
        return ()
    lane = pack(state)
    count = rules.choices(lane)
    return tuple(sorted(lane.cells[plane] for plane in lane.cells[rules.MOVES : rules.MOVES + count]))


def rolled(state: State, die: int) -> After[State]:
    """The die is on the board; what leaves no choice is worked out."""
    lane = pack(state)
    return _after_roll(lane, rules.roll(lane, die), Last(state.turn, die), state.turn)


def settled(state: State) -> After[State]:
    """A position from outside: a roll that cannot be used has passed the turn."""
    if not state.die or winner(state):
        return After(state)
    lane = pack(state)
    return _after_roll(lane, rules.roll(lane, state.die), state.last, state.turn)


def _after_roll(lane: rules.Lane, outcome: int, last: Last | None, side: str) -> After[State]:
    state = unpack(lane, last)
    if outcome > 0:
        return After(state)
    kind = "no move" if outcome == rules.NO_MOVE else "third six"
    return After(state, (Effect(kind, side), Effect(TURN_PASSES)))


def moved(state: State, start: int) -> After[State]:
    """A plane of the side to move goes from there by the die; the move is legal."""
    lane = pack(state)
    side = SIDES.index(state.turn)
    plane = lane.cells.index(start, 4 * side, 4 * side + 4)
    sent = rules.move(lane, plane)
    after = unpack(lane, Last(state.turn, state.die, start, lane.cells[plane]))
    effects = []
    if start == rules.BASE:
        effects.append(Effect("started", state.turn))
    if sent:
        effects.append(Effect("sent back", state.turn, sent))
    if lane.cells[plane] == rules.GOAL:
        effects.append(Effect("home", state.turn))
    if winner(after):
        after = replace(after, sixes=0)
    elif after.turn == state.turn:
        effects.append(Effect("extra roll", state.turn))
    else:
        effects.append(Effect(TURN_PASSES))
    return After(after, tuple(effects))

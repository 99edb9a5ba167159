"""From the lane that the rules changed back to a state: what an event leaves behind. Decides nothing."""

from __future__ import annotations

from plyyard.core.errors import HiddenInformation, IllegalMove, Say
from plyyard.games.dominoes import moves, rules
from plyyard.games.dominoes.state import BLACK, HIDDEN, LEFT, NUMBER, SIDES, TILES, Move, Seen, State

Outcome = int | tuple[int, ...]
"""A drawn tile, or the order of all 28 for the deal."""


def laid(state: State, move: Move, lane: rules.Lane) -> State:
    """After the rules laid a tile: the line with it, turned so that it joins, and the log."""
    low, high = TILES[move.tile]
    if not state.line:
        line: tuple[tuple[int, int], ...] = ((low, high),)
    elif move.end == LEFT:
        line = ((lane.table[rules.LEFT_END], low + high - lane.table[rules.LEFT_END]), *state.line)
    else:
        line = (*state.line, (low + high - lane.table[rules.RIGHT_END], lane.table[rules.RIGHT_END]))
    side = SIDES.index(state.turn)
    rest = tuple(tile for tile in state.hands[side] if tile != move.tile)
    hands = (rest, state.hands[1]) if side == 0 else (state.hands[0], rest)
    log = None if state.log is None else (*state.log, Seen(state.turn, move.tile, move.end))
    turn = BLACK if lane.table[rules.OVER] else SIDES[lane.table[rules.TURN]]
    return State(line, hands, state.boneyard, turn, log, lane.table[rules.PASSES])


def drawn(state: State, tile: Outcome) -> State:
    known = {*(NUMBER[halves] for halves in state.line), *state.hands[0], *state.hands[1]}
    if (
        not isinstance(tile, int)
        or not 0 <= tile < 28
        or (tile not in state.boneyard and (HIDDEN not in state.boneyard or tile in known))
    ):
        raise IllegalMove(Say("This tile is not in the boneyard."), "4.1")
    lane = moves.lane(state)
    rules.draw(lane, tile)
    boneyard = list(state.boneyard)
    boneyard.remove(tile if tile in boneyard else HIDDEN)
    side = SIDES.index(state.turn)
    hidden = state.hands[side].count(HIDDEN)
    grown = (*sorted([tile, *state.hands[side][: len(state.hands[side]) - hidden]]), *[HIDDEN] * hidden)
    hands = (grown, state.hands[1]) if side == 0 else (state.hands[0], grown)
    log = state.log
    if log is not None:
        before = log[-1].drawn if log[-1].side == state.turn else 0
        log = (*(log[:-1] if before else log), Seen(state.turn, drawn=before + 1))
    return State(state.line, hands, tuple(boneyard), state.turn, log, state.passes)


def dealt(state: State, order: Outcome) -> State:
    if HIDDEN in state.boneyard:
        raise HiddenInformation(Say("The tiles of the boneyard are hidden here."))
    if not isinstance(order, tuple) or sorted(order) != list(range(28)):
        raise IllegalMove(Say("The deal is an order of all 28 tiles, each of them once."), "2.1")
    lane = moves.lane(state)
    for tile in order:
        rules.deal(lane, tile)
    black, white, boneyard = (tuple(t for t in range(28) if tiles >> t & 1) for tiles in lane.table[:3])
    return State(hands=(black, white), boneyard=boneyard)


def passed(state: State, lane: rules.Lane) -> State:
    """After the rules let the side on turn pass."""
    log = None if state.log is None else (*state.log, Seen(state.turn))
    turn = BLACK if lane.table[rules.OVER] else SIDES[lane.table[rules.TURN]]
    return State(state.line, state.hands, state.boneyard, turn, log, lane.table[rules.PASSES])

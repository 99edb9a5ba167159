"""Positions to ask about: out of games of careful random play, or built so that a rule is at stake. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from plyyard.core.chance import Below, shuffled
from plyyard.core.errors import Say
from plyyard.games.backgammon import moves, rules
from plyyard.games.backgammon.board import slot
from plyyard.games.backgammon.notation import NAMES, format_position
from plyyard.games.backgammon.state import BAR, CHECKERS, OFF, SIDES, Dice, State

T = TypeVar("T")


def until(draw: Callable[[], T | None]) -> T:
    """The first thing drawn that is not None."""
    while (found := draw()) is None:
        pass
    return found


def pick(below: Below, things: Sequence[T]) -> T:
    return things[below(len(things))]


def roll(below: Below, doubles: bool = True) -> Dice:
    """Two dice, the larger first; without doubles where they are not wanted."""
    while True:
        one, two = 1 + below(6), 1 + below(6)
        if doubles or one != two:
            return max(one, two), min(one, two)


def from_game(below: Below, least: int, most: int) -> State:
    """Before a roll, after so many turns of a game; a finished game is begun anew. Of three random plays each turn takes the
    one that leaves fewest blots, so that points are made and held.
    """
    left = least + below(most - least + 1)
    lane = moves.lane(State())
    while left:
        lane.dice[:] = roll(below)
        count = rules.list_plays(lane)
        some = [lane.plays[below(count)] for _ in range(3)] if count else [0]
        rules.make(lane, min(some, key=lambda play: _blots(lane, play)))
        if CHECKERS in (lane.board[0], lane.board[26]):
            lane = moves.lane(State())
        left -= 1
    return State((tuple(lane.board[:26]), tuple(lane.board[26:])), SIDES[lane.turn[0]])


def _blots(lane: rules.Lane, play: int) -> int:
    side, board = lane.turn[0], list(lane.board)
    while play:
        rules.step(board, side, (play & 255) >> 3, play & 7)
        play >>= 8
    return board[26 * side + 1 : 26 * side + 25].count(1)


def with_roll(state: State, dice: Dice | None) -> State:
    return State(state.checkers, state.turn, dice, dice)


def built(below: Below, own: dict[int, int], opposing: dict[int, int], dice: Dice | None = None) -> State:
    """Checkers by place, both as the mover counts (25 the own bar, 0 the other's); those not named are off. Either side."""
    turn = below(2)
    places = [[counts.get(place, 0) for place in range(26)] for counts in (own, _turned(opposing))]
    for counts in places:
        counts[OFF] = CHECKERS - sum(counts[1:])
    mine, theirs = tuple(places[0]), tuple(places[1])
    return State((mine, theirs) if turn == 0 else (theirs, mine), SIDES[turn], dice, dice)


def _turned(counts: dict[int, int]) -> dict[int, int]:
    return {25 - place: count for place, count in counts.items()}


def scattered(below: Below, number: int, points: Sequence[int], least: int = 1) -> dict[int, int]:
    """So many checkers on some of these points, at least so many on each that is used; fewer where there is no room."""
    chosen = [points[at] for at in shuffled(range(len(points)), below)][: number // least]
    if not chosen:
        return {}
    chosen = chosen[: 1 + below(len(chosen))] if least == 1 else chosen
    counts = dict.fromkeys(chosen, least)
    for _ in range(number - sum(counts.values())):
        counts[pick(below, chosen)] += 1
    return counts


def bearing_off(below: Below, number: int) -> State:
    """All checkers of both sides at home or off, so many of the mover's left."""
    own = dict.fromkeys(range(1, 7), 0)
    for _ in range(number):
        own[1 + below(6)] += 1
    opposing = scattered(below, 2 + below(12), range(19, 25))
    return built(below, own, opposing)


def blocked(below: Below) -> State:
    """Few checkers that can still move, before many closed points; the others stand deep at home."""
    back = scattered(below, 1 + below(3), range(7, BAR))
    deep = dict.fromkeys(range(1, 4), 0)
    for _ in range(CHECKERS - sum(back.values()) - below(3)):
        deep[1 + below(3)] += 1
    free = [place for place in range(1, BAR) if not back.get(place) and not deep.get(place)]
    return built(below, back | deep, scattered(below, 10 + below(6), free, 2))


def stands(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Checkers of the mover and of the other side by place, both as the mover counts."""
    index = SIDES.index(state.turn)
    return state.checkers[index], state.checkers[1 - index][::-1]


def text(state: State) -> str:
    return format_position(state)


def side_name(state: State) -> Say:
    return NAMES[state.turn]


def place_slot(state: State, place: int) -> str:
    return slot(state.turn, place)


def point_names(state: State, points: Sequence[int]) -> tuple[tuple[str, Say], ...]:
    """Points as candidates of a pick, named as the mover counts, the highest first."""
    return tuple(
        (slot(state.turn, point), Say("Point {point}", point=point)) for point in sorted(points, reverse=True)
    )

"""What people want to know about a position: pips, shots, the race."""

from __future__ import annotations

from math import erf, sqrt
from typing import Any

from plyyard.games.backgammon import bearoff, rules
from plyyard.games.backgammon.state import BAR, OFF, SIDES, Places, State


def pips(places: Places) -> int:
    """Points that a side's checkers still have to travel. 167 at the start.

    >>> pips(State().checkers[0])
    167
    """
    return sum(place * count for place, count in enumerate(places))


def contact(state: State) -> bool:
    """Whether a checker of one side still has to pass one of the other."""
    white, black = state.checkers
    back = [
        max((place for place, count in enumerate(places) if count), default=0) for places in (white, black)
    ]
    return back[0] + back[1] > 24


def race_chance(own: int, opposing: int) -> float:
    """Chance of winning a race for the side on roll, from both pip counts (at least 1).

    Danny Kleinman's metric ("Vision Laughs at Counting", 1980): D is the lead plus 4 pips for being on roll, S the sum
    of both counts less 4; the pips still to be rolled differ nearly normally, and the chance is Φ(√2 · D / √S). It knows
    neither gaps nor checkers that waste pips, so at the end of a game ``bearoff`` takes its place.

    >>> round(race_chance(100, 100), 2)
    0.66
    """
    lead = opposing - own + 4
    return 0.5 * (1 + erf(lead / sqrt(max(1, own + opposing - 4))))


def winning_chance(state: State) -> float:
    """Chance of the side on roll to win a race: exact for each side alone in a bear-off, else by the pips.

    >>> from plyyard.games.backgammon.position import parse_position
    >>> round(winning_chance(parse_position("AQAAAAEAAAAAAA turn=white")), 3)  # one roll to take off two
    0.639
    """
    side = SIDES.index(state.turn)
    board = (*state.checkers[0], *state.checkers[1])
    if bearoff.is_known(board):
        win, _, _ = bearoff.chances(board, side, bearoff.table())
        return float(win)
    return race_chance(pips(state.checkers[side]), pips(state.checkers[1 - side]))


def shots(state: State, side: str) -> int:
    """How many of the 36 rolls let ``side``, if it rolled now, hit a checker."""
    index = SIDES.index(side)
    hitting = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            board = [*state.checkers[0], *state.checkers[1]]
            lane = rules.Lane(board, [index], [high, low], [0] * rules.MOST_PLAYS, [0] * rules.TRAIL)
            on_bar = board[26 * (1 - index) + rules.BAR]
            if any(_hits(board, index, lane.plays[play], on_bar) for play in range(rules.list_plays(lane))):
                hitting += 1 if high == low else 2
    return hitting


def _hits(board: list[int], side: int, play: int, on_bar: int) -> bool:
    made = list(board)
    while play:
        rules.step(made, side, (play & 255) >> 3, play & 7)
        play >>= 8
    return made[26 * (1 - side) + rules.BAR] > on_bar


def entering(state: State, side: str) -> list[int]:
    """The numbers that bring a checker in from the bar."""
    board = [*state.checkers[0], *state.checkers[1]]
    return [die for die in range(1, 7) if rules.why_not(board, SIDES.index(side), BAR, die) == 0]


def figures(state: State) -> dict[str, Any]:
    """Pips and checkers off by side; without contact the chance of winning the race; with it the shots of each side;
    for a side on the bar the numbers that enter."""
    counts = dict(zip(SIDES, (pips(places) for places in state.checkers), strict=True))
    found: dict[str, Any] = {
        "pips": counts,
        "off": {side: places[OFF] for side, places in zip(SIDES, state.checkers, strict=True)},
    }
    if state.winner:
        return found
    waiting = [side for side, places in zip(SIDES, state.checkers, strict=True) if places[BAR]]
    if waiting:
        found["enters with"] = {side: entering(state, side) for side in waiting}
    if contact(state):
        return found | {"shots": {side: shots(state, side) for side in SIDES}}
    chance = round(winning_chance(state), 4)
    return found | {"race": {side: chance if side == state.turn else round(1 - chance, 4) for side in SIDES}}

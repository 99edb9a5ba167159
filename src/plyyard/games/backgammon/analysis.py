"""What people want to know about a position: pips, shots, the race."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from math import erf, sqrt
from typing import Any

from plyyard.games.backgammon import bearoff, rules
from plyyard.games.backgammon.state import BAR, CHECKERS, OFF, SIDES, Dice, Places, State


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
    of both counts less 4; the pips still to be rolled differ nearly normally with variance 2 · S, for a roll has 8.17 pips
    on average and a variance of 18.8: the chance is Φ(D / √(2 · S)). It knows neither gaps nor checkers that waste pips,
    so at the end of a game ``bearoff`` takes its place.

    >>> round(race_chance(100, 100), 2), round(race_chance(100, 112), 2)
    (0.58, 0.78)
    """
    lead = opposing - own + 4
    return 0.5 * (1 + erf(lead / (2 * sqrt(max(1, own + opposing - 4)))))


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


ROLLS = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls; those of two different numbers are two of 36."""


def weight(dice: Dice) -> int:
    return 1 if dice[0] == dice[1] else 2


def shots(state: State, side: str) -> int:
    """How many of the 36 rolls let ``side``, if it rolled now, hit a checker."""
    return sum(map(weight, hitting_rolls(state, side)))


def hitting_rolls(state: State, side: str, point: int | None = None) -> list[Dice]:
    """The rolls that let ``side``, if it rolled now, hit a checker: any, or the one on a point as it counts.  art. 3.3"""
    place = BAR if point is None else 25 - point
    before = state.checkers[1 - SIDES.index(side)][place]
    return [
        dice for dice in ROLLS if any(_made(*play, place) != before for play in _plays(state, side, dice))
    ]


def _plays(state: State, side: str, dice: Dice) -> Iterator[tuple[list[int], int, int]]:
    """Board, side and each packed play of a roll."""
    index = SIDES.index(side)
    board = [*state.checkers[0], *state.checkers[1]]
    lane = rules.Lane(board, [index], list(dice), [0] * rules.MOST_PLAYS, [0] * rules.TRAIL)
    for play in range(rules.list_plays(lane)):
        yield board, index, lane.plays[play]


def _made(board: list[int], side: int, play: int, place: int) -> int:
    """How many checkers of the other side stand on a place of its own after a play."""
    made = list(board)
    for source, die in _steps(play):
        rules.step(made, side, source, die)
    return made[26 * (1 - side) + place]


def entering(state: State, side: str) -> list[int]:
    """The numbers that bring a checker in from the bar."""
    board = [*state.checkers[0], *state.checkers[1]]
    return [die for die in range(1, 7) if rules.why_not(board, SIDES.index(side), BAR, die) == 0]


def hits_directly(state: State, side: str, dice: Dice) -> bool:
    """Whether one of the two numbers hits by itself, as the first step."""
    board, index = [*state.checkers[0], *state.checkers[1]], SIDES.index(side)
    return any(
        source > die
        and rules.why_not(board, index, source, die) == 0
        and board[51 - 26 * index - source + die] == 1
        for source in range(1, BAR + 1)
        for die in dice
    )


def left_on_bar(state: State, side: str, dice: Dice) -> int:
    """How many checkers of ``side`` wait on the bar after this roll; the same after every play of it.  art. 4.1"""
    for board, index, play in _plays(state, side, dice):
        return board[26 * index + BAR] - sum(source == BAR for source, _ in _steps(play))
    return state.checkers[SIDES.index(side)][BAR]


def enters_hitting(state: State, side: str, dice: Dice) -> bool:
    """Whether some play of this roll hits with a checker on its way in from the bar."""
    return any(
        source == BAR and board[26 - 26 * index + die] == 1
        for board, index, play in _plays(state, side, dice)
        for source, die in _steps(play)
    )


def _steps(play: int) -> Iterator[tuple[int, int]]:
    """Source and number of each step of a packed play."""
    while play:
        yield (play & 255) >> 3, play & 7
        play >>= 8


@functools.cache
def rolls_left(home: tuple[int, ...]) -> float:
    """Rolls that few checkers at home (by point, 1 to 6) need on average when played for the fewest, nobody in the way.

    Asks the rules for every play, so it is for five checkers or so; ``bearoff`` knows all positions.

    >>> rolls_left((0, 0, 0, 0, 0, 1))
    1.25
    """
    if not any(home):
        return 0.0
    board = [0] * 52
    board[0], board[1:7] = CHECKERS - sum(home), home
    board[26], board[27] = CHECKERS - 1, 1
    lane = rules.Lane(board, [0], [0, 0], [0] * rules.MOST_PLAYS, [0] * rules.TRAIL)
    total = 0.0
    for dice in ROLLS:
        lane.dice[:] = dice
        ends = {_home_after(home, lane.plays[play]) for play in range(rules.list_plays(lane))}
        total += weight(dice) * min(map(rolls_left, ends))
    return 1 + total / 36


def _home_after(home: tuple[int, ...], play: int) -> tuple[int, ...]:
    left = [0, *home]
    for source, die in _steps(play):
        left[source] -= 1
        left[max(OFF, source - die)] += 1
    return tuple(left[1:])


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

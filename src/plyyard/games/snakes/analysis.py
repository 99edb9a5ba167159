"""What chance is worth, exactly: who wins from any two squares, how many rolls it takes, what each jump does to that."""

from __future__ import annotations

import functools
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from plyyard.games.snakes.rules import GOAL, JUMPS, target
from plyyard.games.snakes.state import SIDES, State


@functools.cache
def win_chances() -> NDArray[np.float64]:
    """Chance of winning for the side to roll, indexed [own square, other square]; shape (100, 100).

    With p = mean over own rolls of (1 if won, else 1 − p[other, new]) this is one linear system in 10,000
    unknowns; snakes make it cyclic, so it is solved by iteration until no chance changes by 1e-15.
    """
    moves = np.array([[target(square, die) for die in range(1, 7)] for square in range(GOAL)])
    chances = np.full((GOAL + 1, GOAL + 1), 0.5)
    chances[GOAL, :] = 1.0
    chances[:, GOAL] = 0.0
    while True:
        new = np.zeros_like(chances)
        for die in range(6):
            new[:GOAL, :GOAL] += 1 - chances[:GOAL, moves[:, die]].T
        new /= 6
        new[GOAL, :] = 1.0
        new[:GOAL, GOAL] = 0.0
        if np.abs(new - chances).max() < 1e-15:
            return new[:GOAL, :GOAL]
        chances = new


def _chain(without: int | None = None) -> NDArray[np.float64]:
    """Chance to go from each square to each by one roll, the goal left out; ``without``: there the jump is taken away."""
    chain = np.zeros((GOAL, GOAL))
    for square in range(GOAL):
        for die in range(1, 7):
            reached = without if square + die == without else target(square, die)
            if reached < GOAL:
                chain[square, reached] += 1 / 6
    return chain


@functools.cache
def expected_rolls(without: int | None = None) -> NDArray[np.float64]:
    """Own rolls until the goal from each square, by one linear solve; shape (100,). 39.2251… from 0.

    ``without``: on a board where the jump that begins there is missing.
    """
    return np.asarray(np.linalg.solve(np.eye(GOAL) - _chain(without), np.ones(GOAL)), np.float64)


@functools.cache
def stops() -> NDArray[np.float64]:
    """How often a roll from a square is made on the way from 0 to the goal, on average; shape (100,)."""
    start = np.eye(GOAL)[0]
    return np.asarray(np.linalg.solve(np.eye(GOAL) - _chain().T, start), np.float64)


def times_taken(jump: int) -> float:
    """How often one piece takes a jump on its way from 0 to the goal, on average."""
    return sum(float(stops()[square]) / 6 for square in range(max(0, jump - 6), jump) if square not in JUMPS)


@functools.lru_cache(256)
def arrivals(square: int, rolls: int) -> tuple[Fraction, ...]:
    """Chance that the goal is reached by the first, the second … the last of so many own rolls, exactly.

    >>> arrivals(99, 2)
    (Fraction(1, 6), Fraction(5, 36))
    """
    ways, found = {square: 1}, []  # ways to stand on a square after n rolls, out of 6 ** n
    for n in range(1, rolls + 1):
        after: dict[int, int] = {}
        for place, count in ways.items():
            for die in range(1, 7):
                reached = target(place, die)
                after[reached] = after.get(reached, 0) + count
        found.append(Fraction(after.pop(GOAL, 0), 6**n))
        ways = after
    return tuple(found)


@functools.lru_cache(64)
def endings(first: int, second: int, rounds: int) -> tuple[Fraction, ...]:
    """Chance that a game ends with each of its rolls, both sides' counted, exactly: two for each round.

    ``first``: square of the side that rolls first.
    """
    found, first_runs, second_runs = [], Fraction(1), Fraction(1)
    for mine, other in zip(arrivals(first, rounds), arrivals(second, rounds), strict=True):
        found.append(mine * second_runs)
        first_runs -= mine
        found.append(other * first_runs)
        second_runs -= other
    return tuple(found)


@functools.cache
def expected_game(first: int = 0, second: int = 0) -> float:
    """Rolls of a whole game, both sides' counted, on average: the sum of the chances that it is still on after n rolls."""
    chain = _chain()
    mine, other, total = np.eye(GOAL)[first], np.eye(GOAL)[second], 0.0
    while (on := float(mine.sum() * other.sum())) > 1e-16:
        mine = mine @ chain
        total += on + float(mine.sum() * other.sum())
        other = other @ chain
    return total


def least_rolls(square: int = 0) -> int:
    """The fewest own rolls that can reach the goal. 7 from 0."""
    frontier, rolls = {square}, 0
    while GOAL not in frontier:
        frontier |= {target(place, die) for place in frontier for die in range(1, 7)}
        rolls += 1
    return rolls


def evaluate(state: State, side: str) -> float:
    """Chance of winning for a side, before a roll or after the end."""
    mine, other = state.squares if side == SIDES[0] else state.squares[::-1]
    if mine == GOAL or other == GOAL:
        return float(mine == GOAL)
    if state.turn == side:
        return float(win_chances()[mine, other])
    return float(1 - win_chances()[other, mine])

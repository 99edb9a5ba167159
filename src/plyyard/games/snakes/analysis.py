"""What chance is worth, exactly: who wins from any two squares, and how many rolls it takes."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from plyyard.games.snakes.rules import GOAL, target
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


@functools.cache
def expected_rolls() -> NDArray[np.float64]:
    """Own rolls until the goal from each square, by one linear solve; shape (100,). 39.2251… from 0."""
    chain = np.zeros((GOAL, GOAL))
    for square in range(GOAL):
        for die in range(1, 7):
            reached = target(square, die)
            if reached < GOAL:
                chain[square, reached] += 1 / 6
    return np.asarray(np.linalg.solve(np.eye(GOAL) - chain, np.ones(GOAL)), np.float64)


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

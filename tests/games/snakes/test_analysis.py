"""What is known about Snakes and Ladders, computed here with rational numbers, against the analysis."""

from __future__ import annotations

from fractions import Fraction

import pytest

from plyyard.games.snakes import analysis
from plyyard.games.snakes.rules import JUMPS
from plyyard.games.snakes.state import State
from tests.games.snakes.oracle import walk

STANDING = [square for square in range(100) if square not in JUMPS]


def expected_rolls() -> dict[int, Fraction]:
    """Own rolls to the goal from each square, exactly.

    From the top down each is a linear function of those at the snakes' tails, the only ones that lie behind;
    at the tails themselves the functions are a small linear system.
    """
    tails = sorted({walk(s, d) for s in STANDING for d in range(1, 7) if walk(s, d) < s})
    width = len(tails) + 1  # coefficients of the tails, then the constant
    unknown = {tail: [Fraction(int(column == i)) for column in range(width)] for i, tail in enumerate(tails)}
    linear: dict[int, list[Fraction]] = {100: [Fraction(0)] * width}
    for square in reversed(STANDING):
        sums, stays = [Fraction(0)] * width, 0
        sums[-1] = Fraction(6)
        for die in range(1, 7):
            reached = walk(square, die)
            if reached == square:
                stays += 1
                continue
            row = unknown[reached] if reached < square else linear[reached]
            sums = [a + b for a, b in zip(sums, row, strict=True)]
        linear[square] = [a / (6 - stays) for a in sums]
    matrix = [
        [Fraction(int(row == column)) - linear[tail][column] for column in range(width - 1)]
        + [linear[tail][-1]]
        for row, tail in enumerate(tails)
    ]
    values = _solve(matrix)
    return {
        square: sum((a * b for a, b in zip(row, [*values, Fraction(1)], strict=True)), Fraction(0))
        for square, row in linear.items()
    }


def _solve(matrix: list[list[Fraction]]) -> list[Fraction]:
    """Gauss and Jordan, exactly."""
    for column in range(len(matrix)):
        pivot = next(row for row in range(column, len(matrix)) if matrix[row][column])
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        matrix[column] = [value / matrix[column][column] for value in matrix[column]]
        for row in range(len(matrix)):
            if row != column and matrix[row][column]:
                factor = matrix[row][column]
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[column], strict=True)]
    return [row[-1] for row in matrix]


def first_side_wins(rolls: int) -> tuple[Fraction, Fraction]:
    """Bounds of the first side's chance, exact: all games decided within so many own rolls are counted."""
    ways = {0: 1}  # ways to stand on a square after n own rolls, out of 6 ** n
    low, running = Fraction(0), Fraction(1)  # running: the chance that one side is not there yet
    for n in range(1, rolls + 1):
        after: dict[int, int] = {}
        for square, count in ways.items():
            for die in range(1, 7):
                reached = walk(square, die)
                after[reached] = after.get(reached, 0) + count
        low += Fraction(after.pop(100, 0), 6**n) * running  # it arrives now, the other had not arrived before
        ways, running = after, Fraction(sum(after.values()), 6**n)
    return low, low + running * running


def test_expected_rolls_are_39_2251() -> None:
    exact = expected_rolls()
    assert f"{float(exact[0]):.4f}" == "39.2251"
    found = analysis.expected_rolls()
    for square in STANDING:
        assert found[square] == pytest.approx(float(exact[square]), abs=1e-9)


def test_seven_rolls_at_least() -> None:
    assert analysis.least_rolls() == 7
    reached = {0}
    for rolls in range(1, 8):
        reached = {walk(square, die) for square in reached for die in range(1, 7)}
        assert (100 in reached) == (rolls == 7)


@pytest.mark.slow
def test_the_first_side_wins_50_79_percent() -> None:
    low, high = first_side_wins(800)
    assert high - low < Fraction(1, 10**12)
    assert round(float(low), 12) == 0.507911593870
    assert analysis.evaluate(State(), "black") == pytest.approx(float(low), abs=1e-12)
    assert analysis.evaluate(State(), "white") == pytest.approx(1 - float(low), abs=1e-12)


def test_chances_agree_with_one_roll_ahead() -> None:
    for squares in [(0, 0), (3, 97), (79, 99), (55, 20), (99, 99)]:
        state = State(squares)
        ahead = 0.0
        for die in range(1, 7):
            reached = walk(squares[0], die)
            ahead += analysis.evaluate(
                State((reached, squares[1]), "black" if reached == 100 else "white"), "black"
            )
        assert analysis.evaluate(state, "black") == pytest.approx(ahead / 6, abs=1e-12)


def test_a_decided_game_is_worth_one_or_nothing() -> None:
    assert analysis.evaluate(State((100, 3)), "black") == 1
    assert analysis.evaluate(State((100, 3)), "white") == 0

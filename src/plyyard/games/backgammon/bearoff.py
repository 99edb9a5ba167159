"""The end of a race, exact for each side alone: with what chance it takes how many rolls to bear off.

Known are all positions at home and all of few checkers anywhere, once no checker has to pass one of the other side. A
side plays for the fewest rolls on average. That is the best play but for few positions, where a side far behind should
gamble. The table is made at first use, in a fraction of a second.
"""

from __future__ import annotations

import functools
import sys
from math import comb
from typing import Any

from plyyard.core import kernel as kernels
from plyyard.core.kernel import kernel
from plyyard.games.backgammon.rules import CHECKERS, farthest, step, unstep, why_not

HOME, FEW, FAR = 6, 4, 23
"""Points of the home board; up to how many checkers are few; the farthest point without contact."""
AT_HOME = comb(CHECKERS + HOME, HOME)  # 54,264 positions
ROWS = AT_HOME + comb(FEW + FAR, FAR)  # and 17,550 of few checkers

LONGEST = 24
"""Rolls that are told apart; even with all checkers on the six-point more are needed once in 10¹⁴ times."""
FIRST = 8
"""The same for the first checker alone (once in 40 million), which only a side with all fifteen still waits for."""
WIDTH = LONGEST + FIRST
"""Numbers a row: the chance to need more than 0, 1, 2 … rolls for all checkers, then for the first."""

_LOWER = tuple(
    comb(most + point, point + 1) - comb(most + point - held, point + 1)
    for points, most in ((HOME, CHECKERS), (FAR, FEW))
    for point in range(points)
    for held in range(most + 1)
)
"""How many positions have fewer checkers beyond a point (and the same number beyond those behind it)."""
_FEW_LOWER = HOME * (CHECKERS + 1)


@kernel
def _rank(board, base, points, most, lower):  # type: ignore[no-untyped-def]
    """A side's position among those of up to ``most`` checkers on so many points; no checkers 0, each step lowers it.

    They stand in the order of the number of checkers on the farthest point, then on the next and so on.
    """
    number = 0
    held = 0
    for point in range(points - 1, -1, -1):
        held += board[base + point + 1]
        number += _LOWER[lower + (most + 1) * point + held]
    return number


@kernel
def is_known(board):  # type: ignore[no-untyped-def]
    """Whether the table has rows for both sides and nobody has to pass anybody."""
    white = farthest(board, 0)
    if white > 6 and board[0] < 11:
        return False
    black = farthest(board, 26)
    return (black <= 6 or board[26] >= 11) and white + black <= 24


@kernel
def row(board, base):  # type: ignore[no-untyped-def]
    """Where the table's row of a side begins."""
    if farthest(board, base) <= 6:
        return WIDTH * _rank(board, base, HOME, 15, 0)
    return WIDTH * (AT_HOME + _rank(board, base, FAR, FEW, _FEW_LOWER))


@kernel
def chances(board, side, table):  # type: ignore[no-untyped-def]
    """Chances of ``side``, before its roll in a known position, to win, to win a gammon and to lose one.

    The side's own roll number k + 1 is its last, and the other side has not made it in k; or the other side's is, and
    this side has not made it in k + 1. A gammon: not even the first checker.  art. 7.2
    """
    own = row(board, 26 * side)
    other = row(board, 26 - 26 * side)
    win = 0.0
    gammon = 0.0
    lost = 0.0
    for k in range(LONGEST - 1):
        if table[own + k] == 0.0 or table[other + k] == 0.0:
            break
        ends = table[own + k] - table[own + k + 1]
        win += ends * table[other + k]
        if k < FIRST - 1:
            gammon += ends * table[other + LONGEST + k]
            lost += (table[other + k] - table[other + k + 1]) * table[own + LONGEST + k + 1]
    return win, gammon, lost


@kernel
def fill(table, start, columns, done, points, most, lower, board, fewest, best, target):  # type: ignore[no-untyped-def]
    """Fill so many columns of each row from ``start`` on: chances to need more rolls until ``done`` checkers are left.

    ``board`` is empty. Scratch: ``fewest`` rolls on average; ``best``, by position, number on the dice and steps (1 to
    4) of it: where to go; ``target``, by number and point: where one step leads. Without contact every number can be
    used in any order, so the best way to use two is the best of first steps followed by the best second one.
    """
    number = 0
    point = 0
    while point < points:
        at_row = start + WIDTH * number
        if 15 - board[0] <= done:
            fewest[number] = 0.0
            for k in range(columns):
                table[at_row + k] = 0.0
            for way in range(24):
                best[24 * number + way] = number
        else:
            for die in range(1, 7):
                for source in range(1, points + 1):
                    at = points * (die - 1) + source - 1
                    target[at] = -1
                    if why_not(board, 0, source, die) == 0:
                        step(board, 0, source, die)
                        target[at] = _rank(board, 0, points, most, lower)
                        unstep(board, 0, source, die, 0)
                for steps in range(4):
                    choice = -1
                    for at in range(points * (die - 1), points * die):
                        if target[at] >= 0:
                            end = target[at] if steps == 0 else best[24 * target[at] + 4 * die + steps - 5]
                            if choice < 0 or fewest[end] < fewest[choice]:
                                choice = end
                    best[24 * number + 4 * die + steps - 4] = choice
            fewest[number] = 1.0
            table[at_row] = 1.0
            for k in range(1, columns):
                table[at_row + k] = 0.0
            for high in range(1, 7):
                for low in range(1, high + 1):
                    choice = best[24 * number + 4 * high - 1]
                    chance = 1.0 / 36.0
                    if low < high:
                        choice = -1
                        chance = 2.0 / 36.0
                        for first in (low, high):
                            for at in range(points * (first - 1), points * first):
                                if target[at] >= 0:
                                    end = best[24 * target[at] + 4 * (high + low - first) - 4]
                                    if choice < 0 or fewest[end] < fewest[choice]:
                                        choice = end
                    fewest[number] += chance * fewest[choice]
                    for k in range(1, columns):
                        table[at_row + k] += chance * table[start + WIDTH * choice + k - 1]
        number += 1
        if 15 - board[0] < most:  # the next position in the order of _rank
            point = 0
        else:
            point = 1
            while point < points and board[point] == 0:
                point += 1
            board[0] += board[point]
            board[point] = 0
        board[0] -= 1
        board[point + 1] += 1
    return number


@functools.cache
def table() -> Any:
    """Rows of WIDTH numbers, float64: first the positions at home, then those of few checkers."""
    import numpy as np

    found = np.zeros(ROWS * WIDTH)
    make = kernels.compiled(sys.modules[__name__]).fill
    scratch = np.zeros(AT_HOME), np.zeros(24 * AT_HOME, np.int64), np.zeros(6 * FAR, np.int64)
    for start, columns, done, *kind in (
        (0, LONGEST, 0, HOME, CHECKERS, 0),
        (LONGEST, FIRST, CHECKERS - 1, HOME, CHECKERS, 0),
        (WIDTH * AT_HOME, LONGEST, 0, FAR, FEW, _FEW_LOWER),
    ):
        board = np.zeros(52, np.int64)
        board[0] = CHECKERS
        make(found, start, columns, done, *kind, board, *scratch)
    found.setflags(write=False)
    return found

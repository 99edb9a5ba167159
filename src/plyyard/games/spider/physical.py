"""Which physical card lies where, so that a picture can follow each one. Nothing here depends on what a card is.

A physical card is named by a number: where it lay when the position began, columns first, then the stock, then the
removed runs. Whoever watched knows that much of each card; of a face-down one it tells the place and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from plyyard.games.spider.state import DEAL, Move, Physical, State


def physical(state: State) -> Physical:
    """The physical cards of a position; for one without a past they are numbered as they lie."""
    if state.physical is not None:
        return state.physical
    numbers = count()
    columns = tuple([tuple([next(numbers) for _ in cards]) for cards in state.columns])
    stock = tuple([next(numbers) for _ in state.stock])
    return Physical(columns, stock, tuple([tuple([next(numbers) for _ in range(13)]) for _ in state.home]))


def after(before: Physical, move: Move | None, taken_off: Sequence[int]) -> Physical:
    """Where the cards lie after a move (None: nothing moved) and after the runs on these columns went home, in order."""
    columns, stock, home = list(before.columns), before.stock, before.home
    if move == DEAL:
        columns = [(*column, card) for column, card in zip(columns, stock[:10], strict=True)]
        stock = stock[10:]
    elif move is not None and move.target >= 0:
        moved = columns[move.source][-move.count :]
        columns[move.source] = columns[move.source][: -move.count]
        columns[move.target] += moved
    for column in taken_off:
        home = (*home, columns[column][-13:])
        columns[column] = columns[column][:-13]
    return Physical(tuple(columns), stock, home)

"""Room for the search of blind.py, a view laid out on it, and worlds imagined from a view."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from plyyard.games.spider import blind, rules, worth
from plyyard.games.spider.blind import (
    BOTTOM,
    DOWN,
    DOWN_COST,
    EMPTY_COST,
    HEIGHT,
    HOME,
    HOME_COST,
    ROW,
    STOCK,
    STOCK_LEFT,
    TOP,
    UNKNOWN,
    Desk,
)
from plyyard.games.spider.state import COLUMNS, HIDDEN, State


class Leading(NamedTuple):
    """What the beam follows: costs of neighbours (of one suit, of two, rank too high, too low), of a king on a card, of
    a card on face-down ones and on the bottom, of the n-th face-down card of a column; gains of empty columns and runs."""

    joined: int
    other_suit: int
    gap: int
    block: int
    king: int
    on_down: int
    on_bottom: int
    king_on_bottom: int
    down: tuple[int, ...]
    empty: tuple[int, ...]
    home: int


LEADING = Leading(
    8,
    48,
    57,
    57,
    8,
    50,
    20,
    -12,
    (39, 64, 98, 120, 137),
    (60, 110, 156, 179, 202, 225, 248, 271, 294, 317),
    229,
)


@functools.cache
def _keys() -> Any:
    drawn = np.random.default_rng(2).integers(1, 1 << 62, blind.DOWN_KEYS + 16, dtype=np.int64)
    drawn[blind.DOWN_KEYS] = 0
    return drawn


def desk(width: int, steps: int, most: int) -> Desk:
    """Room for beams of this width and length with at most so many leaves of either sort."""
    nodes = width * steps + 2 + 2 * most
    found = 60 * width + 2 * rules.MOVE_ROOM
    leaves = 12 * width * steps + 2 * rules.MOVE_ROOM
    made = Desk(
        kind=np.full(104 + COLUMNS + rules.STOCK, BOTTOM, np.int8),
        cost=np.zeros(blind.COSTS, np.int32),
        keys=_keys(),
        facts=np.zeros(3, np.int64),
        rows=np.zeros(nodes * ROW, np.int8),
        hashes=np.zeros(nodes * 11, np.int64),
        nodes=np.zeros(nodes * 5, np.int32),
        found=np.zeros(3 * max(found, nodes), np.int32),
        turns=np.zeros(3 * leaves, np.int32),
        heap=np.zeros(max(found, leaves, nodes), np.int32),
        leaves=np.zeros(2 * most, np.int32),
        worth=np.zeros(2 * most, np.float64),
        seen=np.zeros(1 << (2 * nodes).bit_length(), np.int64),
        runs=np.zeros(blind.LONGEST + COLUMNS, np.int64),
        numbers=np.zeros(worth.INPUTS + worth.UNITS + 2, np.float64),
        scratch=np.zeros(worth.SEEN + 4, np.int64),
    )
    lead(made, LEADING)
    return made


def lead(at: Desk, by: Leading) -> None:
    """Set the costs that the beam follows."""
    for under in range(52):
        for card in range(52):
            step = under % 13 - card % 13
            cost = by.gap if step > 1 else by.block
            if step == 1:
                cost = by.joined if under == card + 1 else by.other_suit
            at.cost[52 * under + card] = cost + by.king * (card % 13 == 12)
    at.cost[52 * BOTTOM : 52 * BOTTOM + 52] = by.on_bottom
    at.cost[52 * BOTTOM + 12 : 52 * BOTTOM + 52 : 13] = by.king_on_bottom
    at.cost[52 * UNKNOWN : 52 * UNKNOWN + 52] = by.on_down
    at.cost[52 * UNKNOWN + 12 : 52 * UNKNOWN + 52 : 13] = by.on_down + by.king
    at.cost[DOWN_COST + 1 : DOWN_COST + 1 + len(by.down)] = by.down
    at.cost[EMPTY_COST + 1 : HOME_COST] = [-gain for gain in by.empty]
    at.cost[HOME_COST:] = [-by.home * runs for runs in range(9)]


def lay(at: Desk, view: State, unseen: Sequence[int]) -> None:
    """Lay a view out as node 0, with these cards on the places that it does not know."""
    drawn = iter(unseen)
    at.facts[blind.KEPT] = view.runs == "keep"
    at.rows[:ROW] = -1
    at.rows[STOCK_LEFT] = len(view.stock)
    number = 0
    for column, cards in enumerate(view.columns):
        place = 104 + column
        for card in cards:
            at.kind[number] = next(drawn) if card == HIDDEN else card
            at.rows[number] = place
            place = number
            number += 1
        at.rows[TOP + column] = place
        at.rows[DOWN + column] = view.down[column]
        at.rows[HEIGHT + column] = len(cards)
    at.rows[HOME] = len(view.home)
    for left, card in enumerate(view.stock, rules.STOCK - len(view.stock)):
        at.kind[number] = next(drawn) if card == HIDDEN else card
        at.kind[STOCK + left] = number
        number += 1


def hidden(view: State) -> list[int]:
    """The places of the cards that a view does not know, as ``lay`` numbers them."""
    cards = [card for column in view.columns for card in column] + list(view.stock)
    return [number for number, card in enumerate(cards) if card == HIDDEN]

"""Hidden hands counted one by one, from the articles alone: nothing of past.py, only the log read again."""

from __future__ import annotations

import functools
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from plyyard.games.dominoes.state import HIDDEN, NUMBER, TILES, State


class Source(NamedTuple):
    """Where tiles came from: the deal, or what a side kept of the draws of one turn. ``step``: place in the log."""

    step: int
    size: int


class Story(NamedTuple):
    sources: tuple[Source, ...]
    refusals: tuple[tuple[int, frozenset[int]], ...]  # place in the log, the open numbers
    laid: tuple[tuple[int, int], ...]  # tile, place in the log; not those laid right after drawing (art. 4.4)


def open_ends(line: list[tuple[int, int]]) -> frozenset[int]:
    return frozenset((line[0][0], line[-1][1]))


def story(view: State, side: str) -> Story:
    """The log from one side's chair; the side is not on turn, so all its turns are over."""
    assert view.turn != side and view.log is not None
    line: list[tuple[int, int]] = []
    sources, refusals, laid = [Source(-1, 7)], [], []
    drew = 0
    for step, entry in enumerate(view.log):
        if entry.side == side:
            if entry.drawn:
                drew = entry.drawn
                refusals.append((step, open_ends(line)))
                sources.append(Source(step, drew))
            elif entry.tile == HIDDEN:
                refusals.append((step, open_ends(line)))
                drew = 0
            elif drew:
                sources[-1] = Source(sources[-1].step, drew - 1)
                drew = 0
            else:
                laid.append((entry.tile, step))
        if entry.tile != HIDDEN:
            _lay(line, TILES[entry.tile], entry.end)
    return Story(tuple(sources), tuple(refusals), tuple(laid))


def _lay(line: list[tuple[int, int]], tile: tuple[int, int], end: str) -> None:
    low, high = tile
    if end == "l":
        line.insert(0, (low, high) if high == line[0][0] else (high, low))
    elif end == "r":
        line.append((low, high) if low == line[-1][1] else (high, low))
    else:
        line.append((low, high))


def may_have_come(told: Story, tile: int, source: Source, until: int) -> bool:
    """Held from its arrival on, it never fitted when the side had nothing that fits.  art. 4.1, 4.3"""
    if source.step > until:
        return False
    held = [numbers for step, numbers in told.refusals if source.step <= step < until]
    return not any(set(TILES[tile]) & numbers for numbers in held)


def ways(told: Story, end: int, hand: tuple[int, ...]) -> int:
    """In how many ways a side can have come to this hand: which source each tile is from. ``end``: entries of the log."""
    tiles = (*told.laid, *((tile, end) for tile in hand))

    @functools.cache
    def count(place: int, room: tuple[int, ...]) -> int:
        if place == len(tiles):
            return int(not any(room))
        tile, until = tiles[place]
        found = 0
        for number, source in enumerate(told.sources):
            if room[number] and may_have_come(told, tile, source, until):
                found += count(place + 1, (*room[:number], room[number] - 1, *room[number + 1 :]))
        return found

    return count(0, tuple(source.size for source in told.sources))


def unseen(view: State) -> list[int]:
    seen = {NUMBER[halves] for halves in view.line} | {*view.hands[0], *view.hands[1], *view.boneyard}
    return [tile for tile in range(28) if tile not in seen]


def every_hand(view: State, side: str) -> dict[tuple[int, ...], Fraction]:
    """Each hand that can be, with its exact chance."""
    told, end = story(view, side), len(view.log or ())
    found = {hand: ways(told, end, hand) for hand in combinations(unseen(view), len(view.hand(side)))}
    whole = sum(found.values())
    return {hand: Fraction(number, whole) for hand, number in found.items() if number}

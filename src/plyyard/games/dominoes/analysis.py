"""Figures people want: pips, what a side cannot hold, how likely it holds each tile, who wins if it blocks now."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TypeVar

from plyyard.games.dominoes import past
from plyyard.games.dominoes.rules import FITS
from plyyard.games.dominoes.state import HIDDEN, PIPS, State, other

T = TypeVar("T")


def _remembered(ask: Callable[[State, str], T]) -> Callable[[State, str], T]:
    """Keep the last answers: a view is described, drawn and told to several at once.

    Views that differ only in whether the side on turn must draw are equal, so that is part of the key.
    """

    @functools.lru_cache(64)
    def kept(view: State, _must_draw: bool | None, side: str) -> T:
        return ask(view, side)

    @functools.wraps(ask)
    def answer(view: State, side: str) -> T:
        return kept(view, view.must_draw, side)

    return answer


@_remembered
def _known(view: State, side: str) -> tuple[int, list[int], Sequence[past.Case]]:
    """The unseen tiles, what each class of the hand may hold of them (bit sets), and everything it can be."""
    unseen = past.unseen(view)
    return unseen, past.past(view, side).allowed(), past.cases(view, side, unseen)


@_remembered
def cannot_hold(view: State, side: str) -> tuple[int, ...]:
    """Numbers of which a hidden hand certainly holds no tile, from draws and passes.  art. 6.3"""
    if HIDDEN not in view.hand(side) or view.is_undealt:
        return ()
    unseen, allowed, cases = _known(view, side)
    possible = sum(1 << tile for tile in past.held(view, side))
    for taken, rest, shares in cases:
        for sizes, _ in shares:
            possible |= sum(1 << tile for tile in taken)
            for size, may_hold in zip(sizes, allowed, strict=True):
                possible |= rest & may_hold if size else 0
    return tuple(n for n in range(7) if unseen & FITS[n] and not possible & FITS[n])


def tile_chances(view: State, side: str) -> dict[int, float]:
    """Chance that a hidden hand holds each unseen tile, exactly, when every deal and draw that agrees is equally likely."""
    unseen, allowed, cases = _known(view, side)
    sums = dict.fromkeys(past.members(unseen), 0.0)
    whole = sum(past.total(shares) for *_, shares in cases)
    for taken, rest, shares in cases:
        for sizes, ways in shares:
            weight = ways / whole
            for tile in taken:
                sums[tile] += weight
            used = 0
            chances = []  # of each class that one of its tiles that is still free is picked for it
            for size, may_hold in zip(sizes, allowed, strict=True):
                offer = (rest & may_hold).bit_count() - used
                chances.append(size / offer if size else 0.0)
                used += size
            reached = 0
            for place, may_hold in enumerate(
                allowed
            ):  # each class may hold what the one before may, and more
                free = 1.0
                for chance in chances[place:]:
                    free *= 1 - chance
                for tile in past.members(rest & may_hold & ~reached):
                    sums[tile] += weight * (1 - free)
                reached |= may_hold
    return sums


def expected_pips(view: State, side: str) -> float:
    """Pips in a hand, hidden tiles at their chances."""
    shown = sum(PIPS[tile] for tile in past.held(view, side))
    if HIDDEN not in view.hand(side):
        return float(shown)
    return shown + sum(PIPS[tile] * chance for tile, chance in tile_chances(view, side).items())


def block_lead(view: State, side: str) -> float:
    """Pips by which a side would win if the game were blocked now; negative: lose. Hidden hands at their mean."""
    return expected_pips(view, other(side)) - expected_pips(view, side)

"""Exact chances about a hidden hand, when every deal and every draw that agrees with what was seen is equally likely.

``analysis.py`` answers the like in floating point, for the table; here lessons and exercises count without rounding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb

from plyyard.games.dominoes import past
from plyyard.games.dominoes.rules import FITS
from plyyard.games.dominoes.state import HIDDEN, PIPS, State

BITS = 160
"""For each number of ways within a packed polynomial: more than any count of hands and of draws needs."""


def to_hold(view: State, side: str, tiles: Iterable[int]) -> Fraction:
    """That a hand holds at least one of the tiles: one less the share of the hands without them."""
    wanted = sum(1 << tile for tile in set(tiles))
    if any(wanted >> tile & 1 for tile in past.held(view, side)):
        return Fraction(1)
    unseen = past.unseen(view)
    if HIDDEN not in view.hand(side) or not unseen & wanted:
        return Fraction(0)
    view = _settled(view, side)
    return 1 - Fraction(_count(view, side, unseen & ~wanted), _count(view, side, unseen))


def of_tiles(view: State, side: str) -> dict[int, Fraction]:
    """For each unseen tile that the hand holds it."""
    return {tile: to_hold(view, side, [tile]) for tile in past.members(past.unseen(view))}


def of_pips(view: State, side: str, nothing_fits: bool = False) -> dict[int, Fraction]:
    """For each number of pips that the hand has it. ``nothing_fits``: given that none of its tiles fits an open end; empty
    when that cannot be.
    """
    view = _settled(view, side)
    unseen = past.unseen(view)
    shown = past.held(view, side)
    if nothing_fits:
        if past.must_hold_fit(view, side) or any(past.fits(view, tile) for tile in shown):
            return {}
        left, right = view.ends or (7, 7)
        unseen &= ~(FITS[left] | FITS[right])
    known = sum(PIPS[tile] for tile in shown)
    if HIDDEN not in view.hand(side):
        return {known: Fraction(1)}
    allowed = past.past(view, side).allowed()
    sums: dict[int, int] = {}
    for taken, rest, shares in past.cases(view, side, unseen):
        for sizes, ways in shares:
            found = dict(_pips_of(sizes, allowed, rest))
            for pips, number in found.items():
                at = known + pips + sum(PIPS[tile] for tile in taken)
                sums[at] = sums.get(at, 0) + number * (ways // sum(found.values()))
    whole = sum(sums.values())
    return {pips: Fraction(number, whole) for pips, number in sorted(sums.items())}


def of_block(mine: int, theirs: Mapping[int, Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """To win, draw and lose a game that is blocked, with these pips against those.  art. 5.3"""
    return (
        sum((chance for pips, chance in theirs.items() if pips > mine), Fraction(0)),
        theirs.get(mine, Fraction(0)),
        sum((chance for pips, chance in theirs.items() if pips < mine), Fraction(0)),
    )


def one_fits(unseen: int, fitting: int, held: int) -> Fraction:
    """That of so many tiles, drawn from the unseen ones, at least one is among those that fit.

    >>> one_fits(20, 4, 1)
    Fraction(1, 5)
    """
    return 1 - Fraction(comb(unseen - fitting, held), comb(unseen, held))


def _settled(view: State, side: str) -> State:
    """Where the side on turn may be taken to hold a tile that fits (see ``past.must_hold_fit``), that is told."""
    told = replace(view, must_draw=False)
    if past.must_hold_fit(view, side) and _count(told, side, past.unseen(view)):
        return told
    return view


def _count(view: State, side: str, unseen: int) -> int:
    return sum(past.total(shares) for *_, shares in past.cases(view, side, unseen))


def _pips_of(sizes: Sequence[int], allowed: Sequence[int], rest: int) -> Iterator[tuple[int, int]]:
    """Pips of the hands that fill the classes, each with its number of ways. A polynomial is one whole number: the ways for
    n pips stand ``BITS`` · n bits up, so that a product adds pips and multiplies ways.
    """
    chosen = {0: 1}  # tiles taken but not yet in a class → polynomial
    reached = 0
    for size, may_hold in zip(sizes, allowed, strict=True):
        new = _chosen_from(past.members(rest & may_hold & ~reached), sum(sizes))
        reached |= may_hold
        grown: dict[int, int] = {}
        for loose, ways in chosen.items():
            for more, own in enumerate(new):
                if loose + more >= size:
                    left = loose + more - size
                    grown[left] = grown.get(left, 0) + ways * own * comb(loose + more, size)
        chosen = {left: ways for left, ways in grown.items() if left <= sum(sizes)}
    packed, pips = chosen.get(0, 0), 0
    while packed:
        if ways := packed & (1 << BITS) - 1:
            yield pips, ways
        packed >>= BITS
        pips += 1


def _chosen_from(tiles: Sequence[int], most: int) -> list[int]:
    """Polynomials of the pips of no tile, of one, of two … of these tiles."""
    found = [1] + [0] * min(most, len(tiles))
    for tile in tiles:
        for number in range(len(found) - 1, 0, -1):
            found[number] += found[number - 1] << BITS * PIPS[tile]
    return found

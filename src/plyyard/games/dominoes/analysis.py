"""Figures people want: pips, what a side cannot hold, how likely it holds each tile, who wins if it blocks now."""

from __future__ import annotations

from plyyard.games.dominoes import past
from plyyard.games.dominoes.rules import FITS
from plyyard.games.dominoes.state import HIDDEN, PIPS, State, other


def cannot_hold(view: State, side: str) -> tuple[int, ...]:
    """Numbers of which a hidden hand certainly holds no tile, from draws and passes.  art. 6.3"""
    if HIDDEN not in view.hand(side) or view.is_undealt:
        return ()
    unseen = past.unseen(view)
    allowed = past.past(view, side).allowed()
    possible = sum(1 << tile for tile in past.held(view, side))
    for taken, rest, shares in past.cases(view, side, unseen):
        for sizes, _ in shares:
            possible |= sum(1 << tile for tile in taken)
            for size, may_hold in zip(sizes, allowed, strict=True):
                possible |= rest & may_hold if size else 0
    return tuple(n for n in range(7) if unseen & FITS[n] and not possible & FITS[n])


def tile_chances(view: State, side: str) -> dict[int, float]:
    """Chance that a hidden hand holds each unseen tile, exactly, when every deal and draw that agrees is equally likely."""
    unseen = past.unseen(view)
    allowed = past.past(view, side).allowed()
    sums = {tile: 0.0 for tile in range(28) if unseen >> tile & 1}
    cases = past.cases(view, side, unseen)
    whole = sum(past.total(shares) for *_, shares in cases)
    for taken, rest, shares in cases:
        for sizes, ways in shares:
            weight = ways / whole
            for tile in taken:
                sums[tile] += weight
            used = 0
            # of each class its tiles, and the chance that one that is still free is picked for it
            layers: list[tuple[int, float]] = []
            for size, may_hold in zip(sizes, allowed, strict=True):
                offer = (rest & may_hold).bit_count() - used
                layers.append((rest & may_hold, size / offer if size else 0.0))
                used += size
            for tile in sums:
                free = 1.0
                for tiles, chance in layers:
                    if tiles >> tile & 1:
                        free *= 1 - chance
                sums[tile] += weight * (1 - free)
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

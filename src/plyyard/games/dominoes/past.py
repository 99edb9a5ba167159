"""What the past proves about a hand: draws and passes tell what was not held. Exact counts of the hands that remain.

A side that draws or passes *refuses* the two open numbers: nothing it holds fits them (art. 6.3). Its tiles fall into
classes by when they came: class 0 from the deal, class k kept from the draws of its k-th refusal. A tile of class k was
held at the k-th refusal and all later ones (class 0: at all), so the classes that may hold a tile begin with one and go
on to the last: what class k may hold lies within what class k + 1 may hold. That makes counting a product of binomials.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import comb

from plyyard.games.dominoes.rules import ALL, BIT, FITS, RESERVE
from plyyard.games.dominoes.state import HIDDEN, LEFT, NUMBER, TILES, Seen, State


@dataclass(slots=True)
class Past:
    """The classes of one side: how many tiles each got, what the refusals ruled out, which tiles it laid and when."""

    sizes: list[int] = field(default_factory=lambda: [7])
    refused: list[int] = field(default_factory=lambda: [0])  # bit sets; [0] is no refusal
    laid: list[tuple[int, int]] = field(default_factory=list)  # tile, number of refusals before
    newest: int = 0  # tiles of the present turn's last draw about which nothing is told: 0 or 1

    def classes(self, tile: int, before: int | None = None) -> range:
        """The classes a tile may be in that was held until after the given number of refusals (None: until now)."""
        last = len(self.refused) - 1 if before is None else before
        for number in range(last, 0, -1):
            if self.refused[number] >> tile & 1:
                return range(number + 1, self._end(before))
        return range(self._end(before))

    def _end(self, before: int | None) -> int:
        return len(self.sizes) if before is None else before + 1

    def allowed(self) -> list[int]:
        """What each class may hold now, as bit sets that grow from class to class."""
        found, out = [], 0
        for number in range(len(self.sizes) - 1, 0, -1):
            out |= self.refused[number] if number < len(self.refused) else 0
            found.append(ALL & ~out)
        found.append(found[-1] if found else ALL)
        return found[::-1]


def past(state: State, side: str) -> Past:
    """Read a side's classes from the log, with what is told about the present turn when the hand is hidden."""
    found = Past()
    hand = state.hand(side)
    drawn = 0  # by this side in the turn that goes on
    if state.log is None or (not state.log and not state.line):
        found.sizes = [len(hand)]
    else:
        ends: tuple[int, int] | None = None
        for entry in state.log:
            if entry.side == side:
                drawn = _see(found, entry, ends, drawn)
            if entry.tile != HIDDEN:
                ends = after_laying(ends, entry)
    if drawn:  # the draws of a turn that goes on: only the last of them can fit
        _refuse(found, state.ends, drawn - 1)
        found.sizes.append(1)
        found.newest = 1
    if not state.is_over and state.turn == side and state.must_draw and HIDDEN in hand:
        if found.newest:
            found.sizes.pop()
            found.sizes[-1] += 1
            found.newest = 0
        else:
            _refuse(found, state.ends, 0)
    return found


def _see(found: Past, entry: Seen, ends: tuple[int, int] | None, drawn: int) -> int:
    if entry.drawn:
        return drawn + entry.drawn
    if entry.tile == HIDDEN:
        _refuse(found, ends, drawn)
    elif drawn:
        _refuse(found, ends, drawn - 1)  # the tile drawn last is the one laid: art. 4.4
    else:
        found.laid.append((entry.tile, len(found.refused) - 1))
    return 0


def _refuse(found: Past, ends: tuple[int, int] | None, kept: int) -> None:
    assert ends is not None
    found.refused.append(FITS[ends[0]] | FITS[ends[1]])
    found.sizes.append(kept)


def after_laying(ends: tuple[int, int] | None, entry: Seen) -> tuple[int, int]:
    """The open numbers after a tile of the log."""
    low, high = TILES[entry.tile]
    if ends is None:
        return low, high
    if entry.end == LEFT:
        return low + high - ends[0], ends[1]
    return ends[0], low + high - ends[1]


Shares = list[tuple[tuple[int, ...], int]]
"""How many hidden tiles each class holds, with the number of ways in which that can be."""


def shares(found: Past, held: Iterable[int], unseen: int) -> Shares:
    """All ways to fill the classes from what was laid, what is known to be held and the unseen tiles (a bit set)."""
    return _filled(found.allowed(), _ways(found, held), unseen)


Ways = dict[tuple[int, ...], int]
"""How many tiles each class still lacks, with the number of ways in which that can be."""


def _ways(found: Past, held: Iterable[int]) -> Ways:
    """With the tiles taken out that were laid or are known to be held."""
    ways = {tuple(found.sizes): 1}
    for tile, before in found.laid:
        ways = _without(ways, found.classes(tile, before))
    for tile in held:
        ways = _without(ways, found.classes(tile))
    return ways


def _without(ways: Ways, choices: Iterable[int]) -> Ways:
    """With one tile less, which may be of any of these classes."""
    fewer: Ways = {}
    for sizes, number in ways.items():
        for place in choices:
            if sizes[place]:
                left = (*sizes[:place], sizes[place] - 1, *sizes[place + 1 :])
                fewer[left] = fewer.get(left, 0) + number
    return fewer


def _filled(allowed: Sequence[int], ways: Ways, unseen: int) -> Shares:
    """The rest filled up from the unseen tiles, each class from those that it may hold."""
    offered = [(unseen & tiles).bit_count() for tiles in allowed]
    result = []
    for sizes, number in ways.items():
        used = 0
        for size, offer in zip(sizes, offered, strict=True):
            number *= comb(max(0, offer - used), size)
            used += size
        if number:
            result.append((sizes, number))
    return result


def total(found: Shares) -> int:
    return sum(number for _, number in found)


def held(state: State, side: str) -> tuple[int, ...]:
    """The tiles of a hand that the view shows."""
    return tuple(tile for tile in state.hand(side) if tile != HIDDEN)


def unseen(state: State) -> int:
    """The tiles that lie nowhere to be seen, as a bit set."""
    seen = {NUMBER[halves] for halves in state.line} | {*state.hands[0], *state.hands[1], *state.boneyard}
    return sum(1 << tile for tile in range(28) if tile not in seen)


def members(tiles: int) -> list[int]:
    """The tiles of a bit set, the lowest first."""
    found = []
    while tiles:
        found.append(BIT[(tiles & -tiles) % 37])
        tiles &= tiles - 1
    return found


def must_hold_fit(state: State, side: str) -> bool:
    """Everyone knows that this hidden hand has a tile that fits: the side may play and has not to draw.

    A view that was read from text does not tell; where nothing may be drawn it is taken as settled, if it can be.
    """
    if state.is_over or state.turn != side or not state.line or HIDDEN not in state.hand(side):
        return False
    if any(fits(state, tile) for tile in held(state, side)):
        return False  # and it is to be seen
    return state.must_draw is False or (state.must_draw is None and len(state.boneyard) <= RESERVE)


def fits(state: State, tile: int) -> bool:
    ends = state.ends
    return ends is None or bool((FITS[ends[0]] | FITS[ends[1]]) >> tile & 1)


Case = tuple[tuple[int, ...], int, Shares]
"""Tiles taken as held besides those shown, the unseen tiles that remain (a bit set), and the shares of that case."""


def cases(state: State, side: str, unseen_tiles: int) -> Sequence[Case]:
    """Everything a hidden hand can be, split into cases that do not overlap, each with its shares."""
    found = past(state, side)
    shown = held(state, side)
    ways, allowed = _ways(found, shown), found.allowed()
    anything = [((), unseen_tiles, _filled(allowed, ways, unseen_tiles))]
    if not must_hold_fit(state, side):
        return anything
    result: list[Case] = []
    rest = unseen_tiles
    for tile in members(unseen_tiles):
        if fits(state, tile):
            rest &= ~(1 << tile)
            # this is the lowest of its tiles that fit; after a draw it is the only one, so rest may lack all others
            with_it = _without(ways, found.classes(tile))
            result.append(((tile,), rest, _filled(allowed, with_it, rest)))
    if state.must_draw is None and not any(number for *_, number in result):
        return anything  # a position from outside in which the side can only pass
    return result

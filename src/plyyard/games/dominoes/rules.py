"""Which tiles may be laid, when to draw, when to pass, when it is over. The only place that knows.

Lane: ``table`` holds both hands and the boneyard as bit sets over tile numbers, then plain numbers at the places named
below; ``pack`` 28 tile numbers in any order, scratch for the deal. One small array, since every array that is handed from
kernel to kernel costs more than the rules themselves. A move is coded 2 · tile + (1 for the right end).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from plyyard.core.kernel import below, kernel

LOW = tuple(low for low in range(7) for high in range(low, 7))
HIGH = tuple(high for low in range(7) for high in range(low, 7))
PIPS = tuple(low + high for low, high in zip(LOW, HIGH, strict=True))
ALL = (1 << 28) - 1
EMPTY = 7
FITS = (*(sum(1 << t for t in range(28) if n in (LOW[t], HIGH[t])) for n in range(7)), ALL)
"""Tiles that show a number; before the opening every tile fits.  art. 2.3, 3.1"""
BIT = tuple({(1 << k) % 37: k for k in range(28)}.get(rest, 0) for rest in range(37))
"""Which bit is set, from a power of two modulo 37: all remainders differ."""
BLACK_HAND, WHITE_HAND, BONEYARD, COUNT, LEFT_END, RIGHT_END, TURN, PASSES, OVER = range(9)
"""Places in ``table``: two hands, the boneyard, its number of tiles, the open ends (``EMPTY`` before the opening), the side
on turn (0 or 1, the place of its hand), passes in a row, and how it ended (0, ``FINISHED`` or ``BLOCKED``)."""
HAND = 7
RESERVE = 2
FINISHED, BLOCKED = 1, 2

LEGAL, IS_OVER, NOT_DEALT, MUST_DRAW, NOT_HELD, NO_END_YET, WHICH_END, DOES_NOT_FIT = range(8)
ARTICLES = ("", "5.5", "2.1", "4.1", "3.4", "2.3", "3.2", "3.1")
"""The article behind each answer of ``why_not``."""


class Lane(NamedTuple):
    table: Any
    pack: Any


@kernel
def count(tiles):  # type: ignore[no-untyped-def]
    """How many tiles a bit set holds."""
    found = 0
    while tiles:
        tiles &= tiles - 1
        found += 1
    return found


@kernel
def nth(tiles, n):  # type: ignore[no-untyped-def]
    """The tile number of the n-th lowest member, from 0."""
    for _ in range(n):
        tiles &= tiles - 1
    return BIT[(tiles & -tiles) % 37]


@kernel
def pips(tiles):  # type: ignore[no-untyped-def]
    """Pips of all tiles in a bit set."""
    total = 0
    while tiles:
        total += PIPS[BIT[(tiles & -tiles) % 37]]
        tiles &= tiles - 1
    return total


@kernel
def playable(lane):  # type: ignore[no-untyped-def]
    """The tiles of the side on turn that fit an open end.  art. 3.1"""
    return lane.table[lane.table[TURN]] & (FITS[lane.table[LEFT_END]] | FITS[lane.table[RIGHT_END]])


@kernel
def is_undealt(lane):  # type: ignore[no-untyped-def]
    """The deal, or what is left of it, is still to come.  art. 2.1"""
    return lane.table[LEFT_END] == EMPTY and lane.table[COUNT] > 28 - 2 * HAND


@kernel
def must_draw(lane):  # type: ignore[no-untyped-def]
    """Nothing fits and more than the last two tiles are left.  art. 4.1, 4.2"""
    return lane.table[COUNT] > RESERVE and playable(lane) == 0


@kernel
def must_pass(lane):  # type: ignore[no-untyped-def]
    """Nothing fits and nothing may be drawn.  art. 4.5"""
    return lane.table[COUNT] <= RESERVE and playable(lane) == 0


@kernel
def legal(lane, out):  # type: ignore[no-untyped-def]
    """Write the coded moves of the side on turn to ``out`` (56 places), lowest tile first; how many.  art. 2.3, 3.1, 3.2"""
    found = 0
    if lane.table[OVER] or is_undealt(lane):
        return found
    hand = lane.table[lane.table[TURN]]
    left = hand & FITS[lane.table[LEFT_END]]
    right = hand & FITS[lane.table[RIGHT_END]]
    if lane.table[LEFT_END] == EMPTY:
        right = 0  # there is no left or right yet
    both = left | right
    while both:
        lowest = both & -both
        tile = BIT[lowest % 37]
        if left & lowest:
            out[found] = 2 * tile
            found += 1
        if right & lowest:
            out[found] = 2 * tile + 1
            found += 1
        both &= both - 1
    return found


@kernel
def why_not(lane, tile, end):  # type: ignore[no-untyped-def]
    """LEGAL, or what stands against laying the tile: end 0 left, 1 right, 2 none named. See ``ARTICLES``."""
    if lane.table[OVER]:
        return IS_OVER
    if is_undealt(lane):
        return NOT_DEALT
    if lane.table[lane.table[TURN]] >> tile & 1 == 0:
        return NOT_HELD
    if must_draw(lane):
        return MUST_DRAW
    if lane.table[LEFT_END] == EMPTY:
        return LEGAL if end == 2 else NO_END_YET
    if end == 2:
        return WHICH_END
    if FITS[lane.table[LEFT_END + end]] >> tile & 1 == 0:
        return DOES_NOT_FIT
    return LEGAL


@kernel
def deal(lane, tile):  # type: ignore[no-untyped-def]
    """Give a tile of the shuffled pack to the first hand that lacks one; tiles already given are skipped.  art. 2.1"""
    bit = 1 << tile
    if lane.table[BONEYARD] & bit and lane.table[COUNT] > 28 - 2 * HAND:
        side = 0 if count(lane.table[0]) < HAND else 1
        lane.table[side] |= bit
        lane.table[BONEYARD] ^= bit
        lane.table[COUNT] -= 1


@kernel
def draw(lane, tile):  # type: ignore[no-untyped-def]
    """Take a tile from the boneyard; the turn stays.  art. 4.1, 4.3"""
    lane.table[lane.table[TURN]] |= 1 << tile
    lane.table[BONEYARD] &= ~(1 << tile)
    lane.table[COUNT] -= 1


@kernel
def lay(lane, tile, end):  # type: ignore[no-untyped-def]
    """Lay a tile that fits at an end (any for the opening); the new open number is its other half.  art. 3.1, 5.1"""
    side = lane.table[TURN]
    if lane.table[LEFT_END] == EMPTY:
        lane.table[LEFT_END] = LOW[tile]
        lane.table[RIGHT_END] = HIGH[tile]
    else:
        lane.table[LEFT_END + end] = LOW[tile] + HIGH[tile] - lane.table[LEFT_END + end]
    lane.table[side] ^= 1 << tile
    lane.table[PASSES] = 0  # art. 4.6
    if lane.table[side] == 0:
        lane.table[OVER] = FINISHED
    else:
        lane.table[TURN] = 1 - side


@kernel
def pass_turn(lane):  # type: ignore[no-untyped-def]
    """The side on turn passes; the second pass in a row blocks the game.  art. 4.5, 5.2"""
    lane.table[PASSES] += 1
    if lane.table[PASSES] == 2:
        lane.table[OVER] = BLOCKED
    else:
        lane.table[TURN] = 1 - lane.table[TURN]


@kernel
def outcome(lane):  # type: ignore[no-untyped-def]
    """Of a game that is over: 1 when Black has won, −1 when White has, 0 for a draw.  art. 5.1, 5.3"""
    black = pips(lane.table[0])
    white = pips(lane.table[1])
    if lane.table[OVER] == FINISHED:
        return 1 if lane.table[0] == 0 else -1
    return (black < white) - (black > white)


@kernel
def deal_at_random(lane, random):  # type: ignore[no-untyped-def]
    """Shuffle the pack as far as needed and deal what is still to be dealt."""
    for place in range(28):
        if lane.table[COUNT] <= 28 - 2 * HAND:
            return
        other = place + below(random, 28 - place)
        tile = lane.pack[other]
        lane.pack[other] = lane.pack[place]
        lane.pack[place] = tile
        deal(lane, tile)


@kernel
def random_move(lane, random):  # type: ignore[no-untyped-def]
    """Lay one of the legal moves, all equally likely."""
    hand = lane.table[lane.table[TURN]]
    left = hand & FITS[lane.table[LEFT_END]]
    right = hand & FITS[lane.table[RIGHT_END]]
    if lane.table[LEFT_END] == EMPTY:
        right = 0
    lefts = count(left)
    choice = below(random, lefts + count(right))
    if choice < lefts:
        lay(lane, nth(left, choice), 0)
    else:
        lay(lane, nth(right, choice - lefts), 1)


@kernel
def random_game(lane, random, limit):  # type: ignore[no-untyped-def]
    """Play at random until it is over or the limit of events is reached; the number of events."""
    events = 0
    while events < limit and lane.table[OVER] == 0:
        if is_undealt(lane):
            deal_at_random(lane, random)
        elif playable(lane):
            random_move(lane, random)
        else:  # whoever must pass has passed
            draw(lane, nth(lane.table[BONEYARD], below(random, lane.table[COUNT])))
        while lane.table[OVER] == 0 and must_pass(lane):
            pass_turn(lane)
        events += 1
    return events

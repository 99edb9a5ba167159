"""Sampled worlds, compiled: deal the other side a hand that its past allows, play each move to the end, count wins.

Kernels only; ``bots.py`` prepares their arrays. Nothing here sees more than the view does.
"""

from __future__ import annotations

from plyyard.core.kernel import below, kernel
from plyyard.games.dominoes.rules import (
    BIT,
    BONEYARD,
    COUNT,
    EMPTY,
    FITS,
    HIGH,
    LEFT_END,
    LOW,
    OVER,
    PASSES,
    PIPS,
    RIGHT_END,
    TURN,
    count,
    draw,
    lay,
    must_draw,
    nth,
    outcome,
    pass_turn,
    playable,
)

TICKETS = 1 << 20
NO_MOVE = -1
"""Instead of a coded move: play on as it stands."""
FOLLOW = 4
"""What one more tile that can follow is worth to a roll-out, in pips: found by matches of roll-out against roll-out."""
NOISE = 4
"""Pips of chance in a roll-out, so that equal worlds do not always go the same way."""


@kernel
def draw_hand(tickets, sizes, allowed, unseen, random):  # type: ignore[no-untyped-def]
    """A hand, as a bit set: first one of the shares by its ticket, then the tiles of each class. See past.py."""
    ticket = below(random, TICKETS)
    row = 0
    while tickets[row] <= ticket:
        row += 1
    classes = len(allowed)
    hand = 0
    for number in range(classes):
        free = unseen & allowed[number] & ~hand
        offer = count(free)
        for _ in range(sizes[row * classes + number]):
            bit = 1 << nth(free, below(random, offer))
            free ^= bit
            hand |= bit
            offer -= 1
    return hand


@kernel
def quick_move(lane, random):  # type: ignore[no-untyped-def]
    """Lay the tile that sheds pips and leaves own tiles that can follow, with some chance in it."""
    mine = lane.table[lane.table[TURN]]
    left_end = lane.table[LEFT_END]
    right_end = lane.table[RIGHT_END]
    left = mine & FITS[left_end]
    right = mine & FITS[right_end]
    if left_end == EMPTY:
        right = 0
    both = left | right
    best = -1
    best_tile = 0
    best_end = 0
    while both:
        lowest = both & -both
        both ^= lowest
        tile = BIT[lowest % 37]
        rest = mine ^ lowest
        worth = 2 * PIPS[tile]
        if left & lowest:
            new = LOW[tile] + HIGH[tile] - left_end
            other_end = right_end
            if left_end == EMPTY:
                new = LOW[tile]
                other_end = HIGH[tile]
            value = (
                worth + 2 * FOLLOW * count(rest & (FITS[new] | FITS[other_end])) + below(random, 2 * NOISE)
            )
            if value > best:
                best = value
                best_tile = tile
                best_end = 0
        if right & lowest:
            new = LOW[tile] + HIGH[tile] - right_end
            value = worth + 2 * FOLLOW * count(rest & (FITS[new] | FITS[left_end])) + below(random, 2 * NOISE)
            if value > best:
                best = value
                best_tile = tile
                best_end = 1
    lay(lane, best_tile, best_end)


@kernel
def play_out(lane, random):  # type: ignore[no-untyped-def]
    """Play to the end by quick moves; 1, 0 or −1 as seen by Black."""
    while lane.table[OVER] == 0:
        if playable(lane):
            quick_move(lane, random)
        elif must_draw(lane):
            draw(lane, nth(lane.table[BONEYARD], below(random, lane.table[COUNT])))
        else:
            pass_turn(lane)
    return outcome(lane)


@kernel
def rate(lane, work, moves, tickets, sizes, allowed, unseen, worlds, random, totals):  # type: ignore[no-untyped-def]
    """Wins minus losses of each coded move over all worlds, added to ``totals``. The other hand in ``lane`` is ignored."""
    side = lane.table[TURN]
    sign = 1 - 2 * side
    for _ in range(worlds):
        hand = draw_hand(tickets, sizes, allowed, unseen, random)
        for place in range(len(moves)):
            work.table[side] = lane.table[side]
            work.table[1 - side] = hand
            work.table[BONEYARD] = unseen & ~hand
            work.table[COUNT] = lane.table[COUNT]
            work.table[LEFT_END] = lane.table[LEFT_END]
            work.table[RIGHT_END] = lane.table[RIGHT_END]
            work.table[TURN] = side
            work.table[PASSES] = lane.table[PASSES]
            work.table[OVER] = 0
            if moves[place] != NO_MOVE:
                lay(work, moves[place] // 2, moves[place] % 2)
            totals[place] += sign * play_out(work, random)
    return worlds

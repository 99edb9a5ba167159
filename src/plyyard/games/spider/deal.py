"""XPat2's numbered deals: the same number gives the same cards as XPat2 1.07."""

from __future__ import annotations

from collections.abc import Iterator

from plyyard.games.spider.state import HIDDEN, SUIT_OF, State

NUMBERS = 1_000_000_000
HEIGHTS = {"xpat2": (6, 5, 5, 6, 5, 5, 6, 5, 5, 6), "left": (6, 6, 6, 6, 5, 5, 5, 5, 5, 5)}
"""Cards in each column at the start, the last one face up.  art. 1.2"""


def knuth(seed: int) -> Iterator[int]:
    """Knuth's subtractive generator modulo 10⁹ (TAOCP 3.2.2, algorithm A, 55 and 24) as XPat2 starts it."""
    ring = [0] * 55
    ring[0] = last = seed
    following = 1
    for i in range(1, 55):
        ring[21 * i % 55] = following
        following, last = (last - following) % NUMBERS, following
    p, q, drawn = 0, 24, 0
    while True:
        p, q = (p or 55) - 1, (q or 55) - 1
        ring[p] = (ring[p] - ring[q]) % NUMBERS
        drawn += 1
        if drawn > 165:
            yield ring[p]


def places(number: int) -> list[int]:
    """The 104 cards in XPat2's places; the stock is dealt from the last place downwards."""
    remaining = [13 * suit + rank for _ in range(2) for rank in range(13) for suit in range(4)]
    placed = [HIDDEN] * 104
    values = knuth(number)
    for left in range(104, 0, -1):
        # IEEE doubles in this order, as XPat2 computes it
        placed[left - 1] = remaining.pop(int(next(values) / 1e9 * left))
    return placed


def dealt(number: int, suits: int, layout: str, rule: str, runs: str) -> State:
    """The start of a numbered deal.  art. 1.4, 1.5"""
    become = SUIT_OF[suits]
    cards = [13 * become[card // 13] + card % 13 for card in places(number)]
    columns, place = [], 0
    for height in HEIGHTS[layout]:
        columns.append(tuple(cards[place : place + height]))
        place += height
    down = tuple(height - 1 for height in HEIGHTS[layout])
    return State(tuple(columns), down, tuple(reversed(cards[place:])), (), rule, runs, suits, number)

"""What the next deals may bring, exactly: every unseen card is equally likely in every unseen place.

Computed from a view; in a position with all cards known nothing is left to chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb, perm

from plyyard.core.errors import BadPosition, Fault, Say
from plyyard.games.spider.faults import known, pack
from plyyard.games.spider.state import COLUMNS, HIDDEN, State

DEAL_CARDS = 10
ACE, NONE = 0, -1


def unseen(state: State) -> Counter[int]:
    """How often each card is still out: face down in a column or in the stock."""
    seen = known(state)
    return Counter({card: count - seen[card] for card, count in pack(state.suits).items()})


def pool(state: State) -> int:
    """How many cards are unseen; ``BadPosition`` when they are not just the cards that the position does not know."""
    left, hidden = unseen(state).total(), known(state)[HIDDEN]
    if left != hidden or not state.stock:
        raise BadPosition(
            (
                Fault(
                    Say(
                        "Odds need both packs and a stock: {left} cards are not seen, but {hidden} lie face down "
                        "or in the stock.",
                        left=left,
                        hidden=hidden,
                    ),
                    "1.1",
                ),
            )
        )
    return left


def wanted_rank(state: State, column: int) -> int:
    """Rank of the cards that fit on a column; ``NONE`` for an empty one (nothing can be dealt there) and on an ace."""
    cards = state.columns[column]
    return cards[-1] % 13 - 1 if cards and cards[-1] % 13 != ACE else NONE


def fitting(state: State, column: int, *, same_suit: bool = False) -> int:
    """How many unseen cards fit on the top card of a column.  art. 2.1"""
    rank = wanted_rank(state, column)
    if rank == NONE:
        return 0
    suit = state.columns[column][-1] // 13
    return sum(
        count
        for card, count in unseen(state).items()
        if card % 13 == rank and (card // 13 == suit or not same_suit)
    )


def fits(state: State, column: int, *, same_suit: bool = False) -> Fraction:
    """Chance that the next deal lays a fitting card on this column."""
    return Fraction(fitting(state, column, same_suit=same_suit), pool(state))


def fitting_columns(state: State, columns: Sequence[int] = range(COLUMNS)) -> list[Fraction]:
    """Chance that of these columns exactly 0, 1, 2 … get a fitting card by the next deal.

    The columns that want one rank and the unseen cards of that rank are a rectangle of good places; the rectangles
    share no row and no column, so their rook polynomials multiply, and inclusion and exclusion does the rest.
    """
    cards = pool(state)
    wishes = Counter(rank for column in columns if (rank := wanted_rank(state, column)) != NONE)
    out = Counter[int]()
    for card, count in unseen(state).items():
        out[card % 13] += count
    rooks = [1]
    for rank, wishing in wishes.items():
        ways = [comb(wishing, hits) * perm(out[rank], hits) for hits in range(wishing + 1)]
        rooks = [
            sum(rooks[i] * ways[total - i] for i in range(len(rooks)) if 0 <= total - i < len(ways))
            for total in range(len(rooks) + wishing)
        ]
    at_least = [
        Fraction(ways, perm(cards, hits)) for hits, ways in enumerate(rooks)
    ]  # expected choices of hits
    exactly = [
        sum(
            ((-1) ** (more - hits) * comb(more, hits) * at_least[more] for more in range(hits, len(rooks))),
            Fraction(0),
        )
        for hits in range(len(rooks))
    ]
    return exactly + [Fraction(0)] * (len(columns) + 1 - len(exactly))


def arrives(state: State, card: int) -> list[Fraction]:
    """Chance that at least one card like this comes with the next 1, 2 … deals, as long as the stock lasts."""
    cards, copies = pool(state), unseen(state)[card]
    deals = range(DEAL_CARDS, len(state.stock) + 1, DEAL_CARDS)
    return [1 - Fraction(comb(cards - copies, dealt), comb(cards, dealt)) for dealt in deals]


def expected(state: State) -> Fraction:
    """How many columns get a fitting card by the next deal, on average."""
    return sum((hits * chance for hits, chance in enumerate(fitting_columns(state))), Fraction(0))


def at_least(chances: Sequence[Fraction]) -> list[Fraction]:
    """Chances of exactly 0, 1 … as chances of at least 0, 1 …"""
    return list(accumulate(reversed(chances)))[::-1]

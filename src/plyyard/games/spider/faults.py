"""What is impossible about a position. What has a fault is never read from text.

Fewer than 104 cards are sound, since examples for teaching do with a few, except under a deal's number.
"""

from __future__ import annotations

from collections import Counter

from plyyard.core.errors import Fault, Say
from plyyard.games.spider.deal import HEIGHTS, dealt
from plyyard.games.spider.state import COLUMNS, HIDDEN, SUIT_OF, State, card_text

PACKS = 104
START_DOWN = 44
COLUMN_DOWN = 5
DEALS = 5
IN_ORDER = 13
"""Cards that can follow each other in a column by moves alone, king to ace; each deal begins anew."""


def pack(suits: int) -> Counter[int]:
    """How often each card is in the two packs.  art. 1.1, 1.5

    >>> pack(4)[0], pack(2)[13], pack(1)[13]
    (2, 4, 8)
    """
    return Counter(
        {
            13 * suit + rank: 2 * SUIT_OF[suits].count(suit)
            for suit in set(SUIT_OF[suits])
            for rank in range(13)
        }
    )


def known(state: State) -> Counter[int]:
    """How often each card is seen in a position, removed runs among them; ``HIDDEN``: the unknown ones."""
    seen = Counter(state.stock)
    for column in state.columns:
        seen.update(column)
    for suit in state.home:
        seen.update(range(13 * suit, 13 * suit + 13))
    return seen


def faults(state: State) -> list[Fault]:
    """Everything impossible about a position or view."""
    found = []
    there, seen = pack(state.suits), known(state)
    for card, count in sorted(seen.items()):
        if card != HIDDEN and there[card] == 0:
            found.append(
                Fault(
                    Say("{card} is not in the pack of a game with fewer suits.", card=card_text(card)), "1.5"
                )
            )
        elif card != HIDDEN and count > there[card]:
            found.append(
                Fault(
                    Say(
                        "{card} is there {n} times; the packs hold it {limit} times.",
                        card=card_text(card),
                        n=count,
                        limit=there[card],
                    ),
                    "1.1",
                )
            )
    if seen.total() > PACKS:
        found.append(Fault(Say("There are {n} cards; two packs have 104.", n=seen.total()), "1.1"))
    if len(state.stock) > 50 or len(state.stock) % 10:
        found.append(
            Fault(
                Say("The stock has {n} cards; it must be 0, 10, 20, 30, 40 or 50.", n=len(state.stock)), "1.3"
            )
        )
    if len(state.columns) != COLUMNS or len(state.down) != COLUMNS:
        found.append(Fault(Say("There must be ten columns."), "1.2"))
    elif any(not 0 <= down <= len(cards) for down, cards in zip(state.down, state.columns, strict=True)):
        found.append(Fault(Say("More cards lie face down than the column has."), "2.5"))
    elif any(HIDDEN in cards[down:] for down, cards in zip(state.down, state.columns, strict=True)):
        found.append(Fault(Say("A face-up card must be known."), "2.5"))
    if sum(state.down) > START_DOWN:
        found.append(Fault(Say("{n} cards lie face down; there are 44 at most.", n=sum(state.down)), "1.2"))
    for column, down in enumerate(state.down, 1):
        if down > COLUMN_DOWN:
            found.append(
                Fault(
                    Say(
                        "Column {column} has {n} face-down cards; five at most begin there.",
                        column=column,
                        n=down,
                    ),
                    "1.2",
                )
            )
    highest = IN_ORDER * (1 + max(0, DEALS - len(state.stock) // 10))
    for column, (cards, down) in enumerate(zip(state.columns, state.down, strict=False), 1):
        if len(cards) - down > highest:
            found.append(
                Fault(
                    Say(
                        "Column {column} has {n} face-up cards; with this stock there can be {limit} at most.",
                        column=column,
                        n=len(cards) - down,
                        limit=highest,
                    ),
                    "3.1",
                )
            )
    total = seen.total()
    if state.number is not None and total != PACKS:
        found.append(
            Fault(Say("A numbered deal has 104 cards; here are {n}. Leave the number out.", n=total), "1.4")
        )
    elif state.number is not None and not found and not _is_of_deal(state):
        found.append(
            Fault(
                Say("The cards are not those of deal {number}. Leave the number out.", number=state.number),
                "1.4",
            )
        )
    return found


def _is_of_deal(state: State) -> bool:
    """Whether the stock and the face-down cards lie as the deal's number says, the longer columns wherever."""
    assert state.number is not None
    for layout in HEIGHTS:
        start = dealt(state.number, state.suits, layout, state.rule, state.runs)
        if _lies(state.stock, start.stock[len(start.stock) - len(state.stock) :]) and all(
            _lies(cards[:down], first)
            for cards, down, first in zip(state.columns, state.down, start.columns, strict=True)
        ):
            return True
    return False


def _lies(cards: tuple[int, ...], dealt_cards: tuple[int, ...]) -> bool:
    return all(card in (HIDDEN, there) for card, there in zip(cards, dealt_cards, strict=False))

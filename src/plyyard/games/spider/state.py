"""What a position of Spider is: cards, columns, stock, home piles, and the rules chosen."""

from __future__ import annotations

from dataclasses import dataclass, field

PLAYER = "player"
SIDES = (PLAYER,)

COLUMNS = 10
RANKS = "A23456789TJQK"
SUITS = "CSHD"  # the order of XPat2's pack
HIDDEN = -1
RULES = ("strict", "relaxed1", "relaxed2")
RUNS = ("auto", "manual", "keep")
SUIT_OF = {4: (0, 1, 2, 3), 2: (1, 1, 2, 2), 1: (1, 1, 1, 1)}
"""With two or one suits: which suit the cards of each of the four become.  art. 1.5"""


@dataclass(frozen=True, slots=True)
class Physical:
    """Numbers of the physical cards, lying as in ``State``; ``home``: each removed run from king to ace."""

    columns: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    home: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class State:
    """A card is 13·suit + rank (ace 0 … king 12), ``HIDDEN`` where a view does not know it.

    ``columns`` from the first card to the top one; ``down``: how many of each column's first cards lie face
    down; ``stock`` in the order of dealing; ``home``: the suits of removed runs in the order of removal.
    ``physical`` is no part of the position (physical.py): only pictures of a game in play ask for it.
    """

    columns: tuple[tuple[int, ...], ...]
    down: tuple[int, ...]
    stock: tuple[int, ...]
    home: tuple[int, ...] = ()
    rule: str = "strict"
    runs: str = "auto"
    suits: int = 4
    number: int | None = None
    physical: Physical | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Move:
    """``count`` cards from column ``source`` to ``target`` (from 0); see also ``DEAL`` and ``removal``."""

    source: int
    target: int
    count: int


DEAL = Move(-1, -1, 0)


def removal(column: int) -> Move:
    """Taking a complete run off a column."""
    return Move(column, -1, 13)


def card_text(card: int) -> str:
    """A card as in positions.

    >>> card_text(22), card_text(HIDDEN)
    ('TS', '?')
    """
    return "?" if card == HIDDEN else RANKS[card % 13] + SUITS[card // 13]

"""The columns in letters, for a terminal: side by side, each from its first card down to the top one."""

from __future__ import annotations

from plyyard.core.words import Words
from plyyard.games.spider.state import COLUMNS, RANKS, State

SIGNS = "♣♠♥♦"  # in the order of SUITS
WIDTH = 6


def text(view: State, words: Words) -> str:
    """``░░`` is a face-down card; below: complete runs that were removed."""
    columns = [_column(view, number) for number in range(COLUMNS)]
    lines = ["".join(f"{number:<{WIDTH}}" for number in range(1, COLUMNS + 1))]
    for level in range(max(map(len, columns))):
        cards = (column[level] if level < len(column) else "" for column in columns)
        lines.append("".join(f"{card:<{WIDTH}}" for card in cards))
    home = " ".join(SIGNS[suit] for suit in view.home)
    return "\n".join(line.rstrip() for line in [*lines, "", home])


def _column(view: State, number: int) -> list[str]:
    down = view.down[number]
    cards = view.columns[number]
    return ["░░" if place < down else _card(card) for place, card in enumerate(cards)]


def _card(card: int) -> str:
    rank = RANKS[card % 13]
    return f"{'10' if rank == 'T' else rank}{SIGNS[card // 13]}"

"""The table in letters, for a terminal: the other hand above, the line between, the own hand below."""

from __future__ import annotations

from textwrap import wrap

from plyyard.core.words import Words
from plyyard.games.dominoes.state import HIDDEN, TILES, State, other

WIDTH = 76


def text(view: State, words: Words) -> str:
    """Doubles stand between bars, other tiles in brackets; ``[? ?]`` is hidden."""
    below = view.turn if HIDDEN not in view.hand(view.turn) else other(view.turn)
    line = " ".join(f"|{a}|{b}|" if a == b else f"[{a}|{b}]" for a, b in view.line)
    return "\n".join([_hand(view, other(below)), "", *(wrap(line, WIDTH) or ["–"]), "", _hand(view, below)])


def _hand(view: State, side: str) -> str:
    return " ".join("[?|?]" if tile == HIDDEN else "[{}|{}]".format(*TILES[tile]) for tile in view.hand(side))

"""Worlds that a view does not rule out: the unseen cards laid where something is hidden, each order as likely as any other."""

from __future__ import annotations

from dataclasses import replace

from plyyard.core.chance import Below, shuffled
from plyyard.games.spider import faults
from plyyard.games.spider.state import HIDDEN, State


def imagined(view: State, below: Below) -> State:
    """One of them; a state in which nothing is hidden is its own."""
    seen = faults.known(view)
    if not seen[HIDDEN]:
        return view
    unseen: list[int] = []
    for card, count in sorted(faults.pack(view.suits).items()):
        unseen += [card] * (count - seen[card])
    drawn = iter(shuffled(unseen, below))

    def filled(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([next(drawn) if card == HIDDEN else card for card in cards])

    columns = tuple([filled(cards) for cards in view.columns])
    stock = filled(view.stock)
    return replace(view, columns=columns, stock=stock, number=None)

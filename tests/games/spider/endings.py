"""Small endings of Spider, and whether they can be won, by walking through all that can follow: an oracle for the solver."""

from __future__ import annotations

import random

from plyyard.core.game import Moved
from plyyard.games.spider.game import GAME
from plyyard.games.spider.state import PLAYER, State


def brute_force(state: State, most: int) -> bool | None:
    """Whether a position can be won, by walking all that can follow; None: too many."""
    seen, waiting = set(), [state]
    while waiting:
        state = waiting.pop()
        columns = zip(state.columns, state.down, strict=True)
        key = (tuple(columns if state.stock else sorted(columns)), state.stock, len(state.home))
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > most:
            return None
        result = GAME.result(state)
        if result is not None and result.kind == "won":
            return True
        waiting += [GAME.apply(state, Moved(PLAYER, move)).state for move in GAME.legal_moves(state)]
    return False


def ending(chance: random.Random, runs: str, rule: str) -> State:
    """One or two runs apart, some cards face down, perhaps ten still in the stock: small enough to be walked through."""
    suits = chance.sample(list(range(4)) * 2, 8)
    apart = chance.randint(1, 2)
    cards: list[tuple[int, ...]] = []
    for suit in suits[:apart]:
        cuts = sorted(chance.sample(range(1, 13), chance.randint(1, 4)))
        cards += [
            tuple(13 * suit + rank for rank in range(high - 1, low - 1, -1))
            for low, high in zip([0, *cuts], [*cuts, 13], strict=True)
        ]
    chance.shuffle(cards)
    stock: tuple[int, ...] = ()
    if chance.random() < 0.4:
        singles = [card for piece in cards for card in piece]
        chance.shuffle(singles)
        stock, cards = tuple(singles[:10]), [(card,) for card in singles[10:]]
    used = chance.randint(2, 10)
    columns: list[tuple[int, ...]] = [()] * 10
    for piece in cards:
        column = chance.randrange(used)
        columns[column] += piece
    down = tuple(
        chance.randrange(min(len(cards), 6)) if cards and chance.random() < 0.4 else 0 for cards in columns
    )
    return GAME.settle(State(tuple(columns), down, stock, tuple(suits[apart:]), rule, runs)).state


def end_game(chance: random.Random) -> State:
    """Six to eight runs anyhow in ten columns, four cards face down in each; no stock. Few can be won."""
    suits = list(range(4)) * 2
    home = tuple(suits.pop(chance.randrange(len(suits))) for _ in range(chance.randint(0, 2)))
    cards = [13 * suit + rank for suit in suits for rank in range(13)]
    chance.shuffle(cards)
    columns = [tuple(cards[place::10]) for place in range(10)]
    return GAME.settle(State(tuple(columns), (4,) * 10, (), home)).state

"""Small endings of Spider, and whether they can be won, by walking through all that can follow: an oracle for the solver."""

from __future__ import annotations

import random
from itertools import pairwise

from plyyard.games.spider.game import GAME
from plyyard.games.spider.state import State

Place = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int, ...], int]
"""Columns, how many of each lie face down, stock, runs at home."""


def brute_force(state: State, most: int) -> bool | None:
    """Whether a position can be won, by walking all that can follow, with rules of its own; None: too many."""
    first = settled(list(state.columns), list(state.down), state.stock, len(state.home), state.runs)
    seen, waiting = set(), [first]
    while waiting:
        place = columns, down, stock, home = waiting.pop()
        pairs = tuple(zip(columns, down, strict=True))
        key = (pairs if stock else tuple(sorted(pairs)), stock, home)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > most:
            return None
        alone = sum(bool(column) for column in columns)
        if (
            not stock
            and alone + home == 8
            and all(not column or (is_run(column, 0) and len(column) == 13) for column in columns)
        ):
            return True
        waiting += following(place, state.rule, state.runs)
    return False


def is_run(column: tuple[int, ...], down: int) -> bool:
    """Whether a complete run lies face up on top."""
    top = column[-13:]
    return len(column) - down >= 13 and top[0] % 13 == 12 and all(a == b + 1 for a, b in pairwise(top))


def settled(
    columns: list[tuple[int, ...]], down: list[int], stock: tuple[int, ...], home: int, runs: str
) -> Place:
    """Cards turned and, where they go at once, runs taken off."""
    for at in range(10):
        while runs == "auto" and is_run(columns[at], down[at]):
            columns[at], home = columns[at][:-13], home + 1
            down[at] = min(down[at], max(len(columns[at]) - 1, 0))
        down[at] = min(down[at], max(len(columns[at]) - 1, 0))
    return tuple(columns), tuple(down), stock, home


def following(place: Place, rule: str, runs: str) -> list[Place]:
    """All positions one move on."""
    columns, down, stock, home = place
    found = []
    for source in range(10):
        for first in range(len(columns[source]) - 1, down[source] - 1, -1):
            group = columns[source][first:]
            if len(group) > 1 and (group[0] != group[1] + 1 or group[1] % 13 == 12):
                break
            for target in range(10):
                there = columns[target]
                if target != source and (not there or there[-1] % 13 == group[0] % 13 + 1):
                    after = list(columns)
                    after[source], after[target] = columns[source][:first], there + group
                    found.append(settled(after, list(down), stock, home, runs))
        if runs == "manual" and is_run(columns[source], down[source]):
            after = list(columns)
            after[source] = columns[source][:-13]
            found.append(settled(after, list(down), stock, home + 1, runs))
    if stock and may_deal(columns, down, rule):
        dealt = [(*column, card) for column, card in zip(columns, stock, strict=False)]
        found.append(settled(dealt, list(down), stock[10:], home, runs))
    return found


def may_deal(columns: tuple[tuple[int, ...], ...], down: tuple[int, ...], rule: str) -> bool:
    """Whether the rule lets one deal."""
    if all(columns):
        return True
    if rule == "strict" or any(down):
        return False
    return all(
        a % 13 == b % 13 + 1 and (rule == "relaxed2" or a == b + 1)
        for column in columns
        for a, b in pairwise(column)
    )


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


def end_game(chance: random.Random, runs: str) -> State:
    """Six to eight runs anyhow in ten columns, four cards face down in each; no stock. Few can be won."""
    suits = list(range(4)) * 2
    home = tuple(suits.pop(chance.randrange(len(suits))) for _ in range(chance.randint(0, 2)))
    cards = [13 * suit + rank for suit in suits for rank in range(13)]
    chance.shuffle(cards)
    columns = [tuple(cards[place::10]) for place in range(10)]
    return GAME.settle(State(tuple(columns), (4,) * 10, (), home, runs=runs)).state

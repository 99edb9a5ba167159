"""Cards in words: "king of spades", "Pik-König"; a sequence of one suit as "10 to 7 of hearts"."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from plyyard.core.words import Words
from plyyard.games.spider.state import HIDDEN, RANKS


def _rank_name(rank: int, words: Words) -> str:
    if rank == 0:
        return words("ace")
    if rank == 10:
        return words("jack")
    if rank == 11:
        return words("queen")
    if rank == 12:
        return words("king")
    return "10" if RANKS[rank] == "T" else RANKS[rank]


@functools.cache
def card_name(card: int, words: Words) -> str:
    """A card by its name."""
    if card == HIDDEN:
        return words("face-down card")
    rank = _rank_name(card % 13, words)
    return (
        words("{rank} of clubs", rank=rank),
        words("{rank} of spades", rank=rank),
        words("{rank} of hearts", rank=rank),
        words("{rank} of diamonds", rank=rank),
    )[card // 13]


def suit_name(suit: int, words: Words) -> str:
    return (words("clubs"), words("spades"), words("hearts"), words("diamonds"))[suit]


def cards_in_words(cards: Sequence[int], words: Words) -> str:
    """Cards from the lowest to the top one, sequences of one suit drawn together."""
    said = []
    place = 0
    while place < len(cards):
        first = place
        while place + 1 < len(cards) and cards[place] % 13 and cards[place + 1] == cards[place] - 1:
            place += 1
        said.append(
            card_name(cards[place], words) if first == place else _sequence(cards[first], cards[place], words)
        )
        place += 1
    return ", ".join(said)


def _sequence(high: int, low: int, words: Words) -> str:
    names = {"high": _rank_name(high % 13, words), "low": _rank_name(low % 13, words)}
    return (
        words("{high} to {low} of clubs", **names),
        words("{high} to {low} of spades", **names),
        words("{high} to {low} of hearts", **names),
        words("{high} to {low} of diamonds", **names),
    )[high // 13]

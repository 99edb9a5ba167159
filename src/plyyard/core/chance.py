"""Chance: what it may give and with which weight, and how a number is drawn from a source of randomness."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

C = TypeVar("C")

Below = Callable[[int], int]
"""A source of randomness: ``below(n)`` is an even draw from 0 to n - 1."""


@dataclass(frozen=True, slots=True)
class Lot(Generic[C]):
    """Outcomes with integer weights; ``shuffle`` > 0: instead, every order of that many things is equally likely."""

    outcomes: tuple[C, ...]
    weights: tuple[int, ...]
    shuffle: int = 0

    def chance(self, outcome: C) -> Fraction:
        """Exact probability of an outcome.

        >>> DIE.chance(6)
        Fraction(1, 6)
        """
        return Fraction(self.weights[self.outcomes.index(outcome)], sum(self.weights))


DIE: Lot[int] = Lot((1, 2, 3, 4, 5, 6), (1,) * 6)


def draw(lot: Lot[C], below: Below) -> C | tuple[int, ...]:
    """One outcome, drawn with its weight; for a shuffle an order of range(shuffle) (Fisher and Yates).

    >>> draw(Lot(("a", "b"), (1, 2)), lambda n: n - 1)
    'b'
    """
    if lot.shuffle:
        return shuffled(range(lot.shuffle), below)
    ticket = below(sum(lot.weights))
    for outcome, weight in zip(lot.outcomes, lot.weights, strict=True):
        ticket -= weight
        if ticket < 0:
            return outcome
    raise AssertionError("below gave more than it may")


def shuffled(things: Sequence[int], below: Below) -> tuple[int, ...]:
    """The things in an even random order."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def system_below(n: int) -> int:
    """From the operating system's generator: what rooms use."""
    return secrets.randbelow(n)


def seeded(seed: int | str) -> Below:
    """Repeatable: for players, tests and exercises, never for rooms."""
    return random.Random(seed).randrange

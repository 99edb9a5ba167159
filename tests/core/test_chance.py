"""Chance: even dice, exact weights, even shuffles. The same code serves persons and computer players."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import factorial

import pytest

from plyyard.core import kernel
from plyyard.core.chance import DIE, Lot, draw, seeded, shuffled, system_below


def test_fa_uniform_600_000_rolls() -> None:
    """Each face 100,000 ± 1,200, about four standard deviations; doubles of pairs 1/6 ± 0.3 percentage points."""
    below = seeded("fa-uniform")
    rolls = [draw(DIE, below) for _ in range(600_000)]
    faces = Counter(rolls)
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(abs(count - 100_000) <= 1_200 for count in faces.values())
    pairs = list(zip(rolls[::2], rolls[1::2], strict=True))
    doubles = sum(first == second for first, second in pairs) / len(pairs)
    assert abs(doubles - 1 / 6) <= 0.003


def test_fa_uniform_holds_for_the_kernels_too() -> None:
    random = kernel.random_state(600)
    faces = Counter(1 + kernel.below(random, 6) for _ in range(600_000))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(abs(count - 100_000) <= 1_200 for count in faces.values())


def test_a_lot_is_drawn_with_its_weights() -> None:
    """Every ticket once: exactly the weights come out."""
    lot = Lot(("a", "b", "c"), (1, 2, 5))
    tickets = iter(range(8))
    assert Counter(draw(lot, lambda n: next(tickets)) for _ in range(8)) == {"a": 1, "b": 2, "c": 5}
    assert sum(lot.chance(outcome) for outcome in lot.outcomes) == 1
    assert lot.chance("c") == Fraction(5, 8)


def test_a_source_that_gives_too_much_is_noticed() -> None:
    with pytest.raises(AssertionError):
        draw(DIE, lambda n: n)


def test_every_order_is_shuffled_equally_often() -> None:
    """Over all draws that Fisher and Yates can make, each order of four comes up once."""
    orders = Counter()
    for choices in product(range(4), range(3), range(2)):
        source = iter(choices)
        orders[shuffled(range(4), lambda n, source=source: next(source))] += 1
    assert set(orders) == set(permutations(range(4)))
    assert set(orders.values()) == {1}
    assert len(orders) == factorial(4)


def test_a_shuffle_is_drawn_from_a_lot() -> None:
    order = draw(Lot((), (), shuffle=28), seeded(1))
    assert isinstance(order, tuple) and sorted(order) == list(range(28))


def test_the_systems_source_stays_below() -> None:
    assert {system_below(3) for _ in range(200)} == {0, 1, 2}


def test_seeds_repeat() -> None:
    assert [seeded(7)(100) for _ in range(3)] == [seeded(7)(100)] * 3
    first, second = seeded("a"), seeded("b")
    assert [first(10**9) for _ in range(4)] != [second(10**9) for _ in range(4)]

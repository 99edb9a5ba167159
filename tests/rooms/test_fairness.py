"""dice/1: the construction against RFC 5869 and a second writing of it, its evenness, and where numbers are thrown away."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import struct
from collections import Counter
from typing import Any

import pytest
from scipy.stats import chisquare

from plyyard.core.chance import DIE, Lot, draw
from plyyard.rooms import fairness

SECRET, WHITE, BLACK = bytes(range(32)), bytes(range(32, 64)), bytes(range(64, 96))
SEEDS = [("white", WHITE), ("black", BLACK)]


@pytest.mark.parametrize(
    ("material", "salt", "info", "length", "made"),
    [
        (
            "0b" * 22,
            bytes(range(13)).hex(),
            bytes(range(0xF0, 0xFA)).hex(),
            42,
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        ),
        (
            bytes(range(0x50)).hex(),
            bytes(range(0x60, 0xB0)).hex(),
            bytes(range(0xB0, 0x100)).hex(),
            82,
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
            "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87",
        ),
        (
            "0b" * 22,
            "",
            "",
            42,
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
        ),
    ],
    ids=["A.1", "A.2", "A.3"],
)
def test_hkdf_gives_the_vectors_of_rfc_5869(
    material: str, salt: str, info: str, length: int, made: str
) -> None:
    found = fairness.hkdf(bytes.fromhex(salt), bytes.fromhex(material), bytes.fromhex(info), length)
    assert found.hex() == made


def test_the_construction_written_down_a_second_time() -> None:
    def packed(*parts: bytes) -> bytes:
        return b"".join(struct.pack(f">I{len(part)}s", len(part), part) for part in parts)

    def mac(key: bytes, text: bytes) -> bytes:
        return hmac.new(key, text, hashlib.sha256).digest()

    server = hashlib.sha256(packed(b"plyyard dice/1 server", b"r\xc3\xb6m", SECRET)).hexdigest()
    assert fairness.server_commitment("röm", SECRET) == server
    seat = hashlib.sha256(packed(b"plyyard dice/1 seat", b"r\xc3\xb6m", b"white", WHITE)).hexdigest()
    assert fairness.seat_commitment("röm", "white", WHITE) == seat

    salt = hashlib.sha256(packed(b"plyyard dice/1 salt", b"r\xc3\xb6m")).digest()
    extracted = mac(salt, packed(SECRET, b"black", BLACK, b"white", WHITE))
    info = packed(b"plyyard dice/1 key", b"r\xc3\xb6m", b"backgammon", b"1.0")
    key = mac(extracted, info + b"\x01")
    assert fairness.key(SECRET, SEEDS, "röm", "backgammon", "1.0") == key

    tag = packed(b"plyyard dice/1 draw")
    stream = b"".join(mac(key, tag + struct.pack(">QI", 7, block)) for block in range(3))
    even = fairness.below(key, 7)
    assert [even(1 << 32) for _ in range(24)] == list(struct.unpack(">24I", stream))


def test_every_ingredient_changes_the_key() -> None:
    keys = {
        fairness.key(SECRET, SEEDS, "room", "snakes", "1.0"),
        fairness.key(WHITE, SEEDS, "room", "snakes", "1.0"),
        fairness.key(SECRET, [("white", WHITE), ("black", WHITE)], "room", "snakes", "1.0"),
        fairness.key(SECRET, SEEDS[:1], "room", "snakes", "1.0"),
        fairness.key(SECRET, SEEDS, "rooms", "nakes", "1.0"),
        fairness.key(SECRET, SEEDS, "room", "snakes", "1.1"),
        fairness.key(SECRET, SEEDS, "room", "snakes1", ".0"),
    }
    assert len(keys) == 7


def test_the_order_of_seats_cannot_be_chosen() -> None:
    keys = {fairness.key(SECRET, seeds, "room", "snakes", "1.0") for seeds in (SEEDS, SEEDS[::-1])}
    assert len(keys) == 1


def test_a_commitment_belongs_to_its_room_and_seat() -> None:
    made = fairness.seat_commitment("room", "white", WHITE)
    assert fairness.fits(made, fairness.seat_commitment("room", "white", WHITE))
    assert not fairness.fits(made, fairness.seat_commitment("room", "black", WHITE))
    assert not fairness.fits(made, fairness.seat_commitment("other", "white", WHITE))
    assert not fairness.fits(made, fairness.server_commitment("room", WHITE))
    assert not fairness.fits("ä", made)


def test_new_seeds_are_whole_and_never_the_same() -> None:
    seeds = {fairness.new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {fairness.SIZE}


@pytest.mark.parametrize("bound", [0, -1, (1 << 32) + 1])
def test_no_number_below_an_impossible_bound(bound: int) -> None:
    with pytest.raises(ValueError, match=str(bound)):
        fairness.below(SECRET, 1)(bound)


def words(n: int, count: int) -> list[int]:
    """The first words of a draw, as they are: with all 2³² values nothing is thrown away."""
    even = fairness.below(SECRET, n)
    return [even(1 << 32) for _ in range(count)]


def test_the_word_at_the_bound_is_thrown_away_and_the_one_below_it_counts() -> None:
    """For a bound above 2³¹ only the words below the bound itself count."""
    high = [(n, word) for n in range(1, 60) for word in words(n, 1) if word > 1 << 31]
    assert len(high) > 10
    for n, word in high:
        assert fairness.below(SECRET, n)(word + 1) == word
        later = next(one for one in words(n, 60)[1:] if one < word)
        assert fairness.below(SECRET, n)(word) == later


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 8, 21, 36, 10**9, 3 * 10**9, (1 << 32) - 1])
def test_numbers_are_words_below_the_last_whole_multiple(bound: int) -> None:
    counted = [word for word in words(1, 400) if word < (1 << 32) // bound * bound]
    even = fairness.below(SECRET, 1)
    assert [even(bound) for _ in range(200)] == [word % bound for word in counted[:200]]


def test_draws_start_afresh_and_differ() -> None:
    assert words(1, 20) == words(1, 20)
    assert not set(words(1, 20)) & set(words(2, 20))


def test_dice_are_even() -> None:
    faces = Counter(draw(DIE, fairness.below(SECRET, n)) for n in range(1, 60_001))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert chisquare(list(faces.values())).pvalue > 0.001


def test_pairs_of_dice_have_their_weights() -> None:
    pairs = [(one, two) for one in range(1, 7) for two in range(1, one + 1)]
    lot: Lot[Any] = Lot(tuple(pairs), tuple(1 if one == two else 2 for one, two in pairs))
    found = Counter(draw(lot, fairness.below(BLACK, n)) for n in range(1, 36_001))
    assert (
        chisquare([found[pair] for pair in pairs], [1000 * weight for weight in lot.weights]).pvalue > 0.001
    )


def test_following_dice_do_not_depend_on_each_other() -> None:
    faces = [draw(DIE, fairness.below(WHITE, n)) for n in range(1, 36_001)]
    pairs = Counter(itertools.pairwise(faces))
    assert len(pairs) == 36
    assert chisquare(list(pairs.values())).pvalue > 0.001


def test_every_order_is_equally_likely() -> None:
    lot: Lot[Any] = Lot((), (), shuffle=4)
    orders = Counter(draw(lot, fairness.below(SECRET, n)) for n in range(1, 24_001))
    assert len(orders) == 24
    assert chisquare(list(orders.values())).pvalue > 0.001

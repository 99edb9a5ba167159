"""dice/1: chance that nobody at the table can steer. The construction, byte for byte, stands in docs/fair-dice.md.

The server commits to a secret before any seat takes part; each seat commits to a seed before any seed is opened; the key
comes from all of them, and draw n from the key alone. Pure; the standard library's SHA-256, HMAC and nothing else.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence

from plyyard.core.chance import Below

METHOD = "dice/1"
SIZE = 32  # bytes of a secret, a seed, a key and a hash
WORDS = 1 << 32  # how many values a word of the stream has


def new_seed() -> bytes:
    """32 bytes that nobody can foresee: a server's secret or a seat's seed."""
    return secrets.token_bytes(SIZE)


def server_commitment(room: str, secret: bytes) -> str:
    """What the server publishes before anybody joins, in hexadecimal."""
    return hashlib.sha256(_packed("plyyard dice/1 server", room, secret)).hexdigest()


def seat_commitment(room: str, seat: str, seed: bytes) -> str:
    """What a seat publishes before any seed is opened, in hexadecimal."""
    return hashlib.sha256(_packed("plyyard dice/1 seat", room, seat, seed)).hexdigest()


def fits(commitment: str, made: str) -> bool:
    """Whether what was opened is what was committed to; both in hexadecimal, compared in constant time."""
    return hmac.compare_digest(commitment.encode(), made.encode())


def key(secret: bytes, seeds: Sequence[tuple[str, bytes]], room: str, game: str, rules: str) -> bytes:
    """The game's key, from the server's secret and every seat's seed; their order makes no difference."""
    parts = [secret, *(part for seat, seed in sorted(seeds) for part in (seat, seed))]
    salt = hashlib.sha256(_packed("plyyard dice/1 salt", room)).digest()
    return hkdf(salt, _packed(*parts), _packed("plyyard dice/1 key", room, game, rules), SIZE)


def below(key: bytes, n: int) -> Below:
    """The source of randomness for draw ``n`` (from 1), at its beginning. Bounds are 1 to 2³²; one draw may ask it often."""
    words = _words(key, n)

    def even(bound: int) -> int:
        if not 1 <= bound <= WORDS:
            raise ValueError(f"no number is drawn below {bound}")
        whole = WORDS - WORDS % bound  # words from here on would favour the small numbers
        return next(word for word in words if word < whole) % bound

    return even


def hkdf(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    """HKDF-SHA256 of RFC 5869: extract, then expand to ``length`` bytes."""
    extracted = hmac.digest(salt, material, "sha256")
    made = block = b""
    for count in range(1, -(-length // SIZE) + 1):
        block = hmac.digest(extracted, block + info + bytes([count]), "sha256")
        made += block
    return made[:length]


def _words(key: bytes, n: int) -> Iterator[int]:
    """The stream of draw ``n``: HMAC blocks of eight words each, big-endian, until the counter of blocks is used up."""
    opening = _packed("plyyard dice/1 draw") + n.to_bytes(8, "big")
    for block in range(WORDS):
        made = hmac.digest(key, opening + block.to_bytes(4, "big"), "sha256")
        yield from (int.from_bytes(made[at : at + 4], "big") for at in range(0, SIZE, 4))


def _packed(*parts: str | bytes) -> bytes:
    """The parts one after another, each behind its length (four bytes, big-endian): no two lists give the same bytes."""
    encoded = (part.encode() if isinstance(part, str) else part for part in parts)
    return b"".join(len(part).to_bytes(4, "big") + part for part in encoded)

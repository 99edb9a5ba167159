"""docs/fair-dice.md: its vectors are those of the server's code and of the verifier, its record is a proved game."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from plyyard import verifier
from plyyard.core import registry
from plyyard.core.chance import DIE, Lot, draw
from plyyard.rooms import fairness

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fair-dice.md").read_text("utf-8")
BLOCKS = re.findall(r"(?ms)^```vectors\n(.*?)^```", DOCUMENT)
VECTORS = dict(line.split(" = ") for block in BLOCKS for line in block.splitlines() if line)
RECORD = re.search(r"(?ms)^```json\n(.*?)^```", DOCUMENT)

ROOM, GAME, RULES = (VECTORS[name] for name in ("room", "game", "rules"))
SECRET, *GIVEN = (bytes.fromhex(VECTORS[name]) for name in ("secret", "seed of white", "seed of black"))
SEEDS = list(zip(("white", "black"), GIVEN, strict=True))
KEY = fairness.key(SECRET, SEEDS, ROOM, GAME, RULES)


def rolled(lot: Lot[Any], n: int) -> Any:
    return draw(lot, fairness.below(KEY, n))


def words(n: int, count: int) -> str:
    even = fairness.below(KEY, n)
    return " ".join(str(even(1 << 32)) for _ in range(count))


def computed() -> dict[str, str]:
    """Everything that the document shows, made by the code that it describes."""
    salt = hashlib.sha256(verifier.packed("plyyard dice/1 salt", ROOM)).digest()
    material = verifier.packed(SECRET, *(part for pair in SEEDS for part in pair))
    opening = verifier.packed("plyyard dice/1 draw") + (1).to_bytes(8, "big") + bytes(4)
    backgammon, dominoes = registry.game("backgammon"), registry.game("dominoes")
    pairs = backgammon.lot(backgammon.start({}))
    tiles = dominoes.lot(dominoes.start({}))
    number = next(one for one in registry.game("spider").options if one.name == "number")
    return {
        "packed for the server": verifier.packed("plyyard dice/1 server", ROOM, SECRET).hex(),
        "commitment of the server": fairness.server_commitment(ROOM, SECRET),
        **{f"hash of {seat}": fairness.seat_commitment(ROOM, seat, seed) for seat, seed in SEEDS},
        "material": material.hex(),
        "salt": salt.hex(),
        "extracted": verifier.mac(salt, material).hex(),
        "info": verifier.packed("plyyard dice/1 key", ROOM, GAME, RULES).hex(),
        "key": KEY.hex(),
        "text of block 0 of draw 1": opening.hex(),
        "block 0 of draw 1": verifier.mac(KEY, opening).hex(),
        "words of draw 1": words(1, 8),
        "words of draw 2": words(2, 3),
        "a die, draw 1": str(rolled(DIE, 1)),
        "a number below 36, draw 1": str(fairness.below(KEY, 1)(36)),
        **{f"two dice, draw {n}": backgammon.notation.format_outcome(rolled(pairs, n)) for n in (1, 2, 3)},
        f"a number from {number.low} to {number.high}, draw 2": str(
            number.low + fairness.below(KEY, 2)(number.high - number.low + 1)
        ),
        "all tiles, draw 1": dominoes.notation.format_outcome(rolled(tiles, 1)),
    }


def test_every_vector_is_what_the_server_computes() -> None:
    given = {"room", "game", "rules", "secret", "seed of white", "seed of black"}
    assert computed() == {name: value for name, value in VECTORS.items() if name not in given}


def test_the_verifier_computes_the_same() -> None:
    assert verifier.make_key(SECRET, SEEDS, ROOM, GAME, RULES).hex() == VECTORS["key"]
    stream = verifier.Stream(KEY, 1)
    assert " ".join(str(stream.below(1 << 32)) for _ in range(8)) == VECTORS["words of draw 1"]
    numbers = verifier.Lottery([], [], False, {"number": (0, 999_999_999)})
    assert verifier.outcome(numbers, verifier.Stream(KEY, 2)) == "number=873965904"


def test_the_record_shown_is_a_proved_game() -> None:
    assert RECORD is not None
    report = verifier.check(verifier.read(RECORD[1].encode()))
    assert report.verdict == verifier.PROVED
    assert report.own == ["white"]
    assert [draw.given for draw in report.draws] == [VECTORS[f"two dice, draw {n}"] for n in (1, 2, 3)]


@pytest.mark.parametrize("limit", [verifier.MAX_BYTES, verifier.MAX_EVENTS, verifier.MAX_THINGS])
def test_the_limits_named_are_the_verifiers(limit: int) -> None:
    assert f"{limit:,}" in DOCUMENT


def test_the_fields_named_are_those_of_a_record() -> None:
    from plyyard.core.record import Dice, Entry, Lottery, Record

    known = {name for struct in (Dice, Entry, Lottery, Record) for name in struct.__struct_fields__}
    rows = re.findall(r"(?m)^\| (`.*?) \|", DOCUMENT)
    named = {name.split(".")[-1].strip("[]") for row in rows for name in re.findall(r"`([^`]+)`", row)}
    assert named
    assert named <= known

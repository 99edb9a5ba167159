"""Figures and tables of dominoes against hands listed one by one and sums done by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod
from typing import Any

import pytest

from plyyard.core.chance import seeded
from plyyard.core.errors import BadText, HiddenInformation, PlyError
from plyyard.core.truth import truths, values
from plyyard.games.dominoes import analysis, chances
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.school.positions import random_game
from plyyard.games.dominoes.state import NUMBER, PIPS, TILES, State, other
from tests.games.dominoes.hands import every_hand, unseen

TRUTHS = {one.name: one for one in truths("dominoes")}
VALUES = values("dominoes")
EXAMPLE = "line=2-4,4-5 black=0-3,1-2,1-4,2-5,3-3,5-6 white=?*6 boneyard=?*14 turn=black"


def rows(name: str, position: str | None = None, **inputs: int) -> dict[Any, tuple[Any, ...]]:
    truth = TRUTHS[name]
    text = truth.position if position is None else position
    state = GAME.notation.parse_position(text) if text else None
    given = {option.name: option.default for option in truth.inputs} | inputs
    return {str(label): rest for label, *rest in truth.rows(given, state)}  # type: ignore[misc]


def start(name: str) -> State:
    return GAME.notation.parse_position(TRUTHS[name].position)


def small_views(most: int = 1500) -> Iterator[tuple[State, str]]:
    """Views along random games in which all hands of the other side can be listed; some with draws and passes."""
    for seed in range(30):
        for state in random_game(seeded(seed)):
            if state.is_over or not state.line:
                continue
            view, side = GAME.observe(state, state.turn), other(state.turn)
            if comb(len(unseen(view)), len(view.hand(side))) <= most:
                yield view, side


def test_chances_are_those_of_all_hands() -> None:
    """Tiles, numbers and pips: exact fractions against every hand weighed by its histories."""
    refused = 0
    for count, (view, side) in enumerate(small_views()):
        if count % 4:
            continue
        hands = every_hand(view, side)
        assert sum(hands.values()) == 1
        refused += any(entry.side == side and entry.tile < 0 for entry in view.log or ())
        for tile, chance in chances.of_tiles(view, side).items():
            assert chance == sum(c for hand, c in hands.items() if tile in hand)
        for number in range(7):
            showing = [tile for tile in range(28) if number in TILES[tile]]
            wanted = sum(c for hand, c in hands.items() if set(hand) & set(showing))
            assert chances.to_hold(view, side, showing) == wanted
        pips: Counter[int] = Counter()
        stuck: Counter[int] = Counter()
        for hand, chance in hands.items():
            pips[sum(PIPS[tile] for tile in hand)] += chance  # type: ignore[assignment]
            if not any(set(TILES[tile]) & set(view.ends or ()) for tile in hand):
                stuck[sum(PIPS[tile] for tile in hand)] += chance  # type: ignore[assignment]
        assert chances.of_pips(view, side) == pips
        whole = sum(stuck.values())
        found = chances.of_pips(view, side, nothing_fits=True)
        assert found == {n: Fraction(c) / whole for n, c in stuck.items()}
    assert refused > 10


def test_chances_agree_with_the_table() -> None:
    """And with analysis.py, which goes another way, also where the side with the hidden hand is on turn."""
    for seed in range(12):
        for state in random_game(seeded(1000 + seed)):
            if state.is_over or not state.line or not GAME.legal_moves(state):
                continue
            for viewer in ("black", "white"):
                view, side = GAME.observe(state, viewer), other(viewer)
                exact = chances.of_tiles(view, side)
                assert exact == pytest.approx(analysis.tile_chances(view, side))
                pips = chances.of_pips(view, side)
                assert sum(pips.values()) == 1
                mean = sum(n * chance for n, chance in pips.items())
                assert float(mean) == pytest.approx(analysis.expected_pips(view, side))


def test_held_table() -> None:
    """White drew one with 1 and 6 open, then two with 4 and 6 open, keeping one: it alone may show a 1."""
    table = rows("held")
    assert len(table) == 17
    for name in ("2-4", "3-4", "4-4", "4-6", "5-6", "6-6"):
        assert table[name] == [0]
    assert (
        table["1-2"] == table["1-3"] == [Fraction(1, 6)]
    )  # one of the eleven left to draw, less five of the deal
    assert sum(chance for (chance,) in table.values()) == 6


def test_out_table() -> None:
    table = rows("out", EXAMPLE)
    assert table == {
        "0": [0, 1, 6], "1": [0, 2, 5], "2": [1, 2, 4], "3": [0, 2, 5], "4": [2, 1, 4], "5": [1, 2, 4], "6": [0, 1, 6],
    }  # fmt: skip
    assert all(sum(row) == 7 for row in table.values())


def test_answer_table() -> None:
    hands = every_hand(start("answer"), "white")
    for number, (count, chance) in rows("answer").items():
        assert count == sum(int(number) in TILES[tile] for tile in unseen(start("answer")))
        assert chance == sum(
            c for hand, c in hands.items() if any(int(number) in TILES[tile] for tile in hand)
        )


def test_moves_table() -> None:
    """Four of twenty unseen tiles fit after 2-5 at either end, and six are held."""
    none = prod(Fraction(16 - n, 20 - n) for n in range(6))
    table = rows("moves", EXAMPLE)
    assert table["2-5 left"] == table["2-5 right"] == [1, 4, 1 - none]
    assert table["1-2 left"] == [3, 8, 1 - prod(Fraction(12 - n, 20 - n) for n in range(6))]
    assert len(table) == 4


def test_block_table() -> None:
    state = start("block")
    mine = state.pips("black")
    assert mine is not None
    hands = every_hand(state, "white")
    stuck = {h: c for h, c in hands.items() if not any(set(TILES[t]) & {0, 6} for t in h)}
    for column, among in enumerate((hands, stuck)):
        whole = sum(among.values())
        results = dict.fromkeys(("the known hand wins", "a draw", "the hidden hand wins"), Fraction(0))
        for hand, chance in among.items():
            pips = sum(PIPS[tile] for tile in hand)
            name = (
                "a draw" if pips == mine else "the known hand wins" if pips > mine else "the hidden hand wins"
            )
            results[name] += chance / whole
        assert {label: row[column] for label, row in rows("block").items()} == results
    assert rows("block")["the known hand wins"] == [Fraction(1, 3), Fraction(5, 6)]


def test_block_table_where_the_hidden_hand_must_have_something() -> None:
    """White is on turn and may not draw, so it has a tile that fits: no block, and no figures for one."""
    position = TRUTHS["block"].position.replace("turn=black", "turn=white").split(" log=")[0] + " passes=0"
    assert [row[1] for row in rows("block", position).values()] == ["–", "–", "–"]


def test_pips_table() -> None:
    table = rows("pips")
    assert sum(chance for (chance,) in table.values()) == 1
    assert list(map(int, table)) == list(range(21, 36))


def test_odds_table() -> None:
    table = rows("odds", unseen=20, fitting=4)
    for held in range(1, 13):
        assert table[str(held)] == [
            1 - prod((Fraction(16 - n, 20 - n) for n in range(held)), start=Fraction(1))
        ]
    assert rows("odds", unseen=3, fitting=0) == {"1": [0], "2": [0], "3": [0]}
    assert rows("odds", unseen=5, fitting=3)["3"] == [1]
    with pytest.raises(BadText):
        rows("odds", unseen=5, fitting=6)


@pytest.mark.parametrize("name", [name for name, one in TRUTHS.items() if one.position])
@pytest.mark.parametrize(
    ("position", "error"),
    [
        ("line= black=0-0,0-1,0-2,0-3,0-4,0-5,0-6 white=?*7 boneyard=?*14 turn=black", BadText),
        ("line=2-6,6-5 black=?*6 white=?*6 boneyard=?*14 turn=black passes=0", HiddenInformation),
        ("line=6-6 black= white=?*7 boneyard=?*20", PlyError),
        (GAME.notation.format_position(list(random_game(seeded(1)))[-1]), BadText),
    ],
    ids=["before the opening", "both hidden", "impossible", "over"],
)
def test_tables_refuse_what_they_cannot_count(name: str, position: str, error: type[PlyError]) -> None:
    with pytest.raises(error):
        rows(name, position)


@pytest.mark.parametrize("name", [name for name, one in TRUTHS.items() if one.position])
def test_a_whole_position_is_seen_by_the_side_on_turn(name: str) -> None:
    state = next(s for s in random_game(seeded(3)) if len(s.line) == 6 and GAME.legal_moves(s))
    view = GAME.observe(state, state.turn)
    whole, seen = (GAME.notation.format_position(one) for one in (state, view))
    assert rows(name, whole) == rows(name, seen)


def test_tables_serve_the_side_that_waits_and_refuse_it_moves() -> None:
    state = next(s for s in random_game(seeded(3)) if len(s.line) == 6)
    waits = GAME.notation.format_position(GAME.observe(state, other(state.turn)))
    assert sum(chance for (chance,) in rows("held", waits).values()) == len(state.hand(state.turn))
    with pytest.raises(BadText):
        rows("moves", waits)


# ---- figures ----


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("tiles", (), 28),
        ("doubles", (), 7),
        ("pips in all", (), 8 * (0 + 1 + 2 + 3 + 4 + 5 + 6)),  # each number stands on eight halves
        ("tiles with", ("2",), 7),
        ("tiles with", ("2", "5"), 13),
        ("still out", (EXAMPLE, "2"), 4),
        ("still out", (EXAMPLE, "2", "5"), 8),
        ("unseen", (EXAMPLE,), 20),
        ("pips", (EXAMPLE, "black"), 3 + 3 + 5 + 7 + 6 + 11),
        ("moves", (EXAMPLE,), 4),
        ("left after", (EXAMPLE, "2-5>l"), 5),
        ("left after", (EXAMPLE, "1-2>l"), 1),
        ("right after", (EXAMPLE, "2-5>r"), 2),
        ("right after", (EXAMPLE, "5-6>r"), 6),
        ("own that fit", (EXAMPLE, "2-5>r"), 1),
        ("unseen that fit", (EXAMPLE, "5-6>r"), 4 + 6 - 1),
        ("answers", (EXAMPLE, "2-5>l"), 1 - Fraction(comb(16, 6), comb(20, 6))),
        ("holds", (EXAMPLE, "6-6"), Fraction(6, 20)),
        ("holds", (EXAMPLE, "2-5"), 0),
        ("shows", (EXAMPLE, "6"), 1 - Fraction(comb(14, 6), comb(20, 6))),
        ("missing", (TRUTHS["held"].position,), "4, 6"),
        ("may be drawn", (EXAMPLE,), 12),
        ("one fits", ("20", "4", "2"), 1 - Fraction(16 * 15, 20 * 19)),
        ("block wins", (TRUTHS["block"].position,), Fraction(1, 3)),
    ],
)
def test_values(name: str, arguments: tuple[str, ...], value: object) -> None:
    assert VALUES[name](*arguments) == value


def test_every_value_is_tested() -> None:
    marks = test_values.pytestmark[0]  # type: ignore[attr-defined]
    assert {name for name, *_ in marks.args[1]} == set(VALUES)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("tiles with", ("7",)),
        ("tiles with", ("two",)),
        ("still out", (EXAMPLE, "")),
        ("pips", (EXAMPLE, "white")),
        ("pips", (EXAMPLE, "red")),
        ("holds", (EXAMPLE, "5-2")),
        ("answers", (EXAMPLE, "3-3>l")),
        ("answers", (EXAMPLE, "nonsense")),
        ("answers", ("line=", "2-5>l")),
        ("one fits", ("20", "21", "2")),
        ("one fits", ("20", "4", "0")),
    ],
)
def test_values_refuse_bad_arguments(name: str, arguments: tuple[str, ...]) -> None:
    with pytest.raises(PlyError):
        VALUES[name](*arguments)


def test_the_hand_counter_knows_simple_cases() -> None:
    """Without draws and passes every hand has the same chance."""
    view = GAME.notation.parse_position(EXAMPLE + " log=b2-4,w4-5r")
    hand = tuple(unseen(view)[:6])
    assert NUMBER[0, 0] in hand
    assert set(every_hand(view, "white").values()) == {Fraction(1, comb(20, 6))}

"""Figures and tables for lessons against the oracle, plain counting and hand sums."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from plyyard.core.errors import BadText, IllegalMove, PlyError
from plyyard.core.truth import truths, values
from plyyard.core.words import LANGUAGES, words
from plyyard.games.aeroplane import analysis, outlook, rules
from plyyard.games.aeroplane.game import GAME
from plyyard.games.aeroplane.state import State
from tests.games.aeroplane.oracle import Oracle, path
from tests.games.aeroplane.test_exercises import _danger, _loss, oracle

TRUTHS = {one.name: one for one in truths("aeroplane")}
VALUES = values("aeroplane")
MIXED = "red=-,-,20,41 yellow=-,-,3,9 turn=red"


def read(text: str) -> State:
    return GAME.notation.parse_position(text)


def start_rows(name: str, position: str | None = None) -> list[tuple[object, ...]]:
    one = TRUTHS[name]
    state = read(position or one.position) if one.position else None
    return list(one.rows({option.name: option.default for option in one.inputs}, state))


@pytest.mark.parametrize("square", [12, 29, 32, 35, 36, 40, 45])
def test_danger_map_is_what_a_search_over_every_turn_finds(square: int) -> None:
    game, _ = oracle(MIXED.replace("red=-", f"red={square}"))
    game.turn = "yellow"
    assert outlook.danger_map(read(MIXED), "red")[square] == _danger(game, path("red")[square], "red")


def test_danger_map_agrees_with_the_danger_of_a_plane() -> None:
    """By another piece of code, for both sides, with planes out that give extra rolls."""
    state = read("red=-,5,18,55 yellow=2,14,30,56 turn=red")
    for side, others in (("red", (5, 18, 55)), ("yellow", (14, 30, 56))):
        found = outlook.danger_map(state, side)
        for square in (0, 7, 15, 20, 28, 33, 36, 42, 50):
            if square in others:
                continue
            planes = (*others, square)
            there = State((planes, state.planes[1]) if side == "red" else (state.planes[0], planes), "red")
            assert analysis.danger(there, side, square) == found[square], (side, square)


def test_safe_squares_have_no_danger_in_the_map() -> None:
    rows = start_rows("danger")
    assert [row[0] for row in rows] == list(range(51))
    assert all(row[1] == 0 for row in rows if row[0] in rules.SAFE)
    assert any(row[1] for row in rows)  # type: ignore[misc]


def test_loss_is_what_a_search_over_every_turn_finds() -> None:
    for text in (
        MIXED,
        "red=-,12,30,36 yellow=3,5,56,56 turn=yellow",
        "red=53,54,56,56 yellow=20,25,40,44 turn=red",
    ):
        game, _ = oracle(text)
        for side, other in (("red", "yellow"), ("yellow", "red")):
            game.turn, game.rolls = other, []
            assert outlook.loss(read(text), side) == _loss(game, side, {})


def test_first_loss_by_hand() -> None:
    """Yellow's plane on 3 hits Red's 30 (Yellow's 4) with a one and Red's 31 with a two: 30 and 31 squares and a start."""
    state = read("red=-,-,30,31 yellow=3,56,56,56 turn=yellow")
    assert outlook.first_loss(state, "red") == Fraction(30 + 15 + 31 + 15, 6)
    assert outlook.hitting_numbers(state, "red") == {1, 2}


def test_a_start_counts_as_many_squares_as_the_turns_it_takes() -> None:
    turns = analysis.turns_alone()
    squares_a_turn = 56 / turns[0]
    assert round((turns[-1] - turns[0]) * squares_a_turn) == outlook.OUT


def test_gain_counts_the_plane_sent_back() -> None:
    state = read("red=-,-,-,28 yellow=-,-,-,4 turn=red die=2")
    assert outlook.gain(state, 28) == 2 + 4 + 15
    assert outlook.gain(read("red=-,-,-,28 yellow=-,-,-,4 turn=red die=6"), -1) == 15


@pytest.mark.parametrize("start", [38, 47, 53])
def test_rolls_home_count_sequences(start: int) -> None:
    """Every sequence of four rolls, flown by the oracle with a plane alone."""
    square = path("red")[start]
    ways = [0] * 5
    for rolls in itertools.product(range(1, 7), repeat=4):
        used = _rolls_used(square, rolls)
        if used:
            ways[used] += 1
    assert [Fraction(count, 6**4) for count in ways] == list(outlook.rolls_home(start)[:5])


def _rolls_used(square: str, rolls: tuple[int, ...]) -> int:
    game = Oracle({"red": [square, "goal", "goal", "goal"], "yellow": ["base"] * 4})
    for used, die in enumerate(rolls, 1):
        if game.turn != "red":
            game.turn, game.rolls = "red", []
        game.roll(die)
        if game.pending:
            game.move(game.choices().pop())
        if game.winner:
            return used
    return 0


def test_rolls_alone_are_the_average_of_the_distribution() -> None:
    for start in (-1, 0, 30, 55):
        chances = outlook.rolls_home(start, 500)
        average = float(sum(n * chance for n, chance in enumerate(chances)))
        assert abs(average - outlook.rolls_alone()[start]) < 1e-9
    assert [outlook.rolls_alone()[step] for step in range(50, 56)] == [6] * 6


def test_squares_a_turn_over_every_three_rolls() -> None:
    squares = [0, 0]
    for rolls in itertools.product(range(1, 7), repeat=3):
        squares[0] += rolls[0]
        squares[1] += rolls[0]
        if rolls[0] == 6:
            squares[1] += rolls[1] + (rolls[2] if rolls[1] == 6 and rolls[2] != 6 else 0)
    assert outlook.squares_a_turn() == (Fraction(squares[0], 216), Fraction(squares[1], 216))


def test_worth_of_a_roll_by_hand() -> None:
    """From 50 on each side arrives with a sixth a turn: who rolls first wins with p / (1 − (1 − p)²) = 6/11."""
    assert VALUES["on roll"]("50") == pytest.approx(6 / 11)
    assert VALUES["roll worth"]("55") == pytest.approx(1 / 11)
    with pytest.raises(BadText):
        VALUES["roll worth"]("10")


def test_values_by_hand() -> None:
    three = "red=-,-,-,20 yellow=-,-,-,40 turn=red die=3"
    assert VALUES["lands"](three, "20") == 23 and VALUES["extra rolls"](three, "20") == 0
    assert VALUES["moves"](three) == 1
    assert VALUES["moves"]("red=-,-,-,12 yellow=-,-,-,- turn=red sixes=2 die=6") == 0  # the third six is void
    assert VALUES["sent back"]("red=-,-,-,28 yellow=-,-,4,4 turn=red die=2", "28") == 2
    assert VALUES["number home"]("53") == 3
    assert VALUES["other side's number"]("30") == 4
    assert VALUES["six within"]("4") == 1 - Fraction(5, 6) ** 4
    assert VALUES["three sixes"]() == Fraction(1, 216)
    assert VALUES["hit by"]("red=-,-,-,30 yellow=-,-,1,2 turn=yellow", "red", "30") == 2
    assert VALUES["hit after"]("red=-,-,-,28 yellow=-,-,-,3 turn=red die=2", "28") == 1
    assert VALUES["wins now"]("red=47,56,56,56 yellow=-,-,-,- turn=red") == Fraction(1, 36)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("lands", ("red=-,-,-,20 turn=red die=3", "base")),
        ("lands", ("red=x", "20")),
        ("hit by", (MIXED, "green", "20")),
        ("danger", (MIXED, "red", "21")),
        ("number home", ("49",)),
        ("six within", ("0",)),
        ("home by", ("57", "3")),
        ("other side's number", ("25",)),
        ("roll worth", ("base",)),
    ],
)
def test_bad_arguments_are_refused(name: str, arguments: tuple[str, ...]) -> None:
    with pytest.raises((PlyError, IllegalMove)):
        VALUES[name](*arguments)


@pytest.mark.parametrize("name", TRUTHS)
def test_tables_are_whole(name: str) -> None:
    one, rows = TRUTHS[name], start_rows(name)
    assert rows and all(len(row) == len(one.columns) for row in rows)
    for language in LANGUAGES:
        t = words(language, "aeroplane")
        assert t.say(one.title) and t.say(one.says)
    for column in one.drawn:
        assert all(isinstance(row[column], int | float | Fraction) for row in rows)


def test_the_map_of_a_finished_game_is_refused() -> None:
    with pytest.raises(BadText):
        start_rows("danger", "red=56,56,56,56 yellow=-,-,3,9")


def test_chances_to_be_home_add_up() -> None:
    rows = start_rows("home")
    assert abs(float(sum(row[1] for row in rows)) - float(rows[-1][2])) < 1e-4  # type: ignore[misc, arg-type]
    assert 0.99 < float(rows[-1][2]) < 1  # type: ignore[arg-type]

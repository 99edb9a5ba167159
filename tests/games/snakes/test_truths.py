"""The figures and tables of Snakes and Ladders against rational numbers, the oracle's walk and played games."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from plyyard.core.errors import PlyError
from plyyard.core.truth import truths, values
from plyyard.games.snakes import analysis
from plyyard.games.snakes.notation import parse_position
from tests.games.snakes import oracle
from tests.games.snakes.test_analysis import STANDING, _solve
from tests.games.snakes.test_exercises import LADDERS, SNAKES, exact_rolls, first_wins, home_by, home_with

VALUES = values("snakes")
TRUTHS = {one.name: one for one in truths("snakes")}


def rows(name: str, position: str = "", **inputs: Any) -> list[tuple[Any, ...]]:
    truth = TRUTHS[name]
    state = parse_position(position or truth.position) if truth.position else None
    return list(truth.rows({one.name: one.default for one in truth.inputs} | inputs, state))


def test_lengths_alone_agree_with_a_walk_of_the_distribution() -> None:
    found = rows("length")
    assert [row[0] for row in found] == list(range(1, 101))
    with_it = home_with(0)
    for number, just, by_then, *_ in found:
        assert float(just) == pytest.approx(with_it[number - 1], abs=1e-6)
        assert float(by_then) == pytest.approx(with_it[:number].sum(), abs=1e-6)


@pytest.mark.parametrize(
    ("position", "first", "second"),
    [("black=0 white=0 turn=black", 0, 0), ("black=97 white=79 turn=white", 79, 97)],
)
def test_games_of_two_end_when_one_is_home(position: str, first: int, second: int) -> None:
    found = rows("length", position)
    alone, other = home_with(first).cumsum(), home_with(second).cumsum()
    for number, _, _, just, by_then in found:
        running = (1 - alone[number - 1]) * (1 - other[number - 1])
        before = (1 - alone[number - 2]) * (1 - other[number - 2]) if number > 1 else 1.0
        assert float(by_then) == pytest.approx(1 - running, abs=1e-6)
        assert float(just) == pytest.approx(before - running, abs=1e-6)


def test_a_game_that_is_over_has_no_length() -> None:
    for name in ("length", "next-roll"):
        with pytest.raises(PlyError):
            rows(name, "black=100 white=3")


def test_few_arrivals_are_counted_backwards_too() -> None:
    for square in (71, 88, 99):
        for n in range(1, 6):
            assert sum(analysis.arrivals(square, n), Fraction(0)) == home_by(square, n)


def test_endings_are_those_of_games_that_are_played() -> None:
    """Both sides close to home: all games of two rounds tried out."""
    over = [0] * 4
    for number in range(6**4):
        dice = [number // 6**place % 6 + 1 for place in range(4)]
        squares = [97, 94]
        for at, die in enumerate(dice):
            squares[at % 2] = oracle.walk(squares[at % 2], die)
            if squares[at % 2] == 100:
                over[at] += 1
                break
    assert analysis.endings(97, 94, 2) == tuple(Fraction(count, 6**4) for count in over)


def test_the_length_of_a_game_of_two_agrees_with_its_endings_and_with_played_games() -> None:
    ends = analysis.endings(0, 0, 700)
    summed = sum(number * float(chance) for number, chance in enumerate(ends, 1))
    assert VALUES["game rolls"]() == pytest.approx(summed, abs=1e-6)
    draw = random.Random(7).randrange
    games = 3000
    total = 0
    for _ in range(games):
        squares, rolls = [0, 0], 0
        while 100 not in squares:
            squares[rolls % 2] = oracle.walk(squares[rolls % 2], 1 + draw(6))
            rolls += 1
        total += rolls
    assert total / games == pytest.approx(float(VALUES["game rolls"]()), abs=2.5)  # five standard errors


def test_who_is_ahead_agrees_with_summing_over_the_last_roll() -> None:
    for black, white, turn in [
        (50, 63, "black"),
        (74, 81, "white"),
        (0, 99, "black"),
        (99, 99, "white"),
        (6, 6, "black"),
    ]:
        (side, here, wins, rolls, least), (_, _, other_wins, _, _) = rows(
            "ahead", black=black, white=white, turn=turn
        )
        expected = first_wins(black, white) if turn == "black" else 1 - first_wins(white, black)
        assert (str(side), here) == ("Black", black)
        assert float(wins) == pytest.approx(expected, abs=1e-5)
        assert wins + other_wins == pytest.approx(1, abs=2e-6)
        assert rolls == pytest.approx(float(exact_rolls()[black]), abs=1e-9)
        assert home_by(black, least) > 0 == home_by(black, least - 1)


def test_one_square_against_all_agrees_with_summing_over_the_last_roll() -> None:
    found = rows("against-all", square=74)
    assert [row[0] for row in found] == STANDING
    for other, rolling, waiting in found[::9]:
        assert float(rolling) == pytest.approx(first_wins(74, other), abs=1e-5)
        assert float(waiting) == pytest.approx(1 - first_wins(other, 74), abs=1e-5)


def test_the_next_roll_leads_where_the_oracle_walks() -> None:
    for die, reached, wins in rows("next-roll", "black=50 white=97 turn=white"):
        assert reached == oracle.walk(97, die)
        assert float(wins) == pytest.approx(1.0 if reached == 100 else 1 - first_wins(50, reached), abs=1e-5)


def rolls_without(jump: int) -> Fraction:
    """Own rolls from 0 with rational numbers: the whole system, on a board where this jump is missing."""
    places = sorted([*STANDING, jump])
    index = {square: number for number, square in enumerate(places)}
    matrix = []
    for square in places:
        row = [Fraction(0)] * (len(places) + 1)
        row[index[square]] += 6
        row[-1] = Fraction(6)
        for die in range(1, 7):
            reached = jump if square + die == jump else oracle.walk(square, die)
            if reached < 100:
                row[index[reached]] -= 1
        matrix.append(row)
    return _solve(matrix)[0]


def test_each_jump_is_there_once() -> None:
    names = [str(row[0]) for row in rows("jumps")]
    assert sorted(names) == sorted(
        [f"ladder {start}–{end}" for start, end in LADDERS.items()]
        + [f"snake {start}–{end}" for start, end in SNAKES.items()]
    )


@pytest.mark.slow
@pytest.mark.parametrize("jump", [80, 87, 56])
def test_the_effect_of_a_jump_agrees_with_rational_numbers(jump: int) -> None:
    exact = rolls_without(jump)
    (row,) = [row for row in rows("jumps") if row[0].values["start"] == jump]
    assert row[2] == pytest.approx(float(exact), abs=1e-9)
    assert row[1] == pytest.approx(float(exact - exact_rolls()[0]), abs=1e-9)
    assert VALUES["rolls added"](str(jump)) == -VALUES["rolls saved"](str(jump)) == pytest.approx(row[1])  # type: ignore[operator]


def test_ladders_shorten_the_way_snakes_lengthen_it_and_one_snake_helps() -> None:
    helping = [row[0].values["start"] for row in rows("jumps") if row[1] > 0]
    assert sorted(helping) == sorted([*LADDERS, 56])


def test_jumps_are_taken_as_often_as_in_played_journeys() -> None:
    draw = random.Random(11).randrange
    journeys, taken = 4000, dict.fromkeys([*LADDERS, *SNAKES], 0)
    for _ in range(journeys):
        square = 0
        while square != 100:
            die = 1 + draw(6)
            if square + die in taken:
                taken[square + die] += 1
            square = oracle.walk(square, die)
    for row in rows("jumps"):
        assert row[3] == pytest.approx(taken[row[0].values["start"]] / journeys, abs=0.06)


def test_stops_add_up_to_the_rolls_of_the_way() -> None:
    found = rows("squares")
    assert [row[0] for row in found] == STANDING
    assert sum(row[3] for row in found) == pytest.approx(float(exact_rolls()[0]), abs=1e-9)
    for square, rolls, least, _ in found:
        assert rolls == pytest.approx(float(exact_rolls()[square]), abs=1e-9)
        assert home_by(square, least) > 0 == home_by(square, least - 1)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("lands", ("14", "2"), 6),
        ("lands", ("97", "4"), 97),
        ("square", ("2", "8"), 13),
        ("square", ("10", "1"), 100),
        ("row", ("21",), 3),
        ("place", ("21",), 1),
        ("stays", ("97",), Fraction(1, 2)),
        ("stays", ("50",), 0),
        ("home by", ("99", "2"), Fraction(11, 36)),
        ("least rolls", ("0",), 7),
        ("jumps", (), 19),
        ("ladders", (), 9),
        ("snakes", (), 10),
    ],
)
def test_figures_for_lessons(name: str, arguments: tuple[str, ...], expected: object) -> None:
    assert VALUES[name](*arguments) == expected


def test_half_of_all_pieces_are_home_by_then_and_not_before() -> None:
    half = int(VALUES["half home"]())
    home = home_with(0).cumsum()
    assert home[half - 1] > 0.5 > home[half - 2]


def test_a_game_is_over_by_then() -> None:
    assert VALUES["game over by"]("50") == pytest.approx(1 - (1 - home_with(0)[:50].sum()) ** 2)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("lands", ("98", "1")),  # nobody stands on a snake's head
        ("lands", ("14", "7")),
        ("lands", ("100", "1")),
        ("lands", ("minus one", "1")),
        ("square", ("11", "1")),
        ("rolls without", ("50",)),
        ("times taken", ("",)),
        ("home by", ("99", "0")),
        ("home by", ("99", "1000000")),
        ("win", ("black=1 white=3", "black")),
        ("win", ("black=2 white=3", "red")),
    ],
)
def test_figures_refuse_what_cannot_be(name: str, arguments: tuple[str, ...]) -> None:
    value: Callable[..., object] = VALUES[name]
    with pytest.raises(PlyError):
        value(*arguments)


@pytest.mark.parametrize("square", [1, 98, -1, 100, "many"])
def test_nobody_is_ahead_from_where_nobody_can_roll(square: object) -> None:
    with pytest.raises(PlyError):
        rows("ahead", black=square)
    with pytest.raises(PlyError):
        rows("against-all", square=square)


def test_only_black_or_white_rolls() -> None:
    with pytest.raises(PlyError):
        rows("ahead", turn="red")

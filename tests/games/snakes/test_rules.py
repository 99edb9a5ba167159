"""The rules of Snakes and Ladders: cases, articles, the slow oracle beside the kernel."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from plyyard.core.chance import DIE
from plyyard.core.errors import BadPosition, BadText, IllegalMove
from plyyard.core.game import CHANCE, Happened, Moved, Result
from plyyard.games.snakes.board import cell
from plyyard.games.snakes.game import GAME
from plyyard.games.snakes.rules import JUMPS
from plyyard.games.snakes.state import State
from tests.games.snakes import oracle

parse, write = GAME.notation.parse_position, GAME.notation.format_position
CASES = {case["id"]: case for case in json.loads(Path(__file__).with_name("behaviour.json").read_text())}


def roll(position: str, die: int) -> tuple[str, list[str]]:
    after = GAME.apply(parse(position), Happened(die))
    return write(after.state), [effect.text for effect in after.effects]


@pytest.mark.parametrize("die", [4, 5, 6])
def test_sl_stay_97(die: int) -> None:
    assert roll("black=97 turn=black", die) == ("black=97 white=0 turn=white", ["too high", "turn passes"])


def test_sl_ladder_win() -> None:
    after = GAME.apply(parse("black=79 white=99 turn=black"), Happened(1))
    assert after.state.squares == (100, 99)
    assert GAME.result(after.state) == Result("black", "finished", 1)
    assert [effect.text for effect in after.effects] == ["ladder"]
    assert GAME.actor(after.state) is None
    with pytest.raises(IllegalMove) as refused:  # White does not roll again
        GAME.apply(after.state, Happened(1))
    assert refused.value.article == "4.2"


def test_sl_passing() -> None:
    assert roll("black=14 turn=black", 3) == ("black=17 white=0 turn=white", ["turn passes"])
    assert roll("black=14 turn=black", 2) == ("black=6 white=0 turn=white", ["snake", "turn passes"])


def test_sl_first_one() -> None:
    assert roll("black=0 white=0 turn=black", 1) == ("black=38 white=0 turn=white", ["ladder", "turn passes"])


def test_sl_zigzag() -> None:
    squares = [int(number) for number in CASES["sl-zigzag"]["action"].removeprefix("place of ").split(", ")]
    places = [
        (int(row), int(column))
        for row, column in (
            place.split(": row ")[1].split(" col ") for place in CASES["sl-zigzag"]["expect"].split("; ")
        )
    ]
    assert len(squares) == 6
    assert [cell(square) for square in squares] == places


def test_1_1_every_square_lies_where_the_oracle_lays_it() -> None:
    laid = {
        square: (row, column) for row, line in enumerate(oracle.rows()) for column, square in enumerate(line)
    }
    assert laid == {square: cell(square) for square in range(1, 101)}


def test_sl_share() -> None:
    assert roll("black=0 white=38 turn=black", 1) == (
        "black=38 white=38 turn=white",
        ["ladder", "turn passes"],
    )


def test_sl_no_jumps() -> None:
    named = CASES["sl-no-jumps"]["given"].replace("(", "").replace(")", "").replace(",", "").split()
    squares = sorted({int(word) for word in named if word.isdigit()})
    assert len(squares) == 24
    assert set(squares) >= {end for end in JUMPS.values() if end != 100}
    for square in squares:
        before = next(start for start in range(square - 1, square - 7, -1) if start not in JUMPS)
        assert roll(f"black={before} turn=black", square - before) == (
            f"black={square} white=0 turn=white",
            ["turn passes"],
        )


@pytest.mark.parametrize("outcome", [0, 7, -1, 100, None])
def test_sl_client_die_only_a_die_can_happen(outcome: int | None) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(State(), Happened(outcome))
    assert refused.value.article == "2.1"


def test_sl_client_die_nothing_can_be_moved() -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(State(), Moved("black", "100"))
    assert refused.value.article == "2.1"
    why = GAME.why_not(State(), "100")
    assert why is not None and why[1] == "2.1"
    with pytest.raises(BadText):
        GAME.notation.parse_move(State(), "100")


def test_2_2_a_six_gives_no_further_roll() -> None:
    assert roll("black=2 turn=black", 6) == ("black=8 white=0 turn=white", ["turn passes"])


def test_the_lot_is_one_even_die() -> None:
    assert GAME.actor(State()) is CHANCE
    assert GAME.lot(State()) == DIE


@pytest.mark.parametrize(
    ("text", "article"),
    [("black=1", "3.3"), ("white=98 turn=black", "3.3"), ("black=80", "3.3"), ("black=100 white=100", "4.2")],
)
def test_impossible_positions_name_their_article(text: str, article: str) -> None:
    with pytest.raises(BadPosition) as refused:
        parse(text)
    assert article in [fault.article for fault in refused.value.faults]


@pytest.mark.parametrize("text", ["black=101", "black=-1", "black=1e1", "turn=red", "black=100 turn=white"])
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        parse(text)


def test_the_kernel_agrees_with_the_oracle_on_every_roll() -> None:
    squares = [square for square in range(100) if square not in JUMPS]
    for mine in squares:
        for die in range(1, 7):
            after = GAME.apply(State((mine, 0)), Happened(die)).state
            assert after.squares == (oracle.walk(mine, die), 0)
            mirrored = GAME.apply(State((0, mine), "white"), Happened(die)).state
            assert mirrored.squares == (0, oracle.walk(mine, die))


def test_games_agree_with_the_oracle_on_20_000_rolls() -> None:
    chance, rolled = random.Random(20), 0
    while rolled < 20_000:
        state, rolls = GAME.start({}), []
        while GAME.actor(state) is CHANCE:
            rolls.append(chance.randint(1, 6))
            state = GAME.apply(state, Happened(rolls[-1])).state
        squares, winner = oracle.play(rolls)
        assert list(state.squares) == squares
        result = GAME.result(state)
        assert result is not None and winner is not None and result.winner == GAME.sides[winner]
        rolled += len(rolls)

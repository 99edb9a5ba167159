"""The computer's judgement of the Aeroplane Game: chances that add up, sense in plain positions, levels in order."""

from __future__ import annotations

import pytest

from plyyard.core.chance import seeded
from plyyard.core.game import CHANCE, Happened, Moved
from plyyard.games.aeroplane import bots
from plyyard.games.aeroplane.game import GAME
from plyyard.players import player
from tests.games.aeroplane.test_rules import read

POSITIONS = [
    "",
    "red=-,-,12,56 yellow=-,3,40,40 turn=red sixes=1 die=6",
    "red=50,56,56,56 yellow=-,-,-,- turn=yellow",
    "red=56,56,56,56 yellow=1,2,3,4",
]


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("level", ["beginner", "medium"])
def test_chances_of_both_sides_add_up_to_one(position: str, level: str) -> None:
    evaluate = GAME.levels[level].evaluate
    assert evaluate is not None
    chances = [evaluate(read(position), side) for side in GAME.sides]
    assert sum(chances) == pytest.approx(1) and all(0 <= chance <= 1 for chance in chances)


def test_both_sides_are_judged_alike() -> None:
    red = bots.evaluate(read("red=-,3,14,40 yellow=-,-,12,51 turn=red"), "red")
    yellow = bots.evaluate(read("yellow=-,3,14,40 red=-,-,12,51 turn=yellow"), "yellow")
    assert red == yellow


BETTER = [
    ("red=-,-,-,20 turn=red", "red=-,-,-,19 turn=red"),  # further
    ("red=-,-,-,0 turn=red", "red=-,-,-,- turn=red"),  # out of the base
    (
        "red=-,-,-,34 yellow=-,-,-,7 turn=yellow",
        "red=-,-,-,35 yellow=-,-,-,7 turn=yellow",
    ),  # safe, one behind
    ("red=-,-,-,35 yellow=-,-,-,5 turn=red", "red=-,-,-,35 yellow=-,-,-,5 turn=yellow"),  # may run away
    ("red=-,-,-,56 turn=yellow", "red=-,-,-,55 turn=yellow"),  # home
]


@pytest.mark.parametrize(("better", "worse"), BETTER)
def test_what_is_better_is_worth_more(better: str, worse: str) -> None:
    assert bots.evaluate(read(better), "red") > bots.evaluate(read(worse), "red")


CHOICES = [
    ("red=-,-,1,20 yellow=-,-,-,30 turn=red die=3", "1", "sends a plane back"),
    ("red=53,56,56,40 yellow=55,56,56,56 turn=red die=3", "53", "one home and an extra roll"),
    ("red=-,-,30,31 yellow=-,-,-,2 turn=red die=3", "31", "from danger to the star square 34"),
]


@pytest.mark.parametrize(("position", "move", "reason"), CHOICES)
def test_medium_finds_plain_moves(position: str, move: str, reason: str) -> None:
    chosen = player(GAME, "medium").choose(read(position), seeded(1))
    assert GAME.notation.format_move(chosen) == move, reason


def wins(level: str, against: str, games: int) -> int:
    """Games won by a level that plays Red in every second one."""
    below, won = seeded(7), 0
    for number in range(games):
        seats = dict(zip(GAME.sides if number % 2 else GAME.sides[::-1], (level, against), strict=True))
        state = GAME.start({})
        while (actor := GAME.actor(state)) is not None:
            if actor is CHANCE:
                state = GAME.apply(state, Happened(1 + below(6))).state
                continue
            move = player(GAME, seats[actor]).choose(state, below)
            state = GAME.apply(state, Moved(actor, move)).state
        result = GAME.result(state)
        assert result is not None
        won += seats[result.winner or ""] == level
    return won


@pytest.mark.slow
def test_each_level_is_clearly_stronger() -> None:
    """Measured: easy takes 83 of 100 games from beginner, medium 66 of 100 from easy. Bounds two and a half errors below."""
    assert wins("easy", "beginner", 60) >= 43
    assert wins("medium", "easy", 80) >= 43

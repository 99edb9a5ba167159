"""Figures of the Aeroplane Game against simulation, hand counts and plain sums."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from plyyard.games.aeroplane import analysis, play
from plyyard.games.aeroplane.game import GAME
from plyyard.games.aeroplane.state import State


def read(text: str) -> State:
    return GAME.notation.parse_position(text)


def test_hitting_rolls_name_the_six_squares_behind() -> None:
    """A plane of Red on 30 stands on Yellow's 4; only planes one to six squares behind hit it at once."""
    state = read("red=-,-,-,30 yellow=-,0,2,3 turn=yellow")
    assert analysis.hitting_rolls(state, "red", 30) == {1: 3, 2: 2, 4: 0}
    assert analysis.hitting_rolls(state, "red", 34) == {}  # a star square
    assert analysis.hitting_rolls(state, "red", 53) == {}  # the home column


def test_danger_by_hand() -> None:
    """One plane one square behind, nothing else out: a one now, or a six and then what hits from seven on never."""
    state = read("red=-,-,-,30 yellow=3,56,56,56 turn=yellow")
    assert analysis.danger(state, "red", 30) == Fraction(1, 6)
    # two squares behind: a two at once; the six flies past. From eight behind: a six and a two.
    assert analysis.danger(read("red=-,-,-,34 yellow=7,56,56,56 turn=yellow"), "red", 34) == 0
    assert analysis.danger(read("red=-,-,-,36 yellow=2,56,56,56 turn=yellow"), "red", 36) == Fraction(1, 36)
    # from fourteen behind two sixes and a two would do it; from eighteen it would take the void third six
    assert analysis.danger(read("red=-,-,-,42 yellow=2,56,56,56 turn=yellow"), "red", 42) == Fraction(1, 216)
    assert analysis.danger(read("red=-,-,-,46 yellow=2,56,56,56 turn=yellow"), "red", 46) == 0


def test_danger_counts_planes_that_can_start() -> None:
    """Out of the base with a six, then a four (Red on 30 is Yellow's 4); or a second six for another plane first."""
    position = read("red=-,-,-,30 yellow=-,-,-,- turn=yellow")
    assert analysis.danger(position, "red", 30) == Fraction(1, 36) + Fraction(1, 216)


@pytest.mark.parametrize("safe", ["34", "0", "51", "56", "-"])
def test_no_danger_where_nobody_is_sent_back(safe: str) -> None:
    state = read(f"red=-,-,-,{safe} yellow=1,2,3,4 turn=yellow")
    assert analysis.danger(state, "red", -1 if safe == "-" else int(safe)) == 0


def test_danger_of_a_square_where_nobody_stands_yet() -> None:
    state = read("red=-,-,-,20 yellow=3,56,56,56 turn=red")
    moved = read("red=-,-,20,30 yellow=3,56,56,56 turn=yellow")
    assert analysis.danger(state, "red", 30) == analysis.danger(moved, "red", 30) == Fraction(1, 6)


@pytest.mark.slow
def test_danger_agrees_with_a_search_over_all_turns() -> None:
    """Against chances added up along every sequence of rolls, tried by brute force without memory."""
    state = read("red=-,30,40,47 yellow=-,2,13,50 turn=yellow")
    for step in (30, 40, 47):
        assert analysis.danger(state, "red", step) == _chance(state, step)


def _chance(state: State, step: int) -> Fraction:
    total = Fraction(0)
    for die in range(1, 7):
        after = play.rolled(state, die).state
        found = [Fraction(0)]
        for start in play.starts(after):
            then = play.moved(after, start).state
            if step not in then.planes[0]:
                found.append(Fraction(1))
            elif then.turn == "yellow" and play.winner(then) is None:
                found.append(_chance(then, step))
        total += max(found)
    return total / 6


def test_turns_alone_by_hand() -> None:
    """Within six squares of the goal it takes six turns on average, wherever the plane stands: exactly one number
    reaches the goal now, and any other leaves the same task."""
    turns = analysis.turns_alone()
    assert turns[56] == 0
    assert [turns[step] for step in range(50, 56)] == [6] * 6
    assert (
        turns[0] + 5 < turns[-1] < turns[0] + 6
    )  # the six to start is the sixth roll on average; it goes on


@pytest.mark.slow
def test_turns_alone_against_simulation() -> None:
    draw, turns, games = random.Random(8), 0, 2500
    for _ in range(games):
        state = read("red=-,56,56,56 yellow=-,-,-,- turn=red")
        turns += 1
        while play.winner(state) is None:
            after = play.rolled(state, draw.randint(1, 6)).state
            state = play.moved(after, play.starts(after)[0]).state if after.die else after
            if state.turn != "red":
                turns += 1
                state = State((state.planes[0], (-1, -1, -1, -1)))
    expected = float(analysis.turns_alone()[-1])
    assert abs(turns / games - expected) < 0.9  # four standard errors


def test_score_gives_the_race() -> None:
    figures = GAME.score(read("red=-,-,12,56 yellow=-,3,40,40 turn=red"))
    assert figures["race"] == {"red": 57 + 57 + 44, "yellow": 57 + 53 + 16 + 16}
    assert figures["home"] == {"red": 1, "yellow": 0} and figures["base"] == {"red": 2, "yellow": 1}
    assert GAME.score(read("red=-,-,-,30 yellow=3,56,56,56"))["danger"]["red"] == {"30": 0.166667}

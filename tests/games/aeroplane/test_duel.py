"""The exact end of a game against all rolls played out by the rules, over and over until nothing changes."""

from __future__ import annotations

import pytest

from plyyard.core.chance import seeded
from plyyard.core.game import CHANCE, Event, Happened, Moved
from plyyard.games.aeroplane import bots, duel
from plyyard.games.aeroplane.game import GAME
from plyyard.games.aeroplane.state import State
from plyyard.players import player
from tests.games.aeroplane.test_rules import read


def played_out(start: State) -> dict[State, float]:
    """Red's chance in every state that can follow with best play, from the ends backwards by repetition."""
    follow: dict[State, list[State]] = {}
    open_states = [start]
    while open_states:
        state = open_states.pop()
        if state in follow:
            continue
        if GAME.actor(state) is CHANCE:
            events: list[Event] = [Happened(die) for die in range(1, 7)]
        else:
            events = [Moved(state.turn, move) for move in GAME.legal_moves(state)]
        follow[state] = [GAME.apply(state, event).state for event in events]
        open_states += follow[state]
    chances = {state: float(not rest and state.turn == "red") for state, rest in follow.items()}
    change = 1.0
    while change > 1e-12:
        change = 0.0
        for state, rest in follow.items():
            if rest:
                values = [chances[after] for after in rest]
                best = max(values) if state.turn == "red" else min(values)
                value = sum(values) / 6 if GAME.actor(state) is CHANCE else best
                change = max(change, abs(value - chances[state]))
                chances[state] = value
    return chances


ENDS = [
    "red=56,56,56,50 yellow=56,56,56,55 turn=red",
    "red=56,56,56,38 yellow=56,56,56,40 turn=yellow",
    "red=56,56,56,50 yellow=56,56,56,25 turn=red sixes=2",
    "red=56,56,56,53 yellow=-,56,56,56 turn=yellow",
]


@pytest.mark.parametrize("text", ENDS)
def test_every_state_on_the_way_is_exact(text: str) -> None:
    for state, chance in played_out(read(text)).items():
        if GAME.result(state) is None:
            assert duel.chance(state, "red") == pytest.approx(chance, abs=1e-8)
            assert duel.chance(state, "yellow") == pytest.approx(1 - chance, abs=1e-8)


@pytest.mark.parametrize(
    "text", ["red=56,56,50,54 yellow=56,56,52,53 turn=red", "red=56,56,45,49 yellow=56,56,56,50 turn=yellow"]
)
def test_two_planes_are_nearly_exact(text: str) -> None:
    errors = [
        abs(found - chance)
        for state, chance in played_out(read(text)).items()
        if (found := duel.chance(state, "red")) is not None
    ]
    assert len(errors) > 100
    assert max(errors) < 0.005


@pytest.mark.parametrize("level", ["easy", "medium", "strong", "best"])
def test_the_levels_know_it(level: str) -> None:
    values = player(GAME, level).value(read(ENDS[0]), seeded(1))
    assert values == pytest.approx({"red": 6 / 11, "yellow": 5 / 11})


def test_with_the_die_on_the_board() -> None:
    assert duel.chance(read("red=56,56,56,50 yellow=56,56,56,55 turn=red die=6"), "red") == 1
    assert duel.chance(read("red=56,56,56,50 yellow=56,56,56,55 turn=red die=1"), "red") == pytest.approx(
        5 / 11
    )
    assert duel.chance(read("red=56,56,56,55 yellow=56,56,56,55 turn=red die=2"), "red") == pytest.approx(
        5 / 11
    )


@pytest.mark.parametrize(
    "text",
    [
        "red=56,56,56,49 yellow=56,56,56,24 turn=red",  # both may still land on square 50
        "red=56,56,56,0 yellow=56,56,56,0 turn=red",
        "red=56,53,55,50 yellow=56,56,56,55 turn=red",  # three planes
        "red=56,56,56,56 yellow=56,56,56,55",
    ],
)
def test_otherwise_nothing_is_claimed(text: str) -> None:
    assert duel.chance(read(text), "red") is None


def test_the_exact_evaluation_holds_until_the_end() -> None:
    below = seeded(2)
    for text in (*ENDS, "red=56,56,25,40 yellow=56,56,30,26 turn=red"):
        state = read(text)
        evaluate = bots.exact(state)
        assert evaluate is not None
        while (actor := GAME.actor(state)) is not None:
            assert sum(evaluate(state, side) for side in GAME.sides) == pytest.approx(1)
            if actor is CHANCE:
                state = GAME.apply(state, Happened(1 + below(6))).state
            else:
                state = GAME.apply(state, Moved(state.turn, GAME.legal_moves(state)[0])).state
        assert evaluate(state, state.turn) == 1
    assert bots.exact(State()) is None

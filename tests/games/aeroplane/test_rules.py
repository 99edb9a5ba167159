"""The rules of the Aeroplane Game: an oracle written from the articles, and cases from outside."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from plyyard.core.errors import IllegalMove
from plyyard.core.game import CHANCE, After, Happened, Moved
from plyyard.games.aeroplane import rules
from plyyard.games.aeroplane.game import GAME
from plyyard.games.aeroplane.state import State
from tests.games.aeroplane.oracle import Oracle, path

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))


def read(text: str) -> State:
    return GAME.notation.parse_position(text)


def write(state: State) -> str:
    return GAME.notation.format_position(state)


def roll(state: State, die: int) -> After[State]:
    return GAME.apply(state, Happened(die))


def move(state: State, text: str) -> After[State]:
    return GAME.apply(state, Moved(state.turn, GAME.notation.parse_move(state, text)))


def effects(after: After[State]) -> list[str]:
    return [effect.text for effect in after.effects]


def play_beside_oracle(seed: int) -> int:
    """A random game on both; the number of decisions compared."""
    draw, state, oracle, decisions = random.Random(seed), GAME.start({}), Oracle(), 0
    while not oracle.winner:
        if oracle.pending:
            moves = GAME.legal_moves(state)
            names = {path(oracle.turn)[step] if step >= 0 else "base": step for step in moves}
            assert set(names) == oracle.choices() and len(names) == len(moves)
            square = draw.choice(sorted(names))
            after = GAME.apply(state, Moved(oracle.turn, names[square]))
            expected = oracle.move(square)
        else:
            assert GAME.actor(state) is CHANCE and not GAME.legal_moves(state)
            die = (
                draw.randint(1, 6) if draw.random() < 0.7 else 6
            )  # more sixes: rare things happen more often
            after = roll(state, die)
            expected = oracle.roll(die)
        state = after.state
        assert (write(state), effects(after)) == (oracle.text(), expected)
        assert GAME.turn(state) == (None if oracle.winner else oracle.turn)
        decisions += 1
    assert GAME.result(state) is not None and GAME.result(state).winner == oracle.winner
    return decisions


@pytest.mark.slow
def test_oracle_agrees_on_twenty_thousand_decisions() -> None:
    decisions = seed = 0
    while decisions < 20_000:
        decisions += play_beside_oracle(seed)
        seed += 1


def test_oracle_agrees_on_some_games() -> None:
    assert sum(play_beside_oracle(seed) for seed in range(1000, 1005)) > 500


def test_oracle_agrees_on_every_refusal() -> None:
    """Every plane a person might name: refused exactly where the oracle knows no choice."""
    draw, state, oracle = random.Random(4), GAME.start({}), Oracle()
    for _ in range(150):
        if oracle.pending:
            for step in range(-1, 57):
                square = "base" if step < 0 else path(oracle.turn)[step]
                refused = GAME.why_not(state, GAME.notation.format_move(step))
                assert (refused is None) == (square in oracle.choices())
            square = draw.choice(sorted(oracle.choices()))
            step = -1 if square == "base" else path(oracle.turn).index(square)
            oracle.move(square)
            state = GAME.apply(state, Moved(state.turn, step)).state
        else:
            die = draw.randint(1, 6)
            oracle.roll(die)
            state = roll(state, die).state


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: f"{case['id']}-{case['category']}")
def test_case(case: dict[str, Any]) -> None:
    before = read(case["position"])
    after = roll(before, int(case["outcome"]))
    moves = {GAME.notation.format_move(m): m for m in GAME.legal_moves(after.state)}
    assert set(moves) == set(case["moves"])
    if case["turn_ends_without_move"]:
        kind = "third six" if case["forfeited"] else "no move"
        assert effects(after) == [kind, "turn passes"]
        assert after.state.planes == before.planes and after.state.turn != before.turn
        assert after.state.sixes == after.state.die == 0
        return
    assert not after.effects
    for text, expected in case["moves"].items():
        then = move(after.state, text)
        tokens = dict(token.split("=") for token in write(then.state).split())
        assert tokens["red"] == expected["red"] and tokens["yellow"] == expected["yellow"]
        assert sum(e.n or 0 for e in then.effects if e.kind == "sent back") == expected["captured"]
        assert ("extra roll" in effects(then)) == expected["extra_roll"]
        result = GAME.result(then.state)
        assert (result.winner if result else None) == expected["winner"]
        assert GAME.turn(then.state) == expected["next"]
        if expected["next"]:
            assert then.state.sixes == expected["next_sixes"]


def test_recorded_game() -> None:
    """A whole game from outside: planes are named by index there, None where nothing could move."""
    game, state = CASES["game"], GAME.start({})
    theirs = {side: [-1] * 4 for side in GAME.sides}  # where each plane of the record stands
    for side, die, plane in game["rolls"]:
        assert state.turn == side
        state = roll(state, die).state
        if plane is None:
            assert not state.die
            continue
        state = GAME.apply(state, Moved(side, theirs[side][plane])).state
        theirs[side][plane] = state.last.reached
        for other, ours in zip(GAME.sides, state.planes, strict=True):
            theirs[other] = [step if step in ours else -1 for step in theirs[other]]
            assert sorted(theirs[other]) == sorted(ours)
    result = GAME.result(state)
    assert result is not None and result.winner == game["winner"]
    assert [theirs["red"], theirs["yellow"]] == [game["red"], game["yellow"]]
    assert len(game["rolls"]) == game["n_rolls"]


REFUSED = [
    ("red=-,-,3,54 turn=red die=4", "base", "3.1"),
    ("red=-,-,3,54 turn=red die=4", "54", "3.4"),
    ("red=-,-,3,56 turn=red die=4", "56", "3.5"),
    ("red=-,-,3,56 turn=red", "3", "2.2"),
    ("red=-,-,3,56 turn=red die=4", "4", "3.6"),
    ("red=56,56,56,56", "56", "6.1"),
]


@pytest.mark.parametrize(("position", "text", "article"), REFUSED)
def test_refusals_name_their_article(position: str, text: str, article: str) -> None:
    state = read(position)
    why = GAME.why_not(state, text)
    assert why is not None and why[1] == article
    with pytest.raises(IllegalMove) as refused:
        GAME.notation.parse_move(state, text)
    assert refused.value.article == article
    with pytest.raises(IllegalMove):
        GAME.apply(state, Moved("red", GAME.notation.read_start(text)))


def test_2_1_only_the_side_on_turn_moves() -> None:
    state = read("red=-,-,-,3 yellow=-,-,-,3 turn=red die=4")
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, Moved("yellow", 3))
    assert refused.value.article == "2.1"


def test_2_3_one_plane_uses_the_whole_roll() -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.steps(read("red=-,-,3,5 turn=red die=4"), ["3", "5"])
    assert refused.value.article == "2.3"


@pytest.mark.parametrize("outcome", [0, 7, None, "6"])
def test_2_2_a_die_shows_one_to_six(outcome: Any) -> None:
    with pytest.raises(IllegalMove):
        GAME.apply(GAME.start({}), Happened(outcome))


def test_6_1_no_event_after_the_end() -> None:
    over = move(read("red=50,56,56,56 turn=red die=6"), "50").state
    assert write(over) == "red=56,56,56,56 yellow=-,-,-,-"
    assert read(write(over)) == over
    assert GAME.actor(over) is None and not GAME.legal_moves(over)
    for event in (Happened(1), Moved("red", 56), Moved("yellow", -1)):
        with pytest.raises(IllegalMove):
            GAME.apply(over, event)


def test_4_2_exactly_eight_squares_are_safe() -> None:
    """Tried out, square by square, for both sides."""
    for hunter, hunted in (("red", "yellow"), ("yellow", "red")):
        harmless = set()
        for step in range(1, 51):
            there = (step + 26) % 52
            if there > 50:  # the last square before this side's start: the other never stands there
                continue
            position = f"{hunted}=-,-,-,{there} {hunter}=-,-,-,{step - 1} turn={hunter} die=1"
            if "sent back 1" not in effects(move(read(position), str(step - 1))):
                harmless.add(step if hunter == "red" else there)
        assert harmless | {0, 26} == set(rules.SAFE)
    assert len(rules.SAFE) == 8


ENGINE = [
    ("red=-,-,-,- yellow=-,-,-,- turn=red", 4, "red=-,-,-,- yellow=-,-,-,- turn=yellow", "no move"),
    (
        "red=-,-,-,12 yellow=-,-,-,- turn=red sixes=2",
        6,
        "red=-,-,-,12 yellow=-,-,-,- turn=yellow",
        "third six",
    ),
]


@pytest.mark.parametrize(("position", "outcome", "then", "effect"), ENGINE)
def test_engine_examples(position: str, outcome: int, then: str, effect: str) -> None:
    after = roll(read(position), outcome)
    assert (write(after.state), effects(after)) == (then, [effect, "turn passes"])
    settled = GAME.settle(read(f"{position} die={outcome}"))
    assert (write(settled.state), effects(settled)) == (then, [effect, "turn passes"])


def test_engine_example_of_legal_moves() -> None:
    state = read("red=-,-,-,12 yellow=-,-,-,- turn=red die=6")
    assert [GAME.notation.format_move(m) for m in GAME.legal_moves(state)] == ["base", "12"]
    assert GAME.settle(state) == After(state)

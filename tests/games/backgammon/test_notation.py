"""Plays, rolls and positions as text: canonical forms, what is accepted besides, what is refused and how."""

from __future__ import annotations

import random

import pytest

from plyyard.core.errors import BadPosition, BadText, IllegalMove
from plyyard.games.backgammon import moves, notation
from plyyard.games.backgammon.game import GAME
from plyyard.games.backgammon.state import SIDES, State


def position(
    own: dict[int, int], opposing: dict[int, int], dice: tuple[int, int], turn: str = "white"
) -> State:
    """A position seen by the mover; checkers that are not named are off."""
    sides = []
    for counts in (own, {25 - point: count for point, count in opposing.items()}):
        places = [counts.get(place, 0) for place in range(26)]
        places[0] = 15 - sum(places)
        sides.append(tuple(places))
    return State((sides[0], sides[1]) if turn == "white" else (sides[1], sides[0]), turn, dice)


def texts(state: State) -> list[str]:
    return [notation.format_move(play) for play in GAME.legal_moves(state)]


def test_the_opening_three_one() -> None:
    state = notation.parse_position("4HPwATDgc/ABMA turn=white dice=3,1")
    assert len(texts(state)) == 16
    assert {"8/5 6/5", "24/23 13/10", "24/20", "13/9"} <= set(texts(state))


OPENING = {
    "1,1": 42, "2,1": 15, "2,2": 75, "3,1": 16, "3,2": 17, "3,3": 73, "4,1": 14, "4,2": 18, "4,3": 17, "4,4": 52,
    "5,1": 8, "5,2": 8, "5,3": 9, "5,4": 9, "5,5": 4, "6,1": 10, "6,2": 14, "6,3": 14, "6,4": 14, "6,5": 7, "6,6": 11,
}  # fmt: skip


@pytest.mark.parametrize("turn", SIDES)
def test_number_of_plays_of_the_opening_rolls(turn: str) -> None:
    counts = {}
    for outcome in GAME.lot(State()).outcomes:
        counts[notation.format_outcome(outcome)] = len(GAME.legal_moves(State(turn=turn, dice=outcome)))
    assert counts == OPENING


def test_every_play_has_its_own_text_and_is_read_back() -> None:
    rng = random.Random(5)
    state, decisions = State(), 0
    while decisions < 300:
        if state.winner:
            state = State()
        state = State(state.checkers, state.turn, rng.choice(GAME.lot(state).outcomes))
        plays = GAME.legal_moves(state)
        written = texts(state)
        assert len(set(written)) == len(written)
        for play, text in rng.sample(list(zip(plays, written, strict=True)), min(6, len(plays))):
            assert notation.parse_move(state, text) == play
            spelled = [notation.format_step(source, target) for source, target, _ in play.steps]
            rng.shuffle(spelled)
            assert notation.parse_move(state, ", ".join(spelled)) == play
        state = moves.passed(moves.after(state, rng.choice(plays).steps)) if plays else moves.passed(state)
        decisions += 1


def test_a_joined_text_with_two_results_is_refused() -> None:
    state = position({24: 2, 6: 5}, {21: 1, 23: 1, 1: 2}, (3, 1))
    assert {"24/21*/20", "24/23*/20"} <= set(texts(state))
    with pytest.raises(IllegalMove, match=r"24/21\*/20, 24/23\*/20") as refusal:
        notation.parse_move(state, "24/20")
    assert refusal.value.article == "5.4"
    assert notation.format_move(notation.parse_move(state, "24/23/20")) == "24/23*/20"


def test_a_joined_text_is_the_play_that_is_written_so() -> None:
    state = position({24: 2, 6: 5}, {23: 1, 1: 2}, (3, 1))
    assert notation.parse_move(state, "24/20").steps == ((24, 21, False), (21, 20, False))
    assert len(notation.parse_move(state, "24/23*/20").steps) == 2


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (position({8: 3, 6: 2}, {1: 2}, (2, 2)), {"8/4(2)", "8/4 8/6(2)", "8/2 8/6", "6/2(2)"}),
        (
            position({25: 2, 6: 2}, {24: 1, 1: 2}, (1, 1)),
            {"bar/24*(2) 6/5(2)", "bar/24*/22 bar/24", "bar/24*/23(2)", "bar/24*/23 bar/24 6/5"},
        ),
        (position({6: 1, 5: 1}, {1: 2}, (6, 5)), {"6/off 5/off"}),
        (position({4: 1}, {2: 1, 1: 1}, (6, 2)), {"4/2*/off", "4/off"}),  # art. 5.5
    ],
)
def test_canonical_texts(state: State, expected: set[str]) -> None:
    assert expected <= set(texts(state))
    for text in expected:
        assert notation.format_move(notation.parse_move(state, text.upper())) == text


@pytest.mark.parametrize(
    ("text", "article"),
    [
        ("13/7", "3.1"),
        ("12/9 6/5", "3.1"),
        ("24/21", "5.1"),
        ("8/5 6/5 24/23", "3.1"),
        ("6/5 6/5", "3.1"),
        ("8/9", "1.3"),
        ("6/3 3/off", "3.1"),
        ("bar/22 6/5", "3.1"),
        ("13/12 6/3", "3.2"),
    ],
)
def test_refusals_name_an_article(text: str, article: str) -> None:
    found = GAME.why_not(State(dice=(3, 1)), text)
    assert found is not None
    assert found[1] == article
    with pytest.raises(IllegalMove):
        notation.parse_move(State(dice=(3, 1)), text)


def test_a_refusal_speaks_of_what_was_written() -> None:
    found = GAME.why_not(State(dice=(3, 1)), "8/6")
    assert found is not None
    assert str(found[0]) == "No number of this roll leads from 8 to 6."


@pytest.mark.parametrize(
    ("state", "text", "article"),
    [
        (State(), "13/7", "2.2"),
        (position({6: 2, 7: 1}, {24: 2}, (6, 5)), "6/off 6/1", "6.1"),
        (position({6: 2, 3: 1}, {1: 2}, (5, 4)), "3/off 6/2", "6.3"),
        (position({20: 3}, {1: 2}, (2, 2)), "20/18", "5.3"),
        (position({6: 2}, {5: 2, 4: 2, 1: 2}, (2, 1)), "6/5", "2.3"),
    ],
)
def test_refusals_in_other_positions(state: State, text: str, article: str) -> None:
    found = GAME.why_not(state, text)
    assert found is not None
    assert found[1] == article


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "13",
        "13/",
        "/7",
        "26/20",
        "99/1",
        "13/7/",
        "٣/1",
        "13/7\0",
        "8/4(5)",
        "8/4()",
        "1" * 500,
        "6/5(4) 6/5(4) 6/5",
    ],
)
def test_unreadable_plays(text: str) -> None:
    with pytest.raises(BadText):
        notation.parse_move(State(dice=(3, 1)), text)


@pytest.mark.parametrize("text", ["", "3", "31", "0,1", "7,1", "3,1,1", "3, 1", "٣,1", "3.1", "-3,1"])
def test_unreadable_rolls(text: str) -> None:
    with pytest.raises(BadText):
        notation.parse_outcome(State(), text)


def test_rolls_are_read_in_either_order() -> None:
    assert notation.parse_outcome(State(), "1,3") == notation.parse_outcome(State(), "3,1") == (3, 1)
    lot = GAME.lot(State())
    assert len(lot.outcomes) == 21
    assert sum(lot.weights) == 36
    assert all(
        (weight == 1) == (high == low) for (high, low), weight in zip(lot.outcomes, lot.weights, strict=True)
    )


def test_positions_in_any_order_of_keys() -> None:
    state = State(turn="black", dice=(6, 2))
    assert notation.format_position(state) == "4HPwATDgc/ABMA turn=black dice=6,2"
    assert notation.parse_position("dice=2,6  turn=black 4HPwATDgc/ABMA") == state
    assert (
        notation.parse_position("dice=2,6 turn=black") == state
    )  # the start value of the position is the start
    assert notation.parse_position("") == State()


def test_a_finished_position_has_no_turn() -> None:
    white = position({1: 1}, {24: 15}, (2, 1))
    black = position({1: 1}, {24: 15}, (2, 1), "black")
    for state in (white, black):
        end = moves.passed(moves.after(state, GAME.legal_moves(state)[0].steps))
        text = notation.format_position(end)
        assert "turn" not in text
        assert notation.parse_position(text).winner == state.turn
        with pytest.raises(BadText):
            notation.parse_position(f"{text} turn=white")


def test_xgid_of_black_and_before_the_roll() -> None:
    text = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"
    assert notation.parse_position(text) == State(turn="black")
    hit = "XGID=aB---aC-C---eE---c-e----B-:0:0:1:62:0:0:0:0:10"
    state = notation.parse_position(hit)
    assert state.checkers[1][25] == 1  # the small letter in front is Black's bar
    assert state.checkers[1][20] == 1
    assert state.checkers[0][1] == 2


@pytest.mark.parametrize(
    "text",
    [
        "4HPwATDgc/ABM", "4HPwATDgc/ABMAA", "4HPwATDgc/ABM_", "4HPwATDgc/ABMB", "4HPwATDgc/ABMA turn=red", "4HPwATDgc/ABMA die=3",
        "4HPwATDgc/ABMA turn=white turn=white", "4HPwATDgc/ABMA 4HPwATDgc/ABMA", "4HPwATDgc/ABMA dice=3", "\0", "ü",
        "4HPwATDgc/ABMA\nturn=white", "x" * 10_000, "XGID=", "XGID=:::::::::",
        "4HPwATDgc/ABMA XGID=-b----E-C---eE---c-e----B-:0:0:1:53:1:2:1:3:10",
    ],
)  # fmt: skip
def test_unreadable_positions(text: str) -> None:
    with pytest.raises(BadText):
        notation.parse_position(text)


def test_impossible_positions() -> None:
    both = (0,) * 25 + (0,)
    closed = tuple(2 if 1 <= place <= 6 else 3 if place == 25 else 0 for place in range(26))
    found = {
        "1.2": State(((0,) * 6 + (16,) + (0,) * 19, State().checkers[1])),
        "3.2": State(((13,) + (0,) * 5 + (2,) + (0,) * 19, (13,) + (0,) * 18 + (2,) + (0,) * 6)),
        "7.1": State(((15, *both[1:]), (15, *both[1:]))),
        "4.3": State((closed, closed)),
    }
    for article, state in found.items():
        assert [fault.article for fault in GAME.faults(state)] == [article]
    with pytest.raises(BadPosition):
        notation.parse_position(notation.format_position(found["4.3"]))
    assert GAME.faults(State()) == []
    with pytest.raises(BadPosition, match="Black has 76 checkers"):
        notation.parse_position("////////////8A")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("4HPwATDgc/ABM", "14 of the characters"),
        ("4HPwATDgc/ABM!", "14 of the characters"),
        ("4HPwATDgc/ABMB", "last character can only be A, Q, g or w"),
        ("AAAAAAAAAAAAAw", "goes on after the last place"),
        ("//////////////", "Black has 80 checkers; there are fifteen"),
    ],
)
def test_a_position_id_is_refused_for_its_real_reason(code: str, reason: str) -> None:
    with pytest.raises((BadText, BadPosition), match=reason):
        notation.parse_position(code)

"""The behaviour cases of backgammon: legal plays, refusals, results, taking steps back, XGIDs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plyyard.core.errors import BadPosition, BadText, IllegalMove
from plyyard.core.game import CHANCE, Happened, Moved, Result
from plyyard.games.backgammon import notation
from plyyard.games.backgammon.game import GAME
from plyyard.games.backgammon.state import BAR, OFF, START, State, other

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parent / "behaviour.json").read_text(encoding="utf-8"))["cases"]
}
WITH_PLAYS = [name for name, case in CASES.items() if "position_id" in case["given"]]


def state_of(given: dict[str, Any]) -> State:
    own, opposing = [0] * 26, [0] * 26
    for point, count in given["own"].items():
        own[int(point)] = count
    for point, count in given["opp"].items():
        opposing[25 - int(point)] = count
    own[BAR], opposing[BAR] = given["bar"]["own"], given["bar"]["opp"]
    own[OFF], opposing[OFF] = given["off"]["own"], given["off"]["opp"]
    high, low = sorted(given["dice"], reverse=True)
    sides = (tuple(own), tuple(opposing))
    return State(sides if given["mover"] == "white" else sides[::-1], given["mover"], (high, low))


def texts(state: State) -> list[str]:
    return [GAME.notation.format_move(play) for play in GAME.legal_moves(state)]


@pytest.mark.parametrize("name", WITH_PLAYS)
def test_legal_plays(name: str) -> None:
    given, expect = CASES[name]["given"], CASES[name]["expect"]
    state = state_of(given)
    assert notation.format_position(state).split()[0] == given["position_id"]
    assert (
        notation.parse_position(f"{given['position_id']} dice={given['dice'][1]},{given['dice'][0]}") == state
    )
    plays = GAME.legal_moves(state)
    assert len(plays) == expect["distinct_results"]
    assert {len(play.steps) for play in plays} == ({expect["dice_used"]} if plays else set())
    for mover in ("white", "black"):  # the same seen from the other side
        turned = State(state.checkers if mover == "white" else state.checkers[::-1], mover, state.dice)
        assert texts(turned) == texts(state)
    if "plays" in expect:
        assert {notation.parse_move(state, text) for text in expect["plays"]} == set(plays)
    for text in expect.get("accepted_inputs", []) + expect.get("same_play", []):
        assert notation.parse_move(state, text) in plays
    if "every_play_begins_with" in expect:
        assert [step.text for step in GAME.steps(state, ())] == [expect["every_play_begins_with"]]


def refused(name: str, text: str) -> tuple[str, str]:
    found = GAME.why_not(state_of(CASES[name]["given"]), text)
    assert found is not None
    return found[1], str(found[0])


def test_bg_higher_die() -> None:
    assert refused("bg-higher-die", "14/9") == (
        "5.2",
        "Only one number can be played here, and it must be the 6.",
    )


def test_bg_bar_first() -> None:
    state = state_of(CASES["bg-bar-first"]["given"])
    with pytest.raises(IllegalMove) as refusal:
        GAME.steps(state, ("13/11",))  # picked first; as a text the steps may stand in any order (art. 5.4)
    assert refusal.value.article == "4.1"
    assert refused("bg-bar-first", "bar/20")[0] == "5.1"
    assert refused("bg-bar-first", "bar/23 13/8")[0] == "3.2"


@pytest.mark.parametrize("text", CASES["bg-gate-ones"]["expect"]["illegal"])
def test_bg_gate_ones(text: str) -> None:
    assert refused("bg-gate-ones", text) == (
        "3.2",
        "12 is closed: two or more opposing checkers stand there.",
    )


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("bg-result-single", Result("white", "finished", 1)),
        ("bg-result-gammon", Result("white", "gammon", 2)),
    ],
)
def test_results(name: str, result: Result) -> None:
    state = state_of(CASES[name]["given"])
    after = GAME.apply(state, Moved("white", GAME.legal_moves(state)[0]))
    assert GAME.result(after.state) == result
    assert after.effects == ()
    assert GAME.actor(after.state) is None
    assert GAME.turn(after.state) is None


def test_bg_last_checker() -> None:
    state = state_of(CASES["bg-last-checker"]["given"])
    assert texts(state) == ["4/off"]
    by_picks = {step.text: step.move for step in GAME.steps(state, ())}
    assert by_picks == {"4/off": "4/off", "4/2": None}
    assert [step.move for step in GAME.steps(state, ("4/2",))] == ["4/off"]
    assert GAME.apply(state, Moved("white", GAME.legal_moves(state)[0])).state.winner == "white"


def test_bg_bearoff_forced_hit() -> None:
    state = state_of(CASES["bg-bearoff-forced-hit"]["given"])
    assert texts(state) == ["6/4* 5/off"]
    effects = GAME.apply(state, Moved("white", GAME.legal_moves(state)[0])).effects
    assert [effect.text for effect in effects] == ["hit 4", "turn passes"]


def test_bg_two_dances() -> None:
    given = state_of(CASES["bg-two-dances"]["given"])
    state = State(given.checkers, "white")
    for side in ("white", "black"):
        after = GAME.apply(state, Happened((6, 6)))
        assert [effect.text for effect in after.effects] == ["no move", "turn passes"]
        assert after.effects[0].side == side
        state = after.state
        assert GAME.turn(state) == other(side)
        assert GAME.actor(state) is CHANCE
    assert GAME.settle(given).state == State(given.checkers, "black")


def test_bg_notation_hit() -> None:
    state = state_of(CASES["bg-notation-hit"]["given"])
    expect = CASES["bg-notation-hit"]["expect"]
    plays = {notation.parse_move(state, text) for text in expect["same_play"]}
    assert len(plays) == 1
    after = GAME.apply(state, Moved("white", plays.pop()))
    assert after.state.checkers[1][BAR] == expect["resulting_opp_bar"]
    assert after.effects[0].text == "hit 22"


def test_bg_empty_legal() -> None:
    before_roll = State()
    assert GAME.legal_moves(before_roll) == ()
    assert GAME.steps(before_roll, ()) == []
    assert before_roll == State()
    with pytest.raises(IllegalMove):
        GAME.apply(State(dice=(3, 1)), Moved("black", GAME.legal_moves(State(turn="black", dice=(3, 1)))[0]))


def test_bg_undo_hit() -> None:
    black = tuple({25 - 5: 1, 13: 4}.get(place, START[place]) for place in range(26))
    state = State((START, black), dice=(3, 1))
    hit = GAME.preview(state, ("8/5",))
    assert (hit.checkers[0][8], hit.checkers[0][5], hit.checkers[1][BAR]) == (2, 1, 1)
    assert GAME.preview(state, ()).checkers == state.checkers == (START, black)
    again = GAME.preview(state, ("6/5",))
    assert again.checkers[1][BAR] == 1
    assert [sum(places) for places in again.checkers] == [15, 15]


def test_bg_undo_last() -> None:
    state = State(dice=(5, 4))
    one_way = [step.text for step in GAME.steps(state, ("13/8",)) if step.text == "24/20"]
    assert one_way == ["24/20"]
    assert GAME.preview(state, ()).dice == (5, 4)
    ends = {
        step.move
        for first, last in (("13/8", "24/20"), ("24/20", "13/8"))
        for step in GAME.steps(state, (first,))
        if step.text == last
    }
    assert ends == {"24/20 13/8"}
    assert GAME.preview(state, ("24/20", "13/8")).used == (4, 5)


def test_bg_xgid_start() -> None:
    text = CASES["bg-xgid-start"]["given"]["xgid"]
    state = notation.parse_position(text)
    assert notation.format_position(state) == "4HPwATDgc/ABMA turn=white dice=5,3"
    assert [str(remark) for remark in notation.remarks(text)] == [
        "Not used here: cube 1, score 1 to 2, Crawford or Jacoby 1, match length 3."
    ]
    assert notation.remarks("4HPwATDgc/ABMA") == ()


@pytest.mark.parametrize(
    ("text", "error", "says"),
    tuple(
        zip(
            CASES["bg-xgid-bad"]["given"]["xgid"],
            (BadPosition, BadText, BadText, BadText),
            (
                "White has 20 checkers; there are fifteen.",
                "ten fields",
                "“Q” is no letter",
                "two numbers from 1 to 6",
            ),
            strict=True,
        )
    ),
)
def test_bg_xgid_bad(text: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        notation.parse_position(text)

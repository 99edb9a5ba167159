"""What XPat2 itself does: its deals, its score, its own tests of moves, dealing and removal; and our behaviour cases."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from plyyard.core.errors import IllegalMove
from plyyard.core.game import After, Moved
from plyyard.core.words import words
from plyyard.games.spider.game import GAME
from plyyard.games.spider.state import HIDDEN, State, card_text

FOLDER = Path(__file__).parent
CASES = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))
OWN = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (FOLDER / "cases").glob("*.json")}
SCORES = [case for cases in (CASES, *OWN.values()) for case in cases["scores"]]
RULES = [case for cases in (CASES, *OWN.values()) for case in cases["rules"]]
BEHAVIOUR = {
    case["id"]: case for case in json.loads((FOLDER / "behaviour.json").read_text(encoding="utf-8"))["cases"]
}
START = {"suits": 4, "layout": "xpat2", "rule": "strict", "runs": "auto"}


def position(text: str) -> State:
    state: State = GAME.notation.parse_position(text)
    return state


def play(state: State, move: str) -> After[State]:
    return GAME.apply(state, Moved("player", GAME.notation.parse_move(state, move)))


def points(state: State) -> int:
    return int(GAME.score(state)["points"])


def legal(state: State) -> list[str]:
    return [GAME.notation.format_move(move) for move in GAME.legal_moves(state)]


def columns(state: State) -> list[list[str]]:
    """As the cases write them, # before a face-down card."""
    return [
        [("#" if place < down else "") + card_text(card) for place, card in enumerate(cards)]
        for cards, down in zip(state.columns, state.down, strict=True)
    ]


@pytest.mark.parametrize("number", CASES["deals"])
def test_1_4_the_deal_is_that_of_xpat2(number: str) -> None:
    state = GAME.start({"number": int(number), **START})
    rows = [[card_text(card) for card in state.stock[place : place + 10]] for place in range(0, 50, 10)]
    assert columns(state) == CASES["deals"][number]["columns"]
    assert rows == CASES["deals"][number]["stock_rows"]


@pytest.mark.parametrize("deal", OWN["suits"]["deals"], ids=lambda deal: f"{deal['number']}-{deal['suits']}")
def test_1_5_fewer_suits_change_only_the_suits(deal: dict[str, Any]) -> None:
    state = GAME.start({**START, "number": deal["number"], "suits": deal["suits"]})
    rows = [[card_text(card) for card in state.stock[place : place + 10]] for place in range(0, 50, 10)]
    assert columns(state) == deal["columns"]
    assert rows == deal["stock_rows"]
    assert points(state) == 0


@pytest.mark.parametrize("case", SCORES, ids=lambda case: case["name"])
def test_6_the_score_is_that_of_xpat2(case: dict[str, Any]) -> None:
    state = position(case["position"])
    assert points(state) == case["score"]
    result = GAME.result(state)
    assert (result is not None and result.kind == "won") == case["won"]
    assert GAME.notation.format_position(state) == case["position"]


@pytest.mark.parametrize("case", RULES, ids=lambda case: f"{case['kind']}: {case['name']}")
def test_the_rules_are_those_of_xpat2(case: dict[str, Any]) -> None:
    state, expected = position(case["position"]), case["expect"]
    if case["kind"] == "state":
        moves = legal(state)
        assert sorted(move for move in moves if ">" in move) == sorted(expected.get("legal_moves", []))
        assert ("deal" in moves) == expected["can_deal"]
        removable = [int(move.split()[1]) for move in moves if move.startswith("remove")]
        assert removable == expected.get("removable_columns", [])
        result = GAME.result(state)
        assert (result is not None and result.kind == "won") == expected["won"]
        assert (result is not None and result.kind == "stuck") == expected["stuck"]
        return
    why = GAME.why_not(state, case["move_text"])
    assert (why is None) == expected["legal"]
    assert (case["move_text"] in legal(state)) == expected["legal"]
    if not expected["legal"]:
        with pytest.raises(IllegalMove):
            play(state, case["move_text"])
        return
    after = play(state, case["move_text"]).state
    assert columns(after) == expected["columns_after"]
    assert points(after) == expected["score_after"]
    if "won_after" in expected:
        result = GAME.result(after)
        assert (result is not None and result.kind == "won") == expected["won_after"]


def test_all_cases_are_here() -> None:
    assert len(CASES["deals"]) == 6
    assert len(CASES["scores"]) == 47
    assert len(CASES["rules"]) == 56
    assert {name: len(cases["rules"]) for name, cases in OWN.items()} == {"keep": 17, "suits": 12}
    tried = {
        name.removeprefix("test_").replace("_", "-") for name in globals() if name.startswith("test_sp_")
    }
    assert tried == set(BEHAVIOUR)


# Behaviour cases


def test_sp_deal_empty() -> None:
    state = position("columns=KC/QC/JC/TC/9C/8C/7C/6C/5C/ stock=?*20 home=")
    with pytest.raises(IllegalMove) as refused:
        play(state, "deal")
    assert "every column must hold a card" in str(refused.value.why)
    assert refused.value.article == "3.2"
    assert "deal" not in legal(state)
    assert state == position("columns=KC/QC/JC/TC/9C/8C/7C/6C/5C/ stock=?*20 home=")


def test_sp_mixed_run() -> None:
    state = position("columns=TH,9H,8S,7S/9C/JD/2C/2D/2S/2H/3C/3D/3S stock= home=")
    assert [move for move in legal(state) if move.startswith("1>")] == ["1>2:2"]


def test_sp_facedown_13() -> None:
    text = "columns={king}KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S,AS/2C//////// stock= home= runs=manual"
    hidden, shown = position(text.format(king="-")), position(text.format(king=""))
    assert "remove 1" not in legal(hidden)
    assert "remove 1" in legal(shown)
    assert GAME.score(hidden)["parts"]["runs"] == 0
    assert GAME.score(shown)["parts"]["runs"] == 50
    assert GAME.settle(position(text.format(king="-").replace(" runs=manual", ""))).effects == ()


def test_sp_empty_late() -> None:
    state = position("columns=KC,QC,6H,5H,4H//2C/2D/2S/2H/3C/3D/3S/3H stock= home=")
    assert {"1>2:1", "1>2:2", "1>2:3"} <= set(legal(state))
    assert columns(play(state, "1>2:1").state)[1] == ["4H"]


def test_sp_undo_flip() -> None:
    before = position("columns=-9H,8S/9S/KC/KD/KS/KH/QC/QD/QS/QH stock=?*10 home=")
    view = GAME.observe(before, "player")
    after = play(before, "1>2:1")
    assert [effect.text for effect in after.effects] == ["turned 1"]
    assert points(after.state) - points(before) == 10 + 15 + 2
    # taking back is going back to the state before, which nothing has changed
    assert before.columns[0][0] != HIDDEN
    assert GAME.observe(before, "player") == view
    assert view.columns[0] == (HIDDEN, before.columns[0][1])
    assert "-?,8S" in GAME.notation.format_position(view)
    labels = {sprite.label for sprite in GAME.board.scene(view, words("en", "spider")).sprites}
    assert "9 of hearts" not in labels
    shown = GAME.board.scene(after.state, words("en", "spider")).sprites
    assert "9 of hearts" in {sprite.label for sprite in shown}
    move = GAME.notation.read_move("1>2:1")
    assert GAME.undo_price(after.effects, Moved("player", move)) == 1


def test_sp_undo_deal() -> None:
    before = GAME.start({"number": 42, **START})
    first = play(before, "deal")
    assert len(first.state.stock) == 40
    assert len(before.stock) == 50
    assert play(before, "deal") == first
    assert GAME.undo_price(first.effects, Moved("player", GAME.notation.read_move("deal"))) == 10


def test_sp_deck() -> None:
    for number in (0, 7, 999_999_999):
        for layout in ("xpat2", "left"):
            state = GAME.start({**START, "number": number, "layout": layout})
            cards = Counter(state.stock)
            for column in state.columns:
                cards.update(column)
            assert cards == dict.fromkeys(range(52), 2)
            assert sorted(state.down) == [4] * 6 + [5] * 4
            assert len(state.stock) == 50
            assert not GAME.faults(state)


def test_sp_score_plain() -> None:
    four, three = "-?,-?,-?,-?,", "-?,-?,-?,"
    tops = [four + top for top in ("TC,9C", "TD,9D", "2D", "2H", "2C")]
    tops += [three + top for top in ("KC", "KD", "QC", "QD")]
    state = position(f"columns=KH,QH/{'/'.join(tops)} stock=?*20 home=S")
    assert sum(state.down) == 44 - 12
    score = GAME.score(state)
    assert score["parts"] == {"turned": 120, "columns": 15, "pairs": 6, "runs": 50, "bonus": 0}
    assert score["points"] == 191

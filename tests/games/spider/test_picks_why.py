"""What is tried on the table in vain, and the reason that comes back."""

from __future__ import annotations

import pytest

from plyyard.games.spider.game import GAME
from plyyard.games.spider.notation import parse_position

# cards are numbered as they lie: 0 to 3 in the first column, 4 and 5 in the second …
END = parse_position(
    "columns=KH,QH,JH,TH/9S,8H/8S/7H/6H/5H/4H/3H/KS,QS,JS,TS,9H,2H/7S,6S,5S,4S,3S,2S,AS,AH "
    "stock= home=S,H,D,D,C,C"
)


@pytest.mark.parametrize(
    ("picked", "target", "text", "article"),
    [
        ("card0", "", "1>2:4", "2.3"),
        ("card0", "c10", "1>10:4", "2.3"),
        ("card4", "", "2>1:2", "2.2"),
        ("card4", "c1", "2>1:2", "2.2"),
        ("card3", "c10", "1>10:1", "2.1"),
        ("card6", "card5", "3>2:1", "2.1"),
        ("c1", "c5", "1>5:4", "2.3"),
        ("c3", "", "3>1:1", "2.1"),
        ("card3", "c1", "1>1:1", "2.1"),
        ("stock", "", "deal", "3.1"),
    ],
)
def test_a_try_has_a_text_and_a_reason(picked: str, target: str, text: str, article: str) -> None:
    assert GAME.pick_text(END, picked, target) == text
    why = GAME.why_not(END, text)
    assert why is not None and why[1] == article


def test_of_a_column_that_part_is_meant_which_fits() -> None:
    state = parse_position(
        "columns=KH,QH,JH,TH/JS/8S/7H/6H/5H/4H/3H/KS,QS,TS,9S,9H,8H,2H/7S,6S,5S,4S,3S,2S,AS,AH "
        "stock= home=S,H,D,D,C,C"
    )
    assert GAME.pick_text(state, "c1", "c2") == "1>2:1"
    assert GAME.why_not(state, "1>2:1") is None


def test_a_face_down_card_is_known_by_its_place() -> None:
    state = GAME.start({"number": 1, "suits": 4, "layout": "xpat2", "rule": "strict", "runs": "auto"})
    view = GAME.observe(state, "player")
    assert GAME.pick_text(view, "card0", "c2") == "1>2:6"
    why = GAME.why_not(view, "1>2:6")
    assert why is not None and why[1] == "2.5"
    assert GAME.pick_text(view, "card103", "") == "deal"


@pytest.mark.parametrize("thing", ["card999", "card-1", "c0", "c11", "home", "nothing"])
def test_no_try(thing: str) -> None:
    assert GAME.pick_text(END, thing, "c1") is None
    assert GAME.pick_text(END, "card0", thing) is None


def steps_of(text: str) -> list[tuple[str, bool]]:
    """Steps as they are offered, and whether a quick move takes them."""
    return [(step.text, step.best) for step in GAME.steps(parse_position(text), ())]


def test_the_best_place_comes_first() -> None:
    """Own suit, the longest run first; then another suit, on the shortest run; an empty column at last; the deal."""
    found = steps_of(
        "columns=-?,5H,4H/6H/8H,7H,6H/6S/8C,7C,6C/KD,KC/KS,KH/KD//KS stock=?*10 home= rule=relaxed2"
    )
    assert [text for text, _ in found if text.startswith("1>") and text.endswith(":2")] == [
        *("1>3:2", "1>2:2", "1>4:2", "1>5:2"),
        "1>9:2",
    ]
    assert dict(found)["1>3:2"] and not dict(found)["1>2:2"]
    texts = [text for text, _ in found]
    assert texts[:2] == ["1>3:2", "1>2:2"], "over all groups, too"
    assert texts.index("1>9:2") < texts.index("1>9:1"), "what leaves its own run behind comes later"


def test_the_deal_comes_last_and_a_removal_first() -> None:
    run = "KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S,AS"
    found = steps_of(f"columns={run}/2H/2S/KH/KH/KD/KD/KC/KC/KS stock=?*10 home= runs=manual")
    assert found[0] == ("remove 1", True)
    assert found[-1][0] == "deal"
    assert ("1>3:1", True) in found and ("1>2:1", False) in found, "the ace alone has a place of its own"
    assert GAME.pick_text(
        parse_position(f"columns={run}///////// stock= home= runs=manual"), "card0", "home"
    ) == ("remove 1")


def test_no_quick_move_changes_nothing() -> None:
    found = dict(steps_of("columns=KH/9S/-?,8S//////// stock= home=".replace("////////", "///////")))
    assert not found["1>4:1"] and not found["2>4:1"]
    assert found["3>2:1"]


@pytest.mark.parametrize(
    ("rule", "columns", "marked"),
    [
        ("strict", "KH/QH//JH/TH/9H/8H//6H/5H", ["c3", "c8"]),
        ("relaxed1", "KH/QH//JH,TS/TH/-9D,9H/8H/7H,7S/6H,5H/5H", ["c3", "c4", "c6", "c8"]),
        ("relaxed2", "KH/QH//JH,TS/TH/-9D,9H/8H/7H,7S/6H,5H/5H", ["c3", "c6", "c8"]),
        ("strict", "KH/QH/3S/JH/TH/9H/8H/2S/6H/5H", []),
    ],
)
def test_columns_that_stand_against_a_deal(rule: str, columns: str, marked: list[str]) -> None:
    state = parse_position(f"columns={columns} stock=?*10 home= rule={rule}")
    assert GAME.concerned(state, "deal") == marked
    assert bool(GAME.why_not(state, "deal")) == bool(marked)
    assert GAME.concerned(state, "1>2:1") == GAME.concerned(state, "nonsense") == []

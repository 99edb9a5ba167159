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

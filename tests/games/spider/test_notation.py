"""Positions and moves of Spider as text: canonical form, what is read, what is refused and why."""

from __future__ import annotations

import pytest

from plyyard.core.errors import BadPosition, BadText, IllegalMove
from plyyard.games.spider.game import GAME
from plyyard.games.spider.state import HIDDEN, Move

parse, write = GAME.notation.parse_position, GAME.notation.format_position
WRONG = ("", "1>2", "1>2:", "1>2:-1", " 1>2:3", "1>2:3\n", "Deal", "remove", "remove x", "١>2:1", "1>2:9999")
ILLEGAL = {
    "11>2:1": "1.2",
    "1>0:1": "1.2",
    "remove 0": "1.2",
    "1>2:0": "2.2",
    "1>2:4": "2.2",
    "3>1:1": "2.2",
    "1>1:1": "2.1",
    "2>1:1": "2.1",
    "deal": "3.1",
    "remove 1": "4.1",
}
EMPTY = "columns=///////// stock= home="


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (EMPTY, EMPTY),
        ("columns=/////////", EMPTY),
        ("home=S,H stock=?*10 columns=-9H,-3S,KD,QD/-4C,TC////////",
         "columns=-9H,-3S,KD,QD/-4C,TC//////// stock=?*10 home=S,H"),
        (f"{EMPTY} suits=4 runs=auto rule=strict", EMPTY),
        (f"{EMPTY} suits=2 runs=keep rule=relaxed1", f"{EMPTY} rule=relaxed1 runs=keep suits=2"),
        ("columns=-?,-?,KD///////// stock=" + ",".join("?" * 10), "columns=-?,-?,KD///////// stock=?*10 home="),
        ("columns=///////// stock=?*5,?*5", "columns=///////// stock=?*10 home="),
    ],
)  # fmt: skip
def test_canonical_form(text: str, canonical: str) -> None:
    assert write(parse(text)) == canonical
    assert parse(canonical) == parse(text)


def test_a_stock_that_is_known_in_part_is_read_back() -> None:
    text = "columns=///////// stock=2C,?,?,?,?,?,?,?,?,3C home="
    assert parse(text).stock[1] == HIDDEN
    assert write(parse(text)) == text


def test_the_number_is_of_a_whole_deal_and_never_in_a_view() -> None:
    state = GAME.start(GAME.complete({"number": 7}, lambda n: 0))
    assert write(state).endswith(" number=7")
    assert parse(write(state)) == state
    view = write(GAME.observe(state, "player"))
    assert "number" not in view
    assert " stock=?*50 home=" in view
    assert parse(view) == GAME.observe(state, "player")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "stock= home=",
        "columns=////////",
        "columns=//////////",
        "columns=10H/////////",
        "columns=Th/////////",
        "columns=?/////////",
        "columns=2C,/////////",
        "columns=--2C/////////",
        "columns=///////// stock=?*0",
        "columns=///////// stock=?*100",
        "columns=///////// home=X",
        "columns=///////// home=S,",
        "columns=///////// rule=easy",
        "columns=///////// runs=",
        "columns=///////// suits=3",
        "columns=///////// number=1000000000",
        "columns=///////// number=-1",
        "columns=///////// turn=player",
        "columns=///////// columns=/////////",
    ],
)
def test_unreadable_positions_are_refused(text: str) -> None:
    with pytest.raises(BadText):
        parse(text)


@pytest.mark.parametrize(
    ("text", "article"),
    [
        ("columns=2C,2C,2C/////////", "1.1"),
        ("columns=2C,-3C/////////", "2.5"),
        ("columns=2C///////// home=C,C", "1.1"),
        ("columns=///////// stock=2C", "1.3"),
        ("columns=///////// stock=?*50,?*10", "1.3"),
        ("columns=2C///////// suits=2", "1.5"),
        ("columns=///////// home=C suits=1", "1.5"),
        ("columns=///////// home=S,S,S", "1.1"),
        ("columns=-?,-?,-?,-?,-?,-?,KC/////////", "1.2"),
        ("columns=" + "/".join(["-?,-?,-?,-?,-?,KC"] * 2 + ["-?,-?,-?,-?,-?"] * 8), "1.2"),
        ("columns=KC///////// number=5", "1.4"),
    ],
)
def test_impossible_positions_are_refused_with_an_article(text: str, article: str) -> None:
    with pytest.raises(BadPosition) as refused:
        parse(text)
    assert article in {fault.article for fault in refused.value.faults}


def test_fewer_cards_are_sound_for_teaching() -> None:
    assert not GAME.faults(parse("columns=6H,5H,4H/7H//////// stock= home="))
    assert not GAME.faults(parse("columns=///////// home=S,S,S,S,S,S,S,S suits=1"))


def test_moves() -> None:
    state = parse("columns=6H,5H,4H/7H//////// stock= home=")
    for text in ("1>2:3", "1>10:1"):
        assert GAME.notation.format_move(GAME.notation.parse_move(state, text)) == text
    assert GAME.notation.parse_move(state, "1>2:3") == Move(0, 1, 3)
    for wrong in WRONG:
        with pytest.raises(BadText):
            GAME.notation.parse_move(state, wrong)
    for illegal, article in ILLEGAL.items():
        with pytest.raises(IllegalMove) as refused:
            GAME.notation.parse_move(state, illegal)
        assert (illegal, refused.value.article) == (illegal, article)

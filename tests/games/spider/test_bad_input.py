"""What cannot be, wherever it comes in: positions, deal numbers and limits, by text, options, editor and protocol."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from plyyard.cli.main import main
from plyyard.cli.protocol.asks import answer
from plyyard.core.errors import BadOptions, BadPosition, BadText, PlyError
from plyyard.core.game import Moved
from plyyard.games.spider.editor import EDITOR
from plyyard.games.spider.game import GAME
from plyyard.games.spider.solver import solve
from plyyard.games.spider.state import State

START = {"suits": 4, "layout": "xpat2", "rule": "strict", "runs": "auto"}
PACK = [rank + suit for suit in "CSHD" for rank in "A23456789TJQK"]


def deal(number: int, **options: Any) -> str:
    return str(GAME.notation.format_position(GAME.start({**START, **options, "number": number})))


DEAL = deal(1)

IMPOSSIBLE = [  # text, article, sentence
    ("columns=QS/QS/QS///////", "1.1", "QS is there 3 times; the packs hold it 2 times."),
    ("columns=QS///////// stock= home=S,S", "1.1", "QS is there 3 times"),
    ("columns=QS,-QS/QS/QS///////", "2.5", "A face-down card lies above a face-up one."),
    ("columns=-9H,9H,-9C/////////", "2.5", "A face-down card lies above a face-up one."),
    ("columns=KS,KS,KS,KS,KS///////// suits=2", "1.1", "KS is there 5 times; the packs hold it 4 times."),
    ("columns=KH///////// suits=1", "1.5", "KH is not in the pack of a game with fewer suits."),
    ("columns=KC///////// suits=2", "1.5", "KC is not in the pack of a game with fewer suits."),
    ("columns=-2S,-3S,-4S,-5S,-6S,-7S/////////", "1.2", "Column 1 has 6 face-down cards; five at most"),
    (f"columns={'/'.join(['-?,-?,-?,-?,-?'] * 9)}/", "1.2", "45 cards lie face down; there are 44 at most."),
    ("columns=AS///////// stock=2S,3S", "1.3", "The stock has 2 cards; it must be 0, 10, 20, 30, 40 or 50."),
    ("columns=AS///////// stock=?*60", "1.3", "The stock has 60 cards"),
    (f"columns={','.join(PACK)},AS///////// stock=?*50", "3.1", "Column 1 has 53 face-up cards; with this"),
    (f"columns={','.join(PACK[:27])}///////// stock=?*40", "3.1", "there can be 26 at most."),
    (f"columns={','.join(PACK * 2)}/////////", "3.1", "Column 1 has 104 face-up cards; with this stock there can be 78"),
    (f"columns={','.join(PACK * 2)},AS/////////", "1.1", "AS is there 3 times"),
    ("columns=///////// home=C,C,S,S,H,H,D,D,D", "1.1", "AD is there 3 times"),
    ("columns=KS///////// number=5", "1.4", "A numbered deal has 104 cards; here are 1. Leave the number out."),
    (DEAL.replace("number=1", "number=2"), "1.4", "The cards are not those of deal 2. Leave the number out."),
    (DEAL.replace("-7D,-2D", "-2D,-7D", 1), "1.4", "The cards are not those of deal 1."),
    (DEAL.replace("stock=JD,7S", "stock=7S,JD", 1), "1.4", "The cards are not those of deal 1."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "article", "sentence"), IMPOSSIBLE, ids=lambda one: str(one)[:40])
def test_an_impossible_position_is_refused_by_its_article(text: str, article: str, sentence: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.notation.parse_position(text)
    said = {(fault.article, str(fault.why)) for fault in refused.value.faults}
    assert any(one == article and sentence in why for one, why in said), said


@pytest.mark.parametrize(("text", "article", "sentence"), IMPOSSIBLE, ids=lambda one: str(one)[:40])
def test_the_editor_draws_what_is_impossible_and_says_why(text: str, article: str, sentence: str) -> None:
    """What no draft can hold is refused at once, too, with the same sentence."""
    try:
        draft = EDITOR.read(text)
    except BadPosition as refused:
        assert sentence in str(refused.why)
        return
    written = EDITOR.text(draft)
    assert EDITOR.read(written) == draft
    assert any(fault.article == article for fault in GAME.faults(draft))
    assert EDITOR.there(draft, "c1") is not None


UNREADABLE = [
    ("", "has no columns="),
    ("columns=", "There are 1 columns; it must be ten"),
    ("columns=//////////", "There are 11 columns"),
    ("columns=1S/////////", "“1S” is no card"),
    ("columns=10S/////////", "“10S” is no card"),
    ("columns=--9H/////////", "is no card"),
    ("columns=9h/////////", "“9h” is no card"),
    ("columns=9H,/////////", "a comma too many"),
    ("columns=9H///////// home=X", "“X” is no suit"),
    ("columns=9H///////// home=S,", "a comma too many"),
    ("columns=9H///////// stock=?*0", "is no card"),
    ("columns=9H///////// rule=lax", "rule is “lax”; it must be one of: strict, relaxed1, relaxed2."),
    ("columns=9H///////// runs=none", "runs is “none”"),
    ("columns=9H///////// suits=3", "suits is “3”; it must be one of: 1, 2, 4."),
    ("columns=9H///////// layout=left", "“layout” is no key of this game"),
    ("columns=9H///////// rule=strict rule=strict", "rule is given twice"),
    ("columns=9H/////////\u00a0stock=", "is not of the form key=value"),
    (f"columns={'9H,' * 2000}", "A position has at most 4000 characters."),
    *(
        (f"columns=9H///////// number={number}", "it must be a whole number from 0 to 999999999.")
        for number in ("-1", "1000000000", "007", "1.5", "1e3", "x", "", "9" * 400)
    ),
]


@pytest.mark.parametrize(("text", "sentence"), UNREADABLE, ids=lambda one: str(one)[:40])
def test_what_cannot_be_read_is_said(text: str, sentence: str) -> None:
    for read in (GAME.notation.parse_position, EDITOR.read):
        with pytest.raises(BadText) as refused:
            read(text)
        assert sentence in str(refused.value.why)


def test_a_numbered_deal_may_be_in_play_and_of_either_layout() -> None:
    for layout in ("xpat2", "left"):
        for suits in (4, 2, 1):
            text = deal(1, layout=layout, suits=suits)
            assert GAME.notation.format_position(GAME.notation.parse_position(text)) == text
            state: State = GAME.notation.parse_position(text)
            for _ in range(40):
                moves = GAME.legal_moves(state)
                if not moves:
                    break
                state = GAME.apply(state, Moved("player", moves[-1])).state
                assert not GAME.faults(state)


@pytest.mark.parametrize(
    "number", [-1, 1_000_000_000, 10**30, 1.0, 1.5, "1", "", None, True, [1], float("nan")]
)
def test_a_deal_number_is_a_whole_number_in_its_range(number: Any) -> None:
    with pytest.raises(BadOptions) as refused:
        GAME.complete({**START, "number": number}, lambda n: 0)
    assert "number" in str(refused.value.why)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("suits", 3),
        ("suits", 0),
        ("suits", "4"),
        ("layout", "right"),
        ("rule", "lax"),
        ("runs", ""),
        ("x", 1),
    ],
)
def test_other_options_are_named(name: str, value: Any) -> None:
    with pytest.raises(BadOptions) as refused:
        GAME.complete({**START, "number": 1, name: value}, lambda n: 0)
    labels = {option.name: str(option.label) for option in GAME.options}
    assert labels.get(name, f"“{name}”") in str(refused.value.why)


@pytest.mark.parametrize("limits", [{"ms": 0}, {"ms": -1}, {"ms": float("nan")}, {"nodes": 0}, {"nodes": -5}])
def test_a_limit_of_zero_is_refused(limits: dict[str, float]) -> None:
    with pytest.raises(PlyError) as refused:
        solve(GAME.notation.parse_position(DEAL), **limits)
    assert "above 0" in str(refused.value.why)


# By the engine and the command line


@pytest.mark.parametrize(("text", "article", "sentence"), IMPOSSIBLE, ids=lambda one: str(one)[:40])
def test_the_engine_refuses_it(text: str, article: str, sentence: str) -> None:
    for kind in ("legal", "score", "solve"):
        answered = answer({"ask": kind, "game": "spider", "position": text, "lang": "en"})
        assert answered["error"], kind
        said = [fault["why"] for fault in answered.get("faults", [])] or [answered["error"]]
        assert any(sentence in why for why in said), (kind, answered)


@pytest.mark.parametrize("limits", [{"ms": 0}, {"ms": -1}, {"nodes": 0}])
def test_the_engine_refuses_a_limit_of_zero(limits: dict[str, int]) -> None:
    answered = answer({"ask": "solve", "game": "spider", "position": DEAL, "lang": "en", **limits})
    assert answered["error"], answered


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("solve", "--number", "-1"), "Deal number is -1; it must be a whole number from 0 to 999999999."),
        (("solve", "--number", "1000000000"), "Deal number is 1000000000"),
        (("solve", "--number", "queen"), "--number"),
        (("solve", "--number", ""), "--number"),
        (("solve",), "Name a deal by --number, or a position by --position."),
        (("solve", "--number", "1", "--position", "columns=/////////"), "Name a deal by --number"),
        (("solve", "--position", IMPOSSIBLE[0][0]), "QS is there 3 times"),
        (("solve", "--number", "1", "--suits", "3"), "Suits is 3"),
        (("solve", "--number", "1", "--rule", "lax"), "“lax”"),
        (("solve", "--number", "1", "--ms", "0"), "A limit must be above 0."),
        (("solve", "--number", "1", "--nodes", "0"), "A limit must be above 0."),
        (("sweep", "5", "1"), "The last deal must not be before the first."),
        (("sweep", "0", "1000000000"), "Deal number is 1000000000"),
        (("sweep", "1", "1", "--ms", "0"), "A limit must be above 0."),
        (("sweep", "1", "2", "--jobs", "0"), "--jobs"),
    ],
)
def test_the_command_says_what_is_wrong(
    arguments: tuple[str, ...], says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["plyyard", "spider", *arguments, "--lang", "en"])
    assert main() == 2
    assert says in " ".join(capsys.readouterr().err.split())

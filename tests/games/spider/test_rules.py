"""Articles of Spider that XPat2's cases do not reach: removal at once, kept runs, stuck, options, views, taking back."""

from __future__ import annotations

import pytest

from plyyard.core.chance import seeded
from plyyard.core.errors import BadOptions, HiddenInformation, IllegalMove
from plyyard.core.game import After, Happened, Moved, Result
from plyyard.core.rulebook import rulebook
from plyyard.games.spider import analysis, reasons, rules
from plyyard.games.spider.game import GAME
from plyyard.games.spider.state import DEAL, HIDDEN, State

RUN = "KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S,AS"
START = {"number": 5, "suits": 4, "layout": "xpat2", "rule": "strict", "runs": "auto"}
write = GAME.notation.format_position


def position(text: str) -> State:
    state: State = GAME.notation.parse_position(text)
    return state


def play(state: State, move: str) -> tuple[str, list[str]]:
    after = GAME.apply(state, Moved("player", GAME.notation.parse_move(state, move)))
    return write(after.state), [effect.text for effect in after.effects]


def refusal(state: State, move: str) -> str:
    why = GAME.why_not(state, move)
    assert why is not None
    return why[1]


def test_reasons_name_articles_that_are_there() -> None:
    assert len(reasons.REASONS) == rules.NOT_COMPLETE + 1
    others = (reasons.OVER, reasons.NOT_YOURS, reasons.NO_CHANCE, reasons.NO_COLUMN, analysis.TOO_FEW)
    for language in ("de", "en"):
        numbers = rulebook("spider", language).numbers
        assert {article for _, article in (*reasons.REASONS, *others)} <= set(numbers)


def test_1_2_the_traditional_layout_is_the_same_pack() -> None:
    xpat2, left = GAME.start(START), GAME.start({**START, "layout": "left"})
    assert left.down == (5, 5, 5, 5, 4, 4, 4, 4, 4, 4)
    assert [card for column in left.columns for card in column] == [card for c in xpat2.columns for card in c]
    assert left.stock == xpat2.stock


@pytest.mark.parametrize("suits", [1, 2])
def test_1_5_fewer_suits_are_the_same_deal_with_suits_mapped(suits: int) -> None:
    four, fewer = GAME.start(START), GAME.start({**START, "suits": suits})
    for column, other in zip((*four.columns, four.stock), (*fewer.columns, fewer.stock), strict=True):
        for card, mapped in zip(column, other, strict=True):
            black = card // 13 < 2
            assert mapped % 13 == card % 13
            assert mapped // 13 == (1 if black or suits == 1 else 2)


def test_2_5_turning_and_emptying_are_effects() -> None:
    state = position("columns=-3H,4C/5C/4D/////// stock= home=")
    assert play(state, "1>2:1")[1] == ["turned 1"]
    assert play(state, "3>2:1") == ("columns=-3H,4C/5C,4D//////// stock= home=", ["column emptied 3"])


def test_3_1_a_deal_goes_from_column_1_to_10_in_order() -> None:
    state = position("columns=KC/KD/KS/KH/KC/KD/KS/KH/QC/QD stock=2C,3C,4C,5C,6C,7C,8C,9C,TC,JC home=")
    text, effects = play(state, "deal")
    assert text == "columns=KC,2C/KD,3C/KS,4C/KH,5C/KC,6C/KD,7C/KS,8C/KH,9C/QC,TC/QD,JC stock= home="
    assert effects == []


def test_3_5_with_fewer_than_ten_cards_no_strict_deal_is_possible() -> None:
    few = "columns=KC/QC/JC/TC/9C/8C/7C/6C/5C/ stock=?*20 home={}"
    for rule, article in (("", "3.5"), (" rule=relaxed2", None)):
        why = analysis.why_no_deal(position(few.format("") + rule))
        assert (why and why[1]) == article
    assert (
        analysis.why_no_deal(position("columns=KC,2C/QC/JC/TC/9C/8C/7C/6C/5C/ stock=?*20 home="))[1] == "3.2"
    )
    assert analysis.why_no_deal(GAME.start(START)) is None
    assert analysis.deals_left(GAME.start(START)) == 5


def test_4_2_a_complete_run_is_removed_at_once_and_the_card_below_is_turned() -> None:
    state = position(f"columns=-3H,{RUN[:-3]}/4D,AS//////// stock= home=D")
    text, effects = play(state, "2>1:1")
    assert text == "columns=3H/4D//////// stock= home=D,S"
    assert effects == ["run completed 1", "turned 1"]


def test_4_2_a_deal_can_complete_runs() -> None:
    columns = f"{RUN[:-3]}/KC/KD/KH/QC/QD/QH/JC/-9C,{RUN[:-3].replace('S', 'H')}/JD"
    stock = "AS,2C,2C,3C,3C,4C,4C,5C,AH,5D"
    text, effects = play(position(f"columns={columns} stock={stock} home="), "deal")
    assert effects == ["run completed 1", "column emptied 1", "run completed 9", "turned 9"]
    assert text.endswith("/9C/JD,5D stock= home=S,H")


@pytest.mark.parametrize(("runs", "removal"), [("manual", None), ("keep", "4.2")])
def test_4_2_otherwise_it_stays(runs: str, removal: str | None) -> None:
    state = position(f"columns={RUN[:-3]}/4D,AS//////// stock= home= runs={runs}")
    text, effects = play(state, "2>1:1")
    assert effects == ["run completed 1"]
    assert text == f"columns={RUN}/4D//////// stock= home= runs={runs}"
    why = GAME.why_not(position(text), "remove 1")
    assert (why and why[1]) == removal
    if removal is None:
        assert play(position(text), "remove 1")[1] == ["column emptied 1"]


def test_4_2_nothing_is_removed_by_hand_when_it_happens_by_itself() -> None:
    assert refusal(position(f"columns=2C,{RUN}/3C//////// stock= home="), "remove 1") == "4.2"
    assert refusal(position("columns=2C/3C//////// stock= home="), "remove 1") == "4.1"


def test_a_position_from_outside_is_settled() -> None:
    state = position(f"columns=-3H/{RUN}/2C,{RUN.replace('S', 'D')}/-2H,-4H////// stock=?*10 home=")
    after = GAME.settle(state)
    assert write(after.state) == "columns=3H//2C/-2H,4H////// stock=?*10 home=S,D"
    assert [effect.text for effect in after.effects] == [
        "turned 1", "run completed 2", "column emptied 2", "run completed 3", "turned 4"
    ]  # fmt: skip
    assert GAME.settle(after.state) == After(after.state)
    kept = position(f"columns={RUN}///////// stock= home= runs=keep")
    assert GAME.settle(kept) == After(kept)


def test_5_1_two_runs_in_one_column_are_not_yet_won() -> None:
    both = RUN + "," + RUN.replace("S", "H")
    home = "home=C,D,C,D,S,H"
    assert GAME.result(position(f"columns={both}///////// stock= {home} runs=manual")) is None
    apart = position(f"columns={both.replace(',KH', '/KH')}//////// stock= {home} runs=manual")
    assert GAME.result(apart) == Result("player", "won")
    assert GAME.actor(apart) is None
    assert not GAME.legal_moves(apart)


def test_5_1_the_last_removal_wins() -> None:
    state = position(f"columns={RUN[:-3]}/AS//////// stock= home=C,D,C,D,H,H,S")
    after = GAME.apply(state, Moved("player", GAME.notation.parse_move(state, "2>1:1")))
    assert GAME.result(after.state) == Result("player", "won")
    assert GAME.score(after.state)["points"] == 990


def test_5_2_only_whole_columns_to_shift_is_stuck() -> None:
    stuck = position("columns=KC,2D/KD,4S/9H/9C/9D///// stock= home=")
    assert GAME.result(stuck) is None  # the two of diamonds may still go to an empty column
    shifts = position("columns=KC/KD/9H/9C/9D///// stock= home=")
    assert GAME.result(shifts) == Result(None, "stuck", 0, final=False)
    assert GAME.actor(shifts) is None
    assert not GAME.legal_moves(shifts)
    assert refusal(shifts, "1>6:1") == "5.1"
    with pytest.raises(IllegalMove):
        GAME.apply(shifts, Moved("player", DEAL))


def test_5_2_a_deal_that_is_left_keeps_it_going() -> None:
    text = "columns=KC/KD/KS/KH/9H/9C/9D/9S/5C/{} stock=?*10 home="
    assert GAME.result(position(text.format("5D"))) is None
    assert GAME.result(position(text.format(""))) == Result(None, "stuck", 0, final=False)
    assert GAME.result(position(text.format("") + " rule=relaxed1")) is None


def test_6_6_the_most_there_is() -> None:
    runs = [RUN.replace("S", suit) for suit in "CDHSCDHS"]
    best = GAME.score(position(f"columns={'/'.join(runs)}// stock= home= runs=keep"))
    assert best["points"] == analysis.MOST == 1000
    assert best["parts"] == {"turned": 440, "columns": 150, "pairs": 0, "runs": 400, "bonus": 10}
    assert GAME.score(GAME.start(START))["points"] == 0


def test_7_2_what_taking_back_costs() -> None:
    state = position(f"columns=-3H,{RUN[:-3]}/-4D,AS//////// stock= home=")
    event = Moved("player", GAME.notation.parse_move(state, "2>1:1"))
    assert GAME.undo_price(GAME.apply(state, event).effects, event) == 2
    assert GAME.undo_price((), Moved("player", DEAL)) == 10
    assert GAME.undo_price((), Happened(None)) == 0


def test_a_view_hides_cards_and_number_and_knows_its_moves() -> None:
    state = GAME.start(START)
    view = GAME.observe(state, None)
    assert view.number is None
    assert view.stock == (HIDDEN,) * 50
    assert all(
        card == HIDDEN for cards, down in zip(view.columns, view.down, strict=True) for card in cards[:down]
    )
    assert GAME.legal_moves(view) == GAME.legal_moves(state)
    assert GAME.score(view) == GAME.score(state)
    for move in GAME.legal_moves(view):  # each of them deals or turns a card
        with pytest.raises(HiddenInformation):
            GAME.apply(view, Moved("player", move))


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_imagined_worlds_hold_the_cards_that_are_left(suits: int) -> None:
    state = GAME.start({**START, "suits": suits})
    view = GAME.observe(state, "player")
    worlds = {GAME.imagine(view, seeded(seed)) for seed in range(20)}
    assert len(worlds) == 20
    for world in worlds:
        assert GAME.observe(world, "player") == view
        assert not GAME.faults(world)
        cards = sorted([card for column in world.columns for card in column] + list(world.stock))
        assert cards == sorted([card for column in state.columns for card in column] + list(state.stock))


def test_options() -> None:
    complete = GAME.complete({}, seeded(1))
    assert 0 <= complete.pop("number") <= 999_999_999
    assert complete == {"suits": 4, "layout": "xpat2", "rule": "strict", "runs": "auto"}
    assert len({GAME.complete({}, seeded(seed))["number"] for seed in range(5)}) == 5
    assert GAME.complete({"number": 999_999_999, "suits": 1}, seeded(1))["suits"] == 1
    for wrong in ({"number": -1}, {"number": 10**9}, {"number": "5"}, {"number": True}, {"suits": 3}, {"suits": "4"},
                  {"rule": "lenient"}, {"runs": 1}, {"layout": None}, {"colour": "red"}):  # fmt: skip
        with pytest.raises(BadOptions):
            GAME.complete(wrong, seeded(1))

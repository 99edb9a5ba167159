"""Positions, moves and outcomes as text: canonical forms, what is refused and why, options."""

from __future__ import annotations

from typing import Any

import pytest

from plyyard.core.chance import draw, seeded
from plyyard.core.errors import BadOptions, BadPosition, BadText, HiddenInformation, IllegalMove
from plyyard.core.game import CHANCE, Happened, Moved
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.state import HIDDEN, NAMES, NUMBER, Move, State

EXAMPLE = "line=2-6,6-5 black=0-0,1-2,1-3,2-5,3-3,4-4 white=?*6 boneyard=?*14 turn=black"
LOGGED = (
    "line=6-6,6-1,1-4 black=0-0,2-3,3-3,3-5,5-6 white=0-3,0-4,2-2,2-4,4-4,5-5 "
    "boneyard=0-1,0-2,0-5,0-6,1-1,1-2,1-3,1-5,2-5,2-6,3-4,3-6,4-5,4-6 turn=white log=b6-6,w1-6r,b1-4r"
)


def texts(state: State) -> list[str]:
    return [GAME.notation.format_move(move) for move in GAME.legal_moves(state)]


def test_engine_example_with_a_hidden_hand() -> None:
    state = GAME.notation.parse_position(EXAMPLE)
    assert GAME.actor(state) == "black"
    assert texts(state) == ["1-2>l", "2-5>l", "2-5>r"]


def test_engine_example_with_a_tile_twice() -> None:
    with pytest.raises(BadPosition, match="2-6 twice") as refused:
        GAME.notation.parse_position(EXAMPLE.replace("2-5", "2-6"))
    assert refused.value.faults[0].article == "1.1"


def test_the_start_is_written_whole() -> None:
    state = GAME.start({})
    assert (
        GAME.notation.format_position(state) == f"line= black= white= boneyard={','.join(NAMES)} turn=black"
    )
    assert GAME.actor(state) is CHANCE
    assert (GAME.lot(state).outcomes, GAME.lot(state).shuffle) == ((), 28)


def test_the_deal_is_an_order_of_the_pack() -> None:
    state = GAME.start({})
    text = ",".join(NAMES[::-1])
    order = GAME.notation.parse_outcome(state, text)
    assert GAME.notation.format_outcome(order) == text
    dealt = GAME.apply(state, Happened(order))
    assert dealt.state.hands == (tuple(range(21, 28)), tuple(range(14, 21)))
    assert dealt.state.boneyard == tuple(range(14))
    assert dealt.effects == ()


def test_a_log_is_read_and_written() -> None:
    state = GAME.notation.parse_position(LOGGED)
    assert GAME.notation.format_position(state) == LOGGED
    view = GAME.notation.format_position(GAME.observe(state, "black"))
    assert view == (
        "line=6-6,6-1,1-4 black=0-0,2-3,3-3,3-5,5-6 white=?*6 boneyard=?*14 turn=white log=b6-6,w1-6r,b1-4r"
    )


def test_keys_in_any_order_and_what_is_left_out() -> None:
    mixed = " ".join(reversed(EXAMPLE.split()))
    assert GAME.notation.parse_position(mixed) == GAME.notation.parse_position(EXAMPLE)
    with_boneyard = GAME.notation.parse_position(
        "line=0-0 black=0-1,0-2 white=0-3,0-4,1-2,1-3,1-4,1-5,1-6,2-2,2-3,2-4,2-5"
    )
    assert len(with_boneyard.boneyard) == 14
    assert GAME.notation.format_position(with_boneyard).endswith("turn=black passes=0")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (EXAMPLE.replace("2-6,6-5", "2-6,5-6"), "3.1"),
        (EXAMPLE.replace("?*14", "?*13"), "1.1"),
        (EXAMPLE.replace("?*6", "?*19").replace("?*14", "?"), "4.2"),
        (EXAMPLE.replace("white=?*6 boneyard=?*14", "white=? boneyard=?*19"), "2.1"),
        ("line= black=?*8 white=?*6 boneyard=?*14", "2.1"),
        ("line= black=?*7 white=?*7 boneyard=?*14 turn=white", "2.2"),
        (LOGGED.replace("b1-4r", "b1-4l"), "3.1"),
        (LOGGED.replace("turn=white", "turn=black"), "3.1"),
        (LOGGED.replace("b1-4r", "b1-4r,w-,w-"), "4.1"),
        (LOGGED.replace("w1-6r", "w*1,w1-6r"), "2.1"),
        (LOGGED.replace("b6-6,", ""), "3.1"),
        (LOGGED.replace("log=b6-6,w1-6r,b1-4r", "log="), "3.1"),
    ],
)
def test_what_cannot_be(text: str, fault: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.notation.parse_position(text)
    assert refused.value.faults[0].article == fault


def test_a_draw_proves_what_was_not_held() -> None:
    """White drew at 5 and 5, so it cannot hold a 5 from the deal; only the tile it drew and laid may show one."""
    text = "line=5-5,5-6 black=0-0,1-1,1-2,1-3,2-2,2-3 white={} boneyard=?*13 turn=black log=b5-5,w*1,w5-6r"
    assert GAME.notation.parse_position(text.format("0-1,0-2,0-3,0-4,0-6,1-4,1-6"))
    with pytest.raises(BadPosition) as refused:
        GAME.notation.parse_position(text.format("0-1,0-2,0-3,0-4,0-5,1-4,1-6"))
    assert refused.value.faults[0].article == "6.3"


@pytest.mark.parametrize(
    "text",
    [
        "line=2-7",
        "line=2-6,",
        "black=6-2",
        "turn=red",
        "passes=2",
        "log=x",
        "line=2-6 log=b2-6 passes=0",
        "boneyard=?*0",
        "black=?*29",
        "colour=black",
        "line",
        "\0",
    ],
)
def test_unreadable(text: str) -> None:
    with pytest.raises((BadText, BadPosition)):
        GAME.notation.parse_position(text)


@pytest.mark.parametrize(
    ("move", "article"),
    [
        ("1-2>r", "3.1"),
        ("1-2", "3.2"),
        ("5-5>r", "3.4"),
        ("draw", "4.3"),
        ("pass", "4.5"),
        ("0-0>l", "3.1"),
    ],
)
def test_refusals_name_their_article(move: str, article: str) -> None:
    state = GAME.notation.parse_position(EXAMPLE)
    refusal = GAME.why_not(state, move)
    assert refusal is not None and refusal[1] == article
    with pytest.raises(IllegalMove):
        GAME.notation.parse_move(state, move)


def test_no_end_is_named_when_opening() -> None:
    state = GAME.notation.parse_position("line= black=0-0,0-1,0-2,0-3,0-4,0-5,0-6 white=?*7 boneyard=?*14")
    assert texts(state) == ["0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6"]
    refusal = GAME.why_not(state, "0-5>l")
    assert refusal is not None and refusal[1] == "2.3"


def test_after_the_end_everything_is_refused() -> None:
    boneyard = ",".join(name for name in NAMES if name not in {"0-0", "0-1"})
    with pytest.raises(BadPosition):
        GAME.notation.parse_position(f"line=0-0 black= white=0-1 boneyard={boneyard}")
    state = State(((0, 0),), ((), (1,)), tuple(range(2, 28)), "black", None)
    assert GAME.actor(state) is None
    for event in (Moved("white", Move(1, "l")), Happened(2)):
        with pytest.raises(IllegalMove) as refused:
            GAME.apply(state, event)
        assert refused.value.article == "5.5"


def test_the_other_side_may_not_move() -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(GAME.notation.parse_position(LOGGED), Moved("black", Move(NUMBER[4, 5], "r")))
    assert refused.value.article == "3.1"


def test_a_view_without_the_hand_on_turn_is_not_enough() -> None:
    view = GAME.notation.parse_position(EXAMPLE.replace("turn=black", "turn=white"))
    for ask in (GAME.legal_moves, GAME.actor):
        with pytest.raises(HiddenInformation):
            ask(view)


def test_the_boneyard_of_a_view_cannot_be_drawn_from() -> None:
    state = GAME.notation.parse_position(LOGGED)
    view = GAME.observe(state, "white")
    with pytest.raises(HiddenInformation):
        GAME.lot(view)


def test_everyone_hears_that_a_side_must_draw() -> None:
    state = GAME.notation.parse_position(
        "line=6-6 black=0-0,0-1,0-2,0-3,0-4,0-5,1-1 white=1-2,1-3,1-4,1-5,2-2,2-3 turn=white"
    )
    assert GAME.actor(state) is CHANCE
    for viewer in ("black", None):
        view = GAME.observe(state, viewer)
        assert GAME.actor(view) is CHANCE
        assert GAME.actor(GAME.imagine(view, seeded(1))) is CHANCE
        assert GAME.redact(state, Happened(8), viewer) == Happened(None)
    assert GAME.redact(state, Happened(8), "white") == Happened(8)
    assert GAME.notation.format_outcome(None) == "?"


def test_hands_can_be_given() -> None:
    options = GAME.complete({"hands": {"black": ["6-6", "1-0"], "white": ["2-3"]}}, seeded(1))
    state = GAME.start(options)
    assert GAME.actor(state) is CHANCE
    dealt = GAME.apply(state, Happened(draw(GAME.lot(state), seeded(2)))).state
    assert {NUMBER[6, 6], NUMBER[0, 1]} <= set(dealt.hands[0])
    assert NUMBER[2, 3] in dealt.hands[1]
    assert [len(dealt.hands[0]), len(dealt.hands[1]), len(dealt.boneyard)] == [7, 7, 14]


def test_whole_hands_leave_nothing_to_deal() -> None:
    hands = {"black": list(NAMES[:7]), "white": list(NAMES[7:14])}
    assert GAME.actor(GAME.start(GAME.complete({"hands": hands}, seeded(1)))) == "black"


@pytest.mark.parametrize(
    "options",
    [
        {"suits": 4},
        {"hands": ["0-0"]},
        {"hands": {"red": ["0-0"]}},
        {"hands": {"black": "0-0"}},
        {"hands": {"black": ["0-7"]}},
        {"hands": {"black": [3]}},
        {"hands": {"black": ["0-0"], "white": ["0-0"]}},
        {"hands": {"black": list(NAMES[:8])}},
    ],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        GAME.complete(options, seeded(1))


def test_hidden_and_shown_tiles_may_be_mixed() -> None:
    text = EXAMPLE.replace("white=?*6", "white=5-5,?*5") + " passes=1"
    state = GAME.notation.parse_position(text)
    assert state.hand("white").count(HIDDEN) == 5
    assert GAME.notation.format_position(state) == text


def test_tiles_of_the_past_are_written_low_to_high_too() -> None:
    hands = "black=0-0,1-2,1-3,2-5,3-3,4-4 white=?*7 boneyard=?*14 turn=white"
    with pytest.raises(BadText):
        GAME.notation.parse_position(f"line=2-6 {hands} log=b6-2")
    with pytest.raises(BadPosition) as refused:
        GAME.notation.parse_position(f"line=6-2 {hands}")
    assert refused.value.faults[0].article == "3.1"
    assert GAME.notation.parse_position(f"line=2-6 {hands} log=b2-6").ends == (2, 6)

"""The picture and what is said: stable checkers, tall stacks, both sides below, every event and position in words."""

from __future__ import annotations

import pytest

from plyyard.core.game import Event, Happened, Moved
from plyyard.core.scene import Scene, Sprite
from plyyard.core.words import words
from plyyard.games.backgammon import notation
from plyyard.games.backgammon.board import BOARD
from plyyard.games.backgammon.game import GAME
from plyyard.games.backgammon.state import State
from tests.games.backgammon.test_notation import position

EN, DE = words("en", "backgammon"), words("de", "backgammon")
OPENING = State(dice=(3, 1), shown=(3, 1))


def scene(state: State, facing: str | None = None) -> Scene:
    return BOARD.scene(state, EN, facing)


def checkers(picture: Scene) -> dict[str, Sprite]:
    return {sprite.id: sprite for sprite in picture.sprites if sprite.id[0] in "wb"}


def test_thirty_checkers_and_every_place() -> None:
    picture = scene(OPENING)
    assert len(checkers(picture)) == 30
    assert {slot.id for slot in picture.slots} == {f"p{point}" for point in range(1, 25)} | {
        "bar-white",
        "bar-black",
        "off-white",
        "off-black",
    }
    assert [sprite.shape for sprite in picture.sprites if sprite.id.startswith("die")] == ["die-3", "die-1"]
    doubles = scene(State(dice=(2, 2)))
    assert [sprite.shape for sprite in doubles.sprites if sprite.id.startswith("die")] == ["die-2"] * 4


def test_a_step_changes_one_checker() -> None:
    before, after = checkers(scene(OPENING)), checkers(scene(GAME.preview(OPENING, ("13/10",))))
    assert [
        name for name in before if (before[name].x, before[name].y) != (after[name].x, after[name].y)
    ] == ["w7"]


def test_a_used_die_is_marked() -> None:
    picture = scene(GAME.preview(OPENING, ("24/23",)))
    assert {
        sprite.id: "spent" in sprite.classes for sprite in picture.sprites if sprite.id.startswith("die")
    } == {
        "die1": False,
        "die2": True,
    }


def test_the_last_roll_and_play_stay_visible() -> None:
    after = GAME.apply(OPENING, Moved("white", notation.parse_move(OPENING, "8/5 6/5"))).state
    picture = scene(after)
    assert sum("moved" in sprite.classes for sprite in picture.sprites) == 2
    assert {sprite.id for sprite in picture.sprites if sprite.shape == "ghost"} == {"ghost6", "ghost8"}
    assert all("spent" in sprite.classes for sprite in picture.sprites if sprite.id.startswith("die"))
    rolled = scene(GAME.apply(after, Happened((6, 2))).state)
    assert not any("spent" in sprite.classes for sprite in rolled.sprites)


def test_a_tall_stack_has_a_number() -> None:
    tall = checkers(scene(position({6: 9, 5: 5, 4: 1}, {24: 2}, (2, 1))))
    assert [sprite.text for sprite in tall.values() if sprite.text] == ["9"]
    assert len({(sprite.x, sprite.y) for sprite in tall.values() if "6: " in sprite.label}) == 5


@pytest.mark.parametrize("turn", ["white", "black"])
def test_the_side_below_has_its_home_on_the_lower_right(turn: str) -> None:
    picture = scene(State(turn=turn), turn)
    home = {slot.id: slot for slot in picture.slots}["p1" if turn == "white" else "p24"]
    assert home.x > picture.width * 0.75
    assert home.y > picture.height / 2
    assert picture.background == "own"
    assert scene(State(turn=turn), "black" if turn == "white" else "white").background == "opposing"
    assert home.label == "1: 2 black checkers" if turn == "white" else "1: 2 white checkers"


def test_slots_follow_the_way_of_the_mover() -> None:
    assert [slot.id for slot in scene(State()).slots][:2] == ["p24", "p23"]
    assert [slot.id for slot in scene(State(turn="black")).slots][:2] == ["p1", "p2"]


def test_steps_point_at_slots() -> None:
    for state in (OPENING, State(turn="black", dice=(6, 6)), position({25: 1, 3: 2}, {24: 1}, (2, 1))):
        known = {slot.id for slot in scene(state).slots}
        assert all({step.picked, step.target} <= known for step in GAME.steps(state, ()))


HIT = position({25: 1, 8: 1}, {22: 1, 1: 2}, (3, 1))
LAST = position({2: 1}, {18: 15}, (6, 3))


@pytest.mark.parametrize(
    ("state", "event", "full", "brief", "german"),
    [
        (State(), Happened((3, 1)), "White rolls 3 and 1.", "White 3-1.", "Weiß würfelt 3 und 1."),
        (
            position({25: 1}, {24: 2, 23: 2}, (2, 1), "black"),
            Happened((2, 1)),
            "Black rolls 2 and 1: no step is possible, the turn passes.",
            "Black 2-1: no step.",
            "Schwarz würfelt 2 und 1: Kein Schritt ist möglich, die andere Seite ist am Zug.",
        ),
        (
            HIT,
            Moved("white", notation.parse_move(HIT, "bar/22* 8/7")),
            "White plays: from the bar to 22, hits; from 8 to 7.",
            "White: bar/22* 8/7.",
            "Weiß zieht: von der Bar auf 22, schlägt; von 8 auf 7.",
        ),
        (
            State(dice=(2, 2)),
            Moved("white", notation.parse_move(State(dice=(2, 2)), "13/11(2) 6/4(2)")),
            "White plays: from 13 to 11, 2 times; from 6 to 4, 2 times.",
            "White: 13/11(2) 6/4(2).",
            "Weiß zieht: von 13 auf 11, 2-mal; von 6 auf 4, 2-mal.",
        ),
        (
            LAST,
            Moved("white", notation.parse_move(LAST, "2/off")),
            "White plays: from 2, borne off. White wins a gammon: 2 points.",
            "White: 2/off. White wins a gammon: 2 points.",
            "Weiß zieht: von 2 ausgewürfelt. Weiß gewinnt ein Gammon: 2 Punkte.",
        ),
    ],
)
def test_announcements(state: State, event: Event, full: str, brief: str, german: str) -> None:
    before = State(state.checkers, state.turn) if isinstance(event, Happened) else state
    after = GAME.apply(before, event)
    assert BOARD.announce(before, event, after, EN) == full
    assert BOARD.announce(before, event, after, EN, brief=True) == brief
    assert BOARD.announce(before, event, after, DE) == german


def test_the_position_in_words() -> None:
    assert BOARD.describe(OPENING, EN) == [
        "White is to play 3 and 1.",
        "White, by its own count: 2 on 24, 5 on 13, 3 on 8, 5 on 6.",
        "White borne off: 0. Pips: 167.",
        "Black, by its own count: 2 on 24, 5 on 13, 3 on 8, 5 on 6.",
        "Black borne off: 0. Pips: 167.",
    ]
    assert "White on the bar: 1." in BOARD.describe(HIT, EN)


def test_step_labels() -> None:
    labels = {step.text: BOARD.label(HIT, step, EN) for step in GAME.steps(HIT, ())}
    assert labels == {"bar/24": "from the bar to 24", "bar/22": "from the bar to 22, hits"}
    assert BOARD.label(LAST, GAME.steps(LAST, ())[0], DE) == "von 2 ausgewürfelt"

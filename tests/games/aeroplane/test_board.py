"""How the Aeroplane Game looks and sounds."""

from __future__ import annotations

import pytest

from plyyard.core.game import Happened, Moved
from plyyard.core.scene import to_svg
from plyyard.core.words import words
from plyyard.games.aeroplane.game import GAME
from tests.games.aeroplane.test_rules import move, read, roll

DE, EN = words("de", "aeroplane"), words("en", "aeroplane")


def scene_of(position: str, facing: str | None = None):
    return GAME.board.scene(read(position), EN, facing)


def places(scene) -> dict[str, tuple[float, float]]:
    return {sprite.id: (sprite.x, sprite.y) for sprite in scene.sprites}


def told(position: str, *events: int | str, brief: bool = False) -> list[str]:
    """What is said of the last event, in German and in English."""
    state = read(position)
    for event in events:
        before = state
        played = (
            Happened(event)
            if isinstance(event, int)
            else Moved(state.turn, GAME.notation.parse_move(state, event))
        )
        after = GAME.apply(state, played)
        state = after.state
    return [GAME.board.announce(before, played, after, language, brief) for language in (DE, EN)]


def test_a_plane_keeps_its_sprite_when_it_overtakes() -> None:
    before = roll(read("red=-,-,10,12 yellow=-,-,-,30 turn=red"), 4).state
    after = move(before, "10").state
    old, new = places(GAME.board.scene(before, EN)), places(GAME.board.scene(after, EN))
    moved = {
        name for name in old.keys() & new.keys() if old[name] != new[name] and name not in ("die", "turn")
    }
    assert len(moved) == 1
    assert new[moved.pop()] == _square("s14")


def test_a_plane_sent_back_is_the_only_other_one_that_moves() -> None:
    before = roll(read("red=-,-,1,40 yellow=-,5,20,30 turn=red"), 3).state
    after = move(before, "1").state
    old, new = places(GAME.board.scene(before, EN)), places(GAME.board.scene(after, EN))
    moved = sorted(name for name in old.keys() & new.keys() if old[name] != new[name] and name[-1].isdigit())
    assert [name[:-1] for name in moved] == ["red", "yellow"]


def _square(slot_id: str) -> tuple[float, float]:
    return next((s.x, s.y) for s in scene_of("").slots if s.id == slot_id)


def test_both_sides_meet_on_the_same_square_of_the_board() -> None:
    scene = scene_of("red=-,-,-,34 yellow=-,-,-,8 turn=red")
    x, y = _square("s34")
    near = [s.id for s in scene.sprites if abs(s.x - x) < 20 and abs(s.y - y) < 20]
    assert sorted(name.rstrip("0123") for name in near) == ["red", "yellow"]


def test_more_than_four_planes_are_piled_up_and_counted() -> None:
    scene = scene_of("red=-,34,34,34 yellow=-,-,8,8 turn=red")
    assert {s.id: s.text for s in scene.sprites if s.text} == {"count-red-s34": "3", "count-yellow-s34": "2"}
    assert len({(s.x, s.y) for s in scene.sprites if s.classes == ("red",) and s.shape == "red"}) == 2


def test_the_board_turns_to_the_side_that_sits_below() -> None:
    position = "red=-,-,-,3 yellow=-,-,-,20 turn=red"
    usual, turned = places(scene_of(position)), places(scene_of(position, "yellow"))
    assert usual["red3"][0] + turned["red3"][0] == 600 and usual["red3"][1] + turned["red3"][1] == 600
    assert scene_of(position, "yellow").background == "yellow"


def test_the_roll_is_drawn_until_the_next_one() -> None:
    stuck = roll(GAME.start({}), 4).state
    die = next(s for s in GAME.board.scene(stuck, EN).sprites if s.id == "die")
    assert (die.shape, die.classes) == ("die4", ("red", "used"))
    pending = roll(GAME.start({}), 6).state
    die = next(s for s in GAME.board.scene(pending, EN).sprites if s.id == "die")
    assert (die.shape, die.classes) == ("die6", ("red", "fresh"))


@pytest.mark.parametrize("side", ["red", "yellow"])
def test_every_square_of_a_way_is_one_step_from_the_next(side: str) -> None:
    from plyyard.games.aeroplane.drawing import CELL, place

    for step in range(56):
        (x1, y1), (x2, y2) = place(side, step, "red"), place(side, step + 1, "red")
        assert CELL <= abs(x1 - x2) + abs(y1 - y2) <= 2 * CELL and max(abs(x1 - x2), abs(y1 - y2)) == CELL


SAID = [
    ("", (4,), "Rot würfelt 4. Kein Flugzeug kann ziehen. Gelb würfelt als Nächstes."),
    ("", (6, "base"), "Rot: Flugzeug aus der Basis auf das Startfeld. Rot würfelt noch einmal."),
    (
        "red=-,-,-,12 turn=red sixes=2",
        (6,),
        "Rot würfelt 6. Das ist die dritte Sechs hintereinander: Sie verfällt. Gelb würfelt als Nächstes.",
    ),
    (
        "red=-,-,-,4 yellow=-,-,36,36 turn=red",
        (6, "4"),
        "Rot: Flugzeug von 4 auf 10. 2 Flugzeuge von Gelb müssen zurück in die Basis. Rot würfelt noch einmal.",
    ),
    (
        "yellow=55,56,56,56 turn=yellow",
        (1, "55"),
        "Gelb: Flugzeug von 55 ins Ziel. Alle vier Flugzeuge sind im Ziel: Gelb gewinnt.",
    ),
]


@pytest.mark.parametrize(("position", "events", "german"), SAID)
def test_events_are_announced_with_who_what_and_where(position: str, events: tuple, german: str) -> None:
    assert told(position, *events)[0] == german


def test_brief_announcements_leave_out_what_follows_anyway() -> None:
    full, brief = told("", 4)[1], told("", 4, brief=True)[1]
    assert full == f"{brief} Yellow is to roll."


@pytest.mark.parametrize(
    ("count", "one_or_many"), [(1, "1 plane of Yellow goes"), (3, "3 planes of Yellow go ")]
)
def test_plurals(count: int, one_or_many: str) -> None:
    yellow = ",".join(["-"] * (4 - count) + ["30"] * count)
    assert one_or_many in told(f"red=-,-,-,1 yellow={yellow} turn=red", 3, "1")[1] + " "


def test_a_button_says_what_the_move_does() -> None:
    state = read("red=-,-,1,50 yellow=-,-,-,30 turn=red die=3")
    labels = {step.text: GAME.board.label(state, step, DE) for step in GAME.steps(state, ())}
    assert labels == {
        "1": "Flugzeug von 1 auf 4; schickt 1 Flugzeug zurück",
        "50": "Flugzeug von 50 auf 53 in der Zielgeraden",
    }


def test_the_whole_position_is_said() -> None:
    lines = GAME.board.describe(read("red=-,-,12,56 yellow=-,3,40,53 turn=red sixes=1 die=6"), EN)
    assert lines[:4] == [
        "Red, in the base: 2.",
        "Red, on the ring: 12.",
        "Red, in the home column: –.",
        "Red, in the goal: 1.",
    ]
    assert lines[-2:] == ["Red has rolled 6 and chooses a plane.", "1 six in a row in this turn."]


def test_the_position_says_which_rolls_hit() -> None:
    lines = GAME.board.describe(read("red=-,34,30,31 yellow=-,-,2,3 turn=red die=3"), EN)
    assert "Red, can be hit at once, and by which roll: 30 (1, 2), 31 (2, 3)." in lines
    assert not any(line.startswith("Yellow, can be hit") for line in lines)


def test_drawn_parts_use_known_shapes() -> None:
    svg = to_svg(scene_of("red=-,34,34,34 yellow=-,-,8,8 turn=red die=6"), GAME.board, "board")
    assert svg.count("<svg") == 1 and 'href="#aeroplane-badge"' in svg

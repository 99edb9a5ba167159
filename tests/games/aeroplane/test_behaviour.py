"""Behaviour that must hold, case by case; behaviour.json tells each in words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from plyyard.core.errors import IllegalMove
from plyyard.core.game import CHANCE, Happened
from plyyard.core.words import words
from plyyard.games.aeroplane import rules
from plyyard.games.aeroplane.game import GAME
from tests.games.aeroplane.test_rules import effects, move, read, roll, write

TOLD = {
    case["id"]: case
    for case in json.loads((Path(__file__).parent / "behaviour.json").read_text(encoding="utf-8"))["cases"]
}


def test_every_case_is_tested() -> None:
    assert {f"test_{name.replace('-', '_')}" for name in TOLD} <= set(globals())


def test_lu_third_six() -> None:
    state = move(roll(GAME.start({}), 6).state, "base").state
    state = move(roll(state, 6).state, "0").state
    after = roll(state, 6)
    assert write(after.state) == "red=-,-,-,6 yellow=-,-,-,- turn=yellow"
    assert effects(after) == ["third six", "turn passes"] and not GAME.legal_moves(after.state)


def test_lu_safe_start() -> None:
    blue = rules.START_SQUARES[3]
    state = read(f"red=-,-,-,{blue - 4} yellow=-,-,-,{blue - 26} turn=red")
    after = move(roll(state, 4).state, str(blue - 4))
    assert write(after.state) == f"red=-,-,-,{blue} yellow=-,-,-,{blue - 26} turn=yellow"
    assert effects(after) == ["turn passes"]


def test_lu_goal_extra() -> None:
    after = move(roll(read("red=-,-,20,54 yellow=-,-,-,- turn=red"), 2).state, "54")
    assert write(after.state) == "red=-,-,20,56 yellow=-,-,-,- turn=red"
    assert effects(after) == ["home", "extra roll"] and GAME.actor(after.state) is CHANCE


def test_lu_overshoot_stuck() -> None:
    after = roll(read("red=-,-,-,54 yellow=-,-,-,- turn=red"), 5)
    assert effects(after) == ["no move", "turn passes"]
    assert GAME.turn(after.state) == "yellow" and GAME.actor(after.state) is CHANCE
    assert not GAME.steps(after.state, ())


def test_lu_three_plain() -> None:
    after = move(roll(read("red=-,-,-,31 yellow=-,-,-,- turn=red"), 3).state, "31")
    assert rules.PREY[31] != rules.NOBODY
    assert write(after.state) == "red=-,-,-,34 yellow=-,-,-,- turn=yellow"
    assert effects(after) == ["turn passes"]


def test_lu_safe_count() -> None:
    """The squares drawn as safe are those that the rules keep safe."""
    for background in GAME.board.backgrounds.values():
        drawn = re.findall(
            r'translate\(([\d.]+) ([\d.]+)\)"><rect class="square[^>]*/><path class="(?:star|runway)"',
            background,
        )
        assert len(drawn) == len(set(drawn)) == 8
    scene = GAME.board.scene(GAME.start({}), words("en", "aeroplane"))
    centres = {slot.id: (slot.x, slot.y) for slot in scene.slots}
    red_below = re.findall(
        r'translate\(([\d.]+) ([\d.]+)\)"><rect class="square[^>]*/><path class="(?:star|runway)"',
        GAME.board.backgrounds["red"],
    )
    assert {(float(x), float(y)) for x, y in red_below} == {centres[f"s{square}"] for square in rules.SAFE}


def test_lu_roll_before_choice() -> None:
    state = roll(read("red=-,-,3,20 yellow=-,-,-,- turn=red"), 4).state
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(state, Happened(2))
    assert refused.value.article == "2.2"
    assert state.die == 4 and GAME.legal_moves(state) == (3, 20)


def test_lu_own_stack() -> None:
    after = move(roll(read("red=-,-,9,12 yellow=-,-,-,- turn=red"), 3).state, "9")
    assert write(after.state) == "red=-,-,12,12 yellow=-,-,-,- turn=yellow"
    later = move(read("red=-,-,12,12 yellow=-,-,-,- turn=red die=2"), "12")
    assert write(later.state) == "red=-,-,12,14 yellow=-,-,-,- turn=yellow"


def test_lu_enter_choice() -> None:
    state = roll(read("red=-,-,-,10 yellow=-,-,-,- turn=red"), 6).state
    assert [GAME.notation.format_move(m) for m in GAME.legal_moves(state)] == ["base", "10"]
    assert len({write(move(state, text).state) for text in ("base", "10")}) == 2

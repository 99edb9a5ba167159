"""Spider's picture and words: ids that give nothing away, columns that fit, what is said of a move."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from plyyard.core.chance import seeded
from plyyard.core.game import Moved
from plyyard.core.scene import to_svg
from plyyard.core.words import words
from plyyard.games.spider.board import BOARD_HEIGHT, TOP, offsets
from plyyard.games.spider.cards import HEIGHT
from plyyard.games.spider.game import GAME
from plyyard.games.spider.notation import read_position
from plyyard.games.spider.state import State

START = {"number": 11, "suits": 4, "layout": "xpat2", "rule": "strict", "runs": "auto"}
ENGLISH, GERMAN = words("en", "spider"), words("de", "spider")


def position(text: str) -> State:
    state: State = GAME.notation.parse_position(text)
    return state


def told(text: str, move: str, brief: bool = False, language: str = "en") -> str:
    state = position(text)
    event = Moved("player", GAME.notation.parse_move(state, move))
    return GAME.board.announce(state, event, GAME.apply(state, event), words(language, "spider"), brief)


@pytest.mark.parametrize("longest", [1, 8, 60])
def test_a_still_picture_ends_below_its_longest_column(longest: int) -> None:
    state = read_position(f"columns={'/' * 3}{','.join(['9H'] * longest)}{'/' * 6} stock= home=")
    scene = GAME.board.scene(state, ENGLISH)
    low = max(sprite.y for sprite in scene.sprites if sprite.shape != "back") + HEIGHT / 2
    assert low <= scene.foot <= min(low + 20, BOARD_HEIGHT)
    whole, cut = (to_svg(scene, GAME.board, "", cut=cut) for cut in (False, True))
    assert f'viewBox="0 0 1000 {BOARD_HEIGHT}"' in whole
    assert f'viewBox="0 0 1000 {scene.foot}"' in cut


def test_a_scene_depends_on_nothing_that_is_hidden() -> None:
    state = GAME.start(START)
    for seed in range(5):
        world = GAME.imagine(GAME.observe(state, "player"), seeded(seed))
        assert world != state
        assert GAME.board.scene(world, ENGLISH) == GAME.board.scene(state, ENGLISH)
        assert GAME.board.describe(world, ENGLISH) == GAME.board.describe(state, ENGLISH)


def test_only_the_moved_group_changes_in_the_picture() -> None:
    state = position("columns=KC,9H,8H/TS/QD/QS//2C//// stock= home=")
    before = {sprite.id: sprite for sprite in GAME.board.scene(state, ENGLISH).sprites}
    after = GAME.apply(state, Moved("player", GAME.notation.parse_move(state, "1>2:2"))).state
    now = {sprite.id: sprite for sprite in GAME.board.scene(after, ENGLISH).sprites}
    assert set(now) == set(before)
    assert {now[name].label for name in now if now[name] != before[name]} == {"9 of hearts", "8 of hearts"}


def test_a_removed_run_lies_on_its_pile_with_the_king_on_top() -> None:
    run = "KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S"
    state = position(f"columns={run}/3C,AS/KS/////// stock= home=H")
    king = next(sprite for sprite in GAME.board.scene(state, ENGLISH).sprites if sprite.shape == "sk")
    after = GAME.apply(state, Moved("player", GAME.notation.parse_move(state, "2>1:1"))).state
    sprites = GAME.board.scene(after, ENGLISH).sprites
    assert king.y > TOP
    home = [sprite for sprite in sprites if sprite.y < TOP]
    assert len(home) == 26
    assert {sprite.shape for sprite in home if sprite.layer == 13} == {"hk", "sk"}
    assert king.id in {sprite.id for sprite in home}


@pytest.mark.parametrize("runs", ["auto", "manual", "keep"])
def test_every_sprite_is_one_card_for_the_whole_game(runs: str) -> None:
    """104 sprites from first to last; what is face up stays the same card until it is hidden again by taking back."""
    chance = random.Random(runs)
    state = GAME.start({**START, "suits": 1, "runs": runs})
    faces: dict[str, str] = {}
    for _ in range(250):
        moves = GAME.legal_moves(state)
        if not moves:
            break
        state = GAME.apply(state, Moved("player", chance.choice(moves))).state
        sprites = GAME.board.scene(GAME.observe(state, "player"), ENGLISH).sprites
        assert {sprite.id for sprite in sprites} == {f"card{number}" for number in range(104)}
        for sprite in sprites:
            assert sprite.shape == faces.get(sprite.id, sprite.shape)
            if sprite.shape != "back":
                faces[sprite.id] = sprite.shape
    assert len(faces) > 40


@pytest.mark.parametrize("length", [1, 6, 20, 40, 104])
def test_every_column_fits_on_the_board(length: int) -> None:
    chance = random.Random(length)
    for down in (0, min(5, length - 1)):
        cards = [chance.randrange(52) for _ in range(length)]
        lies = offsets(cards, down)
        assert len(lies) == length
        assert all(upper > lower for lower, upper in pairwise(lies))
        assert TOP + lies[-1] + HEIGHT <= BOARD_HEIGHT


def test_a_long_column_closes_up_within_runs_first() -> None:
    run = list(range(25, 12, -1))
    lies = offsets([*run, *(3, 1, 7) * 2], 0)
    seen = [upper - lower for lower, upper in pairwise(lies)]
    assert min(seen[0], *seen[12:]) > max(seen[1:12])


def test_ten_columns_are_described() -> None:
    lines = GAME.board.describe(position("columns=-?,KS,QS,JS,4H/2C,AC//////// stock=?*10 home=S"), ENGLISH)
    assert lines[0] == "Column 1: 1 face-down card, on it king to jack of spades, 4 of hearts."
    assert lines[1] == "Column 2: 2 to ace of clubs."
    assert lines[2] == "Column 3 is empty."
    assert lines[10].startswith("Stock: 10 cards, 1 deal. Fewer than ten cards")
    assert lines[11] == "Removed runs: spades."


def test_moves_are_told_with_their_effects() -> None:
    text = "columns=KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S/-3H,AS/4C//5C,4D///// stock= home="
    assert told(text, "2>1:1") == (
        "Column 2 to column 1: ace of spades, onto 2 of spades. Turned up in column 2: 3 of hearts. "
        "The run in column 1 is complete and is removed. Column 1 is empty."
    )
    assert told(text, "2>1:1", language="de", brief=True).startswith(
        "Nach Spalte 1: Pik-Ass. Aufgedeckt: Herz-3."
    )
    assert told(text, "1>4:3") == "Column 1 to the empty column 4: 3 cards from 4 of spades on."
    kept = told(text + " runs=keep", "2>1:1")
    assert kept.endswith("The run in column 1 is complete.")


def test_the_end_is_told_with_its_points() -> None:
    run = "KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S"
    won = told(f"columns={run}/AS//////// stock= home=C,D,C,D,H,H,S", "2>1:1")
    assert won.endswith("Won with 990 points.")
    lost = told("columns=KC,8D/9C/KD/KS/KH/KC/KD/3C/3D/3S stock= home=", "1>2:1")
    assert "No move is left: the game is lost, with" in lost


def test_every_step_has_its_label() -> None:
    state = position("columns=6H,5H,4H/7H//2S/2C/2D/3C/3D/3H/9H stock= home= runs=manual")
    labels = [GAME.board.label(state, step, ENGLISH) for step in GAME.steps(state, ())]
    assert "6 to 4 of hearts from column 1 to column 2, onto 7 of hearts" in labels
    assert "4 of hearts from column 1 to the empty column 3" in labels
    full = position(
        "columns=KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S,AS/7H/7C/2S/2C/2D/3C/3D/3H/9H stock=?*10 home= runs=manual"
    )
    assert {"deal one card on each column", "remove the complete run from column 1"} <= {
        GAME.board.label(full, step, ENGLISH) for step in GAME.steps(full, ())
    }
    steps = {step.text: step for step in GAME.steps(full, ())}
    assert (steps["deal"].picked, steps["deal"].target) == ("stock", "")
    assert steps["deal"].move == "deal"


def test_facts_are_said_by_a_letter() -> None:
    facts = {fact.letter: fact.value for fact in GAME.board.scene(GAME.start(START), GERMAN).facts}
    assert facts == {"s": "0", "d": "5", "f": "44", "r": "0 von 8", "w": "jetzt erlaubt"}

"""The parts of the score: they add up, they say where they lie, and they name nothing that is hidden."""

from __future__ import annotations

import random

import pytest

from plyyard.core import registry
from plyyard.core.game import Moved
from plyyard.core.words import words
from plyyard.games.spider import analysis, notation, position
from plyyard.games.spider.board import BOARD
from plyyard.games.spider.state import COLUMNS

SPIDER = registry.game("spider")


def walk(seed: int, **options: object) -> list[object]:
    chance = random.Random(seed)
    state = SPIDER.start(SPIDER.complete({"number": seed, **options}, chance.randrange))
    states = [state]
    for _ in range(150):
        moves = SPIDER.legal_moves(state)
        if not moves:
            break
        state = SPIDER.apply(state, Moved("player", chance.choice(list(moves)))).state
        states.append(state)
    return states


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("suits", [1, 4])
def test_the_parts_are_those_of_the_score_and_each_lies_where_it_says(seed: int, suits: int) -> None:
    for state in walk(seed, suits=suits, runs="keep"):
        lines = {line.name: line for line in analysis.anatomy(state)}
        assert {name: line.points for name, line in lines.items()} == position.score_parts(state)
        for line in lines.values():
            assert line.each == 0 or line.n * line.each == line.points, line
        assert all(state.down[column] <= place for line in lines.values() for column, place in line.cards)
        assert lines["columns"].columns == tuple(n for n in range(COLUMNS) if not state.down[n])
        assert len(lines["runs"].cards) == 13 * lines["runs"].n


def test_a_pair_marks_both_cards_and_a_run_all_thirteen() -> None:
    text = "columns=-?,9S,8S,7H/KC,QC,JC,TC,9C,8C,7C,6C,5C,4C,3C,2C,AC,KD,QD////////// stock= home=S"
    state = notation.parse_position(text.replace("//////////", "////////"))
    lines = {line.name: line for line in analysis.anatomy(state)}
    assert lines["pairs"].cards == ((0, 1), (0, 2), (1, 13), (1, 14)) and lines["pairs"].n == 2
    assert lines["runs"].cards == tuple((1, place) for place in range(13))
    assert (lines["runs"].n, lines["runs"].home, lines["runs"].points) == (2, 1, 100)


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_picture_marks_what_it_draws_and_nothing_that_lies_face_down(language: str) -> None:
    for state in walk(7, suits=2):
        view = SPIDER.observe(state, "player")
        scene = BOARD.scene(view, words(language, "spider"))
        hidden = {sprite.id for sprite in scene.sprites if sprite.shape == "back"}
        there = {sprite.id for sprite in scene.sprites} | {slot.id for slot in scene.slots}
        for part in scene.parts:
            assert set(part.marks) <= there - hidden and part.label
        score = next(fact for fact in scene.facts if fact.name == "score")
        assert str(sum(part.points for part in scene.parts)) == score.value

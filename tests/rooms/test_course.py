"""Going back and on in a game whose pack lies fixed: what holds, what it costs and what can be played again, against a model."""

from __future__ import annotations

import random

import pytest

from plyyard.core import registry
from plyyard.core.game import Moved
from plyyard.core.record import Entry
from plyyard.rooms.course import Course

SPIDER = registry.game("spider")
START = SPIDER.start(SPIDER.complete({"number": 20001}, lambda n: 0))
EVENTS = 60


class Model:
    """Keeps after every event the moves that hold, each as its text, and nothing else."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, ...]] = [(), ()]
        self.price = 0

    def state(self, line: tuple[str, ...]) -> object:
        return played(line)[0]

    def jump(self, to: int) -> None:
        now, then = self.lines[-1], self.lines[to]
        shared = next(
            (n for n, (one, two) in enumerate(zip(now, then, strict=False)) if one != two),
            min(len(now), len(then)),
        )
        self.price += sum(played(now)[1][shared:])
        self.lines.append(then)


def played(line: tuple[str, ...]) -> tuple[object, list[int]]:
    """The position after these moves, and what taking each back costs."""
    state, prices = START, []
    for text in line:
        move = SPIDER.notation.parse_move(state, text)
        after = SPIDER.apply(state, Moved("player", move))
        prices.append(SPIDER.undo_price(after.effects, Moved("player", move)))
        state = after.state
    return state, prices


@pytest.mark.parametrize("seed", range(8))
def test_any_event_can_hold_again_at_the_price_of_what_is_undone(seed: int) -> None:
    chance = random.Random(seed)
    course, model = Course(SPIDER, START), Model()
    course.fold(Entry(1, "started"))
    for seq in range(2, EVENTS):
        moves = [SPIDER.notation.format_move(one) for one in SPIDER.legal_moves(course.state)]
        if moves and chance.random() < 0.6:
            again = course.undone and chance.random() < 0.4
            text = course.played[course.undone[-1]].move if again else chance.choice(moves)
            assert text in moves, "what can be played again is legal"
            course.fold(Entry(seq, "moved", "player", move=text))
            model.lines.append((*model.lines[-1], str(text)))
        else:
            to = chance.randrange(seq)
            assert course.may_hold(to, ["player"])
            assert course.stands(to) == (model.lines[to] == model.lines[-1])
            course.fold(Entry(seq, "taken back", "player", to=to))
            model.jump(to)
        line = tuple(str(course.played[one].move) for one in course.line)
        assert line == model.lines[-1]
        assert course.state == model.state(line)
        assert (course.undo_price, course.practice) == (model.price, False)
        assert course.moves_at(seq) == len(line)
    for seq, line in enumerate(model.lines):
        assert tuple(str(course.played[one].move) for one in course.line_at(seq)) == line
        assert course.moves_at(seq) == len(line)
    assert model.price > 0


def test_jumping_on_costs_nothing_and_leaves_the_rest_to_be_played_again() -> None:
    course = Course(SPIDER, START)
    course.fold(Entry(1, "started"))
    for seq in range(2, 7):
        move = SPIDER.notation.format_move(SPIDER.legal_moves(course.state)[0])
        course.fold(Entry(seq, "moved", "player", move=move))
    end = course.state
    course.fold(Entry(7, "taken back", "player", to=1))
    price = course.undo_price
    course.fold(Entry(8, "taken back", "player", to=4))
    assert (course.undo_price, course.line, course.undone) == (price, [2, 3, 4], [6, 5])
    for seq in (9, 10):
        course.fold(Entry(seq, "moved", "player", move=course.played[course.undone[-1]].move))
    assert course.state == end and not course.undone


def test_where_chance_acts_nothing_that_was_taken_back_holds_again() -> None:
    backgammon = registry.game("backgammon")
    start = backgammon.notation.parse_position("4HPwATDgc/ABMA turn=white dice=5,4")
    course = Course(backgammon, start)
    course.fold(Entry(1, "started"))
    first, second = [backgammon.notation.format_move(one) for one in backgammon.legal_moves(start)][:2]
    course.fold(Entry(2, "moved", "white", move=first))
    course.fold(Entry(3, "taken back", "white", to=1))
    course.fold(Entry(4, "moved", "white", move=second))
    assert not course.may_hold(2, ["white"])
    assert course.may_hold(3, ["white"]) and course.may_hold(1, ["white"])

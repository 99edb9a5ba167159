"""Answers of the exercises against the slow oracle: its paths, its rolls and moves, every way of the die tried out."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterator
from fractions import Fraction

import pytest

from plyyard.core.errors import Say
from plyyard.core.exercise import (
    DIFFICULTIES,
    Choice,
    Exercise,
    Number,
    Picks,
    Play,
    exercise,
    generators,
    grade,
)
from plyyard.games.aeroplane.game import GAME
from tests.games.aeroplane.oracle import SAFE, Oracle, path

SEEDS = int(os.environ.get("PLYYARD_SEEDS", "50"))
KINDS = {one.name: one for one in generators("aeroplane")}
over_difficulties = pytest.mark.parametrize("difficulty", DIFFICULTIES)


def made(kind: str, difficulty: int, seeds: int = SEEDS) -> Iterator[Exercise]:
    return (exercise(KINDS[kind], difficulty, seed) for seed in range(1, seeds + 1))


def oracle(position: str) -> tuple[Oracle, int]:
    """The position with the sixes before, and the roll still to be put on the board (0: none)."""
    fields = dict(token.split("=") for token in position.split())
    planes = {
        side: [
            "base" if step == "-" else path(side)[int(step)]
            for step in fields.get(side, "-,-,-,-").split(",")
        ]
        for side in ("red", "yellow")
    }
    return Oracle(planes, fields["turn"], [6] * int(fields.get("sixes", 0))), int(fields.get("die", 0))


def rolled(position: str) -> Oracle:
    found, die = oracle(position)
    found.roll(die)
    return found


def square_of(place: str) -> str:
    """The oracle's name of a place in the scene."""
    if place.startswith("s"):
        return f"ring {place[1:]}"
    side, _, step = place.partition("-")
    return f"{side} column {int(step) - 51}" if step.isdigit() else step


def after(before: Oracle, square: str) -> Oracle:
    found = copy.deepcopy(before)
    found.move(square)
    return found


def with_roll(before: Oracle, die: int) -> Oracle:
    found = copy.deepcopy(before)
    found.roll(die)
    return found


def marked(one: Exercise) -> str:
    return square_of(one.marks[0])


def picks(one: Exercise) -> set[str]:
    assert isinstance(one.answer, Picks)
    return {square_of(place) for place in one.answer.right}


def number(one: Exercise) -> Fraction:
    assert isinstance(one.answer, Number)
    return Fraction(one.answer.value)


def why(one: Exercise, *given: str) -> tuple[str, str]:
    verdict = grade(GAME, one, given)
    assert not verdict.right
    return str(verdict.why), verdict.article


@over_difficulties
def test_planes_land_where_the_drawn_path_leads(difficulty: int) -> None:
    for one in made("landing", difficulty):
        assert picks(one) == {rolled(one.position).reached(marked(one))}, one.position


@over_difficulties
def test_planes_that_may_move(difficulty: int) -> None:
    for one in made("movers", difficulty):
        assert picks(one) == rolled(one.position).choices(), one.position


@over_difficulties
def test_another_roll_or_not(difficulty: int) -> None:
    found = set()
    for one in made("again", difficulty):
        assert isinstance(one.answer, Choice)
        game, die = oracle(one.position)
        side, events = game.turn, game.roll(die)
        if not events:
            events = game.move(marked(one))
        if events[0] == "third six":
            right = "void"
        elif game.winner:
            right = "over"
        else:
            right = "once" if game.turn == side and "extra roll" in events else "passes"
        assert one.answer.right == right, one.position
        found.add(right)
    assert len(found) > 1


@over_difficulties
def test_numbers_and_chances_home(difficulty: int) -> None:
    for one in made("home", difficulty):
        game, _ = oracle(one.position)
        if difficulty == 1:
            right = {die for die in range(1, 7) if with_roll(game, die).reached(marked(one)) == "goal"}
            assert right == {number(one)}, one.position
        elif difficulty == 2:
            assert number(one) == sum(_arrives(game, die) for die in range(1, 7)), one.position
        else:
            assert number(one) == _wins(game), one.position


def _arrives(game: Oracle, die: int) -> bool:
    game = with_roll(game, die)
    return any(game.reached(square) == "goal" for square in game.choices())


def _wins(game: Oracle) -> Fraction:
    """In this turn, each roll with the one plane that can use it."""
    total, side = Fraction(0), game.turn
    for die in range(1, 7):
        then = with_roll(game, die)
        best = Fraction(0)
        for square in then.choices():
            moved = after(then, square)
            best = max(best, Fraction(1) if moved.winner else _wins(moved) if moved.turn == side else best)
        total += best
    return total / 6


@over_difficulties
def test_planes_that_will_be_safe(difficulty: int) -> None:
    for one in made("safe", difficulty):
        game = rolled(one.position)
        ends = {square: game.reached(square) for square in game.choices()}
        assert picks(one) == {
            start for start, end in ends.items() if end in SAFE or not str(end).startswith("ring")
        }, one.position


@over_difficulties
def test_numbers_that_hit(difficulty: int) -> None:
    for one in made("hits", difficulty):
        game, _ = oracle(one.position)
        hunted = {square_of(place) for place in one.marks}
        assert number(one) == sum(_hits(with_roll(game, die), hunted) for die in range(1, 7)), one.position


def _hits(game: Oracle, hunted: set[str]) -> bool:
    side = game.other if game.pending else ""
    return any(
        hunted & set(game.planes[side]) - set(after(game, square).planes[side]) for square in game.choices()
    )


@over_difficulties
def test_danger_is_what_a_search_over_every_turn_finds(difficulty: int) -> None:
    for one in made("danger", difficulty, min(SEEDS, 50) if difficulty < 3 else min(SEEDS, 20)):
        game, _ = oracle(one.position)
        assert number(one) == _danger(game, marked(one), game.other), one.position


def _danger(game: Oracle, hunted: str, side: str) -> Fraction:
    total = Fraction(0)
    for die in range(1, 7):
        then = with_roll(game, die)
        best = Fraction(0)
        for square in then.choices():
            moved = after(then, square)
            if hunted not in moved.planes[side]:
                best = Fraction(1)
                break
            if moved.turn != side and not moved.winner:
                best = max(best, _danger(moved, hunted, side))
        total += best
    return total / 6


def _to_go(game: Oracle, side: str) -> int:
    way = path(side)
    return sum(56 + 15 if square == "base" else 56 - way.index(square) for square in game.planes[side])


def _start(side: str, move: str) -> str:
    return "base" if move == "base" else path(side)[int(move)]


def _gain(game: Oracle, move: str) -> int:
    side, other = game.turn, game.other
    moved = after(game, _start(side, move))
    return _to_go(game, side) - _to_go(moved, side) + _to_go(moved, other) - _to_go(game, other)


def _loss(game: Oracle, side: str, known: dict[str, Fraction]) -> Fraction:
    """Squares that the side loses on average while the other, on turn, sends back what it can."""
    key = game.text()
    if key not in known:
        total = Fraction(0)
        for die in range(1, 7):
            then = with_roll(game, die)
            losses = [Fraction(0)]
            for square in then.choices():
                moved = after(then, square)
                lost = Fraction(_to_go(moved, side) - _to_go(then, side))
                goes_on = moved.turn != side and not moved.winner
                losses.append(lost + (_loss(moved, side, known) if goes_on else 0))
            total += max(losses)
        known[key] = total / 6
    return known[key]


def _hitting(game: Oracle, side: str) -> int:
    """Numbers of the other side's first roll that send a plane of this one back."""
    game = copy.deepcopy(game)
    game.turn, game.rolls = ("yellow" if side == "red" else "red"), []
    return sum(_hits(with_roll(game, die), set(game.planes[side])) for die in range(1, 7))


@over_difficulties
def test_moves_that_weigh_most(difficulty: int) -> None:
    for one in made("weigh", difficulty, SEEDS if difficulty < 3 else min(SEEDS, 10)):
        assert isinstance(one.answer, Play)
        game = rolled(one.position)
        side = game.turn
        moves = [
            GAME.notation.format_move(move)
            for move in GAME.legal_moves(GAME.notation.parse_position(one.position))
        ]
        worth: dict[str, Fraction] = {}
        for move in moves:
            moved = after(game, _start(side, move))
            if difficulty == 1:
                worth[move] = Fraction(_gain(game, move))
            elif difficulty == 2:
                worth[move] = -Fraction(_hitting(moved, side))
            else:
                moved.turn, moved.rolls = game.other, []
                worth[move] = _gain(game, move) - _loss(moved, side, {})
        assert one.answer.right == {move for move in moves if worth[move] == max(worth.values())}, (
            one.position
        )
        assert len(one.answer.right) < len(moves)


@over_difficulties
def test_the_first_wrong_line_of_a_protocol(difficulty: int) -> None:
    found = []
    for one in made("protocol", difficulty):
        assert isinstance(one.answer, Choice)
        game, _ = oracle(one.position)
        wrong = next(
            (name for name, say in one.answer.choices if name != "none" and not _follows(game, say)), "none"
        )
        assert one.answer.right == wrong, f"{one.position}: {[str(say) for _, say in one.answer.choices]}"
        found.append(wrong)
    assert "none" in found and len(set(found)) > 2


def _follows(game: Oracle, line: Say) -> bool:
    """Whether this line may come next; it is then played."""
    side, values = str(line.values["side"]).lower(), line.values
    if game.winner or game.turn != side:
        return False
    game.roll(values["die"])
    if values["start"] is None:
        return not game.pending
    start = "base" if values["start"] < 0 else path(side)[values["start"]]
    if (
        not game.pending
        or start not in game.choices()
        or game.reached(start) != path(side)[values["reached"]]
    ):
        return False
    sent = [event for event in game.move(start) if event.startswith("sent back")]
    return sent == ([f"sent back {values['sent']}"] if "sent" in values else [])


def test_every_kind_of_slip_is_made() -> None:
    articles = {one.article for difficulty in DIFFICULTIES for one in made("protocol", difficulty, 60)}
    assert articles >= {"3.1", "3.2", "3.4", "3.7", "4.1", "4.2", "5.1", "5.4"}


# what is said to wrong answers


def test_wrong_landings_name_the_slip() -> None:
    one = next(one for one in made("landing", 1) if "die=6" not in one.position)
    state = GAME.notation.parse_position(one.position)
    side, end = state.turn, path(state.turn).index(next(iter(picks(one))))
    slot = "s{}".format
    ring = [int(square.removeprefix("ring ")) for square in path(side)[:51]]
    assert why(one, slot(ring[end - 1]))[1] == "3.2"
    assert why(one, slot(ring[end + 4])) == (
        "That is four too many: there are no jumps from colour to colour.",
        "3.7",
    )


def test_wrong_movers_name_the_plane_and_its_article() -> None:
    one = next(one for one in made("movers", 2) if "die=6" not in one.position and "-" in one.position)
    base = next(place for place, _ in one.answer.candidates if place.endswith("base"))  # type: ignore[union-attr]
    said, article = why(one, *one.answer.right, base)  # type: ignore[union-attr]
    assert "Only a six brings a plane out" in said and article == "3.1"
    third = next(one for one in made("movers", 3, 200) if "sixes=2" in one.position)
    assert not third.answer.right  # type: ignore[union-attr]
    assert why(third, third.answer.candidates[0][0])[1] == "5.4"  # type: ignore[union-attr]


def test_wrong_answers_about_another_roll() -> None:
    for one in made("again", 3):
        assert isinstance(one.answer, Choice)
        if one.answer.right == "once":
            assert why(one, "twice")[1] == "5.2" and why(one, "void")[1] == "5.4"
            assert why(one, "over")[1] == "6.1"
        if one.answer.right == "passes":
            assert why(one, "once")[1] in ("4.2", "5.1", "3.3")


def test_wrong_numbers_home() -> None:
    for one in made("home", 1, 12):
        need = int(number(one))
        assert why(one, str(need + 1))[0].startswith("That is one too many")
        if need > 1:
            assert "one square before the goal" in why(one, str(need - 1))[0]


def test_wrong_dangers_name_the_first_roll() -> None:
    one = next(made("danger", 2))
    first = next(iter({0, 1, 2, 3, 4, 5, 6} & {_first_roll(one)}))
    said, article = why(one, f"{first}/6")
    assert said.startswith("That is the first roll only") and article == "5.1"
    assert why(one, "3/2")[0].startswith("A chance is between 0 and 1")


def _first_roll(one: Exercise) -> int:
    game, _ = oracle(one.position)
    return sum(_hits(with_roll(game, die), {marked(one)}) for die in range(1, 7))


def test_wrong_hits_count_no_number_twice() -> None:
    for one in made("hits", 2):
        right = number(one)
        said, article = why(one, str(right + 1))
        assert article in ("4.1", "4.2", "2.2") and said
        assert why(one, "7")[1] in ("2.2", "4.2")


def test_wrong_moves_are_told_their_figures() -> None:
    one = next(made("weigh", 1))
    assert isinstance(one.answer, Play)
    moves = {
        GAME.notation.format_move(move)
        for move in GAME.legal_moves(GAME.notation.parse_position(one.position))
    }
    worse = min(moves - one.answer.right)
    game = rolled(one.position)
    assert str(_gain(game, worse)) in why(one, worse)[0]
    assert why(one, "56")[1] in ("3.5", "3.6")


def test_wrong_lines_say_whether_to_read_on() -> None:
    one = next(one for one in made("protocol", 3) if one.answer.right == "3")  # type: ignore[union-attr]
    assert "Read on" in why(one, "1")[0]
    assert why(one, "5")[0].startswith("An earlier line")

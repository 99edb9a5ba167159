"""Figures and tables for lessons against formulas, plain enumeration and the slow oracle."""

from __future__ import annotations

import functools
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from plyyard.core.errors import BadPosition, BadText, IllegalMove, PlyError
from plyyard.core.truth import truths, values
from plyyard.core.words import LANGUAGES, words
from plyyard.games.backgammon import openings
from plyyard.games.backgammon.game import GAME
from plyyard.games.backgammon.state import State
from tests.games.backgammon import oracle
from tests.games.backgammon.test_exercises import after, seen, slow_shots, turned

VALUES = values("backgammon")
TRUTHS = {one.name: one for one in truths("backgammon")}
THIRTY_SIX = list(product(range(1, 7), repeat=2))
BLOT_SIX_AWAY = "4HXwATCw5+ABMA turn=white"
RACE = "tnsPAABtdw8AAA turn=white"


def rows(name: str, position: str = "", **inputs: Any) -> list[tuple[Any, ...]]:
    one = TRUTHS[name]
    text = position or one.position
    state = GAME.notation.parse_position(text) if text else None
    found = one.rows({option.name: option.default for option in one.inputs} | inputs, state)
    assert all(len(row) == len(one.columns) for row in found)
    return list(found)


def reaches(away: int, roll: tuple[int, int]) -> bool:
    """Over an empty board: either number, the sum, or so many times a double."""
    a, b = roll
    return away in ((a, b, a + b) if a != b else (a, 2 * a, 3 * a, 4 * a))


def test_by_distance() -> None:
    for away, direct, others, n, chance in rows("distance"):
        assert n == sum(reaches(away, roll) for roll in THIRTY_SIX) == VALUES["shots at"](str(away))
        assert direct == sum(away in roll for roll in THIRTY_SIX)
        assert others == n - direct
        assert chance == Fraction(n, 36)


@pytest.mark.parametrize(
    "position",
    [
        BLOT_SIX_AWAY,
        "2C7wATDs3gcAIA turn=white",
        "2C7wATDs3gcAIA turn=black",
        "aMy2MQDwAcB/QA turn=black",
        "turn=white",
    ],
)
def test_shots_of_a_position(position: str) -> None:
    state = GAME.notation.parse_position(position)
    *single, any_of_them = rows("shots", position)
    before = seen(state)
    assert any_of_them[1] == slow_shots(before) == VALUES["shots"](position)
    assert any_of_them[2] == Fraction(any_of_them[1], 36) == VALUES["hit chance"](position)
    blots = [point for point in range(24, 0, -1) if before[1].count(point) == 1]
    assert [row[0].values["point"] for row in single] == blots
    for point, row in zip(blots, single, strict=True):
        ends = (oracle.results(before, roll) for roll in THIRTY_SIX)
        assert row[1] == sum(any(point not in end[1] for end in reached) for reached in ends)
    assert max([0, *(row[1] for row in single)]) <= any_of_them[1] <= sum(row[1] for row in single)


def test_entering() -> None:
    for closed, one, both, single, none in rows("enter"):
        opening = 6 - closed
        assert one == 1 - Fraction(closed, 6) ** 2 == VALUES["enters"](str(closed))
        assert both == Fraction(opening, 6) ** 2 == VALUES["enters"](str(closed), "2")
        assert none == Fraction(closed, 6) ** 2 == VALUES["stays out"](str(closed))
        assert both + single + none == 1


def test_three_enter_only_with_a_double() -> None:
    assert VALUES["enters"]("2", "3") == Fraction(4, 36)
    assert VALUES["enters"]("2", "5") == 0


@functools.cache
def off_by(points: tuple[int, ...], rolls: int) -> Fraction:
    """Best chance to have borne off so few checkers by then, over all ways to play."""
    if not points:
        return Fraction(1)
    if rolls == 0:
        return Fraction(0)
    total = Fraction(0)
    for roll in THIRTY_SIX:
        ends = oracle.results((points, ()), (max(roll), min(roll)))
        total += max(off_by(tuple(place for place in end[0] if place), rolls - 1) for end in ends)
    return total / 36


@pytest.mark.parametrize("points", [(6,), (3, 5), (1, 2, 6), (2, 2, 4)])
def test_rolls_to_bear_off(points: tuple[int, ...]) -> None:
    """Fewest on average is also best by each number of rolls, for so few."""
    places = tuple(15 - len(points) if place == 0 else points.count(place) for place in range(26))
    text = GAME.notation.format_position(State((places, places), "white"))
    for number, white, black in rows("rolls", text)[:3]:
        assert white == black
        assert float(white) == pytest.approx(float(off_by(points, number)), abs=2e-6)
    assert VALUES["ends"](text) == off_by(points, 1)


def test_a_race() -> None:
    white, black = rows("race")
    assert (
        (white[1], black[1]) == (62, 66) == tuple(VALUES["pips"](RACE, side) for side in ("white", "black"))
    )
    assert white[3] + black[3] == 1 == white[4] + black[4]
    assert float(white[3]) == pytest.approx(VALUES["race"](RACE), abs=1e-6)
    assert float(white[4]) == pytest.approx(VALUES["race by pips"]("62", "66"), abs=1e-6)
    won = sum(  # my roll number k + 1 is the last, and the other side is not off after k
        (mine - before) * (1 - theirs)
        for mine, before, theirs in zip(
            [float(row[1]) for row in rows("rolls")],
            [0.0, *(float(row[1]) for row in rows("rolls"))],
            [0.0, *(float(row[2]) for row in rows("rolls"))],
            strict=False,
        )
    )
    assert won == pytest.approx(float(white[3]), abs=1e-3)


def test_leads() -> None:
    found = {lead: chance for lead, _, chance in rows("lead")}
    assert list(found.values()) == sorted(found.values())
    assert float(found[-4]) == 0.5  # being on roll is worth four pips
    assert len(rows("lead", pips=10)) == 30


def test_openings_are_what_the_computer_judges_today() -> None:
    for dice in ((3, 1), (6, 1), (2, 2)):
        kept, now = openings.known()[dice], openings.judged(dice)
        assert [play for play, _ in kept] == [play for play, _ in now]
        assert [equity for _, equity in kept] == pytest.approx([equity for _, equity in now], abs=1e-3)


def test_openings_are_legal_and_all_there() -> None:
    found = rows("openings")
    assert len(found) == 21
    for roll, best, equity, second, next_equity in found:
        state = State(dice=(int(roll[0]), int(roll[2])))
        assert GAME.why_not(state, best) is None is GAME.why_not(state, second)
        assert 3 > equity >= next_equity > -3


def test_single_figures() -> None:
    assert VALUES["rolls"]() == 36
    assert VALUES["different rolls"]() == 21
    assert VALUES["doubles"]() == Fraction(1, 6)
    assert VALUES["average roll"]() == Fraction(sum(a + b if a != b else 4 * a for a, b in THIRTY_SIX), 36)
    assert VALUES["pips"]("turn=white", "black") == 167
    assert VALUES["on point"]("turn=white", "white", "13") == 5
    assert VALUES["opposite"]("24") == 1
    assert VALUES["plays"]("turn=white dice=3,1") == 16
    start = GAME.notation.parse_position("turn=white dice=2,1")
    for play in ("13/11 6/5", "24/21", "13/10"):
        left = turned(after(seen(start), play))
        assert VALUES["shots after"]("turn=white dice=2,1", play) == slow_shots(left)


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("shots", ["nonsense"], BadText),
        ("shots", ["////////////// turn=white"], BadPosition),
        ("shots at", ["0"], BadText),
        ("shots at", ["24"], BadText),
        ("shots at", ["½"], BadText),
        ("enters", ["7"], BadText),
        ("enters", ["1", "16"], BadText),
        ("pips", ["turn=white", "green"], BadText),
        ("race", ["turn=white"], BadText),
        ("race by pips", ["0", "100"], BadText),
        ("shots after", ["turn=white dice=2,1", "13/9"], IllegalMove),
        ("opposite", ["25"], BadText),
    ],
)
def test_bad_arguments_are_refused(name: str, arguments: list[str], error: type[PlyError]) -> None:
    with pytest.raises(error):
        VALUES[name](*arguments)


@pytest.mark.parametrize("name", ["shots", "race", "rolls"])
def test_a_finished_position_has_no_table(name: str) -> None:
    over = State(((15, *[0] * 25), (14, 1, *[0] * 24)), "white")
    with pytest.raises(BadText):
        TRUTHS[name].rows({}, over)
    if name != "shots":
        with pytest.raises(BadText):
            TRUTHS[name].rows({}, State())


def test_tables_have_words() -> None:
    for language in LANGUAGES:
        t = words(language, "backgammon")
        for one in TRUTHS.values():
            assert all(t.say(say) for say in (one.title, one.says, *one.columns))

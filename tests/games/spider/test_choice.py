"""Ways to choose a deal: the day's, and the table of those that are known to be solvable."""

from __future__ import annotations

import itertools
from datetime import date

import pytest

from plyyard.core.chance import seeded
from plyyard.core.choosing import chosen
from plyyard.core.errors import BadOptions
from plyyard.core.game import Moved
from plyyard.games.spider import choice, grading
from plyyard.games.spider.game import GAME
from plyyard.games.spider.grading import GRADES, grade
from plyyard.games.spider.solver import solve
from plyyard.games.spider.state import PLAYER

DAY = date(2026, 11, 30)
KINDS = list(itertools.product((1, 2, 4), ("xpat2", "left"), ("auto", "keep")))


def number(way: str, seed: int = 1, **options: object) -> int:
    values, ways = chosen(GAME, {"number": way, **options}, seeded(seed), DAY)
    assert ways == {"number": way} and values.items() >= options.items()
    GAME.complete(values, seeded(1))
    return int(values["number"])


def test_todays_deal_is_the_date() -> None:
    assert number("today") == number("today", seed=2, suits=1) == 20261130
    for day, expected in (
        (date(1, 1, 1), 10101),
        (date(9999, 12, 31), 99991231),
        (date(2028, 2, 29), 20280229),
    ):
        assert choice.todays(day) == expected
        GAME.complete({"number": expected}, seeded(1))


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_has_deals_of_each_grade_for_all_options(kind: tuple[int, str, str]) -> None:
    known = choice.graded(*kind)
    assert set(known) == set(GRADES)
    numbers = [one for grade in known.values() for one in grade]
    assert len(numbers) == len(set(numbers)) and min(numbers) >= choice.FIRST
    assert all(len(grade) >= 6 for grade in known.values())
    assert known == choice.graded(kind[0], kind[1], kind[2].replace("auto", "manual"))


@pytest.mark.parametrize("suits", [1, 2, 4])
@pytest.mark.parametrize("layout", ["xpat2", "left"])
def test_a_deal_of_the_table_is_as_hard_as_it_says(suits: int, layout: str) -> None:
    for name in GRADES:
        options = {"suits": suits, "layout": layout, "runs": "auto"}
        found = number(name, **options)
        assert found in choice.graded(suits, layout, "auto")[name]
        assert grade(found, options) == name, found


@pytest.mark.parametrize("suits", [1, 2])
def test_so_is_one_with_runs_that_stay(suits: int) -> None:
    options = {"suits": suits, "layout": "xpat2", "runs": "keep"}
    assert grade(number("easy", **options), options) == "easy"


@pytest.mark.parametrize(
    ("rule", "runs"),
    [("strict", "manual"), ("relaxed1", "auto"), ("relaxed2", "auto"), ("relaxed2", "manual")],
)
def test_what_can_be_won_can_be_won_under_each_rule(rule: str, runs: str) -> None:
    """The line under the strict rule is played under the rule that was chosen."""
    options = {"suits": 2, "layout": "xpat2", "rule": rule, "runs": runs}
    found = number("solvable", **options)
    start = GAME.start({**options, "number": found})
    line = solve(GAME.start({**options, "rule": "strict", "number": found}), passes=grading.LADDER).line
    for move in line:
        start = GAME.apply(start, Moved(PLAYER, move)).state
    result = GAME.result(start)
    assert result is not None and result.kind == "won"


def test_each_deal_of_a_grade_can_come() -> None:
    known = choice.graded(2, "xpat2", "auto")["hard"]
    assert {number("hard", seed, suits=2) for seed in range(40 * len(known))} == set(known)


@pytest.mark.parametrize("way", ["", "heute", "Today", "lot", "number", "1", "hard ", "=1", "schwer" * 20])
def test_an_unknown_way_is_refused_with_those_there_are(way: str) -> None:
    with pytest.raises(BadOptions, match="today, solvable, easy, medium, hard"):
        chosen(GAME, {"number": way}, seeded(1), DAY)


def test_wrong_options_beside_a_way_are_refused() -> None:
    for options in ({"suits": 3}, {"layout": "right"}, {"runs": None}, {"colour": 1}):
        with pytest.raises(BadOptions):
            chosen(GAME, {"number": "hard", **options}, seeded(1), DAY)


def test_rules_without_known_deals_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "_table", dict)
    with pytest.raises(BadOptions, match="no such deals are known"):
        number("hard")
    assert number("today") == 20261130

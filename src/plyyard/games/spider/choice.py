"""How a deal can be chosen without naming its number: today's, one that can be won, one that is easy, medium or hard."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from plyyard.core.chance import Below
from plyyard.core.errors import BadOptions, Say
from plyyard.core.game import Way

FIRST = 1_000_000
TABLE = Path(__file__).with_name("deals.txt")
"""Made by plyyard.training.spider; each deal in it has been solved, all cards open, under the strict rule."""

Grades = Mapping[str, tuple[int, ...]]


def todays(day: date) -> int:
    """The day's deal: year, month and day as one number.

    >>> todays(date(2026, 11, 30))
    20261130
    """
    return 10_000 * day.year + 100 * day.month + day.day


def graded(suits: int, layout: str, runs: str) -> Grades:
    """Deals known to be solvable, by how hard they are. A win under the strict rule is one under the others, too."""
    return _table().get((suits, layout, "keep" if runs == "keep" else "auto"), {})


@functools.cache
def _table() -> Mapping[tuple[int, str, str], Grades]:
    return read(TABLE.read_text("ascii"))


def read(table: str) -> Mapping[tuple[int, str, str], Grades]:
    """Deals by suits, layout and runs, then by grade: a line is ``4 xpat2 auto easy 0 5 6``, numbers less ``FIRST``.

    >>> read("4 xpat2 auto easy 0 5 6")
    {(4, 'xpat2', 'auto'): {'easy': (1000000, 1000005, 1000006)}}
    """
    found: dict[tuple[int, str, str], dict[str, tuple[int, ...]]] = {}
    for line in table.splitlines():
        suits, layout, runs, name, *places = line.split()
        numbers = tuple(FIRST + int(place) for place in places)
        found.setdefault((int(suits), layout, runs), {})[name] = numbers
    return found


def _one_of(*grades: str) -> Callable[[Mapping[str, Any], date, Below], int]:
    def choose(options: Mapping[str, Any], day: date, below: Below) -> int:
        found = graded(options["suits"], options["layout"], options["runs"])
        known = [found[name] for name in grades if found.get(name)]
        if not known:
            raise BadOptions(
                Say("With these rules no such deals are known: choose another way, or other rules.")
            )
        numbers = known[below(len(known))]
        return numbers[below(len(numbers))]

    return choose


WAYS = (
    Way("today", Say("today's deal, {day}"), lambda options, day, below: todays(day), once=True),
    Way("solvable", Say("can be won"), _one_of("easy", "medium", "hard")),
    Way("easy", Say("easy"), _one_of("easy")),
    Way("medium", Say("medium"), _one_of("medium")),
    Way("hard", Say("hard"), _one_of("hard")),
)
NOTE = Say(
    "Can be won: a program that sees all cards has done it. Easy to hard: how long it had to search, compared with deals of as "
    "many suits. Today's deal is the same for everyone, until midnight UTC."
)

"""Makes the table of Spider's deals that are known to be solvable: ``uv run python -m plyyard.training.spider --jobs 2``.

It writes games/spider/deals.txt, the same on every machine, in three minutes of one core: deals from 1,000,000 on, each graded by
games/spider/grading.py, up to a number of each grade. ``--each N --file FILE`` writes fewer, elsewhere: the first N of each line.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from plyyard.core.workers import processes
from plyyard.games.spider.choice import FIRST, TABLE
from plyyard.games.spider.grading import GRADES, grade

EACH = {"auto": 40, "keep": 6}
SUITS = (4, 2, 1)
LAYOUTS = ("xpat2", "left")
AT_ONCE = 64


def first_of_each_grade(
    options: Mapping[str, Any], each: int, executor: Executor | None = None
) -> dict[str, list[int]]:
    """The first deals from ``FIRST`` on that are easy, medium and hard."""
    tried = map if executor is None else executor.map
    found: dict[str, list[int]] = {name: [] for name in GRADES}
    for start in itertools.count(FIRST, AT_ONCE):
        numbers = range(start, start + AT_ONCE)
        grades = tried(grade, numbers, itertools.repeat(options))
        for number, name in zip(numbers, grades, strict=True):
            if name is not None and len(found[name]) < each:
                found[name].append(number)
        if all(len(one) == each for one in found.values()):
            return found
    raise AssertionError("numbers do not end")


def lines(each: Mapping[str, int], executor: Executor | None = None) -> Iterator[str]:
    """Suits, layout, runs, grade, then numbers less ``FIRST``."""
    for runs, suits, layout in itertools.product(each, SUITS, LAYOUTS):
        options = {"suits": suits, "layout": layout, "runs": runs}
        for name, numbers in first_of_each_grade(options, each[runs], executor).items():
            yield " ".join(map(str, [suits, layout, runs, name, *(number - FIRST for number in numbers)]))
        print(options, file=sys.stderr)


def _count(text: str) -> int:
    if (count := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{count}: it must be 1 at least")
    return count


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m plyyard.training.spider", description=__doc__)
    asked.add_argument("--jobs", type=_count, default=1, help="processes")
    asked.add_argument(
        "--each", type=_count, help="deals of each grade (as shipped: 40, with runs that stay 6)"
    )
    asked.add_argument("--file", type=Path, default=TABLE, help="where to write")
    given = asked.parse_args()
    each = dict.fromkeys(EACH, given.each) if given.each else EACH
    with processes(given.jobs) as executor:
        table = "\n".join(lines(each, executor))
    given.file.write_text(f"{table}\n", "ascii")


if __name__ == "__main__":
    main()

"""Makes the table of Spider's deals that are known to be solvable: ``uv run python -m plyyard.training.spider [JOBS]``.

It writes games/spider/deals.txt, the same on every machine, in three minutes of one core: deals from 1,000,000 on, each graded by
games/spider/grading.py, up to a number of each grade.
"""

from __future__ import annotations

import itertools
import multiprocessing
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from plyyard.games.spider.choice import FIRST, TABLE
from plyyard.games.spider.grading import GRADES, grade

EACH = {"auto": 40, "keep": 6}
AT_ONCE = 64


def lines(executor: ProcessPoolExecutor) -> Iterator[str]:
    """Suits, layout, runs, grade, then numbers less ``FIRST``."""
    for runs, suits, layout in itertools.product(EACH, (4, 2, 1), ("xpat2", "left")):
        options: dict[str, Any] = {"suits": suits, "layout": layout, "runs": runs}
        found: dict[str, list[int]] = {name: [] for name in GRADES}
        for place in itertools.count(0, AT_ONCE):
            numbers = range(FIRST + place, FIRST + place + AT_ONCE)
            for number, name in zip(
                numbers, executor.map(grade, numbers, itertools.repeat(options)), strict=True
            ):
                if name is not None and len(found[name]) < EACH[runs]:
                    found[name].append(number - FIRST)
            if all(len(one) == EACH[runs] for one in found.values()):
                break
        for name, numbers_of in found.items():
            yield " ".join(map(str, [suits, layout, runs, name, *numbers_of]))
        print(options, place + AT_ONCE, file=sys.stderr)


def main() -> None:
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as executor:
        table = "\n".join(lines(executor))
    TABLE.write_text(f"{table}\n", "ascii")


if __name__ == "__main__":
    main()

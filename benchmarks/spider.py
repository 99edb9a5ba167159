"""How well Spider's open-card solver does: XPat2's deals, strict, by suits, each deal on its own.

    uv run python benchmarks/spider.py [FIRST [LAST [SUITS … [keep]]]]

With ``keep`` no run is removed: a win has all eight runs in the columns, 1000 points.

Prints Markdown for docs/figures.md. Times are CPU time of this process on one core; deals that nobody can win, and
deals about which nothing was found, are listed apart.
"""

from __future__ import annotations

import sys
from resource import RUSAGE_SELF, getrusage

from table import machine, markdown, share

from plyyard.games.spider.solver import DIFFICULTIES, difficulty
from plyyard.games.spider.sweep import solve_deal, sweep

LIMIT_MS = 60_000
LIMITS = (0.1, 0.3, 0.5, 1, 2, 5, 60)


def main(first: int, last: int, suits: list[int], runs: str) -> None:
    print(f"Machine: {machine(['numba', 'numpy'])}.\n")
    solve_deal(0, {}, None)  # compiles
    rows, apart = [], []
    for count in suits:
        found = list(sweep(range(first, last + 1), {"suits": count, "runs": runs}, LIMIT_MS))
        solved = [one.solution for one in found if one.solution.status == "solved"]
        times = [solution.ms / 1000 for solution in solved]
        within = [str(sum(time <= limit for time in times)) for limit in LIMITS]
        spread = [f"{share(times, part):.3f} s" for part in (0.5, 0.95, 1)]
        kinds = [sum(difficulty(one) == name for one in solved) for name in DIFFICULTIES]
        rows.append((f"{count}", f"{len(found):,}", *within, *spread, " / ".join(map(str, kinds))))
        for status in ("unsolvable", "unknown"):
            numbers = [one.number for one in found if one.solution.status == status]
            apart.append(f"- {count} suits, {status}: {', '.join(map(str, numbers)) or 'none'}")
        print(f"{count} suits done, {sum(one.solution.ms for one in found) / 1000:.0f} s", file=sys.stderr)
    head = ["suits", "deals", *(f"{limit} s" for limit in LIMITS), "median", "p95", "longest"]
    print(markdown([*head, "easy / medium / hard"], rows))
    print()
    print("\n".join(apart))
    print(f"\nMost memory of the process: {getrusage(RUSAGE_SELF).ru_maxrss / 1024:.0f} MB.")


if __name__ == "__main__":
    kept = "keep" in sys.argv
    given = [int(text) for text in sys.argv[1:] if text != "keep"]
    begin = given[0] if given else 20_001
    main(
        begin, given[1] if len(given) > 1 else begin + 999, given[2:] or [4, 2, 1], "keep" if kept else "auto"
    )

"""How hard a deal is: by the narrowest beam that finds a win, all cards open, measured among deals of as many suits.

A yardstick stays as it is: deals.txt holds what was measured by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import process_time
from typing import Any

from plyyard.core.errors import Say
from plyyard.games.spider.deal import dealt
from plyyard.games.spider.solver import Pass, Worth, solve

GRADES = {"easy": Say("Easy"), "medium": Say("Medium"), "hard": Say("Hard")}
WORTH = Worth(
    8, 48, 57, 42, 8, -12, (39, 64, 98, 120, 137), (60, 110, 156, 179, 202, 225, 248, 271, 294, 317), 229
)
WIDTHS = (1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64, 90, 128, 181, 256, 362, 512, 724, 1024)
LADDER = tuple(Pass(width, WORTH) for width in WIDTHS)
WIDEST = {
    (1, "removed"): (1, 3),
    (2, "removed"): (6, 16),
    (4, "removed"): (32, 90),
    (1, "keep"): (8, 64),
    (2, "keep"): (64, 181),
    (4, "keep"): (128, 362),
}
"""By suits and whether runs are removed: up to which width a deal is easy, and medium; so that some four of ten are easy, four
medium and two hard (with runs that stay about a third each).
"""


def way_of_runs(runs: str) -> str:
    """Removed at once or by hand: the same deals can be won, with the same moves."""
    return "keep" if runs == "keep" else "removed"


def grade_of_winnable(number: int, options: Mapping[str, Any]) -> str:
    """How hard a deal is that can be won: where no beam of the ladder finds it, it is hard, too."""
    return grade(number, options) or "hard"


def grade(
    number: int,
    options: Mapping[str, Any],
    ms: float | None = None,
    clock: Callable[[], float] = process_time,
) -> str | None:
    """How hard a deal is under the strict rule, or None where the ladder finds no win (within ``ms`` of ``clock``)."""
    suits, runs = options["suits"], options["runs"]
    state = dealt(number, suits, options["layout"], "strict", "keep" if runs == "keep" else "auto")
    found = solve(state, ms=ms, clock=clock, passes=LADDER)
    if found.status != "solved":
        return None
    for widest, name in zip(WIDEST[suits, way_of_runs(runs)], GRADES, strict=False):
        if found.width <= widest:
            return name
    return "hard"

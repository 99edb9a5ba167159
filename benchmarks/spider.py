"""How well Spider's open-card solver does: XPat2's deals, strict, by suits, each deal on its own; or positions of games.

    uv run python benchmarks/spider.py [FIRST [LAST [SUITS … [keep]]]] [--jobs N] [--notes FILE]
    uv run python benchmarks/spider.py winnable [GAMES]

With ``keep`` no run is removed: a win has all eight runs in the columns, 1000 points. ``--notes`` writes each deal down as
it is done, and does not do again what is written there. ``winnable`` asks about moments of games played carelessly, each in
another way to play, within three seconds, as the page does.

Prints Markdown for docs/figures.md. Times are CPU time of a process on one core; deals that nobody can win, and
deals about which nothing was found, are listed apart.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import process_time
from typing import NamedTuple

from table import machine, markdown, share

from plyyard.core.game import Moved
from plyyard.games.spider.game import GAME
from plyyard.games.spider.grading import GRADES
from plyyard.games.spider.solver import Solution, solve
from plyyard.games.spider.state import PLAYER, State
from plyyard.games.spider.sweep import sweep

LIMIT_MS = 60_000
LIMITS = (0.1, 0.3, 0.5, 1, 2, 5, 60)
PAGE_MS = 2_900
MOVES = 250


class Note(NamedTuple):
    """One deal, as it is written down."""

    number: int
    suits: int
    runs: str
    status: str
    ms: float
    width: int
    nodes: int
    grade: str | None


def deals(numbers: range, suits: int, runs: str, jobs: int, notes: Path | None) -> Iterator[Note]:
    """Each deal's result, from the notes or measured now."""
    written = notes.read_text().splitlines() if notes is not None and notes.exists() else []
    known = {note[:3]: note for note in (Note(*json.loads(line)) for line in written)}
    rest = []
    for number in numbers:
        if (number, suits, runs) in known:
            yield known[number, suits, runs]
        else:
            rest.append(number)
    options = {"suits": suits, "runs": runs}
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as executor:
        for number, found, grade in sweep(rest, options, LIMIT_MS, executor):
            note = Note(number, suits, runs, found.status, found.ms, found.width, found.nodes, grade)
            if notes is not None:
                with notes.open("a") as file:
                    print(json.dumps(note), file=file)
            yield note


def solved_within(numbers: range, suits: list[int], runs: str, jobs: int, notes: Path | None) -> None:
    rows, apart = [], []
    for count in suits:
        found = sorted(deals(numbers, count, runs, jobs, notes))
        solved = [note for note in found if note.status == "solved"]
        times = [note.ms / 1000 for note in solved]
        within = [str(sum(time <= limit for time in times)) for limit in LIMITS]
        spread = [f"{share(times, part):.3f} s" for part in (0.5, 0.95, 1)] if times else ["–"] * 3
        grades = [note.grade for note in solved]
        kinds = " / ".join(str(grades.count(name)) for name in GRADES)
        rows.append((f"{count}", f"{len(found):,}", *within, *spread, kinds))
        for status in ("unsolvable", "unknown"):
            those = [note.number for note in found if note.status == status]
            apart.append(f"- {count} suits, {status}: {', '.join(map(str, those)) or 'none'}")
        print(f"{count} suits done, {sum(note.ms for note in found) / 1000:.0f} s", file=sys.stderr)
    head = ["suits", "deals", *(f"{limit} s" for limit in LIMITS), "median", "p95", "longest"]
    print(markdown([*head, "easy / medium / hard"], rows))
    print()
    print("\n".join(apart))


def moment(seed: int) -> State:
    """A position of a careless game: the best of three moves by points, now and then a deal; at any moment of it."""
    chance = random.Random(seed)
    options = {
        "number": chance.randrange(1_000_000_000),
        "suits": (4, 2, 1)[seed % 3],
        "rule": chance.choice(("strict", "strict", "relaxed1", "relaxed2")),
        "runs": chance.choice(("auto", "auto", "manual", "keep")),
    }
    states = [GAME.start(GAME.complete(options, lambda n: 0))]
    while len(states) < MOVES and (moves := GAME.legal_moves(states[-1])):
        tried = [
            GAME.apply(states[-1], Moved(PLAYER, move)).state
            for move in chance.sample(moves, min(3, len(moves)))
        ]
        states.append(max(tried, key=lambda state: GAME.score(state)["points"]))
    return chance.choice(states)


def winnable(games: int) -> None:
    solve(moment(2), ms=1)  # compiles
    by_suits: dict[int, list[Solution]] = {4: [], 2: [], 1: []}
    for seed in range(games):
        state = moment(seed)
        by_suits[state.suits].append(solve(state, ms=PAGE_MS, clock=process_time))
    rows = []
    groups = {str(suits): found for suits, found in by_suits.items()}
    groups["together"] = [one for found in by_suits.values() for one in found]
    for name, found in groups.items():
        times = [one.ms / 1000 for one in found]
        answers = [
            f"{sum(one.status == status for one in found)}" for status in ("solved", "unsolvable", "unknown")
        ]
        rows.append((name, f"{len(found)}", *answers, *(f"{share(times, p):.3f} s" for p in (0.5, 0.95, 1))))
    print(
        markdown(["suits", "positions", "yes", "no: proved", "not known", "median", "p95", "longest"], rows)
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("words", nargs="*")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--notes", type=Path)
    given = parser.parse_args()
    print(f"Machine: {machine(['numba', 'numpy'])}.\n")
    numbers = [int(word) for word in given.words if word not in ("keep", "winnable")]
    if "winnable" in given.words:
        winnable(numbers[0] if numbers else 300)
    else:
        first = numbers[0] if numbers else 20_001
        last = numbers[1] if len(numbers) > 1 else first + 999
        runs = "keep" if "keep" in given.words else "auto"
        solved_within(range(first, last + 1), numbers[2:] or [4, 2, 1], runs, given.jobs, given.notes)
    most = max(getrusage(who).ru_maxrss for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
    print(f"\nMost memory of a process: {most / 1024:.0f} MB.")


if __name__ == "__main__":
    main()

"""Many deals solved, on any ``concurrent.futures.Executor``, and as records: processes here, or Dask's on many machines:
``sweep(numbers, options, ms, Client(address).get_executor(pure=False))``, where the workers have plyyard installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import islice
from time import process_time
from typing import Any, NamedTuple

from plyyard.core.game import Moved
from plyyard.core.record import VERSION, Entry, Outcome, Player, Record
from plyyard.games.spider.game import GAME
from plyyard.games.spider.grading import grade_of_winnable
from plyyard.games.spider.solver import Solution, solve
from plyyard.games.spider.state import PLAYER, State

AHEAD = 256
"""Deals handed out at once."""


class Solved(NamedTuple):
    """A deal's number, what was found (``ms`` of processor time), and how hard it is if it can be won (grading.py)."""

    number: int
    solution: Solution
    grade: str | None


def solve_deal(number: int, options: Mapping[str, Any], ms: float | None) -> Solved:
    """One deal, within so many milliseconds of processor time."""
    whole = GAME.complete({**options, "number": number}, lambda n: 0)
    found = solve(GAME.start(whole), ms=ms, clock=process_time)
    return Solved(number, found, grade_of_winnable(number, whole) if found.status == "solved" else None)


def sweep(
    numbers: Iterable[int], options: Mapping[str, Any], ms: float | None, executor: Executor | None = None
) -> Iterator[Solved]:
    """Each deal's solution as it is found; without an executor here, one after the other."""
    if executor is None:
        for number in numbers:
            yield solve_deal(number, options, ms)
        return
    rest = iter(numbers)
    running: set[Future[Solved]] = set()
    while True:
        for number in islice(rest, AHEAD - len(running)):
            running.add(executor.submit(solve_deal, number, options, ms))
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def record(state: State, solution: Solution, options: Mapping[str, Any]) -> Record:
    """The line as a record: from the deal's options, or without any from the position."""
    start = None if options else GAME.notation.format_position(state)
    played = GAME.settle(state).state
    entries = []
    for seq, move in enumerate(solution.line, 1):
        after = GAME.apply(played, Moved(PLAYER, move))
        effects = [effect.text for effect in after.effects]
        entries.append(Entry(seq, "moved", PLAYER, GAME.notation.format_move(move), effects=effects))
        played = after.state
    result = GAME.result(played)
    return Record(
        plyyard=VERSION,
        game=GAME.name,
        rules=GAME.rules_version,
        options=dict(options),
        players={PLAYER: Player("computer")},
        start=start,
        result=Outcome(result.winner, result.kind, result.points) if result else None,
        events=entries,
    )


def share(values: Iterable[float], part: float) -> float:
    """The value below which this part of the values lies.

    >>> share([4, 1, 2, 3], 0.5)
    3
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]

"""Many deals solved, on each kind of executor, and their lines as records."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from plyyard.core.record import decode, encode, replay
from plyyard.games.spider import choice, grading
from plyyard.games.spider.game import GAME
from plyyard.games.spider.solver import solve
from plyyard.games.spider.sweep import record, solve_deal, sweep

OPTIONS = {"suits": 1}
COMPLETE = {"layout": "xpat2", "rule": "strict", "runs": "auto"}
NUMBERS = range(20, 24)


@contextmanager
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


@contextmanager
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        yield executor


@contextmanager
def dask() -> Iterator[Executor]:
    """A cluster of its own on this machine: two worker processes, no page to watch it."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor(pure=False)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [threads, processes, dask])
def test_any_executor_finds_what_one_finds_alone(kind: Any) -> None:
    alone = {one.number: one.solution.line for one in sweep(NUMBERS, OPTIONS, None)}
    assert sorted(alone) == list(NUMBERS) and all(alone.values())
    with kind() as executor:
        together = {one.number: one.solution.line for one in sweep(NUMBERS, OPTIONS, None, executor)}
    assert together == alone


def test_a_sweep_of_many_hands_out_only_some_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from plyyard.games.spider import sweep as module

    monkeypatch.setattr(module, "AHEAD", 2)
    handed_out = []

    def numbers() -> Iterator[int]:
        for number in NUMBERS:
            handed_out.append(number)
            yield number

    with threads() as executor:
        found = sweep(numbers(), OPTIONS, None, executor)
        first = next(found)
        assert len(handed_out) == 2
        assert sorted([first.number, *(one.number for one in found)]) == list(NUMBERS)


@pytest.mark.parametrize(
    ("suits", "layout", "rule", "runs"),
    [(1, "left", "strict", "auto"), (2, "xpat2", "relaxed2", "manual"), (4, "xpat2", "strict", "auto")],
)
def test_a_deal_is_as_hard_as_the_choice_of_deals_says(suits: int, layout: str, rule: str, runs: str) -> None:
    options = {"suits": suits, "layout": layout, "rule": rule, "runs": runs}
    for name, numbers in choice.graded(suits, layout, runs).items():
        assert {one.grade for one in sweep(numbers[:3], options, None)} == {name}


def test_what_no_beam_of_the_ladder_finds_is_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    number = choice.graded(4, "xpat2", "auto")["hard"][0]
    monkeypatch.setattr(grading, "LADDER", grading.LADDER[:1])
    assert grading.grade(number, {**COMPLETE, "suits": 4}) is None
    assert solve_deal(number, {"suits": 4}, None).grade == "hard"


def test_a_deal_without_a_win_found_in_time_has_no_grade() -> None:
    found = solve_deal(1, {"suits": 4}, 0.001)
    assert (found.solution.status, found.grade) == ("unknown", None)


@pytest.mark.parametrize("of", [{"number": 8, "suits": 2}, {}])
def test_a_line_is_a_record_that_replays(of: dict[str, Any]) -> None:
    state = GAME.start(GAME.complete({"number": 8, "suits": 2}, lambda n: 0))
    found = solve_deal(8, {"suits": 2}, None).solution
    frames = list(replay(decode(encode(record(state, found, of)))))
    assert len(frames) == len(found.line) + 1
    assert GAME.score(frames[-1].after.state)["points"] == 990


def test_a_line_by_hand_is_a_record_that_replays() -> None:
    """Removals are moves of the record, too."""
    options = {"number": 8, "suits": 1, "runs": "manual"}
    state = GAME.start(GAME.complete(options, lambda n: 0))
    found = solve(state)
    frames = list(replay(decode(encode(record(state, found, options)))))
    assert sum(move.target < 0 <= move.source for move in found.line) >= 1
    assert GAME.result(frames[-1].after.state) is not None

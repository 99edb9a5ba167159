"""The open-card solver: its lines win by the rules, what it calls unsolvable is, and it stops when told to."""

from __future__ import annotations

import os
import random
from itertools import pairwise
from time import process_time
from typing import Any

import pytest

from plyyard.core.errors import BadOptions, BadPosition, HiddenInformation
from plyyard.core.game import Moved
from plyyard.games.spider.game import GAME
from plyyard.games.spider.solver import PASSES, Progress, Solution, solve
from plyyard.games.spider.state import DEAL, PLAYER, State
from tests.games.spider.endings import brute_force, end_game, ending

SEEDS = int(os.environ.get("PLYYARD_SEEDS", "12"))
LIMIT = 60_000  # positions


def deal(number: int, **options: Any) -> State:
    return GAME.start(GAME.complete({"number": number, **options}, lambda n: 0))


def end_of(state: State, found: Solution) -> State:
    """Where a line leads, each move by the rules."""
    state = GAME.settle(state).state
    for move in found.line:
        assert move in GAME.legal_moves(state)
        state = GAME.apply(state, Moved(PLAYER, move)).state
    return state


def is_won(state: State, found: Solution) -> bool:
    result = GAME.result(end_of(state, found))
    return result is not None and result.kind == "won"


@pytest.mark.parametrize("number", range(1, 1 + SEEDS))
def test_lines_win_by_the_rules(number: int) -> None:
    chance = random.Random(number)
    options = {
        "suits": (4, 2, 1)[number % 3],
        "layout": chance.choice(("xpat2", "left")),
        "rule": chance.choice(("strict", "relaxed1", "relaxed2")),
        "runs": chance.choice(("auto", "auto", "manual")),
    }
    state = deal(number, **options)
    found = solve(state, nodes=LIMIT)
    if options["suits"] < 4:
        assert found.status == "solved"
    assert (found.status == "solved") == bool(found.line)
    assert found.nodes > 0 and found.ms > 0
    if found.line:
        assert is_won(state, found)


def test_four_suits_are_solved() -> None:
    found = [solve(deal(number), nodes=LIMIT) for number in (1, 2, 3, 4)]
    assert sum(solution.status == "solved" for solution in found) >= 2
    assert GAME.score(end_of(deal(1), found[0]))["points"] == 990


@pytest.mark.parametrize("runs", ["manual", "keep"])
def test_all_runs_are_kept(runs: str) -> None:
    state = deal(1, runs=runs)
    found = solve(state, nodes=5 * LIMIT, keep=True)
    assert not any(move.target < 0 for move in found.line if move != DEAL)
    end = end_of(state, found)
    assert end.home == () and GAME.score(end)["points"] == 1000
    with pytest.raises(BadOptions, match="none can be kept"):
        solve(deal(1), keep=True)


def test_an_equal_search_gives_an_equal_line() -> None:
    first, second = (solve(deal(5, suits=2)) for _ in range(2))
    assert first.line == second.line and first.nodes == second.nodes


def test_a_search_from_the_middle_of_a_game() -> None:
    state = deal(3, suits=1)
    found = solve(state)
    for move in found.line[: len(found.line) // 2]:
        state = GAME.apply(state, Moved(PLAYER, move)).state
    assert is_won(state, solve(state))


DIAMONDS = "home=C,C,S,S,H,H,D"
ENDS = {
    f"columns=KD,QD,JD,TD,9D,8D,7D,6D,5D,4D,3D,2D/AD//////// stock= {DIAMONDS}": "solved",
    f"columns=KD,QD,JD,TD,9D,8D,7D,6D,5D,4D,3D,2D,AD///////// stock= {DIAMONDS} runs=manual": "solved",
    f"columns=KD,QD,JD,TD,9D,8D,7D,6D,5D,4D,3D,2D,AD///////// stock= {DIAMONDS}": "solved",  # forced, then won
    f"columns=KD,QD,JD///////// stock=TD,9D,8D,7D,6D,5D,4D,3D,2D,AD {DIAMONDS}": "unsolvable",  # art. 3.5
    f"columns=KD,QD,JD///////// stock=TD,9D,8D,7D,6D,5D,4D,3D,2D,AD {DIAMONDS} rule=relaxed1": "solved",
    "columns=KD/KS/KC/KH/KD/KS/KC/KH/QD/QS stock= home=": "unsolvable",  # too few cards
    "columns=AD/AS/AC/AH/AD/AS/AC/AH/-3D,2D/KS stock= home=": "unsolvable",  # stuck
    f"columns=KD,QD,JD,TD,9D,8D,7D,6D,5D,4D,3D///2D////AD// stock= {DIAMONDS} runs=keep": "solved",
    "columns=KD,QD,JD,TD,9D,8D,7D,6D,5D,4D,3D,2D//AD/////// stock= home=C,C,S,S,H,H": "unsolvable",  # seven runs
}


@pytest.mark.parametrize("text", ENDS)
def test_small_positions(text: str) -> None:
    state = GAME.notation.parse_position(text)
    found = solve(state)
    assert found.status == ENDS[text]
    if found.status == "solved":
        assert is_won(state, found)
    else:
        assert not found.line


SPADES = ",".join(f"{rank}S" for rank in "KQJT98765432A")
NINE = "KH/KD/KC/QH/QD/QC/JH/JD/JC"
THIRTY = ",".join(f"{rank}{suit}" for rank in "T98765432A" for suit in "HDC")


@pytest.mark.parametrize(("runs", "status"), [("auto", "unsolvable"), ("manual", "solved")])
def test_a_run_that_stays_holds_its_column_for_the_deals(runs: str, status: str) -> None:
    """Taken off at once it leaves nine cards for ten columns: the stock can never be dealt.  art. 3.5"""
    state = GAME.notation.parse_position(f"columns={SPADES}/{NINE} stock={THIRTY} home=S,H,D,C runs={runs}")
    found = solve(state)
    assert found.status == status
    assert not found.line or is_won(state, found)


@pytest.mark.slow
@pytest.mark.parametrize("runs", ["auto", "manual", "keep"])
@pytest.mark.parametrize("rule", ["strict", "relaxed1", "relaxed2"])
def test_answers_in_endings_agree_with_a_walk_through_everything(runs: str, rule: str) -> None:
    seen = []
    for seed in range(SEEDS):
        state = ending(random.Random(f"{runs} {rule} {seed}"), runs, rule)
        truth = brute_force(state, 500)
        found = solve(state, nodes=50_000)
        assert not found.line or is_won(state, found)
        if truth is not None:
            assert found.status == ("solved" if truth else "unsolvable"), GAME.notation.format_position(state)
            seen.append(truth)
    assert True in seen


@pytest.mark.parametrize("runs", ["auto", "manual", "keep"])
def test_what_is_proved_is_so(runs: str) -> None:
    """Against a walk through everything, in ends of games with few moves."""
    seen = []
    for seed in range(2 * SEEDS):
        state = end_game(random.Random(seed), runs)
        truth = brute_force(state, 500)
        found = solve(state, nodes=20_000)
        if truth is not None:
            assert found.status == ("solved" if truth else "unsolvable"), GAME.notation.format_position(state)
            seen.append(truth)
        assert not found.line or is_won(state, found)
    assert False in seen


def test_a_search_that_is_cut_off_proves_nothing() -> None:
    """Wherever it is stopped, between two deals too."""
    state = deal(3, suits=1)
    for most in range(40):
        asked = iter(range(most))
        found = solve(state, stop=lambda asked=asked: next(asked, None) is None)  # type: ignore[misc]
        assert found.status == "unknown"


def test_stopping_takes_a_tenth_of_a_second() -> None:
    """In the widest beam; processor time, for other programs may hold this one up."""
    told_at = 0.0

    def stop() -> bool:
        nonlocal told_at
        now = process_time()
        if not told_at and now - began > 0.5:
            told_at = now
        return bool(told_at)

    solve(deal(2, suits=1))
    began = process_time()
    found = solve(deal(20_110), stop=stop, passes=PASSES[-1:])
    assert found.status == "unknown"
    assert process_time() - told_at < 0.1


def test_limits_and_the_stop_flag() -> None:
    hard = deal(9)
    for limit in ({"ms": 0.0}, {"ms": -1.0}, {"nodes": 0}, {"ms": float("nan")}):
        with pytest.raises(BadOptions, match="above 0"):
            solve(hard, **limit)  # type: ignore[arg-type]
    assert solve(hard, nodes=1).nodes <= 2 * PASSES[0].width
    ticks = iter(range(10**9))
    late = solve(hard, ms=20_000, clock=lambda: float(next(ticks)))  # each look at the clock costs a second
    assert late.status == "unknown" and next(ticks) < 30
    stopped = solve(hard, stop=lambda: True)
    assert (stopped.status, stopped.line) == ("unknown", ()) and stopped.nodes <= 2 * PASSES[0].width


def test_progress_is_told() -> None:
    told: list[Progress] = []
    solve(deal(2), nodes=20_000, told=told.append)
    assert [step.deals for step in told[:3]] == [5, 4, 3]
    assert all(earlier.nodes < later.nodes for earlier, later in pairwise(told))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("columns=QS,QS,QS///////// stock= home=", BadPosition),
        (f"columns={','.join(['KS'] * 105)}///////// stock= home= suits=1", BadPosition),
        ("columns=KS///////// stock=QS home=", BadPosition),
        ("columns=-?,KS///////// stock= home=", HiddenInformation),
        ("columns=KS///////// stock=?*10 home=", HiddenInformation),
    ],
)
def test_impossible_positions_and_views_are_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        solve(GAME.notation.parse_position(text))

"""The open-card solver: its lines win by the rules, what it calls unsolvable is, and it stops when told to."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest

from plyyard.core.errors import BadOptions, BadPosition, HiddenInformation
from plyyard.core.game import Moved
from plyyard.core.record import decode, encode, replay
from plyyard.games.spider.game import GAME
from plyyard.games.spider.solver import PASSES, Progress, Solution, difficulty, solve
from plyyard.games.spider.state import DEAL, PLAYER, State
from plyyard.games.spider.sweep import record, solve_deal, sweep

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
        assert difficulty(found) in {"easy", "medium", "hard"}


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


def brute_force(state: State, most: int) -> bool | None:
    """Whether a position can be won, by walking all that can follow, columns in any order; None: too many."""
    seen, waiting = set(), [state]
    while waiting:
        state = waiting.pop()
        key = (tuple(sorted(zip(state.columns, state.down, strict=True))), state.stock, len(state.home))
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > most:
            return None
        result = GAME.result(state)
        if result is not None and result.kind == "won":
            return True
        waiting += [GAME.apply(state, Moved(PLAYER, move)).state for move in GAME.legal_moves(state)]
    return False


def end_game(chance: random.Random) -> State:
    """Six to eight runs anyhow in ten columns, four cards face down in each; no stock. Few can be won."""
    suits = list(range(4)) * 2
    home = tuple(suits.pop(chance.randrange(len(suits))) for _ in range(chance.randint(0, 2)))
    cards = [13 * suit + rank for suit in suits for rank in range(13)]
    chance.shuffle(cards)
    columns = [tuple(cards[place::10]) for place in range(10)]
    return GAME.settle(State(tuple(columns), (4,) * 10, (), home)).state


def test_what_is_proved_is_so() -> None:
    """Against a walk through everything, in ends of games with few moves."""
    seen = []
    for seed in range(2 * SEEDS):
        state = end_game(random.Random(seed))
        truth = brute_force(state, 60)
        found = solve(state, nodes=20_000)
        if truth is not None:
            assert found.status == ("solved" if truth else "unsolvable"), GAME.notation.format_position(state)
            seen.append(truth)
        assert not found.line or is_won(state, found)
    assert False in seen


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


def test_a_sweep_on_threads_finds_what_one_finds() -> None:
    options = {"suits": 1}
    alone = {one.number: one.solution.line for one in sweep(range(20, 24), options, None)}
    with ThreadPoolExecutor(2) as executor:
        together = {one.number: one.solution.line for one in sweep(range(20, 24), options, None, executor)}
    assert alone == together and sorted(alone) == [20, 21, 22, 23]


@pytest.mark.parametrize("of", [{"number": 8, "suits": 2}, {}])
def test_a_line_is_a_record_that_replays(of: dict[str, Any]) -> None:
    state, found = deal(8, suits=2), solve_deal(8, {"suits": 2}, None).solution
    frames = list(replay(decode(encode(record(state, found, of)))))
    assert len(frames) == len(found.line) + 1
    assert GAME.score(frames[-1].after.state)["points"] == 990


def test_the_commands(tmp_path: Any, capsys: Any, monkeypatch: Any) -> None:
    run: Callable[..., tuple[int, str]] = commands(capsys, monkeypatch)
    saved = tmp_path / "line.json"
    code, printed = run("solve", "--number", "1", "--suits", "2", "--save", str(saved), "--lang", "en")
    assert code == 0 and printed.startswith("Solved: ") and "990 points" in printed
    assert run_replay(monkeypatch, capsys, saved).count("990") >= 1
    code, printed = run(
        "solve", "--position", next(t for t in ENDS if ENDS[t] == "unsolvable"), "--lang", "de"
    )
    assert code == 0 and "bewiesen" in printed
    code, printed = run("sweep", "1", "3", "--suits", "1", "--lang", "de")
    assert code == 0 and "Gelöst" in printed and "3" in printed
    for wrong in (
        ("solve",),
        ("solve", "--number", "-1"),
        ("solve", "--number", "1", "--suits", "3"),
        ("solve", "--number", "1", "--ms", "0"),
        ("solve", "--number", "1", "--position", "columns="),
        ("solve", "--position", "columns=QS,QS,QS///////// stock= home="),
        ("sweep", "5", "4"),
        ("sweep", "1", "1000000000"),
    ):
        assert run(*wrong)[0] == 2, wrong


def commands(capsys: Any, monkeypatch: Any) -> Callable[..., tuple[int, str]]:
    from plyyard.cli.main import main

    def run(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.argv", ["plyyard", "spider", *arguments])
        code = main()
        return code, capsys.readouterr().out

    return run


def run_replay(monkeypatch: Any, capsys: Any, saved: Any) -> str:
    from plyyard.cli.main import main

    monkeypatch.setattr("sys.argv", ["plyyard", "replay", str(saved), "--lang", "en"])
    assert main() == 0
    return str(capsys.readouterr().out)

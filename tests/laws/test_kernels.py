"""Laws of the kernels: one source says the same interpreted, compiled and over a batch, within bounds."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from plyyard.core import kernel, registry
from tests.laws.walks import NAMES, states

pytestmark = pytest.mark.parametrize("name", NAMES)
EXTREMES = [[1, 1], [2147483562, 2147483398], [1, 2147483398]]  # of the generator's two halves


def lanes(name: str, count: int) -> list[Any]:
    """Lanes of moments from all over random games, decided ones too."""
    found = states(name, count)
    return [registry.game(name).lane(state) for state in found]


def copy(lane: Any) -> Any:
    return type(lane)(*(list(part) for part in lane))


def play(name: str, lane: Any, random: list[int], limit: int) -> tuple[int, list[list[int]], list[int]]:
    """The interpreted kernel: what it answers, the lane after it, the generator after it."""
    lane, random = copy(lane), list(random)
    count = registry.part(name, "rules").random_game(lane, random, limit)
    return count, [list(part) for part in lane], random


def test_lanes_hold_plain_integers(name: str) -> None:
    shapes = set()
    for lane in lanes(name, 12):
        shapes.add(tuple(len(part) for part in lane))
        assert all(type(value) is int for part in lane for value in part)
    assert len(shapes) == 1, "a batch needs lanes of one shape"


def test_random_games_end_and_count(name: str) -> None:
    one_player = len(registry.game(name).sides) == 1
    for seed, lane in enumerate(lanes(name, 6)):
        limit = 1_000 if one_player else 10_000
        count, after, _ = play(name, lane, kernel.random_state(seed), limit)
        assert 0 <= count <= limit
        assert one_player or count < limit
        assert play(name, lane, kernel.random_state(seed), limit)[:2] == (count, after)
        assert play(name, lane, kernel.random_state(seed), 0)[0] == 0


@pytest.mark.slow
def test_interpreted_compiled_and_batched_agree(name: str) -> None:
    rules = registry.part(name, "rules")
    fast = kernel.compiled(rules)
    found = lanes(name, 18)
    seeds = [kernel.random_state(seed) for seed in range(len(found) - len(EXTREMES))] + EXTREMES
    limits = [(0, 1, 2, 7, 400, 10_000)[place % 6] for place in range(len(found))]
    import numpy as np

    expected = [play(name, *parts) for parts in zip(found, seeds, limits, strict=True)]
    for lane, seed, limit, (count, after, random) in zip(found, seeds, limits, expected, strict=True):
        arrays, generator = kernel.as_arrays(lane), np.array(seed, np.int64)
        assert fast.random_game(arrays, generator, limit) == count
        assert [part.tolist() for part in arrays] == after
        assert generator.tolist() == random
    batch, generators = kernel.as_batch(found), np.array(seeds, np.int64)
    counts = kernel.batched(rules, "random_game")(batch, generators, np.array(limits, np.int64))
    assert counts.tolist() == [count for count, _, _ in expected]
    assert generators.tolist() == [random for _, _, random in expected]
    for place, (_, after, _) in enumerate(expected):
        assert [part[place].tolist() for part in batch] == after


PROBE = """
import sys
from plyyard.core import kernel, registry
from plyyard.core.chance import seeded
import numpy as np
name = sys.argv[1]
game, rules = registry.game(name), kernel.compiled(registry.part(name, "rules"))
state = game.start(game.complete({}, seeded(1)))
if hasattr(game.lot, "__call__") and game.actor(state) not in game.sides and game.lot(state).shuffle:
    from plyyard.core.chance import draw
    from plyyard.core.game import Happened
    state = game.apply(state, Happened(draw(game.lot(state), seeded(1)))).state
total = 0
for seed in range(300):
    total += rules.random_game(kernel.as_arrays(game.lane(state)), np.array(kernel.random_state(seed)), 1000)
print(total)
"""


@pytest.mark.slow
def test_kernels_stay_within_bounds(name: str, tmp_path: Any) -> None:
    """Compiled with bounds checks, in a cache of its own; as many events as without them."""
    totals = []
    for checked in ("1", "0"):
        env = os.environ | {"NUMBA_BOUNDSCHECK": checked}
        if checked == "1":
            env["XDG_CACHE_HOME"] = str(tmp_path)
        run = subprocess.run(
            [sys.executable, "-c", PROBE, name], env=env, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stderr[-2000:]
        totals.append(int(run.stdout))
    assert totals[0] == totals[1] > 0

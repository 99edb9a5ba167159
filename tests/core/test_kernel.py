"""The kernel machinery: marks, lanes, batches, the generator, and a cache that cannot go stale or stand in the way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from plyyard.core import kernel
from plyyard.games.snakes import rules
from plyyard.games.snakes.rules import Lane


def test_lanes_turn_into_arrays_and_back() -> None:
    lane = Lane([12, 99], [1])
    arrays = kernel.as_arrays(lane)
    assert [part.dtype.name for part in arrays] == ["int64", "int64"]
    assert kernel.as_lists(arrays) == lane
    batch = kernel.as_batch([lane, Lane([0, 0], [0])])
    assert batch.squares.tolist() == [[12, 99], [0, 0]]
    assert batch.turn.shape == (2, 1)


def test_the_generator_is_lecuyers() -> None:
    """CACM 31 (1988): both halves are multiplied modulo their primes; the difference, modulo m1 - 1, is scaled."""
    random = [12345, 67890]
    drawn = kernel.below(random, 1000)
    assert random == [40014 * 12345 % 2147483563, 40692 * 67890 % 2147483399]
    assert drawn == (random[0] - random[1]) % 2147483562 * 1000 // 2147483562
    assert all(0 <= kernel.below(random, 3) < 3 for _ in range(1000))


@pytest.mark.parametrize("seed", [0, 1, -1, 2**63, 10**30])
def test_any_whole_number_makes_a_state(seed: int) -> None:
    first, second = kernel.random_state(seed)
    assert 1 <= first < 2147483563 and 1 <= second < 2147483399


def test_a_kernel_is_still_the_plain_function() -> None:
    assert rules.target(1, 3) == 14
    assert rules.target.__kernel__  # type: ignore[attr-defined]
    assert rules.target.__module__ == rules.__name__


@pytest.mark.slow
def test_a_compiled_module_keeps_its_other_names() -> None:
    fast = kernel.compiled(rules)
    assert fast.GOAL == 100
    assert fast.Lane is Lane
    assert fast.target(97, 4) == 97
    assert fast.target is not rules.target
    assert rules.target(97, 4) == 97


def test_the_cache_follows_every_kernel_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed callee gives another folder: what was compiled with the old one is never loaded."""
    import plyyard.games

    game = tmp_path / "sixth"
    game.mkdir()
    monkeypatch.setattr(plyyard.games, "__path__", [*plyyard.games.__path__, str(tmp_path)])
    digests = set()
    for source in ("", "@kernel\ndef f(): return 1\n", "@kernel\ndef f(): return 2\n"):
        (game / "rules.py").write_text(source)
        digests.add(kernel._digest())
    assert len(digests) == 3


@pytest.mark.slow
def test_kernels_compile_where_nothing_can_be_written(tmp_path: Path) -> None:
    """A read-only home and cache: compiled all the same, in a temporary folder."""
    blocked = tmp_path / "file"
    blocked.write_text("")  # a file where a folder should be: nobody can write below it, not even root
    probe = (
        "from plyyard.core import kernel\n"
        "from plyyard.games.snakes import rules\n"
        "print(kernel.compiled(rules).target(1, 3))\n"
    )
    env = os.environ | {"XDG_CACHE_HOME": str(blocked), "HOME": str(blocked), "TMPDIR": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", probe], env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == "14"

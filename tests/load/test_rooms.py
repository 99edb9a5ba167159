"""A short run of benchmarks/rooms.py: no time is asserted, but nothing fails and everything acknowledged is stored."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "rooms.py"


@pytest.mark.slow
def test_games_of_many_people_at_once_lose_nothing() -> None:
    ran = subprocess.run(
        [sys.executable, str(BENCHMARK), "--quick"], capture_output=True, text=True, timeout=120
    )
    found = re.search(r"acknowledged: (\d+), not stored: (\d+)", ran.stdout)
    assert ran.returncode == 0 and found is not None, ran.stdout + ran.stderr
    assert int(found[1]) > 20 and int(found[2]) == 0

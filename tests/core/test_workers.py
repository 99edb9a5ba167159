"""Processes for long work: as many as asked for, and nothing waits for what was never begun."""

from __future__ import annotations

import os
import time

import pytest

from plyyard.core.workers import processes


def test_one_job_needs_no_process() -> None:
    with processes(1) as executor:
        assert executor is None


def test_work_is_done_in_processes_of_their_own() -> None:
    with processes(2) as executor:
        assert executor is not None
        assert executor.submit(os.getpid).result() != os.getpid()
        assert list(executor.map(abs, range(-3, 3))) == [3, 2, 1, 0, 1, 2]


def test_what_was_not_begun_is_dropped_when_the_work_is_left() -> None:
    with pytest.raises(KeyboardInterrupt), processes(2) as executor:
        assert executor is not None
        waiting = [executor.submit(time.sleep, 0.5) for _ in range(100)]
        raise KeyboardInterrupt
    assert sum(one.cancelled() for one in waiting) > 80

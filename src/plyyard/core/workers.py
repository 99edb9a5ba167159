"""Processes of this machine for long work: matches, sweeps of deals, tables."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager


@contextmanager
def processes(jobs: int) -> Iterator[Executor | None]:
    """So many fresh ones (a fork of one with threads can hang); for one job none: it is done here.

    At the end what has not begun is dropped, what has is waited for.
    """
    if jobs == 1:
        yield None
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as executor:
        try:
            yield executor
        finally:
            executor.shutdown(cancel_futures=True)

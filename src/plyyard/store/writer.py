"""The one thread that writes. Jobs that wait together are committed together; a job is answered after its commit.

A job whose future is cancelled before the thread takes it up is not done; afterwards it can no longer be cancelled.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")
Job = Callable[[Connection], Any]

GROUP = 1000


class Writer:
    """``submit`` a job (a function of a connection); its future ends when it is on disk, or failed and left no trace."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[Connection], T]) -> Future[T]:
        future: Future[T] = Future()
        self._waiting.put((job, future))
        return future

    def close(self) -> None:
        """Commit what waits, then stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            first = self._waiting.get()
            if first is None:
                return
            group, last = [first], False
            while len(group) < GROUP:
                try:
                    further = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if further is None:
                    last = True
                    break
                group.append(further)
            group = [one for one in group if one[1].set_running_or_notify_cancel()]
            if group:
                self._commit(group)
            if last:
                return

    def _commit(self, group: list[tuple[Job, Future[Any]]]) -> None:
        """All at once; where one of them fails, each alone, so that it fails alone."""
        try:
            with self._engine.begin() as connection:
                results = [job(connection) for job, _ in group]
        except Exception as error:  # reported to whoever waits
            if len(group) == 1:
                group[0][1].set_exception(error)
                return
            for one in group:
                self._commit([one])
            return
        for (_, future), result in zip(group, results, strict=True):
            future.set_result(result)

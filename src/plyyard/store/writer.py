"""The one thread that writes. Jobs that wait together are committed together; a job is answered after its commit."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError

from plyyard.rooms.keep import Conflict
from plyyard.store.database import writing
from plyyard.store.group import Group, Job

GROUP = 1000

Waiting = tuple[Job, asyncio.Future[Any]]


class Writer:
    """For one event loop. What a job wrote is on disk once its future ends, or it failed and left no trace."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._group = Group(engine.dialect)
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> asyncio.Future[Any]:
        """Its future raises ``Conflict`` where another was first. Cancelled before its turn, a job is not done."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.put((job, future))
        return future

    def close(self) -> None:
        """Commit what waits, then stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._waiting.get()) is not None:
            group: list[Waiting | None] = [first]
            with contextlib.suppress(queue.Empty):
                while len(group) < GROUP and group[-1] is not None:
                    group.append(self._waiting.get_nowait())
            jobs = [one for one in group if one is not None and not one[1].cancelled()]
            if jobs:
                self._answer(jobs, self._commit([job for job, _ in jobs]))
            if group[-1] is None:
                return

    def _commit(self, jobs: list[Job]) -> list[Any]:
        """What each job returned, or the exception it failed with: all at once, or where one fails, each for itself."""
        try:
            with writing(self._engine) as connection:
                return self._group.write(connection, jobs)
        except Exception as error:
            if len(jobs) == 1:
                return [_plain(error)]
        try:
            with writing(self._engine) as connection:
                return [self._alone(connection, job) for job in jobs]
        except Exception as error:  # not a job's: the disk is full, the database is gone
            return [error] * len(jobs)

    def _alone(self, connection: Connection, job: Job) -> Any:
        try:
            with connection.begin_nested():
                return self._group.write(connection, [job])[0]
        except (Conflict, IntegrityError) as error:
            return _plain(error)

    def _answer(self, jobs: list[Waiting], results: list[Any]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            jobs[0][1].get_loop().call_soon_threadsafe(_settle, jobs, results)


def _settle(jobs: list[Waiting], results: list[Any]) -> None:
    for (_, future), result in zip(jobs, results, strict=True):
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


def _plain(error: Exception) -> Exception:
    return Conflict() if isinstance(error, IntegrityError) else error

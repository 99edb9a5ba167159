"""The one thread that writes. Jobs that wait together are committed together; a job is answered after its commit."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine

from plyyard.rooms.keep import Conflict, Unavailable
from plyyard.rooms.meters import Meters
from plyyard.store.checkpoints import Checkpoints
from plyyard.store.database import TURN, writing
from plyyard.store.group import Group, Job, room_of

log = logging.getLogger(__name__)

GROUP = 1000
DEADLOCK = "40P01"  # of PostgreSQL: of two that wait for each other one has to begin anew
TRIES = 3

Function = Callable[[Connection], Any]
Waiting = tuple[Job | Function, asyncio.Future[Any]]


class Writer:
    """For one event loop. What a job wrote is on disk once its future ends, or it failed and left no trace."""

    def __init__(self, engine: Engine, meters: Meters) -> None:
        self._fault: str | None = None
        self._engine = engine
        self._meters = meters
        self.group = Group(engine.dialect)
        self._driver: Any = engine.dialect.loaded_dbapi
        self._open: Any = None
        self._cursor: Any = None
        self._checkpoints = Checkpoints(engine) if engine.dialect.name == "sqlite" else None
        self._gathered: list[Waiting] = []
        self._waiting: queue.SimpleQueue[list[Waiting] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job | Function) -> asyncio.Future[Any]:
        """``Conflict`` where another was first, ``Unavailable`` where nothing can be written. A function returns something.

        Cancelled before its turn, a job is not done.
        """
        if not self._thread.is_alive():
            raise Unavailable
        loop = asyncio.get_running_loop()
        if not self._gathered:
            loop.call_soon(self._hand_over)
        future = loop.create_future()
        self._gathered.append((job, future))
        return future

    def _hand_over(self) -> None:
        """All that was submitted in one turn of the loop: to wake the thread for each costs as much as to write it."""
        if self._gathered:
            gathered, self._gathered = self._gathered, []
            self._waiting.put(gathered)

    @property
    def fault(self) -> str | None:
        """Why nothing can be written just now."""
        return self._fault if self._thread.is_alive() else "the writer has stopped"

    def close(self) -> None:
        """Commit what waits, then stop."""
        self._hand_over()
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        group = self._waiting.get()
        while group is not None:
            more: list[Waiting] | None = []
            while len(group) < GROUP and more is not None and not self._waiting.empty():
                more = self._waiting.get()
                group += more or ()
            jobs = [one for one in group if not one[1].cancelled()]
            jobs.sort(key=lambda one: _place(one[0]))
            if jobs:
                began = time.perf_counter()
                results = self._commit([job for job, _ in jobs])
                self._meters.group.observe(len(jobs))
                self._meters.commit.observe(time.perf_counter() - began)
                self._answer(jobs, results)
                if self._checkpoints is not None and self._cursor is not None:
                    self._checkpoints.committed(len(jobs), self._cursor)
            group = None if more is None else self._waiting.get()
        if self._checkpoints is not None:
            self._checkpoints.stop()
        self._let_go()

    def _answer(self, jobs: list[Waiting], results: list[Any]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            jobs[0][1].get_loop().call_soon_threadsafe(_settle, jobs, results)

    # ---- committing ----

    def _commit(self, jobs: list[Job | Function]) -> list[Any]:
        """What each job returned, or the exception it failed with: together, or where one of them fails, each for itself."""
        plain = [job for job in jobs if not callable(job)]
        if len(plain) == len(jobs) and self._together(plain):
            return [None] * len(jobs)
        for _ in range(TRIES):
            try:
                with writing(self._engine) as connection:
                    results = [self._alone(connection, job) for job in jobs]
                self._note(None)
                return results
            except Exception as error:
                failed = str(error) or repr(error)
                if getattr(_cause(error), "sqlstate", "") != DEADLOCK:
                    break
        self._note(failed)
        return [Unavailable()] * len(jobs)

    def _together(self, jobs: list[Job]) -> bool:
        """With the driver alone, on a connection that stays open: a commit costs a third of what it costs otherwise."""
        try:
            if self._cursor is None:
                self._open = self._engine.raw_connection()
                self._cursor = self._open.cursor()
            if self._checkpoints is not None:
                self._cursor.execute(TURN)
            self.group.write(self._cursor, jobs)
            self._cursor.connection.commit()
        except Exception:  # it comes again, and is told, when each job is tried alone
            self._let_go()
            return False
        self._note(None)
        return True

    def _let_go(self) -> None:
        """Of the open connection, and of whatever it did not commit.

        The cursor is closed first: should the garbage collector find one in another thread, that would wait for us.
        """
        if self._cursor is not None:
            with contextlib.suppress(self._driver.Error):
                self._cursor.close()
                self._open.rollback()
            self._open.invalidate()
        self._open = self._cursor = None

    def _alone(self, connection: Connection, job: Job | Function) -> Any:
        try:
            with connection.begin_nested():
                if callable(job):
                    return job(connection)
                with contextlib.closing(connection.connection.cursor()) as cursor:
                    return self.group.write(cursor, [job])
        except Exception as error:
            if isinstance(_cause(error), self._driver.OperationalError | self._driver.InterfaceError):
                raise
            if isinstance(_cause(error), self._driver.IntegrityError | Conflict):
                return Conflict()  # a new one: where this was raised leads back to it and its room
            return error

    def _note(self, failed: str | None) -> None:
        """Say once that nothing can be written, and once that it can again."""
        if failed is not None and self._fault is None:
            log.error("nothing can be written: %s", failed.splitlines()[0])
        if failed is None and self._fault is not None:
            log.warning("it can be written again")
        self._fault = None if failed is None else "nothing can be written"


def _cause(error: Exception) -> Exception:
    """As the driver raised it."""
    cause: Exception = getattr(error, "orig", error)
    return cause


def _place(job: Job | Function) -> tuple[bool, str]:
    """Rooms in their order, as everybody takes them; functions, which may take anything, last."""
    return (True, "") if callable(job) else (False, room_of(job))


def _settle(jobs: list[Waiting], results: list[Any]) -> None:
    for (_, future), result in zip(jobs, results, strict=True):
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)

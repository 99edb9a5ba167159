"""Copies SQLite's log into the database beside the writing: a commit that had to do it would take ten times as long."""

from __future__ import annotations

import contextlib
import threading
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

EVERY = 1000  # jobs; each leaves up to four pages in the log

_COPY = "PRAGMA wal_checkpoint(PASSIVE)"


class Checkpoints:
    """A thread copies most of it; then the writer copies what came meanwhile, and the log begins anew."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        driver: Any = engine.dialect.loaded_dbapi
        self._failures = driver.Error, DBAPIError  # of a full disk: another time
        self._count = 0
        self._wanted, self._copied = threading.Event(), threading.Event()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def committed(self, jobs: int, cursor: Any) -> None:
        """The writer says so after each commit, and lends its cursor."""
        self._count += jobs
        if self._copied.is_set():
            self._copied.clear()
            with contextlib.suppress(*self._failures):
                cursor.execute(_COPY).fetchone()
        elif self._count >= EVERY:
            self._count = 0
            self._wanted.set()

    def stop(self) -> None:
        self._stopped = True
        self._wanted.set()
        self._thread.join()

    def _run(self) -> None:
        while self._wanted.wait() and not self._stopped:
            self._wanted.clear()
            with (
                contextlib.suppress(*self._failures),
                contextlib.closing(self._engine.raw_connection()) as own,
            ):
                own.driver_connection.execute(_COPY).fetchone()  # type: ignore[union-attr]
            self._copied.set()

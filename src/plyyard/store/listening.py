"""Hears on PostgreSQL which rooms other processes wrote to. Only a hint: what is said while nobody listens is lost."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

log = logging.getLogger(__name__)

CHANNEL = "plyyard"
MOST_ROOMS = 250  # in one message: it may have 8,000 bytes
LOOK_UP, AGAIN = 1.0, 1.0  # seconds: between looks whether to stop; until another try to connect


def messages(sender: str, rooms: Sequence[str]) -> list[str]:
    """What a process says about the rooms that it wrote to."""
    return [
        " ".join((sender, *rooms[start : start + MOST_ROOMS])) for start in range(0, len(rooms), MOST_ROOMS)
    ]


class Listener:
    """A thread with a connection of its own, made again when it is lost. What ``own`` said is left out."""

    def __init__(self, engine: Engine, own: str, heard: Callable[[str], None]) -> None:
        self._engine = engine
        self._own = own
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._stopped = threading.Event()
        threading.Thread(target=self._run, name="listener", daemon=True).start()

    def stop(self) -> None:
        """It ends soon."""
        self._stopped.set()

    def _run(self) -> None:
        driver: Any = self._engine.dialect.loaded_dbapi
        failed = False
        while not self._stopped.is_set():
            try:
                with self._engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
                    connection.exec_driver_sql(f"LISTEN {CHANNEL}")
                    listening = connection.connection.driver_connection
                    connection.detach()  # closed at its end, never used for anything else
                    failed = False
                    self._listen(listening)
            except (DBAPIError, driver.Error) as error:
                if not failed and not self._stopped.is_set():
                    log.warning("what other processes write is not heard: %s", str(error).splitlines()[0])
                failed = True
                self._stopped.wait(AGAIN)
            except RuntimeError:  # the loop is closed
                return

    def _listen(self, connection: Any) -> None:
        while not self._stopped.is_set():
            for notice in connection.notifies(timeout=LOOK_UP):
                sender, *rooms = notice.payload.split()
                if sender != self._own:
                    self._loop.call_soon_threadsafe(self._hear, rooms)

    def _hear(self, rooms: Sequence[str]) -> None:
        for room in rooms:
            self._heard(room)

"""What waits to be sent to one reader: as ``asyncio.Queue``, at a tenth of its weight, for there is one a connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

OUTBOX = 64


class Outbox(Generic[T]):
    """Frames in order. Whoever puts one into a full one has not asked.

    It is read with ``get``, or pours: then each frame goes out at once, while whoever takes them can.
    """

    __slots__ = ("_reader", "_take", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[T] = []
        self._reader: asyncio.Future[None] | None = None
        self._take: Callable[[T], bool] | None = None

    def empty(self) -> bool:
        return not self._waiting

    def full(self) -> bool:
        return len(self._waiting) >= OUTBOX

    def put_nowait(self, frame: T) -> None:
        if self._take is not None and not self._waiting and self._take(frame):
            return
        self._waiting.append(frame)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def get_nowait(self) -> T:
        return self._waiting.pop(0)

    async def get(self) -> T:
        """The next frame, once there is one."""
        while not self._waiting:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self.get_nowait()

    def pour(self, take: Callable[[T], bool]) -> None:
        """Out with what waits and what comes; ``take``: False where it cannot now. Then somebody pours again."""
        self._take = take
        while self._waiting and take(self._waiting[0]):
            self._waiting.pop(0)

    def clear(self) -> None:
        self._waiting.clear()

"""What waits to be sent to one reader: as ``asyncio.Queue``, at a tenth of its weight, for there is one a connection."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")

OUTBOX = 64


class Outbox(Generic[T]):
    """Frames in order. Whoever puts one into a full one has not asked."""

    __slots__ = ("_reader", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[T] = []
        self._reader: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._waiting

    def full(self) -> bool:
        return len(self._waiting) >= OUTBOX

    def put_nowait(self, frame: T) -> None:
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

    def clear(self) -> None:
        self._waiting.clear()

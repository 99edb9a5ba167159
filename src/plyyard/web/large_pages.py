"""Asks Linux to hold what the server keeps in large pages: a move touches a hundred small ones that have rested since the last.

On a machine whose host takes memory back meanwhile each of those costs microseconds. See madvise(2), MADV_COLLAPSE.
"""

from __future__ import annotations

import asyncio
import ctypes
import mmap
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

LOOK = 10.0  # seconds
LARGE = 2 << 20  # bytes
SMALL = mmap.PAGESIZE
FULL = 0.9  # of a large page's small ones are in memory: else it would take up more than before
COLLAPSE = 25  # MADV_COLLAPSE, since Linux 6.1
MAPS = Path("/proc/self/maps")
KERNEL = ctypes.CDLL(None) if sys.platform == "linux" else None  # one for all: it goes in circles
Resident = ctypes.c_ubyte * (LARGE // SMALL)
OWN = re.compile(r"([0-9a-f]+)-([0-9a-f]+) rw-p 00000000 00:00 0\s*(?:\[heap\])?$", re.MULTILINE)


@asynccontextmanager
async def held() -> AsyncIterator[None]:
    """Look again and again for what has come since."""

    async def look() -> None:
        while True:
            await asyncio.sleep(LOOK)  # first: a start has other things to do
            await asyncio.to_thread(collapse)

    looking = asyncio.create_task(look())
    try:
        yield
    finally:
        looking.cancel()


def collapse() -> int:
    """Number of large pages that memory lies in now; 0 where there are none. Takes milliseconds for each new one."""
    if KERNEL is None:
        return 0
    count = 0
    resident = Resident()
    for place in _places(MAPS.read_text()):
        where, length = ctypes.c_void_p(place), ctypes.c_size_t(LARGE)
        if KERNEL.mincore(where, length, resident) == 0 and bytes(resident).count(1) >= FULL * len(resident):
            count += KERNEL.madvise(where, length, COLLAPSE) == 0
    return count


def _places(maps: str) -> Iterator[int]:
    """Where large pages could begin in memory that belongs to this process alone.

    >>> [hex(place) for place in _places("7f0000100000-7f0000600000 rw-p 00000000 00:00 0 \\n")]
    ['0x7f0000200000', '0x7f0000400000']
    """
    for begin, end in OWN.findall(maps):
        first = -int(begin, 16) // LARGE * -LARGE
        yield from range(first, int(end, 16) - LARGE + 1, LARGE)

"""When Python looks for cyclic garbage: through what is new often and briefly, through everything when nobody would notice.

Left alone it would look through 100,000 objects and more at a time, and nobody is told anything meanwhile: 0.2 s.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from plyyard.rooms.meters import Meters

NEW = 1000  # objects of a brief look: a few milliseconds
NEVER = 1_000_000_000
LOOK = 10.0  # seconds; without a frame in them nobody plays
GROWN, GROWN_QUIETLY = 2.0, 1.1  # times as much memory as after the last look through everything


@asynccontextmanager
async def watched(meters: Meters) -> AsyncIterator[None]:
    """What is there already stays; from now on it is looked for as said above."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW, NEVER, NEVER)
    watching = asyncio.create_task(_watch(meters, sys.getallocatedblocks()))
    try:
        yield
    finally:
        watching.cancel()


async def _watch(meters: Meters, least: int) -> None:
    while True:
        frames = meters.frames
        await asyncio.sleep(LOOK)
        blocks = sys.getallocatedblocks()  # counting them takes milliseconds
        least = min(least, blocks)
        grown = GROWN_QUIETLY if meters.frames == frames else GROWN
        if blocks > grown * least:
            gc.collect()
            least = sys.getallocatedblocks()

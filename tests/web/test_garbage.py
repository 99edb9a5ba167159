"""Cyclic garbage: what is old is looked through only when nobody plays, or once memory has doubled."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from plyyard.rooms.meters import Meters
from plyyard.web import garbage


class Knot:
    """Holds itself, and a little memory."""

    def __init__(self, blocks: int) -> None:
        self.itself = self
        self.blocks = [object() for _ in range(blocks)]


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(garbage, "LOOK", 0.05)
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def knotted(meters: Meters, played: bool, blocks: int) -> bool:
    """Whether old garbage of so much memory is found within some looks, while somebody plays or not."""

    async def run() -> bool:
        async with garbage.watched(meters):
            knot = Knot(blocks)
            there = weakref.ref(knot)
            gc.collect(0)  # from now on it is old
            del knot
            for _ in range(20):
                meters.frames += played
                await asyncio.sleep(0.02)
            return there() is None

    return asyncio.run(run())


def test_when_nobody_plays_old_garbage_is_found() -> None:
    assert knotted(Meters(), False, 1_000_000)


def test_while_somebody_plays_old_garbage_waits() -> None:
    assert not knotted(Meters(), True, 1_000)


def test_it_does_not_wait_once_memory_has_doubled() -> None:
    assert knotted(Meters(), True, 4_000_000)

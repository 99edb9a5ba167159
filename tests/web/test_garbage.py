"""Cyclic garbage: what is old is looked through only when nobody plays, or once memory has doubled."""

import asyncio
import contextlib
import gc
import json
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.server import ServerProtocol

from plyyard.rooms.meters import Meters
from plyyard.web import garbage
from plyyard.web.websocket import Protocol
from tests.web.worlds import Eye, Site, a_person, a_site


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


def test_a_socket_that_has_closed_leaves_nothing_that_goes_in_circles(tmp_path: Path) -> None:
    """Neither its room nor itself waits in memory until somebody looks for garbage; nor do those that were turned away."""

    async def played(site: Site) -> weakref.ref[Any]:
        person = await a_person(site, "Amsel")
        order = {"game": "snakes", "kind": "local"}
        room = (await person.http.post("/api/rooms", json=order)).json()["room"]
        rooms = f"{site.url.replace('http', 'ws')}/api/rooms"
        async with connect(f"{rooms}/{room}/socket", additional_headers=person.headers, proxy=None) as socket:
            eye = Eye(socket)
            await socket.send(json.dumps({"t": "move", "id": "a", "on": 0, "move": "nonsense"}))
            await socket.send(json.dumps({"t": "resign", "id": "b"}))
            await eye.settle()
            assert len(left()) == 2
            live = weakref.ref(site.hub._live[room].room)
        with contextlib.suppress(InvalidStatus):
            for nowhere in (f"{rooms}/nonsense/socket", f"{rooms}/nonsense"):
                async with connect(nowhere, additional_headers=person.headers, proxy=None) as socket:
                    await socket.wait_closed()
        await person.http.aclose()
        return live

    async def run() -> None:
        async with a_site(str(tmp_path / "x.sqlite3")) as site:
            gc.collect()
            gc.disable()
            try:
                live = await played(site)
                for _ in range(100):
                    await asyncio.sleep(0.05)
                    if not left() and live() is None:
                        return
                raise AssertionError([*left(), live()])
            finally:
                gc.enable()

    asyncio.run(run())


def left() -> list[Any]:
    """What of a server's sockets is in memory."""
    kinds = (Protocol, ServerProtocol)
    return [one for one in gc.get_objects() if issubclass(type(one), kinds)]  # a proxy may be dead

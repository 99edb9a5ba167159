"""Who is shut out, or has to come back in. It stands in the database, and each server looks there every few seconds."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Iterable

from litestar.datastructures import State
from sqlalchemy.exc import SQLAlchemyError

from plyyard.rooms.founding import now
from plyyard.rooms.keep import Unavailable
from plyyard.store import people

log = logging.getLogger(__name__)

EVERY = 3.0  # seconds
CLOSE = {
    people.ENDED: 4401,
    people.GUEST: 4403,
    people.RECALLED: 1012,
}  # with which code connections are closed


class Bans:
    """What was read last."""

    def __init__(self, found: Iterable[people.Ban] = ()) -> None:
        self._found = frozenset(found)
        self._banned = {(one.kind, one.value) for one in self._found}

    def hold(self, guest: str, address: str) -> bool:
        return (people.GUEST, guest) in self._banned or (people.ADDRESS, address) in self._banned

    def since(self, before: Bans) -> list[people.Ban]:
        """Those that are new and close connections, in the order of ``CLOSE``: the first code is the one that is told."""
        return [one for kind in CLOSE for one in self._found - before._found if one.kind == kind]


@contextlib.asynccontextmanager
async def watched(state: State) -> AsyncGenerator[None, None]:
    """Keep ``state.bans`` up to date, and let the hub close the connections of whom it concerns."""
    state.bans = Bans(await state.keep.read(people.banned, now()))
    task = asyncio.create_task(_watch(state))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _watch(state: State) -> None:
    told = False
    while True:
        await asyncio.sleep(EVERY)
        try:
            found = Bans(await state.keep.read(people.banned, now()))
        except (SQLAlchemyError, Unavailable) as error:
            if not told:
                log.warning("bans cannot be read: %s", type(error).__name__)
            told = True
            continue
        told = False
        before, state.bans = state.bans, found
        for one in found.since(before):
            await state.hub.release(one.value, CLOSE[one.kind])

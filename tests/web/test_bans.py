"""The list of those who are shut out, while the database is away: said once, and again when it goes away again."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from litestar.datastructures import State
from sqlalchemy import text

from plyyard.store.database import open_engine, upgrade, writing
from plyyard.store.keep import DatabaseKeep
from plyyard.web import bans
from tests.site import PATIENCE


def test_a_database_that_is_away_is_told_of_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bans, "EVERY", 0.01)
    engine = open_engine(str(tmp_path / "x.sqlite3"))
    upgrade(engine)
    keep = DatabaseKeep(engine)

    def rename(old: str, new: str) -> None:
        with writing(engine) as connection:
            connection.execute(text(f"ALTER TABLE {old} RENAME TO {new}"))

    async def until(true: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < deadline
            await asyncio.sleep(0.01)

    async def run() -> None:
        state = State({"keep": keep})
        async with bans.watched(state):
            for times in (1, 2):
                rename("bans", "away")
                await until(lambda times=times: len(caplog.records) == times)
                await asyncio.sleep(0.3)  # many looks
                assert len(caplog.records) == times
                known = state.bans
                rename("away", "bans")
                await until(lambda known=known: state.bans is not known)

    with caplog.at_level(logging.WARNING, logger="plyyard.web.bans"):
        asyncio.run(run())
    keep.close()

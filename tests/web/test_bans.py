"""The list of those who are shut out, while the database is away: said once, and again when it goes away again."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from litestar.datastructures import State
from sqlalchemy import text

from plyyard.store.database import open_engine, upgrade, writing
from plyyard.store.keep import DatabaseKeep
from plyyard.web import bans


def test_a_database_that_is_away_is_told_of_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bans, "EVERY", 0.01)
    engine = open_engine(str(tmp_path / "x.sqlite3"))
    upgrade(engine)
    keep = DatabaseKeep(engine)

    async def rename(old: str, new: str) -> None:
        with writing(engine) as connection:
            connection.execute(text(f"ALTER TABLE {old} RENAME TO {new}"))
        await asyncio.sleep(0.5)

    async def run() -> None:
        async with bans.watched(State({"keep": keep})):
            await rename("bans", "away")
            assert len(caplog.records) == 1
            await rename("away", "bans")
            await rename("bans", "away")
            assert len(caplog.records) == 2

    with caplog.at_level(logging.WARNING, logger="plyyard.web.bans"):
        asyncio.run(run())
    keep.close()

"""Killed at random moments under load: nothing that was acknowledged is lost, doubled or answered differently.

PLYYARD_KILLS says how often (5), PLYYARD_TABLES at how many tables is played meanwhile (4).
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from plyyard import verifier
from plyyard.core.record import decode, encode, replay
from plyyard.rooms import records
from plyyard.rooms.room import Room
from plyyard.store.database import open_engine
from plyyard.store.keep import DatabaseKeep
from plyyard.store.schema import rooms
from tests.crash.table import Report, Table
from tests.postgres import MISSING, Cluster, binaries
from tests.site import Site

KILLS = int(os.environ.get("PLYYARD_KILLS", "5"))
TABLES = int(os.environ.get("PLYYARD_TABLES", "4"))


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of its own, to be killed."""
    folder = binaries()
    if folder is None:
        pytest.skip(MISSING)
    cluster = Cluster(folder)
    yield cluster
    cluster.stop()


@pytest.mark.slow
def test_sqlite_survives_kills(tmp_path: Path) -> None:
    site = Site(tmp_path)
    try:
        report = asyncio.run(_under_kills(site, None, random.Random(1)))
    finally:
        site.kill()
    _judge(report, site)


@pytest.mark.slow
def test_postgresql_survives_kills_of_server_and_database(tmp_path: Path, cluster: Cluster) -> None:
    site = Site(tmp_path, database=cluster.create())
    try:
        report = asyncio.run(_under_kills(site, cluster, random.Random(2)))
    finally:
        site.kill()
    _judge(report, site)


async def _under_kills(site: Site, cluster: Cluster | None, chance: random.Random) -> Report:
    report = Report()
    tables = [Table([site.url], seed, report) for seed in range(TABLES)]
    playing = [asyncio.create_task(table.run()) for table in tables]
    for kill in range(KILLS):
        acknowledged, more = report.acknowledged, chance.randrange(60)
        while report.acknowledged < acknowledged + more:
            if (await asyncio.wait(playing, timeout=0.02, return_when=asyncio.FIRST_EXCEPTION))[0]:
                break
        if cluster is not None and kill % 3 == 2:
            cluster.kill()
            await asyncio.sleep(chance.uniform(0, 0.3))
            if kill % 2:
                site.kill()
            await asyncio.to_thread(cluster.start)
        else:
            site.kill()
        if site.process.poll() is not None:
            await asyncio.to_thread(site.start)
    await asyncio.wait(playing, timeout=3.0, return_when=asyncio.FIRST_EXCEPTION)
    for table in tables:
        table.stopping = True
    for done in await asyncio.gather(
        *(asyncio.wait_for(task, 60) for task in playing), return_exceptions=True
    ):
        if isinstance(done, BaseException):
            report.faults.append(f"a table stopped: {done!r}")
    for table in tables:
        await table.check()
    return report


def _judge(report: Report, site: Site) -> None:
    """No fault; something was really tried; what is stored replays, and its dice are those of the secrets."""
    print(report)
    assert not report.faults, report.faults[:5]
    assert report.acknowledged > 5 * KILLS and report.cuts >= KILLS, report
    assert report.resent and report.refused, report
    asyncio.run(verify(site.database))


async def verify(database: str) -> None:
    """Every game as it is stored: its record replays, and whoever has only the record can verify the dice."""
    keep = DatabaseKeep(open_engine(database))
    try:
        ids = await keep.read(lambda connection: list(connection.execute(select(rooms.c.id)).scalars()))
        assert ids
        for room_id in ids:
            loaded = await keep.load(room_id)
            assert loaded is not None
            room = Room(loaded.founding, loaded.entries, loaded.guests)
            if room.over and room.begun:
                text = encode(records.record(room, None))
                assert list(replay(decode(text)))[-1].after.state == room.main.state
                assert not verifier.check(verifier.read(text)).faults
    finally:
        keep.close()

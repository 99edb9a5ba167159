"""Two web processes at one database: whoever plays through which, and whatever is sent to both at once, no room forks."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.crash.table import Report, Table
from tests.crash.test_crash import verify
from tests.postgres import Server
from tests.site import Site

ACTS = 80


@pytest.mark.slow
def test_two_processes_never_fork_a_room(tmp_path: Path, postgres: Server) -> None:
    address = postgres.create()
    sites = [Site(tmp_path, database=address) for _ in range(2)]
    try:
        report = asyncio.run(_play([site.url for site in sites]))
    finally:
        for site in sites:
            site.kill()
    print(report)
    assert not report.faults, report.faults[:5]
    asyncio.run(verify(address))


async def _play(urls: list[str]) -> Report:
    report = Report()
    tables = [Table(urls, seed, report) for seed in range(4)]
    playing = [asyncio.create_task(table.run()) for table in tables]
    while report.acknowledged < ACTS or report.elsewhere < ACTS // 10:
        done, _ = await asyncio.wait(playing, timeout=0.2, return_when=asyncio.FIRST_EXCEPTION)
        if done:
            break
    for table in tables:
        table.stopping = True
    await asyncio.wait_for(asyncio.gather(*playing), 60)
    for table in tables:
        await table.check()
    return report

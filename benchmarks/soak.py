"""Two web processes at one PostgreSQL under load: does their memory grow? Prints the slope with its 95 % interval.

uv run python benchmarks/soak.py --warm 20 --minutes 10 --tables 12
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.crash.table import Report, Table
from tests.postgres import Cluster, binaries
from tests.site import Site

PAGE = 4096
EVERY = 2.0  # seconds
TELL = 60.0  # seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--warm", type=float, default=20, help="minutes before, in which caches fill")
    parser.add_argument("--tables", type=int, default=12)
    wish = parser.parse_args()
    folder = binaries()
    if folder is None:
        sys.exit("There is no PostgreSQL.")
    cluster = Cluster(folder)
    address = cluster.create()
    with tempfile.TemporaryDirectory() as scratch:
        sites = [Site(Path(scratch), database=address) for _ in range(2)]
        try:
            report, samples = asyncio.run(soak(sites, wish.warm * 60, wish.minutes * 60, wish.tables))
        finally:
            for site in sites:
                site.kill()
            cluster.stop()
    print(report)
    print("| process | first (MB) | last (MB) | slope (MB/min) | 95 % interval |")
    print("|---|---:|---:|---:|---|")
    for number, column in enumerate(samples[:, 1:].T, 1):
        slope, error = regression(samples[:, 0] / 60, column)
        low, high = slope - 1.96 * error, slope + 1.96 * error
        print(f"| {number} | {column[0]:.1f} | {column[-1]:.1f} | {slope:+.3f} | {low:+.3f} to {high:+.3f} |")


async def soak(
    sites: list[Site], warm: float, seconds: float, count: int
) -> tuple[Report, NDArray[np.float64]]:
    """Play at ``count`` tables for ``warm`` + ``seconds``; of the latter time (s) and resident memory (MB) of each process."""
    report = Report()
    tables = [Table([site.url for site in sites], seed, report) for seed in range(count)]
    playing = [asyncio.create_task(table.run()) for table in tables]
    began, told, rows = time.monotonic(), 0.0, []
    while (passed := time.monotonic() - began) < warm + seconds:
        await asyncio.wait(playing, timeout=EVERY, return_when=asyncio.FIRST_EXCEPTION)
        if any(task.done() for task in playing):
            break
        row = passed, *(resident(site) for site in sites)
        if passed >= told:
            print(
                f"{passed / 60:5.1f} min, {report.games} games:",
                *(f"{memory:.1f} MB" for memory in row[1:]),
                flush=True,
            )
            told += TELL
        if passed > warm:
            rows.append(row)
        for table in tables:
            del table.finished[:-1]
    for table in tables:
        table.stopping = True
    await asyncio.gather(*playing)
    return report, np.array(rows)


def resident(site: Site) -> float:
    """Memory of the web process itself, in MB."""
    return int(Path(f"/proc/{site.process.pid}/statm").read_text().split()[1]) * PAGE / 1e6


def regression(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[float, float]:
    """Slope and its standard error. Samples lie close together, so the error counts one in ten as independent."""
    (slope, _), covariance = np.polyfit(x, y, 1, cov=True)
    return float(slope), float(np.sqrt(covariance[0, 0] * 10))


if __name__ == "__main__":
    main()

"""What every benchmark shares: the machine's name, a clock, tables in Markdown."""

from __future__ import annotations

import mmap
import os
import platform
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter, process_time, sleep


def machine(packages: Sequence[str]) -> str:
    """One line: processor, cores, system, Python and the versions that matter."""
    versions = [f"{name} {_version(name)}" for name in packages]
    return (
        f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, {', '.join(versions)}"
    )


def _processor() -> str:
    cpu = Path("/proc/cpuinfo")
    if cpu.exists():
        for line in cpu.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown processor"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "(not installed)"


def rested_page() -> float:
    """Microseconds to reach a page of memory that nobody has touched for 0.2 s.

    On a virtual machine whose host takes pages back meanwhile, it can be a hundred times what it is elsewhere; then whatever
    rests between two moves is slow.
    """
    count = 2000
    with mmap.mmap(-1, count * mmap.PAGESIZE) as memory:
        for _ in range(2):  # the first time they are only made
            sleep(0.2)
            began = perf_counter()
            for place in range(0, len(memory), mmap.PAGESIZE):
                memory[place] = 1
            took = perf_counter() - began
    return took / count * 1e6


def best_rate(play: Callable[[int], int], seconds: float = 1.0, rounds: int = 3) -> float:
    """Things a second of this process' CPU time, so that other programs on the machine count for little.

    The best of some rounds of at least so many seconds; ``play(seed)`` says how many it did.
    """
    best, seed = 0.0, 0
    for _ in range(rounds):
        began, done, spent = process_time(), 0, 0.0
        while spent < seconds:
            done += play(seed)
            seed += 1
            spent = process_time() - began
        best = max(best, done / spent)
    return best


def share(values: Sequence[float], part: float) -> float:
    """The value below which this part of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; all columns but the first are set to the right."""
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def rounded(value: float) -> str:
    """Three figures that count, in thousands or millions where it is large.

    >>> rounded(1_234_567), rounded(45_678), rounded(12.34)
    ('1.23 M', '45.7 k', '12.3')
    """
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"

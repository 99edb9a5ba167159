"""Large pages: what is counted lies in them, and nothing takes up more memory for it."""

import asyncio
import ctypes
import gc
import re
import sys
import time
from pathlib import Path

import pytest

from plyyard.web import large_pages
from plyyard.web.large_pages import LARGE, SMALL, collapse
from tests.site import PATIENCE


def kilobytes(name: str) -> int:
    found = re.search(rf"^{name}: +(\d+) kB$", Path("/proc/self/smaps_rollup").read_text(), re.MULTILINE)
    assert found
    return int(found[1])


@pytest.mark.skipif(sys.platform != "linux", reason="Large pages are asked for in Linux only.")
def test_memory_lies_in_large_pages() -> None:
    kept = [object() for _ in range(1_000_000)]  # some 16 MB
    before = kilobytes("Rss")
    count = collapse()
    assert kilobytes("AnonHugePages") * 1024 >= count * LARGE
    assert kilobytes("Rss") <= 1.1 * before + 1024
    assert abs(collapse() - count) <= 2  # it stays
    assert len(kept) * sys.getsizeof(kept[0]) > 4 * LARGE and LARGE % SMALL == 0


def test_it_is_looked_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[float] = []
    monkeypatch.setattr(large_pages, "LOOK", 0.01)
    monkeypatch.setattr(large_pages, "collapse", lambda: looks.append(time.monotonic()))

    async def run() -> None:
        async with large_pages.held():
            deadline = time.monotonic() + PATIENCE
            while len(looks) < 3 and time.monotonic() < deadline:
                await asyncio.sleep(0.01)

    asyncio.run(run())
    assert len(looks) >= 3


def test_a_system_without_large_pages_goes_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyyard.web.large_pages.KERNEL", None)
    assert collapse() == 0


def test_looking_again_loads_nothing_again() -> None:
    """A library goes in circles: it would stay until somebody looks for garbage."""

    def libraries() -> int:
        return sum(issubclass(type(one), ctypes.CDLL) for one in gc.get_objects())  # a proxy may be dead

    gc.disable()
    try:
        before = libraries()
        collapse()
        assert libraries() == before
    finally:
        gc.enable()

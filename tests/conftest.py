"""What all tests share: a sixth game beside the five, and no skips where none may be.

The sixth game is found through PLYYARD_GAMES, by this process and by every program that a test starts.
"""

from __future__ import annotations

import functools
import os
import ssl
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from httpx import create_ssl_context
from httpx._config import DEFAULT_TIMEOUT_CONFIG
from httpx._transports import default as transports

from tests.postgres import database as database
from tests.postgres import postgres as postgres
from tests.site import PATIENCE

os.environ["PLYYARD_GAMES"] = str(Path(__file__).parent / "sixth_game")
for part in ("connect", "read", "write", "pool"):  # of httpx: its 5 seconds are too few here
    setattr(DEFAULT_TIMEOUT_CONFIG, part, PATIENCE)


@functools.cache
def certificates(places: tuple[str | None, ...], **given: Any) -> ssl.SSLContext:
    return create_ssl_context(**given)


def certificates_once(**given: Any) -> ssl.SSLContext:
    """httpx reads all certificates for each client anew, 30 ms of pure computing even where none is going to be asked for."""
    return certificates(tuple(map(os.environ.get, ("SSL_CERT_FILE", "SSL_CERT_DIR"))), **given)


transports.create_ssl_context = certificates_once


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes minutes (``nightly``) is played only when asked for by name with -m; browsers come last.

    Playwright keeps an event loop running in this thread once it has started; nothing after it could run one.
    """
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    if "nightly" in (config.option.markexpr or ""):
        return
    config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("nightly")])
    items[:] = [item for item in items if not item.get_closest_marker("nightly")]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """With PLYYARD_NO_SKIPS=1 a skipped or expectedly failing test fails: nothing is left out unnoticed."""
    report = yield
    if os.environ.get("PLYYARD_NO_SKIPS") == "1" and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and PLYYARD_NO_SKIPS=1 allows none: {report.longrepr}"
        report.__dict__.pop("wasxfail", None)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """The same for a file that skips itself while it is collected."""
    report = yield
    if os.environ.get("PLYYARD_NO_SKIPS") == "1" and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} skipped itself, and PLYYARD_NO_SKIPS=1 allows none"
    return report

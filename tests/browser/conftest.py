"""Chromium and a real server for the browser tests; both are started once."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.site import Site

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
OpenPage = Callable[..., Page]
PATIENCE = 60_000  # ms until what a page should show counts as missing: other tests work on the same cores
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/browser/" in str(item.path):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.slow)


def chromium() -> str | None:
    """What PLYYARD_CHROMIUM names; Debian's Chromium without windows, which opens a page four times as fast; or the whole."""
    named = os.environ.get("PLYYARD_CHROMIUM")
    return named or shutil.which("chromium-headless-shell") or shutil.which("chromium")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip("no Chromium: install Debian's chromium-headless-shell or name one in PLYYARD_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.kill()


@pytest.fixture
def open_page(browser: Browser, site: Site) -> Iterator[OpenPage]:
    """Opens pages as new persons; a script error or a request to another host fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
        page.on(
            "console",
            lambda message: (
                faults.append(message.text) if "Content Security Policy" in message.text else None
            ),
        )
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((site.url, site.url.replace("http", "ws"), "data:", "blob:"))
                else faults.append(f"another host was asked: {request.url}")
            ),
        )

    def open_page(address: str = "/", **wishes: Any) -> Page:
        wishes = {
            "viewport": {"width": 1280, "height": 900},
            "reduced_motion": "reduce",
            "locale": "de-DE",
        } | wishes
        context = browser.new_context(base_url=site.url, **wishes)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        watch(page)
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, faults

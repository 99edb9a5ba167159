"""Every kind of page: no serious finding of axe-core in either theme, no sideways scrolling on a phone or magnified."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from plyyard.core import registry
from tests.browser.conftest import OpenPage
from tests.browser.playing import GAMES, begin, invite, join, meet

PAGES = (
    "/", "/en/", "/backgammon", "/spider", "/domino/regeln", "/tasten", "/einstellungen", "/anmelden", "/registrieren",
    "/datenschutz", "/lernen", "/lobby", "/meine-spiele", "/mitspielen?code=0000", "/wuerfel-pruefen", "/nirgends",
)  # fmt: skip
UNFOLD = "() => document.querySelectorAll('details').forEach((one) => { one.open = true; })"
ALL: dict[str, Any] = {"resultTypes": ["violations"]}
OF_COLOURS = ALL | {"runOnly": ["color-contrast", "link-in-text-block"]}


def findings(page: Page, rules: dict[str, Any] = ALL) -> list[str]:
    """Serious and critical findings, with where they are."""
    page.wait_for_load_state()
    found = Axe().run(page, options=rules)["violations"]
    return [
        f"{page.url}: {one['id']}: {node['target']} {node.get('failureSummary', '')[:300]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]


def findings_in_both_themes(page: Page) -> list[str]:
    """Of the light page all, of the dark one those of colours: nothing else differs (``light-dark()`` in style.css)."""
    found = findings(page)
    page.emulate_media(color_scheme="dark")
    found += findings(page, OF_COLOURS)
    page.emulate_media(color_scheme="light")
    return found


def too_wide(page: Page) -> str | None:
    page.wait_for_load_state()  # with its styles
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    return f"{page.url}: {wide} px too wide" if wide > 0 else None


def test_pages_have_no_serious_findings(open_page: OpenPage) -> None:
    page = open_page()
    found = []
    for address in PAGES:
        page.goto(address)
        page.evaluate(UNFOLD)
        found += findings_in_both_themes(page)
    page.goto("/")
    page.locator("[data-dialog=settings]").click()
    expect(page.locator("#settings")).to_be_visible()
    found += findings_in_both_themes(page)
    assert not found, "\n".join(found)


def test_rooms_have_no_serious_findings(open_page: OpenPage) -> None:
    page = open_page()
    found = []
    for game in GAMES:
        begin(page, game, "local")
        found += findings_in_both_themes(page)
        if page.locator("[data-do=ready]").is_visible():
            page.locator("[data-do=ready]").click()
            expect(page.locator("#curtain")).to_be_hidden()
        if page.locator("[data-do=roll]").is_visible():
            there = page.locator("#moves li").count()
            page.locator("[data-do=roll]").click()
            expect(page.locator("#moves li").nth(there)).to_be_attached()
        page.evaluate(UNFOLD)
        found += findings_in_both_themes(page)
    page.goto(page.url + "?ask=resign")
    found += findings_in_both_themes(page)
    assert not found, "\n".join(found)


def at_table(open_page: OpenPage, **wishes: Any) -> Iterator[Page]:
    """Pages on the way to a game with others: the invitation, who is invited, the game, its end, a race, the lobby."""
    first, second = open_page(**wishes), open_page(**wishes)
    address = invite(first, "backgammon", "W" * 30, minutes="10", listed="1")
    yield first
    second.goto(address)
    yield second
    join(second, address, "Buchfink")
    meet(first, second)
    first.locator("[data-do=offer]").click()
    second.wait_for_selector("[data-can=accept]:visible")
    watcher = open_page(first.url, **wishes)
    first.wait_for_selector("#watching button")
    yield from (first, second, watcher)
    second.locator("[data-do=accept]").click()
    first.wait_for_selector("#table.over")
    yield first
    watcher.goto("/lobby")
    yield watcher
    join(second, invite(first, "spider", "Amsel"), "Buchfink")
    first.wait_for_selector("#race li")
    yield first


def test_games_with_others_have_no_serious_findings(open_page: OpenPage) -> None:
    found = []
    for page in at_table(open_page):
        page.evaluate(UNFOLD)
        found += findings_in_both_themes(page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("width", [320, 360])
def test_games_with_others_do_not_scroll_sideways(open_page: OpenPage, width: int) -> None:
    wide = []
    for page in at_table(open_page, viewport={"width": width, "height": 700}):
        page.evaluate(UNFOLD)
        wide.append(too_wide(page))
    assert not list(filter(None, wide)), wide


@pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 740), (640, 450), (740, 360)])
def test_nothing_scrolls_sideways(open_page: OpenPage, width: int, height: int) -> None:
    """640 × 450 is a 1280 × 900 window at 200 %."""
    page = open_page(viewport={"width": width, "height": height})
    wide = []
    for address in PAGES:
        page.goto(address)
        wide.append(too_wide(page))
    for game in GAMES:
        begin(page, game, "local")
        wide.append(too_wide(page))
        board = page.locator("#board").bounding_box()
        assert board is not None
        assert board["y"] < height / 3, "the board is seen at once"
    assert not list(filter(None, wide)), wide


def test_every_game_has_its_page_in_both_languages(open_page: OpenPage) -> None:
    page = open_page("/")
    expect(page.locator(".card")).to_have_count(len(registry.names()))
    for game in registry.games():
        page.goto(f"/{game.slugs['de']}")
        page.locator("nav a[hreflang=en]").click()
        page.wait_for_url(f"**/en/{game.slugs['en']}")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        page.locator(".rules > p a").click()
        expect(page.locator(".article").nth(2)).to_be_visible()  # more than two

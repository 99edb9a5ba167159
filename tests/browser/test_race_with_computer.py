"""A race against the computer in the page: it is named, it is there, and the own board can be played meanwhile."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import running


def test_the_computer_is_named_and_runs_beside(open_page: OpenPage) -> None:
    page = open_page("/spider")
    page.locator("#level").select_option("easy")
    page.locator("#online button").last.click()
    running(page)
    other = page.locator("#players [data-side='2']")
    expect(other.locator(".who")).to_have_text("Computer, Leicht")
    expect(other.locator(".there")).to_have_attribute("data-state", "here")
    expect(page.locator("#race")).to_contain_text("Computer, Leicht")
    page.locator("#step-list details summary, #step-list [data-step]").first.click()
    expect(page.get_by_role("heading", name="Lässt es sich gewinnen?")).to_have_count(0)

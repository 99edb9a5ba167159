"""Settings that act: rolling and playing forced moves by themselves, kept in the browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import begin


def switch_on(page: Page, *names: str) -> None:
    page.locator("[data-dialog=settings]").click()
    for name in names:
        page.locator(f"#settings [data-set={name}]").check()
    page.locator("#settings button").click()
    expect(page.locator("#settings")).to_be_hidden()


def test_a_game_without_choices_plays_itself_when_asked_to(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "snakes", "local", "black=70 white=70 turn=black")
    page.wait_for_timeout(600)
    assert page.locator("#moves li").count() == 2, "nothing happens by itself at first"
    switch_on(page, "roll")
    page.wait_for_selector("#table.over")


def test_a_forced_move_is_played_when_asked_to_and_no_other(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "aeroplane", "local", "red=-,-,-,20 yellow=-,-,-,- turn=red die=3")
    page.wait_for_timeout(600)
    assert page.locator("#moves li").count() == 2
    switch_on(page, "forced")
    expect(page.locator("#moves a").nth(2)).to_have_attribute("title", re.compile("23"))
    begin(page, "aeroplane", "local", "red=-,-,10,20 yellow=-,-,-,- turn=red die=3")
    page.wait_for_timeout(600)
    assert page.locator("#moves li").count() == 2, "two moves are a choice"


def test_settings_stay_in_this_browser(open_page: OpenPage) -> None:
    page = open_page()
    switch_on(page, "roll", "marks")
    page.reload()
    expect(page.locator("#settings [data-set=roll]")).to_be_checked()
    begin(page, "snakes", "local", "black=97 white=97 turn=black")
    page.wait_for_selector("#table.over")


def test_a_notice_needs_the_browsers_leave(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator("[data-dialog=settings]").click()
    switch = page.locator("#settings [data-set=notify]")
    switch.click()
    page.wait_for_function("() => document.cookie.includes('notify=0')")
    expect(switch).not_to_be_checked()  # headless browsers never give it
    page.context.grant_permissions(["notifications"])
    switch.check()
    page.wait_for_function("() => document.cookie.includes('notify=1')")
    page.reload()
    expect(switch).to_be_checked()

"""The page without scripts: plain forms and links do everything."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import begin, late


def press(what: Locator) -> None:
    """Press a button or follow a link, and wait for the whole page that comes of it, also where it has the same address."""
    with what.page.expect_navigation():
        what.click()


def press_something(page: Page, chance: random.Random) -> bool:
    """One button or link of the actions; False when the game is over."""
    if "over" in (page.get_attribute("#table", "class") or ""):
        return False
    for group in page.locator("#step-list summary").all():
        group.click()
    found = page.locator(
        "#curtain button:visible, #main-actions button:visible, #step-list :is(button, a):visible"
    )
    count = found.count()
    assert count, page.inner_text("#actions")
    press(found.nth(chance.randrange(count)))
    return True


def test_a_whole_game_without_scripts(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    begin(page, "dominoes", "local", scripts=False)
    chance = random.Random(5)
    for _ in range(300):
        if not press_something(page, chance):
            break
    expect(page.locator("#table.over")).to_have_count(1)
    expect(page.locator("#refusal p")).to_have_count(0)
    expect(
        page.locator(":is([data-do=swap], [data-do=restart], [data-ask=restart]):visible").first
    ).to_be_visible()


def test_a_move_of_several_steps_without_scripts(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    begin(page, "backgammon", "local", late("backgammon", 10), scripts=False)
    chance = random.Random(2)
    for _ in range(120):
        if not press_something(page, chance):
            break
    expect(page.locator("#table.over")).to_have_count(1)


def test_the_computer_answers_without_scripts(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    begin(page, "snakes", "computer", scripts=False)
    press(page.locator("[data-do=roll]"))
    for _ in range(100):
        if page.locator("[data-do=roll]").is_visible():
            break
        page.wait_for_timeout(100)
        page.goto(page.url)
    expect(page.locator("#moves li").nth(3)).to_be_visible()  # start, beginning, two rolls


def test_resigning_asks_and_replay_has_addresses(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    begin(page, "backgammon", "local", scripts=False)
    press(page.locator("[data-do=roll]"))
    press(page.locator("#moves a").first)
    expect(page).to_have_url(re.compile(r"\?at=0$"))
    expect(page.locator("#looking")).to_be_visible()
    press(page.locator("#to-now"))
    press(page.locator("[data-ask=resign]"))
    box = page.locator("dialog[open]").bounding_box()
    assert box is not None
    assert box["y"] < 600, "the question is seen"
    press(page.locator("dialog[open] button"))
    expect(page.locator("#table.over")).to_have_count(1)


def test_settings_without_scripts(open_page: OpenPage) -> None:
    page = open_page("/einstellungen", java_script_enabled=False)
    page.locator("main [name=theme][value=dark]").check(force=True)
    page.locator("main [name=marks]").check()
    press(page.locator("main form button"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-marks", "")
    expect(page.locator("main [name=marks]")).to_be_checked()


def test_a_refused_set_up_says_what_is_wrong(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/backgammon")
    form = page.locator("form.setup").last
    form.locator("summary").click()
    form.locator("[name=position]").fill("nonsense")
    press(form.locator("button"))
    expect(page.locator(".refusal")).to_be_visible()
    expect(form.locator("[name=position]")).to_have_value("nonsense")

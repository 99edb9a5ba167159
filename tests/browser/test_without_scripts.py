"""The page without scripts: plain forms and links do everything."""

from __future__ import annotations

import random

from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.playing import begin, late


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
    found.nth(chance.randrange(count)).click()
    return True


def test_a_whole_game_without_scripts(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    begin(page, "dominoes", "local", scripts=False)
    chance = random.Random(5)
    for _ in range(300):
        if not press_something(page, chance):
            break
    assert page.locator("#table.over").count() == 1
    assert page.locator("#refusal p").count() == 0
    assert (
        page.locator("[data-do=swap], [data-do=restart]").first.is_visible()
        or page.locator("[data-ask=restart]").is_visible()
    )


def test_a_move_of_several_steps_without_scripts(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    begin(page, "backgammon", "local", late("backgammon", 10), scripts=False)
    chance = random.Random(2)
    for _ in range(120):
        if not press_something(page, chance):
            break
    assert page.locator("#table.over").count() == 1


def test_the_computer_answers_without_scripts(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    begin(page, "snakes", "computer", scripts=False)
    page.locator("[data-do=roll]").click()
    for _ in range(20):
        page.wait_for_timeout(100)
        page.goto(page.url)
        if page.locator("[data-do=roll]").is_visible():
            break
    assert page.locator("#moves li").count() >= 4  # start, beginning, two rolls


def test_resigning_asks_and_replay_has_addresses(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    begin(page, "backgammon", "local", scripts=False)
    page.locator("[data-do=roll]").click()
    page.locator("#moves a").first.click()
    assert page.url.endswith("?at=0")
    assert page.locator("#looking").is_visible()
    page.locator("#to-now").click()
    page.locator("[data-ask=resign]").click()
    box = page.locator("dialog[open]").bounding_box()
    assert box is not None
    assert box["y"] < 600, "the question is seen"
    page.locator("dialog[open] button").click()
    assert page.locator("#table.over").count() == 1


def test_settings_without_scripts(open_page: OpenPage) -> None:
    page = open_page("/einstellungen", java_script_enabled=False)
    page.locator("main [name=theme][value=dark]").check(force=True)
    page.locator("main [name=marks]").check()
    page.locator("main form button").click()
    assert page.get_attribute("html", "data-theme") == "dark"
    assert page.locator("main [name=marks]").is_checked()
    assert page.get_attribute("html", "data-marks") is not None


def test_a_refused_set_up_says_what_is_wrong(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/backgammon")
    form = page.locator("form.setup").last
    form.locator("summary").click()
    form.locator("[name=position]").fill("nonsense")
    form.locator("button").click()
    assert page.locator(".refusal").is_visible()
    assert page.locator("form.setup").last.locator("[name=position]").input_value() == "nonsense"

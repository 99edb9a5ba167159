"""Everything without a mouse: Tab, Enter, Escape, arrows and letters; the focus never falls to the top of the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import GAMES, begin, running

NOW = """() => ({over: document.querySelector("#table").classList.contains("over"),
  events: document.querySelectorAll("#moves li").length,
  ready: !document.querySelector("#curtain").hidden,
  roll: document.querySelector("[data-do=roll]").checkVisibility(),
  steps: document.querySelectorAll("[data-step]").length,
  taken: document.querySelector("#so-far").textContent})"""


def tab_to(page: Page, selector: str, most: int = 80) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(most):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def act(page: Page) -> bool:
    """One act by keys, then wait until it is shown; False when the game is over."""
    page.wait_for_function(f"() => {{ const n = ({NOW})(); return n.over || n.ready || n.roll || n.steps; }}")
    now = page.evaluate(NOW)
    if now["over"]:
        return False
    if now["ready"]:
        tab_to(page, "[data-do=ready]")
        page.keyboard.press("Enter")
    elif now["roll"]:
        page.keyboard.press("r")
    else:
        if not page.evaluate("() => document.activeElement.matches('[data-step], summary')"):
            tab_to(page, "#step-list :is([data-step], summary)")
        if page.evaluate("() => document.activeElement.matches('summary')"):
            page.keyboard.press("Enter")
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    page.wait_for_function(
        f"b => {{ const n = ({NOW})(); return JSON.stringify(n) !== b; }}",
        arg=page.evaluate("JSON.stringify", now),
    )
    expect(page.locator(":is(#actions, #curtain, dialog) :focus")).to_have_count(1)
    return True


def test_a_whole_game_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("/")
    tab_to(page, "a[href='/domino']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/domino")
    tab_to(page, "form:has([value=local]) button")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board")
    running(page)
    for _ in range(300):
        if not act(page):
            break
    assert page.evaluate(NOW)["over"]
    expect(page.locator(":focus")).to_have_count(1)


@pytest.mark.parametrize("game", GAMES)
def test_five_acts_taking_back_and_resigning(open_page: OpenPage, game: str) -> None:
    page = open_page()
    begin(page, game, "local")
    for _ in range(5):
        act(page)
    if page.locator("[data-do=take]").is_visible():
        events = page.locator("#moves li").count()
        page.keyboard.press("u")
        page.wait_for_function("n => document.querySelectorAll('#moves li').length > n", arg=events)
        expect(page.locator(":focus")).to_have_count(1)
    tab_to(page, "[data-ask=resign]")
    page.keyboard.press("Enter")
    expect(page.locator("dialog#resign")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-ask=resign]")).to_be_focused()  # Escape leads back
    page.keyboard.press("Enter")
    tab_to(page, "dialog#resign [data-do=resign]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#table.over")
    expect(page.locator(":focus")).to_have_count(1)


def test_letters_speak(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "snakes", "local")
    page.keyboard.press("r")
    page.wait_for_function("() => document.querySelectorAll('#moves li').length > 2")
    for key, part in (("l", "Schwarz würfelt"), ("w", "Weiß"), ("b", "Schwarz: "), ("Shift+W", "Weiß: ")):
        page.evaluate("() => document.querySelector('#live').replaceChildren()")
        page.keyboard.press(key)
        expect(page.locator("#live p")).to_contain_text(part)
    page.keyboard.press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog#keys")).to_be_hidden()
    page.keyboard.press("m")
    expect(page.locator("#typed-move")).to_be_focused()
    page.keyboard.type("r u l")
    expect(page.locator("#typed-move")).to_have_value("r u l")  # letters typed into a field are no commands

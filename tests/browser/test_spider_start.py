"""Choosing a deal and looking at one's statistics by the keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from plyyard.games.spider import choice
from tests.browser.conftest import OpenPage

PATHS = {"de": "/spider", "en": "/en/spider"}
OFFERED = ["lot", "today", "solvable", "easy", "medium", "hard", "number"]


def chosen(page: Page, way: str) -> None:
    """Tab to the ways and go with the arrow keys to one of them."""
    group = page.locator("form:has(input[value=local]) .ways").last
    group.locator("input:checked").focus()
    for _ in range(OFFERED.index(way)):
        page.keyboard.press("ArrowDown")
    expect(group.locator("input:checked")).to_have_value(way)
    expect(group.locator("input:focus")).to_have_value(way)


def number(page: Page) -> int:
    """Of the deal that is being played, as its room tells it."""
    expect(page).to_have_url(re.compile(r"/(spiel|en/game)/[\w-]+$"))
    expect(page.locator("#table")).to_be_visible()
    room = page.url.rsplit("/", 1)[1]
    return int(page.request.get(f"/api/rooms/{room}?scene=0").json()["options"]["number"])


@pytest.mark.parametrize("way", ["today", "solvable", "hard"])
def test_a_deal_is_chosen_by_keyboard(open_page: OpenPage, way: str) -> None:
    page = open_page(PATHS["de"])
    field = page.locator("#l-option-number")
    expect(field).to_be_hidden()
    chosen(page, way)
    expect(field).to_be_hidden()
    page.locator("#l-option-suits").select_option("2")
    page.locator("form:has(#l-option-suits) button.big").focus()
    page.keyboard.press("Enter")
    known = choice.graded(2, "xpat2", "auto")
    expected = {"hard": set(known["hard"]), "solvable": {one for grade in known.values() for one in grade}}
    found = number(page)
    assert found in expected[way] if way in expected else re.fullmatch(r"20\d{6}", str(found))


def test_a_number_is_typed_refused_and_typed_again(open_page: OpenPage) -> None:
    page = open_page(PATHS["en"])
    chosen(page, "number")
    field = page.locator("#l-option-number")
    expect(field).to_be_visible()
    page.keyboard.press("Tab")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Deal number: type a number from 0 to 999999999")
    expect(field).to_be_visible()
    field.fill("-1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text(
        "Deal number: “-1” is no whole number from 0 to 999999999."
    )
    expect(field).to_have_value("-1")
    field.fill(" 227 ")
    page.keyboard.press("Enter")
    assert number(page) == 227


def test_statistics_are_reached_from_the_game_and_from_its_end(open_page: OpenPage) -> None:
    page = open_page(PATHS["en"])
    page.get_by_role("link", name="Statistics").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Statistics: Spider")
    expect(page.locator("main")).to_contain_text("You have finished no game so far.")
    page.goto(f"{PATHS['en']}?number=227")
    page.get_by_role("button", name="Play this deal").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_be_visible()
    link = page.get_by_role("link", name="Statistics")
    expect(link).to_be_hidden()
    page.locator("#typed-box summary").focus()
    page.keyboard.press("Enter")
    for dealt in range(1, 6):
        page.locator("#typed-move").fill("deal")
        page.keyboard.press("Enter")
        expect(page.locator(f'#moves [data-at="{dealt + 1}"]')).to_be_attached()
    expect(page.locator("#table")).to_have_class(re.compile("over"))
    link.focus()
    page.keyboard.press("Enter")
    row = page.get_by_role("row", name=re.compile("^Lost: nothing more could be done"))
    expect(row.get_by_role("cell").first).to_have_text("1")
    expect(page.get_by_role("link", name="Save as JSON")).to_be_visible()

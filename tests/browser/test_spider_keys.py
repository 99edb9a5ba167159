"""Spider's board by keys: choosing, varying, playing, and the keys' own dialog."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.spider_board import (
    FIVE,
    FOUR,
    SEVEN,
    SIX,
    TOP,
    board,
    chosen,
    events,
    moved,
    said,
    targets,
    until,
)


def test_keys_choose_vary_and_play(open_page: OpenPage) -> None:
    page = board(open_page)
    count = events(page)
    page.keyboard.press("1")
    said(page, "4 gewählt: Pik-7 bis Pik-4, Spalte 1. Ziele: Spalte 2, Spalte 3, Spalte 6.")
    chosen(page, SEVEN, SIX, FIVE, TOP)
    targets(page, "c2", "c3", "c6")
    page.keyboard.press("1")
    said(page, "3 gewählt: Pik-6 bis Pik-4, Spalte 1. Ziele: Spalte 6.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    said(page, "Pik-4 gewählt, Spalte 1. Ziele: Spalte 4, Spalte 6.")
    page.keyboard.press("ArrowUp")
    chosen(page, FIVE, TOP)
    page.keyboard.press("2")  # just these two were asked for: they do not fit there
    page.locator("#refusal button").wait_for()
    chosen(page, FIVE, TOP)
    page.keyboard.press("Escape")
    chosen(page)
    assert events(page) == count
    page.keyboard.press("1")
    page.keyboard.press("5")  # of the column that part goes which fits
    until(page, count + 1)
    moved(page, "1>5:2")
    page.keyboard.press("u")
    until(page, count + 2)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    moved(page, "1>2:4")
    page.keyboard.press("m")
    page.keyboard.type("112")
    expect(page.locator("#typed-move")).to_have_value("112")
    chosen(page)


def test_arrows_go_from_column_to_column_and_never_into_the_past(open_page: OpenPage) -> None:
    page = board(open_page)
    count = events(page)
    page.keyboard.press("ArrowRight")
    chosen(page, SEVEN, SIX, FIVE, TOP)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board .sprite.chosen")).not_to_have_count(4)
    page.keyboard.press("ArrowLeft")
    chosen(page, SEVEN, SIX, FIVE, TOP)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#replaying")).to_be_hidden()
    page.keyboard.press("Escape")
    chosen(page)
    assert events(page) == count


def test_keys_of_places_stand_in_the_dialog(open_page: OpenPage) -> None:
    page = board(open_page, FOUR + "runs=manual")
    page.keyboard.press("?")
    expect(
        page.locator("#fact-keys div", has_text="Platz für vollständige Folgen").locator("kbd")
    ).to_have_text("K")
    expect(page.locator("#fact-keys div", has_text="Vorrat").locator("kbd")).to_have_text("R")
    page.keyboard.press("1")  # a dialog is open: no command
    page.keyboard.press("Escape")
    chosen(page)

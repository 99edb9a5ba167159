"""Presses on Spider's board: what they choose, quick moves, splitting, deals, refusals, a finger on a phone."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.spider_board import (
    FIVE,
    FOUR,
    SEVEN,
    SIX,
    TOP,
    board,
    chosen,
    double_click,
    drag,
    events,
    moved,
    place,
    said,
    targets,
    until,
)


def test_a_press_decides_by_the_card_under_it(open_page: OpenPage) -> None:
    """A card that can go: it and those on it; one that cannot: what lies on it goes."""
    page = board(open_page)
    page.mouse.click(*place(page, FIVE))
    chosen(page, FIVE, TOP)
    targets(page, "c5", "c6")
    page.wait_for_timeout(400)  # not a double click
    page.mouse.click(*place(page, FIVE))
    chosen(page)
    page.mouse.click(*place(page, "card3"))  # the king below the run
    chosen(page, SEVEN, SIX, FIVE, TOP)
    page.mouse.click(*place(page, "c3", 0.8))
    moved(page, "1>3:4")


def test_a_quick_move_takes_the_best_place(open_page: OpenPage) -> None:
    page = board(open_page)
    double_click(page, *place(page, SEVEN))
    moved(page, "1>2:4")
    count = events(page)
    double_click(page, *place(page, "card15"))  # a column of its own to the empty one: changes nothing
    chosen(page, "card15")
    assert events(page) == count


def test_one_click_plays_the_best_place_where_it_is_set(open_page: OpenPage) -> None:
    page = board(open_page)
    page.locator("[data-dialog=settings]").click()
    page.locator("#settings [data-set=quick]").check()
    page.locator("#settings button").click()
    count = events(page)
    page.mouse.click(*place(page, FIVE), button="middle")
    chosen(page, FIVE, TOP)
    page.wait_for_timeout(400)
    page.mouse.click(*place(page, FIVE), button="middle")
    chosen(page)
    assert events(page) == count
    page.mouse.click(*place(page, FIVE))
    until(page, count + 1)
    moved(page, "1>5:2")
    page.reload()
    page.wait_for_selector("#board .can")
    page.mouse.click(*place(page, SEVEN))
    moved(page, "1>2:2")


def test_a_middle_click_splits_and_a_second_one_plays(open_page: OpenPage) -> None:
    page = board(open_page)
    page.mouse.click(*place(page, FIVE), button="middle")
    said(page, "2 gewählt: Pik-5 bis Pik-4, Spalte 1. Ziele: Spalte 5, Spalte 6.")
    page.mouse.click(*place(page, "c6", 0.5), button="middle")
    moved(page, "1>6:2")
    page.mouse.click(*place(page, "card3"), button="middle")  # just this card: it cannot go
    page.locator("#refusal button").wait_for()
    chosen(page)


def test_a_complete_run_is_put_away_by_drag_and_by_a_quick_move(open_page: OpenPage) -> None:
    run = "KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S,AS"
    page = board(open_page, f"columns={run}/2H/-3H,{run}/KH/KH/KD/KD/KC/KC/5D stock= home= runs=manual")
    drag(page, "card0", *place(page, "home", 0.5))
    moved(page, "remove 1")
    double_click(page, *place(page, "card15"))
    moved(page, "remove 3")


def test_a_double_click_deals_once(open_page: OpenPage) -> None:
    page = board(
        open_page,
        FOUR.replace("//2D", "/9D/2D").replace("AS,AC home", "AS,AC,3H,3H,3D,3D,3C,QC,QC,QD,QH,QS home"),
    )
    count = events(page)
    double_click(page, *place(page, "stock", 0.5), played=count + 1)
    page.keyboard.press("u")  # what is sent is answered in order: a second deal would stand before this
    moved(page, "Zurückgenommen")
    assert events(page) == count + 2


@pytest.mark.parametrize("by", ["key", "mouse", "text"])
def test_a_refused_deal_says_why_and_marks_the_columns(open_page: OpenPage, by: str) -> None:
    page = board(open_page)
    count = events(page)
    if by == "key":
        page.keyboard.press("r")
    elif by == "mouse":
        page.mouse.click(*place(page, "stock", 0.5))
    else:
        page.evaluate("document.querySelector('#typed-box').open = true")
        page.fill("#typed-move", "deal")
        page.press("#typed-move", "Enter")
    expect(page.locator("#refusal")).to_contain_text("Vor dem Austeilen")
    expect(page.locator("#refusal")).to_contain_text("Dort: Spalte 6.")
    expect(page.locator("#refusal a[href$='#art-3.2']")).to_be_visible()
    expect(page.locator("#board .against")).to_have_count(1)
    expect(page.locator("#board .against")).to_have_attribute("data-id", "c6")
    drag(page, TOP, *place(page, "c6", 0.5))
    until(page, count + 1)
    expect(page.locator("#board .against")).to_have_count(0)
    expect(page.locator("#refusal")).to_be_empty()


FIXED = "columns=-2C,-3C,-4C,KH,7S,6S,5S,4S/8S/8H/5C/KD/JS/2D/TC/JC/QH stock= home="
KING = "card11"  # of diamonds: it can go nowhere


@pytest.mark.parametrize("by", ["key", "mouse", "drag"])
def test_what_cannot_move_is_said_and_forgotten_with_the_next_choice(open_page: OpenPage, by: str) -> None:
    page = board(open_page, FIXED)
    page.evaluate("document.querySelector('#live').replaceChildren()")
    if by == "key":
        page.keyboard.press("5")
    elif by == "mouse":
        page.mouse.click(*place(page, KING))
    else:
        drag(page, KING, *place(page, "c5", 0.7))
    expect(page.locator("#refusal")).to_have_text("Spalte 5: Von hier kann jetzt nichts ziehen. Warum nicht?")
    said(page, "Spalte 5: Von hier kann jetzt nichts ziehen.")
    page.keyboard.press("1")
    chosen(page, SEVEN, SIX, FIVE, TOP)
    expect(page.locator("#refusal")).to_be_empty()
    page.keyboard.press("5")  # something is chosen, and here it cannot go
    expect(page.locator("#refusal")).to_have_text("Das geht dort nicht. Warum nicht?")
    page.keyboard.press("Escape")
    chosen(page)
    expect(page.locator("#refusal")).to_be_empty()


def test_a_drag_to_a_place_that_takes_nothing_is_answered_without_a_ring_around_the_page(
    open_page: OpenPage,
) -> None:
    page = board(open_page, FIXED)
    count = events(page)
    drag(page, KING, *place(page, "c2", 0.3))
    expect(page.locator("#refusal")).to_have_text("Das geht dort nicht. Warum nicht?")
    page.click("#refusal button")
    expect(page.locator("#refusal")).to_contain_text("König")
    page.keyboard.press("Escape")
    expect(page.locator("#refusal")).to_be_empty()
    drag(page, SEVEN, *place(page, "c5", 0.3))
    expect(page.locator("#refusal")).to_have_text("Das geht dort nicht. Warum nicht?")
    assert events(page) == count
    page.locator("main").focus()
    page.keyboard.press("l")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"


def test_how_many_cards_lie_face_down(open_page: OpenPage) -> None:
    page = board(open_page)
    expect(page.locator("#board .back text")).to_have_text("3")
    expect(page.locator("#board .slot[data-id=c1] title")).to_have_text("Spalte 1: 3 verdeckte Karten")
    expect(page.locator("#board .slot[data-id=c2] title")).to_have_text("")
    page.mouse.move(*place(page, "card0"))
    page.mouse.down()
    expect(page.locator("#refusal")).to_have_text("Spalte 1: 3 verdeckte Karten")
    page.mouse.up()
    assert "3 verdeckte" in (page.locator("#description li").first.text_content() or "")


class Finger:
    """One finger, by the browser's own touch events."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def _send(self, kind: str, *points: tuple[float, float], at: float | None = None) -> None:
        touched = {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        self.session.send("Input.dispatchTouchEvent", touched | ({"timestamp": at} if at else {}))

    def down(self, x: float, y: float) -> None:
        self.at = (x, y)
        self._send("touchStart", self.at)

    def to(self, x: float, y: float, steps: int = 5) -> None:
        x0, y0 = self.at
        for step in range(1, steps + 1):
            self._send("touchMove", (x0 + (x - x0) * step / steps, y0 + (y - y0) * step / steps))
        self.at = (x, y)

    def up(self) -> None:
        self._send("touchEnd")

    def cancel(self) -> None:
        self._send("touchCancel")

    def tap(self, x: float, y: float, at: float | None = None) -> None:
        """``at``: when the browser shall believe it was, in seconds since 1970."""
        self._send("touchStart", (x, y), at=at)
        self._send("touchEnd", at=at and at + 0.02)


def test_with_a_finger_on_a_phone(open_page: OpenPage) -> None:
    page = board(open_page, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    finger = Finger(page)
    count = events(page)

    finger.down(*place(page, SEVEN))  # drag: the page stays where it is
    finger.to(*place(page, "c2", 0.9))
    expect(page.locator("#board .hand .sprite")).to_have_count(4)
    assert page.evaluate("scrollY") == 0
    finger.up()
    until(page, count + 1)
    moved(page, "1>2:4")

    finger.down(*place(page, SEVEN))  # something else takes the finger away
    finger.to(*place(page, "c3", 0.5))
    expect(page.locator("#board .hand .sprite")).to_have_count(4)
    finger.cancel()
    expect(page.locator("#board .hand .sprite")).to_have_count(0)
    chosen(page)

    finger.down(*place(page, FIVE))  # long press: split
    page.wait_for_timeout(600)
    chosen(page, FIVE, TOP)
    finger.up()
    finger.tap(*place(page, "c6", 0.5))
    until(page, count + 2)
    moved(page, "2>6:2")

    finger.tap(*place(page, FIVE))  # tap, tap
    chosen(page, FIVE, TOP)
    page.wait_for_timeout(400)
    finger.tap(*place(page, FIVE))
    chosen(page)
    assert events(page) == count + 2

    now = time.time()  # a double tap: to the best place, back onto its run
    finger.tap(*place(page, FIVE), now)
    finger.tap(*place(page, FIVE), now + 0.1)
    until(page, count + 3)
    moved(page, "6>2:2")

    finger.down(*place(page, "card1"))  # how many lie face down there
    expect(page.locator("#refusal")).to_have_text("Spalte 1: 3 verdeckte Karten")
    finger.up()

    box = page.locator("#status").bounding_box()
    assert box is not None
    finger.down(180, box["y"] + 5)  # below the board the page scrolls
    finger.to(180, box["y"] - 195)
    finger.up()
    page.wait_for_function("() => scrollY > 50")

"""Dragging on Spider's board: what is in the hand, where it falls, and what interrupts it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.spider_board import (
    FIVE,
    PLACES,
    SEVEN,
    SIX,
    TOP,
    board,
    chosen,
    drag,
    events,
    moved,
    place,
    targets,
    until,
)


def test_a_drag_moves_the_run_as_one_and_marks_where_it_may_go(open_page: OpenPage) -> None:
    page = board(open_page, reduced_motion="no-preference")
    before = page.evaluate(PLACES)
    page.mouse.move(*place(page, SIX))
    page.mouse.down()
    targets(page, "c6")
    x, y = place(page, SIX)
    page.mouse.move(x + 40, y + 30, steps=3)
    page.wait_for_function(
        "y => Math.abs(document.querySelector('[data-id=card7]').getBoundingClientRect().y - y - 30) < 1",
        arg=before[TOP][1],
    )
    now = page.evaluate(PLACES)
    assert {card for card in now if now[card][0] != before[card][0]} == {SIX, FIVE, TOP}
    for card in (SIX, FIVE, TOP):
        assert now[card][0] == pytest.approx(before[card][0] + 40, abs=0.6)
    page.mouse.move(*place(page, "c6", 0.5), steps=3)
    page.wait_for_selector("#board .glow .aim")
    count = events(page)
    page.mouse.move(*place(page, "c9", 0.9), steps=3)  # jack of clubs: no place for a six
    page.mouse.up()
    page.wait_for_function(
        "all => { const b = document.querySelector('[data-id=card6]').getBoundingClientRect();"
        " return Math.hypot(b.x + b.width / 2 - all.card6[0], b.y - all.card6[1]) < 1; }",
        arg=before,
    )
    expect(page.locator("#board .hand .sprite")).to_have_count(0)
    assert events(page) == count
    page.locator("#refusal button").wait_for()
    chosen(page)


def test_a_drop_between_two_columns_goes_to_the_one_that_is_covered_most(open_page: OpenPage) -> None:
    page = board(open_page)
    x2, _ = place(page, "c2")
    x3, y3 = place(page, "c3", 0.6)
    grip = place(page, SEVEN)
    drag(page, SEVEN, x2 + 0.4 * (x3 - x2), y3)
    moved(page, "1>2:4")
    page.keyboard.press("u")
    expect(page.locator("#moves li").last).not_to_contain_text("1>2:4")
    count = events(page)
    drag(page, SEVEN, grip[0] + 12, grip[1] + 60)  # hardly off its own column: put back
    page.wait_for_timeout(100)
    assert events(page) == count


def test_escape_and_a_frame_from_elsewhere_end_a_drag(open_page: OpenPage) -> None:
    page = board(open_page)
    before = page.evaluate(PLACES)
    grip = place(page, SEVEN)
    page.mouse.move(*grip)
    page.mouse.down()
    page.mouse.move(grip[0] + 50, grip[1] + 50, steps=3)
    expect(page.locator("#board .hand .sprite")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(page.locator("#board .hand .sprite")).to_have_count(0)
    page.mouse.move(grip[0] + 90, grip[1] + 50, steps=3)
    page.mouse.up()
    assert page.evaluate(PLACES) == before
    count = events(page)
    page.mouse.move(*grip)
    page.mouse.down()
    page.mouse.move(grip[0] + 50, grip[1] + 50, steps=3)
    expect(page.locator("#board .hand .sprite")).to_have_count(4)
    answer = page.evaluate(
        """async () => { const room = JSON.parse(document.querySelector("#start").textContent).state;
        const headers = {"content-type": "application/json", "x-csrf-token": document.querySelector("meta[name=csrf]").content};
        const body = JSON.stringify({t: "move", id: "elsewhere", on: room.head, move: "1>4:1"});
        return (await fetch(`/api/rooms/${room.room}/commands`, {method: "POST", headers, body})).status; }"""
    )
    assert answer == 200
    until(page, count + 1)
    expect(page.locator("#board .hand .sprite")).to_have_count(0)
    page.mouse.move(grip[0] + 90, grip[1] + 50, steps=3)
    page.mouse.up()
    assert events(page) == count + 1
    drag(page, TOP, *place(page, "c6", 0.5))
    moved(page, "4>6:1")


def test_a_new_connection_leaves_what_is_chosen_or_in_the_hand(open_page: OpenPage) -> None:
    page = board(open_page)
    reopen = (
        "() => import(document.querySelector('script[src*=play]').src).then((play) => play.connection.open())"
    )
    page.mouse.click(*place(page, FIVE))
    with page.expect_websocket() as opened:
        page.evaluate(reopen)
    opened.value.wait_for_event("framereceived")
    chosen(page, FIVE, TOP)
    page.mouse.move(*place(page, SEVEN))
    page.mouse.down()
    page.mouse.move(*place(page, "c2", 0.5), steps=3)
    expect(page.locator("#board .hand .sprite")).to_have_count(4)
    with page.expect_websocket() as opened:
        page.evaluate(reopen)
    opened.value.wait_for_event("framereceived")
    page.mouse.move(*place(page, "c2", 0.6), steps=3)
    expect(page.locator("#board .hand .sprite")).to_have_count(4)
    page.mouse.up()
    moved(page, "1>2:4")


def test_a_move_dropped_without_a_connection_is_kept_and_played(open_page: OpenPage) -> None:
    page = board(open_page)
    count = events(page)
    page.context.set_offline(True)
    page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    drag(page, SEVEN, *place(page, "c2", 0.5))
    page.mouse.click(*place(page, "card8"))
    page.context.set_offline(False)
    until(page, count + 1)
    moved(page, "1>2:4")
    expect(page.locator("#board .hand .sprite")).to_have_count(0)

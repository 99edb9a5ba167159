"""What the tests of Spider's board share: a position, points on it, gestures, and what is then to be seen."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import begin

# Four spades of which each part has another place; cards are numbered as they lie: 4 to 7 are the 7 to the 4.
FOUR = (
    "columns=-2C,-3C,-4C,KH,7S,6S,5S,4S/8S/8H/5H/6D//2D/TC/JC/KD stock=2S,3S,2S,3S,AS,AH,AC,AD,AS,AC home= "
)
SEVEN, SIX, FIVE, TOP = "card4", "card5", "card6", "card7"
PLACES = """() => Object.fromEntries([...document.querySelectorAll("#board [data-id]")].map((e) => {
  const b = e.getBoundingClientRect(); return [e.dataset.id, [b.x + b.width / 2, b.y, b.height]]; }))"""


def place(page: Page, thing: str, lower: float = 0.0) -> tuple[float, float]:
    """A point that shows a card (its upper edge is never covered); of a slot so far down."""
    x, y, height = page.evaluate(PLACES)[thing]
    return x, y + max(5, lower * height)


def drag(page: Page, picked: str, x: float, y: float) -> None:
    page.mouse.move(*place(page, picked))
    page.mouse.down()
    page.mouse.move(x - 9, y - 9, steps=2)
    page.mouse.move(x, y)
    page.mouse.up()


def double_click(page: Page, x: float, y: float, played: int = 0) -> None:
    """Two clicks of which the browser believes that they came quickly, however slow this machine is.

    ``played``: how many lines the list of moves must have before the second one.
    """
    session, began = page.context.new_cdp_session(page), time.time()
    for n, kind in enumerate(("mousePressed", "mouseReleased") * 2):
        if n == 2 and played:
            until(page, played)
        session.send(
            "Input.dispatchMouseEvent",
            {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "timestamp": began + 0.04 * n},
        )
    session.detach()


def events(page: Page) -> int:
    count: int = page.evaluate("document.querySelectorAll('#moves li').length")
    return count


def until(page: Page, count: int) -> None:
    """Until so many lines stand in the list of moves."""
    page.wait_for_function("n => document.querySelectorAll('#moves li').length === n", arg=count)


def board(open_page: OpenPage, position: str = FOUR, **wishes: Any) -> Page:
    page = open_page(**wishes)
    begin(page, "spider", "local", position)
    page.wait_for_selector("#board .can")
    return page


def chosen(page: Page, *cards: str) -> None:
    """Just these cards are shown as chosen."""
    page.wait_for_function(
        "ids => [...document.querySelectorAll('#board .sprite.chosen')].map((e) => e.dataset.id).sort().join() === ids",
        arg=",".join(sorted(cards)),
    )


def targets(page: Page, *columns: str) -> None:
    page.wait_for_function(
        "ids => [...document.querySelectorAll('#board .slot.target')].map((e) => e.dataset.id).sort().join() === ids",
        arg=",".join(sorted(columns)),
    )


def said(page: Page, text: str) -> None:
    expect(page.locator("#live p").last).to_have_text(text)


def moved(page: Page, text: str) -> None:
    expect(page.locator("#moves li").last).to_contain_text(text)

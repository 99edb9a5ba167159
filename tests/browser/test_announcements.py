"""What a screen reader hears: every event, once each, also when the text repeats."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import begin, late, play_by_mouse

LISTEN = """() => { window.heard = [];
  new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) => window.heard.push(node.textContent))))
    .observe(document.querySelector("#live"), {childList: true}); }"""


def lines(page: Page) -> list[str]:
    """What the move list says of each event."""
    found: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('#moves a')].slice(1).map((a) => a.title)"
    )
    return found


def expect_heard(page: Page, wanted: list[str]) -> None:
    """Exactly these, but for what was chosen on the way."""
    heard = "window.heard.filter((text) => !text.includes('gewählt'))"
    page.wait_for_function(f"(n) => {heard}.length >= n", arg=len(wanted))
    assert page.evaluate(heard) == wanted


def test_a_repeated_text_is_heard_again(open_page: OpenPage) -> None:
    """ax-same-text: both sides on 99 need a one: most rolls are too high, and the same sentence comes again and again."""
    page = open_page()
    for seed in range(10):
        begin(page, "snakes", "local", "black=99 white=99 turn=black")
        page.evaluate(LISTEN)
        before = len(lines(page))
        play_by_mouse(page, seed)
        shown = lines(page)[before:]
        expect_heard(page, shown)
        if len(set(shown)) < len(shown):
            return
    raise AssertionError("no text was repeated in ten games")


def test_every_event_of_a_game_is_heard(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "aeroplane", "local", late("aeroplane", 24, seed=3))
    page.evaluate(LISTEN)
    before = len(lines(page))
    play_by_mouse(page)
    expect_heard(page, lines(page)[before:])


def test_resigning_is_heard_with_its_side(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "backgammon", "local")
    page.evaluate(LISTEN)
    before = len(lines(page))
    page.locator("[data-ask=resign]").click()
    page.locator("dialog [data-do=resign]").click()
    page.wait_for_selector("#table.over")
    shown = lines(page)[before:]
    expect_heard(page, shown)
    heard = " ".join(shown)
    assert "Weiß" in heard
    assert "auf" in heard


def test_short_announcements_are_a_setting(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "snakes", "local", "black=50 white=50 turn=black")
    page.locator("[data-dialog=settings]").click()
    page.locator("#settings [data-set=brief]").check()
    page.locator("#settings button").click()
    expect(page.locator("#settings")).to_be_hidden()
    page.evaluate(LISTEN)
    page.keyboard.press("r")
    page.wait_for_function("() => window.heard.length > 0")
    assert len(page.evaluate("window.heard")[0]) < len(lines(page)[-1])


@pytest.mark.parametrize(
    ("game", "position", "move", "said"),
    [
        ("backgammon", "4HPwASHgc/ABMA turn=white dice=3,1", "8/5* 6/5", ("Weiß", "5", "schlägt")),
        ("aeroplane", "red=-,-,-,20 yellow=-,-,-,49 turn=red die=3", "20", ("Rot", "23", "zurück")),
        (
            "spider",
            "columns=KH,QH,JH,TH,9H,8H,7H,6H,5H,4H,3H,2H/AH/9C/5D////// stock= home=",
            "2>1:1",
            ("Folge", "Spalte 1"),
        ),
    ],
)
def test_what_follows_is_heard_with_who_and_where(
    open_page: OpenPage, game: str, position: str, move: str, said: tuple[str, ...]
) -> None:
    """ax-events"""
    page = open_page()
    begin(page, game, "local", position)
    page.evaluate(LISTEN)
    page.keyboard.press("m")
    page.keyboard.type(move)
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.heard.length > 0")
    heard = page.evaluate("window.heard")[0]
    assert all(word in heard for word in said), heard

"""A whole game of each of the five, by mouse on the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import begin, late, play_by_mouse

# one run is left: its cards in four columns, or in all ten
SPIDER_LAST_RUN = "columns=KH,QH,JH,TH,9H,8H/7H,6H,5H,4H,3H/2H/AH////// stock= home=S,S,H,D,D,C,C"
SPIDER_END = "columns=KH,QH,JH,TH/9H/8H/7H/6H/5H/4H/3H/2H/AH stock= home=S,S,H,D,D,C,C"


@pytest.mark.parametrize(
    ("game", "kind", "events"),
    [
        ("snakes", "computer", 0),
        ("aeroplane", "local", 60),
        ("backgammon", "local", 24),
        ("dominoes", "local", 0),
    ],
)
def test_played_to_the_end_by_mouse(open_page: OpenPage, game: str, kind: str, events: int) -> None:
    page = open_page()
    begin(page, game, kind, late(game, events) if events else "")
    assert play_by_mouse(page) > 5
    expect(page.locator("#refusal")).to_have_text("")
    page.reload()
    expect(page.locator("#table.over")).to_be_visible()
    expect(page.locator("[data-can=restart]")).to_be_visible()


def test_spider_is_won_by_mouse(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "spider", "local", SPIDER_LAST_RUN)
    play_by_mouse(page, empty=0.03)  # empty columns lead nowhere for long
    won = page.locator("#facts", has_text="990").or_(page.locator("#status", has_text="Gewonnen"))
    expect(won.first).to_be_visible()


def test_against_the_computer_with_pieces_in_motion(open_page: OpenPage) -> None:
    """Clicks never wait for an animation: the same game, with motion on, backgammon's last moves."""
    page = open_page(reduced_motion="no-preference")
    begin(page, "backgammon", "computer", late("backgammon", 16))
    play_by_mouse(page)
    expect(page.locator("[data-can=swap]")).to_be_visible()


def test_a_piece_is_dragged_to_its_place(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "spider", "local", SPIDER_END)
    moved = page.locator("#moves li").count()
    page.wait_for_selector("#board .can")
    box = page.evaluate(
        """() => { const b = (e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
        const can = [...document.querySelectorAll("#board .sprite.can")].map(b).sort((p, q) => p[0] - q[0]);
        return can; }"""
    )
    (x0, y0), (x1, y1) = box[1], box[0]  # the eight onto the nine
    page.mouse.move(x0, y0)
    page.mouse.down()
    page.mouse.move((x0 + x1) / 2, (y0 + y1) / 2, steps=4)
    page.mouse.move(x1, y1, steps=4)
    page.mouse.up()
    expect(page.locator("#moves li").nth(moved)).to_contain_text("3>2:1")


def test_an_illegal_target_does_nothing_and_says_why_on_request(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "spider", "local", SPIDER_END)
    moved = page.locator("#moves li").count()
    page.wait_for_selector("#board .can")
    king = page.locator("#board .sprite:not(.can)[data-id=card0]").bounding_box()
    assert king is not None
    page.mouse.click(king["x"] + king["width"] / 2, king["y"] + 4)  # it cannot move from here
    page.locator("#refusal button").click()
    page.wait_for_selector("#refusal a[href*='#art-']")
    expect(page.locator("#moves li")).to_have_count(moved)
    article = page.get_attribute("#refusal a", "href") or ""
    page.goto(article)
    expect(page.locator(".article:target")).to_be_visible()


def test_a_chosen_piece_aimed_at_an_illegal_place(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "backgammon", "local", "4HPwATDgc/ABMA turn=white dice=3,1")
    page.wait_for_selector("#board .can")
    page.locator("#board .slot[data-id=p6]").click()
    page.locator("#board .slot[data-id=p20]").click()
    page.locator("#refusal button").click()
    page.wait_for_selector("#refusal a[href$='#art-1.3']")
    expect(page.locator("#typed-box[open]")).to_have_count(0)


def test_taking_a_step_back_before_the_move_is_whole(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "backgammon", "local")
    page.locator("[data-do=roll]").click()
    page.locator("[data-step]").first.click()
    page.wait_for_selector("#taken:not([hidden])")
    page.locator("#step-back").click()
    page.wait_for_selector("#taken", state="hidden")
    expect(page.locator("#moves li")).to_have_count(3)  # start, beginning, roll

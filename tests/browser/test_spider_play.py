"""Moves made on Spider's board as a person makes them: whole games by drag and by keys, touch, split, quick moves, refusals."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from plyyard.core.game import Moved, Step
from plyyard.core.words import words
from plyyard.games.spider.game import GAME
from plyyard.games.spider.state import State
from tests.browser.conftest import OpenPage
from tests.browser.playing import begin

START = {"layout": "xpat2", "rule": "strict"}
# Deal 24 with one suit, and deal 10 with two and removal by hand: lines of the solver, won.
ONE_SUIT = GAME.start({**START, "number": 24, "suits": 1, "runs": "auto"})
ONE_SUIT_LINE = """8>5:1 8>9:1 3>2:1 6>9:1 6>3:1 6>3:1 5>4:2 4>1:3 4>5:1 5>4:2 5>10:1 7>10:1 7>1:1 deal 5>2:2 3>10:1
3>2:3 2>10:8 4>6:1 10>4:1 6>4:2 7>6:1 10>7:1 10>5:1 6>4:2 1>4:1 1>4:4 7>4:2 7>6:1 5>3:2 7>5:1 7>3:1 10>7:1 10>7:1
4>10:3 4>7:1 4>5:1 3>4:4 10>9:2 9>6:1 deal 9>1:1 9>5:2 9>7:3 2>5:1 5>2:4 2>6:5 6>7:6 1>7:2 1>2:1 2>1:2 2>8:1 8>5:2
4>3:1 4>10:2 deal 9>3:2 9>1:1 10>2:4 1>10:2 1>9:3 1>5:1 9>2:4 1>9:1 7>1:1 5>4:2 9>5:2 1>9:2 1>3:1 6>8:1 2>1:9 3>4:4
deal 8>2:1 8>1:3 8>1:1 8>6:1 6>3:2 deal 8>1:1 8>6:1 7>2:1 4>7:1 4>9:1 3>4:1 6>2:2 6>4:3 3>7:3 3>10:2 1>3:2 3>2:3
2>7:7 7>1:12 2>5:2 9>2:2 5>9:3 9>10:4 10>7:7 10>7:1 2>7:3 3>9:1 9>5:3 10>5:3"""
TWO_SUITS = GAME.start({**START, "number": 10, "suits": 2, "runs": "manual"})
TWO_SUITS_LINE = """6>4:1 7>6:1 7>2:1 8>4:1 9>5:1 8>9:1 2>7:2 2>8:1 2>6:1 8>7:2 3>6:1 deal 6>7:1 9>6:1 9>10:2 10>3:3
10>8:1 1>10:1 5>1:1 5>7:1 5>2:1 5>2:1 6>1:2 8>1:2 3>6:4 deal 8>3:1 8>4:1 2>9:1 4>9:2 deal 2>9:4 10>6:1 10>9:1 2>10:1
9>2:11 2>4:12 remove_4 9>6:1 10>2:3 9>2:1 10>9:1 6>10:1 4>6:1 6>7:3 deal 2>5:1 10>2:1 6>10:1 6>3:1 10>6:3 10>7:1
2>5:2 2>7:3 4>2:1 4>2:1 4>6:2 6>10:11 3>10:1 remove_10 6>10:1 6>5:1 4>3:1 7>4:5 6>7:1 4>9:6 7>4:4 9>7:1 4>7:3 deal
4>2:2 4>8:1 6>9:1 6>4:1 3>10:1 3>1:1 5>3:1 5>10:6 5>7:1 5>6:1 5>9:1 5>10:1 4>5:2 10>4:9 4>10:10 1>10:2 remove_10
1>9:1 9>1:9 1>4:10 1>10:1 1>9:6 1>4:1 3>4:2 remove_4 7>4:2 7>9:3 3>1:1 7>3:2 4>7:2 7>9:3 remove_9 1>4:2 1>6:1 1>7:1
3>1:5 8>6:2 3>8:1 3>2:1 5>8:2 6>3:4 7>5:4 7>2:2 7>3:3 7>1:1 8>3:4 3>7:12 remove_7 4>8:2 2>10:6 2>10:2 7>8:1 10>8:9
remove_8 1>9:7 5>9:4 8>9:1"""
# Four spades of which each part has another place; cards are numbered as they lie: 4 to 7 are the 7 to the 4.
FOUR = (
    "columns=-2C,-3C,-4C,KH,7S,6S,5S,4S/8S/8H/5H/6D//2D/TC/JC/KD stock=2S,3S,2S,3S,AS,AH,AC,AD,AS,AC home= "
)
SEVEN, SIX, FIVE, TOP = "card4", "card5", "card6", "card7"
PLACES = """() => Object.fromEntries([...document.querySelectorAll("#board [data-id]")].map((e) => {
  const b = e.getBoundingClientRect(); return [e.dataset.id, [b.x + b.width / 2, b.y, b.height]]; }))"""


def follow(state: State, line: str) -> Iterator[tuple[State, Step]]:
    """A line step by step, as the page offers it."""
    for text in line.split():
        step = next(step for step in GAME.steps(state, ()) if step.move == text.replace("_", " "))
        yield state, step
        state = GAME.apply(state, Moved("player", GAME.notation.parse_move(state, step.text))).state


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


def won(page: Page) -> None:
    expect(page.locator("#status")).to_contain_text("Gewonnen")
    page.wait_for_selector("#table.over")


def test_a_whole_game_is_won_by_drag(open_page: OpenPage) -> None:
    page = board(open_page, GAME.notation.format_position(ONE_SUIT))
    count = events(page)
    for turn, (_, step) in enumerate(follow(ONE_SUIT, ONE_SUIT_LINE)):
        if step.target:
            drag(page, step.picked, *place(page, step.target, (0.1, 0.5, 0.9)[turn % 3]))
        else:
            page.mouse.click(*place(page, step.picked, 0.5))
        count += 1
        page.wait_for_function(
            "n => document.querySelectorAll('#moves li').length >= n && !document.querySelector('.hand .sprite')",
            arg=count,
        )
    won(page)
    assert events(page) == count + 1, "each drag was one move; then the end"
    expect(page.locator("#facts")).to_contain_text("990")


def test_a_whole_game_is_won_by_keys(open_page: OpenPage) -> None:
    page = board(open_page, GAME.notation.format_position(TWO_SUITS))
    count = events(page)
    for state, step in follow(TWO_SUITS, TWO_SUITS_LINE):
        if step.picked == "stock":
            page.keyboard.press("r")
        else:
            move = GAME.notation.parse_move(state, step.text)
            groups = groups_of(state, move.source)
            page.keyboard.press(str((move.source + 1) % 10))
            for press in range(groups.index(step.picked)):
                page.keyboard.press("ArrowDown" if press % 2 else str((move.source + 1) % 10))
            page.keyboard.press("k" if step.target == "home" else str((move.target + 1) % 10))
        count += 1
        page.wait_for_function("n => document.querySelectorAll('#moves li').length >= n", arg=count)
    won(page)
    assert events(page) == count + 1


def groups_of(state: State, column: int) -> list[str]:
    """What can go from a column, the largest group first."""
    picked = {
        step.picked
        for step in GAME.steps(state, ())
        if step.text.startswith((f"{column + 1}>", f"remove {column + 1}"))
    }
    return sorted(picked - {"stock"}, key=[sprite.id for sprite in scene(state)].index)


def scene(state: State) -> Any:
    return GAME.board.scene(state, words("de", "spider")).sprites


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


@pytest.mark.parametrize("by", ["key", "mouse"])
def test_a_refused_deal_says_why_and_marks_the_columns(open_page: OpenPage, by: str) -> None:
    page = board(open_page)
    count = events(page)
    if by == "key":
        page.keyboard.press("r")
    else:
        page.mouse.click(*place(page, "stock", 0.5))
    expect(page.locator("#refusal")).to_contain_text("Vor dem Austeilen")
    expect(page.locator("#refusal a[href$='#art-3.2']")).to_be_visible()
    expect(page.locator("#board .against")).to_have_count(1)
    expect(page.locator("#board .against")).to_have_attribute("data-id", "c6")
    drag(page, TOP, *place(page, "c6", 0.5))
    until(page, count + 1)
    expect(page.locator("#board .against")).to_have_count(0)
    expect(page.locator("#refusal")).to_be_empty()


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

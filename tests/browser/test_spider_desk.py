"""What surrounds the board of a solo game: back and on, bookmarks, playing through, the score, the time, sharing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import begin, invite, join, running

STUCK = "columns=-4C,9S/KC,8H/KD/KH/KS/KC/KD/KH/KS/JC stock= home="
MOVES = ("2>3:1", "1>5:1", "deal")  # in deal 20001


def deal(page: Page, address: str = "/spider?number=20001") -> None:
    page.goto(address)
    page.click("#deal button")
    page.wait_for_selector("#slider", state="attached")


def start(open_page: OpenPage, **wishes: object) -> Page:
    page = open_page(**wishes)
    deal(page)
    running(page)
    return page


def play(page: Page, *moves: str) -> None:
    for move in moves:
        there = page.locator("#moves li").count()
        page.evaluate("document.querySelector('#typed-box').open = true")
        page.fill("#typed-move", move)
        page.press("#typed-move", "Enter")
        expect(page.locator("#moves li")).to_have_count(there + 1)
    page.evaluate("document.activeElement.blur()")


def holding(page: Page, moves: int) -> None:
    expect(page.locator("#move-count")).to_have_text(str(moves))


def points(page: Page) -> int:
    """What the lines of the score add up to, which is the score itself."""
    score = page.locator("#facts div").first.locator("dd")
    lines = page.locator("#anatomy td:last-child").all_inner_texts()
    expect(score).to_have_text(str(sum(map(int, lines))))
    return sum(map(int, lines))


def no_sideways_scroll(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# ---- back and on ----


def test_back_and_on_by_key_and_button_over_a_deal_and_after_a_reload(open_page: OpenPage) -> None:
    page = start(open_page)
    play(page, *MOVES)
    position = page.input_value("#position-text")
    for left in (2, 1, 0):
        page.keyboard.press("u")
        holding(page, left)
    expect(page.locator("#price")).to_have_text("12")  # two cards turned, one deal
    expect(page.locator("[data-do=take]")).to_be_hidden()
    page.reload()
    running(page)
    for held in (1, 2):
        page.keyboard.press("y")
        holding(page, held)
    page.click("[data-do=redo]")
    holding(page, 3)
    expect(page.locator("#position-text")).to_have_value(position)
    expect(page.locator("[data-do=redo]")).to_be_hidden()
    page.click("[data-do=take]")
    holding(page, 2)


def test_a_stuck_end_is_no_end_and_a_restart_deals_the_same(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "spider", "local", STUCK)
    there = page.locator("#moves li").count()
    page.evaluate("document.querySelector('#typed-box').open = true")
    page.fill("#typed-move", "2>1:1")
    page.press("#typed-move", "Enter")
    expect(page.locator("#table.over")).to_have_count(1)
    expect(page.locator("#moves li")).to_have_count(there + 2)  # the move and the end
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("u")
    holding(page, 0)
    expect(page.locator("#table.over")).to_have_count(0)
    page.keyboard.press("y")
    expect(page.locator("#table.over")).to_have_count(1)
    deal(page)
    running(page)
    fresh = page.input_value("#position-text")
    play(page, *MOVES)
    address = page.url
    page.click("[data-ask=restart]")
    page.click("#restart [data-do=restart]")
    expect(page).not_to_have_url(address)
    running(page)
    expect(page.locator("#position-text")).to_have_value(fresh)
    holding(page, 0)


# ---- bookmarks ----


def test_a_bookmark_leads_back_though_other_moves_were_played(open_page: OpenPage) -> None:
    page = start(open_page)
    play(page, *MOVES)
    kept = page.input_value("#position-text")
    page.fill("#bookmark-name", "nach dem Geben")
    page.press("#bookmark-name", "Enter")
    item = page.locator("#bookmark-list li")
    expect(item).to_have_count(1)
    expect(page.locator("#bookmark-name")).to_have_value("")
    for left in (2, 1, 0):
        page.click("[data-do=take]")
        holding(page, left)
    play(page, "3>9:1")
    away = page.input_value("#position-text")

    item.locator("a").click()  # a look
    expect(page.locator("#replaying")).to_be_visible()
    expect(page.locator("#position-text")).to_have_value(kept)
    page.click("#to-now")
    expect(page.locator("#position-text")).to_have_value(away)

    item.locator("button", has_text="Dorthin zurück").click()
    holding(page, 3)
    expect(page.locator("#position-text")).to_have_value(kept)
    page.reload()
    running(page)
    expect(item).to_have_count(1)

    item.locator("summary").click()
    item.locator("input[name=name]:visible").fill("Wende")
    item.locator("button", has_text="Umbenennen").click()
    expect(item.locator("a .name")).to_have_text("Wende")
    item.locator("summary").click()
    item.locator("button", has_text="Entfernen").click()
    expect(item).to_have_count(0)
    expect(page.locator("#bookmark-name")).to_be_focused()


def test_a_name_that_cannot_be_is_told_and_stays_in_its_field(open_page: OpenPage) -> None:
    page = start(open_page)
    for name in ("eins", "EINS"):
        page.fill("#bookmark-name", name)
        page.press("#bookmark-name", "Enter")
        expect(page.locator("#bookmark-list li")).to_have_count(1)
    expect(page.locator("#refusal")).to_contain_text("Ein Lesezeichen mit diesem Namen gibt es schon.")
    expect(page.locator("#bookmark-name")).to_have_value("EINS")


def test_any_event_can_be_played_on_from(open_page: OpenPage) -> None:
    page = start(open_page)
    play(page, *MOVES)
    for left in (2, 1):
        page.click("[data-go=previous]")
        holding(page, left)
    expect(page.locator("#replaying")).to_be_visible()
    page.click("#replaying button")
    expect(page.locator("#replaying")).to_be_hidden()
    holding(page, 1)
    expect(page.locator("[data-do=redo]")).to_be_visible()


def test_playing_through_ends_at_the_game_also_after_a_bookmark(open_page: OpenPage) -> None:
    page = start(open_page)
    play(page, *MOVES)
    page.fill("#bookmark-name", "zuletzt")
    page.press("#bookmark-name", "Enter")
    link = page.locator("#bookmark-list li a")
    expect(link).to_have_attribute("href", re.compile(r"\?at=[1-9]"))
    page.select_option("#speed", "10")
    page.click("[data-go=first]")
    expect(page.locator("#replaying")).to_be_visible()
    page.click("#play")
    expect(page.locator("#replaying")).to_be_hidden()
    expect(page.locator("#play")).to_have_attribute("data-now", "play")


def test_bookmarks_without_scripts(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    deal(page)
    page.locator("#step-list button").first.click()
    expect(page.locator("#move-count")).to_have_text("1")
    page.fill("#bookmark-name", "Anfang")
    page.click("#bookmarks > form button")
    item = page.locator("#bookmark-list li")
    expect(item.locator("a .name")).to_have_text("Anfang")
    page.fill("#bookmark-name", "anfang")
    page.click("#bookmarks > form button")
    expect(page.locator("#refusal .refusal")).to_be_visible()
    expect(page.locator("#bookmark-name")).to_have_value("anfang")
    page.click("[data-do=take]")
    expect(page.locator("#move-count")).to_have_text("0")
    item.locator("button", has_text="Dorthin zurück").click()
    expect(page.locator("#move-count")).to_have_text("1")
    item.locator("summary").click()
    item.locator("input[name=name]:visible").fill("Eröffnung")
    item.locator("button", has_text="Umbenennen").click()
    expect(item.locator("a .name")).to_have_text("Eröffnung")
    item.locator("summary").click()
    item.locator("button", has_text="Entfernen").click()
    expect(item).to_have_count(0)
    page.click("#anatomy [data-part=columns] a, [data-go=first]")
    expect(page.locator("#looking")).to_be_visible()
    page.click("#replaying button")
    expect(page.locator("#move-count")).to_have_text("0")


# ---- playing through ----

WATCH = """() => { window.states = [];
  new MutationObserver(() => window.states.push(document.querySelector("#play").dataset.now))
    .observe(document.querySelector("#play"), {attributeFilter: ["data-now"]}); }"""


def watch(page: Page) -> None:
    """From now on what the button of playing shows is noted: it may be shown too briefly to be seen from here."""
    page.evaluate(WATCH)


def played(page: Page) -> None:
    """Until it has been played through once more."""
    page.wait_for_function(
        "() => window.states.splice(0, window.states.join() === 'pause,play' ? 2 : 0).length"
    )


def test_a_game_is_played_through_at_any_speed_and_said_only_at_rest(open_page: OpenPage) -> None:
    page = start(open_page, reduced_motion="no-preference")
    play(page, *MOVES)
    kept = page.input_value("#position-text")
    page.select_option("#speed", "10")
    said = page.locator("#live p")
    page.evaluate("document.querySelector('#live').replaceChildren()")
    button = page.locator("#play")
    watch(page)
    button.focus()
    page.keyboard.press("Enter")
    played(page)  # to the end of its own accord
    expect(page.locator("#replaying")).to_be_hidden()
    expect(page.locator("#position-text")).to_have_value(kept)
    expect(said).to_have_count(2)  # that it begins, and where it stands
    expect(said.first).to_have_text("Die Partie wird abgespielt.")

    page.select_option("#speed", "0.5")
    button.click()
    expect(page.locator("#looking")).to_contain_text("Ereignis 0 ")
    expect(page.locator("#looking")).to_contain_text("Ereignis 2 ")
    button.click()
    expect(button).to_have_attribute("data-now", "play")
    expect(button).to_have_attribute("aria-label", "Partie abspielen")
    place = page.input_value("#slider")
    page.wait_for_timeout(2500)  # it would have gone on by now
    assert page.input_value("#slider") == place
    button.click()
    expect(button).to_have_attribute("data-now", "pause")
    page.keyboard.press("ArrowRight")  # a step of one's own ends it
    expect(button).to_have_attribute("data-now", "play")


def test_as_played_and_with_little_motion(open_page: OpenPage) -> None:
    page = start(open_page)
    play(page, *MOVES)
    page.select_option("#speed", "0")
    watch(page)
    page.click("#play")
    played(page)
    holding(page, 3)
    page.select_option("#speed", "10")
    began = page.evaluate("performance.now()")
    page.click("#play")
    played(page)
    assert page.evaluate("performance.now()") - began > 3 * 450, "two events a second at most"


# ---- the score, the time ----


def test_the_lines_of_the_score_follow_the_game_and_point_at_their_cards(open_page: OpenPage) -> None:
    page = start(open_page)
    assert points(page) == 0
    play(page, "2>3:1")
    expect(page.locator("[data-part=pairs] td").first).to_have_text("1 × 2")
    assert points(page) == 12
    pairs = page.locator("[data-part=pairs] a")
    pairs.hover()
    marked = page.locator("#board .told title")
    expect(marked).to_have_text(["Pik-Dame", "Pik-Bube"])
    page.mouse.move(0, 0)
    expect(marked).to_have_count(0)
    pairs.focus()
    page.keyboard.press("Enter")
    expect(marked).to_have_count(2)
    expect(pairs).to_have_attribute("aria-current", "true")
    expect(page.locator("#live p").last).to_have_text("Paare einer Farbe: Pik-Dame, Pik-Bube")
    play(page, "deal")
    expect(page.locator("#live p").last).to_contain_text("ausgeteilt")
    assert points(page) >= 10
    page.keyboard.press("u")
    holding(page, 1)
    expect(marked).to_have_text(["Pik-Dame", "Pik-Bube"])  # it still points there
    pairs.click()
    expect(pairs).not_to_have_attribute("aria-current", "true")
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    expect(marked).to_have_count(0)


def test_the_score_points_without_scripts(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    deal(page)
    page.locator("#step-list button").filter(has_text="Pik-Bube").filter(has_text="Pik-Dame").first.click()
    page.click("[data-part=pairs] a")
    expect(page.locator("#board .sprite.ready title")).to_have_text(["Pik-Dame", "Pik-Bube"])


def test_the_time_can_be_hidden_and_stays_so(open_page: OpenPage) -> None:
    page = start(open_page)
    expect(page.locator("#timer")).to_have_text(re.compile(r"^\d+:\d\d$"))
    page.click("[data-dialog=settings]")
    switch = page.locator("#settings [data-set=timer]")
    expect(switch).to_be_checked()
    switch.uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("#timer-box")).to_be_hidden()
    page.reload()
    running(page)
    expect(page.locator("#timer-box")).to_be_hidden()


def test_in_a_race_the_time_runs_on_while_others_move(open_page: OpenPage) -> None:
    one, two = open_page(), open_page()
    join(two, invite(one, "spider", "Amsel"), "Buchfink")
    for page in (one, two):
        expect(page.locator("#curtain")).to_be_hidden()
    timer = one.locator("#timer")
    expect(timer).to_have_text(re.compile("^0:0[3-9]$|^0:[1-5]"))
    two.locator("[data-part=turned]").wait_for()
    two.locator("[data-step]").first.wait_for(state="attached")
    head = one.input_value("#slider")
    two.keyboard.press("r")  # deals
    expect(one.locator("#slider")).not_to_have_value(head)
    expect(timer).to_have_text(re.compile("^0:0[3-9]$|^0:[1-5]|^[1-9]"))
    minutes, seconds = timer.inner_text().split(":")
    assert 60 * int(minutes) + int(seconds) >= 3


# ---- leaving, sharing ----


def test_closing_the_page_loses_nothing(open_page: OpenPage) -> None:
    page = start(open_page)
    play(page, *MOVES)
    page.fill("#bookmark-name", "halb")
    page.press("#bookmark-name", "Enter")
    expect(page.locator("#bookmark-list li")).to_have_count(1)
    score, position, context = points(page), page.input_value("#position-text"), page.context
    page.close()
    again = context.new_page()
    again.goto("/")
    again.locator(".going a").first.click()
    running(again)
    expect(again.locator("#position-text")).to_have_value(position)
    expect(again.locator("#bookmark-list li a .name")).to_have_text("halb")
    assert points(again) == score
    holding(again, 3)
    again.keyboard.press("u")
    holding(again, 2)
    again.keyboard.press("y")
    holding(again, 3)


def test_a_deal_and_a_picture_are_shared(open_page: OpenPage) -> None:
    page = start(open_page, permissions=["clipboard-read", "clipboard-write"])
    page.click("a[data-share][href*='number=']")
    expect(page.locator("#live p").last).to_have_text("Adresse kopiert.")
    address = page.evaluate("navigator.clipboard.readText()")
    assert address.endswith("/spider?number=20001")
    with page.expect_download() as found:
        page.click("a[download='spider.svg']")
    assert "20001" in found.value.path().read_text("utf-8")
    deal(page, address)
    running(page)
    expect(page.locator("#position-text")).to_have_value(re.compile("^columns="))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_of_it_fits_on_a_phone(open_page: OpenPage, scheme: str) -> None:
    page = start(open_page, viewport={"width": 360, "height": 740}, color_scheme=scheme)
    play(page, "2>3:1")
    page.fill("#bookmark-name", "W" * 40)
    page.press("#bookmark-name", "Enter")
    expect(page.locator("#bookmark-list li")).to_have_count(1)
    page.click("#bookmark-list summary")
    no_sideways_scroll(page)
    page.goto("/spider?number=20001&runs=keep")
    no_sideways_scroll(page)

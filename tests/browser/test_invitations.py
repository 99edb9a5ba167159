"""Finding each other: invitation by link, code and QR, the lobby, one's own games, and all of it without scripts."""

from __future__ import annotations

import random

import segno

from tests.browser.conftest import OpenPage
from tests.browser.playing import invite, join
from tests.browser.test_without_scripts import press_something

BEGUN = "#table:not(.waiting) #board:not(.covered)"


def test_an_invitation_by_code_for_one_and_no_other(open_page: OpenPage) -> None:
    maker = open_page()
    address = invite(maker, "backgammon", "Amsel", side="black", time="10+5")
    code = maker.inner_text(".big-code")
    guest = open_page()
    guest.fill("#code", f" {code.lower()} ")
    guest.click(".code button")
    page = guest.inner_text("main")
    assert "Amsel lädt dich" in page
    assert "Weiß" in page
    assert "10 min + 5 s je Zug" in page
    guest.fill("#name", "Buchfink")
    guest.click("main form button")
    maker.wait_for_selector(BEGUN)
    assert "Buchfink" in maker.inner_text("#players [data-side=white]")

    guest.goto(address)
    assert guest.url == maker.url, "the same person again comes to the game"
    maker.goto(address)
    assert "deine eigene Einladung" in maker.inner_text("main")
    late = open_page(address)
    assert "Alle Plätze sind besetzt" in late.inner_text("main")
    late.click("main a:has-text('Zuschauen')")
    assert late.locator("#board").is_visible()
    late.goto("/mitspielen?code=0000")
    assert "gibt es nicht" in late.inner_text("h1")


def test_the_qr_code_leads_to_the_invitation(open_page: OpenPage) -> None:
    page = open_page()
    address = invite(page, "snakes", "Amsel")
    drawn = page.locator(".qr path").last.get_attribute("d") or "nothing"
    assert drawn in segno.make_qr(address, error="m").svg_inline(border=4, omitsize=True)
    assert page.locator(".qr").get_attribute("aria-label")


def test_an_invitation_can_be_withdrawn(open_page: OpenPage) -> None:
    page = open_page()
    address = invite(page, "snakes", "Amsel")
    page.click("[data-ask=withdraw]")
    page.click("dialog [data-do=withdraw]")
    page.wait_for_selector("#status:has-text('ohne Ergebnis')")
    assert page.locator("#waiting").count() == 0
    assert "zu Ende" in open_page(address).inner_text("h1")


def test_a_game_that_nobody_may_watch(open_page: OpenPage) -> None:
    page = open_page()
    invite(page, "snakes", "Amsel", watch="0")
    other = open_page(page.url)
    assert "Nur wer mitspielt" in other.inner_text("h1")
    assert other.locator("#board").count() == 0


def test_the_lobby_shows_open_rooms_as_they_come_and_go(open_page: OpenPage) -> None:
    reader = open_page("/lobby")
    assert "Gerade wartet niemand" in reader.inner_text("main")
    reader.click("main a:has-text('Backgammon')")
    assert reader.locator("[name=listed][value='1']").is_checked()
    reader.goto("/lobby")
    hidden, maker = open_page(), open_page()
    invite(hidden, "snakes", "Meise")
    invite(maker, "backgammon", "Amsel", listed="1", time="days-3")
    reader.wait_for_selector("#lists a:has-text('Amsel wartet')")
    assert "3 Tage je Zug" in reader.inner_text("#lists")
    assert "Meise" not in reader.inner_text("#lists")
    reader.click("#lists a")
    reader.fill("#name", "Buchfink")
    reader.click("main form button")
    maker.wait_for_selector(BEGUN)
    watcher = open_page("/lobby")
    watcher.click("a:has-text('Amsel – Buchfink')")
    assert watcher.url == maker.url

    maker.goto("/meine-spiele")
    assert "du bist am Zug" in maker.inner_text("main")
    reader.goto("/")
    assert "mit Amsel" in reader.inner_text(".going")
    assert "du bist am Zug" not in reader.inner_text(".going")


def test_two_play_a_whole_game_without_scripts(open_page: OpenPage) -> None:
    first, second = (open_page(java_script_enabled=False) for _ in range(2))
    join(second, invite(first, "snakes", "Amsel", "black=70 white=70 turn=black"), "Buchfink")
    assert (second.text_content("#dice") or "").count("vom Server gemacht") == 2
    chance = random.Random(2)
    for _ in range(400):
        for page in (first, second):
            page.reload()
            if page.locator("#main-actions button:visible").count():
                press_something(page, chance)
        if first.locator("#table.over").count():
            break
    for page in (first, second):
        page.reload()
        assert page.locator("#table.over").count() == 1
    first.locator("[data-do=swap]").click()
    second.locator("[data-do=swap]").click()
    assert second.locator("[data-do=roll]").is_visible()
    first.reload()
    first.click("text=Weiter zum nächsten Spiel")
    assert first.url == second.url

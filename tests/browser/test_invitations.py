"""Finding each other: invitation by link, code and QR, the lobby, one's own games, and all of it without scripts."""

from __future__ import annotations

import random
import re

import segno
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import invite, join
from tests.browser.test_without_scripts import press, press_something

BEGUN = "#table:not(.waiting) #board:not(.covered)"


def test_an_invitation_by_code_for_one_and_no_other(open_page: OpenPage) -> None:
    maker = open_page()
    address = invite(maker, "backgammon", "Amsel", side="black", time="10+5")
    code = maker.inner_text(".big-code")
    guest = open_page()
    guest.fill("#code", f" {code.lower()} ")
    guest.click(".code button")
    for part in ("Amsel lädt dich", "Weiß", "10 min + 5 s je Zug"):
        expect(guest.locator("main")).to_contain_text(part)
    guest.fill("#name", "Buchfink")
    guest.click("main form button")
    maker.wait_for_selector(BEGUN)
    expect(maker.locator("#players [data-side=white]")).to_contain_text("Buchfink")

    guest.goto(address)
    expect(guest).to_have_url(maker.url)  # the same person again comes to the game
    maker.goto(address)
    expect(maker.locator("main")).to_contain_text("deine eigene Einladung")
    late = open_page(address)
    expect(late.locator("main")).to_contain_text("Alle Plätze sind besetzt")
    late.click("main a:has-text('Zuschauen')")
    expect(late.locator("#board")).to_be_visible()
    late.goto("/mitspielen?code=0000")
    expect(late.locator("h1")).to_contain_text("gibt es nicht")


def test_the_qr_code_leads_to_the_invitation(open_page: OpenPage) -> None:
    page = open_page()
    address = invite(page, "snakes", "Amsel")
    drawn = page.locator(".qr path").last.get_attribute("d") or "nothing"
    assert drawn in segno.make_qr(address, error="m").svg_inline(border=4, omitsize=True)
    expect(page.locator(".qr")).to_have_attribute("aria-label", re.compile("."))


def test_an_invitation_can_be_withdrawn(open_page: OpenPage) -> None:
    page = open_page()
    address = invite(page, "snakes", "Amsel")
    page.click("[data-ask=withdraw]")
    page.click("dialog [data-do=withdraw]")
    page.wait_for_selector("#status:has-text('ohne Ergebnis')")
    expect(page.locator("#waiting")).to_have_count(0)
    expect(open_page(address).locator("h1")).to_contain_text("zu Ende")


def test_a_game_that_nobody_may_watch(open_page: OpenPage) -> None:
    page = open_page()
    invite(page, "snakes", "Amsel", watch="0")
    other = open_page(page.url)
    expect(other.locator("h1")).to_contain_text("Nur wer mitspielt")
    expect(other.locator("#board")).to_have_count(0)


def test_the_lobby_shows_open_rooms_as_they_come_and_go(open_page: OpenPage) -> None:
    reader = open_page("/lobby")
    expect(reader.locator("main")).to_contain_text("Gerade wartet niemand")
    reader.click("main a:has-text('Backgammon')")
    expect(reader.locator("[name=listed][value='1']")).to_be_checked()
    reader.goto("/lobby")
    hidden, maker = open_page(), open_page()
    invite(hidden, "snakes", "Meise")
    invite(maker, "backgammon", "Amsel", listed="1", time="days-3")
    reader.wait_for_selector("#lists a:has-text('Amsel wartet')")
    expect(reader.locator("#lists")).to_contain_text("3 Tage je Zug")
    expect(reader.locator("#lists")).not_to_contain_text("Meise")
    reader.click("#lists a")
    reader.fill("#name", "Buchfink")
    reader.click("main form button")
    maker.wait_for_selector(BEGUN)
    watcher = open_page("/lobby")
    watcher.click("a:has-text('Amsel – Buchfink')")
    expect(watcher).to_have_url(maker.url)

    maker.goto("/meine-spiele")
    expect(maker.locator("main")).to_contain_text("du bist am Zug")
    reader.goto("/")
    expect(reader.locator(".going")).to_contain_text("mit Amsel")
    expect(reader.locator(".going")).not_to_contain_text("du bist am Zug")


def test_two_play_a_whole_game_without_scripts(open_page: OpenPage) -> None:
    first, second = (open_page(java_script_enabled=False) for _ in range(2))
    address = invite(first, "snakes", "Amsel", "black=70 white=70 turn=black", scripts=False)
    join(second, address, "Buchfink", scripts=False)
    expect(second.locator("#dice .seed", has_text="vom Server gemacht")).to_have_count(2)
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
        expect(page.locator("#table.over")).to_have_count(1)
        press(page.locator("[data-do=swap]"))
    expect(second.locator("[data-do=roll]")).to_be_visible()
    first.reload()
    first.click("text=Weiter zum nächsten Spiel")
    expect(first).to_have_url(second.url)

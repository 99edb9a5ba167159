"""Asking about one's game in its page: whether it can still be won, where the win was lost, and a line that wins."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import running

FOUND = """async () => {
  const sent = { game: "spider", kind: "local", options: { number: 20001, suits: 1 } };
  const headers = { "content-type": "application/json", "x-csrf-token": document.querySelector("meta[name=csrf]").content };
  const answer = await fetch("/api/rooms", { method: "POST", headers, body: JSON.stringify(sent) });
  return (await answer.json()).room;
}"""


def deal(page: Page, game: str = "/spiel/") -> None:
    page.goto(game + page.evaluate(FOUND))
    running(page)


def test_whether_a_game_can_be_won_and_how_it_could_have_been(open_page: OpenPage) -> None:
    page = open_page("/spider")
    deal(page)
    told = page.locator("#refusal")
    show = page.get_by_role("button", name="Einen Weg zum Gewinn zeigen")
    lost = page.get_by_role("link", name="Wo ging der Gewinn verloren?")
    expect(show).to_be_hidden()
    expect(lost).to_be_hidden()
    page.get_by_role("link", name="Geht es noch?").click()
    expect(told).to_have_text(re.compile(r"Ja, es lässt sich noch gewinnen: .* \d+ Zügen"))
    expect(page.locator("#live")).to_contain_text("Ja, es lässt sich noch gewinnen")
    page.locator("[data-ask=resign]").click()
    page.locator("dialog [data-do=resign]").click()
    expect(page.locator("#moves li").last).to_contain_text("Aufgegeben.")
    still = page.get_by_role("link", name="Geht es noch?")
    expect(still).to_be_hidden()
    expect(page.get_by_text("Solange gespielt wird")).to_be_hidden()
    page.locator("[data-go=first]").click()
    expect(still).to_be_visible()  # of a position that is looked back at it can be asked
    page.locator("[data-go=last]").click()
    lost.click()
    expect(told).to_contain_text("Die letzte Stellung ließ sich noch gewinnen.")
    show.click()
    page.wait_for_url(re.compile(r"/spiel/[^/]+\?at=0$"))
    running(page)
    expect(page.locator("#players")).to_contain_text("sieht alle Karten")
    page.locator("[data-go=last]").click()
    expect(page.locator("#status")).to_contain_text("Gewonnen")
    expect(page.locator("#facts")).to_contain_text("8 von 8")


def test_the_same_without_scripts(open_page: OpenPage) -> None:
    page = open_page("/en/spider", locale="en-GB")
    room = page.evaluate(FOUND)
    plain = page.context.browser
    assert plain is not None
    context = plain.new_context(
        base_url=page.url.split("/en/")[0],
        java_script_enabled=False,
        storage_state=page.context.storage_state(),
    )
    try:
        quiet = context.new_page()
        quiet.goto(f"/en/game/{room}?about=outlook")
        expect(quiet.get_by_role("status")).to_contain_text("Yes, it can still be won")
    finally:
        context.close()

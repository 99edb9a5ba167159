"""An account in a browser: registering without the mouse, the page of the account, logging out."""

from __future__ import annotations

import secrets

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import begin
from tests.browser.test_every_page import UNFOLD, findings, too_wide

PASSWORD = "correct horse"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_account_from_registering_to_logging_out(open_page: OpenPage, theme: str) -> None:
    name = "W" * 24 + secrets.token_hex(3)  # as long and as wide as can be
    page = open_page(color_scheme=theme)
    page.goto("/registrieren?back=/tasten")
    page.get_by_label("Name").focus()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/tasten")
    page.get_by_role("link", name=name).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.evaluate(UNFOLD)
    found = findings(page)
    page.get_by_label("Bisheriges Passwort").fill("wrong")
    page.get_by_label("Neues Passwort").fill("battery staple")
    page.get_by_label("Neues Passwort").press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Das Passwort stimmt nicht.")
    found += findings(page)
    assert not found, "\n".join(found)
    page.set_viewport_size({"width": 320, "height": 640})
    assert too_wide(page) is None
    page.get_by_role("button", name="Abmelden").click()
    expect(page.get_by_role("link", name="Anmelden")).to_be_visible()


def test_a_game_in_another_tab_says_that_one_is_logged_out(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/registrieren")
    page.get_by_label("Name").fill("Ringeltaube " + secrets.token_hex(3))
    page.get_by_label("Passwort").fill(PASSWORD)
    page.get_by_label("Passwort").press("Enter")
    page.wait_for_url("**/")
    begin(page, "snakes", "local")
    other = page.context.new_page()
    other.goto("/konto")
    other.get_by_role("button", name="Abmelden").click()
    expect(other.get_by_role("link", name="Anmelden")).to_be_visible()
    expect(page.locator("#told")).to_have_text("Du bist hier nicht mehr angemeldet. Lade die Seite neu.")
    expect(page.locator("#here")).to_be_hidden()
    page.reload()
    expect(page.locator(".actions > .says")).to_have_text("Du schaust bei diesem Spiel zu.")

"""An account in a browser: registering without the mouse, the page of the account, logging out."""

from __future__ import annotations

import secrets

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
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

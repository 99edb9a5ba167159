"""Reporting a fault in a browser: by keyboard only, refused without a source, sent with one; and the page of exercises."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from plyyard.core import registry
from tests.browser.conftest import OpenPage
from tests.browser.test_every_page import UNFOLD, findings, too_wide

WAIT = 4_200  # ms that the form wants to be read


def address() -> str:
    """The form as somebody reaches it who stands at a position."""
    game = registry.game("backgammon")
    position = game.notation.format_position(game.start(game.complete({}, lambda n: 0)))
    return "/korrektur?" + urlencode({"game": game.name, "page": "/lernen/backgammon", "position": position})


@pytest.mark.parametrize(("theme", "scripts"), [("light", True), ("dark", False)])
def test_a_fault_is_reported_by_keyboard(open_page: OpenPage, theme: str, scripts: bool) -> None:
    page = open_page(address(), color_scheme=theme, java_script_enabled=scripts)
    expect(page.get_by_label("Spiel und Fassung der Regeln")).to_have_value("backgammon")
    found = findings(page) if scripts else []
    page.get_by_label("Was ist falsch, und wie wäre es richtig?").focus()
    page.keyboard.type("Da steht 12, es sind aber 11.")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Eine Quelle, die sich nachprüfen lässt")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("eule@example.org")
    page.wait_for_timeout(WAIT)
    page.keyboard.press("Enter")
    refused = page.get_by_role("alert")
    expect(refused).to_contain_text("Noch nicht gesendet. Was du geschrieben hast, steht noch da.")
    expect(refused).to_be_focused()
    found += findings(page) if scripts else []
    text = page.get_by_label("Was ist falsch, und wie wäre es richtig?")
    expect(text).to_have_value("Da steht 12, es sind aber 11.")
    source = page.get_by_label("Eine Quelle, die sich nachprüfen lässt")
    expect(source).to_have_accessible_description(
        "Ein Artikel der Regeln, ein Buch mit Seite, ein Link. Bitte nenne eine Quelle, die sich nachprüfen lässt: "
        "einen Artikel der Regeln, ein Buch mit Seite, einen Link. Ohne sie kann niemand sagen, wer recht hat; "
        "was du geschrieben hast, steht noch da."
    )
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the reason leads to its field
    expect(source).to_be_in_viewport()
    source.focus()
    page.keyboard.type("Artikel 4.2")
    page.get_by_role("button", name="Meldung senden").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/korrektur/danke?**")
    expect(page.get_by_role("heading", level=1)).to_have_text("Danke!")
    found += findings(page) if scripts else []
    assert not found, "\n".join(found)
    page.get_by_role("link", name="Zurück zur Seite").click()
    page.wait_for_url("**/lernen/backgammon")


def test_people_do_not_meet_the_field_that_stays_empty(open_page: OpenPage) -> None:
    page = open_page(address())
    names = []
    page.get_by_label("Spiel und Fassung der Regeln").focus()
    while True:
        names.append(page.evaluate("() => document.activeElement.name || document.activeElement.textContent"))
        if "senden" in names[-1]:
            break
        page.keyboard.press("Tab")
    assert names == ["game", "position", "text", "source", "reply", "Meldung senden"]
    assert "Lass dieses Feld leer" not in page.locator("main").aria_snapshot()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_pages_of_practice_fit_and_have_no_serious_findings(
    open_page: OpenPage, theme: str, width: int
) -> None:
    page = open_page(color_scheme=theme, viewport={"width": width, "height": 700})
    found = []
    for path in ("/uebungen", "/en/exercises", address(), "/en/correction", "/korrektur/danke"):
        page.goto(path)
        page.evaluate(UNFOLD)
        found += findings(page)
        found += [wide] if (wide := too_wide(page)) else []
    assert not found, "\n".join(found)

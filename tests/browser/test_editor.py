"""The position editor as people use it: by mouse, by finger, by keyboard and ear, without scripts; on every screen."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from plyyard.core import registry
from plyyard.core.editor import editor
from tests.browser.conftest import OpenPage
from tests.browser.test_every_page import UNFOLD, findings_in_both_themes, too_wide

NAMES = [name for name in registry.names() if editor(name)]
PICKS = {  # a piece, a place on the empty board, and the text that comes of it
    "snakes": ("black", "s12", "black=12 white=0 turn=black"),
    "aeroplane": ("red", "s12", "red=-,-,-,12 yellow=-,-,-,- turn=red"),
    "backgammon": ("white", "p13", "AAAAACAAAAAAAA"),
    "dominoes": ("2-5", "open", "line=2-5"),
    "spider": ("9H", "c3", "columns=//9H"),
}


def address(name: str, position: str = "") -> str:
    return f"/stellung/{registry.game(name).slugs['de']}" + (f"?position={position}" if position else "")


def empty(name: str) -> str:
    found = editor(name)
    assert found is not None
    return found.text(found.empty)


def position(url: str) -> str:
    return parse_qs(urlsplit(url).query).get("position", [""])[0]


def middle(page: Page, place: str) -> tuple[float, float]:
    box = page.locator(f'#board .slot[data-id="{place}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def wait_for(page: Page, begins: str) -> None:
    """Until the address names a position that begins like this."""
    page.wait_for_function(
        "(text) => (new URLSearchParams(location.search).get('position') ?? '').startsWith(text)", arg=begins
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_click_puts_and_another_takes_away(open_page: OpenPage, name: str) -> None:
    piece, place, text = PICKS[name]
    page = open_page(address(name, empty(name)))
    before = position(page.url)
    page.locator(f'[id="piece-{piece}"]').check(force=True)
    page.mouse.click(*middle(page, place))
    wait_for(page, text)
    expect(page.locator(f'[id="piece-{piece}"]')).to_be_checked()  # the next one is the same
    expect(page.locator("#undo")).to_be_visible()
    page.locator("#piece-take").check(force=True)
    page.mouse.click(*middle(page, "l" if place == "open" else place))
    wait_for(page, before)
    page.locator("#undo").click()
    wait_for(page, text)
    page.locator("#undo").click()
    wait_for(page, before)
    expect(page.locator("#undo")).to_be_hidden()


def test_quick_clicks_build_on_each_other(open_page: OpenPage) -> None:
    page = open_page(address("backgammon", empty("backgammon")))
    for point in [middle(page, place) for place in ("p24", "p24", "p13", "p8", "p6")]:
        page.mouse.click(*point)
    expect(page.locator('label:has([id="piece-white"])')).to_contain_text("10")
    expect(page.locator("#board .sprite.white:not(.slab-white)")).to_have_count(5)


def test_a_finger_sets_a_piece(open_page: OpenPage) -> None:
    page = open_page(
        address("spider", empty("spider")), has_touch=True, viewport={"width": 360, "height": 740}
    )
    page.locator('label:has([id="piece-KS"])').tap()
    page.locator("label", has_text="verdeckt").first.tap()
    page.locator('#board .slot[data-id="c2"]').tap()
    wait_for(page, "columns=/-KS")


def test_faults_show_at_once_and_go_again(open_page: OpenPage) -> None:
    page = open_page(address("backgammon"))
    expect(page.locator("#verdict")).to_contain_text("keinen Fehler")
    page.locator("#piece-white").check(force=True)
    page.mouse.click(*middle(page, "p13"))
    expect(page.locator("#verdict")).to_contain_text("Weiß hat 16 Steine")
    expect(page.locator("#verdict a")).to_have_attribute("href", "/backgammon/regeln#art-1.2")
    expect(page.locator("#on")).to_have_count(0)
    page.locator("#undo").click()
    expect(page.locator("#on")).to_be_visible()


def test_settings_hold_as_soon_as_they_are_chosen(open_page: OpenPage) -> None:
    page = open_page(address("backgammon"))
    page.locator("#set-dice").select_option("3,1")
    wait_for(page, "4HPwATDgc/ABMA turn=white dice=3,1")
    page.locator("#set-turn").select_option("black")
    wait_for(page, "4HPwATDgc/ABMA turn=black dice=3,1")
    page.locator("#d-moves summary").click()
    expect(page.locator(".legal")).to_contain_text("8/5 6/5")


def test_by_keyboard_and_ear_alone(open_page: OpenPage) -> None:
    """Arrows pick the piece, a button names each place, what happened is said, and the focus stays where it was."""
    page = open_page(address("aeroplane"))
    page.locator("#piece-red").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#piece-yellow")).to_be_focused()
    page.locator("#d-places summary").focus()
    page.keyboard.press("Enter")
    button = page.get_by_role("button", name="Feld 12 von Rot, 38 von Gelb")
    button.focus()
    page.keyboard.press("Enter")
    wait_for(page, "red=-,-,-,- yellow=-,-,-,38")
    expect(page.locator("#at-s12")).to_be_focused()
    expect(page.get_by_role("button", name="38 von Gelb: Gelb")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("Gelb. Diese Stellung hat keinen Fehler")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    wait_for(page, "red=-,-,-,- yellow=-,38,38,38")


def test_a_text_is_shown_and_a_bad_one_explained(open_page: OpenPage) -> None:
    page = open_page(address("backgammon"))
    page.locator("#text").fill("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
    page.get_by_role("button", name="Zeigen").click()
    wait_for(page, "4HPwATDgc/ABMA turn=white dice=3,1")
    page.locator("#text").fill("4HPwATDgc/ABM")
    page.get_by_role("button", name="Zeigen").click()
    expect(page.get_by_role("alert")).to_contain_text("14")
    expect(page.locator("#text")).to_have_value("4HPwATDgc/ABM")  # what was typed is still there


def test_play_goes_on_from_there(open_page: OpenPage) -> None:
    page = open_page(address("backgammon", "4HPwATDgc/ABMA turn=black dice=3,1"))
    page.locator("#side").select_option("black")
    page.get_by_role("button", name="Gegen den Computer spielen").click()
    page.wait_for_selector("#board .sprite.black")
    expect(page.locator("#status")).to_contain_text("Schwarz")
    page.goto(address("backgammon", "4HPwATDgc/ABMA turn=black dice=3,1"))
    page.get_by_role("link", name="Mit jemandem online").click()
    expect(page.locator("#o-position")).to_have_value("4HPwATDgc/ABMA turn=black dice=3,1")


def test_the_computer_is_asked_on_the_page(open_page: OpenPage) -> None:
    page = open_page(address("aeroplane", "red=-,-,12,3 yellow=-,3,40,20 turn=red die=6"))
    page.locator("#ask").click()
    expect(page.locator("#judgement")).to_contain_text("Gewinnchance")
    assert "ask" not in page.url


@pytest.mark.parametrize("name", NAMES)
def test_without_scripts_every_place_is_a_button(open_page: OpenPage, name: str) -> None:
    piece, place, text = PICKS[name]
    page = open_page(address(name, empty(name)), java_script_enabled=False)
    before = position(page.url)
    page.locator(f'[id="piece-{piece}"]').check(force=True)
    page.locator(f'[id="at-{place}"]').click()
    page.wait_for_url(lambda url: position(url).startswith(text))
    expect(page.locator(f'[id="piece-{piece}"]')).to_be_checked()
    page.go_back()
    page.wait_for_url(lambda url: position(url) == before)  # back is undo


def test_editors_have_no_serious_findings(open_page: OpenPage) -> None:
    page = open_page()
    found = []
    for name in NAMES:
        piece, _, _ = PICKS[name]
        for one in (address(name) + f"?piece={piece}&at=x", address(name, "x")):
            page.goto(one)
            page.evaluate(UNFOLD)
            found += findings_in_both_themes(page)
    page.goto(address("aeroplane", "red=-,-,12,3 yellow=-,3,40,20 turn=red die=6") + "&ask=1")
    page.evaluate(UNFOLD)
    found += findings_in_both_themes(page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 740), (640, 450)])
def test_editors_do_not_scroll_sideways(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page(viewport={"width": width, "height": height})
    wide = []
    for name in NAMES:
        page.goto(address(name))
        page.evaluate(UNFOLD)
        wide.append(too_wide(page))
    assert not list(filter(None, wide)), wide

"""The page that checks dice says what the verifier says: of honest, altered, running and hostile records."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from plyyard import verifier
from plyyard.core import record
from tests import dice
from tests.browser.conftest import ARGUMENTS, OpenPage, chromium
from tests.browser.test_every_page import findings_in_both_themes, too_wide
from tests.site import Site
from tests.web.test_fair_dice import Table

RECORDS = {name: dice.played(name, 5, server=["white"]) for name in dice.GAMES} | {"race": dice.raced(5)}


def choose(page: Page, content: Any) -> None:
    """Choose a record as a file and wait for the verdict."""
    text = content if isinstance(content, bytes) else json.dumps(content).encode()
    page.locator("#verdict").evaluate("(it) => { it.textContent = ''; }")
    page.set_input_files(
        "#file", {"name": "game.plyyard.json", "mimeType": "application/json", "buffer": text}
    )
    expect(page.locator("#verdict")).not_to_have_text(re.compile("^(|Checking …|Wird geprüft …)$"))


def said(page: Page) -> list[str]:
    """The verdict and the sentences of the report."""
    return [page.locator("#verdict").inner_text(), *page.locator("#report p, #report li").all_inner_texts()]


def test_an_honest_game_is_proved_draw_by_draw(open_page: OpenPage) -> None:
    page = open_page("/en/verify-dice")
    for name, game in RECORDS.items():
        choose(page, record.encode(game))
        report = verifier.check(verifier.read(record.encode(game)))
        assert report.verdict == verifier.PROVED
        assert sorted(said(page)) == sorted(verifier.lines(report, "en")), name
        rows = page.locator("#report tbody tr")
        expect(rows).to_have_count(len(report.draws))
        for place in (0, len(report.draws) - 1):
            cells = [text.replace("\u200b", "") for text in rows.nth(place).locator("td").all_inner_texts()]
            draw = report.draws[place]
            assert cells == [str(draw.n), draw.written, draw.given, "✓ agrees"]


@pytest.mark.parametrize("name", ["snakes", "dominoes"])
def test_tampering_is_named_as_by_the_verifier(open_page: OpenPage, name: str) -> None:
    page = open_page("/wuerfel-pruefen")
    for tamper, code in dice.TAMPERING.items():
        document = dice.document(RECORDS[name])
        tamper(document)
        choose(page, document)
        report = verifier.check(verifier.read(json.dumps(document).encode()))
        assert code in [fault.code for fault in report.faults]
        assert sorted(said(page)) == sorted(verifier.lines(report, "de"))


def test_a_changed_draw_is_marked_in_its_row(open_page: OpenPage) -> None:
    page = open_page("/en/verify-dice")
    document = dice.document(RECORDS["backgammon"])
    dice.changed_die(document)
    choose(page, document)
    wrong = page.locator("tbody tr", has_text="✗ differs")
    expect(wrong).to_have_count(1)
    expect(wrong.locator("td").first).to_have_text("3")


def test_a_running_game_is_not_proved_yet(open_page: OpenPage) -> None:
    page = open_page("/en/verify-dice")
    document = dice.document(RECORDS["aeroplane"])
    document["events"] = document["events"][:20]
    del document["ended"], document["dice"]["lots"], document["dice"]["drawn"]
    choose(page, document)
    expect(page.locator("#verdict")).to_have_text(verifier.say("en", "pending"))
    expect(page.locator("tbody tr td:last-child").first).to_have_text("not computed")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[" * 100_000,
        b'{"events": []}',
        b'{"dice": {"method": "dice/2"}}',
        b'{"dice": {"method": "dice/1", "sides": ["a", "a"]}}',
        b'{"dice": {"method": "dice/1", "sides": ["constructor"]}, "events": [null]}',
        b" " * (verifier.MAX_BYTES + 1),
    ],
)
def test_a_hostile_file_gets_the_verifiers_sentence(open_page: OpenPage, content: bytes) -> None:
    page = open_page("/en/verify-dice")
    choose(page, content)
    with pytest.raises(verifier.Unreadable) as refused:
        verifier.read(content)
    assert said(page) == [verifier.say("en", refused.value.code, **refused.value.values)]


def test_a_record_can_be_dropped(open_page: OpenPage) -> None:
    page = open_page("/en/verify-dice")
    carried = page.evaluate_handle(
        """(text) => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "game.plyyard.json"));
            return carried;
        }""",
        record.encode(RECORDS["snakes"]).decode(),
    )
    page.dispatch_event("main", "drop", {"dataTransfer": carried})
    expect(page.locator("#verdict")).to_contain_text("Proved")


def test_the_record_of_a_room_is_fetched_and_proved(open_page: OpenPage, site: Site) -> None:
    """By somebody who has no seat there."""
    table = Table(site, "backgammon", own=(0, 1))
    table.play(4)
    page = open_page(f"/en/verify-dice?room={table.room}")
    expect(page.locator("#verdict")).to_have_text(verifier.say("en", "pending"))
    table.send(0, t="resign")
    page.reload()
    report = verifier.check(verifier.read(table.record()))
    expect(page.locator("#verdict")).to_have_text(verifier.say("en", "good", n=len(report.draws)))
    assert sorted(said(page)) == sorted(verifier.lines(report, "en"))
    with page.expect_download() as download:
        page.locator("a[download='game.plyyard.json']").click()
    assert download.value.path().read_bytes() == table.record()


def test_a_browser_that_played_compares_what_it_kept(open_page: OpenPage) -> None:
    page = open_page("/en/verify-dice")
    document = dice.document(RECORDS["backgammon"])
    opened = next(
        event for event in document["events"] if event["kind"] == "opened" and event["by"] == "black"
    )
    commitment = document["events"][0]["hash"]
    keep = "([seed, hash]) => localStorage.setItem('dice r black', `${seed} ${hash}`)"
    page.evaluate(keep, [opened["seed"], commitment])
    choose(page, document)
    kept = "black: the seed and the server's commitment are those that this browser kept."
    expect(page.locator("#report")).to_contain_text(kept)
    for other in (["0" * 64, commitment], [opened["seed"], "0" * 64]):
        page.evaluate(keep, other)
        choose(page, document)
        expect(page.locator("#verdict")).to_have_text(verifier.say("en", "bad", n=1))
        expect(page.locator("[data-fault=not_as_kept]")).to_have_count(1)


def test_an_unknown_room_is_said(open_page: OpenPage) -> None:
    page = open_page("/en/verify-dice?room=../nowhere")
    expect(page.locator("#verdict")).to_contain_text("cannot be loaded")


def test_the_page_is_accessible_and_fits_a_phone(open_page: OpenPage) -> None:
    page = open_page("/wuerfel-pruefen", viewport={"width": 360, "height": 740})
    found, wide = findings_in_both_themes(page), [too_wide(page)]
    for game in RECORDS.values():
        document = dice.document(game)
        if game.kind != "race":
            dice.changed_die(document)
        choose(page, document)
        found += findings_in_both_themes(page)
        wide.append(too_wide(page))
    assert not found, "\n".join(found)
    assert not list(filter(None, wide)), wide


def test_without_scripts_the_commands_are_named(open_page: OpenPage) -> None:
    page = open_page("/en/verify-dice?room=abc", java_script_enabled=False)
    expect(page.locator("noscript p")).to_have_text(re.compile("^Without scripts"))
    expect(page.locator("#choose")).to_be_hidden()
    expect(page.locator("a[download][href='/api/rooms/abc/record']")).to_be_visible()
    with page.expect_download() as download:
        page.locator("a[href='/verifier.py']").click()
    assert download.value.path().read_bytes() == Path(verifier.__file__).read_bytes()


def test_a_page_from_another_computer_without_tls_says_so(browser: Browser, site: Site) -> None:
    """Only https and this computer itself are secure contexts: elsewhere a browser has no ``crypto.subtle``."""
    named = [*ARGUMENTS, "--host-resolver-rules=MAP plyyard.test 127.0.0.1"]
    other = browser.browser_type.launch(executable_path=chromium(), args=named)
    page = other.new_page()
    page.goto(f"http://plyyard.test:{site.port}/wuerfel-pruefen")
    expect(page.locator("#insecure")).to_be_visible()
    expect(page.locator("#choose")).to_be_hidden()
    other.close()

"""The form for corrections, as a browser meets it: filled in by itself, nothing lost, spam slowed, nothing public unasked."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from plyyard.core import registry
from plyyard.core.errors import BadOptions
from plyyard.rooms.founding import now
from plyyard.store import corrections, queries
from plyyard.store.corrections import Correction
from plyyard.store.database import open_engine, reading, writing
from plyyard.web.auth import Guest, Signer
from plyyard.web.corrections import OLDEST, QUICKEST
from plyyard.web.environment import read
from tests.site import Site
from tests.web.test_accounts import Browser

GAME = registry.names()[0]
REPORT = {"game": GAME, "text": "A ladder is missing.", "source": "Article 4.2", "reply": "", "position": ""}


@pytest.fixture
def browser(site: Site) -> Iterator[Browser]:
    one = Browser(site)
    yield one
    one.http.close()


def signer_of(site: Site) -> Signer:
    engine = open_engine(site.database)
    with writing(engine) as connection:
        key = queries.secret(connection)
    engine.dispose()
    return Signer(key)


@pytest.fixture
def signer(site: Site) -> Signer:
    return signer_of(site)


def field(page: str, name: str) -> str:
    """What a field of the form holds."""
    area = re.search(rf'<textarea id="{name}"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL)
    if area is None:
        area = re.search(rf'<input[^>]*name="{name}"[^>]*value="([^"]*)"', page)
    assert area is not None, name
    return html.unescape(area[1])


def stamped(browser: Browser, signer: Signer, ago: int = QUICKEST + 1000) -> str:
    """The stamp of a form that was handed out some time ago."""
    browser.csrf()
    guest = signer.open(browser.http.cookies["guest"])
    assert guest is not None
    return signer.stamp(guest, now() - ago)


def send(browser: Browser, signer: Signer, language: str = "en", **form: str) -> httpx.Response:
    path = {"en": "/en/correction", "de": "/korrektur"}[language]
    return browser.post(path, **{**REPORT, "stamp": stamped(browser, signer), **form})


def all_reports(site: Site) -> list[Correction]:
    engine = open_engine(site.database)
    with reading(engine) as connection:
        found = corrections.listed(connection)
    engine.dispose()
    return found


def text_of(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


# ---- filling it in ----


def test_game_rules_position_page_and_revision_are_filled_in(browser: Browser) -> None:
    game = registry.game(GAME)
    position = game.notation.format_position(game.start(game.complete({}, lambda n: 0)))
    address = f"/lernen/{game.slugs['de']}"
    query = {"game": GAME, "page": address, "position": position}
    page = browser.http.get("/korrektur", params=query).text
    assert f'<option value="{GAME}" selected' in page and game.rules_version in text_of(page)
    assert field(page, "position") == position and "<svg" in page.partition("<form")[2]
    where = field(page, "page")
    if registry.folder(GAME).joinpath("lessons/de.md").exists():
        assert re.fullmatch(re.escape(address) + r" \(20\d\d-\d\d-\d\d\)", where)
    else:
        assert where == address
    other = re.search(r'<a href="(/en/correction[^"]*)" hreflang="en"', page)
    assert other is not None
    english = browser.http.get(html.unescape(other[1])).text
    assert field(english, "position") == position and field(english, "page") == where


@pytest.mark.parametrize(
    "query",
    [
        {"page": "https://example.org/"},
        {"page": "/" + "x" * 200},
        {"page": "/a\nb"},
        {"position": "\x00\x1b[31m" + "x" * 9000, "game": GAME},
        {"position": "not one <b>at all</b>", "game": GAME},
        {"game": ""},
    ],
)
def test_strange_addresses_give_a_form_all_the_same(browser: Browser, query: dict[str, str]) -> None:
    answer = browser.http.get("/en/correction", params=query)
    assert answer.status_code == 200 and "<b>at" not in answer.text and "\x1b" not in answer.text
    assert "example.org" not in answer.text and len(answer.text) < 40_000


def test_an_unknown_game_is_not_found(browser: Browser) -> None:
    assert browser.http.get("/en/correction?game=bridge").status_code == 404


def test_the_editors_address_is_shown(site: Site, browser: Browser, tmp_path: Path) -> None:
    assert '<a href="mailto:contact@plyyard.com">' in browser.http.get("/korrektur").text
    own = Site(tmp_path, PLYYARD_EDITOR="Redaktion <Raum 5>")
    page = httpx.get(f"{own.url}/korrektur").text
    own.kill()
    assert "Redaktion &lt;Raum 5&gt;" in page and "mailto:" not in page
    assert read({"PLYYARD_EDITOR": ""}).editor == "contact@plyyard.com"
    for bad in ("a\nb@c.de", "x" * 201):
        with pytest.raises(BadOptions, match="PLYYARD_EDITOR"):
            read({"PLYYARD_EDITOR": bad})


# ---- sending it ----


def test_a_report_is_kept_and_the_reader_told_what_happens_next(
    site: Site, browser: Browser, signer: Signer
) -> None:
    where = "/lernen/spider (2026-11-30)"
    answer = send(
        browser, signer, page=where, text="Line 1\r\nLine 2 “ä” 👍", reply="eule@example.org", position="a=1"
    )
    assert answer.status_code == 303
    report = all_reports(site)[0]
    assert report.text == "Line 1\nLine 2 “ä” 👍" and report.page == where and report.position == "a=1"
    assert (report.game, report.rules) == (GAME, registry.game(GAME).rules_version)
    assert (report.language, report.reply, report.state) == ("en", "eule@example.org", "new")
    assert report.person == signer.open(browser.http.cookies["guest"]).id  # type: ignore[union-attr]
    assert abs(report.created - now()) < 60_000
    said = browser.http.get(answer.headers["location"]).text
    assert report.id in said and "What happens next" in said and 'href="/lernen/spider"' in said


def test_a_form_as_a_reader_sends_it_goes_through(site: Site, browser: Browser, signer: Signer) -> None:
    """Every field as it stands in the page, but for the time, which no test waits."""
    page = browser.http.get("/korrektur", params={"game": GAME}).text
    tags = re.findall(r"<input[^>]*>", page.partition("<form")[2].partition("</form>")[0])
    form = {}
    for tag in tags:
        name, value = (re.search(rf'{part}="([^"]*)"', tag) for part in ("name", "value"))
        assert name is not None
        form[name[1]] = html.unescape(value[1]) if value else ""
    assert set(form) == {"csrf", "stamp", "page", "website", "position", "reply"}
    form |= {"game": GAME, "text": f"As sent {now()}", "source": "RULES 1.1"}
    early = browser.http.post("/korrektur", data=form)
    assert early.status_code == 409 and "sehr schnell" in text_of(early.text)
    assert field(early.text, "stamp") == form["stamp"], "waiting is enough"
    late = browser.http.post("/korrektur", data=form | {"stamp": stamped(browser, signer)})
    assert late.status_code == 303
    assert all_reports(site)[0].text == form["text"]


def test_sent_twice_it_is_one_report(site: Site, browser: Browser, signer: Signer) -> None:
    text = f"Twice {now()}"
    first, second = (send(browser, signer, text=text).headers["location"] for _ in range(2))
    assert first == second and sum(one.text == text for one in all_reports(site)) == 1


# ---- refused, and nothing lost ----

WRITTEN = {
    "text": "It says <script>alert('x')</script> & \"quoted\"\n\nand goes on",
    "source": "4.2 </textarea><b>",
    "reply": "eule@example.org",
    "position": 'turn="black"',
    "page": "/lernen/spider (2026-11-30)",
}


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        ({"source": ""}, 409, "a source that can be checked"),
        ({"source": " ?! \n"}, 409, "a source that can be checked"),
        ({"text": "…"}, 409, "Write what is wrong"),
        ({"text": "x" * 4001}, 409, "4001 characters, 4000 at most"),
        ({"source": "y" * 1001}, 409, "1001 characters, 1000 at most"),
        ({"position": "z" * 4001}, 409, "4001 characters, 4000 at most"),
        ({"reply": "eule"}, 409, "no mail address"),
        ({"reply": "a@b.de, c@d.de"}, 409, "no mail address"),
        ({"reply": "x" * 200 + "@b.de"}, 409, "205 characters, 200 at most"),
        ({"game": ""}, 409, "Choose the game"),
        ({"game": "bridge"}, 409, "Choose the game"),
        ({"text": "See " + "http://a.example/ " * 6}, 409, "At most 5 links"),
        ({"website": "http://casino.example/"}, 409, "A field that has to stay empty"),
        ({"csrf": "0" * 40}, 403, "had become too old"),
        ({"csrf": ""}, 403, "had become too old"),
        ({"stamp": ""}, 409, "had become too old"),
        ({"stamp": "1.2"}, 409, "had become too old"),
        ({"stamp": "é" * 50}, 409, "had become too old"),
    ],
)
def test_what_was_written_comes_back_with_the_reason(
    site: Site, browser: Browser, signer: Signer, change: dict[str, str], status: int, says: str
) -> None:
    before = len(all_reports(site))
    written = WRITTEN | change
    answer = send(browser, signer, **written)
    assert answer.status_code == status and says in text_of(answer.text)
    assert "still here" in text_of(answer.text)
    for name in ("text", "source", "reply", "position", "page"):
        assert field(answer.text, name) == written[name].strip(), name
    assert "<script>alert" not in answer.text and "casino" not in answer.text
    assert len(all_reports(site)) == before
    assert signer.stamped(Guest(browser.http.cookies["guest"].partition(".")[0]), field(answer.text, "stamp"))


def test_control_characters_do_not_get_through_and_words_stay_apart(
    site: Site, browser: Browser, signer: Signer
) -> None:
    assert send(browser, signer, text="a\x00b\x1b[31mc\u2028d\u00a0e\x85f\tg").status_code == 303
    assert all_reports(site)[0].text == "ab[31mc d e f\tg"


@pytest.mark.parametrize(
    ("ago", "kept"), [(QUICKEST - 2000, False), (OLDEST - 60_000, True), (OLDEST + 1000, False)]
)
def test_a_form_is_good_from_a_few_seconds_to_a_day(
    browser: Browser, signer: Signer, ago: int, kept: bool
) -> None:
    answer = send(browser, signer, text=f"After {ago} ms", stamp=stamped(browser, signer, ago))
    assert answer.status_code == (303 if kept else 409)


def test_anothers_stamp_is_worth_nothing(site: Site, browser: Browser, signer: Signer) -> None:
    other = Browser(site)
    assert send(browser, signer, stamp=stamped(other, signer)).status_code == 409
    other.http.close()


def test_a_form_larger_than_anything_is_refused(browser: Browser, signer: Signer) -> None:
    assert send(browser, signer, text="x" * 100_000).status_code == 413


def test_who_sends_many_has_to_wait_and_loses_nothing(tmp_path: Path) -> None:
    site = Site(tmp_path, rate=20)
    browser, signer = Browser(site), signer_of(site)
    answers = [send(browser, signer, text=f"Number {n}") for n in range(5)]
    assert [answer.status_code for answer in answers] == [303, 303, 303, 303, 429]
    assert field(answers[-1].text, "text") == "Number 4" and "Wait 10 min." in text_of(answers[-1].text)
    assert int(answers[-1].headers["retry-after"]) in range(590, 601)
    assert send(browser, signer, source="").status_code == 409, (
        "what is refused for itself counts for nothing"
    )
    others = 0
    for _ in range(8):  # guests are free; their address is one
        another = Browser(site)
        for n in range(4):
            others += send(another, signer, text=f"Number {n}").status_code == 303
        another.http.close()
    assert others == 16
    browser.http.close()
    site.kill()


def test_without_a_place_to_store_it_comes_back(browser: Browser, signer: Signer, site: Site) -> None:
    engine = open_engine(site.database)
    with writing(engine) as connection:
        connection.exec_driver_sql("ALTER TABLE corrections RENAME TO away")
    try:
        answer = send(browser, signer, text="Keep this")
    finally:
        with writing(engine) as connection:
            connection.exec_driver_sql("ALTER TABLE away RENAME TO corrections")
        engine.dispose()
    assert answer.status_code == 503 and field(answer.text, "text") == "Keep this"


# ---- what others see ----


def test_nothing_is_public_before_it_is_accepted(site: Site, browser: Browser, signer: Signer) -> None:
    text = f"<b>Public {now()}</b>"
    send(browser, signer, text=text, source="<i>4.2</i>", reply="eule@example.org")
    report = all_reports(site)[0]
    assert report.text == text
    pages: list[str] = []

    def look() -> list[str]:
        lesson = f"/lernen/{registry.game(GAME).slugs['de']}"
        addresses = (f"/en/correction?game={GAME}", lesson, "/en/correction?game=spider")
        return [httpx.get(site.url + address).text for address in addresses]

    engine = open_engine(site.database)
    for state, shown in (("new", False), ("accepted", True), ("closed", False)):
        with writing(engine) as connection:
            corrections.answer(connection, report.id, "<u>Thanks</u>")
            corrections.decide(connection, report.id, state, now())  # type: ignore[arg-type]
        *pages, other = look()
        for page in pages:
            assert (html.escape(text) in page) == shown and text not in page
            assert ("&lt;u&gt;Thanks" in page) == shown and ("&lt;i&gt;4.2" in page) == shown
            assert "eule@example.org" not in page and report.id not in page
        assert "Public" not in other
    engine.dispose()


@pytest.mark.parametrize(
    "query",
    [
        "?number=<script>",
        "?number=abcd234O",
        "?number=" + "a" * 500,
        "?back=//example.org/",
        "?back=https://example.org",
        "",
    ],
)
def test_the_page_of_thanks_repeats_nothing_strange(site: Site, query: str) -> None:
    page = httpx.get(f"{site.url}/en/correction/thanks{query}").text
    assert "Thank you!" in page and "<script>" not in page and "example.org" not in page
    assert "Its number is" not in page


def test_what_is_wrong_is_bound_to_its_field(browser: Browser, signer: Signer) -> None:
    page = send(browser, signer, source="", reply="x").text
    for name in ("source", "reply"):
        control: Any = re.search(rf'<(?:input|textarea) id="{name}"[^>]*>', page)
        assert 'aria-invalid="true"' in control[0] and f"{name}-why" in control[0]
        assert f'id="{name}-why"' in page and f'href="#{name}"' in page
    text: Any = re.search(r'<textarea id="text"[^>]*>', page)
    assert "aria-invalid" not in text[0]

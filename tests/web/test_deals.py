"""Choosing a deal before the game: on its page, through the API, in the terminal; and what is refused."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from datetime import UTC, date, datetime

import httpx
import pytest

from plyyard.games.spider import choice
from tests.site import Person, Site

WAYS = ["lot", "today", "solvable", "easy", "medium", "hard", "number"]


class Browser:
    """Fills in the form of a new game as a browser would."""

    def __init__(self, site: Site, path: str = "/spider") -> None:
        self.path = path
        self.http = httpx.Client(base_url=site.url, follow_redirects=True)
        self.csrf = self.http.get(path).text.partition('name="csrf" content="')[2].partition('"')[0]

    def sent(self, **fields: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in fields.items()}
        return self.http.post(self.path, data={"csrf": self.csrf, "kind": "local"} | named)

    def options(self, **fields: str) -> dict[str, object]:
        """Of the room that comes of it."""
        answer = self.sent(**fields)
        assert answer.status_code == 200, answer.text[:3000]
        room = str(answer.url).rsplit("/", 1)[1]
        found: dict[str, object] = self.http.get(f"/api/rooms/{room}").json()["options"]
        return found


@pytest.fixture
def browser(site: Site) -> Browser:
    return Browser(site)


def form_of(page: str) -> str:
    """The form for playing alone."""
    return next(part for part in page.split("<form ") if 'value="local"' in part and "way-number" in part)


def today() -> int:
    return choice.todays(datetime.now(UTC).date())


def test_the_page_offers_every_way_and_says_what_it_is(browser: Browser, site: Site) -> None:
    form = form_of(browser.http.get("/spider").text)
    assert re.findall(r'name="way-number" value="(\w+)"( checked)?', form) == [
        (way, " checked" if way == "lot" else "") for way in WAYS
    ]
    day = datetime.now(UTC)
    assert f"Spiel des Tages, {day:%d.%m.%Y}" in form
    assert "Ein Programm, das alle Karten sieht, hat gewonnen" in form
    english = form_of(httpx.get(f"{site.url}/en/spider").text)
    assert f"today&#39;s deal, {day:%b} {day.day}, {day.year}" in english
    assert "a program that sees all cards has done it" in english


def test_other_games_and_the_race_have_no_such_choice(browser: Browser) -> None:
    assert "way-" not in browser.http.get("/backgammon").text
    race = next(part for part in browser.http.get("/spider").text.split("<form ") if 'value="online"' in part)
    assert "way-number" not in race


def test_each_way_gives_such_a_deal(browser: Browser) -> None:
    before = today()
    assert browser.options(way_number="today")["number"] in {before, today()}
    for suits in ("1", "2", "4"):
        known = choice.graded(int(suits), "left", "keep")
        for way in ("easy", "medium", "hard", "solvable"):
            fields = {"option_suits": suits, "option_layout": "left", "option_runs": "keep"}
            chosen = browser.options(way_number=way, **fields)
            expected = known[way] if way in known else [one for grade in known.values() for one in grade]
            assert chosen["number"] in expected
            assert (str(chosen["suits"]), chosen["layout"], chosen["runs"]) == (suits, "left", "keep")
    assert browser.options(way_number="number", option_number="42")["number"] == 42


def test_a_number_counts_where_a_number_is_wanted(browser: Browser) -> None:
    assert browser.options(option_number="7")["number"] == 7, "without any way: as a program may send it"
    lots = {browser.options(way_number="lot", option_number="7")["number"] for _ in range(3)}
    assert lots != {7}
    assert browser.options(way_number="hard", option_number="7")["number"] != 7


@pytest.mark.parametrize(
    "typed",
    ["", " ", "abc", "-1", "1000000000", "9" * 400, "1.5", "1e3", "٣", "0x10", "=1+1", "<b>", "2026-11-30"],
)
def test_a_number_that_cannot_be_is_refused_and_stays_in_the_form(browser: Browser, typed: str) -> None:
    answer = browser.sent(way_number="number", option_number=typed, option_suits="2")
    assert answer.status_code == 409
    told = html.unescape(answer.text.partition('role="alert"')[2].partition("</div>")[0])
    assert "Spielnummer: " in told and "0 bis 999999999" in told
    assert (f"„{typed.strip()[:40]}" in told) == bool(typed.strip())
    form = form_of(answer.text)
    assert 'value="number" checked' in form and '<option value="2" selected' in form
    assert f'value="{html.escape(typed).replace("&#x27;", "&#39;")}"' in form, "what was typed is still there"


@pytest.mark.parametrize(
    "way", ["heute", "TODAY", "today:2026-01-01", "schwer", "🂡", "x" * 3000, "20261130x"]
)
def test_an_unknown_way_is_refused_and_the_form_stays(browser: Browser, way: str) -> None:
    answer = browser.sent(way_number=way, option_rule="relaxed2")
    assert answer.status_code == 409 and "today, solvable, easy, medium, hard" in answer.text
    form = form_of(answer.text)
    assert 'value="lot" checked' in form and '<option value="relaxed2" selected' in form


def test_a_race_takes_no_way_and_no_number(browser: Browser, site: Site) -> None:
    for fields in ({"way_number": "hard"}, {"option_number": "7"}):
        assert browser.sent(kind="online", seats="2", dice="server", time="", **fields).status_code == 409
    order = {"game": "spider", "kind": "race", "options": {"number": "easy"}}
    refused = Person(site).http.post("/api/rooms", json=order)
    assert refused.status_code == 400 and refused.json()["code"] == "malformed"


def test_programs_can_choose_the_same(site: Site) -> None:
    person = Person(site)
    room = person.create("spider", options={"number": "hard", "suits": 2})
    assert person.state(room)["options"]["number"] in choice.graded(2, "xpat2", "auto")["hard"]
    for options in (
        {"number": "harder"},
        {"number": ["hard"]},
        {"number": {"way": "hard"}},
        {"suits": "hard"},
    ):
        answer = person.http.post("/api/rooms", json={"game": "spider", "kind": "local", "options": options})
        assert answer.status_code in {400, 409}, answer.text


def test_the_next_game_is_chosen_the_same_way(site: Site) -> None:
    person = Person(site)
    known = choice.graded(1, "xpat2", "auto")["hard"]
    room = person.create("spider", options={"number": "hard", "suits": 1})
    person.send(room, t="move", id="a", on=1, move="deal")
    assert person.send(room, t="resign", id="b")[0] == 200
    answer = person.send(room, t="again", id="c", do="swap")[1]
    assert person.state(answer["room"])["options"]["number"] in known


def test_the_terminal_can_choose_the_same() -> None:
    def play(option: str, language: str = "en") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "plyyard", "play", "spider", "--plain", "--lang", language]
        return subprocess.run(
            [*command, "--seed", "1", "--option", option],
            input="quit\n",
            text=True,
            capture_output=True,
            timeout=120,
        )

    assert play("number=today").returncode == play("number=hard").returncode == 0
    for option in ("number=heute", "number=-1", "number=", "suits=hard"):
        refused = play(option)
        assert refused.returncode != 0 and "Traceback" not in refused.stderr
    assert "today, solvable, easy, medium, hard" in play("number=heute").stderr


def test_the_days_number_is_documented_and_the_same_everywhere() -> None:
    assert choice.todays(date(2026, 11, 30)) == 20261130

"""The page of statistics: what it shows, filters, tells as files, forgets and refuses."""

from __future__ import annotations

import csv
import html
import io
import re
from dataclasses import astuple
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, select

from plyyard.core import registry
from plyyard.rooms.alone import variant
from plyyard.rooms.keep import Ended
from plyyard.rooms.statistics import Figures, figures
from plyyard.store import schema
from plyyard.store.database import open_engine, writing
from plyyard.web.statistics import safe
from tests.site import Person, Site

GAME = registry.game("spider")
STUCK = 227  # of four suits: after its five deals nothing can be moved


def one(
    kind: str, points: int, *, moves: int = 100, ms: int = 60_000, backs: int = 0, **options: Any
) -> Ended:
    told = GAME.complete({"number": 1, **options}, lambda n: 0)
    return Ended("spider", variant(GAME, told), 0, kind, kind == "won", points, moves, ms, backs)


STORY = [
    one("won", 990, moves=180, ms=754_000),
    one("won", 975, moves=201, ms=3_725_000, backs=4),
    one("won", 990, moves=160, ms=900_000),
    one("stuck", 310),
    one("won", 990, moves=222, ms=5_000_000, suits=2),
    one("resigned", 50, suits=2, rule="relaxed2"),
    one("abandoned", 5, suits=2, backs=1),
    one("won", 1000, moves=190, ms=600_000, runs="keep", backs=2),
]


def keep(site: Site, person: Person, story: list[Ended]) -> None:
    """Let somebody have finished these games: each as a room that is like one that was really given up."""
    model = person.create("spider", options={"number": 1})
    person.send(model, t="resign", id="r")
    engine = open_engine(site.database)
    with writing(engine) as connection:
        room = dict(
            connection.execute(select(schema.rooms).where(schema.rooms.c.id == model)).mappings().one()
        )
        seat = dict(
            connection.execute(select(schema.seats).where(schema.seats.c.room == model)).mappings().one()
        )
        for n, ended in enumerate(story):
            name = f"{model}-{n}"
            connection.execute(insert(schema.rooms).values(room | {"id": name}))
            connection.execute(insert(schema.seats).values(seat | {"room": name}))
            values = dict(zip(schema.results.columns.keys()[1:], astuple(ended), strict=True))
            connection.execute(
                insert(schema.results).values(values | {"room": name, "ended": 1_796_000_000_000 + n})
            )
    engine.dispose()


def rows(page: str, table: int = 0) -> dict[str, list[str]]:
    """A table's rows by their heads."""
    body = page.split("<tbody>")[table + 1].partition("</tbody>")[0]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in body.split("</tr>") if "<t" in row]
    return {html.unescape(row[0]): [html.unescape(cell) for cell in row[1:]] for row in cells}


@pytest.fixture
def player(site: Site, person: Person) -> Person:
    keep(site, person, STORY)
    return person


def test_figures_of_a_story() -> None:
    assert figures(STORY) == Figures(
        games=8, won=5, stuck=1, given_up=1, abandoned=1, best=1000, mean=663.75, longest=3, streak=1, moves=160, ms=600_000
    )  # fmt: skip
    assert figures(STORY).rate == 0.625
    assert figures(STORY[:3]).streak == figures(STORY[:3]).longest == 3
    nothing = figures([])
    assert (nothing.games, nothing.rate, nothing.best, nothing.mean) == (0, None, None, None)
    assert (nothing.longest, nothing.streak, nothing.moves, nothing.ms) == (0, 0, None, None)
    lost = figures([one("stuck", -3)])
    assert (lost.rate, lost.best, lost.mean, lost.streak, lost.ms) == (0, -3, -3, 0, None)


def test_the_page_shows_them_in_german_and_english(player: Person) -> None:
    page = player.http.get("/statistik/spider")
    assert page.status_code == 200
    shown = rows(page.text)
    assert shown["Partien"] == ["8", "5", "3"]
    assert shown["Gewinnquote"] == [
        "62,5\N{NO-BREAK SPACE}%",
        "60,0\N{NO-BREAK SPACE}%",
        "66,7\N{NO-BREAK SPACE}%",
    ]
    assert shown["Höchste Punktzahl"] == ["1.000", "990", "1.000"]
    assert shown["Punkte im Mittel"] == ["663,8", "666,0", "660,0"]
    assert shown["Längste Siegesserie"] == ["3", "2", "1"]
    assert shown["Schnellster Gewinn"] == ["10:00", "12:34", "10:00"]
    assert [shown[name][0] for name in shown if name.startswith("Verloren: ")] == ["1", "1", "1"]
    english = rows(player.http.get("/en/statistics/spider").text)
    assert english["Mean score"][0] == "663.8" and english["Best score"][0] == "1,000"
    assert "vom ersten Zug an" in page.text and "neu beginnt, hat sie verloren" in page.text


def test_only_games_with_some_options(player: Person) -> None:
    page = player.http.get("/statistik/spider", params={"suits": "2"}).text
    assert rows(page)["Partien"] == ["3", "2", "1"] and '<option value="2" selected' in page
    page = player.http.get("/statistik/spider", params={"suits": "2", "rule": "relaxed2", "layout": ""}).text
    assert rows(page)["Partien"] == ["1", "1", "0"] and rows(page)["Schnellster Gewinn"] == ["–", "–", "–"]
    page = player.http.get("/statistik/spider", params={"suits": "1"}).text
    assert "noch nicht beendet" in page and page.count("<tbody>") == 1, "the other table stays"


def test_a_row_for_each_choice_of_options(player: Person) -> None:
    page = player.http.get("/statistik/spider").text
    heads = re.findall(r'scope="col">([^<]*)<', page.split("<thead>")[2].partition("</thead>")[0])
    assert heads[:3] == ["Farben", "Austeilen mit leeren Spalten", "Vollständige Folgen"], (
        "and not the layout, always the same"
    )
    body = page.split("<tbody>")[2].partition("</tbody>")[0]
    assert body.count("<tr>") == 4


@pytest.mark.parametrize("value", ["3", "vier", "=1+1", "<script>", "4 ", "x" * 2000, "４"])
def test_an_option_that_is_not_there_is_named(player: Person, value: str) -> None:
    page = player.http.get("/statistik/spider", params={"suits": value})
    assert page.status_code == 200
    told = page.text.partition('role="alert">')[2].partition("</p>")[0]
    shown = value if len(value) <= 40 else f"{value[:40]}…"
    assert html.unescape(told) == f"Farben: „{shown}“ gibt es nicht. Gezeigt sind alle Partien."
    assert rows(page.text)["Partien"][0] == "8"


def test_nothing_yet_and_other_addresses(site: Site, person: Person) -> None:
    page = person.http.get("/statistik/spider")
    assert (
        "noch keine Partie beendet" in page.text
        and "<table" not in page.text
        and "<form" not in page.text.partition("<main")[2].partition("</main>")[0]
    )
    for path in ("/statistik/backgammon", "/statistik/patience", "/en/statistics/nothing", "/statistik/spider/games.csv",
                 "/statistik/spider/plyyard-spider.xml", "/statistik/backgammon/plyyard-backgammon.csv"):  # fmt: skip
        assert person.http.get(path).status_code == 404, path
    for path in ("/spider", "/en/spider"):
        assert ("/statistics/" if "en" in path else "/statistik/") in person.http.get(path).text
    assert "/statistik" not in person.http.get("/backgammon").text


def test_a_game_as_it_is_really_played(person: Person) -> None:
    room = person.create("spider", options={"number": STUCK})
    for n in range(5):
        assert person.send(room, t="move", id=f"d{n}", on=1 + n, move="deal")[0] == 200
    assert rows(person.http.get("/en/statistics/spider").text)["Lost: nothing more could be done"][0] == "1"
    end = person.http.get(f"/en/game/{room}").text
    assert "/en/statistics/spider" in end
    restarted = person.create("spider", options={"number": STUCK, "suits": 2})
    assert 'class="table over"' in end and 'class="table"' in person.http.get(f"/en/game/{restarted}").text
    person.send(restarted, t="move", id="m", on=1, move="deal")
    person.send(restarted, t="again", id="a", do="restart")
    shown = rows(person.http.get("/en/statistics/spider").text)
    assert (
        shown["Games"] == ["2", "2", "0"]
        and shown["Lost: abandoned"][0] == "1"
        and shown["Win rate"][0] == "0.0\N{NO-BREAK SPACE}%"
    )


def test_all_games_as_files(player: Person) -> None:
    answer = player.http.get("/statistik/spider/plyyard-spider.csv")
    assert (
        answer.headers["content-type"] == "text/csv; charset=utf-8"
        and "attachment" in answer.headers["content-disposition"]
    )
    table = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["result"] for row in table] == [ended.kind for ended in STORY]
    assert table[1] | {"room": ""} == {
        "room": "", "ended": "2026-11-30T00:53:20+00:00", "result": "won", "won": "1",
        "points": "975", "moves": "201", "seconds": "3725", "taken_back": "4",
        "number": "1", "suits": "4", "layout": "xpat2", "rule": "strict", "runs": "auto",
    }  # fmt: skip
    answer = player.http.get("/en/statistics/spider/plyyard-spider.json")
    told = answer.json()
    assert told["plyyard"] == "statistics/1" and told["figures"]["mean"] == 663.75 and len(told["games"]) == 8
    assert told["games"][0]["options"]["number"] == 1


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1"])
def test_no_text_of_a_table_is_a_formula(text: str) -> None:
    assert safe(text) == "'" + text
    assert safe(-7) == -7 and safe("2026-11-30") == "2026-11-30" and safe("") == ""


def test_others_see_and_forget_nothing_of_it(site: Site, player: Person) -> None:
    other = httpx.Client(base_url=site.url)
    page = other.get("/statistik/spider")
    assert "noch keine Partie beendet" in page.text
    csrf = page.text.partition('name="csrf" content="')[2].partition('"')[0]
    assert other.post("/statistik/spider", data={"csrf": csrf}).status_code == 303
    assert len(player.http.get("/statistik/spider/plyyard-spider.json").json()["games"]) == 8
    assert other.post("/statistik/spider", data={}).status_code == 403


def test_forgetting_begins_anew_and_keeps_the_games(site: Site) -> None:
    browser = httpx.Client(base_url=site.url, follow_redirects=True)

    def csrf(path: str) -> str:
        return browser.get(path).text.partition('name="csrf" content="')[2].partition('"')[0]

    room = str(
        browser.post("/spider", data={"csrf": csrf("/spider"), "kind": "local", "option-number": "1"}).url
    )
    move = {"csrf": csrf(room), "t": "move", "id": "m", "on": "1", "move": "deal"}
    assert browser.post(room, data=move).status_code == 200
    assert browser.post(room, data={"csrf": csrf(room), "t": "resign", "id": "r"}).status_code == 200
    assert rows(browser.get("/statistik/spider").text)["Partien"][0] == "1"
    page = browser.post("/statistik/spider", data={"csrf": csrf("/statistik/spider")})
    assert "beginnt von vorn" in page.text and "noch keine Partie beendet" in page.text
    assert room.rsplit("/", 1)[1] in browser.get("/meine-spiele").text


def test_a_guests_games_count_for_the_account(site: Site) -> None:
    browser = httpx.Client(base_url=site.url, follow_redirects=True)

    def post(path: str, **fields: str) -> httpx.Response:
        csrf = browser.get(path).text.partition('name="csrf" content="')[2].partition('"')[0]
        return browser.post(path, data={"csrf": csrf, **fields})

    room = str(post("/spider", kind="local").url)
    post(room, t="move", id="m", on="1", move="deal")
    post(room, t="resign", id="r")
    answer = post("/registrieren", name="Statistiker", password="neun Spinnen im Netz")
    assert answer.status_code == 200
    page = browser.get("/statistik/spider").text
    assert "Es wird bei deinem Konto aufbewahrt" in page
    assert rows(page)["Verloren: aufgegeben"][0] == "1"

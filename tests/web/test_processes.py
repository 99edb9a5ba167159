"""Two web processes at one PostgreSQL: what happens at one holds at the other, for watchers, sessions and tries at passwords."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.postgres import Server
from tests.site import PATIENCE, Person, Site
from tests.web.test_accounts import PASSWORD, Browser

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory, postgres: Server) -> Iterator[list[Site]]:
    address, folder = postgres.create(), tmp_path_factory.mktemp("processes")
    sites = [Site(folder, rate=0.2, database=address) for _ in range(2)]
    yield sites
    for site in sites:
        site.kill()
    postgres.drop(address)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory, postgres: Server) -> Iterator[list[Site]]:
    address, folder = postgres.create(), tmp_path_factory.mktemp("quick")
    sites = [Site(folder, database=address) for _ in range(2)]
    yield sites
    for site in sites:
        site.kill()
    postgres.drop(address)


def at(person: Person, site: Site) -> Person:
    """The same person at another process."""
    other = object.__new__(Person)
    other.site, other.headers = site, person.headers
    other.http = httpx.Client(base_url=site.url, headers=person.headers)
    return other


def until(person: Person, room: str, wanted: Any) -> dict[str, Any]:
    deadline = time.monotonic() + PATIENCE
    while not wanted(state := person.state(room)):
        assert time.monotonic() < deadline, state
        time.sleep(0.1)
    return state


def closed(socket: Any) -> int | None:
    """With which code it is closed, whatever comes before."""
    with pytest.raises(ConnectionClosed) as found:
        while True:
            socket.recv(PATIENCE)
    return found.value.rcvd.code if found.value.rcvd else None


def test_a_watcher_at_another_process_has_a_name_and_can_be_sent_out(quick: list[Site]) -> None:
    maker, watcher = Person(quick[0], "Amsel"), Person(quick[1], "Gaffer")
    room = maker.found("snakes", "live")["room"]
    with maker.socket(room) as own, watcher.socket(room) as socket:
        socket.receive()
        state = until(maker, room, lambda state: state["watchers"])
        (seen,) = state["watching"]
        assert seen["name"] == "Gaffer"
        told = own.until(t="presence", watchers=1)
        assert told["watching"] == [seen]
        assert maker.send(room, t="out", id="y", who=seen["handle"])[0] == 200
        assert closed(socket.connection) == 4403
    assert until(maker, room, lambda state: not state["watchers"])["watching"] == []
    assert at(watcher, quick[0]).http.get(f"/api/rooms/{room}").status_code == 403


def test_a_watcher_who_goes_is_forgotten_at_the_other_process(quick: list[Site]) -> None:
    maker, watcher = Person(quick[0], "Amsel"), Person(quick[1], "Gaffer")
    room = maker.found("snakes", "live")["room"]
    with maker.socket(room):
        with watcher.socket(room) as socket:
            socket.receive()
            until(maker, room, lambda state: state["watchers"] == 1)
        assert until(maker, room, lambda state: not state["watchers"])["watching"] == []


def test_logging_out_closes_the_sessions_sockets_everywhere_and_no_others(quick: list[Site]) -> None:
    here, elsewhere = Browser(quick[0]), Browser(quick[0])
    assert here.register("Zeisig").status_code == 303
    assert elsewhere.log_in("Zeisig").status_code == 303
    rooms = [here.begin(kind="live") for _ in range(3)]

    def opened(browser: Browser, site: Site, room: str) -> Any:
        cookies = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
        address = f"ws://127.0.0.1:{site.port}/api/rooms/{room}/socket?scene=0"
        return connect(address, additional_headers={"cookie": cookies}, proxy=None, open_timeout=PATIENCE)

    with (
        opened(here, quick[0], rooms[0]) as first,
        opened(here, quick[1], rooms[1]) as second,
        opened(elsewhere, quick[1], rooms[2]) as other,
    ):
        for socket in (first, second, other):
            assert '"you":"' in str(socket.recv(PATIENCE))
        assert here.post("/en/account", do="logout").status_code == 303
        assert closed(first) == closed(second) == 4401
        other.send('{"t": "ping"}')
        while '"pong"' not in str(other.recv(PATIENCE)):
            pass
        # a new password: the others are logged out, the own browser comes back with its new session
        assert here.log_in("Zeisig").status_code == 303
        with opened(here, quick[0], rooms[0]) as own:
            own.recv(PATIENCE)
            changed = here.post(
                "/en/account", do="password", password=PASSWORD, new_password="battery staple"
            )
            assert changed.status_code == 303
            assert closed(other) == 4401 and closed(own) == 1012
        with opened(here, quick[1], rooms[0]) as own:
            assert '"you":"' in str(own.recv(PATIENCE))


def test_what_postgresql_cannot_store_is_refused_like_anything_else(quick: list[Site]) -> None:
    site, person = quick[0], Person(quick[0])
    room = person.create("snakes")
    for path in ("/api/rooms/a%00b", "/api/rooms/a%00b/events", "/api/rooms/a%00b/record", "/en/game/a%00b"):
        assert person.http.get(path).status_code == 404
    for path in ("/en/invitation/a%00b", "/en/join?code=a%00b"):
        assert person.http.get(path).status_code == 404
    assert person.join("a%00b", code="a\0b").status_code == 404
    assert person.send("a%00b", t="roll", id="a", on=1)[0] == 404
    assert person.send(room, t="roll", id="a\0b", on=1)[1]["code"] == "malformed"
    assert person.send(room, t="move", id="c", on=1, move="x\0y")[1]["code"] in {"malformed", "illegal"}
    marked = {"do": "set", "id": "b", "name": "a\0b"}
    alone = person.create("spider")
    assert person.send(alone, t="mark", **marked)[0] == 200
    assert [mark["name"] for mark in person.state(alone)["bookmarks"]] == ["ab"]
    for order in ({"options": {"a\0": 1}}, {"options": {"suits": "\0"}}, {"position": "\0"}, {"game": "\0"}):
        answer = person.http.post("/api/rooms", json={"game": "spider", "kind": "local", **order})
        assert answer.status_code in {400, 404}, answer.text
    for path, answer in (
        ("/en/statistics/a%00b", 404),
        ("/en/statistics/spider?suits=%00&name=%00", 200),
        ("/en/learn/a%00b", 404),
        ("/en/learn/spider/a%00b/1/%00", 404),
        ("/en/position/spider?position=%00&at=%00&piece=%00", 422),
        ("/en/correction?game=%00&page=%00&position=%00", 404),
    ):
        assert person.http.get(path).status_code == answer, path
    browser = Browser(site)
    assert browser.log_in("a\0b", "x\0yyyyyyy").status_code == 409
    assert browser.register("a\0b", "x\0yyyyyyy").status_code == 303 and browser.name == "ab"
    assert browser.post("/en/account", do="rename", new_name="\0", password="\0").status_code < 500
    form = dict.fromkeys(("do", "game", "name", "text", "position"), "a\0b")
    for path in ("exercises", "statistics/spider", "statistics/a%00b", "a%00b", "correction"):
        assert browser.post(f"/en/{path}", **form).status_code < 500, path
    assert "Traceback" not in site.log.read_text()


def test_tries_at_passwords_count_at_all_processes_together(sites: list[Site]) -> None:
    Browser(sites[0]).register("Amsel")
    thieves = [Browser(site) for site in sites]
    answers = [thieves[n % 2].log_in("Amsel", f"guess number {n}") for n in range(12)]
    assert [one.status_code for one in answers] == [409] * 10 + [429] * 2
    assert all(int(one.headers["retry-after"]) > 60 for one in answers[10:])
    tried = [thieves[n % 2].log_in(f"Drossel {n}").status_code for n in range(12)]
    assert tried[0] == 409 and tried[-1] == tried[-2] == 429  # nor other names, from here

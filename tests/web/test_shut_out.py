"""What the operator does reaches a server that runs: bans, closed games, new passwords."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.cli.programs import plyyard
from tests.site import PATIENCE, Person, Site


def admin(site: Site, *arguments: str, stdin: bytes = b"") -> None:
    """Run ``plyyard admin`` on the server's database."""
    done = plyyard("admin", *arguments, stdin=stdin, PLYYARD_DB=site.database)
    assert done.returncode == 0, done.stderr


def test_a_server_that_runs_shuts_the_banned_out(site: Site) -> None:
    person = Person(site, "Kuckuck")
    made = person.create("snakes")
    guest = person.headers["authorization"].split()[1].rpartition(".")[0].rpartition(".")[0]
    with person.socket(made) as socket:
        socket.receive()
        admin(site, "ban", guest)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
    answer = person.http.get(f"/api/rooms/{made}")
    assert (
        answer.status_code == 403 and "shut you out" in answer.json()["detail"] + person.http.get("/en/").text
    )
    assert person.http.get("/en/privacy").status_code == 200  # where to turn to
    with person.socket(made) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
    admin(site, "unban", guest)
    deadline = time.monotonic() + PATIENCE
    while person.http.get(f"/api/rooms/{made}").status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_server_that_runs_tells_of_a_closed_game(site: Site) -> None:
    person = Person(site, "Kuckuck")
    made = person.create("snakes")
    with person.socket(made) as socket:
        socket.receive()
        admin(site, "close", made)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    with person.socket(made) as socket:
        assert socket.receive()["actor"] is None
    assert person.send(made, t="roll", id="a", on=1)[1]["code"] == "over"


def test_a_new_password_ends_sessions_at_a_server_that_runs(site: Site) -> None:
    admin(site, "create", "Wiedehopf", stdin=b"night and day\n")
    with httpx.Client(base_url=site.url) as browser:
        csrf = browser.get("/en/login").text.partition('name="csrf" content="')[2].partition('"')[0]
        form = {"csrf": csrf, "name": "Wiedehopf", "password": "night and day"}
        assert browser.post("/en/login", data=form).status_code == 303
        assert browser.get("/en/account").status_code == 200
        proxy = {"x-forwarded-for": "203.0.113.9"}
        assert browser.get("/metrics", headers=proxy).status_code == 200  # an admin, from wherever
        admin(site, "password", "Wiedehopf", stdin=b"day and night\n")
        assert browser.get("/en/account").status_code in (302, 303)
        assert browser.get("/metrics", headers=proxy).status_code == 403


@pytest.mark.slow
def test_processes_with_one_database_agree_on_who_is_who(tmp_path: Path) -> None:
    first = Site(tmp_path)
    second = Site(tmp_path, database=first.database)
    try:
        with httpx.Client(base_url=first.url) as browser:
            csrf = browser.get("/en/register").text.partition('name="csrf" content="')[2].partition('"')[0]
            order = {"game": "snakes", "kind": "local"}
            made = browser.post("/api/rooms", json=order, headers={"x-csrf-token": csrf}).json()["room"]
            guest = dict(browser.cookies)
            at_second = f"{second.url}/api/rooms/{made}"
            assert httpx.get(at_second, cookies=guest).json()["you"] is not None  # it is in memory there, too
            form = {"csrf": csrf, "name": "Neuntöter", "password": "night and day"}
            assert browser.post("/en/register", data=form).status_code == 303
            account = dict(browser.cookies)
            deadline = time.monotonic() + PATIENCE
            while httpx.get(at_second, cookies=account).json()["you"] is None:
                assert time.monotonic() < deadline
                time.sleep(0.1)
            assert httpx.get(at_second, cookies=guest).json()["you"] is None
            csrf = browser.get("/en/account").text.partition('name="csrf" content="')[2].partition('"')[0]
            assert browser.post("/en/account", data={"csrf": csrf, "do": "logout"}).status_code == 303
            assert httpx.get(at_second, cookies=account).json()["you"] is None  # at once
    finally:
        second.kill()
        first.kill()

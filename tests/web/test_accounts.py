"""Accounts as a browser meets them: registering, logging in and out, what moves along, what a stolen cookie is worth."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import select, update

from plyyard.core.record import decode
from plyyard.rooms.founding import now
from plyyard.store import people
from plyyard.store.database import open_engine, reading, writing
from plyyard.store.schema import accounts, sessions
from plyyard.web import passwords
from tests.site import Person, Site

PASSWORD = "correct horse"


class Browser:
    """Pages and their forms, without scripts."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.http = httpx.Client(base_url=site.url)

    def csrf(self) -> str:
        found = re.search(r'name="csrf" content="([^"]+)"', self.http.get("/en/").text)
        assert found is not None
        return found[1]

    def post(self, path: str, **form: str) -> httpx.Response:
        return self.http.post(path, data={"csrf": self.csrf(), **form})

    def register(self, name: str, password: str = PASSWORD, **more: str) -> httpx.Response:
        return self.post("/en/register", name=name, password=password, **more)

    def log_in(self, name: str, password: str = PASSWORD, **more: str) -> httpx.Response:
        return self.post("/en/login", name=name, password=password, **more)

    def begin(self, game: str = "snakes", **order: Any) -> str:
        """A new room, as the page's script makes one."""
        order = {"game": game, "kind": "local", **order}
        answer = self.http.post("/api/rooms", json=order, headers={"x-csrf-token": self.csrf()})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["room"])

    def sits_in(self, room: str) -> bool:
        return self.http.get(f"/api/rooms/{room}").json().get("you") is not None

    @property
    def name(self) -> str:
        """Who the page says is logged in; empty: nobody."""
        found = re.search(r'<a href="/en/account" class="own">([^<]*)</a>', self.http.get("/en/").text)
        return found[1] if found else ""


@pytest.fixture
def browser(site: Site) -> Iterator[Browser]:
    one = Browser(site)
    yield one
    one.http.close()


@pytest.fixture
def name() -> str:
    return f"Amsel {next(_numbers)}"


_numbers = iter(range(1_000_000))


def test_a_guests_games_move_along_at_registration(browser: Browser, name: str) -> None:
    room = browser.begin()
    answer = browser.register(name, back="/en/keys")
    assert (answer.status_code, answer.headers["location"]) == (303, "/en/keys")
    assert browser.name == name and browser.sits_in(room)
    assert browser.http.get("/en/").text.count(room) == 1


def test_at_login_too_and_the_guests_old_cookie_opens_them_no_more(
    site: Site, browser: Browser, name: str
) -> None:
    browser.register(name)
    other = Browser(site)
    room = other.begin()
    as_guest = dict(other.http.cookies)
    assert other.log_in(name.upper()).status_code == 303  # a name is one however it is written
    assert other.sits_in(room) and browser.sits_in(room)
    assert not httpx.get(f"{site.url}/api/rooms/{room}", cookies=as_guest).json().get("you")


def test_a_game_goes_on_after_its_player_logged_in(browser: Browser, name: str) -> None:
    room = browser.begin()
    browser.register(name)
    answer = browser.http.post(
        f"/api/rooms/{room}/commands",
        json={"t": "roll", "id": "a", "on": 1},
        headers={"x-csrf-token": browser.csrf()},
    )
    assert (answer.status_code, answer.json()["seq"]) == (200, 2)


def test_whoever_logs_in_does_not_come_to_play_himself(site: Site, browser: Browser, name: str) -> None:
    browser.register(name)
    order = {"game": "snakes", "kind": "live", "seat": "black"}
    made = browser.http.post("/api/rooms", json=order, headers={"x-csrf-token": browser.csrf()}).json()
    other = Browser(site)
    headers = {"x-csrf-token": other.csrf()}
    joined = other.http.post(
        f"/api/rooms/{made['room']}/join", json={"invite": made["invite"]}, headers=headers
    )
    assert joined.json()["seat"] == "white"
    other.log_in(name)
    for _ in range(2):
        assert other.http.get(f"/api/rooms/{made['room']}").json()["you"] == "black"
        site.kill()  # what memory says is what the database says
        site.start()


def test_the_session_cookie_is_for_the_browser_alone(browser: Browser, name: str) -> None:
    sent = browser.register(name).headers.get_list("set-cookie")
    session = next(cookie for cookie in sent if cookie.startswith("session="))
    for part in ("HttpOnly", "SameSite=lax", "Path=/", f"Max-Age={90 * 24 * 3600}"):
        assert part in session
    assert "Secure" not in session
    form = {"csrf": browser.csrf(), "name": name, "password": PASSWORD}
    behind_tls = browser.http.post("/en/login", data=form, headers={"x-forwarded-proto": "https"})
    session = next(c for c in behind_tls.headers.get_list("set-cookie") if c.startswith("session="))
    assert "Secure" in session


def test_a_cookie_replayed_after_logout_is_nobodys(site: Site, browser: Browser, name: str) -> None:
    browser.register(name)
    room = browser.begin()
    stolen = {"session": browser.http.cookies["session"]}
    assert httpx.get(f"{site.url}/api/rooms/{room}", cookies=stolen).json()["you"] is not None
    assert browser.post("/en/account", do="logout").headers["location"] == "/en/"
    assert browser.name == "" and not browser.sits_in(room)
    assert httpx.get(f"{site.url}/api/rooms/{room}", cookies=stolen).json()["you"] is None
    for false in ("", "x", "é" * 300, "0" * 5000):
        headers = {b"cookie": b"session=" + false.encode()}
        assert httpx.get(f"{site.url}/en/", headers=headers).status_code == 200


def test_a_session_lasts_as_long_as_it_is_used(site: Site, browser: Browser, name: str) -> None:
    browser.register(name)
    engine = open_engine(site.database)

    def seen(days: int) -> None:
        hashed = people.session_hash(browser.http.cookies["session"])
        with writing(engine) as connection:
            change = update(sessions).where(sessions.c.hash == hashed)
            connection.execute(change.values(seen=now() - days * people.DAY))

    assert "set-cookie" not in browser.http.get("/en/account").headers
    seen(89)
    assert "session=" in browser.http.get("/en/account").headers["set-cookie"]
    assert "set-cookie" not in browser.http.get("/en/account").headers  # counted anew from today
    seen(91)
    assert browser.name == ""
    engine.dispose()


def test_each_login_has_a_session_and_a_csrf_token_of_its_own(
    site: Site, browser: Browser, name: str
) -> None:
    as_guest = browser.csrf()
    browser.register(name)
    first, first_csrf = browser.http.cookies["session"], browser.csrf()
    assert browser.post("/en/login", csrf=as_guest, name=name, password=PASSWORD).status_code == 403
    browser.log_in(name)
    assert browser.http.cookies["session"] != first and len({as_guest, first_csrf, browser.csrf()}) == 3
    page = httpx.get(f"{site.url}/en/account", cookies={"session": first})
    assert page.status_code in (302, 303) and page.headers["location"] == "/en/login"


def test_the_database_holds_no_token_and_no_password(site: Site, browser: Browser, name: str) -> None:
    browser.register(name)
    token = browser.http.cookies["session"]
    with reading(open_engine(str(site.database))) as connection:
        kept = connection.execute(select(accounts.c.password).where(accounts.c.name == name)).scalar_one()
        hashes = connection.execute(select(sessions.c.hash)).scalars().all()
    assert kept.startswith("$argon2id$") and PASSWORD not in kept
    assert all(len(one) == 64 and token not in one for one in hashes)


def test_a_wrong_name_and_a_wrong_password_are_answered_alike(browser: Browser, name: str) -> None:
    browser.register(name)
    browser.post("/en/account", do="logout")
    for wrong in (
        (name, "wrong horse"),
        ("nobody " + name, PASSWORD),
        ("", ""),
        ("x" * 99, PASSWORD),
        (name, "x" * 9999),
    ):
        answer = browser.log_in(*wrong)
        assert answer.status_code == 409 and "The name or the password is wrong." in answer.text
        assert "session" not in browser.http.cookies
    assert not passwords.HASHER.check_needs_rehash(passwords.NOBODY)  # nobody's takes as long as anybody's
    assert passwords.HASHER.hash("x")[:30] == passwords.NOBODY[:30]


@pytest.mark.parametrize(
    ("given", "password", "says"),
    [
        ("x" * 31, PASSWORD, "A name has at most 30 characters."),
        ("...", PASSWORD, "at least one letter or digit"),
        ("", PASSWORD, "at least one letter or digit"),
        ("\u3164\u200b\u202e", PASSWORD, "Nothing of this name can be seen"),
        ("short", "seven77", "at least 8 characters"),
        ("long", "x" * 201, "at most 200 characters"),
        ("Nightingale", "NIGHTINGALE", "must not be the name"),
    ],
)
def test_what_cannot_be_an_account_is_refused_in_words(
    browser: Browser, given: str, password: str, says: str
) -> None:
    answer = browser.register(given, password)
    assert answer.status_code == 409 and says in answer.text and browser.name == ""


def test_a_name_belongs_to_one(site: Site, browser: Browser, name: str) -> None:
    browser.register(name)
    other = Browser(site)
    for same in (name, name.upper(), "\u202e" + name, name.replace(" ", "  "), name.replace("A", "Ａ")):
        answer = other.register(same)
        assert answer.status_code == 409 and "taken already" in answer.text
    assert other.register(name + " II").status_code == 303
    answer = other.post("/en/account", do="name", new_name=name.lower())
    assert answer.status_code == 409 and "taken already" in answer.text
    assert other.post("/en/account", do="name", new_name=name + " III").status_code == 303
    assert other.name == name + " III"


def test_names_are_literal_text_everywhere(browser: Browser) -> None:
    """rm-xss"""
    name = "<b onclick=alert(1)>\"&'</b>"
    assert browser.register(name).status_code == 303
    browser.begin()
    for path in ("/en/", "/en/account", "/en/nothing-here"):
        assert "<b onclick" not in browser.http.get(path).text
    assert "&lt;b onclick=alert(1)&gt;" in browser.http.get("/en/account").text


def test_an_account_does_not_become_a_guest_with_a_token(browser: Browser, name: str) -> None:
    browser.register(name)
    room = browser.begin()
    for wish in ({"name": "x"}, {"name": "x", "token": True}):
        answer = browser.http.post("/api/guest", json=wish, headers={"x-csrf-token": browser.csrf()})
        assert answer.status_code == 409 and "token" not in answer.json()
    assert browser.name == name and browser.sits_in(room)


def test_a_new_password_logs_everybody_else_out(site: Site, browser: Browser, name: str) -> None:
    browser.register(name)
    elsewhere = Browser(site)
    elsewhere.log_in(name)
    assert elsewhere.name == name
    wrong = browser.post("/en/account", do="password", password="wrong", new_password="battery staple")
    assert wrong.status_code == 409 and "The password is wrong." in wrong.text and elsewhere.name == name
    assert (
        browser.post(
            "/en/account", do="password", password=PASSWORD, new_password="battery staple"
        ).status_code
        == 303
    )
    assert browser.name == name and elsewhere.name == ""
    assert elsewhere.log_in(name).status_code == 409
    assert elsewhere.log_in(name, "battery staple").status_code == 303


def test_one_takes_ones_data_along(browser: Browser, name: str) -> None:
    room = browser.begin("backgammon")
    browser.register(name)
    with zipfile.ZipFile(io.BytesIO(browser.http.get("/en/account/data").content)) as archive:
        told = msgspec.json.decode(archive.read("person.json"))
        record = decode(archive.read(f"games/backgammon-{room}.plyyard.json"))
    assert told["account"]["name"] == name and len(told["sessions"]) == 1
    assert "argon2" not in str(told) and record.game == "backgammon"
    assert httpx.get(f"{browser.site.url}/en/account/data").headers["location"] == "/en/login"


def test_a_deleted_account_leaves_the_other_player_the_game(site: Site, browser: Browser, name: str) -> None:
    browser.register(name)
    other = Person(site, "Drossel")
    alone = browser.begin()
    order = {"game": "snakes", "kind": "live", "seat": "black"}
    made = browser.http.post("/api/rooms", json=order, headers={"x-csrf-token": browser.csrf()}).json()
    room = made["room"]
    joined = other.http.post(f"/api/rooms/{room}/join", json={"invite": made["invite"]})
    assert joined.status_code == 200, joined.text
    assert name in other.http.get(f"/api/rooms/{room}/record").text
    assert browser.post("/en/account", do="delete", password="wrong").status_code == 409
    stolen = {"session": browser.http.cookies["session"]}
    assert browser.post("/en/account", do="delete", password=PASSWORD).headers["location"] == "/en/"
    assert browser.name == "" and browser.log_in(name).status_code == 409
    assert httpx.get(f"{site.url}/en/account", cookies=stolen).headers["location"] == "/en/login"
    site.kill()
    site.start()
    record = other.http.get(f"/api/rooms/{room}/record")
    assert name not in record.text and "deleted" in record.text
    assert decode(record.content).events[-2:][0].kind == "abandoned"
    assert other.http.get(f"/api/rooms/{alone}").status_code == 404
    again = Browser(site)
    assert again.register(name).status_code == 303  # the name is free


@pytest.mark.slow
def test_whoever_tries_passwords_has_to_wait(tmp_path: Path) -> None:
    site = Site(tmp_path, rate=0.2)
    try:
        browser = Browser(site)
        browser.register("Amsel")
        thief = Browser(site)
        answers = [thief.log_in("Amsel", f"guess number {n}") for n in range(11)]
        assert [one.status_code for one in answers] == [409] * 10 + [429]
        assert int(answers[-1].headers["retry-after"]) > 60
        assert thief.log_in("Amsel").status_code == 429  # not even the right one
        tried = [thief.log_in(f"Drossel {n}").status_code for n in range(10)]
        assert tried[0] == 409 and tried[-1] == 429  # nor other names, from here
        assert thief.http.get("/en/").status_code == 200
    finally:
        site.kill()

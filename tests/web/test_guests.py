"""Who asks: cookies, tokens, names, and requests that do not come from our page."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from plyyard.web.auth import Guest, Signer
from plyyard.web.limits import BURST, PER_ADDRESS
from tests.site import PATIENCE, Person, Site


def test_a_seal_holds_only_for_its_guest_and_key() -> None:
    signer = Signer(b"k" * 32)
    sealed = signer.seal(Guest("abc", "Köln"))
    assert signer.open(sealed) == Guest("abc", "Köln")
    assert Signer(b"j" * 32).open(sealed) is None
    for forged in (sealed.replace("abc", "abd"), sealed[:-1], "", ".", "a.b.c", "x" * 9999, sealed + "é"):
        assert signer.open(forged) is None


def test_a_request_from_elsewhere_changes_nothing(site: Site) -> None:
    with httpx.Client(base_url=site.url) as browser:
        browser.get("/")
        cookie = next(cookie for cookie in browser.cookies.jar if cookie.name == "guest")
        assert cookie.has_nonstandard_attr("HttpOnly") and cookie.get_nonstandard_attr("SameSite") == "lax"
        assert browser.post("/api/rooms", json={"game": "snakes", "kind": "local"}).status_code == 403
        headers = {"x-csrf-token": "0" * 40}
        assert (
            browser.post("/api/rooms", json={"game": "snakes", "kind": "local"}, headers=headers).status_code
            == 403
        )


def test_a_forged_cookie_is_a_stranger(site: Site, person: Person) -> None:
    room = person.create("snakes")
    own = person.headers["authorization"].removeprefix("Bearer ")
    for sealed in (_forged(own), "x", "a.b.c"):
        answer = httpx.get(f"{site.url}/api/rooms/{room}", cookies={"guest": sealed})
        assert answer.json()["you"] is None


def test_a_false_token_is_refused(site: Site, person: Person) -> None:
    room = person.create("snakes")
    own = person.headers["authorization"].removeprefix("Bearer ")
    for token in (_forged(own), "x", "", "é"):
        headers = {b"authorization": f"Bearer {token}".strip().encode()}
        for method, path in (
            ("GET", f"/api/rooms/{room}"),
            ("POST", f"/api/rooms/{room}/commands"),
            ("POST", "/api/guest"),
        ):
            answer = httpx.request(method, site.url + path, headers=headers)
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
            assert answer.json()["status"] == 401 and "set-cookie" not in answer.headers
        assert httpx.get(f"{site.url}/en/", headers=headers).status_code == 401
    address = f"ws://127.0.0.1:{site.port}/api/rooms/{room}/socket"
    false = {"authorization": f"Bearer {_forged(own)}"}
    with (
        connect(address, additional_headers=false, proxy=None) as socket,
        pytest.raises(ConnectionClosed) as closed,
    ):
        socket.recv(PATIENCE)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
    assert person.state(room)["head"] == 1


def _forged(sealed: str) -> str:
    return sealed[:-1] + ("0" if sealed[-1] != "0" else "1")


def test_a_socket_from_another_site_is_closed(site: Site, person: Person) -> None:
    room = person.create("snakes")
    address = f"ws://127.0.0.1:{site.port}/api/rooms/{room}/socket"
    elsewhere = connect(address, origin="http://evil.example", additional_headers=person.headers, proxy=None)
    with elsewhere as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(PATIENCE)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403


def test_every_answer_carries_the_strict_policy(site: Site) -> None:
    for path in ("/", "/api/games", "/nothing-here", "/healthz"):
        headers = httpx.get(site.url + path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.slow
def test_floods_are_slowed_then_closed(tmp_path: Path) -> None:
    site = Site(tmp_path, rate=20)
    try:
        person = Person(site)
        room = person.create("snakes")
        with person.socket(room) as socket, pytest.raises(ConnectionClosed) as closed:
            for count in range(2000):
                socket.send(t="ping", id=str(count))
            while True:
                socket.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
        assert person.state(room)["head"] == 1
    finally:
        site.kill()


def test_new_guests_do_not_get_round_the_limit(tmp_path: Path) -> None:
    site = Site(tmp_path, rate=0.01)
    try:
        with httpx.Client(base_url=site.url) as one:
            statuses = []
            for _ in range(BURST * PER_ADDRESS + 20):
                one.cookies.clear()
                statuses.append(one.post("/api/guest", json={"token": True}).status_code)
            assert statuses[:5] == [200] * 5 and statuses[-20:] == [429] * 20
            page = one.get("/en/backgammon")
            assert page.status_code == 200
            csrf = re.search(r'name="csrf" value="([^"]+)"', page.text)
            assert csrf is not None
            form = {"csrf": csrf.group(1), "kind": "local"}
            assert one.post("/en/backgammon", data=form).status_code == 429
            address = site.url.replace("http", "ws") + "/api/rooms/any/socket"
            with connect(address, proxy=None) as socket, pytest.raises(ConnectionClosed) as closed:
                socket.recv(PATIENCE)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
    finally:
        site.kill()


@pytest.mark.parametrize("path", ["/", "/api/guest", "/en/backgammon", "/einstellungen", "/nothing-here"])
def test_a_form_of_another_site_replaces_nobodys_cookie(site: Site, path: str) -> None:
    """It comes without our cookie; a new one in the answer would lose the guest all games."""
    elsewhere = {"origin": "https://evil.example", "content-type": "text/plain"}
    answer = httpx.post(site.url + path, content=b'{"name": "x"}', headers=elsewhere)
    assert answer.status_code in (403, 404, 405) and "set-cookie" not in answer.headers
    own = {"origin": site.url}
    assert "set-cookie" in httpx.post(f"{site.url}/api/guest", json={"name": "x"}, headers=own).headers


@pytest.mark.parametrize("path", ["/", "/api/games", "/healthz", "/nothing-here"])
def test_head_is_get_without_its_body(site: Site, path: str) -> None:
    with httpx.Client(
        base_url=site.url
    ) as one:  # one connection: a body too many would break the next answer
        head, whole = one.head(path), one.get(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert head.headers["content-type"] == whole.headers["content-type"]


def test_forms_with_nonsense_get_an_answer(site: Site) -> None:
    with httpx.Client(base_url=site.url, follow_redirects=True) as browser:
        page = browser.get("/schlangen-und-leitern").text
        csrf = page.partition('name="csrf" content="')[2].partition('"')[0]
        room = str(browser.post("/schlangen-und-leitern", data={"csrf": csrf, "kind": "local"}).url)
        for wrong in ({"on": "²"}, {"on": "9" * 5000}, {"t": "ping"}, {"t": "roll\0"}, {"id": "x" * 99}):
            form = {"csrf": csrf, "t": "roll", "id": "a", "on": "1", **wrong}
            answer = browser.post(room, data=form)
            assert answer.status_code == 409, (wrong, answer.status_code)
        assert browser.post(room, data={"csrf": csrf, "t": "roll", "id": "b", "on": "1"}).status_code == 200


def test_only_the_one_who_plays_is_called_you(site: Site) -> None:
    with httpx.Client(base_url=site.url, follow_redirects=True) as browser:
        csrf = browser.get("/backgammon").text.partition('name="csrf" content="')[2].partition('"')[0]
        begun = browser.post("/backgammon", data={"csrf": csrf, "kind": "computer", "level": "beginner"})
    assert begun.text.count("<span>Du</span>") == 1
    assert httpx.get(str(begun.url)).text.count("<span>Du</span>") == 0


@pytest.mark.parametrize("name", ["\u3164", "\u200b \u2060", "\u202e\u2066", "\ufe0f"])
def test_a_name_of_which_nothing_shows_is_refused(site: Site, person: Person, name: str) -> None:
    for wish in ({"name": name}, {"name": name, "token": True}):
        answer = httpx.post(f"{site.url}/api/guest?lang=en", json=wish)
        assert answer.status_code == 400, answer.text
        assert "Nothing of this name can be seen" in answer.json()["detail"]
    room = person.found("snakes", "live")
    with httpx.Client(base_url=site.url) as browser:
        page = browser.get(f"/en/invitation/{room['invite']}")
        csrf = re.search(r'name="csrf" content="([^"]+)"', page.text)
        assert page.status_code == 200 and csrf is not None
        refused = browser.post(f"/en/invitation/{room['invite']}", data={"csrf": csrf[1], "name": name})
        assert refused.status_code == 409 and "Nothing of this name can be seen" in refused.text
    assert "open" in {seat["kind"] for seat in person.state(room["room"])["players"].values()}

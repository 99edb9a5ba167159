"""How much one guest or one address may take of a server: requests, pages, sockets, bytes; and whose word counts for an address."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from plyyard.core.errors import BadOptions
from plyyard.web import environment
from plyyard.web.limits import BURST, KEPT, MAX_BODY, PER_ADDRESS, READING, REPORTS, Buckets, Limits
from tests.site import PATIENCE, Person, Site


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that gives nothing back: what is taken stays taken."""
    site = Site(tmp_path_factory.mktemp("strict"), rate=2)
    yield site
    site.kill()


def refused(address: str, **headers: str) -> bool:
    """Whether a socket is closed for there being too many."""
    with connect(address, additional_headers=headers, proxy=None) as opened:
        try:
            opened.recv(PATIENCE)
        except ConnectionClosed as closed:
            return closed.rcvd is not None and closed.rcvd.code == 4429
        return False


def test_what_is_kept_of_whom_is_bounded() -> None:
    buckets = Buckets(burst=2, per_second=0.001)
    for n in range(3 * KEPT):
        assert buckets.take(str(n))
    assert len(buckets._levels) == KEPT
    assert buckets.take(str(3 * KEPT - 1)) and not buckets.take(str(3 * KEPT - 1))
    assert buckets.wait(str(3 * KEPT - 1)) > 900


def test_whoever_has_everything_back_is_forgotten() -> None:
    buckets = Buckets(burst=2, per_second=100)
    for n in range(1000):
        assert buckets.take(str(n))
    time.sleep(0.1)
    assert buckets.take("last") and buckets.take("last") and not buckets.take("last")
    assert list(buckets._levels) == ["last"]


def test_a_guest_holds_so_many_sockets_and_an_address_some_more(strict: Site) -> None:
    """At a tenth of the usual rate: three a guest, fifteen an address."""
    room = Person(strict).create("snakes")
    address = f"ws://127.0.0.1:{strict.port}/api/rooms/{room}/socket?lang=en&scene=0"
    with contextlib.ExitStack() as held:

        def hold(person: Person) -> ClientConnection:
            opened = held.enter_context(connect(address, additional_headers=person.headers, proxy=None))
            opened.recv(PATIENCE)
            return opened

        people = [Person(strict) for _ in range(5)]
        sockets = [hold(person) for person in people for _ in range(3)]
        assert refused(address, **people[0].headers)
        assert refused(address, **Person(strict).headers)
        elsewhere = {"x-forwarded-for": "203.0.113.5"}
        assert not refused(address, **elsewhere, **Person(strict).headers)
        sockets[0].close()
        hold(people[0])


def test_pages_are_counted_too(tmp_path: Path) -> None:
    site = Site(tmp_path, rate=0.01)
    try:
        with httpx.Client(base_url=site.url) as reader:
            statuses = [reader.get("/en/login").status_code for _ in range(BURST * READING + 1)]
            assert statuses == [200] * (BURST * READING) + [429]
            slow = reader.get("/en/login")
            assert int(slow.headers["retry-after"]) >= 1 and "too fast" in slow.text
            assert reader.get("/healthz").status_code == 200
            reader.cookies.clear()
            assert reader.get("/en/login").status_code == 200  # somebody else
    finally:
        site.kill()


def test_whoever_is_too_fast_is_told_for_how_long(strict: Site) -> None:
    person = Person(strict)
    room = person.create("snakes")
    answers = (  # some more are given back meanwhile
        person.http.post(f"/api/rooms/{room}/commands", json={"t": "ping", "id": str(n)})
        for n in range(BURST * 10)
    )
    late = next(answer for answer in answers if answer.status_code == 429)
    assert int(late.headers["retry-after"]) >= 1


def test_addresses_are_told_apart_only_where_a_proxy_is_believed() -> None:
    limits = Limits(0.01)

    def late(*addresses: str) -> list[bool]:
        return [limits.wait_report(_from(address), str(next(guests))) > 0 for address in addresses]

    guests, most = count(), REPORTS * PER_ADDRESS
    assert not any(late(*["192.0.2.1"] * most)) and all(late("192.0.2.1"))
    assert not any(late("192.0.2.2", "2001:db8::1"))
    assert not any(late(*[f"2001:db8::{n:x}" for n in range(2, most + 1)]))
    assert all(late("2001:db8::ffff"))


def _from(address: str) -> httpx.Request:
    class Client:
        host = address

    class Connection:
        client = Client

    return Connection  # type: ignore[return-value]


@pytest.mark.parametrize(("proxies", "believed"), [("", True), ("127.0.0.0/8", True), ("192.0.2.1", False)])
def test_only_a_known_proxy_says_where_a_request_comes_from(
    tmp_path: Path, proxies: str, believed: bool
) -> None:
    site = Site(tmp_path, PLYYARD_PROXIES=proxies)
    try:
        headers = {"x-forwarded-for": "203.0.113.5", "x-forwarded-proto": "https"}
        sent = httpx.get(f"{site.url}/en/", headers=headers).headers["set-cookie"]
        assert ("Secure" in sent) == believed
        assert "Secure" not in httpx.get(f"{site.url}/en/").headers["set-cookie"]
    finally:
        site.kill()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PLYYARD_RATE", "fast"),
        ("PLYYARD_RATE", "-1"),
        ("PLYYARD_RATE", "0"),
        ("PLYYARD_PACE", "nan"),
        ("PLYYARD_LOG", "xml"),
        ("PLYYARD_LOBBY", "maybe"),
        ("PLYYARD_METRICS", "yes"),
        ("PLYYARD_PROXIES", "everywhere"),
        ("PLYYARD_PROXIES", "127.0.0.1, 10.0.0.1/8"),
    ],
)
def test_what_cannot_be_set_is_said_at_the_start(name: str, value: str) -> None:
    with pytest.raises(BadOptions, match=name):
        environment.read({name: value})


def test_bodies_are_bounded(site: Site, person: Person) -> None:
    room = person.create("snakes")
    for path in (f"/api/rooms/{room}/commands", "/api/guest"):
        assert person.http.post(path, json={"name": "x" * MAX_BODY}).status_code == 413
    for path in ("/en/login", "/en/register", "/en/settings"):
        assert person.http.post(path, data={"name": "x" * MAX_BODY}).status_code == 413


@pytest.mark.parametrize("beginning", [b"GET /", b"GET / HTTP/1.1\r\nHost: x\r\nX: "])
def test_what_never_ends_is_cut_off(site: Site, beginning: bytes) -> None:
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as endless:
        endless.sendall(beginning)
        with pytest.raises(OSError, match=r"reset|[Pp]ipe"):
            for _ in range(500):
                endless.sendall(b"a" * 65_536)
    assert httpx.get(f"{site.url}/healthz").status_code == 200

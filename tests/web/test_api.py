"""The HTTP calls beside the game itself: joining, lists, who may look on, and errors as problem details."""

from __future__ import annotations

import json
import socket as sockets
from pathlib import Path
from typing import Any

import httpx
import pytest

from plyyard.core import registry
from tests.site import PATIENCE, Person, Site


def made(who: Person, game: str = "snakes", kind: str = "live", **order: Any) -> dict[str, Any]:
    """What the answer to a new room says."""
    answer = who.http.post("/api/rooms", params={"lang": "en"}, json={"game": game, "kind": kind, **order})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def told(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of problem details, which have to be whole."""
    problem = answer.json()
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    assert problem["status"] == answer.status_code and problem["type"] == "about:blank"
    assert problem["title"] and problem["detail"]
    return answer.status_code, problem["code"]


# ---- joining ----


def test_a_friend_joins_by_invitation_or_by_code(site: Site, person: Person) -> None:
    for order, path in (
        ("invite", "/api/rooms/{room}/join"),
        ("code", "/api/rooms/{room}/join"),
        ("invite", "/api/join"),
    ):
        room, friend = made(person), Person(site, "Star")
        assert room["seat"] == "black" and len(room["invite"]) >= 16 and len(room["code"]) == 4
        for _ in range(2):
            joined = friend.http.post(path.format(room=room["room"]), json={order: room[order]})
            assert (joined.status_code, joined.json()) == (200, {"seat": "white", "room": room["room"]})
        third = Person(site).http.post(f"/api/rooms/{room['room']}/join", json={order: room[order]})
        assert told(third) == (409, "full")
        assert friend.state(room["room"])["you"] == "white"


def test_a_code_may_be_typed_carelessly(site: Site, person: Person) -> None:
    room = made(person)
    order = {"code": f" {room['code'].lower()} "}
    joined = Person(site).http.post("/api/join", json=order)
    assert (joined.status_code, joined.json()["room"]) == (200, room["room"])
    assert told(Person(site).http.post("/api/join", json=order)) == (404, "unknown room")  # it is taken


def test_only_rooms_for_others_have_an_invitation(person: Person) -> None:
    assert set(made(person, kind="local")) == {"room", "url", "seat"}
    assert set(made(person, kind="computer", opponent={"level": "beginner"})) == {"room", "url", "seat"}


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_url_is_that_of_the_page(person: Person, language: str) -> None:
    answer = person.http.post(
        "/api/rooms", params={"lang": language}, json={"game": "snakes", "kind": "live"}
    )
    page = person.http.get(answer.json()["url"])
    assert page.status_code == 200 and f'lang="{language}"' in page.text


# ---- lists ----


def lobby(site: Site, part: str) -> dict[str, dict[str, Any]]:
    return {one["room"]: one for one in httpx.get(f"{site.url}/api/lobby").json()[part]}


@pytest.mark.slow
def test_the_lobby_has_listed_rooms_until_they_are_full_and_then_to_watch(tmp_path: Path) -> None:
    site = Site(tmp_path)
    try:
        one, other = Person(site, "Amsel"), Person(site, "Star")
        listed, unlisted = made(one, listed=True), made(one)
        with httpx.stream("GET", f"{site.url}/api/lobby", headers={"accept": "text/event-stream"}) as stream:
            seen = (json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: "))
            first = next(seen)
            assert [room["room"] for room in first["open"]] == [listed["room"]] and not first["running"]
            assert first["open"][0]["code"] == listed["code"]
            assert "invite" not in json.dumps(first) and unlisted["room"] not in json.dumps(first)
            assert other.http.post(f"/api/rooms/{listed['room']}/join", json={}).status_code == 200
            then = next(shown for shown in seen if shown["running"])
        assert not then["open"] and then["running"][0]["room"] == listed["room"]
        assert then["running"][0]["code"] is None
        assert lobby(site, "running").keys() == {listed["room"]} and not lobby(site, "open")
    finally:
        site.kill()


@pytest.mark.slow
def test_a_server_without_a_lobby_lists_nothing(tmp_path: Path) -> None:
    site = Site(tmp_path, PLYYARD_LOBBY="off")
    try:
        person = Person(site)
        room = made(person, listed=True)
        assert told(person.http.get("/api/lobby")) == (404, "not_found")
        assert Person(site).http.post(f"/api/rooms/{room['room']}/join", json={}).status_code == 403
    finally:
        site.kill()


def test_my_games_are_mine_alone(site: Site, person: Person) -> None:
    running, over = made(person)["room"], made(person, kind="local")["room"]
    person.send(over, t="resign", id="r")

    def mine(who: Person, part: str) -> list[str]:
        rooms = who.http.get("/api/mine", params={"over": part}).json()["rooms"]
        assert all(room["yours"] for room in rooms)
        return [room["room"] for room in rooms]

    assert mine(person, "0") == [running] and mine(person, "1") == [over]
    assert mine(Person(site), "0") == mine(Person(site), "1") == []


# ---- who may look on ----


def test_what_may_not_be_watched_is_not_shown(site: Site, person: Person) -> None:
    room, friend, stranger = made(person, watch=False), Person(site), Person(site)
    where = f"/api/rooms/{room['room']}"
    friend.http.post(f"{where}/join", json={"code": room["code"]})
    stream = {"accept": "text/event-stream"}
    for who, expected in ((person, 200), (friend, 200), (stranger, 403)):
        for path in ("", "/events", "/record"):
            assert who.http.get(where + path).status_code == expected, path
    for path in ("", "/events", "/record"):
        assert told(stranger.http.get(where + path)) == (403, "forbidden")
    assert told(stranger.http.get(f"{where}/events", headers=stream)) == (403, "forbidden")
    for command in ({"t": "roll", "id": "a", "on": 1}, {"t": "why", "id": "a", "move": "1"}):
        assert told(stranger.http.post(f"{where}/commands", json=command)) == (403, "forbidden")


# ---- errors ----


def test_errors_are_problem_details(site: Site, person: Person) -> None:
    room = made(person)["room"]
    with httpx.Client(base_url=site.url) as guest:
        assert told(guest.get("/api")) == told(guest.get("/api/nothing")) == (404, "not_found")
        assert told(guest.get("/api/rooms/nothing"))[0] == 404
        assert told(guest.post("/api/rooms", json={"game": "snakes", "kind": "local"})) == (403, "forbidden")
        for method in ("PUT", "PATCH", "DELETE", "POST"):
            answer = guest.request(method, f"/api/rooms/{room}")
            assert told(answer) == (405, "not_allowed")
            assert answer.headers["allow"] == "GET, HEAD, OPTIONS"
        assert guest.get(f"/api/rooms/{room}/join").headers["allow"] in ("OPTIONS, POST", "POST, OPTIONS")
        false = guest.get(f"/api/rooms/{room}", headers={"authorization": "Bearer x.y.z"})
        assert told(false) == (401, "not_known") and false.headers["www-authenticate"] == "Bearer"
        assert told(guest.post("/api/guest", content=b" " * 70_000)) == (413, "too_large")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/xml", "x"])
@pytest.mark.parametrize("path", ["guest", "rooms", "rooms/{room}/join", "rooms/{room}/commands"])
def test_a_body_that_is_not_json_is_told_so(person: Person, kind: str, path: str) -> None:
    where = f"/api/{path}".replace("{room}", person.create("snakes"))
    answer = person.http.post(where, content=b'{"t": "ping"}', headers={"content-type": kind})
    assert told(answer) == (415, "wrong_type")


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b"null",
        b"\xff",
        b"\0",
        b'"game"',
        b"NaN",
        b'{"game": "snakes"}',
        b'{"game": "snakes", "kind": "war"}',
        b'{"game": "snakes", "kind": "local", "listed": "true"}',
        b'{"game": "snakes", "kind": "local", "options": {"a": NaN}}',
        b'{"game": "snakes", "kind": "local", "options": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
        b'{"game": "snakes", "kind": "local", "options": ' + b'{"a":' * 9000 + b"1" + b"}" * 9000 + b"}",
        b'{"game": "\\ud800", "kind": "local"}',
        b'{"game": "snakes", "kind": "live", "clock": {"initial": 1e400}}',
        b'{"game": "snakes", "kind": "live", "clock": {"initial": 0}}',
        b'{"game": "snakes", "kind": "live", "clock": {"initial": 60, "increment": 3601}}',
        b'{"game": "spider", "kind": "race", "seats": 5}',
    ],
    ids=range(18),
)
def test_an_order_that_cannot_be_read_is_told_why(person: Person, body: bytes) -> None:
    answer = person.http.post("/api/rooms", content=body, headers={"content-type": "application/json"})
    assert told(answer) == (400, "malformed")


STRANGE = [
    None,
    True,
    -1,
    2**63,
    10**300,
    1.5,
    1e308,
    "",
    "x" * 5000,
    "\u0000\u202e",
    "'; drop table rooms",
    [],
    [[]],
    {},
    {"a": None},
]


@pytest.mark.parametrize("game", registry.names())
def test_strange_options_are_refused_or_taken_never_more(person: Person, game: str) -> None:
    names = [option.name for option in registry.game(game).options] or ["any"]
    for name in (*names, "unknown"):
        for value in STRANGE:
            order = {"game": game, "kind": "local", "options": {name: value}}
            answer = person.http.post("/api/rooms", json=order)
            assert answer.status_code == 201 or told(answer)[0] == 400, (name, value)


@pytest.mark.parametrize("game", registry.names())
def test_strange_positions_and_seats_are_refused(person: Person, game: str) -> None:
    for text in ("\0", "\u202e", "x" * 4000, "=" * 4000, "a=1 " * 900, "💥", "9" * 3999, "-1", "NaN"):
        order = {"game": game, "kind": "local", "position": text}
        assert told(person.http.post("/api/rooms", json=order))[0] == 400, text[:20]
    assert told(person.http.post("/api/rooms", json={"game": game, "kind": "local", "position": "x" * 4001}))
    kind = "race" if len(registry.game(game).sides) == 1 else "live"
    for seat in ("\0", "purple", "lots"):
        assert told(person.http.post("/api/rooms", json={"game": game, "kind": kind, "seat": seat}))[0] == 400


@pytest.mark.parametrize(
    "value", ["-1", "1000001", "9" * 40, "NaN", "Infinity", "1e9", "0x1", "", "a", "null", "1;2"]
)
@pytest.mark.parametrize(("path", "name"), [("", "at"), ("/events", "since")])
def test_a_number_that_cannot_be_is_told_so(person: Person, path: str, name: str, value: str) -> None:
    room = person.create("snakes")
    assert told(person.http.get(f"/api/rooms/{room}{path}", params={name: value})) == (400, "malformed")


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("rooms/{room}", "lang=fr"),
        ("rooms/{room}", "facing=up"),
        ("rooms/{room}", "scene=2"),
        ("rooms/{room}", "at=%ff"),
        ("rooms/{room}/record", "lang="),
        ("games", "lang=de%00"),
        ("lobby", "lang=DE"),
        ("mine", "over=yes"),
    ],
)
def test_a_query_that_cannot_be_is_told_so(person: Person, path: str, query: str) -> None:
    where = f"/api/{path}".replace("{room}", person.create("snakes"))
    assert told(person.http.get(f"{where}?{query}")) == (400, "malformed")


@pytest.mark.parametrize(
    "path",
    [
        b"%0d%0aX",
        b"%00",
        b"%ff%fe",
        b"..%2f..",
        b"%",
        b"%zz",
        b"a" * 2000,
        b"%c0%af",
        "é".encode(),
        b"a;b",
        b"*",
    ],
)
def test_an_address_that_cannot_be_is_nowhere(site: Site, path: bytes) -> None:
    for before in (b"/api/", b"/api/rooms/", b"/api/rooms/x/"):
        with sockets.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as line:
            line.sendall(b"GET " + before + path + b" HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
            answer = b"".join(iter(lambda: line.recv(65_536), b""))
        status = int(answer.split(b" ", 2)[1])
        assert status in (400, 404), (before, answer[:200])
        assert status == 400 or b"application/problem+json" in answer


@pytest.mark.parametrize(
    "path", ["games", "lobby", "mine", "openapi.json", "rooms/{room}", "rooms/{room}/record"]
)
def test_head_is_get_without_its_body(person: Person, path: str) -> None:
    where = f"/api/{path}".replace("{room}", person.create("snakes"))
    head, whole = person.http.head(where), person.http.get(where)
    assert (head.status_code, head.content) == (200, b"") and whole.content
    assert head.headers["content-type"] == whole.headers["content-type"]


@pytest.mark.slow
def test_whoever_is_too_fast_is_told_when_to_come_back(tmp_path: Path) -> None:
    site = Site(tmp_path, rate=0.5)
    try:
        person = Person(site)
        room = person.create("snakes")
        for ask in (
            lambda: person.http.get("/api/games"),
            lambda: person.http.post("/api/rooms", json={"game": "snakes", "kind": "local"}),
            lambda: person.http.post(f"/api/rooms/{room}/commands", json={"t": "ping"}),
        ):
            answers = [ask() for _ in range(600)]
            slowed = [answer for answer in answers if answer.status_code == 429]
            assert slowed and all(int(one.headers["retry-after"]) >= 1 for one in slowed)
            assert slowed[-1].json()["code"] == "rate"
    finally:
        site.kill()

"""Whatever a program sends that is no valid command gets exactly one refusal with code and head, and changes nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from plyyard.rooms.protocol import MAX_FRAME, Incoming, Ping
from tests.site import PATIENCE, Person, Site, Socket

UNREADABLE = [
    "",
    "\0",
    "roll",
    "{",
    "null",
    "17",
    '"roll"',
    "[]",
    "{}",
    '{"t": "roll"}',
    '{"t": "conquer", "id": "a"}',
    '{"t": 1, "id": "a"}',
    '{"t": null, "id": "a", "on": 1}',
    '{"t": ["roll"], "id": "a", "on": 1}',
    '{"T": "roll", "id": "a", "on": 1}',
    '{"t": "ROLL", "id": "a", "on": 1}',
    '{"t": "hello", "proto": "py2"}',
    '{"t": "event", "id": "a", "seq": 2, "kind": "rolled", "outcome": "6"}',
    '{"t": "roll", "id": "a", "on": NaN}',
    '{"t": "roll", "id": "a", "on": Infinity}',
    '{"t": "roll", "id": "a", "on": -0.5}',
    '{"t": "roll", "id": "a", "on": 1e400}',
    '{"t": "roll", "id": "a", "on": ' + "9" * 4000 + "}",
    '{"t": "roll", "id": "a", "on": 0x1}',
    '{"t": "roll", "id": "a", "on": 1,}',
    '{"t": "roll", "id": "a", "on": 1} {"t": "roll", "id": "b", "on": 1}',
    '{"t": "roll", "id": "\\ud800", "on": 1}',
    '{"t": "roll", "id": "\\u0000", "on": 1}',
    '{"t": "roll", "id": "a\\n", "on": 1}',
    "{'t': 'roll', 'id': 'a', 'on': 1}",
    '\ufeff{"t": "roll", "id": "a", "on": 1}',
    "[" * 4000 + "]" * 4000,
    '{"t": "steps", "id": "a", "on": 1, "taken": ' + "[" * 3000 + "]" * 3000 + "}",
    '{"t":' * 1500,
    "\U0001f600" * 2000,
]
WRONG = [None, True, -1, 0.5, 2**63, 2**200, "", "x" * 5000, [], [[]], {}, {"id": "a"}]


def wrong_fields() -> Iterator[str]:
    """Each command without each of its fields, and with a value in it that cannot be."""
    for struct in get_args(Incoming):
        if struct is Ping:
            continue
        sound = {"t": struct.__struct_config__.tag, "id": "a", "on": 1, "move": "x", "n": 1}
        sound |= {"do": "offer", "hash": "0" * 64, "seed": "0" * 64, "who": "x"}
        for field in msgspec.structs.fields(struct):
            if field.required:
                yield json.dumps({key: value for key, value in sound.items() if key != field.name})
            for value in WRONG:
                frame = json.dumps(sound | {field.name: value})
                try:
                    msgspec.json.decode(frame, type=struct)
                except msgspec.MsgspecError:
                    yield frame


def readable_id(frame: str) -> str | None:
    """The id that a refusal gives back: the one which was sent, if there is one to be read."""
    try:
        found = msgspec.json.decode(frame)
    except (msgspec.MsgspecError, RecursionError):
        return None
    own = found.get("id") if isinstance(found, dict) else None
    return own if isinstance(own, str) and len(own) <= 40 else None


def answers(socket: Socket, frames: Sequence[str | bytes]) -> list[dict[str, Any]]:
    """What comes for these frames: everything before the answer to a ping sent after each few of them."""
    found = []
    for number, start in enumerate(range(0, len(frames), 20)):
        for frame in frames[start : start + 20]:
            socket.connection.send(frame)
        socket.send(t="ping", id=f"p{number}")
        while (answer := socket.receive()) != {"t": "pong", "id": f"p{number}"}:
            found.append(answer)
    return found


@pytest.fixture(autouse=True)
def no_traceback(site: Site) -> Iterator[None]:
    before = site.log.stat().st_size
    yield
    assert "Traceback" not in site.log.read_text("utf-8")[before:]


class Pair:
    """A game of two that has begun: who made it (Black), who joined, and by which invitation."""

    def __init__(self, site: Site) -> None:
        self.one, self.other = Person(site, "Amsel"), Person(site, "Star")
        made = self.one.http.post("/api/rooms", json={"game": "snakes", "kind": "live"}).json()
        self.room, self.invite = made["room"], made["invite"]
        assert self.join(self.other) == 200

    def join(self, who: Person) -> int:
        return join(who, self.room, invite=self.invite)

    @property
    def head(self) -> int:
        return int(self.one.state(self.room)["head"])


def join(who: Person, room: str, **order: str) -> int:
    """The status of an attempt to join."""
    return who.http.post(f"/api/rooms/{room}/join", json=order).status_code


@pytest.fixture
def pair(site: Site) -> Pair:
    return Pair(site)


# ---- what cannot be read ----


@pytest.mark.parametrize("frames", [UNREADABLE, list(wrong_fields())], ids=["unreadable", "wrong fields"])
def test_what_cannot_be_read_is_refused_once(person: Person, frames: list[str]) -> None:
    room = person.create("snakes")
    with person.socket(room) as socket:
        socket.receive()
        refused = answers(socket, frames)
    assert [(one["t"], one["code"], one["head"]) for one in refused] == [("refused", "malformed", 1)] * len(
        frames
    )
    assert [one["id"] for one in refused] == [readable_id(frame) for frame in frames]
    assert all(one["why"] for one in refused)
    assert person.state(room)["head"] == 1


def test_over_http_as_over_a_socket(person: Person) -> None:
    room = person.create("snakes")
    for frame in (*UNREADABLE, *list(wrong_fields())[::7]):
        answer = person.http.post(f"/api/rooms/{room}/commands", content=frame.encode())
        refused = answer.json()
        assert (answer.status_code, refused["code"], refused["head"]) == (400, "malformed", 1), frame[:80]
        assert refused["id"] == readable_id(frame)
    assert person.state(room)["head"] == 1


def test_a_binary_frame_is_refused(person: Person) -> None:
    room = person.create("snakes")
    with person.socket(room) as socket:
        socket.receive()
        refused = answers(socket, [b"", b"\xff\xfe", b'{"t": "roll", "id": "a", "on": 1}', b"\0" * 5000])
    assert [(one["code"], one["head"]) for one in refused] == [("malformed", 1)] * 4
    assert person.state(room)["head"] == 1


@pytest.mark.parametrize("size", [MAX_FRAME + 1, 60_000, 70_000, 5_000_000])
def test_a_frame_that_is_too_large_ends_the_socket(person: Person, size: int) -> None:
    room = person.create("snakes")
    ours = size < 65_536  # above it the transport ends the connection, without a word
    with person.socket(room) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.receive()
        frame = '{"t": "roll", "id": "a", "on": 1, "x": "'
        socket.connection.send(f'{frame}{"x" * (size - len(frame) - 2)}"}}')
        if ours:
            assert (refused := socket.receive())["code"] == "too_large" and refused["head"] == 1
        socket.receive()
    if ours:
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4413
    assert person.state(room)["head"] == 1


def test_a_frame_of_the_largest_size_is_read(person: Person) -> None:
    room = person.create("snakes")
    frame = '{"t": "roll", "id": "a", "on": 1, "x": "' + "x" * MAX_FRAME
    frame = frame[: MAX_FRAME - 2] + '"}'
    with person.socket(room) as socket:
        socket.receive()
        socket.connection.send(frame)
        assert socket.receive()["seq"] == 2


# ---- what can be read, but is not open to the one who sends it ----


def test_no_field_gives_another_seat(pair: Pair) -> None:
    head = pair.head
    for number, forged in enumerate(
        ({"by": "black"}, {"seat": "black"}, {"you": "black"}, {"guest": "x"}, {"as": ["black"]})
    ):
        status, refused = pair.other.send(pair.room, t="roll", id=f"f{number}", on=head, **forged)
        assert (status, refused["code"]) == (409, "not_your_turn")
    assert pair.other.send(pair.room, t="resign", id="mine", by="black")[1]["by"] == "white"


def test_a_stranger_can_only_look(site: Site, pair: Pair) -> None:
    head = pair.head
    stranger = Person(site, "Elster")
    frames: list[dict[str, Any]] = [
        {"t": "roll", "on": head},
        {"t": "move", "on": head, "move": "1"},
        {"t": "resign"},
        {"t": "draw", "do": "accept"},
        {"t": "back", "do": "take"},
        {"t": "again"},
        {"t": "claim", "do": "win"},
        {"t": "greet", "n": 1},
        {"t": "commit", "hash": "0" * 64},
        {"t": "open", "seed": "0" * 64},
        {"t": "ready"},
    ]
    for number, frame in enumerate(frames):
        status, refused = stranger.send(pair.room, id=f"s{number}", **frame)
        assert (status, refused["code"], refused["head"]) == (403, "not_seated", head), frame
    assert stranger.send(pair.room, t="out", id="out", who="x")[0] == 403
    assert pair.head == head


def test_an_id_of_somebody_else_tells_and_does_nothing(pair: Pair) -> None:
    head = pair.head
    rolled = pair.one.send(pair.room, t="roll", id="mine", on=head)[1]
    status, refused = pair.other.send(pair.room, t="roll", id="mine", on=rolled["seq"])
    assert (status, refused["t"], refused["code"]) == (400, "refused", "malformed")
    assert pair.head == rolled["seq"]
    assert pair.one.send(pair.room, t="roll", id="mine", on=head)[1]["outcome"] == rolled["outcome"]


def test_a_game_that_is_over_takes_nothing_more(site: Site, pair: Pair) -> None:
    pair.one.send(pair.room, t="resign", id="r")
    head = pair.head
    for number, frame in enumerate(
        (
            {"t": "roll", "on": head},
            {"t": "resign"},
            {"t": "draw", "do": "offer"},
            {"t": "claim", "do": "win"},
        )
    ):
        for who in (pair.one, pair.other):
            status, refused = who.send(pair.room, id=f"{number}{who is pair.one}", **frame)
            assert (status, refused["code"], refused["head"]) == (409, "over", head)
    late = Person(site, "Elster")
    assert pair.join(late) == 410
    with late.socket(pair.room) as socket:
        assert socket.receive()["you"] is None


def test_an_invitation_is_good_for_its_room_and_its_free_seats(site: Site, pair: Pair) -> None:
    one, late = pair.one, Person(site, "Elster")
    assert pair.join(late) == 409
    assert join(pair.other, pair.room, invite="whatever") == 200  # has a seat already: the same again
    free = one.create("snakes", "live")
    for order in (
        {},
        {"invite": pair.invite},
        {"invite": "x"},
        {"code": "AAAA"},
        {"code": ""},
        {"invite": ""},
    ):
        assert join(late, free, **order) == 403, order
    assert join(late, free, invite="x" * 41) == join(late, free, code="x" * 11) == 400
    assert join(late, "no-such-room", invite="x") == 404
    assert join(late, one.create("snakes"), invite="") == 403
    assert one.state(free)["players"]["white"]["kind"] == "open"


def test_a_forged_cookie_is_a_stranger_on_the_socket(site: Site, person: Person) -> None:
    room = person.create("snakes")
    sealed = person.headers["authorization"].removeprefix("Bearer ")
    guest, name, signature = sealed.split(".")
    for forged in (
        f"{guest}.{name}.{'0' * 40}",
        f"{guest}x.{name}.{signature}",
        f"{guest}..{signature}",
        sealed[:-1],
    ):
        address = f"ws://127.0.0.1:{site.port}/api/rooms/{room}/socket?scene=0"
        with connect(address, additional_headers={"cookie": f"guest={forged}"}, proxy=None) as connection:
            socket = Socket(connection)
            assert socket.receive()["you"] is None
            socket.send(t="roll", id="a", on=1)
            assert socket.receive()["code"] == "not_seated"
        bearer = {"authorization": f"Bearer {forged}"}
        with connect(address, additional_headers=bearer, proxy=None) as connection:
            with pytest.raises(ConnectionClosed) as closed:
                connection.recv(PATIENCE)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
    assert person.state(room)["head"] == 1


def test_a_replayed_cookie_changes_nothing_without_its_page(site: Site) -> None:
    with httpx.Client(base_url=site.url) as browser:
        page = browser.get("/en/backgammon").text
        csrf = re.search(r'name="csrf" content="([^"]+)"', page)
        assert csrf is not None
        order = {"game": "snakes", "kind": "local"}
        made = browser.post("/api/rooms", json=order, headers={"x-csrf-token": csrf[1]})
        room = made.json()["room"]
        cookies = dict(browser.cookies)
    with httpx.Client(base_url=site.url, cookies=cookies) as thief:
        frame = {"t": "roll", "id": "a", "on": 1}
        for headers in ({}, {"x-csrf-token": ""}, {"x-csrf-token": "0" * 40}):
            answer = thief.post(f"/api/rooms/{room}/commands", json=frame, headers=headers)
            assert (answer.status_code, answer.headers["content-type"]) == (403, "application/problem+json")
        elsewhere = {"x-csrf-token": csrf[1], "origin": "https://evil.example"}
        assert thief.post(f"/api/rooms/{room}/commands", json=frame, headers=elsewhere).status_code == 403
        assert thief.get(f"/api/rooms/{room}").json()["head"] == 1


# ---- floods and memory ----


@pytest.mark.slow
def test_a_flood_is_slowed_then_closed(tmp_path: Path) -> None:
    site = Site(tmp_path, rate=20)
    try:
        person = Person(site)
        room = person.create("snakes")
        found = []
        with person.socket(room) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.receive()
            for number in range(400):
                socket.send(t="draw", id=f"d{number}", do="accept")
            while True:
                found.append(socket.receive())
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
        assert [one["id"] for one in found] == [f"d{number}" for number in range(len(found))]
        assert {one["code"] for one in found} == {"forbidden", "rate"}
        assert all(one["head"] == 1 for one in found)
        assert person.state(room)["head"] == 1
    finally:
        site.kill()


def memory(site: Site) -> int:
    """Resident bytes of the server."""
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024  # type: ignore[index]


@pytest.mark.slow
def test_thousands_of_bad_frames_leave_nothing_behind(tmp_path: Path) -> None:
    site = Site(tmp_path)
    try:
        person, stranger = Person(site), Person(site)
        room = person.create("snakes")

        def flood(part: int) -> None:
            for who in (person, stranger):
                with who.socket(room) as socket:
                    socket.receive()
                    bad = [f'{{"t": "conquer", "id": "{part}.{n}", "x": "{"x" * 200}"}}' for n in range(3000)]
                    bad += [f'{{"t": "roll", "id": "{part}.r{n}", "on": 0}}' for n in range(200)]
                    refused = answers(socket, bad)
                    assert {one["t"] for one in refused} == {"refused"} and len(refused) == len(bad)

        flood(0), flood(1)
        before = memory(site)
        for part in range(2, 6):
            flood(part)
        assert memory(site) - before < 3_000_000  # 25,600 frames: about a hundred bytes each
        assert person.state(room)["head"] == 1
        assert "Traceback" not in site.log.read_text("utf-8")
    finally:
        site.kill()

"""Events as a stream: each once and in order, from where one was, until the server or the reader ends it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from plyyard.rooms.frames import Look
from plyyard.rooms.hub import Hub
from plyyard.rooms.outbox import OUTBOX
from plyyard.rooms.protocol import Back, CreateRoom, Roll
from plyyard.store.database import open_engine, upgrade
from plyyard.store.keep import DatabaseKeep
from plyyard.web.api.events import messages
from plyyard.web.auth import Guest
from tests.site import Person, Site


class Stream:
    """An event stream as it is read: ids and events."""

    def __init__(self, answer: httpx.Response) -> None:
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/event-stream")
        self._lines = answer.iter_lines()

    def __iter__(self) -> Iterator[tuple[int, dict[str, Any]]]:
        number = 0
        for line in self._lines:
            if line.startswith("id: "):
                number = int(line[4:])
            elif line.startswith("data: "):
                yield number, json.loads(line[6:])


@contextlib.contextmanager
def listening(who: Person, room: str, last: int | None = None, **query: int) -> Iterator[Stream]:
    headers = {"accept": "text/event-stream"} | ({} if last is None else {"last-event-id": str(last)})
    with who.http.stream("GET", f"/api/rooms/{room}/events", params=query, headers=headers) as answer:
        yield Stream(answer)


def test_a_stream_brings_what_was_and_what_happens(site: Site, person: Person) -> None:
    room = person.create("snakes")
    for number in range(1, 4):
        person.send(room, t="roll", id=f"r{number}", on=number)
    with listening(person, room, since=1) as stream:
        events = iter(stream)
        past = [next(events) for _ in range(3)]
        person.send(room, t="roll", id="r4", on=4)
        past.append(next(events))
    asked = person.http.get(f"/api/rooms/{room}/events", params={"since": 1}).json()["events"]
    assert [number for number, _ in past] == [2, 3, 4, 5] == [event["seq"] for event in asked]
    assert [event["outcome"] for _, event in past] == [event["outcome"] for event in asked]
    assert [event["id"] for _, event in past] == ["r1", "r2", "r3", "r4"]
    with listening(Person(site), room, since=1) as stream:
        assert all(
            "id" not in event and "scene" not in event
            for _, (_, event) in zip(range(4), stream, strict=False)
        )


@pytest.mark.parametrize(("last", "since", "first"), [(3, 1, 4), (None, 2, 3), (None, None, 1), (0, 2, 1)])
def test_a_stream_goes_on_where_it_was(
    person: Person, last: int | None, since: int | None, first: int
) -> None:
    room = person.create("snakes")
    for number in range(1, 6):
        person.send(room, t="roll", id=f"r{number}", on=number)
    query = {} if since is None else {"since": since}
    with listening(person, room, last, **query) as stream:
        assert next(iter(stream))[0] == first


def test_a_last_event_id_that_cannot_be_is_no_matter(person: Person) -> None:
    room = person.create("snakes")
    for wrong in ("", "x", "-1", "9" * 30, "1.5"):
        headers = {"accept": "text/event-stream", "last-event-id": wrong}
        with person.http.stream("GET", f"/api/rooms/{room}/events", headers=headers) as answer:
            assert next(iter(Stream(answer)))[0] == 1


def test_streams_and_a_socket_take_nothing_over_from_each_other(person: Person) -> None:
    room = person.create("snakes")
    with listening(person, room) as before, person.socket(room) as socket, listening(person, room) as after:
        socket.receive()
        socket.send(t="roll", id="mine", on=1)
        assert socket.receive()["id"] == "mine"
        for stream in (before, after):
            events = iter(stream)
            assert [next(events)[0], next(events)[0]] == [1, 2]
        socket.send(t="ping", id="p")
        assert socket.receive() == {"t": "pong", "id": "p"}


@pytest.mark.slow
def test_a_stream_ends_with_the_server_and_goes_on_with_the_next(tmp_path: Path) -> None:
    site = Site(tmp_path)
    try:
        person = Person(site)
        room = person.create("snakes")
        person.send(room, t="roll", id="r1", on=1)
        with listening(person, room) as stream:
            events = iter(stream)
            assert [next(events)[0], next(events)[0]] == [1, 2]
            assert site.stop() == 143
            assert list(events) == []
        assert "Traceback" not in site.log.read_text("utf-8")
        site.start()
        person.send(room, t="roll", id="r2", on=2)
        with listening(person, room, last=2) as stream:
            assert next(iter(stream))[0] == 3
    finally:
        site.kill()


@pytest.mark.slow
def test_nobody_holds_any_number_of_streams(tmp_path: Path) -> None:
    site = Site(tmp_path, rate=20)
    try:
        person = Person(site)
        room = person.create("snakes")
        with contextlib.ExitStack() as held:
            for _ in range(30):
                held.enter_context(listening(person, room))
            headers = {"accept": "text/event-stream"}
            for path in (f"/api/rooms/{room}/events", "/api/lobby"):
                refused = person.http.get(path, headers=headers)
                assert (refused.status_code, refused.json()["code"]) == (429, "rate")
        for _ in range(100):  # until the server has seen that they are gone
            with person.http.stream("GET", f"/api/rooms/{room}/events", headers=headers) as answer:
                if answer.status_code == 200:
                    break
            time.sleep(0.1)
        assert answer.status_code == 200
    finally:
        site.kill()


def test_who_does_not_read_is_cut_off_and_misses_nothing(tmp_path: Path) -> None:
    async def nobody(game: str, level: str, view: Any, room: str) -> str:
        raise AssertionError("nobody thinks here")

    async def run() -> None:
        engine = open_engine(str(tmp_path / "rooms.sqlite3"))
        upgrade(engine)
        keep = DatabaseKeep(engine)
        hub, me, look = Hub(keep, nobody), Guest("me", "Amsel"), Look("en", scene=False)
        room = await hub.create(me.id, me.name, CreateRoom("snakes", "local"))
        stream = messages(hub, room, me, look, 0)
        seen = [(await anext(stream)).id]
        while room.head < OUTBOX + 10:
            back = Back(f"b{room.head}", "take", whole=True)
            await hub.act(room, me.id, Roll(f"r{room.head}", room.head) if room.head % 2 else back, look)
        seen += [message.id async for message in stream]
        assert seen == list(range(1, len(seen) + 1)) and len(seen) < room.head
        rest = messages(hub, room, me, look, len(seen))
        while seen[-1] < room.head:
            seen.append((await anext(rest)).id)
        await rest.aclose()
        assert seen == list(range(1, room.head + 1))
        await hub.close()
        keep.close()

    asyncio.run(run())

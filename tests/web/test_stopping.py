"""A server that is told to stop: nobody new gets in, what is begun is finished and told, everyone is sent elsewhere."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.site import Person, Site

PLAYERS = 6


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site that the test stops."""
    site = Site(tmp_path)
    yield site
    site.kill()


def complaints(site: Site) -> str:
    """What it logged beside where it is, and what Python says of a process that was not waited for."""
    usual = (site.url, "resource_tracker", "warnings.warn")
    lines = site.log.read_text().splitlines(keepends=True)
    return "".join(line for line in lines if not any(known in line for known in usual))


@dataclass
class Player:
    """Rolls as fast as answers come, one game after the other, until the server is gone."""

    person: Person
    answered: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)  # room and id: seq and die
    waiting: tuple[str, str] | None = None
    code: int | None = None

    def play(self, warm: threading.Barrier) -> None:
        with suppress(httpx.TransportError, InvalidHandshake, OSError):  # no way in any more
            while self.code is None:
                self._game(self.person.create("snakes"), warm)

    def _game(self, room: str, warm: threading.Barrier) -> None:
        with self.person.socket(room) as wire:
            frame = wire.receive()
            try:
                while frame["actor"] == "chance":
                    head = frame.get("head", frame.get("seq"))
                    self.waiting = (room, f"r{head}")
                    wire.send(t="roll", id=f"r{head}", on=head)
                    frame = wire.until(t="event", id=f"r{head}")
                    self.answered[self.waiting] = (frame["seq"], frame["outcome"])
                    self.waiting = None
                    if len(self.answered) == 3:
                        warm.wait()
            except ConnectionClosed as closed:
                self.code = closed.rcvd.code if closed.rcvd else 1006


@pytest.mark.slow
def test_what_was_answered_is_kept_and_what_was_not_is_answered_later(site: Site) -> None:
    players = [Player(Person(site, f"Guest {n}")) for n in range(PLAYERS)]
    warm = threading.Barrier(PLAYERS + 1, timeout=120)
    with ThreadPoolExecutor(PLAYERS) as pool:
        going = [pool.submit(player.play, warm) for player in players]
        warm.wait()
        assert site.stop() == 143
        for one in going:
            one.result()
    assert complaints(site) == ""
    site.start()
    for player in players:
        assert player.code in {1012, None}  # None: between two games
        told: dict[str, dict[int, str]] = {}
        for (room, _), (seq, die) in player.answered.items():
            told.setdefault(room, {})[seq] = die
        if player.waiting is not None:
            room, command = player.waiting
            status, event = player.person.send(room, t="roll", id=command, on=int(command[1:]))
            assert status == 200, event
            told.setdefault(room, {})[event["seq"]] = event["outcome"]
        for room, rolls in told.items():
            events = player.person.http.get(f"/api/rooms/{room}/events").json()["events"]
            assert rolls == {e["seq"]: e["outcome"] for e in events if e["kind"] == "rolled"}
    assert any(player.code == 1012 for player in players)


@pytest.mark.slow
def test_streams_end_with_it(site: Site) -> None:
    person = Person(site)
    room = person.create("snakes")
    opened = threading.Barrier(3, timeout=120)

    def follow(path: str) -> str:
        with person.http.stream("GET", path, headers={"accept": "text/event-stream"}) as answer:
            parts = answer.iter_text()
            first = next(parts)
            opened.wait()
            return first + "".join(parts)

    with ThreadPoolExecutor(2) as pool:
        streams = [pool.submit(follow, path) for path in ("/api/lobby", f"/api/rooms/{room}/events")]
        opened.wait()
        assert site.stop() == 143
        assert all("data:" in stream.result() for stream in streams)
    assert complaints(site) == ""


@pytest.mark.slow
def test_told_twice_it_waits_for_nobody(site: Site) -> None:
    """A request that never comes to its end would be waited for."""
    person = Person(site)
    with socket.create_connection(("127.0.0.1", site.port)) as half:
        head = f"POST /api/rooms HTTP/1.1\r\nHost: x\r\nAuthorization: {person.headers['authorization']}\r\n"
        half.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{".encode())
        with person.socket(person.create("snakes")) as wire:
            wire.receive()
            site.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed):
                wire.until(t="nothing more comes")
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{site.url}/healthz")
        assert site.stop() == 143
    assert complaints(site) == ""  # else: that it gave up waiting

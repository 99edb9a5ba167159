"""examples/bot.py, run as it is, plays every two-player game with a person to its end, through cuts and restarts."""

from __future__ import annotations

import http.server
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from plyyard.core.record import decode, replay
from tests.site import Person, Site

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
ENGINE = f"{sys.executable} -m plyyard engine"
PATIENCE = 240  # seconds


@contextmanager
def bot(address: str, code: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, str(BOT), address, code, "--level", "beginner", "--engine", ENGINE]
    with log.open("wb") as output, subprocess.Popen(command, stdout=output, stderr=output) as process:
        try:
            yield process
        finally:
            process.kill()


def play(person: Person, room: str, until: int = 100_000) -> bool:
    """Take the first move there is until the head is there or the game is over; whether it is."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        now = person.state(room)
        if now["result"] is not None or now["head"] >= until:
            return now["result"] is not None
        if now["turn"] is None or now["turn"] != now["you"]:
            time.sleep(0.01)
            continue
        act = {"t": "roll"} if now["actor"] == "chance" else {"t": "move", "move": now["legal"][0]}
        status, answer = person.send(room, id=f"p{now['head']}", on=now["head"], **act)
        assert status == 200, answer
    raise AssertionError(person.state(room))


def invite(person: Person, game: str, seat: str) -> tuple[str, str]:
    order = {"game": game, "kind": "live", "seat": seat}
    made = person.http.post("/api/rooms", json=order).json()
    return made["room"], made["code"]


def test_it_is_as_short_as_the_task_says() -> None:
    assert len(BOT.read_text("utf-8").splitlines()) < 100


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seat"),
    [("snakes", "black"), ("aeroplane", "yellow"), ("backgammon", "white"), ("dominoes", "white")],
)
def test_it_plays_to_the_end(site: Site, person: Person, tmp_path: Path, game: str, seat: str) -> None:
    room, code = invite(person, game, seat)
    log = tmp_path / "bot.log"
    with bot(site.url, code.lower(), log) as process:
        assert play(person, room)
        assert process.wait(PATIENCE) == 0, log.read_text()
    said = log.read_text("utf-8")
    assert "refused" not in said and "Traceback" not in said
    assert said.splitlines()[-1] == repr(person.state(room)["result"])
    list(replay(decode(person.http.get(f"/api/rooms/{room}/record").content)))


@pytest.mark.slow
def test_it_comes_back_after_a_kill_and_a_stop(tmp_path: Path) -> None:
    site = Site(tmp_path)
    try:
        person = Person(site)
        room, code = invite(person, "dominoes", "black")
        log = tmp_path / "bot.log"
        with bot(site.url, code, log) as process:
            for halt in (site.kill, site.stop):
                if not play(person, room, person.state(room)["head"] + 8):
                    halt()
                    site.start()
            assert play(person, room)
            assert process.wait(PATIENCE) == 0, log.read_text()
        assert "Traceback" not in log.read_text("utf-8")
    finally:
        site.kill()


@pytest.mark.slow
def test_what_was_cut_off_is_sent_again_with_the_same_id(site: Site, person: Person, tmp_path: Path) -> None:
    room, code = invite(person, "snakes", "black")
    log = tmp_path / "bot.log"
    with Tunnel(site.port) as tunnel, bot(tunnel.url, code, log) as process:
        assert play(person, room)
        assert process.wait(PATIENCE) == 0, log.read_text()
    assert tunnel.cuts >= 3
    assert "refused" not in log.read_text("utf-8")
    events = person.http.get(f"/api/rooms/{room}/events", params={"since": 0}).json()["events"]
    rolls = [event for event in events if event["kind"] == "rolled" and event["by"] == "white"]
    assert len(rolls) == len({event["draw"] for event in rolls})


def test_a_wrong_code_is_said_in_one_line(site: Site, tmp_path: Path) -> None:
    log = tmp_path / "bot.log"
    with bot(site.url, "NONE", log) as process:
        assert process.wait(PATIENCE) == 1
    assert len(log.read_text("utf-8").splitlines()) == 1


def test_a_page_instead_of_an_answer_is_said_in_one_line(tmp_path: Path) -> None:
    """As nginx answers while no process is there."""

    class Away(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_error(503)

    log = tmp_path / "bot.log"
    with http.server.HTTPServer(("127.0.0.1", 0), Away) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with bot(f"http://127.0.0.1:{server.server_port}", "NONE", log) as process:
            assert process.wait(PATIENCE) == 1
        server.shutdown()
    assert log.read_text("utf-8").strip() == "Service Unavailable"


class Tunnel:
    """Between a program and a server. Of what the program says over a socket, each third time the answer is cut off."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self.cuts = self._said = 0

    def __enter__(self) -> Tunnel:
        threading.Thread(target=self._let_in, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._door.close()

    def _let_in(self) -> None:
        with suppress(OSError):
            while True:
                near = self._door.accept()[0]
                far = socket.create_connection(("127.0.0.1", self._port))
                threading.Thread(target=self._carry, args=(near, far, True), daemon=True).start()
                threading.Thread(target=self._carry, args=(far, near, False), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, outward: bool) -> None:
        with suppress(OSError):
            while part := source.recv(65_536):
                if outward and part[0] == 0x81:  # one whole frame of text
                    self._said += 1
                    if self._said % 3 == 0:
                        self.cuts += 1
                        source.shutdown(socket.SHUT_RDWR)  # before the answer can come
                target.sendall(part)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

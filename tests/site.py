"""A real server for tests: a process and a database of its own, real sockets; can be killed and started again."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0  # seconds until what should come counts as missing: other tests work on the same cores


class Site:
    """``plyyard serve`` on a free port."""

    def __init__(
        self,
        folder: Path,
        pace: float = 0.0,
        rate: float = 100_000,
        database: str | None = None,
        **settings: str,
    ) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.database = database or str(folder / "plyyard.sqlite3")
        self.log = folder / "server.log"
        self._settings = {"PLYYARD_PACE": str(pace), "PLYYARD_RATE": str(rate), **settings}
        if database is not None:  # not SQLite: its schema is not brought up to date by starting
            upgrade = [sys.executable, "-m", "plyyard", "db", "upgrade", "--db", database]
            subprocess.run(upgrade, check=True, capture_output=True, timeout=2 * PATIENCE)
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        environment = os.environ | self._settings
        command = [
            sys.executable,
            "-m",
            "plyyard",
            "serve",
            "--no-open",
            "--port",
            str(self.port),
            "--db",
            self.database,
        ]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, env=environment, stdout=log, stderr=log, start_new_session=True
            )
        deadline = time.monotonic() + 2 * PATIENCE
        while time.monotonic() < deadline:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/healthz", timeout=2).status_code == 200:
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """As a power cut would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """As an operator would; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.kill()


class Person:
    """A program with a guest's token: HTTP and sockets."""

    def __init__(self, site: Site, name: str = "Amsel") -> None:
        self.site = site
        answer = httpx.post(f"{site.url}/api/guest", json={"name": name, "token": True}).json()
        self.headers = {"authorization": f"Bearer {answer['token']}"}
        self.http = httpx.Client(base_url=site.url, headers=self.headers)

    def found(self, game: str, kind: str, **order: Any) -> dict[str, Any]:
        """A new room: its id, its invitation and code, the own seat."""
        answer = self.http.post("/api/rooms", json={"game": game, "kind": kind, **order})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def create(self, game: str, kind: str = "local", **order: Any) -> str:
        return str(self.found(game, kind, **order)["room"])

    def join(self, room: str, **order: Any) -> httpx.Response:
        return self.http.post(f"/api/rooms/{room}/join", json=order)

    def state(self, room: str, **query: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.http.get(
            f"/api/rooms/{room}", params={"scene": "0", "lang": "en", **query}
        ).json()
        return found

    def send(self, room: str, **command: Any) -> tuple[int, dict[str, Any]]:
        answer = self.http.post(
            f"/api/rooms/{room}/commands", params={"scene": "0", "lang": "en"}, json=command
        )
        return answer.status_code, answer.json()

    @contextlib.contextmanager
    def socket(self, room: str, since: int | None = None, scene: int = 0) -> Iterator[Socket]:
        tail = "" if since is None else f"&since={since}"
        address = f"ws://127.0.0.1:{self.site.port}/api/rooms/{room}/socket?lang=en&scene={scene}{tail}"
        with connect(
            address, additional_headers=self.headers, proxy=None, open_timeout=PATIENCE
        ) as connection:
            yield Socket(connection)


def together(
    site: Site, game: str, kind: str = "live", people: int = 2, **order: Any
) -> tuple[str, dict[str, Person]]:
    """A game of several persons that has begun: its room, and who sits where."""
    maker, *others = [Person(site, name) for name in ("Amsel", "Bussard", "Dohle", "Elster")[:people]]
    if kind == "race":
        order["seats"] = people
    found = maker.found(game, kind, **order)
    seated = {found["seat"]: maker}
    for other in others:
        seated[other.join(found["room"], invite=found["invite"]).json()["seat"]] = other
    return found["room"], seated


class Socket:
    """One socket: sends and receives frames as dicts."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def send(self, **frame: Any) -> None:
        self.connection.send(json.dumps(frame))

    def receive(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.connection.recv(PATIENCE))
        return found

    def until(self, **wanted: Any) -> dict[str, Any]:
        """The next frame that has all these values."""
        while True:
            frame = self.receive()
            if all(frame.get(key) == value for key, value in wanted.items()):
                return frame

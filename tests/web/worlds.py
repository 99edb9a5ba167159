"""Rooms on a real server whose chance is in the test's hand; everything that each person receives there is kept."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import re
from collections import deque
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from plyyard.rooms.company import handle
from plyyard.rooms.hub import Hub
from plyyard.store.database import open_engine, upgrade
from plyyard.web import sockets
from plyyard.web.app import make_app, secured
from plyyard.web.environment import Environment
from plyyard.web.websocket import Protocol

CHANGING = re.compile(
    r'\b1[789]\d{11}\b|\b[0-9a-f]{64}\b|(?<=name="id" value=")[0-9a-f]{16}|(?<="spent":)\d+|(?<=id="timer">)[\d:]+'
)
"""Times, what dice/1 tells, and the ids of forms: different in each room."""


class Site:
    """A server in this event loop: ``hub`` is its own. ``log``: what it wrote."""

    def __init__(self, url: str, hub: Hub, log: Written) -> None:
        self.url, self.hub, self.log = url, hub, log


class Written(logging.Handler):
    """Everything that a server logs."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextlib.asynccontextmanager
async def a_site(database: str) -> AsyncIterator[Site]:
    engine = open_engine(database)
    upgrade(engine)
    engine.dispose()
    site = make_app(database, Environment(pace=0, rate=1_000_000))
    app: Any = sockets.with_sockets(secured(site), site)
    config = uvicorn.Config(app, port=0, ws=Protocol, ws_per_message_deflate=False, log_config=None)
    server, log = uvicorn.Server(config), Written()
    loggers = [logging.getLogger(name) for name in ("plyyard", "uvicorn", "sqlalchemy")]
    for logger in loggers:
        logger.addHandler(log)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
        assert not serving.done()
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Site(f"http://127.0.0.1:{port}", site.state.hub, log)
    finally:
        server.should_exit = True
        await serving
        for logger in loggers:
            logger.removeHandler(log)


class Person:
    """Somebody with a token."""

    def __init__(self, site: Site, guest: str, token: str) -> None:
        self.guest = guest
        self.headers = {"authorization": f"Bearer {token}"}
        self.http = httpx.AsyncClient(base_url=site.url, headers=self.headers)


async def a_person(site: Site, name: str) -> Person:
    async with httpx.AsyncClient(base_url=site.url) as http:
        answer = (await http.post("/api/guest", json={"name": name, "token": True})).json()
    return Person(site, answer["guest"], answer["token"])


class Eye:
    """One socket: all frames, in order; who is there comes when it comes and is kept apart."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self.presence: list[str] = []
        self._pings = itertools.count()

    async def settle(self) -> None:
        """Read all that was sent so far."""
        ident = f"ping{next(self._pings)}"
        await self.socket.send(json.dumps({"t": "ping", "id": ident}))
        while True:
            frame = str(await asyncio.wait_for(self.socket.recv(), 60))
            kind = json.loads(frame)["t"]
            if kind == "pong":
                return
            (self.presence if kind == "presence" else self.frames).append(frame)


class Dealt:
    """A game as it is, but for what it begins with."""

    def __init__(self, game: Any, start: Any) -> None:
        self._game, self._start = game, start

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def start(self, options: Any) -> Any:
        return self._start


class World:
    """One room of two persons and a watcher. ``chance``: the numbers that its dice give next.

    ``own``: what it alone is called.
    """

    def __init__(self, site: Site, room: str, people: dict[str, Person]) -> None:
        self.site, self.room, self.people = site, room, people
        self.chance: deque[int] = deque()
        self.own = [room, *(handle(room, person.guest) for person in people.values())]
        self.eyes: dict[str, list[Eye]] = {role: [] for role in people}
        self.answers: dict[str, list[str]] = {role: [] for role in people}
        self._told: dict[int, int] = {}

    @classmethod
    async def founded(
        cls,
        site: Site,
        persons: Sequence[Person],
        seats: Sequence[str],
        chance: Sequence[int],
        start: Any = None,
        **order: Any,
    ) -> World:
        """``persons``: who sits on the first seat, on the second, and watches. ``start``: what is dealt, if not by chance."""
        found = (await persons[0].http.post("/api/rooms", json=order)).json()
        world = cls(site, found["room"], dict(zip((*seats, "watcher"), persons, strict=True)))
        world.own += [found["invite"], found["code"]]
        world.chance.extend(chance)
        live = site.hub._live[world.room]
        live.below = lambda: lambda n: world.chance.popleft()  # type: ignore[method-assign]
        if start is not None:
            live.room.game = Dealt(live.room.game, start)
        joined = await persons[1].http.post(f"/api/rooms/{world.room}/join", json={"code": found["code"]})
        assert joined.json()["seat"] == seats[1]
        return world

    async def look(self, role: str, language: str, scene: int, since: int | None = None) -> None:
        """Open one more socket, for a watcher; whoever sits has one."""
        address = self.site.url.replace("http", "ws") + f"/api/rooms/{self.room}/socket"
        query = f"?lang={language}&scene={scene}" + ("" if since is None else f"&since={since}")
        socket = await connect(
            address + query, additional_headers=self.people[role].headers, proxy=None, max_queue=None
        )
        self.eyes[role].append(Eye(socket))
        await self.settle()

    async def settle(self) -> None:
        for eye in itertools.chain(*self.eyes.values()):
            await eye.settle()

    async def ask(self, role: str, method: str, path: str, **given: Any) -> httpx.Response:
        """A request, its answer kept."""
        answer = await self.people[role].http.request(method, path.format(room=self.room), **given)
        told = {name: value for name, value in answer.headers.items() if name not in ("date", "set-cookie")}
        told.pop("content-length", None)  # of ids and times, too; the text itself is compared
        self.answers[role].append(f"{method} {path} {answer.status_code} {told} {answer.text}")
        return answer

    async def send(self, role: str, language: str = "en", **command: Any) -> dict[str, Any]:
        path = "/api/rooms/{room}/commands?scene=1&lang=" + language
        told: dict[str, Any] = (await self.ask(role, "POST", path, json=command)).json()
        await self.settle()
        return told

    def received(self, role: str) -> list[str]:
        """All that came since this was asked last, but for what differs between any two rooms."""
        told = []
        for source in (*(eye.frames for eye in self.eyes[role]), self.answers[role]):
            told += source[self._told.get(id(source), 0) :]
            self._told[id(source)] = len(source)
        return [self.plain(text) for text in told]

    def plain(self, text: str) -> str:
        for name in self.own:
            text = text.replace(name, "…")
        return CHANGING.sub("…", text)

    async def close(self) -> None:
        for eye in itertools.chain(*self.eyes.values()):
            await eye.socket.close()

"""Two persons at a table who play on whatever happens to the server, and note everything that it ever told them.

What was told must be true for ever: an event, once seen, never changes; a command, sent again, is answered as before;
the seqs of a room have no gaps.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

GAMES = ("snakes", "aeroplane", "backgammon", "dominoes")
GONE = (OSError, WebSocketException, httpx.TransportError, TimeoutError, EOFError)
LASTING = ("seq", "kind", "by", "move", "outcome", "to", "effects", "what", "n", "draw", "hash", "seed", "ts")
PATIENCE = 90.0  # seconds in which a server has to come back


def essence(frame: dict[str, Any]) -> dict[str, Any]:
    """What of an answer has to be the same for ever."""
    if frame["t"] == "refused":
        return {name: frame.get(name) for name in ("t", "code", "why", "article")}
    return {name: frame[name] for name in LASTING if name in frame}


def agree(told: dict[str, Any], again: dict[str, Any]) -> bool:
    """Whether what is told now is what was told; what was hidden then (a tile of the other's) may be known by now."""
    if told.get("outcome") == "?":
        told, again = told | {"outcome": "?"}, again | {"outcome": "?"}
    return told == again


@dataclass
class Report:
    """What was found. ``faults`` are sentences; the rest is counted to know that something was tried."""

    faults: list[str] = field(default_factory=list)
    acknowledged: int = 0
    resent: int = 0
    unanswered: int = 0
    refused: int = 0
    elsewhere: int = 0
    games: int = 0
    cuts: int = 0


@dataclass
class Person:
    """One of the two: a token, what was sent and answered, what was seen."""

    url: str
    name: str
    report: Report
    token: str = ""
    sent: dict[str, dict[str, Any]] = field(default_factory=dict)
    answered: dict[str, dict[str, Any]] = field(default_factory=dict)
    seen: dict[int, dict[str, Any]] = field(default_factory=dict)
    over: bool = False

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def note(self, frame: dict[str, Any], room: str) -> None:
        """Compare a frame with what was told before, and keep it."""
        if frame["t"] == "event":
            kept = self.seen.setdefault(frame["seq"], essence(frame))
            if not agree(kept, essence(frame)):
                self.report.faults.append(f"{room}: event {frame['seq']} was {kept}, now {essence(frame)}")
        if frame["t"] not in {"event", "refused"} or frame.get("id") not in self.sent:
            return
        if frame["t"] == "refused" and frame["code"] in {"rate", "unavailable"}:
            return
        command = frame["id"]
        kept = self.answered.setdefault(command, essence(frame))
        if not agree(kept, essence(frame)):
            self.report.faults.append(f"{room}: {self.sent[command]} got {kept}, then {essence(frame)}")


class Table:
    """Plays one game after another until it is stopped: each person at one of the addresses of the same site."""

    def __init__(self, urls: Sequence[str], seed: int, report: Report) -> None:
        self.urls = urls
        self.chance = random.Random(seed)
        self.report = report
        self.ids = itertools.count()
        self.stopping = False
        self.finished: list[tuple[str, list[Person]]] = []

    async def run(self) -> None:
        while not self.stopping:
            room, persons = await self._begin()
            self.finished.append((room, persons))
            await asyncio.gather(*(self._play(room, person) for person in persons))
            self.report.games += 1

    async def patiently(self, ask: Any) -> Any:
        """Ask until the server answers."""
        for _ in range(int(PATIENCE / 0.1)):
            with contextlib.suppress(*GONE):
                answer = await ask()
                if answer.status_code < 500:
                    return answer
            await asyncio.sleep(0.1)
        raise AssertionError("the server does not come back")

    async def _begin(self) -> tuple[str, list[Person]]:
        names = ("Amsel", "Bussard")
        persons = [Person(self.urls[n % len(self.urls)], name, self.report) for n, name in enumerate(names)]
        order = {
            "game": self.chance.choice(GAMES),
            "kind": "live",
            "clock": {"initial": 3600, "increment": 1},
        }
        async with httpx.AsyncClient(base_url=self.urls[0]) as http:
            for person in persons:
                http.cookies.clear()  # else both were the same guest
                wish = {"name": person.name, "token": True}
                person.token = (await self.patiently(lambda w=wish: http.post("/api/guest", json=w))).json()[
                    "token"
                ]
            first, second = persons
            made = await self.patiently(lambda: http.post("/api/rooms", json=order, headers=first.headers))
            room, invite = made.json()["room"], {"invite": made.json()["invite"]}
            path = f"/api/rooms/{room}/join"
            await self.patiently(lambda: http.post(path, json=invite, headers=second.headers))
        return room, persons

    async def _play(self, room: str, person: Person) -> None:
        """Until the game is over or the table is stopped; comes back after each cut."""
        address = f"{person.url.replace('http', 'ws')}/api/rooms/{room}/socket?scene=0&lang=en&since={{}}"
        waited, there = 0.0, False
        while not person.over and not self.stopping:
            try:
                since = max(person.seen, default=0)
                async with connect(
                    address.format(since), additional_headers=person.headers, proxy=None, open_timeout=5
                ) as socket:
                    waited, there = 0.0, True
                    await self._converse(room, person, socket, since)
            except GONE:
                self.report.cuts += there
                there = False
                waited += 0.1
                assert waited < PATIENCE, "the server does not come back"
                await asyncio.sleep(0.1)

    async def _converse(self, room: str, person: Person, socket: ClientConnection, since: int) -> None:
        now: dict[str, Any] = {}
        last = since
        for command in [one for key, one in person.sent.items() if key not in person.answered]:
            self.report.unanswered += 1
            await socket.send(json.dumps(command))
        while True:
            frame = await self._next(socket)
            if frame is None:
                return
            person.note(frame, room)
            if frame["t"] == "event" and frame["seq"] > last:
                if frame["seq"] != last + 1:
                    self.report.faults.append(f"{room}: {frame['seq']} came after {last}")
                last = frame["seq"]
            if frame["t"] == "event" and frame.get("id"):
                self.report.acknowledged += 1
            if frame["t"] == "refused":
                self.report.refused += 1
            if frame["t"] in {"hello", "event"} and frame.get("position") is not None:
                now = frame
            if now.get("result") and last >= now.get("head", now.get("seq", 0)):
                person.over = True
                return
            await self._act(room, person, socket, now, last)

    async def _next(self, socket: ClientConnection) -> dict[str, Any] | None:
        """The next frame; None when the table is stopped."""
        for _ in range(20):
            with contextlib.suppress(TimeoutError):
                frame: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 1))
                return None if self.stopping else frame
            if self.stopping:
                return None
        raise TimeoutError("the server says nothing")

    async def _act(
        self, room: str, person: Person, socket: ClientConnection, now: dict[str, Any], last: int
    ) -> None:
        """What is open, at most one command at a time; now and then something old or wrong."""
        if any(key not in person.answered for key in person.sent):
            return
        if person.answered and self.chance.random() < 0.1:
            self.report.resent += 1
            await socket.send(json.dumps(person.sent[self.chance.choice(sorted(person.answered))]))
        can = now.get("can") or {}
        head = now.get("head", now.get("seq"))
        if self.chance.random() < 0.05:
            await self._send(room, person, socket, {"t": "move", "on": max(0, last - 1), "move": "nonsense"})
        elif can.get("roll"):
            await self._send(room, person, socket, {"t": "roll", "on": head})
        elif can.get("move") and now["legal"]:
            await self._send(
                room, person, socket, {"t": "move", "on": head, "move": self.chance.choice(now["legal"])}
            )

    async def _send(
        self, room: str, person: Person, socket: ClientConnection, command: dict[str, Any]
    ) -> None:
        command["id"] = f"{person.name[0]}{next(self.ids)}"
        person.sent[command["id"]] = command
        if len(self.urls) > 1 and self.chance.random() < 0.1:
            await asyncio.gather(socket.send(json.dumps(command)), self._elsewhere(room, person, command))
        else:
            await socket.send(json.dumps(command))

    async def _elsewhere(self, room: str, person: Person, command: dict[str, Any]) -> None:
        """The same command to another process at the same moment: it is answered the same there."""
        url = next(one for one in self.urls if one != person.url)
        path = f"{url}/api/rooms/{room}/commands?scene=0&lang=en"
        async with httpx.AsyncClient() as http:
            with contextlib.suppress(*GONE):
                answer = await http.post(path, json=command, headers=person.headers)
                if answer.status_code < 500:
                    person.note(answer.json(), room)
                    self.report.elsewhere += 1

    async def check(self) -> None:
        """After all kills: everything that was ever told still stands, and every answer is given again."""
        for room, persons in self.finished:
            for person in persons:
                async with httpx.AsyncClient(base_url=person.url) as http:
                    await self._check(http, room, person)

    async def _check(self, http: httpx.AsyncClient, room: str, person: Person) -> None:
        events: list[dict[str, Any]] = []
        while True:
            asked = f"/api/rooms/{room}/events?lang=en&since={len(events)}"
            found = (await http.get(asked, headers=person.headers)).json()
            events += found["events"]
            if not found["events"] or len(events) >= found["head"]:
                break
        if [event["seq"] for event in events] != list(range(1, len(events) + 1)):
            self.report.faults.append(f"{room}: the seqs have gaps")
        for event in events:
            person.note({**event, "t": "event"}, room)
        if lost := [seq for seq in person.seen if seq > len(events)]:
            self.report.faults.append(f"{room}: events {lost} were told and are lost")
        for key, command in person.sent.items():
            answer = await http.post(
                f"/api/rooms/{room}/commands?scene=0&lang=en", json=command, headers=person.headers
            )
            if key in person.answered:
                person.note(answer.json(), room)

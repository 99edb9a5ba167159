"""The documented installation: nginx, two processes, PostgreSQL; games go on while one process stops and the other dies."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx
import pytest
from websockets.sync.client import connect

from tests.crash.table import Report, Table
from tests.deploy.installation import MISSING, NAME, Installation, nginx
from tests.postgres import Server
from tests.site import PATIENCE

TABLES = 4
ACTS = 60  # between two disturbances


@pytest.fixture(scope="module")
def database(postgres: Server) -> str:
    return postgres.create()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[Installation]:
    if nginx() is None:
        pytest.skip(MISSING)
    found = Installation(tmp_path_factory.mktemp("installed"), database)
    yield found
    found.end()


@pytest.fixture(autouse=True)
def trusted(installed: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(installed.certificate))


@pytest.mark.slow
def test_restarts_and_a_kill_lose_nothing(installed: Installation, database: str) -> None:
    report = asyncio.run(_play(installed))
    print(report)
    assert not report.faults, report.faults[:5]
    assert report.cuts >= TABLES
    check = [sys.executable, "-m", "plyyard", "db", "check", "--db", database]
    assert subprocess.run(check, check=False).returncode == 0
    for process in installed.processes:
        assert "Traceback" not in process.log.read_text()


async def _play(installed: Installation) -> Report:
    report = Report()
    tables = [Table([installed.url], seed, report) for seed in range(TABLES)]
    playing = [asyncio.create_task(table.run()) for table in tables]

    async def go_on() -> None:
        goal = report.acknowledged + ACTS
        while report.acknowledged < goal:
            done, _ = await asyncio.wait(playing, timeout=0.05, return_when=asyncio.FIRST_EXCEPTION)
            for broken in done:
                broken.result()

    first, second = installed.processes
    await go_on()
    assert first.sockets() > 0 < second.sockets()
    assert await asyncio.to_thread(first.stop) == 143
    await go_on()
    await asyncio.to_thread(first.start)
    await asyncio.to_thread(second.kill)
    await go_on()
    await asyncio.to_thread(second.start)
    await go_on()
    for table in tables:
        table.stopping = True
    await asyncio.wait_for(asyncio.gather(*playing), 60)
    for number, table in enumerate(tables):
        for _, persons in table.finished:
            for person in persons:
                person.url = installed.processes[number % 2].url  # nginx would slow so many questions
        await table.check()
    return report


@pytest.mark.slow
def test_people_come_in_by_tls_only_and_see_what_is_theirs(installed: Installation) -> None:
    moved = httpx.get(f"{installed.plain_url}/en/", headers={"host": NAME})
    assert (moved.status_code, moved.headers["location"]) == (301, f"https://{NAME}/en/")
    with httpx.Client(base_url=installed.url) as http:
        page = http.get("/")
        assert page.status_code == 200 and "max-age" in page.headers["strict-transport-security"]
        assert "content-encoding" not in page.headers  # a page holds a secret, and repeats what it is asked
        assert "Secure" in page.headers["set-cookie"]
        for path in ("/metrics", "/readyz"):
            assert http.get(path).status_code == 404
            assert httpx.get(installed.processes[0].url + path).status_code == 200
        style = page.text.partition('<link rel="stylesheet" href="')[2].partition('"')[0]
        assert http.get(style).headers["content-encoding"] == "gzip"
        assert http.post("/api/rooms", content=b"x" * 70_000).status_code == 413


@pytest.mark.slow
def test_sockets_and_streams_go_through_at_once(installed: Installation) -> None:
    with httpx.Client(base_url=installed.url) as http:
        token = http.post("/api/guest", json={"name": "Amsel", "token": True}).json()["token"]
        headers = {"authorization": f"Bearer {token}", "origin": installed.url}
        room = http.post("/api/rooms", json={"game": "snakes", "kind": "local"}, headers=headers).json()[
            "room"
        ]
        path = f"/api/rooms/{room}"
        with (
            http.stream("GET", f"{path}/events", headers=headers | {"accept": "text/event-stream"}) as stream,
            connect(
                installed.url.replace("http", "ws") + f"{path}/socket", additional_headers=headers
            ) as wire,
        ):
            parts = stream.iter_text()
            assert '"kind":"started"' in next(part for part in parts if "data:" in part)
            assert json.loads(wire.recv(PATIENCE))["t"] == "hello"
            wire.send(json.dumps({"t": "roll", "id": "a", "on": 1}))
            assert '"kind":"rolled"' in next(part for part in parts if "data:" in part)


@pytest.mark.slow
def test_while_no_process_is_there_people_are_told_to_wait(installed: Installation) -> None:
    for process in installed.processes:
        process.stop()
    with httpx.Client(base_url=installed.url) as http:
        for path in ("/", "/api/games"):
            answer = http.get(path)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "20")
            assert (
                "Gleich wieder da" in answer.text and "max-age" in answer.headers["strict-transport-security"]
            )
        for process in installed.processes:
            process.start()
        assert http.get("/").status_code == 200


@pytest.mark.slow
def test_nobody_can_pretend_to_come_from_elsewhere(installed: Installation) -> None:
    """What a person claims about the own address does not reach the limits: those of this address are used up."""
    fewer = {"rate=100r/s": "rate=1r/s", "burst=200": "burst=5"}  # for any machine to be faster
    with (
        installed.changed(fewer),
        httpx.Client(base_url=installed.url, headers={"x-forwarded-for": "127.0.0.1"}) as http,
    ):
        assert http.get("/metrics").status_code == 404
        codes, deadline = set(), time.monotonic() + PATIENCE
        while codes != {200, 429} and time.monotonic() < deadline:
            codes.add(http.get("/healthz").status_code)
    assert codes == {200, 429}

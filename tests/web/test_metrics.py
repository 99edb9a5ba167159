"""What the operator's tools see: whether a process can work, and figures without anybody's name."""

from __future__ import annotations

import re
import time
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from plyyard.store.database import open_engine, upgrade
from tests.postgres import MISSING, Cluster, binaries
from tests.site import PATIENCE, Person, Site

Figures = dict[tuple[str, frozenset[tuple[str, str]]], float]
"""Value by the sample's name and its labels."""


def figures(site: Site) -> Figures:
    answer = httpx.get(f"{site.url}/metrics")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain")
    families = text_string_to_metric_families(answer.text)
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in families
        for sample in family.samples
    }


def test_what_is_done_is_counted(site: Site, person: Person) -> None:
    before = figures(site)
    room = person.create("snakes")
    with person.socket(room) as socket:
        socket.receive()
        socket.send(t="roll", id="a", on=1)
        socket.until(t="event", id="a")
        socket.send(t="roll", id="b", on=0)
        socket.until(t="refused", id="b")
        during = figures(site)

    def grown(name: str, **labels: str) -> float:
        key = name, frozenset(labels.items())
        return during[key] - before.get(key, 0)

    assert grown("plyyard_connections") == 1
    assert grown("plyyard_events_total") >= 2
    assert grown("plyyard_answers_total", command="roll", answer="event") == 1
    assert grown("plyyard_answers_total", command="roll", answer="stale") == 1
    assert grown("plyyard_commit_seconds_count") >= 2
    made = {"method": "POST", "route": "/api/rooms", "status": "201"}
    assert grown("plyyard_request_seconds_count", **made) == 1
    assert grown("plyyard_request_seconds_bucket", **made, le="+Inf") == 1
    assert during["process_resident_memory_bytes", frozenset()] > 1e6
    closed = "plyyard_closes_total", frozenset({("code", "1000")})
    deadline = time.monotonic() + PATIENCE
    while figures(site).get(closed, 0) == before.get(closed, 0):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_nothing_counted_names_anybody(site: Site) -> None:
    person = Person(site, "Wendehals")
    room = person.create("backgammon")
    for path in (f"/spiel/{room}", f"/en/game/{room}?at=1", f"/einladung/{'x' * 20}", "/no/such/page"):
        person.http.get(path)
    text = httpx.get(f"{site.url}/metrics").text
    assert 'route="/spiel/{room_id' in text
    guest = person.headers["authorization"].split()[1].split(".")[0]
    for secret in (room, "Wendehals", guest, "x" * 20, "at=1", "no/such"):
        assert secret not in text
    labels = set(re.findall(r'="([A-Za-z0-9_-]{12,})"', text))
    assert labels <= {"not_your_turn"}


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded"])
@pytest.mark.parametrize("value", ["203.0.113.9", "127.0.0.1", "for=127.0.0.1", ""])
def test_through_a_proxy_nobody_reads_the_figures(site: Site, header: str, value: str) -> None:
    answer = httpx.get(f"{site.url}/metrics", headers={header: value})
    assert answer.status_code == 403 and "plyyard_events" not in answer.text


def test_the_operator_may_open_them(tmp_path: Path) -> None:
    site = Site(tmp_path, PLYYARD_METRICS="open")
    try:
        answer = httpx.get(f"{site.url}/metrics", headers={"x-forwarded-for": "203.0.113.9"})
        assert "plyyard_events_total" in answer.text
    finally:
        site.kill()


def test_a_sound_process_is_ready(site: Site) -> None:
    for path in ("/healthz", "/readyz"):
        answer = httpx.get(site.url + path)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        assert "set-cookie" not in answer.headers


@pytest.mark.slow
def test_a_process_without_its_database_is_not_ready_until_it_is_back(tmp_path: Path) -> None:
    folder = binaries()
    if folder is None:
        pytest.skip(MISSING)
    cluster = Cluster(folder)
    address = cluster.create()
    upgrade(open_engine(address))
    site = Site(tmp_path, database=address)
    try:
        assert httpx.get(f"{site.url}/readyz").status_code == 200
        cluster.kill()
        answer = httpx.get(f"{site.url}/readyz")
        assert answer.status_code == 503 and answer.json()["reason"]
        assert httpx.get(f"{site.url}/healthz").status_code == 200
        cluster.start()
        deadline = time.monotonic() + PATIENCE
        while httpx.get(f"{site.url}/readyz").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.2)
    finally:
        site.kill()
        cluster.stop()

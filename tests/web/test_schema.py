"""Every HTTP call against its description: what fits it, what does not, calls one after another, on a running server.

PLYYARD_SCHEMA_EXAMPLES says how many inputs each call gets in each phase (more at night).
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from plyyard.core import registry
from plyyard.rooms.kinds import KINDS
from tests.site import Person, Site

EXAMPLES = int(os.environ.get("PLYYARD_SCHEMA_EXAMPLES", "25"))


def settings(person: Person) -> str:
    """Schemathesis' configuration: real rooms and games besides invented ones, a fixed seed."""
    rooms = [
        person.create(game.name, kind.name)
        for game in registry.games()
        for kind in KINDS.values()
        if kind.counted and not (kind.computer and not game.levels) and kind.lanes == (len(game.sides) == 1)
    ]
    quoted = msgspec.json.encode
    return f"""
seed = 1
continue-on-failure = true
[auth.openapi.token]
bearer = "{person.headers["authorization"].removeprefix("Bearer ")}"
[generation]
deterministic = true
max-examples = {EXAMPLES}
[dictionaries]
rooms = {{ values = {quoted(rooms).decode()} }}
games = {{ values = {quoted(list(registry.names())).decode()} }}
[parameters]
"path.room" = {{ dictionary = "rooms", probability = 0.8 }}
"body.game" = {{ dictionary = "games", probability = 0.8 }}
[checks]
positive_data_acceptance.enabled = false
"""


@pytest.fixture
def own(tmp_path: Path, database: str) -> Iterator[Site]:
    """A server over a new database of either kind."""
    running = Site(tmp_path, database=database)
    yield running
    running.kill()


@pytest.mark.slow
def test_every_call_answers_as_described(own: Site, tmp_path: Path) -> None:
    config = tmp_path / "schemathesis.toml"
    config.write_text(settings(Person(own)))
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"]
    run = subprocess.run(
        [*command, f"{own.url}/api/openapi.json"], capture_output=True, text=True, cwd=tmp_path
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    assert "Traceback" not in own.log.read_text()


def test_the_description_names_every_call_of_the_wire(site: Site) -> None:
    described = httpx.get(f"{site.url}/api/openapi.json").json()
    named = {(path, method) for path, methods in described["paths"].items() for method in methods}
    assert named >= {
        ("/api/guest", "post"),
        ("/api/games", "get"),
        ("/api/lobby", "get"),
        ("/api/mine", "get"),
        ("/api/rooms", "post"),
        ("/api/rooms/{room}", "get"),
        ("/api/rooms/{room}/join", "post"),
        ("/api/rooms/{room}/commands", "post"),
        ("/api/rooms/{room}/events", "get"),
        ("/api/rooms/{room}/record", "get"),
    }
    assert described["components"]["schemas"]["Roll"]["properties"]["on"] == {
        "type": "integer",
        "minimum": 0,
        "maximum": 1_000_000,
    }

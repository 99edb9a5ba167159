"""How fast a page of the school is served: ``uv run python benchmarks/pages.py`` (about a minute).

One server process on one core with SQLite; a client on the other asks for each page in turn, one after the other, over one
connection; of exercises, at the highest difficulty, for another number each time. Bytes: the page with its scripts, styles and
pictures. Beside it, in the same run: Python's own file server with the same page as a file.
"""

from __future__ import annotations

import html
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from rooms import Server, free_port
from sqlalchemy import insert, select
from table import machine, markdown

from plyyard.core import registry
from plyyard.core.exercise import generators
from plyyard.core.truth import truths
from plyyard.core.words import LANGUAGES
from plyyard.rooms.alone import variant
from plyyard.store import schema
from plyyard.store.database import open_engine, writing
from plyyard.web.school import editor_url, exercise_url, lesson_url, truth_url

TIMES = 60
GAMES = 1000


def milliseconds(client: httpx.Client, address: str, times: int = TIMES) -> tuple[float, float]:
    """Median and worst of some requests, after a few that are not counted. ``*``: another number each time."""
    taken = []
    for n in range(times + 3):
        one = address.replace("*", str(n + 1))
        began = time.perf_counter()
        assert client.get(one).status_code == 200, one
        if n >= 3:
            taken.append(1000 * (time.perf_counter() - began))
    return statistics.median(taken), max(taken)


def weight(client: httpx.Client, address: str) -> int:
    """Bytes of a page with all that it loads."""
    page = client.get(address.replace("*", "8"))
    loaded = set(re.findall(r'(?:href|src)="(/static/[^"]+|[^"]*bild\.svg[^"]*)"', page.text))
    scripts, seen = [one for one in loaded if one.endswith(".js")], set(loaded)
    while scripts:
        at = scripts.pop()
        for name in re.findall(r'from\s*"\./(\w+\.js)"|import\s*"\./(\w+\.js)"', client.get(at).text):
            address = at.rsplit("/", 1)[0] + "/" + "".join(name)
            if address not in seen:
                seen.add(address)
                scripts.append(address)
    return page.num_bytes_downloaded + sum(
        client.get(html.unescape(one)).num_bytes_downloaded for one in seen
    )


def finish_games(client: httpx.Client, database: str) -> None:
    """Let whoever asks have ended so many games of Spider: rooms like one that is really there."""
    csrf = client.get("/spider").text.partition('name="csrf" content="')[2].partition('"')[0]
    client.post("/spider", data={"csrf": csrf, "kind": "local"})
    engine, below = open_engine(database), random.Random(1)
    with writing(engine) as connection:
        room = dict(connection.execute(select(schema.rooms)).mappings().one())
        seat = dict(connection.execute(select(schema.seats)).mappings().one())
        for n in range(GAMES):
            options = {"suits": below.choice((4, 2, 1)), "runs": below.choice(("auto", "manual", "keep"))}
            won = below.random() < 0.4
            name = f"game{n}"
            connection.execute(insert(schema.rooms).values(room | {"id": name, "over": True}))
            connection.execute(insert(schema.seats).values(seat | {"room": name}))
            connection.execute(
                insert(schema.results).values(
                    room=name, game="spider", variant=variant(registry.game("spider"), options), ended=n,
                    kind="won" if won else "stuck", won=won, points=below.randrange(1000), moves=150, ms=600_000, backs=n % 3,
                )
            )  # fmt: skip
    engine.dispose()


def main() -> None:
    addresses = []
    for name in registry.names():
        game = registry.game(name)
        addresses += [(f"lesson: {name}, {one}", lesson_url(game, one)) for one in LANGUAGES]
        addresses += [
            (f"exercise: {name}, {kind.name}", exercise_url(game, "de", kind.name, 3) + "/*")
            for kind in generators(name)
        ]
        addresses += [
            (f"figures: {name}, {truth.name}", truth_url(game, "de", truth.name)) for truth in truths(name)
        ]
    addresses += [
        (f"editor: {name}", editor_url(game, "de"))
        for name, game in ((one.name, one) for one in registry.games())
    ]
    addresses += [(f"statistics of {GAMES:,} games: spider", "/statistik/spider")]
    addresses += [("all lessons", "/lernen"), ("all exercises", "/uebungen"), ("home", "/")]
    rows = []
    os.environ["PLYYARD_RATE"] = "1000000"
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [
            sys.executable,
            "-m",
            "plyyard",
            "serve",
            "--no-open",
            "--port",
            str(port),
            "--db",
            f"{folder}/db",
        ]
        server = Server(command, port, Path(folder) / "log")
        os.sched_setaffinity(0, {1})
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
            client.get("/")
            finish_games(client, f"{folder}/db")
            for label, address in addresses:
                median, worst = milliseconds(client, address)
                rows.append((label, f"{median:.1f}", f"{worst:.1f}", f"{weight(client, address):,}"))
            (Path(folder) / "page.html").write_bytes(client.get(addresses[0][1]).content)
        server.stop()
        port = free_port()
        peer = subprocess.Popen(
            [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", folder],
            stderr=-3,
        )
        time.sleep(1)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
            median, worst = milliseconds(client, "/page.html")
            rows.append(
                ("`python -m http.server`, the first lesson as a file", f"{median:.1f}", f"{worst:.1f}", "")
            )
        peer.kill()
    print(f"Machine: {machine(['litestar', 'uvicorn', 'jinja2'])}.\n")
    print(markdown(("page", "median ms", "worst ms", "bytes in all"), rows))


if __name__ == "__main__":
    main()

"""How fast a move reaches the other side: ``uv run --group peers python benchmarks/rooms.py`` (about 15 minutes).

One server process on one core, SQLite with ``synchronous=FULL``, real sockets; the people (crowd.py) are another process on
another core. ``--quick``: a few rooms for some seconds, no peers. ``--promised``, ``--snakes``, ``--spectators``, ``--where``,
``--floor``: only these.
A *move* is a roll or a move: from its sending until the other side has the frame with it.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from costs import GAMES, OF_THE_GAME, OF_THE_ROOM, RULES, SCENES
from floor import STEPS
from table import machine, markdown, rested_page, share

HERE = Path(__file__).parent
WARM_UP = 5.0  # seconds of play before anything is measured
SEARCHED = 10.0  # seconds of each rate that is tried
FRAME = 2600  # bytes of a frame of ours, on average
ENOUGH = 0.1  # seconds: p99 of the highest rate that still counts


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Server:
    """A server process on a core of its own."""

    def __init__(self, command: Sequence[str], port: int, log: Path) -> None:
        self.port = port
        environment = os.environ | {"PLYYARD_RATE": "1000000", "PLYYARD_PACE": "0"}
        with log.open("ab") as file:
            self._process = subprocess.Popen(command, env=environment, stdout=file, stderr=file)
        self._seen = psutil.Process(self._process.pid)
        pin(self._seen, 0)
        while not answers(port):
            if self._process.poll() is not None:
                raise SystemExit(f"the server did not start:\n{log.read_text()[-2000:]}")
            time.sleep(0.05)
        time.sleep(1)
        self.empty = self.memory

    @property
    def memory(self) -> int:
        """Resident bytes."""
        return int(self._seen.memory_info().rss)

    @property
    def cpu(self) -> float:
        """Seconds so far."""
        times = self._seen.cpu_times()
        return float(times.user + times.system)

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def answers(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2).close()
    except urllib.error.HTTPError:  # the echo room knows no such path
        return True
    except OSError:
        return False
    return True


def pin(process: psutil.Process, core: int) -> None:
    """Keep a process on one core, where there are several and the system can."""
    if hasattr(process, "cpu_affinity") and (os.cpu_count() or 1) > 1:
        process.cpu_affinity([core])


class Crowd:
    """The people, see crowd.py."""

    def __init__(self, port: int) -> None:
        command = [sys.executable, str(HERE / "crowd.py"), str(port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        pin(psutil.Process(self._process.pid), 1)

    def __call__(self, do: str, **values: Any) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps({"do": do, **values}) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def leave(self) -> None:
        self._process.kill()
        self._process.wait()


@dataclass
class Played:
    """What was measured while so many moves a second were played."""

    moves: int
    rate: float  # moves a second that were really played
    waits: list[float]  # seconds, from each move to the other side's frame
    frame: float  # bytes of a frame, on average
    cpu: float  # seconds of the server a move
    memory: float  # bytes of the server a connection, at the end
    errors: dict[str, int]
    idle: int  # moves that nobody could make when they were due: all waited for theirs
    acks: list[list[Any]]

    def row(self, name: str) -> list[str]:
        return [
            name,
            f"{self.rate:.0f}",
            *(f"{share(self.waits, part) * 1e3:.1f} ms" for part in (0.5, 0.99)),
            f"{max(self.waits) * 1e3:.0f} ms",
            f"{self.cpu * 1e3:.2f} ms",
            f"{self.memory / 1e3:.1f} KB",
            f"{self.frame / 1e3:.1f} KB",
            str(sum(self.errors.values())),
        ]


HEAD = [
    "",
    "moves a second",
    "p50",
    "p99",
    "longest",
    "CPU a move",
    "memory a connection",
    "a frame",
    "errors",
]


class Run:
    """A server with people at it."""

    def __init__(self, server: Server, crowd: Crowd, connections: int) -> None:
        self.server, self.crowd, self.connections = server, crowd, connections

    def play(self, rate: float, seconds: float, acks: bool = False) -> Played:
        before = self.server.cpu
        found = self.crowd("play", rate=rate, seconds=seconds, acks=acks)
        return Played(
            len(found["waits"]),
            found["acted"] / found["seconds"],
            found["waits"],
            found["bytes"] / max(1, found["frames"]),
            (self.server.cpu - before) / max(1, found["acted"]),
            (self.server.memory - self.server.empty) / self.connections,
            found["errors"],
            found["nobody ready"],
            found.get("acks", []),
        )

    def highest(self, rate: float) -> float:
        """The highest rate at which p99 still is what counts, to a tenth, from one that surely is."""

        def holds(tried: float) -> bool:
            played = self.play(tried, SEARCHED)
            time.sleep(1)
            return not played.errors and share(played.waits, 0.99) <= ENOUGH

        low, high = rate, 2 * rate
        while holds(high):
            low, high = high, 2 * high
        while high > 1.1 * low:
            middle = (low * high) ** 0.5
            low, high = (middle, high) if holds(middle) else (low, middle)
        return low


@contextlib.contextmanager
def at_server(folder: Path, rooms: int, games: Sequence[str], report: Path | None = None) -> Iterator[Run]:
    """Our server with a new database and two people in each room; ``report``: with a sampler in it."""
    port, database = free_port(), folder / f"{free_port()}.sqlite3"
    command = [sys.executable, str(HERE / "costs.py"), str(port), str(database), str(report)]
    if report is None:
        plain = ["-m", "plyyard", "serve", "--no-open", "--port", str(port), "--db", str(database)]
        command = [sys.executable, *plain]
    with _running(command, port, folder, 2 * rooms) as run:
        _without_errors(run.crowd("seat", rooms=rooms, games=games))
        yield run


@contextlib.contextmanager
def at_echo(folder: Path, rooms: int, script: str, *arguments: object) -> Iterator[Run]:
    """A server without games: echo.py or floor.py, with what it takes after the port."""
    port = free_port()
    command = [sys.executable, str(HERE / script), str(port), *map(str, arguments)]
    with _running(command, port, folder, 2 * rooms) as run:
        _without_errors(run.crowd("echo", rooms=rooms))
        yield run


@contextlib.contextmanager
def _running(command: Sequence[str], port: int, folder: Path, connections: int) -> Iterator[Run]:
    server = Server(command, port, folder / "server.log")
    crowd = Crowd(port)
    try:
        yield Run(server, crowd, connections)
    finally:
        crowd.leave()
        server.stop()


def _without_errors(answer: dict[str, Any]) -> None:
    if answer["errors"]:
        raise SystemExit(f"the people could not take their seats: {answer['errors']}")


def unstored(folder: Path, acks: Sequence[Sequence[Any]]) -> int:
    """How many acknowledged commands are not in the database of a stopped server."""
    (path,) = folder.glob("*.sqlite3")
    with contextlib.closing(sqlite3.connect(path)) as database:
        stored = set(database.execute("SELECT room, seq, command FROM commands"))
    return len({tuple(ack) for ack in acks} - stored)


# ---- tables ----


def promised(folder: Path, rooms: int, rate: float, seconds: float) -> None:
    """The first row of the whole path: what we promise."""
    with at_server(folder, rooms, GAMES) as run:
        run.play(rate, WARM_UP)
        played = run.play(rate, seconds)
        report_errors(played)
        print(markdown(HEAD, [played.row(f"Ply Yard, {run.connections} connections")]))


def whole_path(folder: Path, rooms: int, rate: float, seconds: float, peer: bool) -> None:
    rows = []
    with at_server(folder, rooms, GAMES) as run:
        run.play(rate, WARM_UP)
        played = run.play(rate, seconds)
        rows.append(played.row(f"Ply Yard, {run.connections} connections"))
        report_errors(played)
        best = [f"Ply Yard: {run.highest(rate):.0f}"]
    if peer:
        with at_echo(folder, rooms, "echo.py", int(played.frame)) as run:
            run.play(rate, WARM_UP)
            rows.append(run.play(rate, seconds).row("echo, Starlette and uvicorn"))
            best.append(f"echo: {run.highest(rate):.0f}")
    print(markdown(HEAD, rows))
    print(f"\nHighest rate with p99 ≤ {ENOUGH * 1e3:.0f} ms, moves a second: {', '.join(best)}")


def where(folder: Path, rooms: int, rate: float, seconds: float) -> None:
    """Where the time of the server goes."""
    report = folder / "spent.json"
    with at_server(folder, rooms, GAMES, report) as run:
        run.play(rate, WARM_UP)
        _spent(run, report)
        played = run.play(rate, seconds)
        spent = _spent(run, report)
    labels = [*OF_THE_GAME, *OF_THE_ROOM, "store"]
    micros = {label: spent.get(label, 0.0) / played.moves * 1e6 for label in labels}
    micros["other threads"] = played.cpu * 1e6 - sum(micros.values())
    outside = sum(value for label, value in micros.items() if label not in (RULES, SCENES))
    without = sum(value for label, value in micros.items() if label not in OF_THE_GAME)
    print(markdown(["µs of CPU a move", ""], [[label, f"{value:.0f}"] for label, value in micros.items()]))
    print(f"\nOf {played.cpu * 1e6:.0f} µs outside rules and scenes: {outside:.0f} µs;", end=" ")
    print(f"without the games' views, words and notation, too: {without:.0f} µs.")


def floor(folder: Path, rooms: int, rate: float, seconds: float) -> None:
    """What remains of a move without any game and any room: frames of our size, a commit, and the system."""
    rows = []
    for step in STEPS:
        with at_echo(folder, rooms, "floor.py", FRAME, folder / f"{step}.sqlite3", step) as run:
            run.play(rate, WARM_UP)
            played = run.play(rate, seconds)
            rows.append(played.row(f"floor: {step}"))
    print(markdown(HEAD, rows))


def _spent(run: Run, report: Path) -> dict[str, float]:
    report.unlink(missing_ok=True)
    run.server.signal(signal.SIGUSR1)
    while not report.exists():
        time.sleep(0.01)
    found: dict[str, float] = json.loads(report.read_text())
    return found


def snakes(folder: Path, rooms: int, seconds: float) -> None:
    with at_server(folder, rooms, ("snakes",)) as run:
        run.play(1000, WARM_UP)
        played = run.play(1000, seconds)
        report_errors(played)
        print(markdown(HEAD, [played.row(f"snakes alone, {run.connections} connections")]))


def spectators(folder: Path, watchers: int, deaf: int, rate: float, seconds: float) -> None:
    with at_server(folder, 1, ("backgammon",)) as run:
        _without_errors(run.crowd("watch", watchers=watchers, deaf=deaf))
        run.connections += watchers
        run.play(rate, WARM_UP)
        played = run.play(rate, seconds)
        report_errors(played)
        print(markdown(HEAD, [played.row(f"one room, {watchers} spectators, {deaf} of them not reading")]))


def report_errors(played: Played) -> None:
    for error, count in played.errors.items():
        print(f"{count} × {error}", file=sys.stderr)
    if played.idle:
        print(f"{played.idle} moves found nobody who could make them", file=sys.stderr)


def quick(folder: Path) -> Played:
    """A few rooms for some seconds, with everything that was acknowledged."""
    with at_server(folder, 20, GAMES) as run:
        return run.play(40, 4, acks=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true")
    options.add_argument(
        "--promised", action="store_true", help="without the highest rate, and without a peer"
    )
    options.add_argument("--snakes", action="store_true")
    options.add_argument("--spectators", action="store_true")
    options.add_argument("--where", action="store_true", help="only where the time goes")
    options.add_argument("--floor", action="store_true", help="what a move costs without games and rooms")
    options.add_argument("--rooms", type=int, default=2500, help="two connections each")
    options.add_argument("--rate", type=float, default=300, help="moves a second")
    options.add_argument("--seconds", type=float, default=60)
    chosen = options.parse_args()
    only = (
        chosen.promised or chosen.snakes or chosen.spectators or chosen.quick or chosen.where or chosen.floor
    )
    print(machine(["uvicorn", "uvloop", "litestar", "msgspec", "sqlalchemy", "starlette"]))
    print(f"A page of memory after a rest of 0.2 s: {rested_page():.2f} µs\n")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most := resource.getrlimit(resource.RLIMIT_NOFILE)[1], most))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if chosen.quick:
            played = quick(folder)
            report_errors(played)
            print(markdown(HEAD, [played.row("quick")]))
            lost = unstored(folder, played.acks)
            print(f"\nacknowledged: {len(played.acks)}, not stored: {lost}")
            if lost or played.errors:
                raise SystemExit(1)
        if chosen.promised:
            promised(folder, chosen.rooms, chosen.rate, chosen.seconds)
        if not only:
            peer = importlib.util.find_spec("starlette") is not None
            whole_path(folder, chosen.rooms, chosen.rate, chosen.seconds, peer)
            print()
        if chosen.where or not only:
            where(folder, chosen.rooms, chosen.rate, min(20.0, chosen.seconds))
            print()
        if chosen.floor or not only:
            floor(folder, chosen.rooms, chosen.rate, min(20.0, chosen.seconds))
            print()
        if chosen.snakes or not only:
            snakes(folder, chosen.rooms, chosen.seconds)
            print()
        if chosen.spectators or not only:
            spectators(folder, 1000, 10, 5, min(30.0, chosen.seconds))


if __name__ == "__main__":
    main()

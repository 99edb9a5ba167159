"""How long a start takes and how much a page loads: ``uv run python benchmarks/start.py``.

Beside it, in the same run: Python alone, and Python's own ``http.server`` up to its first page. All of them may keep
their bytecode, as on anyone's machine.
"""

from __future__ import annotations

import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urljoin, urlparse

from table import machine, markdown

RUNS = 7
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
PLYYARD = str(Path(sys.executable).with_name("plyyard"))


def ended(command: Sequence[str]) -> float:
    """Seconds until a command has ended."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def served(command: Callable[[int], Sequence[str]]) -> float:
    """Seconds from the start of a server until its first page has arrived whole."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    began = time.perf_counter()
    process = subprocess.Popen(command(port), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while True:
            try:
                page(f"http://127.0.0.1:{port}/")
                return time.perf_counter() - began
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.005)
                if process.poll() is not None or time.perf_counter() - began > 60:
                    raise
    finally:
        process.kill()
        process.wait()


def page(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return str(answer.read().decode())


def loads(root: str, paths: Sequence[str]) -> tuple[dict[str, int], set[str]]:
    """Bytes of each script and style that pages load, modules that modules import too, and the hosts asked."""
    sizes: dict[str, int] = {}
    hosts: set[str] = set()
    waiting = [url for path in paths for url in links(urljoin(root, path), page(urljoin(root, path)))]
    while waiting:
        url = waiting.pop()
        hosts.add(urlparse(url).netloc)
        if url in sizes or urlparse(url).netloc != urlparse(root).netloc:
            continue
        text = page(url)
        sizes[url] = len(text.encode())
        waiting += [
            urljoin(url, name) for name in re.findall(r"""(?:import|from)\s*\(?["']([^"']+\.js)["']""", text)
        ]
    return {url: size for url, size in sizes.items() if url.endswith((".js", ".css"))}, hosts


def packed(url: str) -> int:
    """Bytes of a script or style on their way to a browser."""
    asked = urllib.request.Request(url, headers={"accept-encoding": "gzip"})
    return len(urllib.request.urlopen(asked).read())


def links(base: str, html: str) -> list[str]:
    """What a page makes the browser load."""
    tags = re.findall(r"<(?:script|link|img|source|iframe)\b[^>]*>", html)
    tags = [tag for tag in tags if 'rel="alternate"' not in tag and 'rel="canonical"' not in tag]
    return [urljoin(base, found) for tag in tags for found in re.findall(r'(?:src|href)="([^"#]+)"', tag)]


OTHERS = ("/lobby", "/wuerfel-pruefen", "/lernen", "/lernen/spider", "/stellung/backgammon", "/korrektur")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite3")

        def site(port: int) -> list[str]:
            return [PLYYARD, "serve", "--no-open", "--port", str(port), "--db", database]

        def plain(port: int) -> list[str]:
            return [
                sys.executable,
                "-m",
                "http.server",
                "--bind",
                "127.0.0.1",
                "--directory",
                folder,
                str(port),
            ]

        rows = []
        for name, measure in (
            ("Python alone (`python -c pass`)", lambda: ended([sys.executable, "-c", "pass"])),
            ("`plyyard --version`", lambda: ended([PLYYARD, "--version"])),
            ("`python -m http.server`, first page", lambda: served(plain)),
            ("`plyyard serve`, first page (home with five boards)", lambda: served(site)),
        ):
            measure()  # warm: bytecode, file cache, database
            times = [measure() for _ in range(RUNS)]
            rows.append(
                (name, *(f"{value:.3f}" for value in (min(times), statistics.median(times), max(times))))
            )
        print(machine(("litestar", "uvicorn", "numba")), end="\n\n")
        print(markdown(("seconds", "least", "median", "most"), rows))
        print_weight(site)


def print_weight(site: Callable[[int], Sequence[str]]) -> None:
    """The table of scripts and styles, of a server that runs just for it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {"PLYYARD_PACE": "0"}
    process = subprocess.Popen(site(port), env=environment, stdout=subprocess.DEVNULL)
    try:
        root = f"http://127.0.0.1:{port}/"
        for _ in range(1000):
            try:
                page(root)
                break
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.02)
        home = page(root)
        games = re.findall(r'<li class="card"><a href="([^"]+)"', home)
        exercises = re.findall(r'<li><a href="([^"]+/1)"', page(urljoin(root, "/lernen")))[:1]
        paths = ["/", *games, *(new_game(root, path) for path in games), *OTHERS, *exercises]
        sizes, hosts = loads(root, paths)
        sent = {url: packed(url) for url in sizes}
        weights = [
            (urlparse(url).path.rpartition("/")[2], f"{size:,}", f"{sent[url]:,}")
            for url, size in sorted(sizes.items())
        ]
        print(
            markdown(
                ("scripts and styles of all pages together", "bytes", "as sent (gzip)"),
                [*weights, ("together", f"{sum(sizes.values()):,}", f"{sum(sent.values()):,}")],
            )
        )
        print(f"\nHosts asked: {', '.join(sorted(hosts))}")
    finally:
        process.kill()
        process.wait()


def new_game(root: str, path: str) -> str:
    """A room of a game, made with the page's own form; its address."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    html = opener.open(urljoin(root, path)).read().decode()
    csrf = re.search(r'name="csrf" (?:content|value)="([^"]+)"', html)
    assert csrf
    body = f"csrf={csrf[1]}&kind=local".encode()
    return str(urlparse(opener.open(urljoin(root, path), body).geturl()).path)


if __name__ == "__main__":
    main()

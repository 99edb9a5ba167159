"""``plyyard --lan``: found through the network, shown as an address and a QR code that a reader of others understands."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
import zxingcpp

from plyyard.cli.main import main
from plyyard.cli.serve import print_qr
from plyyard.web import lan

BLOCKS = {" ": (0, 0), "▀": (255, 0), "▄": (0, 255), "█": (255, 255)}  # light on dark
STYLE = re.compile(r"\x1b\[([0-9;]*)m")


class Terminal:
    """``plyyard`` with arguments on a terminal; ``shown`` until its last line about phones."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        here, there = pty.openpty()
        command = [sys.executable, "-m", "plyyard", *arguments, "--no-open", "--port", "0", "--lang", "en"]
        settings = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80"}
        self.process = subprocess.Popen(
            [*command, "--db", str(folder / "x.sqlite3")],
            stdout=there,
            stderr=there,
            env=settings,
            start_new_session=True,
        )
        os.close(there)
        self.shown = ""
        with os.fdopen(here, encoding="utf-8", newline="") as screen, contextlib.suppress(OSError):
            self._read(screen)

    def _read(self, screen: Any) -> None:
        for line in screen:
            self.shown += line
            if "people you trust" in line:
                return

    def address(self, said: str) -> str:
        found = re.search(re.escape(said) + r" (http://\S+)", self.shown)
        assert found, self.shown
        return found[1]


@pytest.fixture(scope="module")
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    running = Terminal(tmp_path_factory.mktemp("lan"), "--lan")
    yield running
    os.killpg(running.process.pid, signal.SIGTERM)
    assert running.process.wait(60) == 143


@pytest.mark.slow
def test_terminal_and_page_show_the_address_that_answers(terminal: Terminal) -> None:
    here = terminal.address("Ply Yard is ready:")
    phones = terminal.address("For the phones and computers in this Wi-Fi:")
    assert phones != here and "127.0.0.1" not in phones
    assert scanned(from_terminal(terminal.shown)) == phones
    for address in (here, phones):
        page = httpx.get(address + "en/", headers={"accept-language": "en"})
        assert page.status_code == 200 and phones in page.text
        assert scanned(from_page(page.text)) == phones
    elsewhere = httpx.get(
        here, headers={"x-forwarded-for": "198.51.100.7"}
    )  # a proxy on this machine is believed
    assert elsewhere.status_code == 200 and phones not in elsewhere.text


@pytest.mark.slow
def test_an_invitation_made_on_this_machine_can_be_opened_by_phones(terminal: Terminal) -> None:
    here = terminal.address("Ply Yard is ready:")
    phones = terminal.address("For the phones and computers in this Wi-Fi:")
    with httpx.Client(base_url=here) as person:
        person.get("/")
        wish = {"game": "snakes", "kind": "live", "seat": "black"}
        csrf = re.search(r'name="csrf" content="([^"]+)"', person.get("/").text)
        assert csrf
        room = person.post("/api/rooms", json=wish, headers={"x-csrf-token": csrf[1]}).json()
        page = person.get(f"/en/game/{room['room']}").text
    invited = scanned(from_page(page))
    assert invited.startswith(phones) and room["invite"] in invited and invited in page
    assert "Snakes and Ladders" in httpx.get(invited).text


@pytest.mark.slow
def test_without_it_nobody_else_gets_in(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "plyyard", "--no-open", "--port", "0", "--lang", "en"]
    with subprocess.Popen(
        [*command, "--db", str(tmp_path / "x.sqlite3")], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        address = process.stdout.readline().split()[4]
        port = httpx.URL(address).port
        assert port
        assert lan.hosts()[0] not in httpx.get(address).text
        for host in lan.hosts():
            with pytest.raises(httpx.ConnectError):
                httpx.get(lan.url(host, port))
        process.terminate()
        assert process.stdout.read() == ""


def test_a_machine_without_a_network_says_so(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "hosts", list)
    monkeypatch.setattr(sys, "argv", ["plyyard", "--lan", "--no-open", "--lang", "en"])
    assert main() == 2
    assert capsys.readouterr() == (
        "",
        "plyyard: This machine is in no network. Join a Wi-Fi or open a hotspot, then try again.\n",
    )


def test_the_code_has_colours_of_its_own(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    print_qr("http://192.0.2.7:8030/")
    lines = [line for line in capsys.readouterr().out.splitlines() if line]
    assert len(lines) > 10
    for line in lines:
        first = STYLE.match(line)
        assert first and {"38", "48"} <= set(first[1].split(";")), "both colours are set"
        assert line.endswith("\x1b[0m")


# ---- reading a picture as a camera does ----


def scanned(dots: np.ndarray[Any, Any]) -> str:
    image = np.kron(np.pad(dots, 8, constant_values=255), np.ones((4, 4), np.uint8)).astype(np.uint8)
    (found,) = zxingcpp.read_barcodes(image)
    return found.text


def from_terminal(shown: str) -> np.ndarray[Any, Any]:
    lines = [STYLE.sub("", line).strip("\r\n") for line in shown.splitlines() if "█" in line]
    width = max(map(len, lines))
    rows = [[BLOCKS[sign] for sign in line.ljust(width)] for line in lines]
    dots = np.array(rows, np.uint8).transpose(0, 2, 1)
    return dots.reshape(-1, width)


def from_page(page: str) -> np.ndarray[Any, Any]:
    """The dots of an inline SVG by segno: strokes one unit high, each row from left to right."""
    size, path = re.findall(
        r'<svg[^>]*viewBox="0 0 (\d+) \d+"[^>]*>.*?<path[^>]*stroke[^>]* d="([^"]+)"', page
    )[0]
    dots = np.full((int(size), int(size)), 255, np.uint8)
    x, y = 0.0, 0.0
    for kind, text in re.findall(r"([Mmh])([-0-9. ]+)", path):
        numbers = [float(number) for number in re.findall(r"-?[0-9.]+", text)]
        if kind == "h":
            dots[int(y), int(x) : int(x + numbers[0])] = 0
            x += numbers[0]
        else:
            x, y = (numbers[0], numbers[1]) if kind == "M" else (x + numbers[0], y + numbers[1])
    return dots

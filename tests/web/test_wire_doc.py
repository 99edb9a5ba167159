"""docs/wire.md says what is so: its tables are those of the structs, its lists are complete, its examples are played."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

import plyyard
from plyyard.web.wire_doc import filled
from tests.site import PATIENCE, Site

DOCUMENT = Path(__file__).parents[2] / "docs" / "wire.md"
SOURCE = Path(plyyard.__file__).parent


def test_the_tables_are_those_of_the_structs() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert filled(text) == text, "python -m plyyard.web.wire_doc docs/wire.md"


@pytest.mark.parametrize(
    "pattern", [r'Entry\(\s*0, "([a-z ]+)"', r'Refusal\(\s*"([a-z_]+)"', r"\b(44\d\d)\b"]
)
def test_no_kind_of_event_no_code_is_left_out(pattern: str) -> None:
    text = DOCUMENT.read_text("utf-8")
    sources = [*SOURCE.glob("rooms/*.py"), *SOURCE.glob("web/*.py")]
    used = {found for path in sources for found in re.findall(pattern, path.read_text("utf-8"), re.MULTILINE)}
    named = set(re.findall(r"`([a-z_ ]+)`", text)) | set(re.findall(r"^\| (\d{4})", text, re.MULTILINE))
    assert used and used <= named, used - named


def sections() -> dict[str, list[str]]:
    """Lines of the sessions under each heading."""
    found: dict[str, list[str]] = {}
    for part in DOCUMENT.read_text("utf-8").split("\n## ")[1:]:
        blocks = re.findall(r"^```session\n(.*?)^```", part, re.MULTILINE | re.DOTALL)
        if blocks:
            found[part.partition("\n")[0]] = "".join(blocks).splitlines()
    return found


class Stage:
    """Plays the lines of a session: ``>`` is sent, ``<`` is what has to come."""

    def __init__(self, site: Site, closing: contextlib.ExitStack) -> None:
        self.site = site
        self.closing = closing
        self.names: dict[str, str] = {}
        self.headers: dict[str, dict[str, str]] = {}
        self.answers: dict[str, httpx.Response] = {}
        self.sockets: dict[str, ClientConnection] = {}

    def play(self, line: str) -> None:
        who, arrow, text = line[0], line[1], line[3:]
        if arrow == "<":
            shown, status = self.heard(who, text)
            assert self.fits(json.loads(text[status:]), shown), (line, shown)
        else:
            self.say(who, re.sub(r"\$(\w+)", lambda name: self.names[name[1]], text))

    def say(self, who: str, text: str) -> None:
        if text.startswith("{"):
            self.sockets[who].send(text)
            return
        method, path, *body = text.split(" ", 2)
        headers = self.headers.get(who, {})
        if method == "WS":
            address = f"ws://127.0.0.1:{self.site.port}{path}"
            self.sockets[who] = self.closing.enter_context(
                connect(address, additional_headers=headers, proxy=None)
            )
            return
        sent = json.loads(body[0]) if body else None
        self.answers[who] = answer = httpx.request(method, self.site.url + path, json=sent, headers=headers)
        if path == "/api/guest":
            self.headers[who] = {"authorization": f"Bearer {answer.json()['token']}"}

    def heard(self, who: str, text: str) -> tuple[Any, int]:
        """What came, and where in the line its text begins."""
        if text.startswith("{"):
            while (frame := json.loads(self.sockets[who].recv(PATIENCE)))["t"] == "presence":
                pass
            return frame, 0
        answer = self.answers[who]
        assert str(answer.status_code) == text[:3], answer.text
        return answer.json(), 4

    def fits(self, written: Any, shown: Any) -> bool:
        """Whether what is written is there; more may be."""
        if isinstance(written, dict):
            return all(key in shown and self.fits(value, shown[key]) for key, value in written.items())
        if isinstance(written, list):
            return len(written) == len(shown) and all(map(self.fits, written, shown))
        if isinstance(written, str) and written.startswith("$"):
            return self.names.setdefault(written[1:], shown) == shown
        return written == shown or (written == "…" and isinstance(shown, str) and bool(shown))


@pytest.mark.parametrize("heading", sections())
def test_the_examples_are_played(site: Site, heading: str) -> None:
    lines = sections()[heading]
    assert len(lines) > 15
    with contextlib.ExitStack() as closing:
        stage = Stage(site, closing)
        for line in lines:
            stage.play(line)

"""The files in deploy/ are what the document shows, and systemd and sh understand them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.installation import DEPLOY, settings

DOCUMENT = DEPLOY.parent / "docs" / "running-a-server.md"
FILES = sorted(path.name for path in DEPLOY.iterdir())
UNITS = [name for name in FILES if name.endswith((".service", ".timer"))]


@pytest.mark.parametrize("name", FILES)
def test_the_document_shows_each_file_as_it_is(name: str) -> None:
    assert f"```\n{(DEPLOY / name).read_text('utf-8')}```\n" in DOCUMENT.read_text("utf-8")


@pytest.mark.slow
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("There is no systemd-analyze: install Debian's systemd.")
    paths = []
    for name in UNITS:
        text = (DEPLOY / name).read_text("utf-8").replace("/opt/plyyard/current/bin/plyyard", "/bin/true")
        path = tmp_path / name.replace("@", "@8031")
        path.write_text(text)
        paths.append(path)
    done = subprocess.run(["systemd-analyze", "verify", *paths], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_shell_and_systemd_read_the_same_settings() -> None:
    script = f'set -a; . "{DEPLOY / "plyyard.env"}"; env'
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    read = dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
    assert settings("plyyard.env").items() <= read.items()
    assert subprocess.run(["sh", "-n", DEPLOY / "plyyard"], check=False).returncode == 0

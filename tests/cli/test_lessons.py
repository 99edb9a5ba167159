"""``plyyard lessons check`` as an author calls it: silent praise, or file, line and reason, and an exit code."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from plyyard.lessons.format import path_of

NIM = Path(__file__).parents[1] / "sixth_game" / "nim"


def check(*arguments: str, games: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PLYYARD_LANG": "en"} | ({"PLYYARD_GAMES": str(games)} if games else {})
    command = [sys.executable, "-m", "plyyard", "lessons", "check", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


def test_true_lessons_are_praised() -> None:
    done = check("aeroplane")
    assert (done.returncode, done.stdout, done.stderr) == (0, "All learning pages are true.\n", "")


def test_an_unknown_game_is_refused() -> None:
    done = check("chess")
    assert done.returncode == 2 and "There is no game" in done.stderr


def test_what_is_not_true_is_named_with_file_and_line(tmp_path: Path) -> None:
    folder = tmp_path / "nim"
    shutil.copytree(NIM, folder, ignore=shutil.ignore_patterns("__pycache__"))
    assert check("nim", games=tmp_path).returncode == 0, "a game may come without lessons"
    text = path_of("snakes", "en").read_text("utf-8")
    (folder / "lessons").mkdir()
    (folder / "lessons" / "en.md").write_text(text, "utf-8")
    (folder / "lessons" / "de.md").write_text("---\ntitle: [\n---\n", "utf-8")
    done = check("nim", games=tmp_path)
    assert done.returncode == 1 and not done.stderr and "Traceback" not in done.stdout
    *problems, total = done.stdout.splitlines()
    assert re.fullmatch(r"\d+ problems\.", total) and len(problems) > 10
    assert all(re.match(rf"{re.escape(str(folder))}/lessons/(de|en)\.md:\d+: \S", line) for line in problems)
    assert any(re.search(r"de\.md:[2-4]: This is no YAML", line) for line in problems)
    assert any("There is no exercise" in line for line in problems)


def test_without_a_game_all_are_looked_at() -> None:
    done = check()
    assert done.returncode == 0, done.stdout

"""``plyyard spider solve`` and ``plyyard spider sweep``, as one types them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from plyyard.cli.main import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """What a command answers: exit code, printed text, faults."""

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["plyyard", *arguments])
        code = main()
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_a_line_that_is_saved_is_played_to_990(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "g.json"
    code, printed, _ = run("spider", "solve", "--number", "1", "--save", str(saved), "--lang", "en")
    assert code == 0 and printed.startswith("Solved: ") and "990 points" in printed
    code, printed, _ = run("replay", str(saved), "--lang", "en")
    assert code == 0 and "990" in printed and "won" in printed.lower()


def test_a_win_that_keeps_all_runs_has_1000(run: Run) -> None:
    code, printed, _ = run(
        "spider", "solve", "--number", "1", "--suits", "1", "--runs", "manual", "--keep", "--lang", "de"
    )
    assert code == 0 and "1000 Punkte" in printed.replace("\u202f", "").replace(".", "")


LOST = "columns=AD/AS/AC/AH/AD/AS/AC/AH/-3D,2D/KS stock= home="


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("solve", "--position", LOST, "--lang", "de"), "bewiesen"),
        (("solve", "--position", LOST, "--lang", "en"), "proved"),
        (("--lang", "de", "solve", "--position", LOST), "bewiesen"),
        (("--lang", "en", "solve", "--position", LOST), "proved"),
        (("solve", "--number", "9", "--nodes", "1", "--lang", "de"), "Nicht bekannt"),
        (("solve", "--number", "9", "--nodes", "1", "--lang", "en"), "Not known"),
        (("sweep", "1", "3", "--suits", "1", "--lang", "de"), "Gelöst"),
        (("sweep", "1", "3", "--suits", "1", "--lang", "en"), "Solved"),
        (("sweep", "--help", "--lang", "de"), "Prozesse"),
        (("solve", "--help", "--lang", "en"), "Only a win that removes no run"),
    ],
)
def test_the_language_is_named_before_or_after_the_command(
    run: Run, arguments: tuple[str, ...], words: str
) -> None:
    code, printed, _ = run("spider", *arguments)
    assert code == 0 and words in " ".join(printed.split())


def test_a_sweep_in_two_processes(run: Run) -> None:
    code, printed, _ = run("spider", "sweep", "1", "4", "--suits", "1", "--jobs", "2", "--lang", "en")
    assert code == 0 and "Looked at" in printed


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("solve",), "Name a deal by --number, or a position by --position."),
        (("solve", "--number", "-1"), "from 0 to 999999999"),
        (("solve", "--number", "1000000000"), "from 0 to 999999999"),
        (("solve", "--number", "one"), "--number: it must be a whole number."),
        (("solve", "--number", "1.5"), "--number: it must be a whole number."),
        (("solve", "--number", "1", "--suits", "3"), "3"),
        (("solve", "--number", "1", "--rule", "soft"), "soft"),
        (("solve", "--number", "1", "--runs", "never"), "never"),
        (("solve", "--number", "1", "--ms", "0"), "A limit must be above 0."),
        (("solve", "--number", "1", "--ms", "nan"), "A limit must be above 0."),
        (("solve", "--number", "1", "--nodes", "-5"), "A limit must be above 0."),
        (("solve", "--number", "1", "--keep"), "none can be kept"),
        (("solve", "--number", "1", "--position", "columns="), "Name a deal by --number"),
        (("solve", "--position", "columns=QS,QS,QS///////// stock= home="), "QS is there 3 times"),
        (("solve", "--position", "columns=KS,-QS///////// stock= home="), "face"),
        (("solve", "--position", "columns=-?,KS///////// stock= home="), "unknown"),
        (
            ("solve", "--number", "1", "--suits", "1", "--save", "/nowhere/at/all.json"),
            "/nowhere/at/all.json",
        ),
        (("sweep", "5", "4"), "The last deal must not be before the first."),
        (("sweep", "1", "1000000000"), "from 0 to 999999999"),
        (("sweep", "a", "2"), "FROM: it must be a whole number."),
        (("sweep", "1", "2", "--jobs", "0"), "--jobs: it must be 1 at least."),
        (("sweep", "1", "2", "--ms", "0"), "A limit must be above 0."),
    ],
)
def test_bad_input_is_named(run: Run, arguments: tuple[str, ...], fault: str) -> None:
    code, printed, said = run("spider", *arguments, "--lang", "en")
    assert code == 2, printed
    assert fault in " ".join((printed + said).split())
    assert "Traceback" not in said

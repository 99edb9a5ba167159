"""Every command as a person meets it: what it prints, and one line with exit code 2 when something is wrong."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from plyyard import __version__
from plyyard.cli import main as entry
from plyyard.cli.protocol.asks import answer
from plyyard.cli.terminal.language import language
from plyyard.core.record import decode, encode, replay
from plyyard.core.rulebook import rulebook
from tests.cli.programs import plyyard

FIVE = ("snakes", "aeroplane", "backgammon", "dominoes", "spider")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command in this process: exit code, lines printed, error text."""
    for name in ("LANG", "LC_ALL", "LC_MESSAGES", "PLYYARD_LANG"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str) -> tuple[int, list[str], str]:
        monkeypatch.setattr(sys, "argv", ["plyyard", *arguments])
        code = entry.main()
        printed = capsys.readouterr()
        return code, printed.out.splitlines(), printed.err

    return call


def test_version_is_printed_without_importing_anything_large() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "plyyard.cli.main", "--version"],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert done.stdout.split()[:2] == ["plyyard", __version__]
    for heavy in ("typer", "rich", "babel", "numpy", "numba", "litestar", "pathlib", "subprocess"):
        assert f"| {heavy}\n" not in done.stderr.replace("|   ", "| ").replace("  ", ""), heavy


def test_every_command_has_help_in_both_languages(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    code, german, _ = run("--help")
    assert code == 0
    monkeypatch.setenv("PLYYARD_LANG", "en")
    _, english, _ = run("--help")
    for name in ("serve", "play", "engine", "arena", "rules", "replay", "show"):
        lines = [
            next(line for line in printed if line.strip().startswith(name)) for printed in (german, english)
        ]
        assert lines[0] != lines[1], name
        assert run(name, "--help")[0] == 0


def test_help_pays_for_no_web_and_no_kernels() -> None:
    code = "import sys\nsys.argv=['plyyard','--help']\nfrom plyyard.cli.main import main\nmain()\n"
    code += "print([m for m in ('litestar','uvicorn','sqlalchemy','numba','numpy') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("play",),
        ("play", "chess"),
        ("play", "snakes", "--side", "red"),
        ("play", "snakes", "--level", "grandmaster"),
        ("play", "spider", "--option", "number=x"),
        ("play", "spider", "--option", "number=1000000000"),
        ("play", "spider", "--option", "suits=3"),
        ("play", "snakes", "--option", "number=5"),
        ("play", "snakes", "--lang", "fr"),
        ("rules", "chess"),
        ("rules", "../snakes"),
        ("show", "snakes", "black=1 black=2"),
        ("show", "snakes", "black=47"),
        ("show", "backgammon", "\0"),
        ("show", "snakes", "black=" + "1" * 100_000),
        ("show", "snakes", "", "--svg", "/nowhere/at/all.svg"),
        ("replay", "/nowhere/at/all.json"),
        ("replay", "/"),
        ("arena", "snakes", "easy"),
        ("arena", "snakes", "easy", "nonsense"),
        ("arena", "spider", "easy", "easy"),
        ("arena", "nim", "easy", "easy", "--games", "0"),
        ("serve", "--port", "70000"),
        ("serve", "--port", "x"),
        ("--nonsense",),
    ],
)
def test_what_is_wrong_is_one_line_and_code_2(run: Any, arguments: tuple[str, ...]) -> None:
    code, printed, error = run(*arguments)
    assert code == 2
    assert printed == []
    assert error.startswith("plyyard: ") and error.count("\n") == 1
    assert "Traceback" not in error and len(error) < 700


def test_errors_speak_the_language_asked_for(run: Any) -> None:
    german = run("show", "snakes", "black=47")[2]
    english = run("show", "snakes", "black=47", "--lang", "en")[2]
    assert "No piece can stand on 47" in english and german != english


@pytest.mark.parametrize(
    ("arguments", "german", "english"),
    [
        (("play", "snakes", "--lang", "fr"), "Die Sprache „fr“ gibt es nicht", ""),
        (("spider", "solve", "--lang", "fr"), "Die Sprache „fr“ gibt es nicht", ""),
        (("spider", "solve", "--number", "abc"), "--number: Es muss eine ganze Zahl sein.", "a whole number"),
        (("spider", "solve", "--number", "-1"), "Spielnummer ist -1; ", "Deal number is -1; "),
        (("spider", "solve", "--number"), "--number braucht einen Wert.", "--number needs a value."),
        (("spider", "solve", "--ms", "x"), "--ms: Es muss eine Zahl sein.", "--ms: it must be a number."),
        (("spider", "sweep", "1", "2", "--jobs", "0"), "mindestens 1 sein.", "1 at least."),
        (("serve", "--port", "70000"), "--port: Es darf höchstens 65535 sein.", "65535 at most."),
        (("play",), "GAME fehlt.", "GAME is missing."),
        (("serve", "--prt", "1"), "Eine Option „--prt“ gibt es nicht. Ähnlich: --port.", "no option “--prt”"),
        (("nonsense",), "Einen Befehl nonsense gibt es nicht", "no command nonsense"),
        (("replay", "a", "b"), "Das ist zu viel: b.", "This is too much: b."),
        (
            ("replay", "/nowhere"),
            "Eine solche Datei oder einen solchen Ordner gibt es nicht.",
            "no such file",
        ),
        (("replay", "/"), "Das ist ein Ordner, keine Datei.", "a folder, not a file"),
    ],
)
def test_what_typer_and_the_system_refuse_is_said_in_our_words(
    run: Any, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], german: str, english: str
) -> None:
    assert german in run(*arguments)[2]
    monkeypatch.setenv("PLYYARD_LANG", "en")
    assert english in run(*arguments)[2]


def test_a_file_that_is_there_is_not_overwritten_and_said_so(run: Any, tmp_path: Path) -> None:
    saved = Path(__file__).parents[1] / "games/spider/files/won.xpat2"
    kept = tmp_path / "kept.plyyard.json"
    kept.write_text("mine")
    assert (
        "Das gibt es schon, und überschrieben wird nichts."
        in run("spider", "import", str(saved), "--save", str(kept))[2]
    )
    assert kept.read_text() == "mine"


def test_help_has_german_headings(run: Any) -> None:
    printed = "\n".join(run("spider", "solve", "--help")[1])
    for word in ("Aufruf: ", "Optionen:", "Vorgabe: 4", "Diese Seite zeigen."):
        assert word in printed, word
    for word in ("Usage", "Options:", "default", "required", "Show this"):
        assert word not in printed, word
    assert "Spider-Partien mit offenen Karten lösen" in "\n".join(run("--help")[1])


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "de"),
        ({"LANG": "C.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "de"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE", "PLYYARD_LANG": "en"}, "en"),
        ({"LANG": "en_GB", "PLYYARD_LANG": ""}, "en"),
    ],
)
def test_german_first_unless_it_says_english(environ: dict[str, str], expected: str) -> None:
    assert language(None, environ) == expected
    assert language("en", environ) == "en"


@pytest.mark.parametrize("game", FIVE)
@pytest.mark.parametrize("spoken", ["de", "en"])
def test_rules_are_shown_whole(run: Any, game: str, spoken: str) -> None:
    code, printed, _ = run("rules", game, "--lang", spoken)
    assert code == 0
    for number in rulebook(game, spoken).numbers:
        assert any(line.startswith(f"**{number}** ") for line in printed), number


@pytest.mark.parametrize("game", FIVE)
def test_show_describes_and_draws(run: Any, game: str, tmp_path: Path) -> None:
    position = answer({"ask": "start", "game": game, "seed": 1})["position"]
    code, printed, _ = run("show", game, position, "--lang", "en")
    assert code == 0 and printed[0] == position and len(printed) > 2
    picture = tmp_path / "board.svg"
    assert run("show", game, position, "--svg", str(picture))[0] == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg") and picture.stat().st_size > 2000


def test_arena_prints_the_table(run: Any) -> None:
    code, printed, error = run(
        "arena", "nim", "medium", "beginner", "--games", "60", "--sprt", "--lang", "en"
    )
    text = "\n".join(printed)
    assert code == 0
    for row in (
        "Games",
        "Wins",
        "Draws",
        "Losses",
        "Score",
        "95 % interval",
        "Mean points",
        "Games a second",
    ):
        assert row in text
    assert "medium is stronger than beginner" in text
    assert "Traceback" not in error


def test_serve_hands_everything_on(run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import plyyard.web.app

    served: list[dict[str, Any]] = []
    monkeypatch.setattr(plyyard.web.app, "serve", lambda **given: served.append(given))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run()[0] == 0
    assert run("--host", "0.0.0.0", "--port", "1234", "--db", "x.db", "--no-open", "--lan")[0] == 0
    for name, value in {"HOST": "::1", "PORT": "5", "DB": "y.db", "NO_OPEN": "1"}.items():
        monkeypatch.setenv(f"PLYYARD_{name}", value)
    assert run()[0] == 0
    first, second, third = ({k: v for k, v in given.items() if k != "ready"} for given in served)
    assert first["open_browser"] is True and first["host"] == "127.0.0.1"
    assert Path(first["db"]).parent.is_dir()
    assert second == {"host": "0.0.0.0", "port": 1234, "db": "x.db", "open_browser": False, "for_lan": True}
    assert third == {"host": "::1", "port": 5, "db": "y.db", "open_browser": False, "for_lan": False}


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_serve_answers_and_ends_when_told_to(tmp_path: Path, number: signal.Signals, code: int) -> None:
    """At once, too: the process that thinks is still compiling then."""
    command = [sys.executable, "-m", "plyyard.cli.main", "serve", "--no-open", "--port", "0", "--lang", "en"]
    with subprocess.Popen(
        [*command, "--db", str(tmp_path / "x.sqlite3")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout and process.stderr
        address = process.stdout.readline().split()[4]
        with urllib.request.urlopen(address, timeout=120) as page:
            assert page.status == 200
        process.send_signal(number)
        assert process.wait(30) == code
        assert process.stderr.read() == ""


def test_what_cannot_be_served_is_said_in_one_line(run: Any, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        junk = tmp_path / "junk.sqlite3"
        junk.write_bytes(b"no database" * 1000)
        for arguments in (
            ("--port", port, "--db", str(tmp_path / "x.sqlite3")),
            ("--port", "0", "--host", "no.such.host.invalid", "--db", str(tmp_path / "x.sqlite3")),
            ("--port", "0", "--db", str(tmp_path)),
            ("--port", "0", "--db", str(junk)),
            ("--port", "0", "--db", "mysql://x"),
        ):
            code, printed, error = run("serve", "--no-open", *arguments)
            assert (code, printed, error.count("\n")) == (2, [], 1), (arguments, error)
            assert error.startswith("plyyard: ")


def test_an_interrupt_and_a_reader_that_leaves_are_quiet(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(entry, "_run", interrupted)
    assert run("rules", "snakes") == (130, [], "")
    done = subprocess.run(
        f"{sys.executable} -m plyyard.cli.main rules backgammon | head -c 10",
        shell=True, capture_output=True, timeout=120, check=False, env=os.environ,
    )  # fmt: skip
    assert done.stdout and done.stderr == b""


def test_a_games_own_commands_are_found(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "pebbles"
    folder.mkdir()
    (folder / "__init__.py").write_text('"""Pebbles."""\n')
    (folder / "game.py").write_text("GAME = None\n")
    (folder / "commands.py").write_text(
        "import typer\napp = typer.Typer()\n\n@app.callback()\ndef pebbles() -> None: ...\n\n"
        "@app.command()\ndef count(n: int) -> None:\n    typer.echo(f'{n} pebbles')\n"
    )
    done = plyyard("pebbles", "count", "3", PLYYARD_GAMES=str(tmp_path))
    assert (done.returncode, done.stdout) == (0, b"3 pebbles\n")


def test_replay_announces_every_event_and_refuses_what_does_not_follow(run: Any, tmp_path: Path) -> None:
    saved = tmp_path / "game.plyyard.json"
    done = plyyard("play", "snakes", "--seed", "3", "--save", str(saved), "--plain", stdin=b"\n" * 400)
    assert done.returncode == 0, done.stderr
    record = decode(saved.read_bytes())
    assert record.result is not None
    code, printed, _ = run("replay", str(saved), "--lang", "en")
    assert code == 0
    assert [line.split(".")[0] for line in printed if line[0].isdigit()] == [
        str(e.seq) for e in record.events
    ]
    assert printed[-1].endswith("wins.")
    record.events[0].effects.append("ladder")
    saved.write_bytes(encode(record))
    code, _, error = run("replay", str(saved))
    assert code == 2 and error.count("\n") == 1
    for junk in (b"", b"{}", b"\xff", b"[" * 100_000, b'{"plyyard": 99}', b"x" * 5_000_000):
        saved.write_bytes(junk)
        assert run("replay", str(saved))[0] == 2


def test_a_record_of_every_game_can_be_played_saved_and_replayed(tmp_path: Path) -> None:
    """The first legal move or Enter, for a while; then the input ends, politely."""
    for game in FIVE:
        saved = tmp_path / f"{game}.json"
        done = plyyard(
            "play", game, "--plain", "--lang", "en", "--seed", "1", "--level", "beginner", "--save", str(saved),
            stdin=b"\n1\n" * 25,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert done.stderr == b""
        record = decode(saved.read_bytes())
        assert len(list(replay(record))) == len(record.events) + 1 > 10, game

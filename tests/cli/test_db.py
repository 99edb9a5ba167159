"""``plyyard db`` as an operator calls it: what it says, what it refuses, its exit codes, on both databases."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Protocol

import pytest
from sqlalchemy import text

from plyyard.cli import main as entry
from plyyard.store.database import open_engine, upgrade, writing
from tests.store.test_database import old_database


class Command(Protocol):
    def __call__(self, command: str, *arguments: str | Path, code: int = 0) -> str: ...


@pytest.fixture
def db(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command in this process; what it says in English, on the one or the other stream."""
    monkeypatch.setenv("PLYYARD_LANG", "en")

    def call(command: str, *arguments: str | Path, code: int = 0) -> str:
        monkeypatch.setattr(sys, "argv", ["plyyard", "db", command, *map(str, arguments)])
        assert entry.main() == code
        printed = capsys.readouterr()
        assert not (printed.out and printed.err)
        return printed.out or printed.err

    return call


def test_from_an_old_file_through_a_backup_into_either_database(
    db: Command, database: str, tmp_path: Path
) -> None:
    old, saved = old_database(tmp_path / "old.sqlite3"), tmp_path / "saved"
    assert "db upgrade" in db("backup", saved, "--db", old, code=2) and not saved.exists()
    assert db("upgrade", "--db", old) == "The database is up to date (0001 → 0005).\n"
    assert db("backup", saved, "--db", old) == f"Backed up to {saved}.\n"
    assert "is there already" in db("backup", saved, "--db", old, code=2)
    assert db("restore", saved, "--db", database) == f"Restored from {saved}.\n"
    assert "--replace" in db("restore", saved, "--db", database, code=2)
    db("restore", saved, "--replace", "--db", database)
    assert db("check", "--db", database) == "6 games were played through.\n"
    engine = open_engine(database)
    with writing(engine) as connection:
        connection.execute(text("UPDATE rooms SET head = head + 1 WHERE game = 'spider'"))
        connection.execute(text("UPDATE rooms SET rules = '0.1' WHERE game = 'snakes'"))
    engine.dispose()
    first, *others = db("check", "--db", database, code=1).splitlines()
    assert first.endswith(": head is 10, not 9.")
    assert others == ["4 games were played through.", "2 games follow older rules."]


def test_what_is_not_there_or_no_database_is_refused_in_one_line(db: Command, tmp_path: Path) -> None:
    missing, text_file, saved = tmp_path / "missing", tmp_path / "text", tmp_path / "saved"
    text_file.write_text("no database")
    for command, arguments in (("backup", [saved]), ("check", [])):
        assert "There is no file" in db(command, *arguments, "--db", missing, code=2)
        assert "cannot be used" in db(command, *arguments, "--db", text_file, code=2)
    assert "cannot be used" in db("upgrade", "--db", text_file, code=2)
    assert db("restore", missing, "--db", tmp_path / "new", code=2)
    assert "no whole backup" in db("restore", text_file, "--db", tmp_path / "new", code=2)
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


@pytest.mark.skipif(sys.platform == "win32", reason="There are no limits on files.")
def test_a_backup_that_does_not_fit_says_so_and_leaves_nothing(database: str, tmp_path: Path) -> None:
    import resource

    engine = open_engine(database)
    upgrade(engine)
    engine.dispose()
    folder = tmp_path / "backups"
    folder.mkdir()
    command = [sys.executable, "-m", "plyyard", "db", "backup", str(folder / "one"), "--db", database]
    done = subprocess.run(
        command,
        env=os.environ | {"PLYYARD_LANG": "en"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{folder / 'one'} cannot be written" in done.stderr and done.stderr.count("\n") == 1
    assert not list(folder.iterdir())


def test_a_folder_that_is_not_there_is_named(db: Command, tmp_path: Path) -> None:
    old, saved = old_database(tmp_path / "old.sqlite3"), tmp_path / "nowhere" / "saved"
    db("upgrade", "--db", old)
    said = db("backup", saved, "--db", old, code=2)
    assert f"{saved}: " in said and ".part" not in said


@pytest.mark.parametrize(
    "address",
    [
        "postgresql+psycopg:/games",
        "sqlite:games",
        "postgresql+psycopg//games?host=/run",
        "postgresql+psycopg//games",
        "postgresql//games",
        "postgresql+psycopg",
    ],
)
def test_an_address_with_a_sign_too_few_is_no_file(
    db: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("upgrade", "check"):
        assert "neither a file nor an address" in db(command, "--db", address, code=2)
    assert not list(tmp_path.iterdir())


def test_an_address_with_a_sign_too_few_makes_no_folder(
    db: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "sqlite://some/games.sqlite3" in db("upgrade", "--db", "sqlite://some/games.sqlite3", code=2)
    assert not list(tmp_path.iterdir())


def test_a_restored_file_lets_a_broken_one_stay_beside_it(db: Command, tmp_path: Path) -> None:
    source, saved, broken = tmp_path / "source", tmp_path / "saved", tmp_path / "broken"
    db("upgrade", "--db", source)
    db("backup", saved, "--db", source)
    broken.write_bytes(b"\0" * 5000)
    said = db("restore", saved, "--replace", "--db", broken)
    aside = Path(said.splitlines()[1].removeprefix("What was there is kept as ").removesuffix("."))
    assert aside.read_bytes() == b"\0" * 5000
    with sqlite3.connect(broken) as restored:
        assert restored.execute("SELECT count(*) FROM rooms").fetchall() == [(0,)]
    restored.close()


def test_a_password_in_an_address_is_not_repeated(db: Command) -> None:
    said = db("check", "--db", "postgresql+psycopg://me:secret%40word@127.0.0.1:1/games", code=2)
    assert "secret" not in said and "me:…@127.0.0.1" in said

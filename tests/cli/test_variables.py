"""Environment variables: a slip of the pen is told of, whichever command is run."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import plyyard
from plyyard.cli.terminal.variables import NAMES, check_names
from plyyard.core.errors import BadOptions
from tests.cli import programs


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("PLYYARD_LOBY", "LOBBY"),
        ("PLYYARD_PROXY", "PROXIES"),
        ("PLYYARD_BD", "DB"),
        ("PLYYARD_LANGUAGE", "LANG"),
    ],
)
def test_a_misspelt_name_is_told_of(name: str, meant: str) -> None:
    with pytest.raises(BadOptions, match=f"{name}.*PLYYARD_{meant}"):
        check_names({name: "off"})


def test_what_others_set_may_stand_there() -> None:
    check_names(
        {"PLYYARD_SERVICE_HOST": "10.0.0.1", "PLYYARD_KILLS": "500", "PLYYARD_SEEDS": "3", "PATH": "/bin"}
    )


@pytest.mark.parametrize("command", [("serve", "--no-open"), ("db", "check"), ("rules", "snakes")])
def test_no_command_goes_on_with_it(tmp_path: Path, command: tuple[str, ...]) -> None:
    done = programs.plyyard(
        *command, PLYYARD_BD=str(tmp_path / "x.sqlite3"), PLYYARD_LANG="en", HOME=str(tmp_path)
    )
    assert done.returncode == 2
    told = "plyyard: There is no setting PLYYARD_BD. Is PLYYARD_DB meant?\n"
    assert done.stderr.decode().replace(os.linesep, "\n") == told
    assert not list(tmp_path.iterdir())


def test_all_that_is_read_is_known() -> None:
    """Else a misspelt name of it would be taken for something else."""
    sources = Path(plyyard.__file__).parent.rglob("*.py")
    read = {name for path in sources for name in re.findall(r'"(PLYYARD_[A-Z_]+)"', path.read_text("utf-8"))}
    assert read == NAMES

"""The commit that `plyyard --version` tells: of a checkout in each shape that git gives it, and of a package that was built."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from plyyard import __version__
from plyyard.version import RECORD, SHORT, commit

HOME = Path(__file__).parents[2]


def git(folder: Path, *arguments: str) -> str:
    person = ["-c", "user.name=Amsel", "-c", "user.email=amsel@example.org"]
    command = ["git", *person, "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with one commit, and a package in it."""
    root = tmp_path / "checkout"
    (root / "src" / "plyyard").mkdir(parents=True)
    git(root, "init", "--initial-branch", "main")
    git(root, "commit", "--allow-empty", "--message", "Begin")
    return root


def told(root: Path) -> str:
    return commit(str(root / "src" / "plyyard"))


def test_a_checkout_tells_where_it_stands(checkout: Path) -> None:
    first = git(checkout, "rev-parse", "HEAD")
    assert told(checkout) == first and len(first) == 40
    git(checkout, "checkout", "-b", "topic/one")
    git(checkout, "commit", "--allow-empty", "--message", "Go on")
    second = git(checkout, "rev-parse", "HEAD")
    assert told(checkout) == second != first
    git(checkout, "pack-refs", "--all")
    assert not (checkout / ".git" / "refs" / "heads" / "topic").exists() and told(checkout) == second
    git(checkout, "checkout", "--detach", first)
    assert told(checkout) == first
    beside = checkout.parent / "beside"
    git(checkout, "worktree", "add", str(beside), "topic/one")
    assert told(beside) == second


@pytest.mark.parametrize("head", [b"", b"\xff\xfe", b"ref: refs/heads/gone\n"])
def test_what_cannot_be_read_is_not_told(tmp_path: Path, head: bytes) -> None:
    assert told(tmp_path) == ""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_bytes(head)
    assert told(tmp_path) == ""


def test_the_record_of_a_build_comes_first(checkout: Path) -> None:
    package = checkout / "src" / "plyyard"
    package.joinpath(RECORD).write_text("0123456789abcdef\n")
    assert told(checkout) == "0123456789abcdef"


def test_version_names_the_commit() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "plyyard", "--version"], capture_output=True, text=True, timeout=60, check=True
    )
    found = told(HOME)
    assert done.stdout == (
        f"plyyard {__version__} ({found[:SHORT]})\n" if found else f"plyyard {__version__}\n"
    )


@pytest.mark.slow
def test_a_package_records_the_commit(tmp_path: Path) -> None:
    if not (found := told(HOME)):
        pytest.skip("This is no checkout.")
    build = ["uv", "build", "--quiet", "--out-dir", str(tmp_path), str(HOME)]  # the wheel from the sdist
    subprocess.run(build, check=True, capture_output=True, timeout=300)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read(f"plyyard/{RECORD}").decode().strip() == found

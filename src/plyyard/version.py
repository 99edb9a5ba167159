"""Which Ply Yard this is: its version, and the commit it was made from. Read from files: no git is run, nothing large imported."""

# ruff: noqa: PTH113, PTH118, PTH120, PTH123
# pathlib takes 4 ms to import, a quarter of what the whole answer takes.

from __future__ import annotations

from os.path import dirname, isfile, join

from plyyard import __version__

PACKAGE = dirname(__file__)
RECORD = "commit.txt"
"""In the package where it was built (see hatch_build.py): the commit."""
SHORT = 10


def version() -> str:
    """With the commit in brackets where it is known.

    >>> version().startswith(__version__)
    True
    """
    found = commit(PACKAGE)
    return f"{__version__} ({found[:SHORT]})" if found else __version__


def commit(package: str) -> str:
    """The commit from which a package was built, or at which its checkout stands; empty where neither is known."""
    return _read(package, RECORD) or _checked_out(dirname(dirname(package)))


def _checked_out(root: str) -> str:
    """The commit at which a git checkout stands; empty where there is none."""
    git = join(root, ".git")
    if isfile(git):  # a worktree
        git = join(root, _read(git).removeprefix("gitdir:").strip())
    head = _read(git, "HEAD")
    branch = head.removeprefix("ref:").strip()
    if branch == head:
        return head
    common = join(git, _read(git, "commondir"))
    packed = (line.split(" ") for line in _read(common, "packed-refs").splitlines())
    return _read(common, branch) or next((line[0] for line in packed if line[1:] == [branch]), "")


def _read(*path: str) -> str:
    """A file's text; empty where there is none."""
    try:
        with open(join(*path), encoding="utf-8") as file:
            return file.read().strip()
    except (OSError, UnicodeDecodeError):
        return ""

"""Which part may import which. Read from the syntax trees, and once from what a program really loads."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import plyyard
from plyyard.core import registry

SOURCE = Path(plyyard.__file__).parent
GAMES = tuple(name for name in registry.names() if registry.folder(name).is_relative_to(SOURCE))
MODULES = sorted(SOURCE.rglob("*.py"))

# What each part may import beside itself: web, cli → rooms, store, lessons, arena → players → games → core.
BELOW = {
    "core": set[str](),
    "games": {"core"},
    "players": {"games", "core"},
    "arena": {"players", "games", "core"},
    "lessons": {"players", "games", "core"},
    "rooms": {"players", "games", "core"},
    "store": {"rooms", "lessons", "games", "core"},
    "training": {"arena", "players", "games", "core"},
    "web": {"store", "rooms", "lessons", "arena", "players", "games", "core"},
    "cli": {"web", "store", "rooms", "lessons", "arena", "players", "games", "core"},
}
WEB_AND_STORE = {
    "litestar",
    "uvicorn",
    "websockets",
    "sqlalchemy",
    "alembic",
    "psycopg",
    "jinja2",
    "markdown_it",
    "argon2",
    "prometheus_client",
    "pythonjsonlogger",
}


def part_of(path: Path) -> str:
    """The folder a module belongs to; "" for plyyard/__init__.py and __main__.py."""
    parts = path.relative_to(SOURCE).parts
    return parts[0] if len(parts) > 1 else ""


def imports(path: Path) -> list[str]:
    """Full names of what a module imports, also within functions and for type checkers only."""
    package = ["plyyard", *path.relative_to(SOURCE).parts[:-1]]
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            found += [f"{base}.{alias.name}" for alias in node.names]
    return found


def test_there_are_five_games() -> None:
    assert GAMES == ("snakes", "aeroplane", "backgammon", "dominoes", "spider")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_one_way(path: Path) -> None:
    part = part_of(path)
    for name in imports(path):
        if not name.startswith("plyyard."):
            continue
        if part == "core" and name == "plyyard.games":
            continue  # only to look where the folders are
        other = name.split(".")[1]
        if part and other in BELOW and other != part:
            assert other in BELOW[part], f"{part} imports {name}"
        if part == "games" and other == "games" and len(path.relative_to(SOURCE).parts) > 2:
            assert name.split(".")[2] == path.relative_to(SOURCE).parts[1], f"a game imports {name}"
        if part != "training":
            assert other != "training", f"{name} is not there at run time"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_libraries_stay_where_they_belong(path: Path) -> None:
    roots = {name.split(".")[0] for name in imports(path)}
    if part_of(path) in {"core", "games", "players", "rooms", "arena"}:
        assert not roots & WEB_AND_STORE
    if path != SOURCE / "core" / "kernel.py":
        assert "numba" not in roots


def test_every_part_is_known() -> None:
    folders = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert folders <= set(BELOW)


def test_no_game_is_named_outside_its_folder() -> None:
    """A game is found, never listed or compared with: a sixth one would be left out."""
    names = re.compile(r"""["'](""" + "|".join(GAMES) + r""")["']""")
    for path in MODULES:
        if part_of(path) == "games":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare | ast.Match | ast.Dict | ast.Set):
                text = ast.unparse(node)
                if "'gammon'" in text:  # the kinds of result, one of which is called like a game
                    text = text.replace("'backgammon'", "")
                assert not names.search(text), f"{path.relative_to(SOURCE)}:{node.lineno}"


@pytest.mark.parametrize("kind", ["*.js", "*.css", "*.html", "*.jinja", "*.j2"])
def test_no_script_style_or_template_knows_a_game(kind: str) -> None:
    known = re.compile(r"\b(" + "|".join(GAMES) + r")\b", re.IGNORECASE)
    for path in SOURCE.rglob(kind):
        if part_of(path) != "games":
            found = known.search(path.read_text(encoding="utf-8"))
            assert found is None, f"{path.relative_to(SOURCE)} names {found and found[0]}"


@pytest.mark.parametrize("name", registry.names())
def test_a_game_loads_without_web_store_and_numba(name: str) -> None:
    probe = (
        "import sys\n"
        "from plyyard.core import registry\n"
        "game = registry.game(sys.argv[1])\n"
        "from plyyard.core.chance import seeded\n"
        "state = game.start(game.complete({}, seeded(1)))\n"
        "game.legal_moves(state)\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules}))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", probe, name], capture_output=True, text=True, timeout=60, check=True
    )
    assert not set(run.stdout.split()) & (WEB_AND_STORE | {"numba"})


@pytest.mark.parametrize("arguments", [["--version"]])
def test_the_terminal_does_not_pay_for_the_web(arguments: list[str]) -> None:
    probe = (
        "import sys\n"
        "from plyyard.cli.main import main\n"
        "sys.argv[1:] = sys.argv[1:]\n"
        "try:\n"
        "    main()\n"
        "except SystemExit as end:\n"
        "    assert not end.code, end.code\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules}))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", probe, *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stderr
    version, loaded = run.stdout.splitlines()[0], run.stdout.splitlines()[-1]
    assert plyyard.__version__ in version
    assert not set(loaded.split()) & (WEB_AND_STORE | {"numba", "numpy"})

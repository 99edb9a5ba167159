"""Which games there are: each folder below ``games`` with a ``game.py`` that holds ``GAME``. Scanned, never listed."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from pathlib import Path
from types import ModuleType
from typing import Any

import plyyard.games
from plyyard.core.errors import Say, UnknownGame, quoted
from plyyard.core.game import Game

AnyGame = Game[Any, Any, Any]


@functools.cache
def _folders() -> dict[str, Path]:
    found = {}
    for root in plyyard.games.__path__:
        for module in pkgutil.iter_modules([root]):
            if module.ispkg and (Path(root) / module.name / "game.py").exists():
                found[module.name] = Path(root) / module.name
    return dict(sorted(found.items(), key=lambda item: (_order(item[1]), item[0])))


def _order(folder: Path) -> int:
    """Place on the home page: a number in the file ``order`` of the game's folder; without one at the end."""
    file = folder / "order"
    return int(file.read_text()) if file.exists() else 1000


def names() -> tuple[str, ...]:
    """Names of all games in the order of the home page."""
    return tuple(_folders())


def folder(name: str) -> Path:
    """Folder of a game; ``UnknownGame`` when there is none."""
    try:
        return _folders()[name]
    except KeyError:
        raise UnknownGame(
            Say("There is no game {name}. There are: {names}.", name=quoted(name), names=", ".join(names()))
        ) from None


def part(name: str, part_name: str) -> ModuleType:
    """One file of a game's folder as a module, for example its rules."""
    folder(name)
    return importlib.import_module(f"plyyard.games.{name}.{part_name}")


def game(name: str) -> AnyGame:
    """The game with this name, or ``UnknownGame``."""
    found: AnyGame = part(name, "game").GAME
    return found


def games() -> tuple[AnyGame, ...]:
    return tuple(game(name) for name in names())

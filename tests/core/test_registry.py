"""Games are found by scanning, also in a folder of one's own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from plyyard.core import registry
from plyyard.core.errors import UnknownGame
from plyyard.core.rulebook import rulebook

LIST = "from plyyard.core import registry; print(*registry.names())"


def names(folders: str) -> list[str]:
    env = os.environ | {"PLYYARD_GAMES": folders}
    run = subprocess.run([sys.executable, "-c", LIST], env=env, capture_output=True, text=True, check=True)
    return run.stdout.split()


def test_games_stand_in_the_order_of_the_home_page() -> None:
    assert names("") == ["snakes", "aeroplane", "backgammon", "dominoes", "spider"]
    assert registry.names() == (*names(""), "nim")


def test_a_folder_without_an_order_comes_last(tmp_path: Path) -> None:
    for name in ("zebra", "alpha", "no_game"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
        if name != "no_game":
            (tmp_path / name / "game.py").write_text("GAME = None\n")
    assert names(str(tmp_path))[5:] == ["alpha", "zebra"]


@pytest.mark.parametrize("name", ["chess", "", "../snakes", "snakes.rules", "\x00", "a" * 10_000])
def test_an_unknown_game_is_refused(name: str) -> None:
    for ask in (registry.game, registry.folder, lambda name: rulebook(name, "de")):
        with pytest.raises(UnknownGame) as refused:
            ask(name)
        assert "snakes" in str(refused.value)
        assert len(str(refused.value)) < 300


def test_every_game_has_another_address() -> None:
    for language in ("de", "en"):
        slugs = [game.slugs[language] for game in registry.games()]
        assert len(set(slugs)) == len(slugs)
        assert all(slug.isascii() and slug == slug.lower() for slug in slugs)
    german = [game.slugs["de"] for game in registry.games()][:5]
    assert german == ["schlangen-und-leitern", "flugzeugspiel", "backgammon", "domino", "spider"]

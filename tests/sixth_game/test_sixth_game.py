"""A sixth game is one folder: registry, players, terminal, room and page find it. The laws find it by themselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from plyyard.core import registry
from plyyard.core.chance import seeded
from plyyard.players import player
from tests.cli.programs import engine, plyyard
from tests.laws.walks import NAMES
from tests.site import Person, Site


def test_the_registry_and_the_laws_have_it() -> None:
    assert registry.names()[-1] == "nim"
    assert "nim" in NAMES


def test_the_computer_counts_in_fours() -> None:
    game = registry.game("nim")
    for stones in (5, 6, 7, 21):
        state = game.notation.parse_position(f"stones={stones}")
        assert player(game, "medium").choose(state, seeded(1)) == stones % 4


def test_the_engine_plays_it() -> None:
    legal, applied, why, best = engine(
        {"id": 1, "game": "nim", "ask": "legal", "position": "stones=2"},
        {"id": 2, "game": "nim", "ask": "apply", "position": "stones=2", "move": "2"},
        {"id": 3, "game": "nim", "ask": "why", "position": "stones=2", "move": "3"},
        {"id": 4, "game": "nim", "ask": "play", "position": "stones=7", "level": "medium"},
    )
    assert (legal["actor"], legal["moves"]) == ("amber", ["1", "2"])
    assert applied["result"] == {"winner": "amber", "kind": "finished", "points": 1}
    assert (why["legal"], why["article"]) == (False, "1.2")
    assert best["move"] == "3"


@pytest.mark.parametrize(("language", "said"), [("de", "ein haufen steine"), ("en", "one heap of stones")])
def test_the_terminal_prints_its_rules(language: str, said: str) -> None:
    done = plyyard("rules", "nim", "--lang", language)
    assert done.returncode == 0
    assert said in done.stdout.decode().lower()


def test_a_whole_game_in_the_terminal() -> None:
    done = plyyard("play", "nim", "--plain", stdin=b"1\n" * 21, PLYYARD_LANG="en")
    assert done.returncode == 0, done.stderr
    assert "has won." in done.stdout.decode()


def test_the_arena_matches_its_levels() -> None:
    done = plyyard("arena", "nim", "medium", "beginner", "--games", "20")
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("nim"))
    yield running
    running.kill()


@pytest.mark.slow
def test_a_room_plays_it_to_the_end(site: Site) -> None:
    person = Person(site)
    room = person.create("nim")
    for turn in range(7):
        state = person.state(room)
        assert state["legal"] == ["1", "2", "3"]
        code, answer = person.send(room, t="move", id=f"m{turn}", on=state["head"], move="3")
        assert code == 200, answer
    result = person.state(room)["result"]
    assert (result["winner"], result["kind"]) == ("amber", "finished")


@pytest.mark.slow
def test_the_pages_show_it(site: Site) -> None:
    person = Person(site)
    assert "Nim" in person.http.get("/").text
    page = person.http.get("/nim")
    assert page.status_code == 200
    assert "wer den letzten nimmt, gewinnt" in page.text
    assert "whoever takes the last one wins" in person.http.get("/en/nim").text

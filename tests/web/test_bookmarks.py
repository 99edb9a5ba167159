"""Bookmarks and going back to any event in a game that is played alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plyyard.core.record import decode, replay
from plyyard.rooms.bookmarks import LONGEST, MOST
from tests.site import Person, Site, together


class Solo:
    """One person's game of Spider, played over the wire."""

    def __init__(self, person: Person, **options: Any) -> None:
        self.person = person
        self.room = person.create("spider", options={"number": 20001, **options})
        self.count = 0

    def send(self, **command: Any) -> dict[str, Any]:
        self.count += 1
        return self.person.send(self.room, id=f"c{self.count}", **command)[1]

    @property
    def state(self) -> dict[str, Any]:
        return self.person.state(self.room)

    def play(self, place: int = 0) -> dict[str, Any]:
        state = self.state
        event = self.send(t="move", on=state["head"], move=state["legal"][place])
        assert event["kind"] == "moved", event
        return event

    def mark(self, name: str, **more: Any) -> dict[str, Any]:
        return self.send(t="mark", do="set", name=name, **more)

    @property
    def bookmarks(self) -> list[tuple[int, str, int]]:
        return [(one["n"], one["name"], one["at"]) for one in self.state["bookmarks"]]


@pytest.fixture
def solo(person: Person) -> Solo:
    return Solo(person)


def test_they_are_set_renamed_and_removed(solo: Solo) -> None:
    assert solo.bookmarks == [] and solo.state["can"]["mark"]
    assert solo.mark("Anfang")["bookmarks"] == [{"n": 1, "name": "Anfang", "at": 1}]
    solo.play()
    assert solo.mark("  vor\u202e dem\n  Geben ")["say"] == "Bookmark set: vor dem Geben."
    assert solo.mark("von früher", to=0)["to"] == 0
    assert solo.bookmarks == [(1, "Anfang", 1), (2, "vor dem Geben", 3), (3, "von früher", 0)]
    assert solo.send(t="mark", do="rename", n=2, name="Vor dem Geben")["kind"] == "bookmarked"
    assert solo.send(t="mark", do="remove", n=1)["kind"] == "bookmark removed"
    assert solo.bookmarks == [(2, "Vor dem Geben", 3), (3, "von früher", 0)]
    assert solo.mark("Anfang")["n"] == 4, "numbers are not used again"


def test_a_bookmark_is_reached_after_other_moves_were_played(solo: Solo) -> None:
    for _ in range(12):
        solo.play()
    kept = solo.state
    solo.mark("A")
    at = solo.bookmarks[0][2]
    for _ in range(12):
        solo.send(t="back", do="take")
    assert solo.state["moves"] == 0
    for _ in range(5):
        solo.play(1)
    away = solo.state
    event = solo.send(t="back", do="take", to=at)
    assert (event["kind"], event["position"], event["moves"]) == ("taken back", kept["position"], 12)
    assert event["say"] == f"The game stands again as after event {at}."
    assert event["legal"] == kept["legal"]
    assert event["undo_price"] >= away["undo_price"]
    back = solo.send(t="back", do="take", to=away["head"])
    assert (back["position"], back["moves"]) == (away["position"], 5)
    record = decode(solo.person.http.get(f"/api/rooms/{solo.room}/record").content)
    assert record.undo_price == back["undo_price"]
    solo.send(t="resign")
    whole = decode(solo.person.http.get(f"/api/rooms/{solo.room}/record").content)
    assert len(list(replay(whole))) == len(whole.events) + 1
    assert [one.name for one in whole.events if one.kind == "bookmarked"] == ["A"]


def test_jumping_on_costs_nothing(solo: Solo) -> None:
    while solo.state["can"]["move"] and "deal" not in solo.play(-1)["move"]:
        pass
    top = solo.state
    assert solo.send(t="back", do="take", to=1)["undo_price"] == 10
    forward = solo.send(t="back", do="take", to=top["head"])
    assert (forward["position"], forward["undo_price"]) == (top["position"], 10)
    assert not forward["can"].get("redo")


@pytest.mark.parametrize(
    ("command", "code", "why"),
    [
        ({"do": "set", "name": ""}, "malformed", "A bookmark needs a name."),
        ({"do": "set", "name": " \n"}, "malformed", "A bookmark needs a name."),
        (
            {"do": "set", "name": "\u3164\u202e"},
            "malformed",
            "Nothing of this name can be seen. Take letters or digits.",
        ),
        ({"do": "set", "name": "…!"}, "malformed", "A name needs at least one letter or digit."),
        (
            {"do": "set", "name": "x" * (LONGEST + 1)},
            "malformed",
            f"A name has at most {LONGEST} characters.",
        ),
        ({"do": "set", "name": "ÁNFANG"}, "malformed", "There is a bookmark of this name already."),
        ({"do": "set", "name": "neu", "to": 99}, "forbidden", "This game has no event 99."),
        ({"do": "rename", "n": 7, "name": "neu"}, "forbidden", "This game has no such bookmark."),
        ({"do": "rename", "name": "neu"}, "forbidden", "This game has no such bookmark."),
        ({"do": "rename", "n": 1, "name": ""}, "malformed", "A bookmark needs a name."),
        ({"do": "remove", "n": 2}, "forbidden", "This game has no such bookmark."),
    ],
)
def test_what_cannot_be_is_named_and_loses_nothing(
    solo: Solo, command: dict[str, Any], code: str, why: str
) -> None:
    solo.mark("ánfang")
    before = solo.state
    refused = solo.send(t="mark", **command)
    assert (refused["t"], refused["code"], refused["why"]) == ("refused", code, why)
    after = solo.state
    assert (after["head"], after["bookmarks"]) == (before["head"], before["bookmarks"])


@pytest.mark.parametrize("broken", [{"n": 0}, {"n": "x"}, {"to": -1}, {"do": "steal"}, {"name": "x" * 201}])
def test_what_cannot_be_read_is_malformed(solo: Solo, broken: dict[str, Any]) -> None:
    assert solo.send(t="mark", **{"do": "set", "name": "a", **broken})["code"] == "malformed"
    assert solo.bookmarks == []


def test_where_the_game_cannot_stand_again(solo: Solo) -> None:
    assert solo.send(t="back", do="take", to=5)["why"] == "This game has no event 5."
    assert solo.send(t="back", do="take", to=0)["why"] == "The game stands there already."


def test_no_more_than_a_hundred(solo: Solo) -> None:
    for count in range(MOST):
        assert solo.mark(f"Nr. {count}")["kind"] == "bookmarked"
    assert solo.mark("einer zu viel")["code"] == "too_large"
    solo.send(t="mark", do="remove", n=3)
    assert solo.mark("noch einer")["n"] == MOST + 1


def test_a_bookmark_makes_no_move_stale(solo: Solo) -> None:
    state = solo.state
    solo.mark("A")
    assert solo.send(t="move", on=state["head"], move=state["legal"][0])["kind"] == "moved"


def test_at_a_stuck_end_one_can_jump_away_but_not_back(person: Person) -> None:
    solo = Solo(person)
    solo.room = person.create("spider", position="columns=-4C,9S/KC,8H/KD/KH/KS/KC/KD/KH/KS/JC stock= home=")
    solo.play()
    stuck = solo.state
    assert stuck["result"]["kind"] == "stuck" and stuck["can"]["mark"] and stuck["can"]["jump"]
    assert solo.mark("am Ende")["kind"] == "bookmarked"
    assert solo.send(t="back", do="take", to=1)["kind"] == "taken back"
    assert solo.state["result"] is None
    assert solo.send(t="back", do="take", to=stuck["head"])["why"].startswith("The game was at its end there")
    assert solo.send(t="back", do="redo")["kind"] == "moved"
    assert solo.state["result"]["kind"] == "stuck"


def test_only_who_plays_sees_them(solo: Solo, site: Site) -> None:
    other = Person(site, "Bussard")
    solo.mark("Geheimplan")
    refused = other.send(solo.room, t="mark", id="m", do="set", name="meins")[1]
    assert refused["code"] == "not_seated"
    told = other.http.get(f"/api/rooms/{solo.room}")
    assert told.status_code == 200 and "Geheimplan" not in told.text and "bookmarks" not in told.json()
    for path in ("events?since=0", "record"):
        assert "Geheimplan" not in other.http.get(f"/api/rooms/{solo.room}/{path}").text
        assert "Geheimplan" in solo.person.http.get(f"/api/rooms/{solo.room}/{path}").text
    assert "Geheimplan" not in other.http.get(f"/spiel/{solo.room}").text
    with other.socket(solo.room) as socket:
        socket.receive()
        solo.mark("Noch einer")
        assert socket.until(t="event")["kind"] == "hidden"


def test_games_with_others_or_with_chance_have_none(site: Site, person: Person) -> None:
    for game in ("snakes", "backgammon", "dominoes", "aeroplane"):
        room = person.create(game)
        assert "bookmarks" not in person.state(room)
        assert person.send(room, t="mark", id="m", do="set", name="A")[1]["code"] == "forbidden"
    room, seated = together(site, "spider", "race")
    runner = next(iter(seated.values()))
    assert runner.send(room, t="mark", id="m", do="set", name="A")[1]["code"] == "forbidden"
    assert "bookmarks" not in runner.state(room)


def test_in_a_race_each_goes_back_on_the_own_board(site: Site) -> None:
    room, seated = together(site, "spider", "race")
    one, two = seated.values()
    start = one.state(room)
    played = one.send(room, t="move", id="a", on=start["head"], move=start["legal"][0])[1]
    other = two.send(room, t="move", id="b", on=start["head"], move=start["legal"][-1])[1]
    assert one.send(room, t="back", id="c", do="take", to=start["head"])[1]["position"] == start["position"]
    assert one.send(room, t="back", id="d", do="take", to=other["seq"])[1]["position"] == played["position"]
    assert two.state(room)["position"] == other["position"]


@pytest.mark.slow
def test_they_survive_a_kill_in_either_database_and_the_check_is_content(
    tmp_path: Path, database: str
) -> None:
    site = Site(tmp_path, database=database)
    try:
        solo = Solo(Person(site))
        for place in (0, 1, 0):
            solo.play(place)
        solo.mark("A")
        solo.send(t="back", do="take", to=2)
        solo.play(1)
        solo.send(t="back", do="take", to=4)
        before = solo.state
        site.kill()
        site.start()
        after = solo.state
        for name in ("bookmarks", "position", "undo_price", "moves", "can", "legal", "log"):
            assert after[name] == before[name], name
        solo.mark("B")
        solo.send(t="resign")
        check = [sys.executable, "-m", "plyyard", "db", "check", "--db", database]
        found = subprocess.run(check, capture_output=True, text=True, timeout=60)
        assert found.returncode == 0 and found.stdout.startswith("1 "), found
    finally:
        site.kill()

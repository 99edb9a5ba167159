"""A race against the computer: it sees no more than a runner does, moves on its own board, and gives up when it is stuck."""

from __future__ import annotations

import time
from typing import Any

import pytest

from plyyard import verifier
from plyyard.core.record import decode, replay
from tests.site import PATIENCE, Person, Site


def until(person: Person, room: str, wanted: Any, patience: float = PATIENCE) -> dict[str, Any]:
    """The room's state once ``wanted`` holds of it."""
    end = time.monotonic() + patience
    while not wanted(state := person.state(room)):
        assert time.monotonic() < end, state
        time.sleep(0.2)
    return state


@pytest.mark.slow
def test_the_computer_runs_on_its_own_board_until_it_is_done(person: Person) -> None:
    order = {"options": {"suits": 1}, "opponent": {"level": "beginner"}}
    found = person.found("spider", "race", **order)
    room = found["room"]
    assert "invite" not in found and found["seat"] == "1"
    state = until(person, room, lambda state: state["race"]["2"]["score"]["points"] > 0)
    assert state["players"]["2"] == {"kind": "computer", "name": "", "level": "beginner"}
    assert state["race"]["1"]["score"]["points"] == 0, "each on a board of its own"
    assert state["legal"], "whoever waits may move all the while"
    assert all("?" in column for column in state["position"].split(" ")[0].split("/"))
    answer = person.send(room, t="move", id="m", on=state["head"], move=state["legal"][0])
    assert answer[0] == 200, answer
    person.send(room, t="resign", id="r")
    over = until(person, room, lambda state: state["result"] is not None, 4 * PATIENCE)
    assert over["result"]["kind"] in {"won", "points"}
    content = person.http.get(f"/api/rooms/{room}/record").content
    assert list(replay(decode(content)))
    assert verifier.check(verifier.read(content)).verdict == verifier.PROVED
    again = person.send(room, t="again", id="a", do="swap")
    assert again[0] == 200 and again[1]["room"], "nobody else has to be asked"


@pytest.mark.parametrize(
    "order",
    [
        {"opponent": {"level": "giant"}},
        {"opponent": {"level": ""}},
        {"opponent": {}},
        {"opponent": {"level": "beginner"}, "seats": 9},
    ],
)
def test_wrong_opponents_are_refused(person: Person, order: dict[str, Any]) -> None:
    answer = person.http.post("/api/rooms", json={"game": "spider", "kind": "race", **order})
    assert answer.status_code == 400, answer.text


def test_nobody_can_join_it(site: Site, person: Person) -> None:
    room = person.create("spider", "race", opponent={"level": "beginner"})
    assert Person(site).join(room).status_code in {403, 409}


def test_a_race_offers_no_advice_while_it_runs(person: Person) -> None:
    order = {"options": {"suits": 1}, "opponent": {"level": "beginner"}}
    room = person.found("spider", "race", **order)["room"]
    page = person.http.get(f"/en/game/{room}").text
    assert "Resign" in page and "Can it be won?" not in page and 'data-about="outlook"' not in page
    alone = person.http.get(f"/en/game/{person.create('spider')}").text
    assert "Can it be won?" in alone and 'data-about="outlook"' in alone

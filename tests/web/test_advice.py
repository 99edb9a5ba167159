"""What a room can be asked about its game, and what it keeps to itself."""

from __future__ import annotations

from time import process_time
from typing import Any

import httpx
import pytest

from plyyard.core import registry
from plyyard.core.record import decode, replay
from plyyard.games.spider.solver import solve
from tests.site import Person, Site


def ask(person: Person, room: str, about: str, status: int = 200, **query: Any) -> dict[str, Any]:
    answer = person.http.get(
        f"/api/rooms/{room}/advice", params={"about": about, "lang": "en", **query}, timeout=60
    )
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def line(person: Person, room: str, at: Any = 0) -> httpx.Response:
    return person.http.post(f"/api/rooms/{room}/line", json={"at": at})


def play(person: Person, room: str, moves: list[str]) -> None:
    for number, move in enumerate(moves):
        head = person.state(room)["head"]
        status, answer = person.send(room, t="move", id=f"p{number}-{head}", on=head, move=move)
        assert status == 200, answer


def test_a_deal_can_be_won_and_the_line_is_shown_only_after_the_game(person: Person) -> None:
    room = person.create("spider", options={"number": 20001, "suits": 1})
    found = ask(person, room, "outlook")
    assert found["answer"] == "yes" and found["moves"] > 40
    assert set(found) == {"about", "says", "answer", "moves"}, "whether, not how"
    assert str(found["moves"]) in found["says"]
    refused = line(person, room)
    assert refused.status_code == 403 and refused.json()["code"] == "forbidden"
    assert ask(person, room, "hindsight", 403)["code"] == "forbidden"

    play(person, room, person.state(room)["legal"][:1])
    person.send(room, t="resign", id="r")
    found = ask(person, room, "hindsight")
    assert found["answer"] == "yes" and "lost" not in found
    shown = line(person, room)
    assert shown.status_code == 201, shown.text
    state = person.state(shown.json()["room"])
    assert state["result"]["kind"] == "won" and state["you"] is None
    assert state["players"]["player"] == {"kind": "computer", "name": "", "level": "solver"}
    record = decode(person.http.get(f"/api/rooms/{state['room']}/record").content)
    assert replay(record)
    assert record.options["number"] == 20001


def test_hindsight_follows_what_was_taken_back(person: Person) -> None:
    """Two moves, back, and another one: three positions besides the start, two of them from the same."""
    room = person.create("spider", options={"number": 20001, "suits": 1})
    play(person, room, person.state(room)["legal"][:1])
    play(person, room, person.state(room)["legal"][:1])
    for name in ("b", "c"):
        person.send(room, t="back", id=name, do="take")
    play(person, room, person.state(room)["legal"][-1:])
    person.send(room, t="resign", id="r")
    assert ask(person, room, "hindsight")["answer"] == "yes"


def test_hindsight_finds_the_move_after_which_no_win_was_found(person: Person) -> None:
    """A line that wins, left for moves at random until it cannot be won any more."""
    game = registry.game("spider")
    room = person.create("spider", options={"number": 20001, "suits": 4})
    state = person.state(room)
    for number in range(60):
        if state["result"] is not None:
            break
        deal = [move for move in state["legal"] if move == "deal"]
        move = deal[0] if deal else state["legal"][0]
        person.send(room, t="move", id=f"m{number}", on=state["head"], move=move)
        state = person.state(room)
    if state["result"] is None:
        person.send(room, t="resign", id="r")
    found = ask(person, room, "hindsight")
    assert found["answer"] == "yes"
    (seq,) = found["lost"]
    assert str(seq) in found["says"]
    before, after = (
        game.notation.parse_position(person.state(room, at=str(at))["position"]) for at in (seq - 1, seq)
    )
    assert solve(before, ms=10_000, clock=process_time).status == "solved"
    assert solve(after, ms=1000, clock=process_time).status != "solved"


@pytest.mark.parametrize("about", ["hint", "outlook", "hindsight"])
def test_a_game_without_such_advice_says_so(person: Person, about: str) -> None:
    room = person.create("snakes")
    assert ask(person, room, about, 403)["code"] == "forbidden"


def test_who_looks_on_is_told_nothing(site: Site, person: Person) -> None:
    room = person.create("spider", options={"number": 20001, "suits": 1})
    watcher = Person(site)
    for about in ("hint", "outlook", "hindsight"):
        assert ask(watcher, room, about, 403)["code"] == "not_seated"
    person.send(room, t="resign", id="r")
    assert line(watcher, room).status_code == 403


def test_wrong_questions_are_refused(person: Person) -> None:
    room = person.create("spider", options={"number": 20001, "suits": 1})
    for query in ({"about": "cards"}, {"about": "outlook", "at": "-1"}, {"about": "outlook", "at": "x"}):
        answer = person.http.get(f"/api/rooms/{room}/advice", params=query)
        assert answer.status_code == 400, answer.text
    ask(person, room, "outlook", at="900000")
    assert line(person, room, "x").status_code == 400
    assert ask(person, "nothere", "outlook", 404)


def test_without_scripts_it_stands_in_the_page(person: Person) -> None:
    room = person.create("spider", options={"number": 20001, "suits": 1})
    page = person.http.get(f"/en/game/{room}", params={"about": "outlook"})
    assert page.status_code == 200 and "it can still be won" in page.text
    person.send(room, t="resign", id="r")
    page = person.http.get(f"/en/game/{room}", params={"about": "hindsight"})
    assert "could still be won" in page.text and "The game is given up." in page.text

"""A saved game opened in the page: played on, looked through, or refused with the reason."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from plyyard.core.record import decode, encode, replay
from tests.site import Person, Site

SAVES = Path(__file__).parents[1] / "games" / "spider" / "files"


class Visitor:
    """A browser without scripts: cookies, and the token of a page's form."""

    def __init__(self, site: Site) -> None:
        self.http = httpx.Client(base_url=site.url, headers={"origin": site.url}, follow_redirects=True)
        page = self.http.get("/en/my-games").text
        self.csrf = page.split('name="csrf" value="')[1].split('"')[0]

    def open(self, content: bytes, **form: str) -> httpx.Response:
        return self.http.post(
            "/en/open", data={"csrf": self.csrf} | form, files={"file": ("game.json", content)}
        )


@pytest.fixture
def visitor(site: Site) -> Visitor:
    return Visitor(site)


def room_of(answer: httpx.Response) -> str:
    assert answer.status_code == 200, answer.text
    assert "/en/game/" in str(answer.url), answer.url
    return str(answer.url).rsplit("/", 1)[1]


def test_a_running_game_goes_on_where_it_was(person: Person, visitor: Visitor) -> None:
    room = person.create("spider", options={"number": 20001, "suits": 2})
    for number in range(6):
        state = person.state(room)
        person.send(room, t="move", id=f"m{number}", on=state["head"], move=state["legal"][-1])
    state = person.state(room)
    person.send(room, t="back", id="b", do="take")
    person.send(room, t="resign", id="r")  # only then its record is whole
    record = decode(person.http.get(f"/api/rooms/{room}/record").content)
    running = record.events[:-2]
    assert running[-1].kind == "taken back"
    record.events, record.result = running, None
    opened = room_of(visitor.open(encode(record)))
    here = visitor.http.get(f"/api/rooms/{opened}?scene=0&lang=en").json()
    wanted = person.state(room, at=str(len(running)))
    assert here["result"] is None and here["you"] == "player" and here["legal"]
    assert here["position"].split(" ")[0] == re.sub(r"-\w\w", "-?", wanted["position"].split(" ")[0])
    assert here["undo_price"] == record.undo_price


@pytest.mark.parametrize("game", ["snakes", "backgammon", "dominoes", "aeroplane"])
def test_a_game_that_has_ended_can_be_looked_through(person: Person, visitor: Visitor, game: str) -> None:
    room = person.create(game)
    for number in range(12):
        state = person.state(room)
        if state["can"].get("ready"):
            person.send(room, t="ready", id=f"r{number}")
            state = person.state(room)
        if state["can"].get("roll"):
            person.send(room, t="roll", id=f"m{number}", on=state["head"])
        elif state["legal"]:
            person.send(room, t="move", id=f"m{number}", on=state["head"], move=state["legal"][0])
    person.send(room, t="resign", id="end")
    before = person.state(room)
    opened = room_of(visitor.open(person.http.get(f"/api/rooms/{room}/record").content))
    here = visitor.http.get(f"/api/rooms/{opened}?scene=0&lang=en").json()
    assert here["result"] == before["result"] and here["position"] == before["position"]
    assert all(replay(decode(visitor.http.get(f"/api/rooms/{opened}/record").content)))


def test_what_another_program_saved_is_played_on(visitor: Visitor) -> None:
    for path in sorted(SAVES.iterdir()):
        room_of(visitor.open(path.read_bytes()))


@pytest.mark.parametrize(("name", "there"), [("deal-undone", 10), ("turn-undone", 1), ("relaxed2", 0)])
@pytest.mark.parametrize("more", [0, 7])
def test_the_cheat_count_of_a_file_goes_on(visitor: Visitor, name: str, there: int, more: int) -> None:
    """``more``: of moves that were taken back and played over, of which XPat2 keeps only the count."""
    content = bytearray((SAVES / f"{name}.xpat2").read_bytes())
    content[32 + 4 * 11 : 36 + 4 * 11] = (there + more).to_bytes(4, "big")
    room = room_of(visitor.open(bytes(content)))

    def state() -> dict[str, Any]:
        found: dict[str, Any] = visitor.http.get(f"/api/rooms/{room}?scene=0&lang=en").json()
        return found

    assert state()["undo_price"] == there + more
    page = visitor.http.get(f"/en/game/{room}").text
    headers = {"x-csrf-token": page.split('name="csrf" content="')[1].split('"')[0]}
    for command in (
        {"t": "move", "id": "m", "on": state()["head"], "move": "deal"},
        {"t": "back", "id": "b", "do": "take"},
        {"t": "resign", "id": "r"},
    ):
        answer = visitor.http.post(f"/api/rooms/{room}/commands", json=command, headers=headers)
        assert answer.status_code == 200, answer.text
    assert state()["undo_price"] == there + more + 10
    kept = visitor.http.get(f"/api/rooms/{room}/record").content
    assert decode(kept).undo_price == there + more + 10
    room = room_of(visitor.open(kept))
    assert state()["undo_price"] == there + more + 10


def test_an_opened_game_counts_in_no_statistics(person: Person, visitor: Visitor) -> None:
    room = person.create("spider", options={"number": 20001, "suits": 1})
    person.send(room, t="move", id="m", on=1, move=person.state(room)["legal"][0])
    person.send(room, t="resign", id="r")
    before = visitor.http.get("/en/statistics/spider").text
    room_of(visitor.open(person.http.get(f"/api/rooms/{room}/record").content))
    assert visitor.http.get("/en/statistics/spider").text.count("<td") == before.count("<td")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "Choose the file"),
        (b"\x00\x01\x02" * 40, ""),
        (b"{}", ""),
        (b'{"plyyard": 1', ""),
        (b'{"plyyard": 1, "game": "chess", "rules": "1"}', ""),
        (b"[" * 400_000, ""),
        (b" " * 500_001, "larger than"),
    ],
    ids=["nothing", "noise", "empty object", "cut off", "unknown game", "deep", "large"],
)
def test_what_is_no_game_is_refused_with_the_reason(visitor: Visitor, content: bytes, says: str) -> None:
    answer = visitor.open(content)
    assert answer.status_code == 422, answer.text
    refusal = answer.text.split('<p class="refusal" role="alert">')[1].split("</p>")[0]
    assert refusal and says in refusal


def test_a_move_that_was_never_legal_is_named(person: Person, visitor: Visitor) -> None:
    room = person.create("spider", options={"number": 20001, "suits": 1})
    person.send(room, t="move", id="m", on=1, move=person.state(room)["legal"][0])
    person.send(room, t="resign", id="r")
    content = person.http.get(f"/api/rooms/{room}/record").content
    move = next(entry.move for entry in decode(content).events if entry.kind == "moved")
    answer = visitor.open(content.replace(f'"{move}"'.encode(), b'"1>2:13"'))
    assert answer.status_code == 422 and "Event 2" in answer.text


def test_only_our_own_form_is_heard(visitor: Visitor) -> None:
    assert visitor.open(b"{}", csrf="wrong").status_code == 403

"""What a viewer receives, byte for byte, never holds what it may not see."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from tests.site import PATIENCE, Person, Site

TILE = re.compile(r"(?<![0-9-])([0-6])-([0-6])(?![0-9-])")
WHOLE_SET = ",".join(f"{low}-{high}" for low in range(7) for high in range(low, 7))
CARD = re.compile(r"\b([A23456789TJQK][CSHD])\b")


def tiles(text: str) -> set[tuple[str, ...]]:
    """Every tile that a text names, low number first; the whole set before the deal tells nothing."""
    text = text.replace(WHOLE_SET, "")
    return {tuple(sorted(found)) for found in TILE.findall(text)}


def fields(position: str) -> dict[str, str]:
    return dict(token.split("=", 1) for token in position.split(" "))


def known(position: str) -> set[tuple[str, ...]]:
    """The tiles that a position text shows."""
    shown = fields(position)
    return tiles(" ".join(shown[key] for key in ("line", "black", "white", "boneyard")))


@pytest.mark.parametrize("seat", ["black", "white"])
def test_no_frame_names_a_tile_of_the_other_hand_or_the_boneyard(site: Site, seat: str) -> None:
    """do-view-opponent, do-initial-state, do-second-game: two games in a row, every frame and page."""
    person, watcher = Person(site), Person(site, "Drossel")
    choose = random.Random(7)
    room = person.create("dominoes", "computer", seat=seat, opponent={"level": "beginner"})
    for round_ in range(2):
        with person.socket(room, since=0, scene=1) as socket, watcher.socket(room, since=0, scene=1) as other:
            frame: dict[str, Any] = {}
            acted = 0
            for count in range(500):
                text = socket.connection.recv(PATIENCE)
                frame = json.loads(text)
                assert frame["t"] != "refused", frame
                if frame.get("kind") == "over" or (frame.get("actor") is None and "can" in frame):
                    break
                assert tiles(str(text)) <= known(frame["position"]), text
                assert _covered(frame["position"], "white" if seat == "black" else "black")
                if count % 5 == 0:
                    for path in ("", "/events?since=0", "/record", "?at=2"):
                        body = person.http.get(f"/api/rooms/{room}{path}").text
                        assert tiles(body) <= known(person.state(room)["position"]), (path, body)
                    page = person.http.get(f"/spiel/{room}").text
                    assert tiles(_visible(page)) <= known(person.state(room)["position"])
                    assert "number" not in fields(person.state(room)["position"])
                if _head(frame) <= acted:  # the last missed event tells the same as the state before it
                    continue
                acted = _head(frame)
                if frame["can"].get("roll"):
                    socket.send(t="roll", id=f"c{round_}.{count}", on=_head(frame))
                elif frame["legal"]:
                    socket.send(
                        t="move", id=f"c{round_}.{count}", on=_head(frame), move=choose.choice(frame["legal"])
                    )
            assert frame["actor"] is None
            _check_watcher(other)
        room = person.send(room, t="again", id="again", do="restart")[1]["room"]


def _check_watcher(other: Any) -> None:
    """A watcher saw neither hand until the end."""
    while True:
        text = other.connection.recv(PATIENCE)
        frame = json.loads(text)
        if frame.get("actor") is None:
            return
        shown = fields(frame["position"])
        assert _covered(frame["position"], "black") and _covered(frame["position"], "white")
        assert tiles(text) <= tiles(shown["line"])


def _covered(position: str, side: str) -> bool:
    """Whether a hand shows nothing (before the deal it is empty)."""
    return set(fields(position)[side]) <= set("?*0123456789") and "-" not in fields(position)[side]


def _visible(page: str) -> str:
    """A page without what is the same for every position: shapes and drawings."""
    return re.sub(r"<defs>.*?</defs>", "", page, flags=re.S)


def _head(frame: dict[str, Any]) -> int:
    return int(frame["head"] if frame["t"] == "hello" else frame["seq"])


def test_no_frame_of_spider_names_a_card_that_lies_face_down(person: Person) -> None:
    room = person.create("spider", options={"number": 4711})
    whole = _deal(person)
    choose = random.Random(1)
    for count in range(40):
        state = person.state(room)
        body = person.http.get(f"/api/rooms/{room}", params={"scene": "1", "lang": "en"}).text
        seen = CARD.findall(fields(state["position"])["columns"])
        sprites = json.loads(body)["scene"]["sprites"]
        assert all(re.fullmatch("card[0-9]+", s["id"]) for s in sprites if s["shape"] == "back")
        named = CARD.findall(" ".join(s["shape"][::-1].upper() for s in sprites))
        assert sorted(set(named)) == sorted(set(seen))
        assert fields(state["position"])["stock"].startswith("?") or not fields(state["position"])["stock"]
        record = person.http.get(f"/api/rooms/{room}/record").text
        assert "4711" not in record and whole not in record
        person.send(room, t="move", id=f"m{count}", on=state["head"], move=choose.choice(state["legal"]))


def _deal(person: Person) -> str:
    """The stock of deal 4711, read from a game of the same number that was given up."""
    room = person.create("spider", options={"number": 4711})
    person.send(room, t="resign", id="r")
    return fields(person.state(room)["position"])["stock"]

"""The picture of a game: well-formed, small, safe to open, and only what its asker may see."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from plyyard.core import registry
from tests.site import Person, Site

NAMESPACE = "{http://www.w3.org/2000/svg}"
MOST = 250_000  # bytes


def drawn(person: Person, room: str, **query: str) -> tuple[ET.Element, str]:
    answer = person.http.get(f"/en/game/{room}/picture.svg", params=query)
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("image/svg+xml")
    assert len(answer.content) < MOST
    root = ET.fromstring(answer.content)
    return root, " ".join(text for part in root.iter(f"{NAMESPACE}text") if (text := part.text))


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_one_that_is_plain_and_asks_for_nothing(person: Person, name: str) -> None:
    room = person.create(name)
    root, text = drawn(person, room)
    assert root.get("role") == "img" and "Ply Yard" in (root.get("aria-label") or "")
    assert str(registry.game(name).title.message) in text
    shapes = {part.get("id") for part in root.iter() if part.get("id")}
    for part in root.iter():
        assert part.tag.removeprefix(NAMESPACE) not in {"script", "foreignObject", "image", "a"}
        for key, value in part.attrib.items():
            assert not key.startswith("on") and "//" not in value.replace("http://www.w3.org", "")
        if part.tag == f"{NAMESPACE}use":
            assert (part.get("href") or "").removeprefix("#") in shapes
    style = "".join(part.text or "" for part in root.iter(f"{NAMESPACE}style"))
    assert "light-dark" not in style and "url(" not in style and "@import" not in style


def test_it_tells_which_deal_and_how_it_went(person: Person) -> None:
    room = person.create("spider", options={"number": 20001, "suits": 2})
    state = person.state(room)
    person.send(room, t="move", id="m", on=state["head"], move=state["legal"][0])
    text = drawn(person, room)[1]
    assert "Deal number: 20001" in text and "Suits: two" in text and "Moves: 1" in text
    assert re.search(r"Time: \d+:\d\d", text) and re.search(r"\d{4}", text) and "Your move." in text
    assert "Moves: 0" in drawn(person, room, at="1")[1]
    person.send(room, t="resign", id="r")
    assert "Given up." in drawn(person, room)[1]


def test_it_shows_only_what_its_asker_may_see(site: Site, person: Person) -> None:
    room = person.create("dominoes", "computer", seat="black", opponent={"level": "beginner"})
    own, other = person.state(room, scene="1"), Person(site, "Bussard").state(room, scene="1")
    assert own["scene"]["sprites"] != other["scene"]["sprites"]
    for asker, state in ((person, own), (Person(site, "Dohle"), other)):
        shown = asker.http.get(f"/en/game/{room}/picture.svg").text
        titles = re.findall(r"<g class=\"sprite [^>]*><title>([^<]*)", shown)
        assert titles == [sprite["label"] for sprite in state["scene"]["sprites"]]
    spider = person.create("spider", options={"number": 987654})
    shown = Person(site, "Elster").http.get(f"/spiel/{spider}/bild.svg").text
    assert shown.count("#spider-back") >= 44 and "987654" not in shown


def test_it_is_safe_to_open_and_kept_until_something_changes(person: Person) -> None:
    room = person.create("snakes")
    address = f"/spiel/{room}/bild.svg"
    answer = person.http.get(address)
    policy = answer.headers["content-security-policy"]
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "private" in answer.headers["cache-control"]
    known = {"if-none-match": answer.headers["etag"]}
    again = person.http.get(address, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    person.send(room, t="roll", id="r", on=1)
    assert person.http.get(address, headers=known).status_code == 200


def test_where_there_is_none(site: Site, person: Person) -> None:
    assert person.http.get("/spiel/nothere/bild.svg").status_code == 404
    private = person.create("backgammon", "live", watch=False)
    assert Person(site, "Bussard").http.get(f"/spiel/{private}/bild.svg").status_code == 403
    room = person.create("snakes")
    for at in ("99", "-1", "x", "9" * 30):
        assert person.http.get(f"/spiel/{room}/bild.svg", params={"at": at}).status_code == 200

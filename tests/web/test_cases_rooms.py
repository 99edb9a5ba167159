"""Cases in which online play is known to go wrong, each by its name, against a running server over real sockets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from plyyard import verifier
from plyyard.core.record import decode, replay
from plyyard.rooms.names import MAX_NAME
from tests.site import Person, Site, together

OPENING = "4HPwATDgc/ABMA turn=white dice=3,1"
LAST_CHECKERS = "AQAABAAAAAAAAA turn=white dice=2,1"
LAST_PLANE = "red=55,56,56,56 yellow=-,-,-,- turn=red die=1"
PLANES_APART = "red=3,12,-,- yellow=3,12,-,- turn=red die=4"


def kinds(person: Person, room: str) -> list[str]:
    return [line["kind"] for line in person.state(room)["log"]]


def play(room: str, seated: dict[str, Person], acts: int) -> None:
    """So many first legal acts; then, if it is not over by then, somebody resigns."""
    first = next(iter(seated.values()))
    frame = first.state(room)
    for count in range(acts):
        if (turn := frame["turn"]) is None:
            return
        legal = frame["legal"] or seated[turn].state(room)["legal"]
        act = {"t": "move", "move": legal[0]} if legal else {"t": "roll"}
        frame = seated[turn].send(room, id=f"a{count}", on=frame.get("seq", frame.get("head")), **act)[1]
    first.send(room, t="resign", id="end")


def both_at_once(*acts: Any) -> list[Any]:
    """Sent at the same moment, as far as two threads can."""
    with ThreadPoolExecutor(len(acts)) as threads:
        return [sent.result() for sent in [threads.submit(act) for act in acts]]


def test_lu_result_stats(site: Site) -> None:
    """Each result belongs to the right side, and nothing is recorded twice."""
    red = Person(site, "Red")
    computer = red.create("aeroplane", "computer", position=LAST_PLANE, opponent={"level": "beginner"})
    red.send(computer, t="move", id="m", on=red.state(computer)["head"], move="55")
    friend = Person(site, "Friend")
    rooms = []
    for _ in range(2):
        found = red.found("aeroplane", "live")
        assert found["seat"] == "red"
        friend.join(found["room"], code=found["code"])
        rooms.append(found["room"])
    red.send(rooms[0], t="resign", id="r")
    friend.send(rooms[1], t="draw", id="o", do="offer")
    red.send(rooms[1], t="draw", id="a", do="accept")

    def tally(person: Person) -> list[str]:
        told = []
        for one in person.http.get("/api/mine", params={"over": "1"}).json()["rooms"]:
            result = person.state(one["room"])["result"]
            assert kinds(person, one["room"]).count("over") == 1
            told.append("draw" if result["winner"] is None else str(result["winner"] in one["yours"]))
        return sorted(told)

    assert tally(red) == ["False", "True", "draw"]
    assert tally(friend) == ["True", "draw"]
    assert red.state(rooms[0])["result"] == {"winner": "yellow", "kind": "resigned", "points": 1}
    assert red.state(rooms[1])["result"] == {"winner": None, "kind": "agreed draw", "points": 0}


def test_sl_client_die(site: Site) -> None:
    """Numbers from a client count for nothing."""
    room, seated = together(site, "snakes")
    black, rolled = seated["black"], []
    with black.socket(room) as socket:
        socket.receive()
        for raw in ({"action": "roll", "die": 6}, {"action": "move", "to": 100}):
            socket.send(**raw)
            assert socket.until(t="refused")["code"] == "malformed"
    while len(rolled) < 24:
        state = black.state(room)
        if state["turn"] is None:  # a lucky game is over before
            break
        mover = seated[state["turn"]]
        status, event = mover.send(
            room, t="roll", id=f"r{len(rolled)}", on=state["head"], die=6, outcome="6", to=100
        )
        assert status == 200
        rolled.append(event["outcome"])
    assert len(rolled) > 5 and set(rolled) != {"6"}
    black.send(room, t="resign", id="end")
    record = black.http.get(f"/api/rooms/{room}/record").content
    assert verifier.check(verifier.read(record)).verdict == verifier.PROVED


def test_rm_dup_move(site: Site) -> None:
    """The same play twice is one play; the second answer repeats the first."""
    room, seated = together(site, "backgammon", position=OPENING)
    white = seated["white"]
    head = white.state(room)["head"]
    play = {"t": "move", "id": "step", "on": head, "move": "8/5 6/5"}
    with white.socket(room) as socket:
        socket.receive()
        socket.send(**play)
        socket.send(**play)
        first, second = socket.until(t="event"), socket.until(t="event")
    over_http = both_at_once(lambda: white.send(room, **play)[1], lambda: white.send(room, **play)[1])
    told = {(answer["seq"], answer["id"], answer["move"]) for answer in (first, second, *over_http)}
    assert told == {(head + 1, "step", "8/5 6/5")}
    assert white.state(room)["head"] == head + 1


def test_rm_own_draw(site: Site) -> None:
    """Nobody accepts the own offer, from whichever tab."""
    room, seated = together(site, "snakes")
    black, white = seated["black"], seated["white"]
    with black.socket(room) as socket:
        socket.receive()
        socket.send(t="draw", id="o", do="offer")
        assert socket.until(id="o")["kind"] == "offered"
        socket.send(t="draw", id="a1", do="accept")
        assert socket.until(id="a1")["code"] == "forbidden"
        assert black.send(room, t="draw", id="a2", do="accept")[1]["code"] == "forbidden"
    assert white.state(room)["offers"] == {"draw": {"by": "black"}}
    assert white.send(room, t="draw", id="a3", do="accept")[1]["kind"] == "agreed draw"


def test_rm_offer_then_resign(site: Site) -> None:
    """An open offer does not turn a resignation into a draw."""
    room, seated = together(site, "snakes")
    black, white = seated["black"], seated["white"]
    black.send(room, t="draw", id="o", do="offer")
    assert white.send(room, t="resign", id="r")[1]["kind"] == "resigned"
    assert white.send(room, t="draw", id="a", do="accept")[1]["code"] == "over"
    state = black.state(room)
    assert (state["result"], state["offers"]) == ({"winner": "black", "kind": "resigned", "points": 1}, {})


def test_rm_move_after_end(site: Site) -> None:
    """A game that is over stays as it is."""
    room, seated = together(site, "backgammon", position=OPENING)
    seated["white"].send(room, t="resign", id="r")
    before = seated["white"].http.get(f"/api/rooms/{room}/record").content
    head = seated["white"].state(room)["head"]
    for name, person in seated.items():
        late = (
            {"t": "move", "on": head, "move": "8/5 6/5"},
            {"t": "roll", "on": head},
            {"t": "resign"},
            {"t": "draw", "do": "offer"},
            {"t": "back", "do": "ask"},
            {"t": "claim", "do": "win"},
        )
        for count, command in enumerate(late):
            status, refused = person.send(room, id=f"{name}{count}", **command)
            assert (status, refused["code"], refused["why"]) == (409, "over", "The game is over.")
    assert seated["black"].http.get(f"/api/rooms/{room}/record").content == before


def test_rm_resign_off_turn(site: Site) -> None:
    """Who resigns need not be on turn."""
    room, seated = together(site, "snakes")
    assert seated["white"].state(room)["turn"] == "black"
    assert seated["white"].send(room, t="resign", id="r")[1]["by"] == "white"
    assert seated["black"].state(room)["result"]["winner"] == "black"


def test_rm_spectator_act(site: Site) -> None:
    """Who has no seat, or another seat, changes nothing, though the room and its code are known."""
    maker, other, watcher = Person(site), Person(site, "Bussard"), Person(site, "Gaffer")
    found = maker.found("backgammon", "live", position=OPENING)
    room = found["room"]
    other.join(room, code=found["code"])
    before = maker.http.get(f"/api/rooms/{room}/record").content
    head = maker.state(room)["head"]
    commands = (
        {"t": "move", "on": head, "move": "8/5 6/5"},
        {"t": "roll", "on": head},
        {"t": "resign"},
        {"t": "draw", "do": "accept"},
        {"t": "back", "do": "take"},
        {"t": "again"},
        {"t": "claim", "do": "win"},
        {"t": "greet", "n": 1},
        {"t": "ready"},
        {"t": "commit", "hash": "0" * 64},
        {"t": "open", "seed": "0" * 64},
        {"t": "out", "who": "0" * 10},
    )
    with watcher.socket(room) as socket:
        socket.receive()
        for count, command in enumerate(commands):
            socket.send(id=f"w{count}", **command)
            assert socket.until(t="refused", id=f"w{count}")["code"] == "not_seated"
            assert watcher.send(room, id=f"w{count}", **command)[0] == 403
    assert watcher.join(room, code=found["code"]).status_code == 409
    assert other.send(room, t="move", id="m", on=head, move="8/5 6/5")[1]["code"] == "not_your_turn"
    assert maker.http.get(f"/api/rooms/{room}/record").content == before


def test_rm_double_join(site: Site) -> None:
    """Two clicks take one seat; nobody plays against himself."""
    maker, other, third = Person(site), Person(site, "Bussard"), Person(site, "Dohle")
    found = maker.found("snakes", "live")
    room = found["room"]

    def join(person: Person = other) -> httpx.Response:
        return person.join(room, invite=found["invite"])

    answers = both_at_once(join, join, join)
    assert [(one.status_code, one.json()["seat"]) for one in answers] == [(200, "white")] * 3
    assert join(maker).json()["seat"] == "black"
    assert join(third).status_code == 409
    assert kinds(maker, room).count("joined") == 2
    assert [seat["name"] for seat in maker.state(room)["players"].values()] == ["Amsel", "Bussard"]


def test_rm_takeover(site: Site) -> None:
    """A second tab takes over from a connection that hangs; moves are accepted once."""
    room, seated = together(site, "snakes")
    black = seated["black"]
    with black.socket(room) as hanging, black.socket(room) as new:
        head = new.receive()["head"]
        new.send(t="roll", id="r", on=head)
        assert new.until(t="event", id="r")["seq"] == head + 1
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                hanging.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4409
        assert black.send(room, t="roll", id="r", on=head)[1]["seq"] == head + 1
        new.send(t="ping", id="p")
        assert new.until(t="pong")["id"] == "p"
    assert black.state(room)["head"] == head + 1


def test_rm_stale_version(site: Site) -> None:
    """A move chosen on a board of before is refused, though it would be legal by chance."""
    room, seated = together(site, "aeroplane", position=PLANES_APART)
    red = seated["red"]
    old = red.state(room)["head"]
    assert red.send(room, t="move", id="m0", on=old, move="3")[0] == 200
    for count in range(200):
        state = red.state(room)
        mover = seated[state["turn"]]
        legal = mover.state(room)["legal"]
        if mover is red and "12" in legal:
            break
        act: dict[str, Any] = {"t": "move", "move": legal[0]} if legal else {"t": "roll"}
        assert mover.send(room, id=f"a{count}", on=state["head"], **act)[0] == 200
    assert "12" in red.state(room)["legal"]
    head = red.state(room)["head"]
    status, refused = red.send(room, t="move", id="late", on=old, move="12")
    assert (status, refused["code"], refused["head"]) == (409, "stale", head)
    assert red.state(room)["head"] == head
    assert red.send(room, t="move", id="now", on=head, move="12")[0] == 200


def test_rm_two_tabs_dice(site: Site) -> None:
    """Two tabs that roll by themselves make one roll; both show the same."""
    room, seated = together(site, "snakes")
    for turn in range(12):
        state = seated["black"].state(room)
        mover = seated[state["turn"]]
        answers = both_at_once(
            *[
                lambda tab=tab: mover.send(room, t="roll", id=f"{turn}.{tab}", on=state["head"])  # noqa: B023
                for tab in range(3)
            ]
        )
        assert sorted(status for status, _ in answers) == [200, 409, 409]
        assert {answer["code"] for status, answer in answers if status == 409} <= {"stale", "not_your_turn"}
        (event,) = [answer for status, answer in answers if status == 200]
        shown = mover.state(room)
        assert (shown["head"], shown["position"]) == (state["head"] + 1, event["position"])


@pytest.mark.slow
def test_rm_reload_pending(tmp_path: Path) -> None:
    """A reload, or a new server, shows the same pending roll and the same choices."""
    site = Site(tmp_path)
    try:
        room, seated = together(site, "aeroplane", position="red=3,12,-,- yellow=3,12,-,- turn=red die=6")
        red = seated["red"]
        same = ("position", "legal", "actor", "turn", "result", "head")
        state = red.state(room)
        before = {name: state[name] for name in same}
        assert before["actor"] == "red" and sorted(before["legal"]) == ["12", "3", "base"]
        for since in (None, before["head"]):
            with red.socket(room, since=since) as socket:
                frame = socket.receive()
            assert {name: frame[name] for name in same} == before
        site.kill()
        site.start()
        state = red.state(room)
        assert {name: state[name] for name in same} == before
        assert red.send(room, t="roll", id="r", on=before["head"])[1]["code"] == "illegal"
        assert red.send(room, t="move", id="m", on=before["head"], move="base")[0] == 200
    finally:
        site.kill()


class Elements(HTMLParser):
    """What a browser would make of a page: its text, and whatever would run."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.running: list[str] = []
        self._script = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._script = tag == "script" and not given.get("src") and given.get("type") != "application/json"
        if self._script or any(name.startswith("on") for name in given):
            self.running.append(f"{tag} {given}")
        self.words += [value or "" for name, value in attrs if name in ("value", "title", "aria-label")]

    def handle_endtag(self, tag: str) -> None:
        self._script = False

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_rm_xss(site: Site) -> None:
    """A name is shown as it is written and runs nowhere; one too long is refused, umlauts and pictures stay."""
    name = "<b onclick=alert(1)>\"&'</b>"
    hostile, friend = Person(site, name), Person(site, "Jörg 🦊")
    found = hostile.found("snakes", "live", listed=True)
    room = found["room"]
    pages = ["/lobby", f"/spiel/{room}", f"/einladung/{found['invite']}", f"/mitspielen?code={found['code']}"]
    shown = [friend.http.get(page) for page in pages]
    friend.join(room, code=found["code"])
    later = [f"/spiel/{room}", f"/en/game/{room}", "/meine-spiele", "/lobby"]
    shown += [friend.http.get(page) for page in later]
    shown += [friend.http.get(f"/{name}"), friend.http.get(f"/spiel/{name}")]
    assert [answer.status_code for answer in shown] == [200] * 8 + [404] * 2
    for answer in shown:
        page = Elements(answer.text)
        assert not page.running, (answer.url, page.running)
        assert "<b onclick" not in answer.text and "</b>" not in answer.text, answer.url
        if answer.status_code == 200:
            assert any(name in text for text in page.words), answer.url
    state = friend.state(room)
    assert [player["name"] for player in state["players"].values()] == [name, "Jörg 🦊"]
    friend.send(room, t="resign", id="r")
    record = friend.http.get(f"/api/rooms/{room}/record")
    assert record.headers["content-type"].startswith("application/json")
    assert record.headers["x-content-type-options"] == "nosniff"
    assert decode(record.content).players["black"].name == name
    script = "</script><script>alert(1)</script>"
    for too_long in (script, "x" * (MAX_NAME + 1)):
        assert httpx.post(f"{site.url}/api/guest", json={"name": too_long}).status_code == 400


@pytest.mark.parametrize("game", ["snakes", "aeroplane", "backgammon", "dominoes", "spider"])
def test_rm_seed_per_game(site: Site, game: str) -> None:
    """Games that begin in the same second get dice of their own."""
    begun = both_at_once(*[lambda: together(site, game, "race" if game == "spider" else "live")] * 2)

    def beginning(room: str, seated: dict[str, Person]) -> list[str]:
        first = next(iter(seated.values()))
        if game == "spider":
            return [first.state(room)["position"]]
        play(room, seated, 40)
        record = decode(first.http.get(f"/api/rooms/{room}/record").content)
        return [entry.outcome for entry in record.events if entry.outcome is not None][:10]

    one, other = (beginning(*table) for table in begun)
    assert one and other and one != other


@pytest.mark.parametrize("game", ["snakes", "backgammon", "dominoes"])
def test_rm_seed_replay(site: Site, tmp_path: Path, game: str) -> None:
    """A finished game gives the same rolls and the same end elsewhere, whatever the order of hashes there."""
    room, seated = together(site, game)
    first = next(iter(seated.values()))
    play(room, seated, 60)
    content = first.http.get(f"/api/rooms/{room}/record").content
    path = tmp_path / "game.plyyard.json"
    path.write_bytes(content)
    *_, last = replay(decode(content))
    elsewhere = (
        "import sys, pathlib; from plyyard.core.record import decode, replay\n"
        "*_, last = replay(decode(pathlib.Path(sys.argv[1]).read_bytes())); print(last.after.state)"
    )
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", elsewhere, str(path)]
        shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert shown.stdout.strip() == str(last.after.state)
        alone = [sys.executable, "-I", "-S", verifier.__file__, str(path)]
        assert subprocess.run(alone, env=environment, capture_output=True).returncode == verifier.PROVED
    assert last.after.state is not None and json.loads(content)["events"][-1]["kind"] == "revealed"


def test_rm_score_twice(site: Site) -> None:
    """Of two ends at the same moment one counts: the one that came first."""
    for _ in range(12):
        room, seated = together(site, "backgammon", position=LAST_CHECKERS)
        white, black = seated["white"], seated["black"]
        head = white.state(room)["head"]
        acts = [
            lambda: white.send(room, t="move", id="m", on=head, move="1/off"),  # noqa: B023
            lambda: black.send(room, t="resign", id="r"),  # noqa: B023
        ]
        answers = both_at_once(*acts)
        assert sorted(status for status, _ in answers) == [200, 409]
        assert [answer["code"] for status, answer in answers if status == 409] == ["over"]
        told = kinds(white, room)
        assert told.count("over") == 1 and told.count("moved") + told.count("resigned") == 1
        result = white.state(room)["result"]
        assert result == black.state(room)["result"] and result["winner"] == "white"
        mine = [one for one in black.http.get("/api/mine?over=1").json()["rooms"] if one["room"] == room]
        assert len(mine) == 1
        assert (result["kind"] == "resigned") == ("resigned" in told)

"""The wire as outside programs meet it: commands, answers, refusals, resends, over HTTP and sockets."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from plyyard.core import registry
from plyyard.core.record import decode, replay
from tests.site import Person, Site, Socket

TWO_SIDES = [game.name for game in registry.games() if len(game.sides) == 2]


def play_out(socket: Socket, seed: int, limit: int = 3000) -> list[dict[str, Any]]:
    """Play a local game to its end by random legal commands; all frames received."""
    choose = random.Random(seed)
    frames = [socket.receive()]
    for count in range(limit):
        now = frames[-1]
        if now["can"].get("ready"):
            socket.send(t="ready", id=f"c{count}")
            frames.append(socket.until(t="hello", curtain=False))
            socket.receive()  # the answer to the command, beside the state that all tabs get
            continue
        if now["can"].get("roll"):
            socket.send(t="roll", id=f"c{count}", on=_head(now))
        elif now["legal"]:
            socket.send(t="move", id=f"c{count}", on=_head(now), move=choose.choice(now["legal"]))
        else:
            raise AssertionError(now)
        frames.append(socket.until(t="event", id=f"c{count}"))
        if (ended := frames[-1])["actor"] is None:
            frames.append(socket.until(kind="over"))
            assert ended["seq"] + 1 == frames[-1]["seq"]
            return frames
    raise AssertionError("the game does not end")


def _head(frame: dict[str, Any]) -> int:
    return int(frame["head"] if frame["t"] == "hello" else frame["seq"])


@pytest.mark.parametrize("game", TWO_SIDES)
def test_a_whole_game_over_a_socket_leaves_a_record_that_replays(person: Person, game: str) -> None:
    room = person.create(game)
    with person.socket(room) as socket:
        frames = play_out(socket, seed=5)
    result = frames[-1]["result"]
    assert result["winner"] in (*registry.game(game).sides, None)
    record = decode(person.http.get(f"/api/rooms/{room}/record").content)
    assert len(list(replay(record))) == len(record.events) + 1
    assert record.result is not None and record.result.winner == result["winner"]
    assert [entry.seq for entry in record.events] == list(range(1, len(record.events) + 1))


def test_the_same_command_again_gets_the_same_event(person: Person) -> None:
    room = person.create("snakes")
    first = person.send(room, t="roll", id="a1", on=1)
    person.send(room, t="roll", id="a2", on=2)
    status, again = person.send(room, t="roll", id="a1", on=1)
    assert (status, again["seq"], again["outcome"]) == (200, first[1]["seq"], first[1]["outcome"])
    assert person.state(room)["head"] == 3


def test_the_same_command_again_over_a_socket_is_answered_once_each_time(person: Person) -> None:
    room = person.create("snakes")
    with person.socket(room) as socket:
        socket.receive()
        for _ in range(2):
            socket.send(t="roll", id="a1", on=1)
        answers = [socket.receive(), socket.receive()]
        assert [answer["seq"] for answer in answers] == [2, 2]
        assert answers[0]["outcome"] == answers[1]["outcome"]
        socket.send(t="ping", id="p")
        assert socket.receive() == {"t": "pong", "id": "p"}


def test_a_refusal_is_repeated_whatever_happened_since(person: Person) -> None:
    room = person.create("snakes")
    status, refused = person.send(room, t="roll", id="early", on=0)
    assert (status, refused["code"], refused["head"]) == (409, "stale", 1)
    person.send(room, t="roll", id="a1", on=1)
    assert person.send(room, t="roll", id="early", on=2)[1]["code"] == "stale"


def test_numbers_from_the_client_count_for_nothing(person: Person) -> None:
    """sl-client-die"""
    room = person.create("snakes")
    rolled = [
        person.send(room, t="roll", id=f"r{head}", on=head, die=6, outcome="6")[1]["outcome"]
        for head in range(1, 13)  # nobody is at the end after six rolls
    ]
    assert set(rolled) != {"6"}
    status, refused = person.send(room, t="move", id="m", on=13, move="100")
    assert status in (400, 409) and refused["t"] == "refused"


def test_nobody_rolls_before_a_plane_is_chosen(person: Person) -> None:
    """lu-roll-before-choice"""
    position = "red=-,-,3,12 yellow=-,-,-,- turn=red die=4"
    room = person.create("aeroplane", position=position)
    status, refused = person.send(room, t="roll", id="a1", on=1)
    assert (status, refused["code"]) == (409, "illegal") and refused["article"]
    state = person.state(room)
    assert state["position"] == position and sorted(state["legal"]) == ["12", "3"]


def test_a_stranger_only_watches(site: Site, person: Person) -> None:
    room = person.create("snakes")
    stranger = Person(site, "Drossel")
    for command in ({"t": "roll", "on": 1}, {"t": "resign"}, {"t": "again"}, {"t": "ready"}):
        status, refused = stranger.send(room, id="x", **command)
        assert (status, refused["code"]) == (403, "not_seated")
    assert stranger.state(room)["you"] is None
    assert person.send(room, t="roll", id="x", on=1)[0] == 200  # the stranger's refusals took nobody's id
    assert stranger.send(room, t="roll", id="x", on=1)[1]["code"] == "not_seated"


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"t":"roll"}',
        b'{"t":"roll","id":1,"on":1}',
        b'{"t":"roll","id":"","on":1}',
        b'{"t":"roll","id":"a","on":-1}',
        b'{"t":"roll","id":"a","on":1e99}',
        b'{"t":"roll","id":"a","on":NaN}',
        b'{"t":"conquer","id":"a"}',
        b'{"t":"move","id":"a","on":1,"move":""}',
        b'{"t":"back","id":"a","do":"everything"}',
        b'{"t":"roll","id":"\xff","on":1}',
        b'{"id":' * 400 + b"1" + b"}" * 400,
        b"[" * 8000,
    ],
)
def test_what_is_no_command_gets_one_refusal_and_changes_nothing(person: Person, frame: bytes) -> None:
    room = person.create("snakes")
    answer = person.http.post(f"/api/rooms/{room}/commands", content=frame)
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed" and answer.json()["why"] and answer.json()["head"] == 1
    if frame != b'{"t":"roll","id":"\xff","on":1}':
        with person.socket(room) as socket:
            socket.receive()
            socket.connection.send(frame.decode())
            assert socket.receive()["code"] == "malformed"
            socket.send(t="roll", id="then", on=1)
            assert socket.receive()["seq"] == 2


def test_an_oversized_frame_is_refused_and_closes_the_socket(person: Person) -> None:
    room = person.create("snakes")
    with person.socket(room) as socket:
        socket.receive()
        socket.connection.send("x" * 9000)
        assert socket.receive()["code"] == "too_large"
        with pytest.raises(ConnectionClosed) as closed:
            socket.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4413
    assert person.http.post(f"/api/rooms/{room}/commands", content=b"x" * 9000).status_code == 413
    assert person.http.post(f"/api/rooms/{room}/commands", content=b"x" * 10_000_000).status_code == 413
    assert person.state(room)["head"] == 1


@pytest.mark.parametrize(
    ("order", "status"),
    [
        ({"game": "chess", "kind": "local"}, 404),
        ({"game": "../snakes", "kind": "local"}, 404),
        ({"game": "snakes", "kind": "war"}, 400),
        ({"game": "snakes", "kind": "computer", "opponent": {"level": "god"}}, 400),
        ({"game": "snakes", "kind": "computer", "seat": "red"}, 400),
        ({"game": "spider", "kind": "computer"}, 400),
        ({"game": "spider", "kind": "local", "options": {"number": 10**9}}, 400),
        ({"game": "snakes", "kind": "local", "options": {"x": 1}}, 400),
        ({"game": "snakes", "kind": "local", "position": "black=101 white=0 turn=black"}, 400),
        ({"game": "snakes", "kind": "local", "position": "black=4 white=0 turn=black"}, 400),
        ({"game": "snakes", "kind": "local", "position": "black=100 white=0"}, 400),
        ({"game": "snakes", "kind": "local", "position": "black=1\x00 white=0"}, 400),
    ],
)
def test_a_room_that_cannot_be_is_refused_with_a_reason(
    person: Person, order: dict[str, Any], status: int
) -> None:
    answer = person.http.post("/api/rooms", json=order)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"] and answer.json()["status"] == status


def test_there_is_no_such_room(person: Person) -> None:
    for room in ("nowhere", "x" * 300, "%00"):
        assert person.http.get(f"/api/rooms/{room}").status_code == 404
    with person.socket("nowhere") as socket, pytest.raises(ConnectionClosed) as closed:
        socket.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404


def test_missed_events_come_after_the_first_frame(person: Person) -> None:
    room = person.create("snakes")
    for head in range(1, 6):
        person.send(room, t="roll", id=f"r{head}", on=head)
    with person.socket(room, since=3) as socket:
        hello = socket.receive()
        assert (hello["t"], hello["head"], [line["seq"] for line in hello["log"]]) == ("hello", 6, [4, 5, 6])
        assert [socket.receive()["seq"] for _ in range(3)] == [4, 5, 6]
    events = person.http.get(f"/api/rooms/{room}/events", params={"since": "4"}).json()
    assert ([event["seq"] for event in events["events"]], events["head"]) == ([5, 6], 6)


def test_many_missed_events_come_without_a_gap(person: Person) -> None:
    room = person.create("spider", options={"number": 1})
    person.send(room, t="move", id="m", on=1, move=person.state(room)["legal"][0])
    for count in range(50):
        person.send(room, t="back", id=f"b{count}", do="take")
        person.send(room, t="back", id=f"c{count}", do="redo")
    head = person.state(room)["head"]
    assert head > 64
    with person.socket(room, since=1) as socket:
        assert socket.receive()["head"] == head
        assert [socket.receive()["seq"] for _ in range(head - 1)] == list(range(2, head + 1))
        socket.send(t="back", id="now", do="take")
        assert socket.until(id="now")["seq"] == head + 1


def test_what_is_too_fast_is_refused_by_its_id(tmp_path: Path) -> None:
    site = Site(tmp_path, rate=0.01)
    try:
        person = Person(site)
        room = person.create("snakes")
        with person.socket(room) as socket:
            socket.receive()
            for count in range(60):
                socket.send(t="ping", id=f"p{count}")
            answers = [socket.receive() for _ in range(60)]
        assert [answer["id"] for answer in answers] == [f"p{count}" for count in range(60)]
        assert answers[-1]["code"] == "rate"
        status, refused = person.send(room, t="roll", id="r", on=1)
        assert (status, refused["t"], refused["id"], refused["code"]) == (429, "refused", "r", "rate")
    finally:
        site.kill()


def test_everyone_gets_every_event_and_only_the_sender_its_id(site: Site, person: Person) -> None:
    room = person.create("snakes")
    with person.socket(room) as one, Person(site, "Drossel").socket(room) as other:
        one.receive(), other.receive()
        one.send(t="roll", id="mine", on=1)
        assert one.receive()["id"] == "mine"
        assert "id" not in other.receive()


def test_the_computer_begins_when_its_side_does(person: Person) -> None:
    room = person.create("snakes", "computer", seat="white", opponent={"level": "beginner"})
    with person.socket(room, since=1) as socket:
        rolled = socket.until(kind="rolled")
        assert (rolled["by"], rolled["turn"], rolled["draw"]) == ("black", "white", 1)


@pytest.mark.parametrize("game", TWO_SIDES)
def test_a_whole_game_against_the_computer(person: Person, game: str) -> None:
    levels = list(registry.game(game).levels)
    room = person.create(game, "computer", opponent={"level": levels[0]})
    choose = random.Random(3)
    with person.socket(room) as socket:
        frame = socket.receive()
        for count in range(3000):
            if frame["t"] == "refused" or frame.get("kind") == "over":
                break
            if frame["can"].get("roll"):
                socket.send(t="roll", id=f"c{count}", on=_head(frame))
            elif frame["legal"]:
                socket.send(t="move", id=f"c{count}", on=_head(frame), move=choose.choice(frame["legal"]))
            frame = socket.receive()
    assert frame["kind"] == "over", frame
    assert person.state(room)["result"] == frame["result"]


def test_resigning_at_one_screen_is_the_side_to_move(person: Person) -> None:
    room = person.create("snakes")
    person.send(room, t="roll", id="r1", on=1)
    turn = person.state(room)["turn"]
    assert person.send(room, t="resign", id="r2")[1]["by"] == turn
    state = person.state(room)
    assert state["result"] == {
        "winner": next(s for s in ("black", "white") if s != turn),
        "kind": "resigned",
        "points": 1,
    }
    assert person.send(room, t="roll", id="r3", on=state["head"])[1]["code"] == "over"


def test_a_draw_is_agreed_at_one_screen_and_never_by_the_computer(person: Person) -> None:
    room = person.create("dominoes")
    assert person.send(room, t="draw", id="d", do="offer")[1]["kind"] == "agreed draw"
    assert person.state(room)["result"] == {"winner": None, "kind": "agreed draw", "points": 0}
    other = person.create("dominoes", "computer", opponent={"level": "beginner"})
    assert person.send(other, t="draw", id="d", do="offer")[1]["code"] == "forbidden"


def test_the_curtain_hides_both_hands_until_the_next_person_is_ready(person: Person) -> None:
    room = person.create("dominoes")
    covered = person.state(room)
    assert covered["curtain"] and covered["legal"] == [] and "black=?*7 white=?*7" in covered["position"]
    person.send(room, t="ready", id="r1")
    seen = person.state(room)
    assert len(seen["legal"]) == 7 and "white=?*7" in seen["position"]
    moved = person.send(room, t="move", id="m1", on=2, move=seen["legal"][0])[1]
    assert moved["curtain"] and "black=?*6 white=?*7" in moved["position"]


def test_steps_of_a_play_and_the_reason_against_one(person: Person) -> None:
    room = person.create("backgammon", position="4HPwATDgc/ABMA turn=white dice=3,1")
    status, answer = person.send(room, t="steps", id="s", on=1, taken=["8/5"])
    assert status == 200 and any(step["move"] == "8/5 6/5" for step in answer["next"])
    status, why = person.send(room, t="why", id="w", move="24/18")
    assert status == 200 and not why["legal"] and why["why"] and why["article"]
    assert person.send(room, t="steps", id="s", on=1, taken=["8/1"])[1]["code"] == "illegal"
    assert person.state(room)["head"] == 1


def test_the_reason_against_what_was_tried_on_the_board(person: Person) -> None:
    room = person.create("backgammon", position="4HPwATDgc/ABMA turn=white dice=3,1")

    def ask(**tried: object) -> tuple[bool, str | None]:
        status, why = person.send(room, t="why", id="w", **tried)
        assert status == 200 and why["t"] == "why" and bool(why["why"]) != why["legal"]
        return why["legal"], why["article"]

    assert ask(picked="p6", target="p18") == (False, "1.3")
    assert ask(picked="p8", target="p5") == (True, None)
    assert ask(picked="p6", target="p1", taken=["8/5"]) == (False, "3.1")
    assert ask(picked="p12") == (False, "3.1")
    for nothing in ({}, {"picked": "p8"}, {"picked": "no such thing", "target": "p5"}):
        assert ask(**nothing) == (False, None)
    assert person.send(room, t="why", id="w", picked="p" * 81)[1]["code"] == "malformed"
    assert person.send(room, t="why", id="w", picked="p6", taken=["8/1"])[1]["code"] == "illegal"
    assert person.state(room)["head"] == 1


def test_what_stands_against_a_deal_is_named(person: Person) -> None:
    room = person.create(
        "spider", position="columns=KH/QH//JH/TH/9H/8H//6H/5H stock=2S,3S,2S,3S,AS,AH,AC,AD,AS,AC home="
    )
    by_stock = person.send(room, t="why", id="w", picked="stock")[1]
    assert (by_stock["article"], by_stock["marks"]) == ("3.2", ["c3", "c8"])
    assert person.send(room, t="why", id="w", move="deal")[1] == by_stock
    assert "marks" not in person.send(room, t="why", id="w", move="1>2:1")[1]
    best = {step["text"] for step in person.state(room)["steps"] if step.get("best")}
    assert best == {"2>1:1", "4>2:1", "5>4:1", "6>5:1", "7>6:1", "10>9:1"}, (
        "onto its own suit, never a whole column away"
    )
    assert person.send(room, t="move", id="m", on=1, move="2>1:1")[0] == 200


def test_results_go_to_the_right_side(person: Person) -> None:
    """lu-result-stats"""
    room = person.create("aeroplane", position="red=55,56,56,56 yellow=-,-,-,- turn=red die=1")
    person.send(room, t="move", id="m", on=1, move="55")
    assert person.state(room)["result"] == {"winner": "red", "kind": "finished", "points": 1}
    kinds = [line["kind"] for line in person.state(room)["log"]]
    assert kinds.count("over") == 1


def test_one_draw_request_draws_one_tile(person: Person) -> None:
    """do-double-draw: the same id twice is one tile; a new id is a second one if still nothing fits."""
    choose, pairs = random.Random(1), 0
    for game in range(20):
        room = person.create("dominoes")
        for count in range(60):
            state = person.state(room)
            if state["result"]:
                break
            if state["can"].get("ready"):
                person.send(room, t="ready", id=f"y{game}.{count}")
            elif state["legal"]:
                move = choose.choice(state["legal"])
                person.send(room, t="move", id=f"m{count}", on=state["head"], move=move)
            else:
                drawn = [person.send(room, t="roll", id=f"d{count}", on=state["head"])[1] for _ in range(2)]
                assert drawn[0]["outcome"] == drawn[1]["outcome"] and drawn[0]["seq"] == drawn[1]["seq"]
                pairs += 1
                if drawn[0]["can"].get("roll"):
                    second = person.send(room, t="roll", id=f"e{count}", on=drawn[0]["seq"])[1]
                    assert second["seq"] == drawn[0]["seq"] + 1 and second["outcome"] != drawn[0]["outcome"]
                    return
    raise AssertionError(f"{pairs} draws, never two in a row")

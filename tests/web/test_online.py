"""Playing together over real sockets: dice that reach both at once, own seeds, offers, a rematch, clocks, watchers, races."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from plyyard import verifier
from plyyard.core.record import decode, replay
from plyyard.core.sayings import GREETINGS
from plyyard.rooms import fairness
from tests.site import Person, Site, Socket, together

OPENING = "4HPwATDgc/ABMA turn=white dice=3,1"


@contextlib.contextmanager
def looking(room: str, people: dict[str, Person], since: int | None = None) -> Iterator[dict[str, Socket]]:
    """A socket for each person, its first frame read."""
    with contextlib.ExitStack() as stack:
        sockets = {name: stack.enter_context(person.socket(room, since)) for name, person in people.items()}
        for socket in sockets.values():
            assert socket.receive()["t"] == "hello"
        yield sockets


def proved(person: Person, room: str) -> verifier.Report:
    """The record of a game that is over replays, and its dice are proved."""
    content = person.http.get(f"/api/rooms/{room}/record").content
    assert list(replay(decode(content)))
    report = verifier.check(verifier.read(content))
    assert report.verdict == verifier.PROVED
    return report


@pytest.mark.parametrize("game", ["snakes", "aeroplane", "backgammon", "dominoes"])
def test_a_whole_game_reaches_both_and_the_watcher_and_is_proved(site: Site, game: str) -> None:
    room, people = together(site, game)
    people["watcher"] = Person(site, "Gaffer")
    choose = random.Random(game)
    with looking(room, people) as sockets:
        told = {name: person.state(room) for name, person in people.items()}
        for count in range(3000):
            seat, head = told["watcher"]["turn"], told["watcher"].get("seq", told["watcher"].get("head"))
            if seat is None:
                break
            roll = told[seat]["can"].get("roll")
            act = {"t": "roll"} if roll else {"t": "move", "move": choose.choice(told[seat]["legal"])}
            sockets[seat].send(id=f"a{count}", on=head, **act)
            told = {name: socket.until(t="event", seq=head + 1) for name, socket in sockets.items()}
            assert [name for name, frame in told.items() if "id" in frame] == [seat]
            for name in ("kind", "by", "effects", "ts", "turn"):
                assert len({str(frame[name]) for frame in told.values()}) == 1
        results = [socket.until(kind="over")["result"] for socket in sockets.values()]
        assert results[0] == results[1] == results[2]
        assert len({socket.until(kind="revealed")["position"] for socket in sockets.values()}) == 1
    assert not proved(people["watcher"], room).own


def test_own_seeds_are_committed_before_they_are_opened(site: Site) -> None:
    one, other = Person(site), Person(site, "Bussard")
    found = one.found("snakes", "live", dice="own")
    room = found["room"]
    other.join(room, invite=found["invite"], dice="own")
    seeds = {"black": fairness.new_seed(), "white": fairness.new_seed()}
    people = {"black": one, "white": other}
    for seat, person in people.items():
        assert (
            person.send(room, t="roll", id=f"early {seat}", on=person.state(room)["head"])[1]["code"]
            == "forbidden"
        )
        assert person.send(room, t="open", id=f"o {seat}", seed=seeds[seat].hex())[1]["code"] == "forbidden"
        assert person.state(room)["can"]["commit"] and not person.state(room)["can"].get("open")
        made = fairness.seat_commitment(room, seat, seeds[seat])
        assert person.send(room, t="commit", id=f"c {seat}", hash=made)[1]["kind"] == "committed"
        assert person.send(room, t="commit", id=f"d {seat}", hash=made)[1]["code"] == "forbidden"
    assert one.send(room, t="open", id="other's", seed=seeds["white"].hex())[1]["code"] == "forbidden"
    with looking(room, people) as sockets:
        for seat, socket in sockets.items():
            socket.send(t="open", id=f"open {seat}", seed=seeds[seat].hex())
            assert socket.until(id=f"open {seat}")["seed"] == seeds[seat].hex()
        for socket in sockets.values():
            assert socket.until(kind="began")["turn"] == "black"
    one.send(room, t="roll", id="r", on=one.state(room)["head"])
    one.send(room, t="resign", id="end")
    assert sorted(proved(one, room).own) == ["black", "white"]


def test_a_draw_offer_lapses_by_the_others_act_and_waits_for_the_own_next_one(site: Site) -> None:
    room, people = together(site, "snakes")
    black, white = people["black"], people["white"]

    def roll(person: Person, ident: str) -> None:
        assert person.send(room, t="roll", id=ident, on=person.state(room)["head"])[0] == 200

    assert white.send(room, t="draw", id="o1", do="offer")[0] == 200
    roll(black, "r1")
    assert black.state(room)["offers"] == {}
    assert black.send(room, t="draw", id="a1", do="accept")[1]["code"] == "forbidden"
    assert white.send(room, t="draw", id="o2", do="offer")[1]["code"] == "forbidden"
    roll(white, "r2")
    assert white.send(room, t="draw", id="o3", do="offer")[0] == 200
    assert black.send(room, t="draw", id="d1", do="decline")[1]["kind"] == "declined"
    assert white.send(room, t="draw", id="o4", do="offer")[1]["code"] == "forbidden"
    assert [line["kind"] for line in black.state(room)["log"][-4:]] == [
        "lapsed", "rolled", "offered", "declined",
    ]  # fmt: skip


def test_taking_back_needs_the_other_and_ends_with_a_roll(site: Site) -> None:
    room, people = together(site, "backgammon", position=OPENING)
    white, black = people["white"], people["black"]
    head = white.state(room)["head"]
    white.send(room, t="move", id="m1", on=head, move="8/5 6/5")
    assert white.send(room, t="back", id="b1", do="take")[1]["code"] == "forbidden"
    assert black.send(room, t="back", id="b2", do="ask")[1]["code"] == "forbidden"
    assert white.send(room, t="back", id="b3", do="ask")[1]["kind"] == "offered"
    assert black.state(room)["can"]["agree"]
    assert white.send(room, t="back", id="b4", do="accept")[1]["code"] == "forbidden"
    assert black.send(room, t="back", id="b5", do="accept")[1]["position"] == OPENING
    white.send(room, t="move", id="m2", on=white.state(room)["head"], move="24/23 13/10")
    assert white.send(room, t="back", id="b6", do="ask")[0] == 200
    black.send(room, t="roll", id="r", on=black.state(room)["head"])
    assert white.state(room)["offers"] == {}
    assert white.send(room, t="back", id="b7", do="ask")[1]["code"] == "forbidden"


def test_a_rematch_needs_both_and_swaps_the_persons(site: Site) -> None:
    room, people = together(site, "snakes")
    black, white = people["black"], people["white"]
    assert black.send(room, t="again", id="g0")[1]["code"] == "forbidden"
    black.send(room, t="resign", id="r")
    assert white.send(room, t="again", id="g1")[1]["kind"] == "offered"
    assert white.send(room, t="again", id="g2")[1]["code"] == "forbidden"
    with looking(room, {"white": white}) as sockets:
        new = black.send(room, t="again", id="g3")[1]["room"]
        assert sockets["white"].until(kind="again")["room"] == new
    assert (black.state(new)["you"], white.state(new)["you"]) == ("white", "black")
    assert white.send(new, t="roll", id="r", on=white.state(new)["head"])[0] == 200
    assert Person(site, "Dohle").join(new, code="").status_code == 409


def test_a_greeting_is_one_of_few_and_not_too_often(site: Site) -> None:
    room, people = together(site, "snakes")
    with looking(room, people) as sockets:
        sockets["black"].send(t="greet", id="g1", n=1)
        sockets["black"].send(t="greet", id="g2", n=2)  # at once: it need not be told before
        assert sockets["black"].until(id="g2")["code"] == "forbidden"
        assert GREETINGS[0].message in sockets["white"].until(kind="greeted")["say"]
    assert people["white"].send(room, t="greet", id="g3", n=len(GREETINGS) + 1)[1]["code"] == "malformed"
    head = people["black"].state(room)["head"]
    assert people["black"].send(room, t="roll", id="r", on=head - 1)[0] == 200, "a greeting changes no board"


def test_the_maker_sends_a_watcher_out_for_good(site: Site) -> None:
    room, people = together(site, "snakes")
    watcher = Person(site, "Gaffer")
    with watcher.socket(room) as socket:
        socket.receive()
        assert people["white"].state(room)["watching"] == []
        (seen,) = people["black"].state(room)["watching"]
        assert seen["name"] == "Gaffer"
        assert people["white"].send(room, t="out", id="x", who=seen["handle"])[1]["code"] == "forbidden"
        assert people["black"].send(room, t="out", id="y", who=seen["handle"])[0] == 200
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                socket.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
    for path in ("", "/events", "/record"):
        assert watcher.http.get(f"/api/rooms/{room}{path}").status_code == 403
    assert people["black"].state(room)["watchers"] == 0


def test_a_flag_falls_though_nobody_does_anything(site: Site) -> None:
    room, people = together(site, "snakes", clock={"per_move": 1})
    with looking(room, people, since=1) as sockets:  # it may have fallen before they look
        for socket in sockets.values():
            assert socket.until(kind="over")["result"] == {"winner": "white", "kind": "timeout", "points": 1}
    proved(people["black"], room)


def test_a_race_shows_of_others_how_far_they_are(site: Site) -> None:
    room, people = together(site, "spider", "race", 3)
    people["watcher"] = Person(site, "Gaffer")
    with looking(room, people) as sockets:
        before = {name: person.state(room) for name, person in people.items()}
        assert len({before[seat]["position"] for seat in ("1", "2", "3")}) == 1, "the same deal"
        move = before["2"]["legal"][0]
        sockets["2"].send(t="move", id="m", on=before["2"]["head"], move=move)
        own = sockets["2"].until(id="m")
        for name in ("1", "3", "watcher"):
            hidden = sockets[name].until(t="event")
            assert (hidden["kind"], hidden["seq"]) == ("hidden", own["seq"])
            assert set(hidden) == {"t", "kind", "seq", "ts", "clock", "race"}
            assert hidden["race"] == own["race"] and hidden["race"]["2"] != before[name]["race"]["2"]
            after = people[name].state(room)
            assert after["position"] == before[name]["position"]
        sockets["1"].send(t="move", id="m", on=before["1"]["head"], move=move)
        assert sockets["1"].until(t="refused")["code"] == "malformed", (
            "an id belongs to whoever used it first"
        )
        sockets["1"].send(t="move", id="n", on=before["1"]["head"], move=move)
        assert sockets["1"].until(t="event", id="n")["position"] == own["position"], "the board is another"
    for seat in ("1", "2", "3"):
        assert people[seat].send(room, t="resign", id=f"r{seat}")[0] == 200
    assert people["watcher"].state(room)["result"]["kind"] == "points"
    assert "?" not in people["watcher"].state(room)["position"]
    proved(people["watcher"], room)

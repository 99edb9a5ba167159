"""Games between two persons over the wire: whatever their end, the record proves their dice, and before it tells nothing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from plyyard import verifier
from plyyard.rooms import fairness
from tests.cli.programs import plyyard
from tests.site import Person, Site

GAMES = ("snakes", "aeroplane", "backgammon", "dominoes")


class Table:
    """A room with two persons; ``own``: those who make their seeds themselves."""

    def __init__(self, site: Site, game: str, own: tuple[int, ...], kind: str = "live") -> None:
        self.people = [Person(site, "Amsel"), Person(site, "Fink")]
        self.seeds = [random.Random(place).randbytes(32) for place in range(2)]
        self.sent = 0
        order = {"game": game, "kind": kind, "dice": "own" if 0 in own else "server"}
        made = self.people[0].http.post("/api/rooms", json=order).json()
        self.room = made["room"]
        wish = {"code": made["code"], "dice": "own" if 1 in own else "server"}
        self.people[1].http.post(f"/api/rooms/{self.room}/join", json=wish).raise_for_status()
        self.seats = [self.state(place)["you"] for place in range(2)]
        for place in own:
            made_hash = fairness.seat_commitment(self.room, self.seats[place], self.seeds[place])
            self.send(place, t="commit", hash=made_hash)
        for place in own:
            self.send(place, t="open", seed=self.seeds[place].hex())

    def state(self, place: int) -> dict[str, Any]:
        return self.people[place].state(self.room)

    def send(self, place: int, **command: Any) -> dict[str, Any]:
        self.sent += 1
        status, answer = self.people[place].send(self.room, id=f"{place} {self.sent}", **command)
        assert status == 200, answer
        return answer

    def play(self, most: int = 2000) -> None:
        """Random moves to the end, or so many acts."""
        choose = random.Random(1)
        place = 0
        for _ in range(most):
            state = self.state(place)
            if state["turn"] is None:
                return
            if state["turn"] != self.seats[place]:
                place = 1 - place
                state = self.state(place)
            if state["can"].get("roll"):
                self.send(place, t="roll", on=state["head"])
            else:
                self.send(place, t="move", on=state["head"], move=choose.choice(state["legal"]))

    def record(self, place: int = 0) -> bytes:
        return self.people[place].http.get(f"/api/rooms/{self.room}/record").content


def verdict(content: bytes, folder: Path) -> verifier.Report:
    """What the verifier says; ``plyyard verify``, which knows the rules, has to agree."""
    report = verifier.check(verifier.read(content))
    file = folder / "game.plyyard.json"
    file.write_bytes(content)
    done = plyyard("verify", str(file), "--lang", "en")
    assert done.returncode == report.verdict, done.stdout.decode()
    return report


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "own"), [*((game, (0, 1)) for game in GAMES), ("snakes", (1,)), ("dominoes", ())]
)
def test_a_whole_game_is_proved(site: Site, game: str, own: tuple[int, ...], tmp_path: Path) -> None:
    table = Table(site, game, own)
    table.play()
    report = verdict(table.record(), tmp_path)
    assert report.verdict == verifier.PROVED, report.faults
    assert report.own == [
        seat for seat in report.record.seats if seat in [table.seats[place] for place in own]
    ]
    for place in own:
        opened = [event for event in report.record.events if event.kind == "opened"]
        assert table.seeds[place].hex() in [event.seed for event in opened]
    assert table.record(1) == table.record(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_resigned_game_is_proved(site: Site, game: str, tmp_path: Path) -> None:
    table = Table(site, game, (0, 1))
    table.play(6)
    table.send(1, t="resign")
    report = verdict(table.record(), tmp_path)
    assert report.verdict == verifier.PROVED
    assert report.draws


def test_no_two_games_have_the_same_dice(site: Site) -> None:
    """rm-seed-per-game: begun in the same second."""
    tables = [Table(site, "snakes", ()) for _ in range(2)]
    rolls, commitments = [], set()
    for table in tables:
        table.play(12)
        events = verifier.read(table.record()).events
        rolls.append([event.outcome for event in events if event.kind == "rolled"][:10])
        commitments.add(events[0].hash)
    assert rolls[0] != rolls[1]
    assert len(commitments) == 2


def test_a_game_that_ended_before_it_began_is_proved(site: Site, tmp_path: Path) -> None:
    table = Table(site, "backgammon", ())
    waiting = Person(site, "Specht")
    made = waiting.http.post("/api/rooms", json={"game": "backgammon", "kind": "live", "dice": "own"}).json()
    other = table.people[0]
    other.http.post(f"/api/rooms/{made['room']}/join", json={"code": made["code"]}).raise_for_status()
    assert other.send(made["room"], t="resign", id="r")[0] == 200
    report = verdict(other.http.get(f"/api/rooms/{made['room']}/record").content, tmp_path)
    assert (report.verdict, report.draws) == (verifier.PROVED, [])


def test_a_race_is_proved(site: Site, tmp_path: Path) -> None:
    table = Table(site, "spider", (0,), kind="race")
    assert b"number" not in table.record()
    for place in range(2):
        state = table.state(place)
        table.send(place, t="move", on=state["head"], move=state["legal"][0])
    for place in range(2):
        if table.state(place)["can"].get("resign"):
            table.send(place, t="resign")
    report = verdict(table.record(), tmp_path)
    assert report.verdict == verifier.PROVED
    assert report.draws[0].given == report.draws[0].written


@pytest.mark.parametrize("game", ["snakes", "dominoes"])
def test_a_game_against_the_computer_is_proved(site: Site, game: str) -> None:
    person = Person(site)
    room = person.create(game, "computer", opponent={"level": "beginner"})
    with person.socket(room, since=0) as socket:
        if game == "snakes":  # the person begins
            person.send(room, t="roll", id="a", on=person.state(room)["head"])
        socket.until(kind="rolled")
        person.send(room, t="resign", id="r")
        socket.until(kind="revealed")
    report = verifier.check(verifier.read(person.http.get(f"/api/rooms/{room}/record").content))
    assert not report.faults and not report.pending and report.draws


@pytest.mark.parametrize("game", GAMES)
def test_a_running_record_tells_neither_secret_nor_lotteries(site: Site, game: str, tmp_path: Path) -> None:
    table = Table(site, game, (0, 1))
    table.play(5)
    content = table.record()
    report = verdict(content, tmp_path)
    assert (report.verdict, report.faults) == (verifier.UNPROVED, [])
    assert report.record.lots == report.record.drawn == []
    assert "revealed" not in {event.kind for event in report.record.events}

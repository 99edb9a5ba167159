"""Rooms for several persons under every order of joining, commands, resends, reconnects and restarts, in one process or
two over the same database, against a model of what must hold."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test

from plyyard import verifier
from plyyard.core.record import decode, encode, replay
from plyyard.rooms import fairness, records
from plyyard.rooms.company import handle
from plyyard.rooms.decision import Refusal
from plyyard.rooms.hub import TAKEN_OVER
from plyyard.rooms.protocol import (
    Again,
    Back,
    Claim,
    ClockOrder,
    Command,
    Commit,
    CreateRoom,
    Draw,
    Event,
    Greet,
    JoinRoom,
    Move,
    Open,
    Out,
    Ready,
    Refused,
    Resign,
    Roll,
)
from plyyard.store.database import open_engine, upgrade
from tests.postgres import Server
from tests.rooms.observed import ANN, BOB, CYD, EVE, LOOK, PEOPLE, SAM, Eye, Observed, essence

GAMES = ("snakes", "nim", "dominoes", "aeroplane", "spider")
CLOCKS = (None, ClockOrder(60, 5), ClockOrder(per_move=30), ClockOrder(20))
CLAIMS: tuple[Any, ...] = ("win", "draw", "wait", "wait")
NONSENSE = ("\x00", "9" * 200, "base", "0-0", "1>2:1", "deal", "1")
people = st.sampled_from((ANN, BOB, ANN, BOB, ANN, BOB, CYD, EVE, SAM))
numbers, which = st.integers(0, 2**16), st.integers(0, 1)


class OnlineMachine(Observed):
    """Ann makes a room; Bob and Cyd want to play, Eve watches, Sam meddles."""

    # ---- founding and joining ----

    @initialize(
        game=st.sampled_from(GAMES),
        correspondence=st.booleans(),
        clock=st.sampled_from(CLOCKS),
        own=st.sets(st.sampled_from((ANN, BOB, CYD))),
        seats=st.integers(2, 3),
        listed=st.booleans(),
        joined=st.integers(0, 5).map(bool),
    )
    def found(
        self,
        game: str,
        correspondence: bool,
        clock: Any,
        own: set[str],
        seats: int,
        listed: bool,
        joined: bool,
    ) -> None:
        kind = "race" if game == "spider" else "correspondence" if correspondence else "live"
        if kind == "race" and clock is not None:
            clock = ClockOrder(20)
        self.own = own
        order = CreateRoom(game, kind, clock=clock, listed=listed, seats=seats, dice=self.dice(ANN))
        room = self.run(self.hubs[0].create(self.guests[ANN], ANN, order))
        self.enter(room)
        if joined:
            for person in (BOB, CYD):
                self.join(person, "invite", 0)
                for command in (0, 1):
                    self.deal_with_dice(person, command == 0, True, 0)
                    self.deal_with_dice(ANN, command == 0, True, 0)

    @rule(person=people, how=st.sampled_from(("invite", "code", "nothing", "wrong")), hub=which)
    def join(self, person: str, how: str, hub: int) -> None:
        self.time += 1
        table = self.table
        by = {
            "invite": JoinRoom(invite=self.founding.invite),
            "code": JoinRoom(code=self.founding.code.lower()),
            "nothing": JoinRoom(),
            "wrong": JoinRoom(invite="x", code="AAAA"),
        }[how]
        by.dice = self.dice(person)
        had = table.seat_of(person)
        hub %= self.processes
        shaken = bool(self.keeps[hub].failing)
        told = self.run(self.join_or_not(hub, person, by))
        if told == "unavailable":
            assert shaken
            return self.recover()
        if had is not None:
            assert told == had
        elif handle(self.room_id, self.guests[person]) in table.barred:
            assert told == "forbidden"
        elif table.over or table.full:
            assert told == ("over" if table.over else "full")
        elif how == "wrong" or (how == "nothing" and not self.founding.listed):
            assert told == "forbidden"
        else:
            assert told == next(seat for seat, holder in table.seats.items() if holder is None)
        self.follow(hub)
        assert (had or told) == table.seat_of(person) or table.seat_of(person) is None
        return None

    @rule(one=people, other=people)
    def join_at_once(self, one: str, other: str) -> None:
        """In two processes, where there are two: one seat for each person, one person on each seat."""
        self.time += 1

        async def both() -> list[str]:
            invite = self.founding.invite
            joins = [
                self.join_or_not(hub, person, JoinRoom(invite=invite, dice=self.dice(person)))
                for hub, person in enumerate((one, other))
            ]
            return await asyncio.gather(*joins)

        self.run(both())
        for hub in range(self.processes):
            self.follow(hub)

    @rule(person=people, commits=st.booleans(), right=st.booleans(), hub=which)
    def deal_with_dice(self, person: str, commits: bool, right: bool, hub: int) -> None:
        seat = self.table.seat_of(person) or next(iter(self.table.seats))
        seed = self.seeds.setdefault((self.room_id, person), fairness.new_seed())
        given = seed if right else fairness.new_seed()
        if commits:
            digest = fairness.seat_commitment(self.room_id, seat, seed)
            self.send(Commit(self.fresh(), digest), person, hub)
        else:
            self.send(Open(self.fresh(), given.hex()), person, hub)

    # ---- commands ----

    @rule(seed=numbers, acts=st.integers(1, 20), hub=which)
    def play_on(self, seed: int, acts: int, hub: int) -> None:
        choose = random.Random(seed)
        for _ in range(acts):
            if not (acting := sorted(self.table.acting)):
                return
            seat = choose.choice(acting)
            person = self.table.seats[seat]
            assert person is not None
            command = self.legal_command(seat, choose.randrange(2**16))
            self.send(command, person, hub, choose.choice((None, self.eye_of(person))))

    @rule(seed=numbers, hub=which, what=st.sampled_from(("draw", "back")), answers=st.booleans())
    def offer_and_answer(self, seed: int, hub: int, what: str, answers: bool) -> None:
        """A seat asks, the other one answers or plays on, and it asks once more."""
        choose = random.Random(seed)
        for seat in sorted(self.table.acting):
            asker = str(self.table.seats[seat])
            others = [person for one, person in self.table.seats.items() if one != seat and person]
            if self.table.chance(seat) and what == "draw":
                self.send(Roll(self.fresh(), self.table.head), asker, hub)
            elif self.table.legal(seat):
                self.send(self.legal_command(seat, choose.randrange(2**16)), asker, hub)
            for _ in range(2):
                ask = Draw(self.fresh(), "offer") if what == "draw" else Back(self.fresh(), "ask")
                self.send(ask, asker, hub)
                word: Any = choose.choice(("accept", "decline"))
                for person in (asker, *others):
                    if answers and person is not None:
                        answer = Draw(self.fresh(), word) if what == "draw" else Back(self.fresh(), word)
                        self.send(answer, person, hub)

    @rule(person=people, seed=numbers, late=st.integers(0, 3), hub=which, by_socket=st.booleans())
    def send_anything(self, person: str, seed: int, late: int, hub: int, by_socket: bool) -> None:
        choose = random.Random(seed)
        eye = self.eye_of(person) if by_socket else None
        self.send(self.any_command(person, choose, late), person, hub, eye)

    def any_command(self, person: str, choose: random.Random, late: int = 0) -> Command:
        table = self.table
        seat = table.seat_of(person) or next(iter(table.seats))
        ident, on = self.fresh(), max(0, table.head - late)
        moves = [*NONSENSE, *(table.legal(seat) if table.acting else ())]
        watchers = [handle(self.room_id, self.guests[one]) for one in PEOPLE]
        return choose.choice(
            [
                Roll(ident, on),
                Move(ident, on, choose.choice(moves)),
                Draw(ident, choose.choice(("offer", "accept", "decline"))),
                Draw(ident, choose.choice(("offer", "accept", "decline"))),
                Back(ident, choose.choice(("ask", "ask", "accept", "decline", "take"))),
                Back(ident, choose.choice(("ask", "take")), choose.randrange(table.head + 2)),
                Claim(ident, choose.choice(("win", "draw", "wait"))),
                Greet(ident, choose.randrange(1, 11)),
                Out(ident, choose.choice([*watchers, "nobody"])),
                Ready(ident),
            ]
        )

    @rule(person=people, swap=st.booleans(), hub=which)
    def ask_for_another(self, person: str, swap: bool, hub: int) -> None:
        self.send(Again(self.fresh(), "swap" if swap else "restart"), person, hub)
        if self.table.next_room is not None:
            self.enter(self.run(self.hubs[hub % self.processes].room(self.table.next_room)))
            assert self.table.full and self.table.kind == self.founding.kind

    @rule(person=people, hub=which, really=st.integers(0, 3))
    def resign(self, person: str, hub: int, really: int) -> None:
        if really == 0 or person in (EVE, SAM):
            self.send(Resign(self.fresh()), person, hub)

    @rule(number=numbers, hub=which)
    def send_again(self, number: int, hub: int) -> None:
        """The same answer, from whichever process, whatever happened since."""
        if self.sent:
            command, person, first = self.pick(self.sent[-30:], number)
            self.time += 1
            before = self.table.head
            answer = self.act(command, person, hub)
            assert essence(answer) == first
            assert self.table.head == before or self.table.entries[before].kind == "timeout"

    @rule(number=numbers, thief=people, hub=which)
    def use_an_id_of_another(self, number: int, thief: str, hub: int) -> None:
        if self.sent:
            command, person, _ = self.pick(self.sent[-30:], number)
            self.time += 1
            before = self.table.head
            if thief != person:
                answer = self.act(Resign(command.id), thief, hub)
                seated = self.table.seat_of(thief) is not None
                assert isinstance(answer, Refused)
                assert answer.code == ("malformed" if seated else "not_seated")
                assert self.table.head == before

    @rule(one=people, other=people, seed=numbers, legal=st.booleans())
    def act_at_once(self, one: str, other: str, seed: int, legal: bool) -> None:
        """Two commands at the same moment, in two processes where there are two: each is answered, in some order."""
        choose = random.Random(seed)
        commands: list[tuple[Command, str]] = []
        for person in (one, other):
            seat = self.table.seat_of(person)
            if legal and seat in self.table.acting:
                commands.append((self.legal_command(str(seat), choose.randrange(2**16)), person))
            else:
                commands.append((self.any_command(person, choose), person))

        rooms = [self.live(hub).room for hub in range(self.processes)]

        async def both() -> list[Any]:
            acts = [
                self.hubs[n % self.processes].act(rooms[n % self.processes], self.guests[who], command, LOOK)
                for n, (command, who) in enumerate(commands)
            ]
            return await asyncio.gather(*acts)

        before = self.table.head
        answers = self.run(both())
        for hub in range(self.processes):
            self.follow(hub)
        for (command, person), answer in zip(commands, answers, strict=True):
            assert isinstance(answer, Event | Refused)
            if isinstance(answer, Event):
                assert before < answer.seq <= self.table.head and answer.id == command.id
            if not isinstance(answer, Refused) or answer.code not in ("not_seated", "unavailable"):
                self.sent.append((command, person, essence(answer)))
        accepted = [answer.seq for answer in answers if isinstance(answer, Event)]
        assert len(set(accepted)) == len(accepted)

    # ---- looking, going, time ----

    @rule(person=people, back=st.none() | st.integers(0, 20), hub=which)
    def connect(self, person: str, back: int | None, hub: int) -> None:
        self.time += 1
        hub %= self.processes
        since = None if back is None else max(0, self.table.head - back)
        room, guest = self.room(hub), self.guests[person]
        seated = self.table.seat_of(person) is not None
        try:
            connection = self.run(self.hubs[hub].connect(room, guest, person, LOOK, since))
        except Refusal:
            assert not seated and handle(self.room_id, guest) in self.table.barred
            return
        before = [eye for eye in self.eyes if seated and eye.person == person]
        self.eyes.append(Eye(person, hub, connection, since))
        self.went.pop(person, None)
        for eye in before:
            self.look_around_in(eye.hub)
            if eye in self.eyes:
                self.read(eye)
            assert eye.closed == TAKEN_OVER, (eye, self.eyes)

    @rule(number=numbers, left=st.booleans())
    def leave(self, number: int, left: bool) -> None:
        if self.eyes:
            self.time += 1
            self.go(self.pick(self.eyes, number), left)

    @rule(seconds=st.sampled_from((19, 20, 59, 60, 90)), left=st.booleans(), do=st.integers(0, 3), hub=which)
    def stay_away(self, seconds: int, left: bool, do: int, hub: int) -> None:
        """Whoever is to move goes, or was never there; the other one claims."""
        holders = [self.table.seats[seat] for seat in sorted(self.table.acting)]
        for person in holders[:1]:
            for eye in [eye for eye in self.eyes if eye.person == person]:
                self.go(eye, left)
            self.time += 1000 * seconds
            for other in self.table.seats.values():
                if other is not None:
                    self.send(Claim(self.fresh(), CLAIMS[do]), other, hub)

    @rule(hub=which)
    def send_out(self, hub: int) -> None:
        """Eve watches in vain: she is sent out, and is not let in again."""
        self.connect(EVE, None, hub)
        watching = self.shown_to_maker(hub)
        for who in watching:
            self.send(Out(self.fresh(), who), ANN, hub)
        if watching and self.table.seat_of(EVE) is None:
            assert self.eye_of(EVE) is None or self.eye_of(EVE).hub != hub % self.processes
            self.connect(EVE, None, hub)
            assert handle(self.room_id, self.guests[EVE]) in self.table.barred

    @rule(seconds=st.sampled_from((0.5, 1.9, 2, 6, 19, 21, 31, 61)), rings=st.booleans(), hub=which)
    def wait(self, seconds: float, rings: bool, hub: int) -> None:
        """``rings``: a process is told that a flag falls; else only the next command finds it."""
        self.time += int(seconds * 1000)
        if rings:
            hub %= self.processes
            self.room(hub)
            self.run(self.hubs[hub]._time.fallen(self.live(hub)))
            self.follow(hub)
            assert not self.table.flagged(self.time)

    @rule(hub=which)
    def look_around(self, hub: int) -> None:
        self.look_around_in(hub % self.processes)

    @rule(person=people, seed=numbers, hub=which, written=st.lists(st.booleans(), min_size=1, max_size=3))
    def lose_the_database(self, person: str, seed: int, hub: int, written: list[bool]) -> None:
        """For the next writes; nobody is told whether they were done. The same command again is done once."""
        choose, hub = random.Random(seed), hub % self.processes
        seat = self.table.seat_of(person)
        for number in range(3):
            self.keeps[hub].failing = list(written)
            if number == 0:
                self.join(person, "invite", hub)
                continue
            if number == 1 and seat in self.table.acting:
                command = self.legal_command(str(seat), choose.randrange(2**16))
            else:
                command = self.any_command(person, choose)
            expected, flagged = self.expected(command, person, hub), self.table.flagged(self.time)
            answer = self.send(command, person, hub)
            if isinstance(answer, Refused) and answer.code == "unavailable":
                again = self.act(command, person, hub)
                code = again.code if isinstance(again, Refused) else None
                fitting = (expected, "unavailable", "malformed" if expected == "illegal" else expected)
                assert flagged or expected == "unsure" or code in fitting
            self.recover()

    @rule()
    def restart(self) -> None:
        flagged = self.table.flagged(self.time)
        before = [self.shown(person, self.at) for person in PEOPLE]
        self.run(self.close())
        for eye in self.eyes:
            self.read(eye)
            assert eye.closed == 1012
        self.eyes, self.restarted = [], True
        self._open()
        for person, shown in zip(PEOPLE, before, strict=True):
            again = self.shown(person)
            assert flagged or again == shown, {name for name in shown if again[name] != shown[name]}
        self.follow(0)
        assert not self.table.flagged(self.time), "coming into memory, a room catches up"

    # ---- what must hold ----

    @invariant()
    def everyone_sees_what_the_rules_let_him_see(self) -> None:
        if not self.room_id or self.table.flagged(self.time):
            return
        table = self.table
        self.room(self.at)
        self.follow(self.at)
        assert self.live(self.at).room.head == table.head and not table.due
        for person in PEOPLE:
            seat = table.seat_of(person)
            own = (seat or "") if table.race else None
            state = self.shown(person, self.at)
            view = table.state(own)
            if not table.over:
                view = table.game.observe(view, table.game.sides[0] if table.race and seat else seat)
            begun = table.begun or not table.race
            if begun:
                assert state["position"] == table.game.notation.format_position(view)
            acts = seat in table.acting
            moves = acts and not table.chance(seat)
            assert sorted(state["legal"]) == sorted(table.legal(str(seat)) if moves else [])
            assert state["can"].get("roll", False) == (acts and table.chance(seat))
            assert (state["head"], state["you"]) == (table.head, seat)
            offers = {what: by for what, (by, _) in table.offers.items()}
            assert {what: one["by"] for what, one in state["offers"].items() if what != "again"} == offers
            result = table.result if table.over else None
            assert state["result"] == (None if result is None else msgspec.to_builtins(result))
            if table.clock is not None:
                clock = state["clock"]
                told = clock["left"], set(clock["running"])
                assert told == (table.left, table.running), (told, table)
            for eye in self.eyes:
                if eye.person == person and eye.hub == self.at and eye.position:
                    assert eye.position == state["position"]
            self.tells_no_secret(msgspec.json.encode(state))

    @invariant()
    def the_record_is_whole_and_its_dice_are_proved(self) -> None:
        if not self.room_id or not self.table.over or not self.table.begun:
            return
        room = self.live(self.at).room
        content = encode(records.record(room, None))
        frames = list(replay(decode(content)))
        if not self.table.race:
            assert [frame.after.state for frame in frames] == self.table.shared.states
        report = verifier.check(verifier.read(content))
        assert report.verdict == verifier.PROVED, report.faults
        assert len(report.draws) == len(self.table.draws)


def try_all(machine: Callable[[], OnlineMachine], examples: int, steps: int) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            phases=[Phase.generate],  # dice are not repeatable: a shorter example would be another one
            suppress_health_check=list(HealthCheck),
        ),
    )


@contextmanager
def postgresql(server: Server) -> Iterator[str]:
    address = server.create()
    engine = open_engine(address)
    upgrade(engine)
    engine.dispose()
    yield address
    server.drop(address)


@contextmanager
def sqlite(folder: Path) -> Iterator[str]:
    address = str(folder / "rooms.sqlite3")
    upgrade(open_engine(address))
    yield address


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_a_room_of_several_persons(tmp_path: Path, processes: int) -> None:
    with sqlite(tmp_path) as address:
        try_all(lambda: OnlineMachine(address, processes), 20, 30)


@pytest.mark.slow
def test_a_room_of_several_persons_in_two_processes_on_postgresql(postgres: Server) -> None:
    with postgresql(postgres) as address:
        try_all(lambda: OnlineMachine(address, 2), 10, 30)


@pytest.mark.nightly
@pytest.mark.parametrize("processes", [1, 2])
def test_many_rooms_of_several_persons(tmp_path: Path, processes: int) -> None:
    with sqlite(tmp_path) as address:
        try_all(lambda: OnlineMachine(address, processes), 1000, 50)


@pytest.mark.nightly
def test_many_rooms_of_several_persons_on_postgresql(postgres: Server) -> None:
    with postgresql(postgres) as address:
        try_all(lambda: OnlineMachine(address, 2), 300, 50)

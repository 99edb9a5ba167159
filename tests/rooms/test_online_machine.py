"""Rooms for several persons under every order of joining, commands, resends, reconnects and restarts, in one process or
two over the same database, against a model of what must hold."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from plyyard import verifier
from plyyard.core.record import decode, encode, replay
from plyyard.rooms import fairness, founding, records
from plyyard.rooms.company import handle
from plyyard.rooms.decision import Refusal
from plyyard.rooms.frames import Look
from plyyard.rooms.hub import TAKEN_OVER, Hub
from plyyard.rooms.keep import Append, Refusing, Unavailable
from plyyard.rooms.live import Connection, Live
from plyyard.rooms.presence import LEFT, LOST
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
    Hidden,
    JoinRoom,
    Move,
    Open,
    Out,
    Ready,
    Refused,
    Resign,
    Roll,
    State,
)
from plyyard.rooms.room import Room
from plyyard.store.database import open_engine, upgrade
from plyyard.store.keep import DatabaseKeep
from tests.postgres import Server
from tests.rooms.model import UNSEEN, Table, table_of

LOOK = Look("en", scene=False)
ANN, BOB, CYD, EVE, SAM = PEOPLE = ("Ann", "Bob", "Cyd", "Eve", "Sam")
GAMES = ("snakes", "nim", "dominoes", "aeroplane", "spider")
CLOCKS = (None, ClockOrder(60, 5), ClockOrder(per_move=30), ClockOrder(20))
CLAIMS: tuple[Any, ...] = ("win", "draw", "wait", "wait")
NONSENSE = ("\x00", "9" * 200, "base", "0-0", "1>2:1", "deal", "1")
people = st.sampled_from((ANN, BOB, ANN, BOB, ANN, BOB, CYD, EVE, SAM))
numbers, which = st.integers(0, 2**16), st.integers(0, 1)
examples = itertools.count()


class ShakyKeep(DatabaseKeep):
    """SQLite as if others wrote to it (``shared``), and sometimes as if it were gone: before it has written, or after."""

    def __init__(self, address: str, shared: bool) -> None:
        super().__init__(open_engine(address))
        self.shared = self.shared or shared
        self.failing: list[bool] = []  # for each of the next writes: whether it is written nevertheless

    async def _shaken(self, write: Coroutine[Any, Any, None]) -> None:
        if not self.failing:
            return await write
        if self.failing.pop(0):
            await write
        write.close()
        raise Unavailable

    async def found(self, *args: Any) -> None:
        await self._shaken(super().found(*args))

    async def append(self, append: Append) -> None:
        await self._shaken(super().append(append))

    async def refuse(self, refusing: Refusing) -> None:
        await self._shaken(super().refuse(refusing))


async def nobody(game: str, level: str, view: Any, room: str) -> str:
    raise AssertionError("no computer plays here")


@dataclass(eq=False)
class Eye:
    """A connection as its person sees it: the first frame, then every event once and in order."""

    person: str
    hub: int
    connection: Connection = field(repr=False)
    since: int | None = None
    head: int = -1
    position: str = ""
    answers: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    closed: int | None = None

    def read(self) -> Iterator[bytes]:
        """What was sent to it, as its socket sends it."""
        outbox = self.connection.outbox
        while not outbox.empty():
            frame = outbox.get_nowait()
            if frame is None:
                self.closed = self.connection.close_code
                return
            yield frame
            missed, self.connection.missed = self.connection.missed, ()
            for seq in missed:
                yield self.connection.missed_frame(seq)


class OnlineMachine(RuleBasedStateMachine):
    """Ann makes a room; Bob and Cyd want to play, Eve watches, Sam meddles. ``processes``: hubs over one database."""

    def __init__(self, address: str, processes: int) -> None:
        super().__init__()
        self.address, self.processes = address, processes
        self.loop = asyncio.new_event_loop()
        self.time = founding.now()
        self.guests = {person: f"{person}-{next(examples)}" for person in PEOPLE}
        self.names = {guest: person for person, guest in self.guests.items()}
        self.count = 0
        self.sent: list[tuple[Command, str, Any]] = []
        self.seeds: dict[tuple[str, str], bytes] = {}
        self.eyes: list[Eye] = []
        self.went: dict[str, tuple[int, int]] = {}
        self.restarted = False
        self.room_id = ""
        self.at = 0
        self._open()

    def _open(self) -> None:
        self.keeps = [ShakyKeep(self.address, self.processes > 1) for _ in range(self.processes)]
        self.hubs = [Hub(keep, nobody, pace=0, now=lambda: self.time) for keep in self.keeps]

    def run(self, waiting: Any) -> Any:
        return self.loop.run_until_complete(waiting)

    def pick(self, things: Any, number: int) -> Any:
        return things[number % len(things)]

    def fresh(self) -> str:
        self.time += 1
        self.count += 1
        return f"c{self.count}"

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

    def dice(self, person: str) -> Any:
        return "own" if person in self.own else "server"

    def enter(self, room: Room) -> None:
        """Go to a new room."""
        for eye in self.eyes:
            self.run(self.hubs[eye.hub].disconnect(eye.connection))
        self.eyes, self.sent, self.went = [], [], {}
        self.room_id = room.id
        self.founding = room.founding
        own = [person for person in self.own if person != SAM]
        self.table: Table = table_of(room.founding, self.names, own)
        self.room(0)
        self.follow(0)

    def room(self, hub: int = 0) -> Room:
        room: Room = self.run(self.hubs[hub].room(self.room_id))
        return room

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

    async def join_or_not(self, hub: int, person: str, by: JoinRoom) -> str:
        try:
            return await self.hubs[hub % self.processes].join(self.room_id, self.guests[person], person, by)
        except Refusal as refusal:
            return refusal.code
        except Unavailable:
            return "unavailable"

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

    def send(self, command: Command, person: str, hub: int = 0, eye: Eye | None = None) -> Any:
        """One command: exactly one answer, the one that the model expects."""
        hub = eye.hub if eye is not None else hub % self.processes
        expected = self.expected(command, person, hub)
        flagged = self.table.flagged(self.time)
        before = self.table.head
        shaken = bool(self.keeps[hub].failing)
        connection = None if eye is None else eye.connection
        answer = self.act(command, person, hub, connection)
        if eye is not None:
            told = eye.answers.pop(command.id, [])
            answers = told + ([] if answer is None else [as_told(answer)])
            assert len(answers) == 1, answers
            answer = msgspec.convert(answers[0], Refused if answers[0]["t"] == "refused" else Event)
        code = answer.code if isinstance(answer, Refused) else None
        if code == "unavailable":
            assert shaken
            self.recover()
            return answer
        if flagged:
            plays = not isinstance(command, Again | Greet | Out)
            assert code is not None or not plays or self.table.seat_of(person) not in flagged
        elif expected == "unsure":
            assert code in (None, "forbidden")
        elif isinstance(command, Move) and expected == "illegal":
            assert code in ("illegal", "malformed"), (command, answer)
        else:
            assert code == expected, (command, person, expected, self.eyes, answer)
        if code is None:
            assert before < answer.seq <= self.table.head
        else:
            assert answer.head == self.live(hub).room.head and answer.why
        if code != "not_seated":
            self.sent.append((command, person, essence(answer)))
        return answer

    def expected(self, command: Command, person: str, hub: int) -> str | None:
        """A code, None, or "unsure": it depends on what this process has heard of who is at others."""
        table, away = self.table, None
        if isinstance(command, Claim) and table.seat_of(person) is not None and table.kind == "live":
            away = self.absent(str(table.seat_of(person)))
        watching = {
            handle(self.room_id, self.guests[eye.person])
            for eye in self.eyes
            if eye.hub == hub and table.seat_of(eye.person) is None
        }
        code = table.refusal(person, command, self.time, away is not False, watching)
        if isinstance(command, Out) and code == "forbidden" and person == table.maker and self.processes > 1:
            return code if command.who in table.barred else "unsure"
        return "unsure" if isinstance(command, Claim) and code is None and away is None else code

    def absent(self, seat: str) -> bool | None:
        """Whether the side to move has stayed away long enough; None: the server may have forgotten since when."""
        (turn,) = self.table.acting or {seat}
        holder = self.table.seats[turn]
        if turn == seat or holder is None or any(eye.person == holder for eye in self.eyes):
            return False
        awaited = max(one.ts for one in self.table.entries if one.kind not in UNSEEN or one.kind == "waits")
        since, patience = self.went.get(holder, (0, LOST))
        if self.time < max(awaited, since) + patience:
            return False
        return None if self.restarted or self.processes > 1 or holder not in self.went else True

    def legal_command(self, seat: str, number: int) -> Command:
        table = self.table
        if table.chance(seat):
            return Roll(self.fresh(), table.head)
        legal = table.legal(seat)
        return Move(self.fresh(), table.head, self.pick(legal, number) if legal else "1")

    def eye_of(self, person: str) -> Eye | None:
        return next((eye for eye in self.eyes if eye.person == person), None)

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

    def act(self, command: Command, person: str, hub: int, connection: Connection | None = None) -> Any:
        """As a request does, which looks first what others wrote, or by a socket, which does not."""
        hub %= self.processes
        room = self.room(hub) if connection is None else connection.room
        answer = self.run(self.hubs[hub].act(room, self.guests[person], command, LOOK, connection))
        self.follow(hub)
        return answer

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

    def go(self, eye: Eye, left: bool) -> None:
        self.run(self.hubs[eye.hub].disconnect(eye.connection, left))
        self.eyes.remove(eye)
        if self.eye_of(eye.person) is None:
            self.went[eye.person] = self.time, LEFT if left else LOST

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

    def shown_to_maker(self, hub: int) -> list[str]:
        hub %= self.processes
        assert not any(self.state(person, hub).watching for person in (BOB, CYD, EVE, SAM))
        return [watcher.handle for watcher in self.state(ANN, hub).watching]

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

    def live(self, hub: int) -> Live:
        """The room in a process's memory, which may be behind."""
        if self.room_id not in self.hubs[hub]._live:
            self.room(hub)
        return self.hubs[hub]._live[self.room_id]

    def state(self, person: str, hub: int) -> State:
        return self.live(hub).state(self.guests[person], LOOK)

    @rule(hub=which)
    def look_around(self, hub: int) -> None:
        self.look_around_in(hub % self.processes)

    def look_around_in(self, hub: int) -> None:
        """What a process does from time to time, or when another hints at it."""
        if (neighbours := self.hubs[hub]._neighbours) is not None:
            self.run(neighbours.look())
            self.follow(hub)
            if any(eye.hub == hub for eye in self.eyes):
                assert self.live(hub).room.head == self.table.head

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

    def recover(self) -> None:
        """The database is back, and somebody looks: what was written is known, what is due is done."""
        for hub, keep in enumerate(self.keeps):
            keep.failing = []
            self.run(self.hubs[hub].ledger.sync(self.live(hub)))
            self.run(self.hubs[hub].catch_up(self.live(hub)))
            self.follow(hub)

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

    async def close(self) -> None:
        for hub in self.hubs:
            await hub.close()
        for keep in self.keeps:
            keep.close()

    def shown(self, person: str, hub: int = 0) -> dict[str, Any]:
        """All that somebody sees, but for who is there."""
        told: dict[str, Any] = msgspec.to_builtins(self.state(person, hub))
        for name in ("now", "presence", "watchers", "watching"):
            told.pop(name)
        told["can"].pop("claim", None)
        return told

    # ---- what must hold ----

    def follow(self, hub: int) -> None:
        """The new events in a process's memory: each must be one that may follow."""
        room, table = self.live(hub).room, self.table
        common = min(room.head, table.head)
        assert room.entries[:common] == table.entries[:common], "the room has forked"
        for seq in range(table.head, room.head):
            table.take(room.entries[seq], self.names.get(room.guests[seq] or ""))
        self.at = hub
        for eye in [eye for eye in self.eyes if eye.hub == hub]:
            self.read(eye)

    def read(self, eye: Eye) -> None:
        """Its frames: the state, then each event once, as its person may see it; nothing secret among them."""
        for encoded in eye.read():
            frame = msgspec.json.decode(encoded)
            self.tells_no_secret(encoded)
            if frame["t"] == "hello":
                assert eye.head == -1
                eye.head = frame["head"] if eye.since is None else eye.since
                eye.position = frame["position"]
            elif frame["t"] == "event":
                assert frame["seq"] == eye.head + 1, (frame, eye)
                eye.head += 1
                eye.position = frame.get("position", eye.position)
                self.compare(frame, eye.person)
            if "id" in frame:
                eye.answers.setdefault(frame["id"], []).append(frame)
        if eye.closed is None and eye.connection.close_code is None:
            assert eye.head == self.live(eye.hub).room.head
        else:
            self.eyes.remove(eye)
            if self.eye_of(eye.person) is None and eye.closed != 1012:
                self.went[eye.person] = self.time, LOST
            self.run(self.hubs[eye.hub].disconnect(eye.connection))

    def compare(self, frame: dict[str, Any], person: str) -> None:
        """One event as it was told."""
        entry, table = self.table.entries[frame["seq"] - 1], self.table
        seat = table.seat_of(person)
        if frame["kind"] == "hidden":
            assert table.race and entry.by != seat and entry.kind in {"moved", "rolled", "taken back"}
            assert not {"by", "move", "effects", "position"} & frame.keys()
            return
        assert not (table.race and not table.over and entry.kind == "moved" and entry.by != seat)
        assert (frame["kind"], frame["by"]) == (entry.kind, entry.by)
        assert frame.get("move") == entry.move and frame["effects"] == entry.effects
        if frame.get("outcome") != entry.outcome:
            dealt = isinstance(table.draws[entry.draw or 0][1][1], tuple)
            assert frame["outcome"] == "?" and (entry.by != seat or dealt) and table.game.has_hidden_hands
        if "id" in frame:
            room = self.live(self.at).room
            assert room.answers.seqs[frame["id"]] == entry.seq
            assert self.names[room.guests[entry.seq - 1] or ""] == person

    def tells_no_secret(self, told: bytes) -> None:
        for hub in self.hubs:
            if (live := hub._live.get(self.room_id)) is not None:
                for name, secret in live.secrets.items():
                    if not (self.table.over if name == "server" else name in self.table.seeds):
                        assert secret.hex().encode() not in told
        for (room, person), seed in self.seeds.items():
            seat = self.table.seat_of(person)
            if room == self.room_id and seat not in self.table.seeds:
                assert seed.hex().encode() not in told or seat is None

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

    def teardown(self) -> None:
        self.run(self.close())
        self.loop.close()


def as_told(answer: Any) -> dict[str, Any]:
    """An answer as it arrives."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer))
    return told


def essence(answer: Any) -> tuple[Any, ...]:
    """What must be the same when a command is answered again."""
    if isinstance(answer, Refused):
        return ("refused", answer.code, answer.why, answer.article)
    assert isinstance(answer, Event) and not isinstance(answer, Hidden)
    return (answer.id, answer.seq, answer.kind, answer.by, answer.move, answer.outcome, answer.effects)


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

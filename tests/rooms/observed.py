"""Hubs over one database as several persons see them: each command that is sent and each frame that is read is compared with
model.py. What may be done in which order stands in test_online_machine.py.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from hypothesis.stateful import RuleBasedStateMachine

from plyyard.rooms import founding
from plyyard.rooms.company import handle
from plyyard.rooms.decision import Refusal
from plyyard.rooms.frames import Look
from plyyard.rooms.hub import Hub
from plyyard.rooms.keep import Append, Refusing, Unavailable
from plyyard.rooms.live import Connection, Live
from plyyard.rooms.presence import LEFT, LOST
from plyyard.rooms.protocol import (
    Again,
    Claim,
    Command,
    Event,
    Greet,
    Hidden,
    JoinRoom,
    Move,
    Out,
    Refused,
    Roll,
    State,
)
from plyyard.rooms.room import Room
from plyyard.store.database import open_engine
from plyyard.store.keep import DatabaseKeep
from tests.rooms.model import UNSEEN, Table, table_of

LOOK = Look("en", scene=False)
ANN, BOB, CYD, EVE, SAM = PEOPLE = ("Ann", "Bob", "Cyd", "Eve", "Sam")
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


class Observed(RuleBasedStateMachine):
    """One room, its persons and their connections. ``processes``: hubs over one database."""

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

    async def join_or_not(self, hub: int, person: str, by: JoinRoom) -> str:
        try:
            return await self.hubs[hub % self.processes].join(self.room_id, self.guests[person], person, by)
        except Refusal as refusal:
            return refusal.code
        except Unavailable:
            return "unavailable"

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

    def act(self, command: Command, person: str, hub: int, connection: Connection | None = None) -> Any:
        """As a request does, which looks first what others wrote, or by a socket, which does not."""
        hub %= self.processes
        room = self.room(hub) if connection is None else connection.room
        answer = self.run(self.hubs[hub].act(room, self.guests[person], command, LOOK, connection))
        self.follow(hub)
        return answer

    def go(self, eye: Eye, left: bool) -> None:
        self.run(self.hubs[eye.hub].disconnect(eye.connection, left))
        self.eyes.remove(eye)
        if self.eye_of(eye.person) is None:
            self.went[eye.person] = self.time, LEFT if left else LOST

    def shown_to_maker(self, hub: int) -> list[str]:
        hub %= self.processes
        assert not any(self.state(person, hub).watching for person in (BOB, CYD, EVE, SAM))
        return [watcher.handle for watcher in self.state(ANN, hub).watching]

    def live(self, hub: int) -> Live:
        """The room in a process's memory, which may be behind."""
        if self.room_id not in self.hubs[hub]._live:
            self.room(hub)
        return self.hubs[hub]._live[self.room_id]

    def state(self, person: str, hub: int) -> State:
        return self.live(hub).state(self.guests[person], LOOK)

    def look_around_in(self, hub: int) -> None:
        """What a process does from time to time, or when another hints at it."""
        if (neighbours := self.hubs[hub]._neighbours) is not None:
            self.run(neighbours.look())
            self.follow(hub)
            if any(eye.hub == hub for eye in self.eyes):
                assert self.live(hub).room.head == self.table.head

    def recover(self) -> None:
        """The database is back, and somebody looks: what was written is known, what is due is done."""
        for hub, keep in enumerate(self.keeps):
            keep.failing = []
            self.run(self.hubs[hub].ledger.sync(self.live(hub)))
            self.run(self.hubs[hub].catch_up(self.live(hub)))
            self.follow(hub)

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

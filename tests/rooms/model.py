"""A room for several persons, written a second time and plainly: who may do what now, and which event may follow.

It knows rules of games and of dice/1 from where they stand, but nothing of rooms: that is what is compared with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plyyard.core import registry
from plyyard.core.chance import draw
from plyyard.core.game import CHANCE, Happened, Moved, Side
from plyyard.core.record import Entry, Outcome
from plyyard.rooms import fairness
from plyyard.rooms.protocol import (
    Again,
    Back,
    Claim,
    ClockOrder,
    Command,
    Commit,
    Draw,
    Greet,
    Move,
    Open,
    Out,
    Resign,
    Roll,
)

UNSEEN = {"greeted", "sent out", "waits", "credited", "lapsed", "declined"}
"""Events after which a command may still name the head before: the board is the same, and no offer is new."""


@dataclass
class Lane:
    """One board: what held after each event, and the acts that hold, as (seq, kind, by); ``lines``: after each event."""

    states: list[Any]
    line: list[tuple[int, str, str]] = field(default_factory=list)
    lines: list[list[tuple[int, str, str]]] = field(default_factory=list)
    last: int = 0


@dataclass
class Table:
    """What is known of a room. Persons by name; ``own``: those who make their own seeds. Times in milliseconds."""

    room: str
    game: Any
    kind: str
    maker: str
    seats: dict[Side, str | None]
    options: Mapping[str, Any]
    clock: ClockOrder | None = None
    own: set[str] = field(default_factory=set)
    entries: list[Entry] = field(default_factory=list)
    due: list[str] = field(default_factory=list)
    hashes: dict[Side, str] = field(default_factory=dict)
    seeds: dict[Side, str] = field(default_factory=dict)
    lanes: dict[Side, Lane] = field(default_factory=dict)
    draws: dict[int, tuple[str, Any]] = field(default_factory=dict)
    begun: bool = False
    over: bool = False
    result: Outcome | None = None
    finished: set[Side] = field(default_factory=set)
    offers: dict[str, tuple[Side, int | None]] = field(default_factory=dict)
    asked: set[tuple[Side, str]] = field(default_factory=set)
    wanting: set[Side] = field(default_factory=set)
    next_room: str | None = None
    barred: set[str] = field(default_factory=set)
    greeted: dict[Side, list[int]] = field(default_factory=dict)
    left: dict[Side, int] = field(default_factory=dict)
    running: set[Side] = field(default_factory=set)
    since: int = 0

    def __post_init__(self) -> None:
        start = self.game.start(self.game.complete(dict(self.options), lambda n: 0))
        self.shared = Lane([start])
        if self.clock is not None:
            self.left = dict.fromkeys(self.seats, 1000 * (self.clock.per_move or self.clock.initial or 0))

    # ---- what holds ----

    @property
    def race(self) -> bool:
        return self.kind == "race"

    @property
    def head(self) -> int:
        return len(self.entries)

    @property
    def full(self) -> bool:
        return None not in self.seats.values()

    def seat_of(self, person: str) -> Side | None:
        return next((seat for seat, holder in self.seats.items() if holder == person), None)

    def lane(self, seat: Side | None) -> Lane:
        return self.lanes.get(seat or "", self.shared)

    def state(self, seat: Side | None) -> Any:
        return self.lane(seat).states[-1]

    @property
    def acting(self) -> set[Side]:
        """Who may move or roll."""
        if self.over or not self.begun:
            return set()
        if self.race:
            return set(self.seats) - self.finished
        return {self.game.turn(self.state(None))} - {None}

    def legal(self, seat: Side) -> list[str]:
        return [self.game.notation.format_move(move) for move in self.game.legal_moves(self.state(seat))]

    def chance(self, seat: Side | None) -> bool:
        return self.game.actor(self.state(seat)) is CHANCE

    def deadline(self, seat: Side) -> int | None:
        return self.since + self.left[seat] if seat in self.running else None

    def flagged(self, now: int) -> set[Side]:
        """Whose time is up, though nothing says so yet."""
        return set() if self.over else {seat for seat in self.running if now >= self.since + self.left[seat]}

    # ---- what is refused ----

    def refusal(self, person: str, command: Command, now: int, away: bool, watching: set[str]) -> str | None:
        """The code with which a new command is refused; None: it is carried out. ``away``: the other can be claimed on."""
        seat = self.seat_of(person)
        if seat is None:
            return "not_seated"
        match command:
            case Out(who=who):
                fine = person == self.maker and who in watching and who not in self.barred
                return None if fine else "forbidden"
            case Commit() | Open():
                return None if self._awaits(person, seat, command) else "forbidden"
            case Greet(n=n):
                said = self.greeted.get(seat, [])
                if n > 8:
                    return "malformed"
                often = len(said) >= 60 or (bool(said) and now < said[-1] + 2000)
                return "forbidden" if often or self.next_room else None
            case Again():
                if self.next_room:
                    return "over"
                return None if self.over and self.begun and seat not in self.wanting else "forbidden"
            case Roll() | Move() | Resign() | Draw() | Back() | Claim():
                if self.over or seat in self.finished:
                    return "over"
                if not self.begun:
                    return None if isinstance(command, Resign) else "forbidden"
                return self._refused_in_play(seat, command, away)
        return "forbidden"

    def _refused_in_play(self, seat: Side, command: Command, away: bool) -> str | None:
        match command:
            case Roll(on=on) | Move(on=on):
                if not self._seen_from(seat) <= on <= self.head:
                    return "stale"
                if seat not in self.acting:
                    return "not_your_turn"
                if isinstance(command, Roll):
                    return None if self.chance(seat) else "illegal"
                return None if command.move in self.legal(seat) else "illegal"
            case Resign():
                return None
            case Draw(do="offer"):
                open_ = "draw" in self.offers or (seat, "draw") in self.asked
                return "forbidden" if self.race or open_ else None
            case Draw():
                return None if self._may_answer("draw", seat) else "forbidden"
            case Back(do="accept" | "decline"):
                return None if self._may_answer("back", seat) else "forbidden"
            case Back(do="ask" | "take") as back:
                if (back.do == "ask") == self.race or not self._may_hold(seat, back.to):
                    return "forbidden"
                if back.do == "take":
                    return None
                return "forbidden" if "back" in self.offers or (seat, "back") in self.asked else None
            case Claim():
                fine = self.kind == "live" and seat not in self.acting and away
                return None if fine else "forbidden"
        return "forbidden"

    def _awaits(self, person: str, seat: Side, command: Commit | Open) -> bool:
        if self.over or self.begun or person not in self.own:
            return False
        if isinstance(command, Commit):
            return seat not in self.hashes
        opens = self.full and len(self.hashes) == len(self.seats) and seat not in self.seeds
        return opens and self._fits(seat, command.seed)

    def _fits(self, seat: Side, seed: str) -> bool:
        return fairness.seat_commitment(self.room, seat, bytes.fromhex(seed)) == self.hashes[seat]

    def _seen_from(self, seat: Side) -> int:
        """The first head at which one saw the board that there is now, and the offers."""
        if self.race:
            return self.lane(seat).last
        return max((entry.seq for entry in self.entries if entry.kind not in UNSEEN), default=0)

    def _may_answer(self, what: str, seat: Side) -> bool:
        return what in self.offers and self.offers[what][0] != seat

    def _may_hold(self, seat: Side, to: int | None) -> bool:
        """Whether a seat's own last moves can be undone to there: no chance and nobody else has acted since.

        In a race any event may hold again, if the board was another one then, and not at its end.
        """
        line = self.lane(seat).line
        if self.race and to is not None:
            if not 0 <= to <= self.head or self.game.result(self.lane(seat).states[to]) is not None:
                return False
            return self._moves(self.lane(seat).lines[to]) != self._moves(line)
        if not line or line[-1][1:] != ("moved", seat):
            return False
        if to is None:
            return True
        places = {0, 1} | {seq for seq, _, _ in line} | {seq - 1 for seq, _, _ in line}
        undone = [act for act in line if act[0] > to]
        return to in places and bool(undone) and all(act[1:] == ("moved", seat) for act in undone)

    def _moves(self, line: list[tuple[int, str, str]]) -> list[str | None]:
        return [self.entries[seq - 1].move for seq, _, _ in line]

    # ---- what follows ----

    def take(self, entry: Entry, person: str | None) -> None:
        """One event of the room: it must be one that may follow now."""
        assert entry.seq == self.head + 1
        assert not self.entries or entry.ts >= self.entries[-1].ts
        what = f"{entry.kind} {entry.what}" if entry.what and entry.what != "server" else entry.kind
        if self.due:
            assert what in self.due[0].split(" or "), (what, self.due)
            self.due.pop(0)
        else:
            assert not self.over or entry.kind in {"greeted", "offered", "again", "sent out"}, entry
        handler = getattr(self, "_" + entry.kind.replace(" ", "_"), None)
        if handler is not None:
            handler(entry, person)
        for lane in (self.shared, *self.lanes.values()):
            lane.states += [lane.states[-1]] * (entry.seq + 1 - len(lane.states))
            lane.lines += [lane.line] * (entry.seq + 1 - len(lane.lines))
        self.entries.append(entry)
        if entry.kind in {"began", "moved", "rolled", "taken back", "over", "resigned", "timeout"}:
            self._run_clocks(entry.ts)

    def _started(self, entry: Entry, person: str | None) -> None:
        assert entry.seq == 1 and entry.hash

    def _joined(self, entry: Entry, person: str | None) -> None:
        assert person is not None and entry.by is not None
        assert self.seats[entry.by] is None and person not in self.seats.values()
        self.seats[entry.by] = person
        if person not in self.own:
            self.due.append("committed")

    def _committed(self, entry: Entry, person: str | None) -> None:
        assert entry.by is not None and entry.hash and entry.by not in self.hashes and not self.begun
        holder = self.seats[entry.by]
        assert (entry.what == "server") == (holder not in self.own)
        assert entry.what == "server" or person == holder
        self.hashes[entry.by] = entry.hash
        if self.full and len(self.hashes) == len(self.seats):
            servers = [seat for seat, one in self.seats.items() if one not in self.own]
            self.due += ["opened"] * len(servers) + ["began"] * (len(servers) == len(self.seats))

    def _opened(self, entry: Entry, person: str | None) -> None:
        assert entry.by is not None and entry.seed and entry.by not in self.seeds
        assert self.full and len(self.hashes) == len(self.seats)
        assert self._fits(entry.by, entry.seed)
        self.seeds[entry.by] = entry.seed
        if len(self.seeds) == len(self.seats) and "began" not in self.due:
            self.due.append("began")

    def _began(self, entry: Entry, person: str | None) -> None:
        assert len(self.seeds) == len(self.seats) and not self.begun
        self.begun = True
        if entry.options:
            assert entry.draw == 1
            self.draws[1] = ("options", entry.options)
            options = {**self.options, **entry.options}
            self.shared = Lane([self.game.start(self.game.complete(options, lambda n: 0))])
            self.shared.states *= entry.seq
        if self.race:
            self.lanes = {seat: Lane(self.shared.states[:], last=entry.seq) for seat in self.seats}
        elif self.chance(None) and self.game.lot(self.state(None)).shuffle:
            self.due.append("rolled")

    def _moved(self, entry: Entry, person: str | None) -> None:
        assert entry.by in self.acting and self.seats[entry.by] == person
        self._in_time(entry)
        assert entry.move in self.legal(entry.by)
        move = self.game.notation.parse_move(self.state(entry.by), entry.move)
        self._apply(entry, Moved(self.game.sides[0] if self.race else entry.by, move))

    def _rolled(self, entry: Entry, person: str | None) -> None:
        seat = entry.by or ""
        assert self.chance(seat) and entry.outcome and entry.draw == len(self.draws) + 1
        if not (lot := self.game.lot(self.state(seat))).shuffle:
            assert entry.by in self.acting and self.seats[seat] == person
            self._in_time(entry)
        outcome = self.game.notation.parse_outcome(self.state(seat), entry.outcome)
        self.draws[entry.draw] = ("outcome", (lot, outcome))
        self._apply(entry, Happened(outcome))

    def _in_time(self, entry: Entry) -> None:
        deadline = self.deadline(entry.by or "")
        assert deadline is None or entry.ts < deadline, "acted after the flag"

    def _apply(self, entry: Entry, event: Any) -> None:
        lane, by = self.lane(entry.by), entry.by or ""
        after = self.game.apply(lane.states[-1], event)
        assert [effect.text for effect in after.effects] == entry.effects
        lane.states.append(after.state)
        lane.line = [*lane.line, (entry.seq, entry.kind, by)]
        lane.last = entry.seq
        self.asked -= {(by, "draw"), (by, "back")}
        if not self.race:
            gone = [
                what for what, (offerer, _) in self.offers.items() if offerer != entry.by or what == "back"
            ]
            self.due += [" or ".join(f"lapsed {what}" for what in gone)] * len(gone)
        result = self.game.result(after.state)
        if result is not None and (result.final or not self.race):
            winner = by if self.race else result.winner
            self._ends(Outcome(winner, result.kind, result.points))

    def _ends(self, result: Outcome) -> None:
        self.result = result
        self.due += ["over", "revealed"]

    def _others(self, seat: str | None) -> list[Side]:
        return [other for other in self.seats if other != seat]

    def _lost(self, entry: Entry) -> None:
        assert entry.by is not None and entry.by not in self.finished
        if not self.race:
            return self._ends(Outcome(self._others(entry.by)[0], entry.kind, 1))
        self.finished.add(entry.by)
        if len(self.finished) == len(self.seats):
            points = {seat: self.game.score(self.state(seat)).get("points", 0) for seat in self.seats}
            best = [seat for seat, most in points.items() if most == max(points.values())]
            self._ends(Outcome(best[0] if len(best) == 1 else None, "points", int(len(best) == 1)))
        return None

    def _resigned(self, entry: Entry, person: str | None) -> None:
        assert self.begun and self.seats[entry.by or ""] == person
        self._lost(entry)

    def _timeout(self, entry: Entry, person: str | None) -> None:
        assert person is None and entry.by in self.flagged(entry.ts)
        self._lost(entry)

    def _abandoned(self, entry: Entry, person: str | None) -> None:
        assert not self.begun and person in self.seats.values()
        self.over = True
        self.due.append("revealed")

    def _offered(self, entry: Entry, person: str | None) -> None:
        assert entry.by is not None and self.seats[entry.by] == person and entry.what
        if entry.what == "again":
            assert self.over and entry.by not in self.wanting
            self.wanting.add(entry.by)
            return
        assert entry.what not in self.offers and (entry.by, entry.what) not in self.asked and not self.race
        self.offers[entry.what] = (entry.by, entry.to)
        self.asked.add((entry.by, entry.what))

    def _declined(self, entry: Entry, person: str | None) -> None:
        assert self.seats[entry.by or ""] == person and self._may_answer(entry.what or "", entry.by or "")
        del self.offers[entry.what or ""]

    def _lapsed(self, entry: Entry, person: str | None) -> None:
        assert self.offers.pop(entry.what or "")[0] == entry.by

    def _agreed_draw(self, entry: Entry, person: str | None) -> None:
        assert self.seats[entry.by or ""] == person and self._may_answer("draw", entry.by or "")
        self._ends(Outcome(None, "agreed draw", 0))

    def _taken_back(self, entry: Entry, person: str | None) -> None:
        assert entry.to is not None and entry.by is not None
        if self.race:
            assert self.seats[entry.by] == person
        else:
            asker, to = self.offers.pop("back")
            assert (asker, to) == (entry.by, entry.to) and self.seats[asker] != person
        assert self._may_hold(entry.by, entry.to)
        lane = self.lane(entry.by)
        lane.line = lane.lines[entry.to] if self.race else [a for a in lane.line if a[0] <= entry.to]
        lane.states.append(lane.states[entry.to])
        lane.last = entry.seq

    def _claimed(self, entry: Entry, person: str | None) -> None:
        assert self.seats[entry.by or ""] == person and entry.by not in self.acting and self.kind == "live"
        self._ends(Outcome(entry.by, "claimed", 1))

    def _called_off(self, entry: Entry, person: str | None) -> None:
        assert self.seats[entry.by or ""] == person and entry.by not in self.acting and self.kind == "live"
        self._ends(Outcome(None, "called off", 0))

    def _waits(self, entry: Entry, person: str | None) -> None:
        assert self.seats[entry.by or ""] == person and entry.by not in self.acting

    def _greeted(self, entry: Entry, person: str | None) -> None:
        assert self.seats[entry.by or ""] == person and entry.n
        self.greeted.setdefault(entry.by or "", []).append(entry.ts)

    def _sent_out(self, entry: Entry, person: str | None) -> None:
        assert person == self.maker and entry.name
        self.barred.add(entry.name)

    def _over(self, entry: Entry, person: str | None) -> None:
        assert not self.over and entry.result == self.result
        self.over = True
        self.offers.clear()

    def _revealed(self, entry: Entry, person: str | None) -> None:
        """The secret is the one committed to, and all chance came from it."""
        secret = bytes.fromhex(entry.seed or "")
        assert fairness.server_commitment(self.room, secret) == self.entries[0].hash
        if not self.begun:
            return
        seeds = [(seat, bytes.fromhex(self.seeds[seat])) for seat in self.seats]
        key = fairness.key(secret, seeds, self.room, self.game.name, self.game.rules_version)
        for n, (kind, drawn) in self.draws.items():
            below = fairness.below(key, n)
            if kind == "options":
                assert self.game.complete(dict(self.options), below) == {**self.options, **drawn}
            else:
                assert draw(drawn[0], below) == drawn[1]

    def _again(self, entry: Entry, person: str | None) -> None:
        assert self.over and self.begun and entry.room and self.next_room is None
        assert {person} == {holder for seat, holder in self.seats.items() if seat not in self.wanting}
        self.next_room = entry.room

    def _run_clocks(self, ts: int) -> None:
        if self.clock is None:
            return
        for seat in self.running:
            self.left[seat] = max(0, self.left[seat] - (ts - self.since))
            if seat not in self.acting and self.left[seat]:
                self.left[seat] += 1000 * self.clock.increment
        if self.clock.per_move:
            served = [seat for seat in self.running | self.acting if self.left[seat]]
            self.left |= dict.fromkeys(served, 1000 * self.clock.per_move)
        self.running, self.since = self.acting, ts


def table_of(founding: Any, people: Mapping[str, str], own: Sequence[str]) -> Table:
    """A room as it was founded, before its first event; ``people``: what guests are called."""
    return Table(
        founding.id,
        registry.game(founding.game),
        founding.kind,
        people[founding.maker],
        {seat: people.get(holder.guest or "") for seat, holder in founding.seats.items()},
        founding.options,
        founding.clock,
        set(own),
    )

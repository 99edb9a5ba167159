"""What a group of jobs writes: few statements with many rows.

They go straight to the driver: SQLAlchemy compiles them once and is then out of the way (of 420 µs a commit it took 300).
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from secrets import token_hex
from typing import Any

import msgspec
from sqlalchemy import (
    Dialect,
    Table,
    Update,
    UpdateBase,
    bindparam,
    delete,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPICursor

from plyyard.rooms.founding import Founding
from plyyard.rooms.keep import Append, Attendance, Conflict, Refusing
from plyyard.store.listening import CHANNEL, messages
from plyyard.store.schema import attendance, commands, events, results, rooms, seats, secrets

KEPT_REFUSALS = 256

_json = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Found:
    """See ``Keep.found``."""

    founding: Founding
    first: Append
    closing: Append | None


@dataclass(frozen=True, slots=True)
class Attend:
    """See ``Keep.attend``."""

    rows: Sequence[Attendance]


Job = Found | Append | Refusing | Attend
Row = tuple[Any, ...]


def room_of(job: Job) -> str:
    """The (first) room that a job writes to."""
    match job:
        case Found(founding=founding):
            return founding.id
        case Attend(rows=rows):
            return min((row.room for row in rows), default="")
    return job.room


def digest(invite: str) -> str:
    """What an invitation is found by: the search takes the same time however much of it was guessed."""
    return hashlib.sha256(invite.encode()).hexdigest()


class Bulk:
    """A statement compiled once, for many rows of values in the order of ``names``."""

    def __init__(self, dialect: Dialect, statement: UpdateBase, *names: str) -> None:
        compiled: Any = statement.compile(dialect=dialect, column_keys=names)
        assert tuple(compiled.positiontup) == names, compiled.positiontup
        self._text = str(compiled)

    def __call__(self, cursor: DBAPICursor, rows: list[Row]) -> int:
        """Number of rows that were changed."""
        if not rows:
            return 0
        if len(rows) == 1:
            cursor.execute(self._text, rows[0])
        else:
            cursor.executemany(self._text, rows)
        return cursor.rowcount


class Group:
    """Writes jobs within a transaction; ``Conflict`` or the driver's IntegrityError where another process was first.

    Everyone takes rooms first, then commands, each in order: so two processes never wait for each other. PostgreSQL
    says at the commit, in this group's ``name``, which rooms were written to.
    """

    def __init__(self, dialect: Dialect) -> None:
        self.name = token_hex(4)
        self._tells = dialect.name == "postgresql"

        def bulk(statement: UpdateBase, *names: str) -> Bulk:
            return Bulk(dialect, statement, *names)

        def whole(table: Table) -> Bulk:
            return bulk(insert(table), *table.columns.keys())

        self._rooms, self._seats, self._secrets = whole(rooms), whole(seats), whole(secrets)
        self._events, self._commands = whole(events), whole(commands)

        def advance(*written: str) -> Update:
            here = rooms.c.id == bindparam("room"), rooms.c.head == bindparam("before")
            return update(rooms).where(*here).values({name: bindparam(name) for name in written})

        every, most = ("updated", "head", "over", "turn", "open", "due"), ("updated", "head", "turn", "due")
        self._advance = bulk(advance(*every), *every, "room", "before")
        self._go_on = bulk(advance(*most).where(~rooms.c.over, ~rooms.c.open), *most, "room", "before")
        self._sit = bulk(
            update(seats)
            .where(seats.c.room == bindparam("at"), seats.c.side == bindparam("by"))
            .values(guest=bindparam("guest"), name=bindparam("name")),
            *("guest", "name", "at", "by"),
        )
        older = (
            select(commands.c.at)
            .where(commands.c.room == bindparam("room"), commands.c.at.is_not(None))
            .order_by(commands.c.at.desc())
            .limit(literal_column("1"))
            .offset(literal_column(str(KEPT_REFUSALS)))
            .scalar_subquery()
        )
        self._forget = bulk(
            delete(commands).where(commands.c.room == bindparam("of"), commands.c.at <= older), "of", "room"
        )
        arriving: Any = (sqlite if dialect.name == "sqlite" else postgresql).insert(attendance)
        held = attendance.columns.keys()[2:]
        self._arrive = bulk(
            arriving.on_conflict_do_update(
                index_elements=["room", "seat"], set_={name: arriving.excluded[name] for name in held}
            ),
            *attendance.columns.keys(),
        )
        ending: Any = (sqlite if dialect.name == "sqlite" else postgresql).insert(results)
        counted = results.columns.keys()[1:]
        self._end = bulk(
            ending.on_conflict_do_update(
                index_elements=["room"], set_={name: ending.excluded[name] for name in counted}
            ),
            *results.columns.keys(),
        )
        self._reopen = bulk(delete(results).where(results.c.room == bindparam("of")), "of")
        self._depart = bulk(
            update(attendance)
            .where(
                attendance.c.room == bindparam("at"),
                attendance.c.seat == bindparam("by"),
                attendance.c.connection == bindparam("of"),
            )
            .values({name: bindparam(name) for name in ("here", "left", "since", "lease", "name")}),
            *("here", "left", "since", "lease", "name", "at", "by", "of"),
        )

    def write(self, cursor: DBAPICursor, jobs: Sequence[Job]) -> None:
        """All or, with an exception, what the caller has to roll back."""
        founds: list[Found] = []
        appends: list[Append] = []
        refusals: list[Refusing] = []
        attending: list[Attendance] = []
        for job in jobs:
            match job:
                case Append():
                    appends.append(job)
                case Refusing():
                    refusals.append(job)
                case Attend(rows=rows):
                    attending += rows
                case Found(closing=closing):
                    founds.append(job)
                    appends += [] if closing is None else [closing]
        firsts = [job.first for job in founds]
        if founds:
            self._found(cursor, founds)
        if appends or firsts or refusals:
            self._append(cursor, appends, firsts, refusals)
        if attending:
            self._attend(cursor, attending)
        if self._tells:
            written = {job.room for job in appends + firsts} | {row.room for row in attending}
            for message in messages(self.name, sorted(written)):
                cursor.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))

    def _found(self, cursor: DBAPICursor, founds: list[Found]) -> None:
        founds.sort(key=lambda job: job.founding.code)
        self._rooms(cursor, [_room(job.founding, job.first) for job in founds])
        self._seats(
            cursor,
            [
                (job.founding.id, side, place, seat.guest, seat.name, seat.level)
                for job in founds
                for place, (side, seat) in enumerate(job.founding.seats.items())
            ],
        )

    def _append(
        self, cursor: DBAPICursor, appends: list[Append], firsts: list[Append], refusals: list[Refusing]
    ) -> None:
        appends.sort(key=lambda append: append.room)
        if self._advance_rooms(cursor, appends) != len(appends):
            raise Conflict
        appends += firsts
        answers = [*_answered(appends), *_refused(refusals)]
        self._commands(cursor, sorted(answers, key=lambda row: row[:2]))
        self._forget(cursor, [(room, room) for room in sorted({job.room for job in refusals})])
        self._events(
            cursor,
            [
                (append.room, entry.seq, append.guest, _json(entry).decode())
                for append in appends
                for entry in append.entries
            ],
        )
        self._sit(
            cursor,
            [
                (append.guest, entry.name, append.room, entry.by)
                for append in appends
                for entry in append.entries
                if entry.kind == "joined"
            ],
        )
        self._secrets(
            cursor,
            [(append.room, name, value) for append in appends for name, value in append.secrets.items()],
        )
        self._reopen(cursor, [(append.room,) for append in appends if append.reopened])
        self._end(cursor, [(job.room, *astuple(job.ended)) for job in appends if job.ended is not None])

    def _advance_rooms(self, cursor: DBAPICursor, appends: list[Append]) -> int:
        """How many were where they had to be. Nearly all just go on: that touches no index of what is running or open."""
        going_on = [append for append in appends if not append.over and not append.open]
        count = self._go_on(cursor, [_gone_on(append) for append in going_on])
        if count < len(appends):  # what has gone on already is no longer where it was
            count += self._advance(cursor, [_advanced(append) for append in appends])
        return count

    def _attend(self, cursor: DBAPICursor, rows: list[Attendance]) -> None:
        rows.sort(key=lambda row: (row.room, row.seat))
        here = [astuple(row) for row in rows if row.here]
        gone = [
            (r.here, r.left, r.since, r.lease, "", r.room, r.seat, r.connection) for r in rows if not r.here
        ]
        self._arrive(cursor, here)
        self._depart(cursor, gone)


def _room(founding: Founding, first: Append) -> Row:
    return (
        founding.id,
        founding.game,
        founding.rules,
        founding.kind,
        _json(founding.options).decode(),
        founding.start,
        founding.created,
        first.entries[-1].ts,
        first.entries[-1].seq,
        first.over,
        None if founding.clock is None else _json(founding.clock).decode(),
        founding.maker,
        founding.listed,
        founding.watch,
        founding.invite or None,
        digest(founding.invite) if founding.invite else None,
        founding.code or None,
        first.turn,
        first.open,
        first.due,
        _json(founding.ways).decode() if founding.ways else None,
    )


def _advanced(append: Append) -> Row:
    before, last = append.entries[0].seq - 1, append.entries[-1]
    return (last.ts, last.seq, append.over, append.turn, append.open, append.due, append.room, before)


def _gone_on(append: Append) -> Row:
    before, last = append.entries[0].seq - 1, append.entries[-1]
    return (last.ts, last.seq, append.turn, append.due, append.room, before)


def _answered(appends: Sequence[Append]) -> list[Row]:
    return [
        (append.room, append.command, append.entries[0].seq, None, None)
        for append in appends
        if append.command is not None
    ]


def _refused(refusals: Sequence[Refusing]) -> list[Row]:
    return [(job.room, job.command, None, job.answer, time.time_ns()) for job in refusals]

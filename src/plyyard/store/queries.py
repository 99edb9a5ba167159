"""What is asked of the database about rooms."""

from __future__ import annotations

import secrets as chance
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, bindparam, delete, select

from plyyard.core.record import Entry
from plyyard.rooms.founding import Founding, Seat
from plyyard.rooms.keep import WATCHER, Attendance, Listing, Loaded
from plyyard.rooms.protocol import ClockOrder
from plyyard.store.database import insert_new, put
from plyyard.store.group import digest
from plyyard.store.schema import attendance, commands, events, results, rooms, seats, secrets, settings, tries

HOUR = 3_600_000  # milliseconds

_ENTRY = msgspec.json.Decoder(Entry)
_CLOCK = msgspec.json.Decoder(ClockOrder)


# Asked so often that they are put together only once.
_ROOM = select(rooms).where(rooms.c.id == bindparam("room"))
_SEATS = select(seats).where(seats.c.room.in_(bindparam("rooms"))).order_by(seats.c.place)
_EVENTS = (
    select(events.c.guest, events.c.entry)
    .where(events.c.room == bindparam("room"), events.c.seq > bindparam("after"))
    .order_by(events.c.seq)
)
_COMMANDS = (
    select(commands.c.command, commands.c.seq, commands.c.answer)
    .where(commands.c.room == bindparam("room"))
    .order_by(commands.c.at)
)
_SECRETS = select(secrets.c.name, secrets.c.value).where(secrets.c.room == bindparam("room"))
_HEADS = select(rooms.c.id, rooms.c.head).where(rooms.c.id.in_(bindparam("rooms")))
_ATTENDANCE = select(attendance).where(attendance.c.room.in_(bindparam("rooms")))


def load(connection: Connection, room: str, after: int = 0) -> Loaded | None:
    """See ``Keep.load``."""
    if "\0" in room:  # PostgreSQL has no such text
        return None
    named = {"room": room}
    row = connection.execute(_ROOM, named).one_or_none()
    if row is None:
        return None
    found = connection.execute(_EVENTS, named | {"after": after}).all()
    answers = connection.execute(_COMMANDS, named).all()
    return Loaded(
        _foundings(connection, [row])[0],
        [_ENTRY.decode(entry) for _, entry in found],
        [guest for guest, _ in found],
        {command: seq for command, seq, _ in answers if seq is not None},
        {command: answer for command, seq, answer in answers if seq is None},
        dict(connection.execute(_SECRETS, named).all()),
    )


def _foundings(connection: Connection, rows: Sequence[Row[Any]]) -> list[Founding]:
    held: dict[str, dict[str, Seat]] = {row.id: {} for row in rows}
    for seat in connection.execute(_SEATS, {"rooms": list(held)}):
        held[seat.room][seat.side] = Seat(seat.guest, seat.name, seat.level)
    return [
        Founding(
            id=row.id,
            game=row.game,
            rules=row.rules,
            kind=row.kind,
            options=msgspec.json.decode(row.options),
            seats=held[row.id],
            created=row.created,
            start=row.start,
            clock=None if row.clock is None else _CLOCK.decode(row.clock),
            maker=row.maker,
            listed=row.listed,
            watch=row.watch,
            invite=row.invite or "",
            code=row.code or "",
            ways=msgspec.json.decode(row.ways) if row.ways else {},
        )
        for row in rows
    ]


def _listings(connection: Connection, query: Select[Any]) -> list[Listing]:
    found = connection.execute(query).all()
    return [
        Listing(founding, row.updated, row.head, row.turn, row.over, row.open)
        for founding, row in zip(_foundings(connection, found), found, strict=True)
    ]


def heads(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """See ``Keep.heads``."""
    return dict(connection.execute(_HEADS, {"rooms": ids}).all())


def mine(connection: Connection, guest: str, over: bool, limit: int) -> list[Listing]:
    """See ``Keep.mine``."""
    held = select(seats.c.room).where(seats.c.guest == guest)
    query = select(rooms).where(rooms.c.id.in_(held), rooms.c.over == over)
    return _listings(connection, query.order_by(rooms.c.updated.desc()).limit(limit))


def lobby(connection: Connection, limit: int) -> list[Listing]:
    """See ``Keep.lobby``: the open ones first."""
    query = select(rooms).where(~rooms.c.over, rooms.c.listed, rooms.c.open | rooms.c.watch)
    return _listings(connection, query.order_by(rooms.c.open.desc(), rooms.c.created.desc()).limit(limit))


def listed(connection: Connection, game: str | None, running: bool, limit: int) -> list[Listing]:
    """All rooms, the newest first: of one game, if one is named; only those that are not over."""
    query = select(rooms).order_by(rooms.c.updated.desc()).limit(limit)
    query = query if game is None else query.where(rooms.c.game == game)
    return _listings(connection, query.where(~rooms.c.over) if running else query)


def idle(connection: Connection, kind: str, before: int, limit: int) -> list[str]:
    """See ``Keep.idle``: the longest ago first."""
    query = select(rooms.c.id).where(rooms.c.kind == kind, ~rooms.c.over, rooms.c.updated < before)
    return list(connection.execute(query.order_by(rooms.c.updated).limit(limit)).scalars())


def due(connection: Connection, before: int, limit: int) -> list[str]:
    """See ``Keep.due``: the longest ago first."""
    query = select(rooms.c.id).where(rooms.c.due.is_not(None), rooms.c.due <= before)
    return list(connection.execute(query.order_by(rooms.c.due).limit(limit)).scalars())


def invited(connection: Connection, invite: str | None, code: str | None) -> str | None:
    """See ``Keep.invited``."""
    named = rooms.c.invited == digest(invite) if invite else (rooms.c.code == code) & rooms.c.open
    return connection.execute(select(rooms.c.id).where(named)).scalar()


def attending(connection: Connection, ids: Sequence[str]) -> list[Attendance]:
    """See ``Keep.attendance``."""
    return [Attendance(*row) for row in connection.execute(_ATTENDANCE, {"rooms": ids})]


def delete_room(connection: Connection, room: str) -> None:
    """Everything of a room, for good."""
    for table in (events, commands, secrets, attendance, results, seats):
        connection.execute(delete(table).where(table.c.room == room))
    connection.execute(delete(rooms).where(rooms.c.id == room))


def beat(connection: Connection, now: int) -> None:
    """See ``Keep.beat``."""
    put(connection, settings, key="alive", value=str(now))


def last_beat(connection: Connection) -> int | None:
    """See ``Keep.last_beat``."""
    found = connection.execute(select(settings.c.value).where(settings.c.key == "alive")).scalar()
    return None if found is None else int(found)


def tidy(connection: Connection, now: int) -> None:
    """Who watched and is gone for an hour, and tries that nobody has to wait for."""
    gone = attendance.c.seat.startswith(WATCHER), attendance.c.lease < now - HOUR
    connection.execute(delete(attendance).where(*gone))
    connection.execute(delete(tries).where(tries.c.until <= now))


def secret(connection: Connection) -> bytes:
    """The key that signs cookies; made at the first start."""
    insert_new(connection, settings, key="secret", value=chance.token_hex(32))
    return bytes.fromhex(
        connection.execute(select(settings.c.value).where(settings.c.key == "secret")).scalar_one()
    )

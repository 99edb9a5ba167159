"""What is asked of the database, in the words of rooms: found, append, load, list."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, insert, select, update

from plyyard.core.record import Entry
from plyyard.rooms.founding import Founding, Seat
from plyyard.store.schema import events, rooms, seats, settings

_ENTRY = msgspec.json.Decoder(Entry)


def insert_room(connection: Connection, founding: Founding) -> None:
    """Write a new room and its seats."""
    connection.execute(
        insert(rooms).values(
            id=founding.id,
            game=founding.game,
            rules=founding.rules,
            kind=founding.kind,
            options=msgspec.json.encode(founding.options).decode(),
            start=founding.start,
            created=founding.created,
            updated=founding.created,
            head=0,
            over=False,
        )
    )
    connection.execute(
        insert(seats),
        [
            {
                "room": founding.id,
                "side": side,
                "place": place,
                "guest": seat.guest,
                "name": seat.name,
                "level": seat.level,
            }
            for place, (side, seat) in enumerate(founding.seats.items())
        ],
    )


def append(
    connection: Connection,
    room: str,
    entries: Sequence[Entry],
    command: str | None,
    guest: str | None,
    over: bool,
) -> None:
    """Write the next events of a room. A seq or a command id that is there already raises IntegrityError."""
    connection.execute(
        insert(events),
        [
            {
                "room": room,
                "seq": entry.seq,
                "command": command if place == 0 else None,
                "guest": guest,
                "entry": msgspec.json.encode(entry).decode(),
            }
            for place, entry in enumerate(entries)
        ],
    )
    connection.execute(
        update(rooms)
        .where(rooms.c.id == room)
        .values(head=entries[-1].seq, updated=entries[-1].ts, over=over)
    )


def load(connection: Connection, room: str) -> tuple[Founding, list[Entry], dict[str, int]] | None:
    """A room with its events and the seq of each command id, or None."""
    row = connection.execute(select(rooms).where(rooms.c.id == room)).one_or_none()
    if row is None:
        return None
    founding = _founding(connection, row)
    found = connection.execute(
        select(events.c.seq, events.c.command, events.c.entry)
        .where(events.c.room == room)
        .order_by(events.c.seq)
    ).all()
    return (
        founding,
        [_ENTRY.decode(event.entry) for event in found],
        {event.command: event.seq for event in found if event.command},
    )


def _founding(connection: Connection, row: Row[Any]) -> Founding:
    held = connection.execute(select(seats).where(seats.c.room == row.id).order_by(seats.c.place)).all()
    return Founding(
        id=row.id,
        game=row.game,
        rules=row.rules,
        kind=row.kind,
        options=msgspec.json.decode(row.options),
        seats={seat.side: Seat(seat.guest, seat.name, seat.level) for seat in held},
        created=row.created,
        start=row.start,
    )


def listed(connection: Connection, guest: str, over: bool) -> list[tuple[Founding, int, int]]:
    """A guest's rooms, the newest first: how each was founded, when it was last used, its head. No event is read."""
    found = []
    for room in rooms_of(connection, guest, over):
        row = connection.execute(select(rooms).where(rooms.c.id == room)).one()
        found.append((_founding(connection, row), row.updated, row.head))
    return found


def rooms_of(connection: Connection, guest: str, over: bool, limit: int = 20) -> list[str]:
    """Ids of a guest's rooms, the newest first."""
    mine = select(seats.c.room).where(seats.c.guest == guest).distinct()
    found = (
        select(rooms.c.id)
        .where(rooms.c.id.in_(mine), rooms.c.over == over)
        .order_by(rooms.c.updated.desc())
        .limit(limit)
    )
    return list(connection.execute(found).scalars())


def unfinished_with_computer(connection: Connection, since: int, limit: int = 200) -> list[str]:
    """Ids of running rooms against the computer that were used lately."""
    found = select(rooms.c.id).where(
        rooms.c.kind == "computer", rooms.c.over.is_(False), rooms.c.updated >= since
    )
    return list(connection.execute(found.order_by(rooms.c.updated.desc()).limit(limit)).scalars())


def secret(connection: Connection) -> bytes:
    """The key that signs cookies; made at the first start."""
    found = connection.execute(select(settings.c.value).where(settings.c.key == "secret")).scalar()
    if found is None:
        found = secrets.token_hex(32)
        connection.execute(insert(settings).values(key="secret", value=found))
    return bytes.fromhex(found)

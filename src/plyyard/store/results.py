"""What is asked of the database about games that somebody played alone, and how they ended. Whose they are, ``seats`` says."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, select

from plyyard.rooms.keep import Ended
from plyyard.store.schema import results, rooms, seats

_ENDED = tuple(results.c[field.name] for field in fields(Ended))


def of(connection: Connection, person: str, game: str) -> list[tuple[str, Ended]]:
    """Room and end of all that counts of one game, the oldest first."""
    query = (
        select(results.c.room, *_ENDED)
        .join(seats, seats.c.room == results.c.room)
        .where(seats.c.guest == person, results.c.game == game)
        .order_by(results.c.ended, results.c.room)
    )
    return [(room, Ended(*row)) for room, *row in connection.execute(query)]


def at(connection: Connection, room: str) -> Ended | None:
    """What counts of one room."""
    row = connection.execute(select(*_ENDED).where(results.c.room == room)).one_or_none()
    return None if row is None else Ended(*row)


def options_of(connection: Connection, person: str, game: str) -> dict[str, dict[str, Any]]:
    """With which options each of these games was played, its deal number among them."""
    query = (
        select(rooms.c.id, rooms.c.options)
        .join(results, results.c.room == rooms.c.id)
        .join(seats, seats.c.room == rooms.c.id)
        .where(seats.c.guest == person, results.c.game == game)
    )
    return {room: msgspec.json.decode(options) for room, options in connection.execute(query)}


def forget(connection: Connection, person: str, game: str) -> int:
    """Let what has ended up to now count no more; how many games that was. The games themselves stay."""
    held = select(seats.c.room).where(seats.c.guest == person)
    return connection.execute(
        delete(results).where(results.c.game == game, results.c.room.in_(held))
    ).rowcount

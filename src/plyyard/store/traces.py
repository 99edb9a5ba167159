"""What a person leaves behind here: handing it out and taking it away; and ending games from outside. Times: ms since 1970."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, select, union_all, update

from plyyard.core import record
from plyyard.core.chance import system_below
from plyyard.core.record import Entry
from plyyard.rooms import records
from plyyard.rooms.ending import abandon
from plyyard.rooms.keep import Append
from plyyard.rooms.names import BadName, clean_name, folded
from plyyard.rooms.room import Room
from plyyard.store import corrections, people, practice, queries, schema
from plyyard.store.group import Group
from plyyard.store.schema import accounts, bans, events, rooms, seats, sessions

ERASED = "."
"""With this begins what stands for an erased person, in each game another one. No guest's id does."""


# ---- whose ----


def called(connection: Connection, who: str) -> list[str]:
    """The ids that may be meant: of the account with this name, else of the guest with this id, else of guests with this name."""
    try:
        if account := people.named(connection, folded(clean_name(who))):
            return [account.id]
    except BadName:
        pass
    for query in (
        select(seats.c.guest).where(seats.c.guest == who),
        select(bans.c.value).where(bans.c.value == who, bans.c.kind == people.GUEST),
        select(schema.practice.c.person).where(schema.practice.c.person == who),
        select(schema.corrections.c.person).where(schema.corrections.c.person == who),
        select(seats.c.guest).where(seats.c.name == who, seats.c.guest.is_not(None)),
    ):
        if found := list(connection.execute(query.distinct()).scalars()):
            return [str(guest) for guest in found]
    return []


# ---- handing out ----


def rooms_of(connection: Connection, person: str) -> list[str]:
    """All rooms where somebody sits, the oldest first."""
    held = select(seats.c.room).where(seats.c.guest == person)
    return list(
        connection.execute(select(rooms.c.id).where(rooms.c.id.in_(held)).order_by(rooms.c.created)).scalars()
    )


def about(connection: Connection, person: str) -> dict[str, Any]:
    """What is kept of somebody beside games; never the password's hash."""
    account = people.account(connection, person)
    visits = connection.execute(
        select(sessions.c.created, sessions.c.seen).where(sessions.c.account == person)
    )
    held = connection.execute(
        select(bans.c.kind, bans.c.created, bans.c.until, bans.c.why).where(bans.c.value == person)
    )
    return {
        "id": person,
        "account": account and {"name": account.name, "admin": account.admin, "created": account.created},
        "sessions": [dict(row._mapping) for row in visits],
        "bans": [dict(row._mapping) for row in held],
        "practice": practice.of(connection, person),
        "corrections": corrections.sent_by(connection, person),
    }


def game(connection: Connection, room_id: str, person: str) -> tuple[str, bytes]:
    """A room's record as a file, as the person may see it: its name and content."""
    room = _room(connection, room_id)
    return f"{room.founding.game}-{room.id}.plyyard.json", record.encode(
        records.record(room, room.viewer(person))
    )


def _room(connection: Connection, room_id: str) -> Room:
    found = queries.load(connection, room_id)
    assert found is not None
    return Room(found.founding, found.entries, found.guests)


def packed(told: dict[str, Any], games: Iterable[tuple[str, bytes]]) -> bytes:
    """All of it as one zip file."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("person.json", msgspec.json.format(msgspec.json.encode(told), indent=1))
        for name, content in games:
            archive.writestr(f"games/{name}", content)
    return file.getvalue()


# ---- taking away ----


def erase_from(connection: Connection, room_id: str, person: str, word: str, now: int) -> None:
    """Let nothing in a room name a person: ``word`` stands for the name. A room where nobody else sits goes away.

    A running game ends without a result.
    """
    others = select(seats.c.guest).where(
        seats.c.room == room_id, seats.c.guest != person, seats.c.guest.not_like(f"{ERASED}%")
    )
    if not connection.execute(others).first():
        queries.delete_room(connection, room_id)
        return
    close(connection, room_id, now)
    other = ERASED + people.new_guest()
    own = (events.c.room == room_id) & (events.c.guest == person)
    for row in connection.execute(select(events.c.seq, events.c.entry).where(own)).all():
        entry = msgspec.json.decode(row.entry, type=Entry)
        if entry.kind == "joined":
            named = msgspec.json.encode(msgspec.structs.replace(entry, name=word)).decode()
            connection.execute(update(events).where(own, events.c.seq == row.seq).values(entry=named))
    connection.execute(update(events).where(own).values(guest=other))
    connection.execute(
        update(seats).where(seats.c.room == room_id, seats.c.guest == person).values(guest=other, name=word)
    )
    connection.execute(
        update(rooms).where(rooms.c.id == room_id, rooms.c.maker == person).values(maker=other)
    )


def erase_person(connection: Connection, person: str, now: int) -> None:
    """The account with its sessions, practice, reports and bans; servers that hold something in memory drop it."""
    practice.reset(connection, person)
    corrections.erase(connection, person)
    people.end_sessions(connection, person, now)
    connection.execute(delete(accounts).where(accounts.c.id == person))
    people.unban(connection, people.GUEST, person)
    people.recall(connection, person, now)


def close(connection: Connection, room_id: str, now: int) -> bool | None:
    """End a running game without a result; False if it is over, None if there is none. ``Conflict`` where a server was first."""
    found = queries.load(connection, room_id)
    if found is None:
        return None
    room = Room(found.founding, found.entries, found.guests)
    if room.over:
        return False
    ending: list[Entry] = []
    decision: Any = abandon(room)
    while decision is not None:
        for entry in decision.entries:
            ending.append(msgspec.structs.replace(entry, seq=room.head + 1, ts=now))
            room.fold(ending[-1])
        decision = room.automatic(found.secrets, system_below)
    last = Append(room_id, ending, None, None, None, over=True)
    Group(connection.dialect).write(connection.connection.cursor(), [last])
    for seat in room.seats.values():
        if seat.guest is not None:
            people.recall(connection, seat.guest, now)
    return True


# ---- what is too old ----


def finished(connection: Connection, before: int) -> list[str]:
    """Rooms whose game is over since then."""
    query = select(rooms.c.id).where(rooms.c.over, rooms.c.updated < before)
    return list(connection.execute(query.order_by(rooms.c.updated)).scalars())


def gone_guests(connection: Connection, before: int) -> list[str]:
    """Guests without an account, who have not played, practised or reported anything since then; nobody whose report the
    editor has not decided yet.
    """
    waiting = select(schema.corrections.c.person).where(
        schema.corrections.c.state == "new", schema.corrections.c.person.is_not(None)
    )
    seen = union_all(
        select(seats.c.guest.label("guest"), rooms.c.updated.label("at")).join(
            rooms, rooms.c.id == seats.c.room
        ),
        select(schema.practice.c.person, schema.practice.c.last),
        select(schema.corrections.c.person, schema.corrections.c.created),
    ).subquery()
    query = (
        select(seen.c.guest)
        .where(seen.c.guest.not_like(f"{people.ACCOUNT}%"), seen.c.guest.not_like(f"{ERASED}%"))
        .where(seen.c.guest.not_in(waiting))
        .group_by(seen.c.guest)
        .having(func.max(seen.c.at) < before)
    )
    return [guest for guest in connection.execute(query).scalars() if guest is not None]


def drop_ended(connection: Connection, now: int) -> int:
    """Sessions and bans that hold no more; how many there were."""
    old_sessions = delete(sessions).where(sessions.c.seen < now - people.SESSION)
    old_bans = delete(bans).where(bans.c.until <= now)
    return connection.execute(old_sessions).rowcount + connection.execute(old_bans).rowcount

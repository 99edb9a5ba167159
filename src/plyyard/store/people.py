"""What is asked of the database about persons: accounts, sessions, bans, and what is kept of whom. Times: ms since 1970."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, or_, select, update

from plyyard.store import corrections, practice
from plyyard.store.database import insert_new, put
from plyyard.store.schema import accounts, bans, events, rooms, seats, sessions

DAY = 24 * 3600 * 1000
SESSION = 90 * DAY  # without a visit; each visit makes it last as long again
RECALL = DAY // 720  # how long it can be read that somebody was recalled
ACCOUNT = "@"  # with this begin their ids
GUEST, ADDRESS, RECALLED, ENDED = "guest", "address", "recalled", "ended"
CALLS = (RECALLED, ENDED)  # no bans: every server does them once


@dataclass(frozen=True, slots=True)
class Account:
    """A person with a name of their own. ``id`` stands where a guest's would; ``password``: its argon2 hash."""

    id: str
    name: str
    password: str
    admin: bool
    created: int


@dataclass(frozen=True, slots=True)
class Ban:
    """``kind``: ``GUEST`` (accounts are among them), ``ADDRESS``; or, only for connections from before ``created``: ``RECALLED``
    (a person or a session: come back) and ``ENDED`` (a session: for good). ``until``: None for ever.
    """

    kind: str
    value: str
    created: int
    until: int | None
    why: str


# ---- accounts ----


def register(connection: Connection, account: Account, key: str) -> bool:
    """Write a new account; False if its name is taken. ``key``: the folded name."""
    return insert_new(
        connection,
        accounts,
        id=account.id,
        name=account.name,
        folded=key,
        password=account.password,
        admin=account.admin,
        created=account.created,
    )


def named(connection: Connection, key: str) -> Account | None:
    """The account with this folded name."""
    return _account(connection, accounts.c.folded == key)


def account(connection: Connection, account_id: str) -> Account | None:
    return _account(connection, accounts.c.id == account_id)


def _account(connection: Connection, condition: Any) -> Account | None:
    columns = (accounts.c.id, accounts.c.name, accounts.c.password, accounts.c.admin, accounts.c.created)
    row = connection.execute(select(*columns).where(condition)).one_or_none()
    return None if row is None else Account(*row)


def rename(connection: Connection, account_id: str, name: str, key: str) -> bool:
    """Give an account another name; False if that is taken. ``key``: the folded name."""
    holder = named(connection, key)
    if holder is not None and holder.id != account_id:
        return False
    change = update(accounts).where(accounts.c.id == account_id).values(name=name, folded=key)
    connection.execute(change)
    return True


def set_password(connection: Connection, account_id: str, password: str, now: int, own: str = "") -> None:
    """Another password's hash; it ends every session. ``own``: the hash of the one that another follows."""
    connection.execute(update(accounts).where(accounts.c.id == account_id).values(password=password))
    end_sessions(connection, account_id, now, own)


# ---- sessions ----


def session_hash(token: str) -> str:
    """What is kept of a session's token: whoever reads the database cannot log in with it."""
    return hashlib.sha256(token.encode()).hexdigest()


def open_session(connection: Connection, token_hash: str, account_id: str, now: int) -> None:
    ended = sessions.c.seen < now - SESSION
    connection.execute(delete(sessions).where(sessions.c.account == account_id, ended))
    connection.execute(sessions.insert().values(hash=token_hash, account=account_id, created=now, seen=now))


def session(connection: Connection, token_hash: str, now: int) -> tuple[Account, int] | None:
    """Whose session this is and when it was seen last, if it still holds."""
    held = select(sessions.c.account, sessions.c.seen)
    row = connection.execute(
        held.where(sessions.c.hash == token_hash, sessions.c.seen >= now - SESSION)
    ).one_or_none()
    found = None if row is None else account(connection, row.account)
    return None if row is None or found is None else (found, row.seen)


def see_session(connection: Connection, token_hash: str, now: int) -> None:
    connection.execute(update(sessions).where(sessions.c.hash == token_hash).values(seen=now))


def close_session(connection: Connection, token_hash: str, now: int, followed: bool = False) -> None:
    """``followed``: the browser has another one."""
    connection.execute(delete(sessions).where(sessions.c.hash == token_hash))
    _call(connection, RECALLED if followed else ENDED, token_hash, now)


def end_sessions(connection: Connection, account_id: str, now: int, own: str = "") -> None:
    """All of an account. ``own``: the one that another follows."""
    held = select(sessions.c.hash).where(sessions.c.account == account_id)
    for token_hash in connection.execute(held).scalars().all():
        close_session(connection, token_hash, now, followed=token_hash == own)


# ---- bans ----


def ban(connection: Connection, one: Ban) -> None:
    """From now on, in place of an older one; sessions of a banned account end."""
    put(connection, bans, kind=one.kind, value=one.value, created=one.created, until=one.until, why=one.why)
    if one.kind == GUEST:
        connection.execute(delete(sessions).where(sessions.c.account == one.value))


def unban(connection: Connection, kind: str, value: str) -> bool:
    """False if there was none."""
    return connection.execute(delete(bans).where(bans.c.kind == kind, bans.c.value == value)).rowcount > 0


def recall(connection: Connection, guest: str, now: int) -> None:
    """Let every server close this person's connections, and read the rooms again that it holds in memory."""
    _call(connection, RECALLED, guest, now)


def _call(connection: Connection, kind: str, value: str, now: int) -> None:
    """Something that every server shall do once, and that stands no longer than all of them have read it."""
    connection.execute(delete(bans).where(bans.c.kind.in_(CALLS), bans.c.until <= now))
    ban(connection, Ban(kind, value, now, now + RECALL, ""))


def banned(connection: Connection, now: int) -> list[Ban]:
    """The bans that hold."""
    columns = (bans.c.kind, bans.c.value, bans.c.created, bans.c.until, bans.c.why)
    holds = or_(bans.c.until.is_(None), bans.c.until > now)
    return [Ban(*row) for row in connection.execute(select(*columns).where(holds).order_by(bans.c.created))]


# ---- what is kept of whom ----


def move_games(connection: Connection, guest: str, account_id: str, now: int) -> None:
    """Let an account have a guest's practice, reports and seats, but where it sits in the same room already: nobody
    plays himself.
    """
    sits = select(seats.c.room).where(seats.c.guest == account_id)
    moved = select(seats.c.room).where(seats.c.guest == guest, seats.c.room.not_in(sits))
    for table, whose in ((rooms, "maker"), (events, "guest"), (seats, "guest")):  # seats last: they say which
        room = table.c.id if table is rooms else table.c.room
        change = update(table).where(table.c[whose] == guest, room.in_(moved))
        connection.execute(change.values({whose: account_id}))
    practice.move(connection, guest, account_id)
    corrections.move(connection, guest, account_id)
    recall(connection, guest, now)


def new_guest() -> str:
    """An id that nobody can guess."""
    return secrets.token_urlsafe(12)


def new_account() -> str:
    """An id that no guest has: no signed cookie and no token ever stands for an account."""
    return ACCOUNT + secrets.token_urlsafe(12)

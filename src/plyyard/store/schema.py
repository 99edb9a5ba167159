"""The tables. Times are milliseconds since 1970, but for ``commands.at``; ``entry`` is a ``core.record.Entry`` as JSON."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

metadata = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

# ``clock``: a ClockOrder as JSON. ``invited``: SHA-256 of the invitation, by which it is found. ``code``: null where there is none.
# ``ways``: see Founding, JSON, null for none.
# After event ``head``: whose ``turn`` it is, whether a seat is free (``open``), when a flag falls (``due``).
rooms = Table(
    "rooms",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", String(20), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("options", Text, nullable=False),
    Column("start", Text),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("head", Integer, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("clock", Text),
    Column("maker", String(40)),
    Column("listed", Boolean, nullable=False),
    Column("watch", Boolean, nullable=False),
    Column("invite", String(40)),
    Column("invited", String(64)),
    Column("code", String(10)),
    Column("turn", String(20)),
    Column("open", Boolean, nullable=False),
    Column("due", BigInteger),
    Column("ways", Text),
)
_running = ~rooms.c.over
Index("rooms_invited", rooms.c.invited)
Index("rooms_code", rooms.c.code, unique=True, sqlite_where=rooms.c.open, postgresql_where=rooms.c.open)
Index("rooms_running", rooms.c.kind, sqlite_where=_running, postgresql_where=_running)
_timed = rooms.c.due.is_not(None)
Index("rooms_due", rooms.c.due, sqlite_where=_timed, postgresql_where=_timed)
_shown = _running & rooms.c.listed
Index("rooms_lobby", rooms.c.open, rooms.c.created, sqlite_where=_shown, postgresql_where=_shown)

seats = Table(
    "seats",
    metadata,
    Column("room", String(24), ForeignKey("rooms.id"), nullable=False),
    Column("side", String(20), nullable=False),
    Column("place", Integer, nullable=False),
    Column("guest", String(40)),
    Column("name", String(80), nullable=False),
    Column("level", String(20), nullable=False),
    PrimaryKeyConstraint("room", "side"),
    Index("seats_guest", "guest"),
)

events = Table(
    "events",
    metadata,
    Column("room", String(24), ForeignKey("rooms.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("guest", String(40)),
    Column("entry", Text, nullable=False),
    PrimaryKeyConstraint("room", "seq"),
    sqlite_with_rowid=False,
)

# Each command has one answer, whichever process gave it: the event ``seq``, or a refusal (``answer``: JSON).
# ``at``: nanoseconds since 1970, of refusals only: the oldest are forgotten.
commands = Table(
    "commands",
    metadata,
    Column("room", String(24), ForeignKey("rooms.id"), nullable=False),
    Column("command", String(40), nullable=False),
    Column("seq", Integer),
    Column("answer", Text),
    Column("at", BigInteger),
    PrimaryKeyConstraint("room", "command"),
    sqlite_with_rowid=False,
)
_refused = commands.c.at.is_not(None)
Index("commands_refused", commands.c.room, commands.c.at, sqlite_where=_refused, postgresql_where=_refused)

# See rooms.keep.Ended. ``variant``: JSON with sorted keys.
results = Table(
    "results",
    metadata,
    Column("room", String(24), ForeignKey("rooms.id"), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("variant", Text, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("won", Boolean, nullable=False),
    Column("points", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("ms", BigInteger, nullable=False),
    Column("backs", Integer, nullable=False),
)

# Of dice/1: never shown before the end. ``name``: "server" or a seat.
secrets = Table(
    "secrets",
    metadata,
    Column("room", String(24), ForeignKey("rooms.id"), nullable=False),
    Column("name", String(20), nullable=False),
    Column("value", LargeBinary, nullable=False),
    PrimaryKeyConstraint("room", "name"),
)

# See rooms.keep.Attendance.
attendance = Table(
    "attendance",
    metadata,
    Column("room", String(24), ForeignKey("rooms.id"), nullable=False),
    Column("seat", String(20), nullable=False),
    Column("connection", String(60), nullable=False),
    Column("here", Boolean, nullable=False),
    Column("left", Boolean, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("lease", BigInteger, nullable=False),
    Column("name", String(80), nullable=False),
    PrimaryKeyConstraint("room", "seat"),
)

# ``id``: where a guest's would stand. ``folded``: the name as it is compared. ``password``: its argon2 hash.
accounts = Table(
    "accounts",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("folded", String(80), nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("admin", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
)

# ``hash``: of the cookie's token, which is kept nowhere.
sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("account", String(24), ForeignKey("accounts.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, index=True),
)

# ``kind``: what ``value`` is, see store.people. ``until``: null for ever.
bans = Table(
    "bans",
    metadata,
    Column("kind", String(20), nullable=False),
    Column("value", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("why", Text, nullable=False),
    PrimaryKeyConstraint("kind", "value"),
)

# See store.tries. ``what``: a keyed hash. ``until``: when it is as if it had never been tried.
tries = Table(
    "tries",
    metadata,
    Column("what", String(40), primary_key=True),
    Column("until", BigInteger, nullable=False, index=True),
)

# See lessons.practice.Practice. ``person``: an account or a guest. ``card``: an FSRS card as JSON. ``tried``: JSON.
practice = Table(
    "practice",
    metadata,
    Column("person", String(40), nullable=False),
    Column("game", String(40), nullable=False),
    Column("generator", String(40), nullable=False),
    Column("difficulty", Integer, nullable=False),
    Column("right", Integer, nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("tried", Text, nullable=False),
    Column("card", Text, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    PrimaryKeyConstraint("person", "game", "generator", "difficulty"),
)

# See store.corrections.Correction. ``person``: who sent it, null once erased. ``decided``: null while it is new.
corrections = Table(
    "corrections",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("person", String(40), index=True),
    Column("game", String(40), nullable=False),
    Column("rules", String(20), nullable=False),
    Column("language", String(10), nullable=False),
    Column("page", String(200), nullable=False),
    Column("position", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("reply", String(200), nullable=False),
    Column("state", String(10), nullable=False),
    Column("answer", Text, nullable=False),
    Column("decided", BigInteger),
    Index("corrections_state", "state", "game"),
)

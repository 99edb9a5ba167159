"""The tables. Times are milliseconds since 1970; ``entry`` is a ``core.record.Entry`` as JSON."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

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
)

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
    Column("command", String(40)),
    Column("guest", String(40)),
    Column("entry", Text, nullable=False),
    PrimaryKeyConstraint("room", "seq"),
    UniqueConstraint("room", "command", name="events_command"),
)

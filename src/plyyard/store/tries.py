"""How often something may be tried, whichever process is asked: a bucket for each key, kept as the time when it is full again."""

from __future__ import annotations

from sqlalchemy import Connection, case, delete, select

from plyyard.store.database import inserting
from plyyard.store.schema import tries


def wait(connection: Connection, what: str, burst: int, every: int, now: int) -> int:
    """0 if it may be tried now, which counts; else how many milliseconds not. ``burst`` at once, then one in ``every`` ms."""
    connection.execute(delete(tries).where(tries.c.until <= now))
    latest = now + (burst - 1) * every
    later = case((tries.c.until > now, tries.c.until), else_=now) + every
    counted = inserting(connection, tries, what=what, until=now + every).on_conflict_do_update(
        index_elements=["what"], set_={"until": later}, where=tries.c.until <= latest
    )
    if connection.execute(counted.returning(tries.c.until)).first() is not None:
        return 0
    until: int = connection.execute(select(tries.c.until).where(tries.c.what == what)).scalar_one()
    return until - latest

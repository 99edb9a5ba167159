"""What is asked of the database about corrections: reports of readers, and what the editor decided. Times: ms since 1970."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, fields
from typing import Any, Literal

from sqlalchemy import Connection, delete, func, select, update

from plyyard.store.schema import corrections as table

State = Literal["new", "accepted", "closed"]
STATES: tuple[State, ...] = ("new", "accepted", "closed")
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that looks like another one


@dataclass(frozen=True, slots=True)
class Correction:
    """A report. ``page``: where the reader stood, and its revision. ``position``: empty for none. ``reply``: an address for an
    answer, empty for none; never shown to others. ``answer``: of the editor. Nothing of it is public before it is accepted.
    """

    id: str
    created: int
    person: str | None
    game: str
    rules: str
    language: str
    page: str
    position: str
    text: str
    source: str
    reply: str
    state: State = "new"
    answer: str = ""
    decided: int | None = None


_COLUMNS = [table.c[one.name] for one in fields(Correction)]


def new_id() -> str:
    """Short enough to be named in a letter."""
    return "".join(secrets.choice(LETTERS) for _ in range(8))


def add(connection: Connection, one: Correction) -> str:
    """Keep a new report; its id. The same text sent again by the same person, while it is new, is the same report."""
    same = (table.c.person == one.person) & (table.c.game == one.game) & (table.c.text == one.text)
    known = connection.execute(select(table.c.id).where(same, table.c.state == "new")).scalar()
    if known is not None:
        return str(known)
    connection.execute(table.insert().values({each.name: getattr(one, each.name) for each in fields(one)}))
    return one.id


def find(connection: Connection, correction: str) -> Correction | None:
    return next(iter(_found(connection, table.c.id == correction)), None)


def listed(
    connection: Connection, state: State | None = None, game: str | None = None, limit: int = 100
) -> list[Correction]:
    """The newest first; of one state, of one game."""
    conditions = [table.c.state == state] if state else []
    conditions += [table.c.game == game] if game else []
    return _found(connection, *conditions, limit=limit)


def accepted(connection: Connection, game: str) -> list[Correction]:
    """Those that everybody may see, the latest decision first."""
    order = table.c.decided.desc()
    return _found(connection, table.c.state == "accepted", table.c.game == game, order=order)


def sent_by(connection: Connection, person: str) -> list[Correction]:
    return _found(connection, table.c.person == person)


def _found(
    connection: Connection, *conditions: Any, order: Any = None, limit: int | None = None
) -> list[Correction]:
    first = table.c.created.desc() if order is None else order
    query = select(*_COLUMNS).where(*conditions).order_by(first, table.c.id).limit(limit)
    return [Correction(*row) for row in connection.execute(query)]


def answer(connection: Connection, correction: str, text: str) -> bool:
    """Write down the editor's answer, in place of an older one; False if there is no such report."""
    written = update(table).where(table.c.id == correction).values(answer=text)
    return connection.execute(written).rowcount > 0


def decide(connection: Connection, correction: str, state: State, now: int) -> bool:
    """Accept or close a report, also one that had been decided otherwise; False if there is none. Decided anew the same way
    it keeps its day.
    """
    decided = None if state == "new" else now
    change = update(table).where(table.c.id == correction, table.c.state != state)
    connection.execute(change.values(state=state, decided=decided))
    return find(connection, correction) is not None


def move(connection: Connection, guest: str, account: str) -> None:
    """Let an account have what a guest sent."""
    connection.execute(update(table).where(table.c.person == guest).values(person=account))


def erase(connection: Connection, person: str) -> None:
    """Of accepted ones the text stays, without a trace of who sent it; all others go."""
    own = table.c.person == person
    connection.execute(delete(table).where(own, table.c.state != "accepted"))
    connection.execute(update(table).where(own).values(person=None, reply=""))


def decided_before(connection: Connection, before: int) -> int:
    """How many reports ``drop_decided`` would change."""
    return connection.execute(select(func.count()).select_from(table).where(_old(before))).scalar_one()


def drop_decided(connection: Connection, before: int) -> int:
    """Reports closed before then, for good; of those accepted before then, who sent them. How many there were."""
    named = update(table).where(_old(before), table.c.state == "accepted").values(person=None, reply="")
    closed = delete(table).where(_old(before), table.c.state == "closed")
    return connection.execute(named).rowcount + connection.execute(closed).rowcount


def _old(before: int) -> Any:
    known = table.c.person.is_not(None) | (table.c.reply != "")
    return (table.c.decided < before) & ((table.c.state == "closed") | known)

"""What is asked of the database about practice: which exercises a person has done, and when they are due again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, select, update

from plyyard.lessons.practice import Practice, merged
from plyyard.store.database import insert_new
from plyyard.store.schema import practice as table

Change = Callable[[Practice], Practice]
_TRIED = msgspec.json.Decoder(tuple[int, ...])


def of(connection: Connection, person: str) -> list[Practice]:
    """All that somebody has practised."""
    rows = connection.execute(select(table).where(table.c.person == person).order_by(*table.primary_key))
    return [read(row) for row in rows]


def change(connection: Connection, person: str, blank: Practice, change: Change) -> Practice:
    """Let ``change`` say what is kept of one kind and difficulty, given what was; ``blank`` names it and is what was at first.

    Other processes wait meanwhile, so that an exercise counts once.
    """
    before = _locked(connection, person, blank)
    if before is None:
        if (first := change(blank)) is blank:
            return blank
        if insert_new(connection, table, **_key(person, first), **_values(first)):
            return first
        before = _locked(connection, person, blank)  # another process was quicker
        assert before is not None
    after = change(before)
    if after is not before:
        connection.execute(update(table).where(_is(person, after)).values(_values(after)))
    return after


def move(connection: Connection, guest: str, account: str) -> None:
    """Let an account have a guest's practice beside its own."""
    for one in of(connection, guest):
        change(connection, account, _blank(one), partial(merged, one))
    reset(connection, guest)


def reset(connection: Connection, person: str, game: str | None = None) -> int:
    """Forget what somebody has practised, of one game if one is named; of how many kinds and difficulties that was."""
    forgotten = delete(table).where(table.c.person == person)
    return connection.execute(forgotten if game is None else forgotten.where(table.c.game == game)).rowcount


def read(row: Row[Any]) -> Practice:
    return Practice(
        row.game,
        row.generator,
        row.difficulty,
        row.right,
        row.wrong,
        _TRIED.decode(row.tried),
        row.card,
        row.due,
        row.last,
    )


def _blank(one: Practice) -> Practice:
    return Practice(one.game, one.generator, one.difficulty)


def _locked(connection: Connection, person: str, one: Practice) -> Practice | None:
    row = connection.execute(select(table).where(_is(person, one)).with_for_update()).one_or_none()
    return None if row is None else read(row)


def _key(person: str, one: Practice) -> dict[str, Any]:
    return {
        "person": person,
        "game": one.game,
        "generator": one.generator,
        "difficulty": one.difficulty,
    }


def _is(person: str, one: Practice) -> Any:
    c = table.c
    same = (c.person == person) & (c.game == one.game) & (c.generator == one.generator)
    return same & (c.difficulty == one.difficulty)


def _values(one: Practice) -> dict[str, Any]:
    tried = msgspec.json.encode(one.tried).decode()
    return {
        "right": one.right,
        "wrong": one.wrong,
        "tried": tried,
        "card": one.card,
        "due": one.due,
        "last": one.last,
    }

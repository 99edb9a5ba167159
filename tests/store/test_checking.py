"""``plyyard db check``: sound databases are sound, and each kind of damage is named."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Engine, delete, select, update

from plyyard.store.checking import check
from plyyard.store.database import open_engine, writing
from plyyard.store.schema import events, rooms, seats, secrets
from tests.store.conftest import open_keep
from tests.store.games import Play, played


@pytest.fixture
def games(database: str) -> Iterator[tuple[Engine, Play]]:
    keep = open_keep(database)
    play = asyncio.run(played(keep))
    keep.close()
    engine = open_engine(database)
    yield engine, play
    engine.dispose()


def faults(engine: Engine) -> dict[str, list[str]]:
    return {found.room: [str(fault) for fault in found.faults] for found in check(engine) if found.faults}


@pytest.mark.slow
def test_each_damage_is_named_and_nothing_else(games: tuple[Engine, Play]) -> None:
    engine, play = games
    assert len(list(check(engine))) == len(play.rooms) and faults(engine) == {}
    online = [room for room in play.rooms if room.kind.online and room.begun]
    whole, given_up = (
        next(room for room in online if room.result and room.result.kind == kind)
        for kind in ("finished", "resigned")
    )
    running = next(room for room in online if room.turn and not room.over)
    race = next(room for room in online if room.lanes)
    rolled = next(entry.seq for entry in whole.entries if entry.kind == "rolled")
    raced = next(entry.seq for entry in race.entries if entry.kind == "moved")

    def damage(room: Any, change: Any, *named: str) -> None:
        """One damage after the other, each undone again."""
        with writing(engine) as connection:
            kept = {
                table: connection.execute(select(table).where(column == room.id)).mappings().all()
                for table, column in (
                    (rooms, rooms.c.id),
                    (seats, seats.c.room),
                    (events, events.c.room),
                    (secrets, secrets.c.room),
                )
            }
            connection.execute(change)
        found = faults(engine)
        assert list(found) == [room.id] and all(
            any(name in fault for fault in found[room.id]) for name in named
        ), found
        with writing(engine) as connection:
            for table, rows in kept.items():
                if table is rooms:
                    connection.execute(update(rooms).where(rooms.c.id == room.id).values(dict(rows[0])))
                else:
                    connection.execute(delete(table).where(table.c.room == room.id))
                    connection.execute(table.insert(), [dict(row) for row in rows])

    def entry(room: Any, seq: int, **fields: Any) -> Any:
        written = json.loads(_entry(engine, room.id, seq)) | fields
        here = (events.c.room == room.id) & (events.c.seq == seq)
        return update(events).where(here).values(entry=json.dumps(written))

    def row(room: Any, **values: Any) -> Any:
        return update(rooms).where(rooms.c.id == room.id).values(values)

    other = {"1": "2", "2": "3", "3": "4", "4": "5", "5": "6", "6": "1"}
    roll = whole.entries[rolled - 1]
    damage(whole, row(whole, head=whole.head + 1), "head")
    damage(whole, row(whole, over=False), "over")
    damage(running, row(running, turn="nobody"), "turn")
    damage(running, row(running, open=True), "open")
    damage(running, update(seats).where(seats.c.room == running.id).values(guest="thief"), "seats")
    damage(running, delete(events).where(events.c.room == running.id, events.c.seq == 4), "Where event 4")
    damage(running, delete(events).where(events.c.room == running.id, events.c.seq == running.head), "head")
    damage(whole, entry(whole, rolled, outcome=other[roll.outcome or ""]))
    damage(whole, entry(whole, rolled, effects=["something else"]))
    damage(whole, entry(whole, rolled, draw=7), "draw 7")
    damage(whole, entry(whole, 1, hash="0" * 64), "promised")
    damage(given_up, entry(given_up, given_up.head, seed="0" * 64), "Another secret")
    damage(race, entry(race, raced, move="nonsense"))
    damage(whole, update(secrets).where(secrets.c.room == whole.id).values(value=bytes(32)), "promised")
    damage(whole, delete(secrets).where(secrets.c.room == whole.id), "missing")
    ended = next(one for one in whole.entries if one.kind == "over")
    assert ended.result is not None
    damage(whole, entry(whole, ended.seq, result={"winner": None, "kind": "finished", "points": 9}), "result")
    damage(running, update(events).where(events.c.room == running.id).values(entry="{"))
    assert faults(engine) == {}
    with writing(engine) as connection:
        connection.execute(row(running, rules="0.1", head=99))
    assert faults(engine) == {} and [found.room for found in check(engine) if found.other_rules] == [
        running.id
    ]


def _entry(engine: Engine, room: str, seq: int) -> str:
    with engine.connect() as connection:
        return str(
            connection.execute(
                select(events.c.entry).where(events.c.room == room, events.c.seq == seq)
            ).scalar()
        )

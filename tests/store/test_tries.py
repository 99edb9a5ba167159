"""How often something may be tried, in databases of both kinds, and by several processes together."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine, func, select

from plyyard.store import queries, schema, tries
from plyyard.store.database import open_engine, reading, upgrade, writing


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    engine = open_engine(database)
    upgrade(engine)
    yield engine
    engine.dispose()


def wait(engine: Engine, what: str, now: int, burst: int = 3, every: int = 100) -> int:
    with writing(engine) as connection:
        return tries.wait(connection, what, burst, every, now)


def kept(engine: Engine) -> int:
    with reading(engine) as connection:
        return connection.execute(select(func.count()).select_from(schema.tries)).scalar_one()


def test_some_at_once_then_one_by_one(engine: Engine) -> None:
    assert [wait(engine, "a", 1000) for _ in range(5)] == [0, 0, 0, 100, 100]
    assert wait(engine, "b", 1000) == 0  # another
    assert wait(engine, "a", 1099) == 1  # to be refused costs nothing
    assert [wait(engine, "a", 1100) for _ in range(2)] == [0, 100]
    assert [wait(engine, "a", 1350) for _ in range(3)] == [0, 0, 50]
    assert [wait(engine, "a", 9000) for _ in range(4)] == [0, 0, 0, 100]  # no more than at first


def test_what_nobody_waits_for_is_not_kept(engine: Engine) -> None:
    wait(engine, "a", 1000)
    wait(engine, "b", 1050)
    assert kept(engine) == 2
    wait(engine, "c", 1100)
    assert kept(engine) == 2  # a is as if it had never been
    with writing(engine) as connection:
        queries.tidy(connection, 1250)
    assert kept(engine) == 0


@pytest.mark.slow
def test_processes_count_together(database: str, engine: Engine) -> None:
    engines = [engine, *(open_engine(database) for _ in range(3))]
    with ThreadPoolExecutor(4) as pool:
        waits = list(pool.map(lambda n: wait(engines[n % 4], "thief", 1000, burst=10), range(40)))
    assert waits.count(0) == 10
    for one in engines[1:]:
        one.dispose()

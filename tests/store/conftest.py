"""A keep over an empty database of either kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from plyyard.store.database import open_engine, upgrade
from plyyard.store.keep import DatabaseKeep


def open_keep(address: str) -> DatabaseKeep:
    engine = open_engine(address)
    upgrade(engine)
    return DatabaseKeep(engine)


@pytest.fixture
def keep(database: str) -> Iterator[DatabaseKeep]:
    opened = open_keep(database)
    yield opened
    opened.close()

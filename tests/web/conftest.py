"""One server for the tests of the wire; a test that kills servers starts its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.site import Person, Site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site"))
    yield running
    running.kill()


@pytest.fixture
def person(site: Site) -> Person:
    return Person(site)

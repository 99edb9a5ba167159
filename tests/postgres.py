"""A real PostgreSQL for tests: its own cluster in a temporary folder, spoken to through a socket there.

``database`` runs a test on both databases. PLYYARD_POSTGRES names a server to use instead: the address of a
database, and a role that may create others.
"""

from __future__ import annotations

import getpass
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, create_engine, make_url, text
from sqlalchemy.exc import OperationalError

MISSING = "There is no PostgreSQL: install Debian's postgresql, or name a server in PLYYARD_POSTGRES."


class Server:
    """A server that makes databases. ``address`` is one of its databases, through which it is told to."""

    def __init__(self, address: URL) -> None:
        self.address = address
        self._count = itertools.count()

    def create(self) -> str:
        """The address of a new, empty database."""
        name = f"plyyard_{os.getpid()}_{next(self._count)}"
        self._tell(f"CREATE DATABASE {name}")
        return self.address.set(database=name).render_as_string(hide_password=False)

    def drop(self, address: str) -> None:
        self._tell(f"DROP DATABASE {make_url(address).database} WITH (FORCE)")

    def _tell(self, command: str) -> None:
        engine = create_engine(self.address, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(command))
        engine.dispose()


class Cluster(Server):
    """A server of our own; it can be killed and started again."""

    def __init__(self, binaries: Path) -> None:
        self._binaries = binaries
        self._folder = Path(tempfile.mkdtemp(prefix="plyyard-postgres-"))
        user = getpass.getuser()
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            user = "postgres"
            self._as = {"user": user, "group": user, "extra_groups": []}
            shutil.chown(self._folder, user, user)
        super().__init__(
            URL.create("postgresql+psycopg", user, database="postgres", query={"host": str(self._folder)})
        )
        subprocess.run(
            [binaries / "initdb", "--pgdata", self._folder / "data", "--auth", "trust", "--encoding", "UTF8"],
            **self._as,
            cwd=self._folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        self.start()

    def start(self) -> None:
        """Ends when it answers."""
        # Without fsync: what a killed process has written stays; no test here cuts the power.
        options = ["-D", self._folder / "data", "-k", self._folder, "-h", "", "-c", "fsync=off"]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._binaries / "postgres", *options], **self._as, cwd=self._folder, stdout=log, stderr=log
            )
        deadline = time.monotonic() + 120
        while True:
            try:
                return self._tell("SELECT 1")
            except OperationalError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise AssertionError((self._folder / "log").read_text()[-2000:]) from None
                time.sleep(0.05)

    def kill(self) -> None:
        """All its processes at once, as a power cut would."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text()
        for process in (self._process.pid, *map(int, children.split())):
            os.kill(process, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait(30)
        shutil.rmtree(self._folder)


def binaries() -> Path | None:
    """Where ``initdb`` and ``postgres`` are: Debian keeps them off the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    path = found[-1] if found else shutil.which("initdb")
    return Path(path).resolve().parent if path else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    if address := os.environ.get("PLYYARD_POSTGRES"):
        yield Server(make_url(address))
        return
    folder = binaries()
    if folder is None:
        pytest.skip(MISSING)
    cluster = Cluster(folder)
    yield cluster
    cluster.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a new, empty database of either kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "plyyard.sqlite3")
        return
    server: Server = request.getfixturevalue("postgres")
    address = server.create()
    yield address
    server.drop(address)

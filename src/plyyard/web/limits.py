"""How much and how fast: a bucket of requests for each guest and address, and how many sockets each may hold.

One figure scales all of it: ``per_second``, what a guest may send. What is kept of whom is bounded.
"""

from __future__ import annotations

import functools
import ipaddress
import math
import time
from collections import Counter, OrderedDict
from typing import Any, NamedTuple

from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException

MAX_BODY = 65_536
BURST = 50  # below the outbox of a connection: whoever is slowed still hears it
PER_SECOND = 20.0
PER_ADDRESS = 5  # guests who play at full speed behind one address
READING = 5  # times as many pages may be looked at as commands sent
SOCKETS = 30  # of one guest
REPORTS = 4  # to the editor at once; then one in ten minutes
KEPT = 10_000
DAY = 86_400_000  # milliseconds

Connection = ASGIConnection[Any, Any, Any, Any]


class TooFast(HTTPException):
    """``wait``: whole seconds until it may be tried again."""

    def __init__(self, wait: int = 1) -> None:
        super().__init__(status_code=429, headers={"retry-after": str(wait)})


class Buckets:
    """``take(key)``: whether this key may act now. Each may burst, then goes at a steady rate.

    Whoever has everything back is forgotten.
    """

    def __init__(self, burst: int = BURST, per_second: float = PER_SECOND) -> None:
        self._burst = burst
        self._per_second = per_second
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> bool:
        return not self.wait(key)

    def wait(self, key: str) -> int:
        """0 if this key may act now, which counts; else how many seconds it has to wait."""
        now = time.monotonic()
        level, since = self._levels.pop(key, (float(self._burst), now))
        level = min(self._burst, level + (now - since) * self._per_second)
        allowed = level >= 1
        self._levels[key] = (level - 1 if allowed else level, now)
        full = now - self._burst / self._per_second
        while len(self._levels) > KEPT or next(iter(self._levels.values()))[1] < full:
            self._levels.popitem(last=False)
        return 0 if allowed else math.ceil((1 - level) / self._per_second)


class Pace(NamedTuple):
    """``burst`` at once, then one in ``every`` ms."""

    burst: int
    every: int


class Limits:
    """For each guest, and larger for each address, for guests are free. ``name`` and ``door``: how often a password may be
    tried for a name, from an address; that is counted for all processes together (``store.tries``).
    """

    def __init__(self, per_second: float = PER_SECOND) -> None:
        scale = per_second / PER_SECOND
        self._guests = Buckets(BURST, per_second)
        self._addresses = Buckets(BURST * PER_ADDRESS, per_second * PER_ADDRESS)
        self._readers = Buckets(BURST * READING, per_second * READING)
        self._reading_addresses = Buckets(BURST * READING * PER_ADDRESS, per_second * READING * PER_ADDRESS)
        self.name = Pace(10, int(min(DAY, 60_000 / scale)))
        self.door = Pace(20, int(min(DAY, 10_000 / scale)))
        self._reporters = Buckets(REPORTS, scale / 600)
        self._reporting_addresses = Buckets(REPORTS * PER_ADDRESS, scale / 600 * PER_ADDRESS)
        self._sockets: Counter[str] = Counter()
        self._most_sockets = max(1, int(SOCKETS * scale))

    def take(self, connection: Connection, guest: str | None = None) -> bool:
        """Whether this address, and this guest if one is named, may act now."""
        return self.take_from(address_of(connection), guest)

    def take_from(self, address: str, guest: str | None = None) -> bool:
        return self._addresses.take(address) and (guest is None or self._guests.take(guest))

    def take_page(self, connection: Connection, guest: str) -> bool:
        """Whether they may look at one more page."""
        return self._reading_addresses.take(address_of(connection)) and self._readers.take(guest)

    def wait_report(self, connection: Connection, guest: str) -> int:
        """Seconds until a guest may send a report to the editor; 0: now."""
        return self._reporters.wait(guest) or self._reporting_addresses.wait(address_of(connection))

    def enter(self, connection: Connection, guest: str) -> bool:
        """Whether they may hold one more socket; whoever may has to ``leave``."""
        address = address_of(connection)
        most = self._most_sockets
        if self._sockets[guest] >= most or self._sockets[address] >= most * PER_ADDRESS:
            return False
        self._sockets.update((guest, address))
        return True

    def leave(self, connection: Connection, guest: str) -> None:
        for key in (guest, address_of(connection)):
            self._sockets[key] -= 1
            if not self._sockets[key]:
                del self._sockets[key]


def address_of(connection: Connection) -> str:
    """Where it comes from; behind a trusted proxy, what the proxy says."""
    return place(connection.client.host) if connection.client else ""


@functools.lru_cache(4096)
def place(address: str) -> str:
    """What counts as one address: of IPv6 the network, since each holder has one.

    >>> place("192.0.2.7"), place("2001:db8:1:2:3:4:5:6"), place("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))

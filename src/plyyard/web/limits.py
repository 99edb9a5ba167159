"""How much and how fast: a bucket of requests for each guest and address."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from typing import Any

from litestar.connection import ASGIConnection

MAX_BODY = 65_536
BURST = 50  # below the outbox of a connection: whoever is slowed still hears it
PER_SECOND = 20.0
PER_ADDRESS = 5  # guests who play at full speed behind one address
KEPT = 10_000


class Buckets:
    """``take(key)``: whether this key may act now. Each may burst, then goes at a steady rate."""

    def __init__(self, burst: int = BURST, per_second: float = PER_SECOND) -> None:
        self._burst = burst
        self._per_second = per_second
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> bool:
        now = time.monotonic()
        level, since = self._levels.pop(key, (float(self._burst), now))
        level = min(self._burst, level + (now - since) * self._per_second)
        allowed = level >= 1
        self._levels[key] = (level - 1 if allowed else level, now)
        if len(self._levels) > KEPT:
            self._levels.popitem(last=False)
        return allowed


class Limits:
    """A bucket for each guest, and a larger one for each address, for guests are free."""

    def __init__(self, per_second: float = PER_SECOND) -> None:
        self._guests = Buckets(BURST, per_second)
        self._addresses = Buckets(BURST * PER_ADDRESS, per_second * PER_ADDRESS)

    def take(self, connection: ASGIConnection[Any, Any, Any, Any], guest: str | None = None) -> bool:
        """Whether this address, and this guest if one is named, may act now."""
        client = connection.client
        return self._addresses.take(place(client.host if client else "")) and (
            guest is None or self._guests.take(guest)
        )


def place(address: str) -> str:
    """What counts as one address: of IPv6 the network, since each holder has one.

    >>> place("192.0.2.7"), place("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::/64')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(ipaddress.ip_network((int(found), 64), strict=False))

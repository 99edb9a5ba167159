"""How much and how fast: a bucket of requests for each guest and address."""

from __future__ import annotations

import time
from collections import OrderedDict

MAX_BODY = 65_536
BURST = 50  # below the outbox of a connection: whoever is slowed still hears it
PER_SECOND = 20.0
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

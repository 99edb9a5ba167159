"""What a server counts while it runs: plain numbers, cheap to raise. ``web.metrics`` shows them to the operator.

No id and no name ever goes in: what is counted apart is of a small fixed set.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)


class Histogram:
    """How many values fell up to each bound, and their sum. Only one thread may observe.

    >>> waits = Histogram((1, 5)); waits.observe(1); waits.observe(7); waits.counts, waits.total
    ([1, 0, 1], 8.0)
    """

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...] = SECONDS) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def observe(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


@dataclass
class Meters:
    """One of each server process; whoever does something counts it.

    hub: ``rooms = len(…)`` when a room comes into memory or goes; ``events += n`` once they are committed;
    ``answers[command.t, "event" | code] += 1`` for each command and query, refusals by their code.
    sockets: ``frames += 1`` for each frame sent, ``connections += 1``, and at its end ``connections -= 1``
    and ``closes[code] += 1``. writer: ``group.observe(jobs)`` and ``commit.observe(seconds)`` for each commit.
    worker: ``thoughts.observe(seconds)``.
    """

    connections: int = 0
    rooms: int = 0
    events: int = 0
    frames: int = 0
    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    closes: Counter[int] = field(default_factory=Counter)
    group: Histogram = field(default_factory=lambda: Histogram(SIZES))
    commit: Histogram = field(default_factory=Histogram)
    thoughts: Histogram = field(default_factory=Histogram)

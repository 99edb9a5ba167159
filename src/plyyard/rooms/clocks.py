"""Clocks: how long each seat has left. Folded from the times of events alone, so that they survive whatever happens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from plyyard.core.game import Side
from plyyard.rooms.protocol import ClockOrder, ClockOut

SECOND = 1000


class Clock:
    """Milliseconds. ``left`` as it was at ``at``; since then it runs for ``running``."""

    def __init__(self, order: ClockOrder, seats: Iterable[Side]) -> None:
        self.order = order
        full = (order.per_move or order.initial or 0) * SECOND
        self.left: dict[Side, int] = dict.fromkeys(seats, full)
        self.running: tuple[Side, ...] = ()
        self.at = 0

    def copy(self) -> Clock:
        """To see what would be."""
        other = Clock(self.order, ())
        other.left, other.running, other.at = dict(self.left), self.running, self.at
        return other

    def turn(self, acting: Sequence[Side], ts: int) -> None:
        """From ``ts`` on it runs for ``acting``. Whose turn has ended gets the increment, or all his time for the next."""
        for seat in self.running:
            self.left[seat] = max(0, self.left[seat] - max(0, ts - self.at))
            if seat not in acting and self.left[seat]:
                self.left[seat] += self.order.increment * SECOND
        if self.order.per_move:
            for seat in (*self.running, *acting):
                if self.left[seat]:
                    self.left[seat] = self.order.per_move * SECOND
        self.running, self.at = tuple(acting), ts

    def credit(self, ms: int) -> None:
        """Time in which nobody could play is nobody's."""
        self.at += ms

    @property
    def deadline(self) -> int | None:
        """When the first flag falls; None while it runs for nobody."""
        return min((self.at + self.left[seat] for seat in self.running), default=None)

    def fallen(self, now: int) -> Side | None:
        """Whose flag has fallen."""
        return next((seat for seat in self.running if now >= self.at + self.left[seat]), None)

    def out(self) -> ClockOut:
        """As it is told; whoever shows it counts on from ``at``."""
        order = self.order
        return ClockOut(
            dict(self.left), list(self.running), self.at, order.initial, order.increment, order.per_move
        )

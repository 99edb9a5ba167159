"""How long a game has been played. It follows from its events alone, so that page, picture and statistics say the same."""

from __future__ import annotations

from collections.abc import Iterable

from plyyard.core.record import Entry

PAUSE = (
    5 * 60 * 1000
)  # ms that count at most between two events where nobody waits: the page may be closed meanwhile


class Spent:
    """The fold: ``ms`` since ``created``, with others since it began. ``most``: how much of one gap counts; None: all of it,
    for others wait.
    """

    __slots__ = ("created", "last", "most", "ms")

    def __init__(self, created: int, most: int | None) -> None:
        self.created = self.last = created
        self.most = most
        self.ms = 0

    def fold(self, entry: Entry) -> None:
        gap = max(0, entry.ts - self.last)
        self.ms += gap if self.most is None else min(gap, self.most)
        if entry.kind == "began":
            self.ms = 0
        self.last = entry.ts


def spent(entries: Iterable[Entry], like: Spent) -> int:
    """Milliseconds that these first events of a game took."""
    fold = Spent(like.created, like.most)
    for entry in entries:
        fold.fold(entry)
    return fold.ms

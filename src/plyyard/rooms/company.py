"""Those who are at a room together: greetings between seats, and watchers who were sent out."""

from __future__ import annotations

import hashlib
from collections.abc import Collection

from plyyard.core.errors import Say
from plyyard.core.game import Side
from plyyard.core.record import Entry
from plyyard.core.sayings import GREETINGS
from plyyard.rooms.decision import Decision, Refusal
from plyyard.rooms.protocol import Greet, Out

GREETED, BETWEEN_GREETINGS = 60, 2000  # of one seat in a game; milliseconds


class Company:
    """The fold of the events that have to do with them."""

    __slots__ = ("_greeted", "barred")

    def __init__(self) -> None:
        self.barred: set[str] = set()  # handles of watchers who were sent out
        self._greeted: dict[Side, tuple[int, int]] = {}  # how often, and when last

    def fold(self, entry: Entry) -> None:
        by = entry.by or ""
        if entry.kind == "greeted":
            self._greeted[by] = self._greeted.get(by, (0, 0))[0] + 1, entry.ts
        elif entry.kind == "sent out":
            self.barred.add(entry.name or "")

    def greet(self, command: Greet, seat: Side, now: int, ended: bool) -> Decision:
        """``ended``: nobody is to be greeted any more."""
        count, last = self._greeted.get(seat, (0, 0))
        if command.n > len(GREETINGS):
            raise Refusal("malformed", Say("There are {n} greetings.", n=len(GREETINGS)))
        if count >= GREETED or now < last + BETWEEN_GREETINGS or ended:
            raise Refusal("forbidden", Say("Enough greetings for now."))
        return Decision([Entry(0, "greeted", seat, n=command.n)])

    def send_out(self, command: Out, watching: Collection[str], full: bool) -> Decision:
        """``full``: the room takes no more events but its end."""
        if command.who in self.barred or command.who not in watching or full:
            raise Refusal("forbidden", Say("This watcher is gone already."))
        return Decision([Entry(0, "sent out", name=command.who)])


def handle(room: str, guest: str) -> str:
    """What a watcher is called in one room, so that nobody learns who it is."""
    return hashlib.sha256(f"{room}\0{guest}".encode()).hexdigest()[:10]

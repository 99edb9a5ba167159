"""Bookmarks: named places of a game that one person plays, to look at and to go back to. They are events of the room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyyard.core.errors import Say
from plyyard.core.game import Side
from plyyard.core.record import Entry
from plyyard.rooms.decision import Decision, Refusal
from plyyard.rooms.names import BadName, clean_name, folded
from plyyard.rooms.protocol import Mark

if TYPE_CHECKING:
    from plyyard.rooms.room import Room

MOST = 100
LONGEST = 40  # characters of a name
KINDS = {"bookmarked", "bookmark removed"}
"""The events that these are; only who plays sees them."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """``at``: the event after which it stands."""

    name: str
    at: int


class Bookmarks:
    """The fold of their events: those that are there, by number, in the order in which they were set."""

    __slots__ = ("held", "last")

    def __init__(self) -> None:
        self.held: dict[int, Bookmark] = {}
        self.last = 0  # the highest number that was ever given

    def fold(self, entry: Entry) -> None:
        n = entry.n or 0
        if entry.kind == "bookmarked":
            self.held[n] = Bookmark(entry.name or "", entry.to or 0)
            self.last = max(self.last, n)
        elif entry.kind == "bookmark removed":
            self.held.pop(n, None)


def may_mark(room: Room) -> bool:
    """Whether it has bookmarks: one person plays alone and may go back as far as he likes."""
    return not room.kind.online and len(room.seats) == 1 and room.game.undo_crosses_all


def mark(room: Room, command: Mark, sides: Sequence[Side]) -> Decision:
    """A bookmark is set, renamed or removed."""
    if not may_mark(room):
        raise Refusal("forbidden", Say("This game has no bookmarks."))
    marks = room.bookmarks
    old = marks.held.get(command.n or 0)
    if command.do == "set":
        if len(marks.held) >= MOST:
            raise Refusal("too_large", Say("A game has at most {limit} bookmarks.", limit=MOST))
        at = room.head if command.to is None else command.to
        if at > room.head:
            raise Refusal("forbidden", Say("This game has no event {n}.", n=at))
        name = _name(room, command)
        return Decision([Entry(0, "bookmarked", sides[0], to=at, name=name, n=marks.last + 1)])
    if old is None:
        raise Refusal("forbidden", Say("This game has no such bookmark."))
    if command.do == "remove":
        return Decision([Entry(0, "bookmark removed", sides[0], name=old.name, n=command.n)])
    name = _name(room, command)
    return Decision([Entry(0, "bookmarked", sides[0], to=old.at, name=name, n=command.n, what="renamed")])


def _name(room: Room, command: Mark) -> str:
    """What it is to be called: as clean as other names, and unlike those of the others."""
    try:
        name = clean_name(command.name, LONGEST)
        if not name:
            raise BadName(Say("A bookmark needs a name."))
        key = folded(name, LONGEST)
        others = [one.name for n, one in room.bookmarks.held.items() if n != command.n or command.do == "set"]
        if any(folded(other, LONGEST) == key for other in others):
            raise BadName(Say("There is a bookmark of this name already."))
    except BadName as error:
        raise Refusal("malformed", error.why) from None
    return name

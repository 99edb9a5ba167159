"""Where rooms are kept, as the hub sees it: what it hands over, what it gets back. ``store.keep`` does it with a database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from plyyard.core.record import Entry
from plyyard.rooms.founding import Founding

WATCHER = "~"  # before the handle of a watcher, where a seat may be named, too


class Conflict(Exception):
    """Another process was first: this seq, or the command's answer, is there already. Nothing was written."""


class Unavailable(Exception):
    """Nothing can be stored or read just now: the disk is full, the database is gone. Whether it was written is unknown."""


@dataclass(frozen=True, slots=True)
class Ended:
    """What counts of a game that somebody played alone, once it has ended.

    ``variant``: its options that are chosen from a list, as JSON. ``kind``: how it ended (as in results, or "abandoned").
    ``moves``: those that hold at the end. ``ms``: how long it was played. ``backs``: how often moves were taken back.
    """

    game: str
    variant: str
    ended: int
    kind: str
    won: bool
    points: int
    moves: int
    ms: int
    backs: int


@dataclass(frozen=True, slots=True)
class Append:
    """The next events of a room, in one transaction. ``guest``: who acted; ``turn``: whose turn it is then.

    ``command``: answered by the first of the entries. ``secrets``: of dice/1, by name ("server" or a seat).
    ``open``: whether a seat is free then. ``due``: when a flag falls, if nobody acts before.
    ``ended``: what counts of it now. ``reopened``: that counts no more.
    """

    room: str
    entries: Sequence[Entry]
    command: str | None
    guest: str | None
    turn: str | None
    over: bool
    open: bool = False
    secrets: Mapping[str, bytes] = field(default_factory=dict)
    due: int | None = None
    ended: Ended | None = None
    reopened: bool = False


@dataclass(frozen=True, slots=True)
class Refusing:
    """A refusal to be given again for the same command. ``answer``: JSON of code, message id, parameters, article."""

    room: str
    command: str
    answer: str


@dataclass(frozen=True, slots=True)
class Loaded:
    """A room after some seq: entries with the guest of each, seq of each answered command, refusals (the oldest first)."""

    founding: Founding
    entries: list[Entry]
    guests: list[str | None]
    answered: dict[str, int]
    refused: dict[str, str]
    secrets: dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Listing:
    """A room in a list: nothing of it is played through. ``seats`` of the founding are those of now."""

    founding: Founding
    updated: int
    head: int
    turn: str | None
    over: bool
    open: bool


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who looks at a room from which process: one row for a room and a seat; the newest connection holds it.

    ``connection``: unguessable, names process and connection. ``here`` counts only until ``lease``, which its process renews.
    ``name``: of a watcher, while he is here; a seat's stands in the room.
    """

    room: str
    seat: str
    connection: str
    here: bool
    left: bool
    since: int
    lease: int
    name: str = ""


class Keep(Protocol):
    """Each call ends when it is on disk.

    ``shared``: whether other processes may write to the same rooms; then whoever refuses or shows looks first.
    """

    shared: bool

    async def found(self, founding: Founding, first: Append, closing: Append | None = None) -> None:
        """A new room with its first events; ``closing``: in the same transaction, the last events of the game before it.

        A short code that is taken already raises ``Conflict``.
        """

    async def append(self, append: Append) -> None:
        """``Conflict`` when another was first."""

    async def refuse(self, refusing: Refusing) -> None:
        """Keep a refusal: at most 256 of a room, the oldest are forgotten. ``Conflict`` when the command is answered."""

    async def load(self, room: str, after: int = 0) -> Loaded | None:
        """A room, or only what came after a seq; refused commands and secrets always all."""

    async def heads(self, rooms: Sequence[str]) -> dict[str, int]:
        """The last seq of each of these rooms."""

    async def mine(self, guest: str, over: bool, limit: int = 50) -> list[Listing]:
        """A guest's rooms, the newest first."""

    async def lobby(self, limit: int = 100) -> list[Listing]:
        """Listed rooms that are not over, the newest first: open ones, and those that may be watched."""

    async def idle(self, kind: str, before: int, limit: int = 100) -> list[str]:
        """Running rooms of a kind without an event since."""

    async def due(self, before: int, limit: int = 100) -> list[str]:
        """Running rooms in which a flag has fallen."""

    async def invited(self, invite: str | None, code: str | None) -> str | None:
        """The id of the room with this invitation, or of the open room with this short code."""

    async def beat(self, now: int) -> None:
        """Note that some process lives."""

    async def last_beat(self) -> int | None:
        """When that was noted last."""

    async def attend(self, rows: Sequence[Attendance]) -> None:
        """Write who is here. A row with ``here`` takes over; one without changes only a row of the same connection."""

    async def attendance(self, rooms: Sequence[str]) -> list[Attendance]:
        """Who is at these rooms, from whichever process."""

    async def tidy(self, now: int) -> None:
        """Let go of what counts no more."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """``heard(room)``, in the loop's thread, whenever another process may have written to a room: a hint only."""

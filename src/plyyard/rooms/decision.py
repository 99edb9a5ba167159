"""What a room answers to a command, before anything is stored: a decision, or a refusal."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from plyyard.core.errors import PlyError, Say
from plyyard.core.game import Side
from plyyard.core.record import Entry
from plyyard.rooms.course import Played

WATCHING = Say("You are watching this game; you have no seat in it.")


class UnknownRoom(PlyError):
    """There is no such room."""

    code = "unknown room"


class Refusal(PlyError):
    """A command that is answered by ``refused``; it changed nothing. ``marks``: ids of what stands against it."""

    def __init__(self, code: str, why: Say, article: str | None = None, marks: Collection[str] = ()) -> None:
        super().__init__(why)
        self.code = code
        self.article = article
        self.marks = list(marks)


@dataclass(frozen=True, slots=True)
class Moment:
    """What a decision needs from outside: the time, from when the absence of a seat can be claimed, who watches."""

    now: int
    away: Mapping[Side, int] = field(default_factory=dict)
    watching: Collection[str] = ()  # handles


@dataclass(frozen=True, slots=True)
class Decision:
    """Entries to commit, not yet folded; ``played``: the first of them as the game's event, and what it leads to.

    ``again``: instead of these entries, the persons want a new game.
    """

    entries: list[Entry]
    played: Played | None = None
    again: bool = False

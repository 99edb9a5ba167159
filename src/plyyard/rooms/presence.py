"""Who is there: each seat connected or not, since when, and from when its absence can be claimed. Times in milliseconds."""

from __future__ import annotations

from dataclasses import dataclass

from plyyard.core.game import Side
from plyyard.rooms.protocol import PresenceOut
from plyyard.rooms.room import Room

LOST, LEFT = 60_000, 20_000  # until the absence of the side to move can be claimed


@dataclass(frozen=True, slots=True)
class Presence:
    """``left``: it went on purpose; otherwise its connection was lost. ``since``: when it came or went.

    ``name``: of a watcher.
    """

    here: bool
    since: int
    left: bool = False
    name: str = ""

    def until(self, awaited_since: int) -> int:
        """From when the absence can be claimed, of a seat that is awaited since then."""
        return max(self.since, awaited_since) + (LEFT if self.left else LOST)


def absences(room: Room, seats: dict[Side, Presence]) -> dict[Side, int]:
    """From when the absence of the side to move can be claimed; nobody else is on the hook."""
    turn = room.turn
    if not room.kind.absence or turn is None or turn not in seats or seats[turn].here:
        return {}
    return {turn: seats[turn].until(room.awaited_since)}


def shown(room: Room, seats: dict[Side, Presence]) -> dict[Side, PresenceOut]:
    """As it is told; rooms in which absence means nothing tell nothing but who is here."""
    away = absences(room, seats)
    return {seat: PresenceOut(one.here, one.since, one.left, away.get(seat)) for seat, one in seats.items()}

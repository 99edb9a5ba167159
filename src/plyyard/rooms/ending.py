"""How a game ends other than by its rules: given up, out of time, claimed after an absence, left alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from plyyard.core.errors import Say
from plyyard.core.game import Side
from plyyard.core.record import Entry, by_persons, by_points
from plyyard.rooms.decision import Decision, Moment, Refusal
from plyyard.rooms.protocol import Claim

if TYPE_CHECKING:
    from plyyard.rooms.room import Room


def ended(room: Room, entry: Entry) -> Decision:
    """What a person did ends the game."""
    return Decision([entry, Entry(0, "over", result=by_persons(room.game, entry.kind, entry.by))])


def resign(room: Room, sides: Sequence[Side]) -> Decision:
    """Whoever holds both seats gives up the one to move; before the beginning nobody has lost."""
    if not room.begun:
        return Decision([Entry(0, "abandoned", sides[0])])
    return _lost(room, next((side for side in sides if side == room.turn), sides[0]), "resigned")


def flag(room: Room, now: int) -> Decision | None:
    """What a fallen flag leads to; None while no flag has fallen."""
    fallen = None if room.clock is None or room.over else room.clock.fallen(now)
    return None if fallen is None else _lost(room, fallen, "timeout")


def _lost(room: Room, seat: Side, kind: str) -> Decision:
    """A seat gives up or is out of time: the other side wins; a race goes on until the last has finished."""
    entry = Entry(0, kind, seat)
    if not room.lanes:
        return ended(room, entry)
    if any(other not in room.finished for other in room.seats if other != seat):
        return Decision([entry])
    outcome = by_points(room.game, {runner: course.state for runner, course in room.lanes.items()})
    return Decision([entry, Entry(0, "over", result=outcome)])


def claim(room: Room, command: Claim, sides: Sequence[Side], moment: Moment) -> Decision:
    """What who waits makes of the other's absence."""
    turn = room.turn
    if not room.kind.absence or turn is None or turn in sides:
        raise Refusal("forbidden", Say("Nothing can be claimed now."))
    if moment.now < moment.away.get(turn, moment.now + 1):
        raise Refusal("forbidden", Say("The other side has not been away long enough."))
    if command.do == "wait":
        return Decision([Entry(0, "waits", sides[0])])
    return ended(room, Entry(0, "claimed" if command.do == "win" else "called off", sides[0]))


def abandon(room: Room, new_room: str | None = None) -> Decision:
    """A running game is kept without a result: the persons begin anew, or nobody came back."""
    return Decision([Entry(0, "again" if room.over else "abandoned", room=new_room)])

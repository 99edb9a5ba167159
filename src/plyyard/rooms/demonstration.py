"""A finished game to look at: what was played, and how it could have been won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from plyyard.core.errors import Say
from plyyard.rooms.decision import Refusal
from plyyard.rooms.founding import Now, Seat, new_id
from plyyard.rooms.live import Live
from plyyard.rooms.playing import move
from plyyard.rooms.room import Room
from plyyard.rooms.seating import fold_new, founded

SOLVER = "solver"
"""The level under which such a game is played."""


def held(room: Room, guest: str | None, seq: int) -> int:
    """The last event until this one that still holds, to go on from; ``Refusal`` where no line may be shown yet."""
    if not room.shown_whole:
        raise Refusal("forbidden", Say("A line is shown after the game."))
    return max((one for one in room.course(room.viewer(guest)).line if one <= seq), default=0)


def demonstrated(room: Room, guest: str | None, seq: int, moves: Sequence[str], now: Now) -> Live:
    """What was played until event ``seq``, as ``held`` gave it, then these moves to the win."""
    course, seat = room.course(room.viewer(guest)), room.game.sides[0]
    founding = replace(
        room.founding,
        id=new_id(),
        kind="opened",
        options=dict(room.options),
        seats={seat: Seat(level=SOLVER)},
        created=now(),
        clock=None,
        maker=None,
        listed=False,
        watch=True,
        invite="",
        code="",
    )
    live = founded(founding, now)
    before = [course.played[one].move or "" for one in course.line if one <= seq]
    for text in (*before, *moves):
        fold_new(live, move(live.room, text, seat).entries, None)
    return live

"""What a room lets be asked about its game: a hint, whether it can still be won, which move lost it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from plyyard.core.errors import Say
from plyyard.rooms.decision import WATCHING, Refusal

if TYPE_CHECKING:
    from plyyard.rooms.room import Room

Topic = Literal["hint", "outlook", "hindsight"]
Answer = Literal["yes", "no", "unknown"]
"""As in ``core.game.Outlook``."""


def may(room: Room, sides: Sequence[str], topic: Topic) -> bool:
    """Whether whoever sits there may ask this now."""
    return why_not(room, sides, topic) is None


def why_not(room: Room, sides: Sequence[str], topic: Topic) -> Refusal | None:
    """What stands against it."""
    if not sides:
        return Refusal("not_seated", WATCHING)
    if not (room.game.gives_hints if topic == "hint" else room.game.can_solve):
        return Refusal("forbidden", Say("There is no such advice for this game."))
    if room.kind.online and not room.over:
        return Refusal("forbidden", Say("In a game with others nobody is helped."))
    match topic:
        case "hint":
            if room.over:
                return Refusal("over", Say("The game is over."))
            if not set(room.acting) & set(sides):
                return Refusal("not_your_turn", Say("It is not your turn."))
        case "hindsight":
            if not room.over:
                return Refusal("forbidden", Say("That is told after the game."))
    return None


def seen(room: Room, guest: str | None) -> str:
    """What the side to move sees, as text: all that a hint may be made from."""
    return room.game.notation.format_position(room.view(room.viewer(guest)))


def whole(room: Room, guest: str | None, seq: int) -> str:
    """What held after event ``seq``, as text: nobody but the solver may see it."""
    return room.game.notation.format_position(room.course(room.viewer(guest)).states[seq])


def positions(room: Room, guest: str | None) -> tuple[list[int], list[int]]:
    """The events after which a position held, the start first, and for each the place of the one it came from: what was
    taken back is a branch of its own.
    """
    course = room.course(room.viewer(guest))
    seqs, parents, here = [0], [0], [0]  # here: the place of what held after each event
    for entry in room.entries:
        place = here[-1]
        if entry.seq in course.played:
            parents.append(place)
            place = len(seqs)
            seqs.append(entry.seq)
        elif entry.kind == "taken back" and entry.by in {None, course.seat or entry.by}:
            place = here[entry.to or 0]
        here.append(place)
    return seqs, parents

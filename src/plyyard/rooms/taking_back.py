"""Taking back: how far, who may, and when the other side has to be asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from plyyard.core.errors import Say
from plyyard.core.game import Side
from plyyard.core.record import Entry
from plyyard.rooms.decision import Decision, Refusal
from plyyard.rooms.playing import move
from plyyard.rooms.protocol import Back

if TYPE_CHECKING:
    from plyyard.rooms.room import Room


def reach(room: Room, sides: Sequence[Side]) -> int | None:
    """The seq one choice back that may hold again without chance or another's act between; None: nothing can."""
    if not room.begun or (room.over and not room.reopens):
        return None
    return room.course(sides[0]).reach(sides)


def whole_reach(room: Room) -> int | None:
    """The seq one decision back at one screen, by agreement, across chance; None when there is none."""
    return room.main.whole_reach() if room.kind.whole_back and not room.over else None


def asks(room: Room) -> bool:
    """Whether it needs the other side's word."""
    return room.kind.online and not room.kind.lanes


def back(room: Room, command: Back, sides: Sequence[Side]) -> Decision:
    """What a wish to take back, its answer, or to play again what was taken back leads to."""
    match command.do:
        case "redo":
            return _redone(room, sides)
        case "accept" | "decline":
            offer = room.offers.answered("back", sides, Say("Nobody has asked to take back."))
            if command.do == "decline":
                return Decision([Entry(0, "declined", sides[0], what="back")])
            return Decision([Entry(0, "taken back", offer.by, to=offer.to)])
    if (command.do == "ask") != asks(room):
        asked = Say("Ask the other side to take back.")
        raise Refusal("forbidden", asked if asks(room) else Say("Nobody has to be asked here."))
    if command.to is not None and room.game.undo_crosses_all and not command.whole:
        return _stand_again(room, command.to, sides)
    to = _asked(room, command, sides)
    if command.do == "take":
        return Decision([Entry(0, "taken back", sides[0] if room.lanes else room.turn, to=to)])
    if "back" in room.offers.open:
        raise Refusal("forbidden", Say("The other side has been asked already."))
    if room.offers.spent(sides, "back"):
        raise Refusal("forbidden", Say("You can ask again after your next move."))
    return Decision([Entry(0, "offered", sides[0], what="back", to=to)])


def _redone(room: Room, sides: Sequence[Side]) -> Decision:
    course = room.course(sides[0])
    if not course.undone or not set(room.acting) & set(sides):
        raise Refusal("forbidden", Say("There is nothing to play again."))
    return move(room, course.played[course.undone[-1]].move or "", sides[0] if room.lanes else None)


def _stand_again(room: Room, to: int, sides: Sequence[Side]) -> Decision:
    """What held after an event holds again, also where it was taken back since."""
    course = room.course(sides[0])
    if not course.may_hold(to, sides):
        raise Refusal("forbidden", Say("This game has no event {n}.", n=to))
    if course.stands(to):
        raise Refusal("forbidden", Say("The game stands there already."))
    if room.game.result(course.states[to]) is not None:
        raise Refusal("forbidden", Say("The game was at its end there: no move is left."))
    return Decision([Entry(0, "taken back", sides[0], to=to, what="jump")])


def _asked(room: Room, command: Back, sides: Sequence[Side]) -> int:
    """The seq that shall hold again, if it may."""
    nearest = whole_reach(room) if command.whole else reach(room, sides)
    if nearest is None:
        raise Refusal(
            "forbidden", Say("Nothing can be taken back: chance or the other side has acted since.")
        )
    to = nearest if command.to is None else command.to
    if to > nearest or not room.course(sides[0]).may_hold(to, None if command.whole else sides):
        raise Refusal(
            "forbidden", Say("So much cannot be taken back: chance or the other side has acted since.")
        )
    return to

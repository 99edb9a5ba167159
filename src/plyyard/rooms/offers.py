"""Offers to the other side: a draw, to take back, a new game. Who may make, answer and repeat one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from plyyard.core.errors import Say
from plyyard.core.game import Side
from plyyard.core.record import Entry
from plyyard.rooms.decision import Decision, Refusal
from plyyard.rooms.ending import ended
from plyyard.rooms.protocol import Draw

if TYPE_CHECKING:
    from plyyard.rooms.room import Room


class Offer(NamedTuple):
    """``by`` waits for the other side's answer; ``to``: the seq that shall hold again."""

    by: Side
    to: int | None = None


class Offers:
    """The fold of the events that have to do with them."""

    __slots__ = ("_spent", "open", "wanting")

    def __init__(self) -> None:
        self.open: dict[str, Offer] = {}  # by what is offered: draw, back
        self.wanting: list[Side] = []  # seats that asked for a new game
        self._spent: set[tuple[Side, str]] = set()  # offers that wait for one's own next act

    def fold(self, entry: Entry) -> None:
        by, what = entry.by or "", entry.what or ""
        match entry.kind:
            case "moved" | "rolled":
                self._spent -= {(by, "draw"), (by, "back")}
            case "offered" if what == "again":
                self.wanting.append(by)
            case "offered":
                self.open[what] = Offer(by, entry.to)
                self._spent.add((by, what))
            case "declined" | "lapsed":
                self.open.pop(what, None)
            case "taken back":
                self.open.pop("back", None)
            case "over" | "abandoned":
                self.open.clear()

    def spent(self, sides: Sequence[Side], what: str) -> bool:
        """Whether one seat has to act first before it offers this again."""
        return (sides[0], what) in self._spent

    def answered(self, what: str, sides: Sequence[Side], none: Say) -> Offer:
        """The offer that these sides may answer, or ``Refusal``; ``none``: why, if there is none."""
        offer = self.open.get(what)
        if offer is None:
            raise Refusal("forbidden", none)
        if offer.by in sides:
            raise Refusal("forbidden", Say("This is your own offer: the other side answers it."))
        return offer

    def to(self, sides: Iterable[Side]) -> list[str]:
        """What others have offered to these sides."""
        return [what for what, offer in self.open.items() if offer.by not in sides]

    def lapsing(self, by: Side | None) -> list[Entry]:
        """What lapses when ``by`` acts: the other's offers, and any wish to take back."""
        return [
            Entry(0, "lapsed", offer.by, what=what)
            for what, offer in self.open.items()
            if offer.by != by or what == "back"
        ]


def why_no_draw(room: Room, sides: Sequence[Side]) -> Say | None:
    """Why a seat may not offer a draw now; None: it may."""
    if len(room.seats) < 2 or room.kind.lanes:
        return Say("A draw is nothing for a race.") if room.kind.lanes else Say("You play alone here.")
    if room.kind.computer:
        return Say("The computer agrees to no draw.")
    if "draw" in room.offers.open:
        return Say("A draw is offered already.")
    if len(sides) == 1 and room.offers.spent(sides, "draw"):
        return Say("You can offer a draw again after your next move.")
    return None


def draw(room: Room, command: Draw, sides: Sequence[Side]) -> Decision:
    """A draw is offered, declined or agreed; who sits on both sides agrees at once."""
    if command.do == "offer":
        if (why := why_no_draw(room, sides)) is not None:
            raise Refusal("forbidden", why)
        if len(sides) == len(room.seats):
            return ended(room, Entry(0, "agreed draw", room.turn))
        return Decision([Entry(0, "offered", sides[0], what="draw")])
    room.offers.answered("draw", sides, Say("No draw is offered."))
    if command.do == "decline":
        return Decision([Entry(0, "declined", sides[0], what="draw")])
    return ended(room, Entry(0, "agreed draw", sides[0]))


def again(room: Room, sides: Sequence[Side]) -> Decision:
    """A new game: at once where one person decides, else once every seat has asked for it."""
    if room.next_room is not None:
        raise Refusal("over", Say("The new game has begun already."))
    if not room.kind.online:
        return Decision([], again=True)
    if not room.over or not room.begun:
        raise Refusal("forbidden", Say("A new game can be asked for after this one."))
    wanting = room.offers.wanting
    if sides[0] in wanting:
        raise Refusal("forbidden", Say("You have asked for it already."))
    if len(wanting) + 1 < sum(not seat.level for seat in room.seats.values()):
        return Decision([Entry(0, "offered", sides[0], what="again")])
    return Decision([], again=True)

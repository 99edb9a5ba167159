"""New rooms before they are stored, and who may take which seat of one that is there."""

from __future__ import annotations

from collections.abc import Sequence
from hmac import compare_digest

from msgspec.structs import replace as with_fields

from plyyard.core.errors import Say
from plyyard.core.game import Side
from plyyard.core.record import Entry
from plyyard.rooms import fairness
from plyyard.rooms.company import handle
from plyyard.rooms.decision import Refusal
from plyyard.rooms.founding import Founding, Now
from plyyard.rooms.live import Live
from plyyard.rooms.protocol import JoinRoom
from plyyard.rooms.room import Room


def numbered(room: Room, entries: Sequence[Entry], now: int) -> list[Entry]:
    """The next events of a room, with their seq and their time, which never goes back."""
    ts = max(now, room.entries[-1].ts if room.entries else 0)
    return [with_fields(entry, seq=room.head + 1 + place, ts=ts) for place, entry in enumerate(entries)]


def founded(founding: Founding, now: Now, server_seeded: Sequence[Side] = (), brought: int = 0) -> Live:
    """A new room; seats that are taken from the beginning may leave their seed to the server.

    ``brought``: what taking back had cost before, where the game was begun elsewhere.
    """
    live = Live(Room(founding), now=now)
    room = live.room
    commitment = None
    if room.kind.dice:
        live.secrets["server"] = fairness.new_seed()
        commitment = fairness.server_commitment(room.id, live.secrets["server"])
    fold_new(live, [Entry(0, "started", hash=commitment, n=brought or None)], None)
    for seat in server_seeded if room.kind.dice else ():
        live.secrets[seat] = seed = fairness.new_seed()
        fold_new(live, room.seated(seat, "", seed)[1:], room.seats[seat].guest)
    return live


def take(live: Live, seat: Side, guest: str, name: str, dice: str) -> None:
    """The maker of a new room sits down."""
    if dice == "server":
        live.secrets[seat] = fairness.new_seed()
    fold_new(live, live.room.seated(seat, name, live.secrets.get(seat)), guest)


def fold_new(live: Live, entries: Sequence[Entry], guest: str | None) -> None:
    """What happens in a room that nobody knows yet."""
    for entry in numbered(live.room, entries, live.now()):
        live.room.fold(entry, guest)


def free_seat(room: Room, guest: str, order: JoinRoom) -> Side:
    """The seat that an invitation gives, or ``Refusal``."""
    founding = room.founding
    if not room.kind.online:
        raise Refusal("forbidden", Say("Nobody can join this game."))
    if handle(room.id, guest) in room.company.barred:
        raise Refusal("forbidden", Say("You were sent out of this game."))
    if room.over:
        raise Refusal("over", Say("The game is over."))
    if not room.free:
        raise Refusal("full", Say("All seats are taken."))
    invite, code = order.invite, order.code and order.code.strip().upper()
    if not (
        (founding.listed and invite is None and code is None)
        or (invite is not None and compare_digest(invite.encode(), founding.invite.encode()))
        or (code is not None and compare_digest(code.encode(), founding.code.encode()))
    ):
        raise Refusal("forbidden", Say("This invitation does not belong to this game."))
    return room.free[0]

"""How a room is founded: what it is made with and keeps for ever, who sits where, what it starts from."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyyard.core import registry
from plyyard.core.chance import Below
from plyyard.core.errors import BadOptions, BadPosition, HiddenInformation, Say
from plyyard.core.game import Side
from plyyard.rooms.kinds import KINDS
from plyyard.rooms.protocol import ClockOrder, CreateRoom


@dataclass(frozen=True, slots=True)
class Seat:
    """Who holds a side: a guest, or the computer at a level; neither: it is free."""

    guest: str | None = None
    name: str = ""
    level: str = ""

    @property
    def free(self) -> bool:
        return self.guest is None and not self.level


@dataclass(frozen=True, slots=True)
class Founding:
    """What a room is made with and keeps for ever. ``options`` are complete, but in a race for what its dice choose.

    ``start``: a position text instead of them. ``clock``: see ``ClockOrder``. ``maker``: the guest who made it.
    ``invite`` and ``code``: what others join by, empty where nobody joins.
    """

    id: str
    game: str
    rules: str
    kind: str
    options: Mapping[str, Any]
    seats: Mapping[Side, Seat]
    created: int
    start: str | None = None
    clock: ClockOrder | None = None
    maker: str | None = None
    listed: bool = False
    watch: bool = True
    invite: str = ""
    code: str = ""


def ordered(guest: str, name: str, order: CreateRoom, below: Below) -> Founding:
    """What an order founds, or ``PlyError`` that says what is wrong with it."""
    game = registry.game(order.game)
    if order.kind == "computer" and not game.levels:
        raise BadOptions(Say("This game has no computer opponent."))
    start = None if order.position is None else startable(game, order.position)
    side = game.sides[below(len(game.sides))] if order.seat == "lot" else order.seat
    level = order.opponent.level if order.opponent else None
    seats = seats_for(game, order.kind, guest, name, side, level)
    options = {} if start else game.complete(order.options, below)
    return Founding(new_id(), game.name, game.rules_version, order.kind, options, seats, now(), start)


def repeated(old: Founding, *, same: bool, swap: bool, below: Below) -> Founding:
    """The game after this one: the ``same`` deal once more or a new one, persons on the other sides or not."""
    game = registry.game(old.game)
    drawn = {option.name for option in game.options if option.default is None}  # by chance: a deal number
    kept = {name: value for name, value in old.options.items() if same or name not in drawn}
    options = {} if old.start else game.complete(kept, below)
    seats = swapped(old.seats) if swap else old.seats
    return Founding(new_id(), old.game, game.rules_version, old.kind, options, seats, now(), old.start)


def first_state(game: registry.AnyGame, founding: Founding) -> Any:
    """What holds before the first event."""
    if founding.start is not None:
        return game.settle(game.notation.parse_position(founding.start)).state
    return game.start(founding.options)


def seats_for(
    game: registry.AnyGame, kind: str, guest: str, name: str, side: str | None, level: str | None
) -> dict[Side, Seat]:
    """Who sits where in a new room, or ``BadOptions``."""
    if kind == "local" or len(game.sides) == 1:
        return {one: Seat(guest, name) for one in game.sides}
    level = level or next(iter(game.levels), "")
    if level not in game.levels:
        raise BadOptions(
            Say(
                "{level} is no level of this game; there are: {levels}.",
                level=repr(level[:20]),
                levels=", ".join(game.levels),
            )
        )
    side = side or game.default_side
    if side not in game.sides:
        raise BadOptions(
            Say(
                "{side} is no side of this game; there are: {sides}.",
                side=repr(side[:20]),
                sides=", ".join(game.sides),
            )
        )
    return {one: Seat(guest, name) if one == side else Seat(level=level) for one in game.sides}


def swapped(seats: Mapping[Side, Seat]) -> dict[Side, Seat]:
    """The same persons on the other sides."""
    return dict(zip(seats, reversed(list(seats.values())), strict=True))


def startable(game: registry.AnyGame, text: str) -> str:
    """A position to begin from, in canonical form: sound, nothing unknown, not over."""
    state = game.notation.parse_position(text)
    if faults := tuple(game.faults(state)):
        raise BadPosition(faults)
    if "?" in (canonical := game.notation.format_position(state)):
        raise HiddenInformation(Say("A game can begin only from a position in which everything is known."))
    if game.actor(game.settle(state).state) is None:
        raise BadOptions(Say("This position is already decided."))
    return canonical


def new_id() -> str:
    """Nobody can guess it: 72 bits."""
    return secrets.token_urlsafe(9)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000

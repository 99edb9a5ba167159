"""How a room is founded: what it is made with and keeps for ever, who sits where, what it starts from."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from plyyard.core import registry
from plyyard.core.chance import Below
from plyyard.core.choosing import chosen, today
from plyyard.core.errors import BadOptions, BadPosition, HiddenInformation, Say, quoted
from plyyard.core.game import CHANCE, Side
from plyyard.players import opponents
from plyyard.rooms.kinds import KINDS, Kind
from plyyard.rooms.protocol import ClockOrder, CreateRoom

CODE_LETTERS = "ACDEFHJKLMNPQRTUVWXY3479"
CODE_LENGTH = 4


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
    ``ways``: how options were chosen (``core.game.Way``), by name.
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
    ways: Mapping[str, str] = field(default_factory=dict)


def ordered(guest: str, name: str, order: CreateRoom, below: Below) -> tuple[Founding, Side]:
    """What an order founds and the seat of whoever ordered, or ``PlyError`` that says what is wrong with it."""
    game = registry.game(order.game)
    kind = KINDS[order.kind]
    _fitting(game, kind, order)
    start = None if order.position is None else startable(game, order.position)
    if kind.lanes:
        sides: tuple[Side, ...] = tuple(str(number + 1) for number in range(order.seats))
    else:
        sides = game.sides
    side = _side(sides, order.seat, sides[0] if kind.online else game.default_side, below)
    level = order.opponent.level if order.opponent and (kind.computer or kind.lanes) else None
    if kind.online:
        seats = dict.fromkeys(sides, Seat())
        if level is not None:
            _known_level(game, level)
            seats = {one: Seat() if one == side else Seat(level=level) for one in sides}
    else:
        seats = seats_for(game, kind, guest, name, side, level)
    options, ways = ({}, {}) if start else chosen(game, order.options, below, today())
    options = {} if start else game.complete(options, below)
    invites = kind.online and level is None
    if kind.online:
        _undecided(game, kind, order, start)
    if kind.dice and not start:  # what chance chooses is chosen by the dice of the game
        drawn = [option.name for option in game.options if option.default is None]
        options = {key: value for key, value in options.items() if key not in drawn or key in order.options}
    founding = Founding(
        id=new_id(),
        game=game.name,
        rules=game.rules_version,
        kind=kind.name,
        options=options,
        seats=seats,
        created=now(),
        start=start,
        clock=order.clock,
        maker=guest,
        listed=order.listed and invites,
        watch=order.watch,
        invite=new_invite() if invites else "",
        code=new_code() if invites else "",
        ways=ways,
    )
    return founding, side


def _fitting(game: registry.AnyGame, kind: Kind, order: CreateRoom) -> None:
    """``BadOptions`` where a kind of room, a game and a clock do not go together."""
    if kind.computer and not opponents(game):
        raise BadOptions(Say("This game has no computer opponent."))
    if kind.lanes and len(game.sides) > 1:
        raise BadOptions(Say("A race is for games that are played alone."))
    if kind.online and not kind.lanes and len(game.sides) < 2:
        raise BadOptions(Say("This game is played alone: with others it is a race."))
    clock = order.clock
    if clock is None:
        return
    if not kind.clock:
        raise BadOptions(Say("Clocks are for games with others online."))
    if (clock.initial is None) == (clock.per_move is None) or (clock.per_move and clock.increment):
        raise BadOptions(
            Say("A clock has an initial time, with or without an increment, or a time per move.")
        )
    if kind.lanes and (clock.per_move or clock.increment):
        raise BadOptions(Say("A race has one time for the whole game."))


def _undecided(game: registry.AnyGame, kind: Kind, order: CreateRoom, start: str | None) -> None:
    """``BadOptions`` where who makes a room with others would know, or choose, what the dice have to hide."""
    chosen = [
        option.name for option in game.options if option.default is None and option.name in order.options
    ]
    if kind.lanes and (chosen or start is not None):
        raise BadOptions(Say("In a race the dice choose what is dealt."))
    undeclared = set(order.options) - {option.name for option in game.options}  # hands that somebody made up
    if game.has_hidden_hands and (start is not None or undeclared):
        raise BadOptions(Say("With others the dice deal the hands."))


def awaits_deal(game: registry.AnyGame, state: Any) -> bool:
    """Whether chance acts now without anybody's click: a deal."""
    return game.actor(state) is CHANCE and bool(game.lot(state).shuffle)


def _side(sides: Sequence[Side], asked: str | None, default: Side, below: Below) -> Side:
    if asked == "lot":
        return sides[below(len(sides))]
    side = asked or default
    if side not in sides:
        raise BadOptions(
            Say(
                "{side} is no side of this game; there are: {sides}.",
                side=quoted(side, 20),
                sides=", ".join(sides),
            )
        )
    return side


def repeated(old: Founding, seats: Mapping[Side, Seat], *, same: bool, swap: bool, below: Below) -> Founding:
    """The game after this one: the ``same`` deal once more or a new one, persons on the other sides or not."""
    game = registry.game(old.game)
    drawn = {option.name for option in game.options if option.default is None}  # by chance: a deal number
    kept = {name: value for name, value in old.options.items() if same or name not in drawn}
    ways = dict(old.ways)
    if not same:
        once = {(option.name, way.name) for option in game.options for way in option.ways if way.once}
        asked = {name: way for name, way in ways.items() if (name, way) not in once}
        kept, ways = chosen(game, kept | asked, below, today())
    options = {} if old.start else game.complete(kept, below)
    if KINDS[old.kind].dice:
        options = {name: value for name, value in options.items() if name not in drawn}
    return replace(
        old,
        id=new_id(),
        rules=game.rules_version,
        options=options,
        seats=swapped(seats) if swap else dict(seats),
        created=now(),
        invite="",
        code="",
        ways=ways,
    )


def first_state(game: registry.AnyGame, founding: Founding) -> Any:
    """What holds before the first event; what the dice have still to choose is at its lowest."""
    if founding.start is not None:
        return game.settle(game.notation.parse_position(founding.start)).state
    return game.start(game.complete(founding.options, lambda n: 0))


def seats_for(
    game: registry.AnyGame, kind: Kind, guest: str, name: str, side: Side, level: str | None
) -> dict[Side, Seat]:
    """Who sits where in a new room at one screen or against the computer, or ``BadOptions``."""
    if not kind.computer or len(game.sides) == 1:
        return {one: Seat(guest, name) for one in game.sides}
    level = level or next(iter(game.levels), "")
    _known_level(game, level)
    return {one: Seat(guest, name) if one == side else Seat(level=level) for one in game.sides}


def _known_level(game: registry.AnyGame, level: str) -> None:
    if level not in game.levels:
        raise BadOptions(
            Say(
                "{level} is no level of this game; there are: {levels}.",
                level=quoted(level, 20),
                levels=", ".join(game.levels) or "–",
            )
        )


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
    while (found := secrets.token_urlsafe(9)).startswith("-"):
        pass  # in the terminal that would be an option
    return found


def new_invite() -> str:
    """Nobody can guess it, and it is not the room's id: 96 bits."""
    return secrets.token_urlsafe(12)


def new_code() -> str:
    """Short enough to say aloud; without letters and digits that are mistaken for each other."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


Now = Callable[[], int]
"""What tells the time, as ``now`` does."""

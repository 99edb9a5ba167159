"""A room's game as a document, and one of its events, as a seat may see them."""

from __future__ import annotations

from plyyard.core.game import Happened, Side
from plyyard.core.record import VERSION, Entry, Player, Record
from plyyard.rooms.founding import Founding, Seat
from plyyard.rooms.lots import record_dice
from plyyard.rooms.room import Room


def record(room: Room, viewer: Side | None) -> Record:
    """The game: whole after the end, before as a seat may see it."""
    founding = room.founding
    whole = room.shown_whole or room.game.observe(room.state, None) == room.state
    return Record(
        plyyard=VERSION,
        game=founding.game,
        rules=founding.rules,
        options=dict(founding.options) if whole else {},
        players={side: _player(seat) for side, seat in room.seats.items()},
        start=founding.start
        if whole or founding.start is None
        else room.game.notation.format_position(room.view(viewer, 0)),
        kind=founding.kind,
        practice=room.main.practice,
        undo_price=room.course(viewer).undo_price,
        started=founding.created,
        ended=room.entries[-1].ts if room.over else None,
        result=room.result,
        clock=None if founding.clock is None else _clock(founding),
        dice=record_dice(founding, room.game, room.entries, room.main.states)
        if room.dice.commitment
        else None,
        events=[shown(room, entry, viewer) for entry in room.entries],
    )


def shown(room: Room, entry: Entry, viewer: Side | None) -> Entry:
    """An entry as a seat may see it."""
    if room.hides(entry, viewer):
        return Entry(entry.seq, "hidden", ts=entry.ts)
    if entry.kind == "began" and entry.options is not None and not room.shown_whole:
        return Entry(entry.seq, "began", draw=entry.draw, ts=entry.ts)
    event = room.event(entry.seq, viewer) if entry.kind == "rolled" else None
    return _without_outcome(entry) if isinstance(event, Happened) and event.outcome is None else entry


def _without_outcome(entry: Entry) -> Entry:
    return Entry(
        entry.seq, entry.kind, entry.by, outcome="?", effects=entry.effects, draw=entry.draw, ts=entry.ts
    )


def _player(seat: Seat) -> Player:
    return Player("computer", level=seat.level) if seat.level else Player("person", seat.name)


def _clock(founding: Founding) -> dict[str, int]:
    order = founding.clock
    assert order is not None
    found = {"initial": order.initial, "increment": order.increment, "per_move": order.per_move}
    return {name: seconds for name, seconds in found.items() if seconds}

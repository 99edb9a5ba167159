"""A saved game as a room of its own: played on where it has not ended, else to look at. It counts in no statistics."""

from __future__ import annotations

from plyyard.core import registry
from plyyard.core.errors import BadRecord, Say
from plyyard.core.record import BY_PERSONS, RACE, Entry, Outcome, Record
from plyyard.rooms.founding import Founding, Now, Seat, new_id
from plyyard.rooms.live import Live
from plyyard.rooms.seating import fold_new, founded

KEPT = {"moved", "rolled", "taken back", "over", *BY_PERSONS}
"""What is played; who came, offered or greeted stays behind."""

MOST_PRICE = 2**31 - 1


def reopened(record: Record, guest: str, name: str, now: Now) -> Live:
    """The room of a record that ``core.record.replay`` has found sound; ``BadRecord`` for a race.

    It counts on from what taking back had cost: of moves that were played over no trace is left in another program's file.
    """
    live = _folded(record, guest, name, now, 0)
    brought = min(record.undo_price, MOST_PRICE) - live.room.main.undo_price
    return _folded(record, guest, name, now, brought) if brought > 0 else live


def _folded(record: Record, guest: str, name: str, now: Now, brought: int) -> Live:
    game = registry.game(record.game)
    if record.kind == RACE:
        raise BadRecord(Say("A race has a board for each seat: it cannot be opened as one game."), "kind")
    founding = Founding(
        id=new_id(),
        game=game.name,
        rules=game.rules_version,
        kind="opened",
        options={} if record.start else game.complete(record.options, lambda n: 0),
        seats={side: Seat(guest, name) for side in game.sides},
        created=now(),
        start=record.start,
        maker=guest,
    )
    live = founded(founding, now, brought=brought)
    room = live.room
    places = {0: 0}  # where each event of the record has come to
    for entry in record.events:
        if entry.kind in KEPT:
            to = None if entry.to is None else places[entry.to]
            kept = Entry(
                0,
                entry.kind,
                entry.by,
                move=entry.move,
                outcome=entry.outcome,
                to=to,
                effects=entry.effects,
                result=entry.result,
            )
            fold_new(live, [kept], guest)
        places[entry.seq] = room.head
    if not room.over and (result := game.result(room.state)) is not None:
        outcome = Outcome(result.winner, result.kind, result.points)
        fold_new(live, [Entry(0, "over", result=outcome)], guest)
    return live

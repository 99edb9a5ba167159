"""Whether what is kept is sound: every room is played through again, and compared with what is written about it;
practice and corrections are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Row, select

from plyyard.core import registry
from plyyard.core.chance import draw
from plyyard.core.errors import PlyError, Say
from plyyard.core.record import VERSION, Entry, Player, Record, replay
from plyyard.lessons.practice import due_of
from plyyard.rooms import fairness
from plyyard.rooms.alone import ended
from plyyard.rooms.keep import Ended, Loaded
from plyyard.rooms.room import Room
from plyyard.store import practice, queries, results, schema
from plyyard.store.corrections import STATES
from plyyard.store.database import known, reading, version
from plyyard.store.schema import rooms


@dataclass(frozen=True, slots=True)
class Checked:
    """What is wrong with a room. ``other_rules``: it follows rules that this program no longer knows, and was not played."""

    room: str
    faults: list[Say]
    other_rules: bool = False


def check(engine: Engine) -> Iterator[Checked]:
    """Every room, each as it is at one moment; games may go on meanwhile."""
    with reading(engine) as connection:
        known(connection)
        ids = list(connection.execute(select(rooms.c.id).order_by(rooms.c.created)).scalars())
    for room in ids:
        with reading(engine) as connection:
            row = connection.execute(select(rooms).where(rooms.c.id == room)).one_or_none()
            if row is not None:
                yield _checked(connection, row)


def check_school(engine: Engine) -> Iterator[tuple[str, Say]]:
    """What is wrong with practice and corrections, each with the row it stands in."""
    with reading(engine) as connection:
        if (version(connection) or "") < "0003":  # there were none
            return
        for row in connection.execute(select(schema.practice)):
            if why := _practice_fault(row):
                yield f"{row.person} {row.game} {row.generator} {row.difficulty}", why
        for row in connection.execute(select(schema.corrections)):
            if row.state not in STATES or (row.state == "new") != (row.decided is None):
                yield (
                    row.id,
                    Say("A correction is {state}, decided {when}.", state=row.state, when=row.decided),
                )


def _practice_fault(row: Row[Any]) -> Say | None:
    try:
        found = practice.read(row)
        if due_of(found.card) != found.due:
            return Say(
                "{name} is {written}, not {found}.", name="due", written=found.due, found=due_of(found.card)
            )
    except Exception as error:  # as above
        return Say("It cannot be read: {reason}.", reason=repr(error)[:200])
    if not 0 < len(found.tried) <= found.done:
        return Say(
            "{name} is {written}, not {found}.", name="tried", written=len(found.tried), found=found.done
        )
    return None


def _checked(connection: Connection, row: Row[Any]) -> Checked:
    try:
        if row.rules != registry.game(row.game).rules_version:
            return Checked(row.id, [], other_rules=True)
        loaded = queries.load(connection, row.id)
        assert loaded is not None
        return Checked(row.id, list(_faults(row, loaded, results.at(connection, row.id))))
    except PlyError as error:
        return Checked(row.id, [error.why])
    except Exception as error:  # whatever broken data leads to is a finding, and the next room's turn comes
        return Checked(row.id, [Say("It cannot be played through: {reason}.", reason=repr(error)[:200])])


def _faults(row: Row[Any], loaded: Loaded, counted: Ended | None) -> Iterator[Say]:
    entries, founding = loaded.entries, loaded.founding
    for place, entry in enumerate(entries, 1):
        if entry.seq != place:
            yield Say("Where event {n} should be is event {seq}.", n=place, seq=entry.seq)
            return
    room = Room(founding, entries, loaded.guests)
    for _ in replay(_record(room)):
        pass
    for name, written, found in (
        ("head", row.head, room.head),
        ("over", row.over, room.over),
        ("open", row.open, bool(room.free) and not room.over),
        (
            "turn",
            row.turn,
            room.turn if row.turn or room.kind.online else None,
        ),  # unknown of games from before
        ("seats", founding.seats, room.seats),
        ("result", counted, ended(room) if counted and room.over else None),  # it may have been forgotten
        ("commands", max(loaded.answered.values(), default=0) <= room.head, True),
    ):
        if written != found:
            yield Say("{name} is {written}, not {found}.", name=name, written=written, found=found)
    if (
        room.dice.commitment or room.dice.draws or loaded.secrets
    ):  # computer games from before had no such dice
        yield from _dice_faults(room, loaded.secrets)


def _record(room: Room) -> Record:
    """The game as nobody at the table sees it: whole, though it may still be going on."""
    return Record(
        plyyard=VERSION,
        game=room.founding.game,
        rules=room.founding.rules,
        options=dict(room.founding.options),
        players={seat: Player() for seat in room.seats},
        start=room.founding.start,
        kind=room.founding.kind,
        result=room.result,
        events=room.entries,
    )


def _dice_faults(room: Room, secrets: Mapping[str, bytes]) -> Iterator[Say]:
    """Everything that chance gave is made again from the secret and the seeds."""
    secret = secrets.get("server")
    if secret is None:
        yield Say("The secret of its dice is missing.")
        return
    if not fairness.fits(room.dice.commitment, fairness.server_commitment(room.id, secret)):
        yield Say("The secret of its dice is not the one that was promised.")
    if room.dice.secret not in {None, secret.hex()}:
        yield Say("Another secret was revealed than its dice are made with.")
    for seat, seed in room.dice.seeds.items():
        if not fairness.fits(
            room.dice.hashes[seat], fairness.seat_commitment(room.id, seat, bytes.fromhex(seed))
        ):
            yield Say("The seed of {seat} is not the one that was promised.", seat=seat)
    drawn = [entry for entry in room.entries if entry.kind == "rolled" or entry.draw is not None]
    for n, entry in enumerate(drawn, 1):
        if entry.draw != n:
            yield Say("Event {seq} is draw {found}, not {n}.", seq=entry.seq, found=entry.draw, n=n)
        elif _drawn(room, entry, secret) != (entry.options if entry.kind == "began" else entry.outcome):
            yield Say("Event {seq} is not what its dice give.", seq=entry.seq)


def _drawn(room: Room, entry: Entry, secret: bytes) -> Any:
    below = fairness.below(room.dice.key(secret), entry.draw or 0)
    if entry.kind == "began":
        whole = room.game.complete(room.founding.options, below)
        return {name: value for name, value in whole.items() if name in (entry.options or {})}
    lot = room.game.lot(room.course(entry.by).states[entry.seq - 1])
    return room.game.notation.format_outcome(draw(lot, below))

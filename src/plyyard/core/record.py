"""A record: one JSON document (``.plyyard.json``) from which a game replays without a seed.

``replay`` folds the events through the rules and compares what it finds with what is written: moves, effects, result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from plyyard.core import registry
from plyyard.core.errors import BadRecord, PlyError, Say
from plyyard.core.game import CHANCE, After, Event, Happened, Moved

VERSION = 1
MAX_EVENTS = 10_000
MAX_BYTES = 4_000_000
RACE = "race"  # the kind of room in which each seat plays a board of its own
BY_PERSONS = {
    "resigned",
    "agreed draw",
    "timeout",
    "claimed",
    "called off",
    "points",
}  # results that no board shows


class Player(msgspec.Struct, omit_defaults=True):
    """Who held a seat."""

    kind: Literal["person", "computer"] = "person"
    name: str = ""
    level: str = ""


class Outcome(msgspec.Struct):
    """As ENGINE.md's result."""

    winner: str | None
    kind: str
    points: int = 1


class Entry(msgspec.Struct, omit_defaults=True, frozen=True):
    """One event. ``kind``: ``rolled`` (outcome; ``draw``: which number of dice/1 it was), ``moved`` (by, move), ``taken
    back`` (to: the seq that holds again), or a room's own, which changes no position: ``started`` (hash: the server's
    commitment; n: what taking back had cost elsewhere), ``joined`` (by, name), ``committed`` (by, hash; ``what``:
    "server" where the server made the seed), ``opened`` (by, seed), ``began`` (options, if chance chose some of them),
    ``offered``, ``declined``, ``lapsed`` (by, what: draw, back or again), ``resigned``, ``agreed draw``, ``timeout``,
    ``claimed``, ``called off``, ``waits``, ``greeted`` (by, n), ``sent out`` (name: a watcher's handle), ``credited`` (ms
    given back to the clocks), ``abandoned`` and ``again`` (room), ``over`` (result), ``revealed`` (seed: the server's),
    ``bookmarked`` (by, n, name, to) and ``bookmark removed`` (by, n, name).
    """

    seq: int
    kind: str
    by: str | None = None
    move: str | None = None
    outcome: str | None = None
    to: int | None = None
    effects: list[str] = []
    result: Outcome | None = None
    room: str | None = None
    name: str | None = None
    what: str | None = None
    n: int | None = None
    ms: int | None = None
    draw: int | None = None
    hash: str | None = None
    seed: str | None = None
    options: dict[str, Any] | None = None
    ts: int = 0


class Lottery(msgspec.Struct, omit_defaults=True):
    """What chance could give at a draw of dice/1: ``outcomes`` with ``weights``, all orders (``shuffle``) of the outcomes, or
    (``options``) for each option left to chance a whole number from the first to the second, drawn in this order."""

    outcomes: list[str] = []
    weights: list[int] = []
    shuffle: bool = False
    options: dict[str, tuple[int, int]] = {}


class Dice(msgspec.Struct, omit_defaults=True):
    """How chance was made (docs/fair-dice.md). ``lots``: each different lottery once; ``drawn``: for draw n which of them.

    Commitments, seeds and the revealed secret stand in the events. ``sides``: the seats, each of which gave a seed.
    """

    method: str
    room: str
    sides: list[str]
    lots: list[Lottery] = []
    drawn: list[int] = []


class Record(msgspec.Struct, omit_defaults=True):
    """The document. Times are milliseconds since 1970."""

    plyyard: int
    game: str
    rules: str
    options: dict[str, Any] = {}
    players: dict[str, Player] = {}
    start: str | None = None  # position text, when it did not begin from the options
    kind: str = "local"
    practice: bool = False
    undo_price: int = 0
    started: int = 0
    ended: int | None = None
    result: Outcome | None = None
    clock: dict[str, int] | None = None
    dice: Dice | None = None
    events: list[Entry] = []


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment of a replay: the entry (None: the start), its event (None: a room's own) and what holds after it."""

    entry: Entry | None
    event: Event | None
    after: After[Any]


def encode(record: Record) -> bytes:
    """The document, readable."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def decode(text: bytes) -> Record:
    """Read a document; ``BadRecord`` says what is wrong with it. Nothing is replayed yet."""
    if len(text) > MAX_BYTES:
        raise BadRecord(Say("The record is larger than {limit} bytes.", limit=MAX_BYTES))
    try:
        text.decode("utf-8")
        version = msgspec.json.decode(text, type=_Versioned).plyyard
        if version > VERSION:
            raise BadRecord(
                Say("This record was made by a newer version of Ply Yard (format {n}).", n=version), "plyyard"
            )
        record = msgspec.json.decode(text, type=Record)
    except UnicodeDecodeError as error:
        raise BadRecord(Say("The record is not UTF-8 text (byte {n}).", n=error.start)) from None
    except msgspec.MsgspecError as error:
        raise BadRecord(Say("This is not a record of Ply Yard: {reason}", reason=str(error)[:200])) from None
    except RecursionError:
        raise BadRecord(Say("The record is nested too deeply.")) from None
    if len(record.events) > MAX_EVENTS:
        raise BadRecord(Say("A record has at most {limit} events.", limit=MAX_EVENTS), "events")
    return record


class _Versioned(msgspec.Struct):
    plyyard: int


def replay(record: Record) -> Iterator[Frame]:
    """Each moment from the start on; ``BadRecord`` names the event that does not follow."""
    game = registry.game(record.game)
    if record.rules != game.rules_version:
        raise BadRecord(
            Say(
                "This record follows rules {theirs}; this program knows {ours}.",
                theirs=record.rules[:20],
                ours=game.rules_version,
            ),
            "rules",
        )
    boards = _Boards(record, game)
    yield Frame(None, None, After(boards.start))
    for place, entry in enumerate(record.events, 1):
        if entry.seq != place:
            raise BadRecord(
                Say("Event {n} is numbered {seq}.", n=place, seq=entry.seq), f"events[{place - 1}]"
            )
        yield Frame(entry, *boards.follow(place, entry))
    _compare_result(game, boards, record)


class _Boards:
    """What held after each event: on the one board, or in a race on each seat's own."""

    def __init__(self, record: Record, game: registry.AnyGame) -> None:
        self.game = game
        self.record = record
        self.race = record.kind == RACE
        self.open = {
            one.name for one in game.options if one.default is None and one.name not in record.options
        }
        try:
            if record.start is not None:
                self.start = game.settle(game.notation.parse_position(record.start)).state
            else:
                self.start = game.start(game.complete(record.options, _least if self.race else _no_chance))
        except PlyError as error:
            raise BadRecord(error.why, "start") from None
        self.states: dict[str | None, list[Any]] = {None: [self.start]}

    def board(self, entry: Entry) -> list[Any]:
        """The states of the board that an event belongs to, up to the event before it."""
        seat = entry.by if self.race and entry.kind in {"moved", "rolled", "taken back"} else None
        if seat is not None and seat not in self.record.players:
            raise BadRecord(Say("Event {n}: nobody sits there.", n=entry.seq), f"events[{entry.seq - 1}]")
        states = self.states.setdefault(seat, [])
        states += [states[-1] if states else self.start] * (entry.seq - len(states))
        return states

    def follow(self, place: int, entry: Entry) -> tuple[Event | None, After[Any]]:
        """Play one event on its board."""
        if entry.kind == "began" and self.race and self.record.start is None:
            self._begin(place, entry.options or {})
        states = self.board(entry)
        event, after = self._played(place, entry, states)
        states.append(after.state)
        return event, after

    def _begin(self, place: int, chosen: dict[str, Any]) -> None:
        try:
            if set(chosen) != self.open:
                raise BadRecord(
                    Say("Event {n} chooses other options than were open.", n=place), f"events[{place - 1}]"
                )
            self.start = self.game.start(self.game.complete({**self.record.options, **chosen}, _no_chance))
        except PlyError as error:
            raise BadRecord(error.why, f"events[{place - 1}]") from None
        self.states = {None: [self.start] * place}

    def _played(self, place: int, entry: Entry, states: list[Any]) -> tuple[Event | None, After[Any]]:
        game, state = self.game, states[-1]
        where = f"events[{place - 1}]"
        side = game.sides[0] if self.race else entry.by
        event: Event
        try:
            if entry.kind == "moved":
                if side is None or side != game.actor(state):
                    raise BadRecord(
                        Say("Event {n}: it is not the turn of {side}.", n=place, side=str(entry.by)[:20]),
                        where,
                    )
                event = Moved(side, game.notation.parse_move(state, entry.move or ""))
            elif entry.kind == "rolled":
                if game.actor(state) is not CHANCE:
                    raise BadRecord(Say("Event {n}: there is nothing to roll.", n=place), where)
                event = Happened(game.notation.parse_outcome(state, entry.outcome or ""))
            elif entry.kind == "taken back":
                if entry.to is None or not 0 <= entry.to < place:
                    raise BadRecord(Say("Event {n} goes back to an event that is not there.", n=place), where)
                return None, After(states[entry.to])
            else:
                return None, After(state)
            after = game.apply(state, event)
        except BadRecord:
            raise
        except PlyError as error:
            raise BadRecord(Say("Event {n}: {reason}", n=place, reason=error.why), where) from None
        found = [effect.text for effect in after.effects]
        if found != entry.effects:
            raise BadRecord(
                Say(
                    "Event {n}: what follows is {found}, not {written}.",
                    n=place,
                    found=", ".join(found) or "–",
                    written=", ".join(entry.effects)[:200] or "–",
                ),
                where,
            )
        return event, after


def by_persons(game: registry.AnyGame, kind: str, by: str | None) -> Outcome:
    """How a game ends by what somebody did, whatever the board says; ``kind`` is one of ``BY_PERSONS``."""
    if kind in {"agreed draw", "called off"}:
        return Outcome(None, kind, 0)
    if kind == "claimed":
        return Outcome(by, kind, 1)
    others = [side for side in game.sides if side != by]
    return Outcome(others[0] if others else None, kind, 1 if others else 0)


def by_points(game: registry.AnyGame, boards: Mapping[str, Any]) -> Outcome:
    """How a race ends in which nobody got to the end: the state of each seat's board decides."""
    points = {seat: game.score(state).get("points", 0) for seat, state in boards.items()}
    best = [seat for seat in points if points[seat] == max(points.values())]
    return Outcome(best[0], "points", 1) if len(best) == 1 else Outcome(None, "points", 0)


def _compare_result(game: registry.AnyGame, boards: _Boards, record: Record) -> None:
    """The result written is the one that the events lead to."""
    over = next((entry.result for entry in reversed(record.events) if entry.kind == "over"), record.result)
    if record.result != _outcome(game, boards, record) or (
        record.result is not None and over != record.result
    ):
        raise BadRecord(Say("The result written is not the one that the events lead to."), "result")


def _outcome(game: registry.AnyGame, boards: _Boards, record: Record) -> Outcome | None:
    """What the boards say, else what persons did; None while it runs."""
    states = {seat: boards.states.get(seat, [boards.start])[-1] for seat in record.players}
    for seat, state in states.items() if boards.race else [(None, boards.states[None][-1])]:
        found = game.result(state)
        if found is not None and (found.winner or not boards.race):
            return Outcome(seat or found.winner, found.kind, found.points)
    if record.result is None:
        return None
    if boards.race:
        return by_points(game, states)
    last = next((entry for entry in reversed(record.events) if entry.kind in BY_PERSONS), None)
    return None if last is None else by_persons(game, last.kind, last.by)


def _no_chance(n: int) -> int:
    raise BadRecord(Say("The record leaves out an option that chance chose."), "options")


def _least(n: int) -> int:
    return 0

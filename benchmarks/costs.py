"""What an act in a room costs, and where: ``uv run python benchmarks/costs.py``.

Random games in one process, two players and a spectator at each: decided, folded and told as the hub does it, without
sockets and store. ``Stopwatch`` also measures within the server of rooms.py: see ``serve`` at the end.
"""

from __future__ import annotations

import json
import random
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import wraps
from pathlib import Path
from typing import Any

from msgspec.structs import replace as with_fields
from table import machine, markdown

from plyyard.core import registry
from plyyard.core.game import CHANCE
from plyyard.core.record import Entry
from plyyard.rooms import frames, live, room, sayings
from plyyard.rooms.founding import Founding, Seat, new_id, now
from plyyard.rooms.frames import Look
from plyyard.rooms.live import Connection, Live
from plyyard.rooms.protocol import ENCODER, Move, Roll
from plyyard.rooms.room import Moment, Room

GAMES = ("backgammon", "aeroplane", "dominoes", "snakes")
PLAYED = 20  # games of each
RULES, VIEWS, SCENES, WORDS, TEXT, ROOMS, FRAMES, ENCODING = (
    "rules",
    "views",
    "scenes",
    "words",
    "notation",
    "decide and fold",
    "frames",
    "encoding",
)
OF_THE_GAME = (RULES, VIEWS, SCENES, WORDS, TEXT)
"""What a game itself costs, wherever it is played."""


class Stopwatch:
    """Seconds spent by label in what it was wound round, without what that called of other labels."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.calls: Counter[str] = Counter()
        self._inner = [0.0]

    def reset(self) -> None:
        self.spent.clear()
        self.calls.clear()

    def wind(self, owner: Any, name: str, label: str) -> None:
        """Measure a function from now on."""
        function, clock = getattr(owner, name), time.thread_time
        spent, calls, inner = self.spent, self.calls, self._inner

        @wraps(function)
        def measured(*args: Any, **kwargs: Any) -> Any:
            inner.append(0.0)
            began = clock()
            try:
                return function(*args, **kwargs)
            finally:
                took = clock() - began
                spent[label] += took - inner.pop()
                calls[label] += 1
                inner[-1] += took

        setattr(owner, name, measured)

    def wind_all(self) -> None:
        """Measure games, rooms and encoding."""
        for game in registry.games():
            for name in ("apply", "legal_moves", "steps", "actor", "turn", "lot", "result"):
                self.wind(game, name, RULES)
            for name in ("observe", "redact"):
                self.wind(game, name, VIEWS)
            for name in ("format_position", "format_move", "parse_move", "format_outcome", "parse_outcome"):
                self.wind(game.notation, name, TEXT)
            self.wind(game.board, "scene", SCENES)
            for name in ("label", "describe", "announce"):
                self.wind(game.board, name, WORDS)
        for name in ("whole", "changed"):
            self.wind(frames, name, SCENES)
        for name in ("status", "announce"):
            self.wind(sayings, name, WORDS)
        self.wind(frames, "event_frame", FRAMES)
        for name in ("decide", "fold"):
            self.wind(room.Room, name, ROOMS)
        encoder = type("Encoder", (), {"encode": staticmethod(ENCODER.encode)})
        self.wind(encoder, "encode", ENCODING)
        setattr(live, "ENCODER", encoder)  # noqa: B010


def begun(game: str, below: Any) -> tuple[Live, list[Connection]]:
    """A room of two with everybody looking on."""
    rules = registry.game(game)
    seats = {side: Seat(side, side) for side in rules.sides}
    founding = Founding(new_id(), game, rules.rules_version, "live", rules.complete({}, below), seats, now())
    place = Live(Room(founding, [Entry(1, "started"), Entry(2, "began")]))
    while (decision := place.room.automatic({}, below)) is not None:
        _fold(place.room, decision.entries)
    watchers = [
        Connection(place.room, guest, guest, Look("de"), now()) for guest in (*rules.sides, "spectator")
    ]
    for connection in watchers:
        place.put_state(connection)
        place.connections.add(connection)
    return place, watchers


def _fold(at: Room, entries: list[Entry], played: Any = None) -> list[Entry]:
    numbered = [with_fields(entry, seq=at.head + 1 + place, ts=now()) for place, entry in enumerate(entries)]
    for place, entry in enumerate(numbered):
        at.fold(entry, None, played if place == 0 else None)
    return numbered


def play(game: str, seed: int) -> Iterator[tuple[float, int]]:
    """A random game: seconds of each act, and bytes of a frame."""
    chance = random.Random(seed)
    place, watchers = begun(game, chance.randrange)
    at = place.room
    while not at.over and at.head < 1000:
        for connection in watchers:
            while not connection.outbox.empty():
                connection.outbox.get_nowait()
        command = _choice(at, chance)
        began = time.thread_time()
        decision = at.decide(at.turn, command, chance.randrange, Moment(now()))
        for entry in _fold(at, decision.entries, decision.played):
            place.tell(entry.seq)
        took = time.thread_time() - began
        yield took, sum(map(len, _waiting(watchers[0])))


def _choice(at: Room, chance: random.Random) -> Roll | Move:
    if at.game.actor(at.state) is CHANCE:
        return Roll(str(at.head), at.head)
    moves = at.game.legal_moves(at.view(at.turn))
    return Move(str(at.head), at.head, at.game.notation.format_move(chance.choice(moves)))


def _waiting(connection: Connection) -> list[bytes]:
    found = []
    while not connection.outbox.empty():
        found.append(connection.outbox.get_nowait() or b"")
    return found


def main() -> None:
    stopwatch = Stopwatch()
    stopwatch.wind_all()
    rows = []
    for game in GAMES:
        list(play(game, 0))  # what is kept from now on is there
        stopwatch.reset()
        acts = [act for seed in range(1, 1 + PLAYED) for act in play(game, seed)]
        seconds = sum(took for took, _ in acts)
        shares = [stopwatch.spent[label] for label in (*OF_THE_GAME, ROOMS, FRAMES, ENCODING)]
        rows.append(
            [
                game,
                *(f"{share / len(acts) * 1e6:.0f}" for share in shares),
                f"{(seconds - sum(shares)) / len(acts) * 1e6:.0f}",
                f"{seconds / len(acts) * 1e6:.0f}",
                f"{sum(size for _, size in acts) / len(acts):.0f}",
            ]
        )
    print(machine(["msgspec"]))
    print()
    head = ["µs an act", *OF_THE_GAME, ROOMS, FRAMES, ENCODING, "rest", "all", "bytes a frame"]
    print(markdown(head, rows))


def serve(port: int, database: str, report: Path) -> None:
    """The server with a stopwatch in it. On SIGUSR1 it writes what was spent since the last one, as JSON."""
    from plyyard.store.writer import Writer
    from plyyard.web import app

    stopwatch = Stopwatch()
    stopwatch.wind_all()
    stored: list[float] = [0.0]
    commit = Writer._commit

    def committed(self: Writer, jobs: Any) -> Any:
        began = time.thread_time()
        try:
            return commit(self, jobs)
        finally:
            stored[0] += time.thread_time() - began

    Writer._commit = committed  # type: ignore[method-assign]

    def tell(*_: Any) -> None:
        report.with_suffix(".part").write_text(json.dumps(dict(stopwatch.spent) | {"store": stored[0]}))
        report.with_suffix(".part").rename(report)
        stopwatch.reset()
        stored[0] = 0.0

    signal.signal(signal.SIGUSR1, tell)
    app.serve("127.0.0.1", port, database, False)


if __name__ == "__main__":
    if len(sys.argv) == 4:
        serve(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
    else:
        main()

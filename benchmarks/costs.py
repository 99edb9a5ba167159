"""What an act in a room costs, and where: ``uv run python benchmarks/costs.py``.

Random games in one process, two players and a spectator at each: decided, folded and told as the hub does it, without
sockets and store. ``Sampler`` also measures within the server of rooms.py: see ``serve`` at the end.
"""

from __future__ import annotations

import inspect
import json
import random
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from msgspec.structs import replace as with_fields
from table import machine, markdown

from plyyard.core import registry
from plyyard.core.game import CHANCE
from plyyard.core.record import Entry
from plyyard.rooms import frames, room, sayings
from plyyard.rooms.clerk import Clerk
from plyyard.rooms.decision import Moment
from plyyard.rooms.founding import Founding, Seat, new_id, now
from plyyard.rooms.frames import Look
from plyyard.rooms.ledger import Ledger
from plyyard.rooms.live import Connection, Live
from plyyard.rooms.protocol import Move, Roll
from plyyard.rooms.room import Room

GAMES = ("backgammon", "aeroplane", "dominoes", "snakes")
PLAYED = 20  # games of each
EVERY = 0.001  # seconds between two samples
RULES, VIEWS, SCENES, WORDS, TEXT = "rules", "views", "scenes", "words", "notation"
ROOMS, FRAMES, TELLING, HUB = "decide and fold", "frames", "encoding, telling", "hub"
SOCKETS, REST = "writing to sockets", "reading, tasks, the loop"
OF_THE_GAME = (RULES, VIEWS, SCENES, WORDS, TEXT)
"""What a game itself costs, wherever it is played."""
OF_THE_ROOM = (ROOMS, FRAMES, TELLING, HUB, SOCKETS, REST)


class Sampler:
    """CPU time of the main thread by label: each millisecond that the process works, it is noted what is being done.

    What is done belongs to the innermost function with a label. A stopwatch round each of them would cost as much again.
    """

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._labels: dict[CodeType, str] = {}
        self._before = 0.0

    def reset(self) -> None:
        self.spent.clear()
        self._before = time.thread_time()

    def begin(self) -> None:
        self.reset()
        signal.signal(signal.SIGPROF, self._note)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def end(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    def _note(self, _: int, frame: FrameType | None) -> None:
        took, self._before = time.thread_time() - self._before, time.thread_time()
        while frame is not None and frame.f_code not in self._labels:
            frame = frame.f_back
        self.spent[REST if frame is None else self._labels[frame.f_code]] += took

    def label(self, owner: Any, names: Sequence[str], label: str) -> None:
        for name in names:
            function = inspect.unwrap(getattr(owner, name))
            self._labels[getattr(function, "__func__", function).__code__] = label

    def label_all(self) -> None:
        """Games, rooms, frames and the way of a move through the server."""
        for game in registry.games():
            self.label(game, ("apply", "legal_moves", "steps", "actor", "turn", "lot", "result"), RULES)
            self.label(game, ("observe", "redact"), VIEWS)
            self.label(
                game.notation,
                ("format_position", "format_move", "parse_move", "format_outcome", "parse_outcome"),
                TEXT,
            )
            self.label(game.board, ("scene",), SCENES)
            self.label(game.board, ("label", "describe", "announce"), WORDS)
        self.label(frames, ("whole", "changed"), SCENES)
        self.label(sayings, ("status", "announce"), WORDS)
        self.label(frames, ("event_frame", "state_frame"), FRAMES)
        self.label(room.Room, ("decide", "fold"), ROOMS)
        self.label(Live, ("tell",), TELLING)
        self.label(Clerk, ("answer",), HUB)
        self.label(Ledger, ("commit",), HUB)
        self.label(Connection, ("put",), SOCKETS)


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
        place.connections[connection] = None
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
    sampler = Sampler()
    sampler.label_all()
    rows = []
    for game in GAMES:
        list(play(game, 0))  # what is kept from now on is there
        acts = [act for seed in range(1, 1 + PLAYED) for act in play(game, seed)]
        sampler.begin()
        sampled = sum(1 for seed in range(1, 1 + PLAYED) for _ in play(game, seed))
        sampler.end()
        shown = (*OF_THE_GAME, ROOMS, FRAMES, TELLING)
        rows.append(
            [
                game,
                *(f"{sampler.spent[label] / sampled * 1e6:.0f}" for label in shown),
                f"{sum(took for took, _ in acts) / len(acts) * 1e6:.0f}",
                f"{sum(size for _, size in acts) / len(acts):.0f}",
            ]
        )
    print(machine(["msgspec"]))
    print()
    print(markdown(["µs an act", *OF_THE_GAME, ROOMS, FRAMES, TELLING, "all", "bytes a frame"], rows))


def serve(port: int, database: str, report: Path) -> None:
    """The server with a sampler in it. On SIGUSR1 it writes what was spent since the last one, as JSON."""
    from plyyard.store.writer import Writer
    from plyyard.web import app

    sampler = Sampler()
    sampler.label_all()
    stored = [0.0]
    run = Writer._run

    def running(self: Writer) -> None:
        clock = time.pthread_getcpuclockid(threading.get_ident())
        stored.append(clock)
        run(self)

    Writer._run = running  # type: ignore[method-assign]

    def tell(*_: Any) -> None:
        spent = dict(sampler.spent)
        if len(stored) > 1:
            now_spent = time.clock_gettime(int(stored[1]))
            spent["store"], stored[0] = now_spent - stored[0], now_spent
        report.with_suffix(".part").write_text(json.dumps(spent))
        report.with_suffix(".part").rename(report)
        sampler.reset()

    signal.signal(signal.SIGUSR1, tell)
    sampler.begin()
    app.serve("127.0.0.1", port, database, False)


if __name__ == "__main__":
    if len(sys.argv) == 4:
        serve(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
    else:
        main()

"""A room under every order of commands, resends, refusals and restarts, against a model of what must hold."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from plyyard.core import registry
from plyyard.core.chance import seeded
from plyyard.core.game import CHANCE
from plyyard.core.record import decode, encode, replay
from plyyard.rooms import questions, records
from plyyard.rooms.frames import Look
from plyyard.rooms.hub import Hub
from plyyard.rooms.protocol import (
    Again,
    Back,
    Command,
    CreateRoom,
    Draw,
    Event,
    Mark,
    Move,
    Ready,
    Refused,
    Resign,
    Roll,
)
from plyyard.store.database import open_engine, upgrade
from plyyard.store.keep import DatabaseKeep

ME, OTHER = "me", "somebody else"
LOOK = Look("en")


async def never(game: str, level: str, view: Any, room: str) -> str:
    raise AssertionError("nobody thinks at one screen")


class RoomMachine(RuleBasedStateMachine):
    """One guest plays both sides of a local game; a stranger interferes; the server forgets and remembers."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.count = 0
        self.sent: list[tuple[Command, str, tuple[Any, ...]]] = []
        self.bookmarks: dict[int, tuple[str, int]] = {}
        self._open()

    def _open(self) -> None:
        self.engine = open_engine(str(Path(self.folder.name) / "rooms.sqlite3"))
        upgrade(self.engine)
        self.keep = DatabaseKeep(self.engine)
        self.hub = Hub(self.keep, never, pace=0, below=seeded(self.count))

    def run(self, waiting: Any) -> Any:
        return self.loop.run_until_complete(waiting)

    @initialize(game=st.sampled_from([game.name for game in registry.games()]))
    def found(self, game: str) -> None:
        self.room = self.run(self.hub.create(ME, "Amsel", CreateRoom(game, "local")))

    def act(self, command: Command, guest: str = ME) -> Event | Refused:
        head = self.room.head
        answer = self.run(self.hub.act(self.room, guest, command, LOOK))
        if isinstance(answer, Refused):
            assert self.room.head == head and answer.head == head
        self.sent.append((command, guest, essence(answer)))
        assert isinstance(answer, Event | Refused)
        return answer

    def fresh(self) -> str:
        self.count += 1
        return f"c{self.count}"

    @rule(data=st.data())
    def play_on(self, data: st.DataObject) -> None:
        room = self.room
        if room.over:
            return
        if room.covered(ME):
            self.run(self.hub.act(room, ME, Ready(self.fresh()), LOOK))
        if room.game.actor(room.state) is CHANCE:
            answer = self.act(Roll(self.fresh(), room.head))
        else:
            texts = [room.game.notation.format_move(move) for move in room.game.legal_moves(room.state)]
            answer = self.act(Move(self.fresh(), room.head, data.draw(st.sampled_from(texts))))
        assert isinstance(answer, Event), answer

    @rule(
        move=st.sampled_from(["8/5 6/5", "base", "1>2:1", "0-0", "deal", "pass", "\x00", "9" * 200]),
        late=st.integers(0, 2),
    )
    def send_anything(self, move: str, late: int) -> None:
        self.act(Move(self.fresh(), max(0, self.room.head - late), move))

    @rule(
        do=st.sampled_from(["take", "redo", "ask", "accept"]),
        whole=st.booleans(),
        to=st.none() | st.integers(0, 30),
    )
    def take_back(self, do: Any, whole: bool, to: int | None) -> None:
        before = self.room.main.states[:]
        answer = self.act(Back(self.fresh(), do, to, whole))
        if isinstance(answer, Event) and answer.kind == "taken back":
            assert isinstance(answer.to, int)
            assert self.room.state == before[answer.to]

    @rule(
        do=st.sampled_from(["set", "set", "rename", "remove"]),
        name=st.sampled_from(["", "a", "A", "vor dem Geben", "\u202e", "x" * 41]) | st.text(max_size=12),
        n=st.none() | st.integers(1, 6),
        to=st.none() | st.integers(0, 30),
    )
    def mark(self, do: Any, name: str, n: int | None, to: int | None) -> None:
        head = self.room.head
        answer = self.act(Mark(self.fresh(), do, name, n, to))
        if isinstance(answer, Event):
            assert len(self.room.game.sides) == 1 and isinstance(answer.n, int)
            if do == "set":
                assert answer.n not in self.bookmarks and answer.to == (head if to is None else to)
                self.bookmarks[answer.n] = str(answer.name), int(str(answer.to))
            elif do == "rename":
                self.bookmarks[answer.n] = str(answer.name), self.bookmarks[answer.n][1]
            else:
                del self.bookmarks[answer.n]
        held = {number: (one.name, one.at) for number, one in self.room.bookmarks.held.items()}
        assert held == self.bookmarks and len({name.casefold() for name, _ in held.values()}) == len(held)

    @rule(guest=st.sampled_from([ME, OTHER]), do=st.sampled_from(["accept", "decline"]))
    def answer_no_offer(self, guest: str, do: Any) -> None:
        if do == "decline" or guest == OTHER:
            assert isinstance(self.act(Draw(self.fresh(), do), guest), Refused)

    @rule()
    def interfere(self) -> None:
        for command in (Roll(self.fresh(), self.room.head), Resign(self.fresh()), Again(self.fresh())):
            answer = self.act(command, OTHER)
            assert isinstance(answer, Refused) and answer.code == "not_seated"

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        command, guest, first = data.draw(st.sampled_from(self.sent[-20:]))
        again = essence(self.run(self.hub.act(self.room, guest, command, LOOK)))
        if again[0] == "event" and again[4] == "?":  # a tile drawn, and by now another sits before the screen
            assert self.room.game.has_hidden_hands and not self.room.shown_whole
            again, first = (*again[:4], *again[5:]), (*first[:4], *first[5:])
        assert again == first

    @rule()
    def restart(self) -> None:
        before = self.shown()
        self.run(self.hub.close())
        self.keep.close()
        self._open()
        self.room = self.run(self.hub.room(self.room.id))
        assert self.shown() == before

    def shown(self) -> Any:
        """Everything a stranger sees, and what the player does (his curtain may have fallen)."""
        state, _ = questions.look(self.hub.live(self.room), OTHER, LOOK)
        own, _ = questions.look(self.hub.live(self.room), ME, LOOK)
        state.now = 0
        return state, (
            own.head,
            own.log if not self.room.game.has_hidden_hands else [],
            own.result,
            own.practice,
            own.undo_price,
            own.can.take,
            own.bookmarks,
        )

    @precondition(lambda self: self.room.head > 6)
    @rule(end=st.sampled_from([Resign, lambda id: Draw(id, "offer"), lambda id: Again(id, "restart")]))
    def end(self, end: Any) -> None:
        self.act(end(self.fresh()))
        if self.room.over:
            assert isinstance(self.act(Resign(self.fresh())), Refused)

    @invariant()
    def the_record_replays_to_what_holds(self) -> None:
        if not hasattr(self, "room"):
            return
        assert [entry.seq for entry in self.room.entries] == list(range(1, self.room.head + 1))
        if self.room.shown_whole:
            frames = list(replay(decode(encode(records.record(self.room, None)))))
            assert [frame.after.state for frame in frames] == self.room.main.states

    def teardown(self) -> None:
        self.run(self.hub.close())
        self.keep.close()
        self.loop.close()
        self.folder.cleanup()


def essence(answer: Any) -> tuple[Any, ...]:
    """What must be the same when a command is answered again."""
    if isinstance(answer, Refused):
        return ("refused", answer.code, answer.why, answer.article)
    return (
        answer.t if hasattr(answer, "t") else "event",
        answer.seq,
        answer.kind,
        answer.move,
        answer.outcome,
        answer.effects,
    )


TestRoom = pytest.mark.slow(RoomMachine.TestCase)
TestRoom.settings = settings(
    max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)

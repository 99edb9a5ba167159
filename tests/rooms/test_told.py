"""What each is told, and when: one's own ids also later, that one may claim, that one is there; and what makes nobody late."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from plyyard.rooms import presence
from plyyard.rooms import room as rooms
from plyyard.rooms.frames import Look
from plyyard.rooms.hub import Hub
from plyyard.rooms.live import Connection
from plyyard.rooms.protocol import Back, CreateRoom, Draw, Event, JoinRoom, Move, Refused, Roll
from plyyard.rooms.room import Room
from plyyard.store.database import open_engine, upgrade
from plyyard.store.keep import DatabaseKeep

ANN, BOB = "ann", "bob"
LOOK = Look("en", scene=False)


async def nobody(game: str, level: str, view: Any, room: str) -> str:
    raise AssertionError("no computer plays here")


@asynccontextmanager
async def a_table(folder: Path, game: str, kind: Any = "live") -> AsyncIterator[tuple[Hub, Room]]:
    """A live game of two that has begun."""
    engine = open_engine(str(folder / "rooms.sqlite3"))
    upgrade(engine)
    keep = DatabaseKeep(engine)
    hub = Hub(keep, nobody, pace=0)
    try:
        room = await hub.create(ANN, "Ann", CreateRoom(game, kind))
        await hub.join(room.id, BOB, "Bob", JoinRoom(room.founding.invite))
        yield hub, room
    finally:
        await hub.close()
        keep.close()


async def frame(connection: Connection, **wanted: Any) -> dict[str, Any]:
    """The next frame that has all these values."""
    while True:
        found: dict[str, Any] = json.loads(await asyncio.wait_for(connection.outbox.get(), 10) or b"{}")
        if all(found.get(key) == value for key, value in wanted.items()):
            return found


def test_an_event_missed_still_says_whose_command_it_was(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_table(tmp_path, "snakes") as (hub, room):
            answer = await hub.act(room, ANN, Roll("mine", room.head), LOOK)
            assert isinstance(answer, Event) and answer.id == "mine"
            for guest, known in ((ANN, "mine"), (BOB, None)):
                connection = await hub.connect(room, guest, guest, LOOK, answer.seq - 1)
                assert json.loads(connection.missed_frame(answer.seq)).get("id") == known

    asyncio.run(run())


def test_whoever_waits_is_told_when_the_absence_can_be_claimed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "LEFT", 200)

    async def run() -> None:
        async with a_table(tmp_path, "snakes") as (hub, room):
            ann = await hub.connect(room, ANN, "Ann", LOOK)
            bob = await hub.connect(room, BOB, "Bob", LOOK)
            hello = await frame(bob, t="hello")
            assert hello["presence"]["white"]["here"]
            await hub.disconnect(ann, left=True)
            away = await frame(bob, t="presence", claim=False)
            assert away["presence"]["black"]["until"] > away["now"]
            assert (await frame(bob, t="presence", claim=True))["now"] >= away["presence"]["black"]["until"]

    asyncio.run(run())


def test_an_offer_that_lapses_by_an_act_makes_the_next_act_not_late(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_table(tmp_path, "backgammon") as (hub, room):
            await hub.act(room, ANN, Draw("o", "offer"), LOOK)
            for place, guest in enumerate((ANN, BOB)):
                rolled = await hub.act(room, guest, Roll(f"r{place}", room.head), LOOK)
                assert isinstance(rolled, Event)
                text = room.game.notation.format_move(room.game.legal_moves(room.state)[0])
                assert isinstance(
                    await hub.act(room, guest, Move(f"m{place}", rolled.seq, text), LOOK), Event
                )
            assert [entry.kind for entry in room.entries].count("lapsed") == 1 and not room.offers.open

    asyncio.run(run())


def test_one_runner_cannot_use_up_the_events_of_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MAX_EVENTS", 60)

    async def run() -> None:
        async with a_table(tmp_path, "spider", "race") as (hub, room):
            for count in range(30):
                move = room.game.notation.format_move(room.game.legal_moves(room.course("1").state)[0])
                command = Back(f"b{count}", "take") if count % 2 else Move(f"m{count}", room.head, move)
                answer = await hub.act(room, ANN, command, LOOK)
            assert isinstance(answer, Refused) and answer.code == "too_large"
            move = room.game.notation.format_move(room.game.legal_moves(room.course("2").state)[0])
            assert not isinstance(await hub.act(room, BOB, Move("other", room.head, move), LOOK), Refused)

    asyncio.run(run())

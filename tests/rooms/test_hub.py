"""The hub alone, over a real database: what a command leaves behind when things go wrong around it."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from plyyard.core import registry
from plyyard.core.chance import seeded
from plyyard.core.record import MAX_EVENTS, Entry, decode, encode
from plyyard.rooms import computer, records
from plyyard.rooms.frames import Look
from plyyard.rooms.hub import Hub
from plyyard.rooms.keep import Append
from plyyard.rooms.live import TOO_SLOW
from plyyard.rooms.outbox import OUTBOX
from plyyard.rooms.protocol import (
    Again,
    Back,
    Command,
    CreateRoom,
    Event,
    Move,
    Opponent,
    Out,
    Ready,
    Refused,
    Resign,
    Roll,
    State,
)
from plyyard.rooms.room import WAY_OUT, Room
from plyyard.store.database import open_engine, upgrade
from plyyard.store.keep import DatabaseKeep
from tests.postgres import Server

ME, OTHER = "me", "somebody else"
LOOK = Look("en", scene=False)


async def never(game: str, level: str, view: Any, room: str) -> str:
    raise AssertionError("nobody thinks at one screen")


@asynccontextmanager
async def a_hub(folder: Path | str, think: Callable[..., Awaitable[str]] = never) -> AsyncIterator[Hub]:
    """With a database in a folder, or at an address."""
    engine = open_engine(folder if isinstance(folder, str) else str(folder / "rooms.sqlite3"))
    upgrade(engine)
    keep = DatabaseKeep(engine)
    hub = Hub(keep, think, pace=0, below=seeded(1))
    try:
        yield hub
    finally:
        await hub.close()
        keep.close()


async def act(hub: Hub, room: Room, command: Command, guest: str = ME) -> Any:
    return await hub.act(room, guest, command, LOOK)


def test_a_command_whose_sender_is_gone_is_stored_and_folded_or_neither(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            room = await hub.create(ME, "Amsel", CreateRoom("snakes", "local"))
            for turn in range(30):
                head = room.head
                sent = asyncio.create_task(act(hub, room, Roll(f"r{turn}", head)))
                for _ in range(turn % 6):
                    await asyncio.sleep(0)
                sent.cancel()
                await asyncio.gather(sent, return_exceptions=True)
                again = await asyncio.wait_for(act(hub, room, Roll(f"r{turn}", head)), 10)
                assert isinstance(again, Event) and again.seq == head + 1 == room.head
                if room.over:
                    break

    asyncio.run(run())


def test_a_deal_stands_whatever_is_agreed(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            room = await hub.create(ME, "Amsel", CreateRoom("dominoes", "local"))
            state = await act(hub, room, Ready("y"))
            await act(hub, room, Move("m", room.head, state.legal[0]))
            for to in (0, 1):
                answer = await act(hub, room, Back(f"b{to}", "take", to, whole=True))
                assert isinstance(answer, Refused) and answer.code == "forbidden"
            assert (await act(hub, room, Back("b2", "take", 2, whole=True))).kind == "taken back"

    asyncio.run(run())


def test_taking_back_leads_only_to_where_the_game_has_been_on_its_way(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            dice = "4HPwATDgc/ABMA turn=white dice=5,4"
            room = await hub.create(ME, "Amsel", CreateRoom("backgammon", "local", position=dice))
            moves = [room.game.notation.format_move(move) for move in room.game.legal_moves(room.state)]
            await act(hub, room, Move("m1", 1, moves[0]))
            await act(hub, room, Back("b1", "take"))
            await act(hub, room, Move("m2", 3, moves[1]))
            answer = await act(hub, room, Back("b2", "take", 2))
            assert isinstance(answer, Refused) and room.head == 4
            assert (await act(hub, room, Back("b3", "take", 1))).to == 1

    asyncio.run(run())


def test_ready_sent_again_does_not_uncover_the_next_hand(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            room = await hub.create(ME, "Amsel", CreateRoom("dominoes", "local"))
            state = await act(hub, room, Ready("y"))
            assert isinstance(state, State) and not state.curtain
            assert (await act(hub, room, Ready("y"))).position == state.position
            await act(hub, room, Move("m", room.head, state.legal[0]))
            again = await act(hub, room, Ready("y"))
            assert again.curtain and set(again.position.split("white=")[1].split()[0]) <= set("?*7")
            assert (await act(hub, room, Ready("z"), OTHER)).code == "not_seated"

    asyncio.run(run())


def test_nothing_is_played_under_the_cover(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            room = await hub.create(ME, "Amsel", CreateRoom("dominoes", "local"))
            for count, tile in enumerate(("0-0", "3-4", "6-6")):
                answer = await act(hub, room, Move(f"m{count}", room.head, tile))
                assert isinstance(answer, Refused) and (answer.code, answer.article) == ("forbidden", None)
            assert (await act(hub, room, Roll("r", room.head))).code == "forbidden"

    asyncio.run(run())


def test_a_strangers_refusals_displace_none_of_the_players(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            room = await hub.create(ME, "Amsel", CreateRoom("snakes", "local"))
            assert (await act(hub, room, Back("b", "take"))).code == "forbidden"
            for count in range(300):
                assert (await act(hub, room, Back(f"x{count}", "take"), OTHER)).code == "not_seated"
                assert (await act(hub, room, Out(f"y{count}", "who"), OTHER)).code == "not_seated"
            assert list(room.answers.refused) == ["b"]

    asyncio.run(run())


def test_a_refused_deal_names_the_empty_columns_for_ever(tmp_path: Path) -> None:
    async def run() -> None:
        position = "columns=KH/8S/8H/5H/6D//2D/TC/JC/KD stock=2S,3S,2S,3S,AS,AH,AC,AD,AS,AC home="
        async with a_hub(tmp_path) as hub:
            room = await hub.create(ME, "Amsel", CreateRoom("spider", "local", position=position))
            first = await act(hub, room, Move("d", room.head, "deal"))
            assert isinstance(first, Refused) and (first.code, first.marks) == ("illegal", ["c6"])
            other = await act(hub, room, Move("k", room.head, "1>2:1"))
            assert isinstance(other, Refused) and other.marks == []
        async with a_hub(tmp_path) as hub:
            again = await hub.room(room.id)
            assert await act(hub, again, Move("d", room.head, "deal")) == first

    asyncio.run(run())


@pytest.mark.parametrize("end", [Resign("end"), Again("end", "restart")])
def test_a_game_of_very_many_events_can_still_be_ended(tmp_path: Path, end: Command) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            room = await hub.create(ME, "Amsel", CreateRoom("spider", "local", {"number": 1}))
            move = room.game.notation.format_move(next(iter(room.game.legal_moves(room.state))))
            moved = [
                Entry(seq, "moved", "player", move=move)
                if seq % 2 == 0
                else Entry(seq, "taken back", "player", to=1)
                for seq in range(2, MAX_EVENTS - WAY_OUT)
            ]
            await hub._keep.append(Append(room.id, moved, None, ME, room.turn, False))
            for entry in moved:
                room.fold(entry, ME)
            assert room.full
            for command in (Move("m", room.head, move), Back("b", "redo")):
                assert (await act(hub, room, command)).code == "too_large"
            assert isinstance(await act(hub, room, end), Event) and room.over
            if isinstance(end, Resign):
                assert isinstance(await act(hub, room, Again("next")), Event)
            assert room.head <= MAX_EVENTS
            assert len(decode(encode(records.record(room, None))).events) == room.head

    asyncio.run(run())


def test_the_lot_gives_each_side(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path, waits) as hub:
            order = CreateRoom("backgammon", "computer", seat="lot", opponent=Opponent("beginner"))
            rooms = [await hub.create(ME, "Amsel", order) for _ in range(12)]
            assert {room.sides_of(ME) for room in rooms} == {(side,) for side in rooms[0].game.sides}

    asyncio.run(run())


async def waits(game: str, level: str, view: Any, room: str) -> str:
    await asyncio.sleep(3600)
    raise AssertionError


def test_a_computer_that_fails_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "RETRY_AFTER", 0.001)
    failures = iter(range(12))

    async def fails(name: str, level: str, view: Any, room: str) -> str:
        if next(failures, None) is not None:
            raise RuntimeError("out of order")
        game = registry.game(name)
        return game.notation.format_move(next(iter(game.legal_moves(view))))

    async def run() -> None:
        async with a_hub(tmp_path, fails) as hub:
            order = CreateRoom("backgammon", "computer", seat="black", opponent=Opponent("beginner"))
            room = await hub.create(ME, "Amsel", order)
            for _ in range(1000):
                if room.turn == "black":
                    return
                await asyncio.sleep(0.005)
                await hub.room(room.id)  # somebody looks
            raise AssertionError("the computer gave up for ever")

    asyncio.run(run())


def test_the_list_of_games_plays_none_of_them_through(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            room = await hub.create(ME, "Amsel", CreateRoom("snakes", "local"))
            await act(hub, room, Roll("r", 1))
            (before,) = await hub.lists.mine(ME)
        async with a_hub(tmp_path) as hub:
            (after,) = await hub.lists.mine(ME)
            assert after == before and (after.room, after.head, after.over) == (room.id, 2, False)
            assert after.players["black"].name == "Amsel"
            assert not hub._live

    asyncio.run(run())


def test_a_reader_that_was_too_slow_is_told_so_however_much_comes_after(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            room = await hub.create(ME, "Amsel", CreateRoom("snakes", "local"))
            connection = await hub.connect(room, ME, "Amsel", LOOK)
            for count in range(5 * OUTBOX):
                connection.put(b"%d" % count)
            assert (connection.outbox.get_nowait(), connection.close_code) == (None, TOO_SLOW)
            other = await hub.connect(room, ME, "Amsel", LOOK)
            for count in range(OUTBOX - 1):
                other.put(b"%d" % count)
            other.close(4429)
            waiting = [other.outbox.get_nowait() for _ in range(OUTBOX)]
            assert (waiting[-1], waiting[-2], other.outbox.empty()) == (None, b"62", True)

    asyncio.run(run())


def test_a_game_that_is_over_leaves_memory_with_the_last_who_looks_at_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            ended, running = [await hub.create(ME, "Amsel", CreateRoom("snakes", "local")) for _ in range(2)]
            lookers = [await hub.connect(room, ME, "Amsel", LOOK) for room in (ended, ended, running)]
            resigned = Resign("over")
            answer = await hub.act(ended, ME, resigned, LOOK)
            counts = []
            for looker in lookers:
                await hub.disconnect(looker)
                counts.append(hub.meters.rooms)
            assert counts == [2, 1, 1]
            again = await hub.room(ended.id)  # from where it is kept
            assert again is not ended and again.over and hub.meters.rooms == 2
            assert await hub.act(again, ME, resigned, LOOK) == answer
            await hub.sweep()  # nobody looks at it
            assert hub.meters.rooms == 1 and await hub.room(running.id) is running

    asyncio.run(run())


def test_what_has_gone_on_in_another_process_leaves_memory_where_nobody_looks(postgres: Server) -> None:
    address = postgres.create()

    async def run() -> None:
        async with a_hub(address) as here, a_hub(address) as elsewhere:
            gone_on, still, watched = [
                await here.create(ME, "Amsel", CreateRoom("snakes", "local")) for _ in range(3)
            ]
            await here.connect(watched, ME, "Amsel", LOOK)
            for room in (gone_on, watched):
                there = await elsewhere.room(room.id)
                assert isinstance(await elsewhere.act(there, ME, Resign("over"), LOOK), Event)
            await here.sweep()
            assert here.meters.rooms == 2 and await here.room(still.id) is still
            again = await here.room(gone_on.id)
            assert again is not gone_on and again.over and not gone_on.over
            assert await here.room(watched.id) is watched

    asyncio.run(run())
    postgres.drop(address)


def test_nothing_holds_on_to_a_room_that_left_memory(tmp_path: Path) -> None:
    """Garbage in circles would wait until memory has doubled."""

    async def played(hub: Hub) -> weakref.ref[Room]:
        room = await hub.create(ME, "Amsel", CreateRoom("snakes", "local"))
        looker = await hub.connect(room, ME, "Amsel", LOOK)
        refused = [
            await hub.act(room, ME, command, LOOK)
            for command in (Move("wrong", room.head, "nonsense"), Back("back", "take"), Roll("old", 0))
        ]
        assert [answer.code for answer in refused] == ["malformed", "forbidden", "stale"]
        await hub.act(room, ME, Resign("over"), LOOK)
        await hub.disconnect(looker)
        return weakref.ref(room)

    async def run() -> None:
        async with a_hub(tmp_path) as hub:
            gc.collect()
            gc.disable()
            try:
                room = await played(hub)
                await asyncio.sleep(0)  # tasks that have ended go
                assert room() is None
            finally:
                gc.enable()

    asyncio.run(run())

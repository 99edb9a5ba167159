"""Telling an event: in order for everybody however many look on, players first, and nothing twice that has not changed."""

from __future__ import annotations

import asyncio

import msgspec

from plyyard.core.record import Entry
from plyyard.rooms import frames
from plyyard.rooms.founding import Founding, Seat
from plyyard.rooms.frames import Look
from plyyard.rooms.live import AT_ONCE, Connection, Live
from plyyard.rooms.outbox import Outbox
from plyyard.rooms.room import Room

MANY = 3 * AT_ONCE


def _live() -> Live:
    seats = {"black": Seat("a", "Amsel"), "white": Seat("b", "Drossel")}
    founding = Founding("room", "snakes", "1.0", "live", {}, seats, 0)
    return Live(Room(founding, [Entry(1, "started"), Entry(2, "began")]))


def _come(live: Live, guest: str) -> Connection:
    connection = Connection(live.room, guest, guest, Look("en"), 0)
    live.put_state(connection)
    live.connections[connection] = None
    return connection


def _rolled(live: Live, die: int) -> None:
    room = live.room
    room.fold(Entry(room.head + 1, "rolled", room.turn, outcome=str(die)))
    live.tell(room.head)


def _heard(connection: Connection) -> list[dict[str, object]]:
    found = []
    while not connection.outbox.empty():
        found.append(msgspec.json.decode(connection.outbox.get_nowait() or b"{}"))
    return found


def _seqs(connection: Connection) -> list[object]:
    return [frame.get("seq") for frame in _heard(connection)]


def test_many_spectators_are_told_little_by_little_and_each_in_order() -> None:
    async def run() -> None:
        live = _live()
        player, spectators = _come(live, "a"), [_come(live, f"s{n}") for n in range(MANY)]
        for die in (1, 2, 3):
            _rolled(live, die)
        assert _seqs(player) == [None, 3, 4, 5]
        waiting = [len(_heard(one)) for one in spectators]
        assert 0 < sum(waiting) - MANY < MANY  # their first frame, and some of the first event
        while live._spreading:
            await asyncio.sleep(0)
        assert {len(_heard(one)) + told for one, told in zip(spectators, waiting, strict=True)} == {4}

    asyncio.run(run())


def test_a_spectator_who_takes_a_seat_hears_nothing_out_of_order() -> None:
    async def run() -> None:
        live = _live()
        spectators = [_come(live, f"s{n}") for n in range(MANY)]
        _rolled(live, 1)
        last = live._spreading[-1][0]
        live.room.seats["black"] = Seat(last.guest, "Spatz")
        _rolled(live, 2)
        _rolled(live, 3)
        while live._spreading:
            await asyncio.sleep(0)
        assert all(_seqs(one) == [None, 3, 4, 5] for one in spectators)

    asyncio.run(run())


def test_spectators_of_one_look_share_their_frames() -> None:
    async def run() -> None:
        live = _live()
        early = _come(live, "early")
        _rolled(live, 1)
        late = _come(live, "late")
        _rolled(live, 2)
        assert early.scene is late.scene
        *_, first = [early.outbox.get_nowait() for _ in range(3)]
        *_, second = [late.outbox.get_nowait() for _ in range(2)]
        assert first is second

    asyncio.run(run())


def test_what_both_players_see_alike_is_worked_out_once() -> None:
    room = _live().room
    room.fold(Entry(3, "rolled", "black", outcome="4"))
    sight = frames.Sight(room, 3)
    one, _ = frames.event_frame(sight, "a", Look("en"), None)
    other, _ = frames.event_frame(sight, "b", Look("en"), None)
    assert one.describe is other.describe and one.say is other.say  # type: ignore[union-attr]
    assert one.can != other.can  # type: ignore[union-attr]


def test_who_is_there_is_told_once() -> None:
    async def run() -> None:
        live = _live()
        one = _come(live, "a")
        live.came("a")
        for _ in range(3):
            live.presence_changed(0)
            await asyncio.sleep(0.01)
        assert [frame["t"] for frame in _heard(one)] == ["hello", "presence"]
        _come(live, "somebody")
        live.presence_changed(0)
        await asyncio.sleep(0.01)
        assert [frame["watchers"] for frame in _heard(one)] == [1]

    asyncio.run(run())


def test_an_outbox_gives_what_comes_later_and_survives_a_reader_who_gives_up() -> None:
    async def run() -> None:
        outbox = Outbox[bytes | None]()
        gone = asyncio.create_task(outbox.get())
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        reader = asyncio.create_task(outbox.get())
        await asyncio.sleep(0)
        outbox.put_nowait(b"one")
        outbox.put_nowait(None)
        assert (await reader, await outbox.get()) == (b"one", None)

    asyncio.run(run())

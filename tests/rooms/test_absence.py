"""Clocks, flags and who stays away, with time in the hand of the test, in one process and in two over one database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from plyyard.rooms import founding, questions
from plyyard.rooms.frames import Look
from plyyard.rooms.hub import Hub
from plyyard.rooms.presence import LEFT, LOST
from plyyard.rooms.protocol import (
    Claim,
    ClockOrder,
    Command,
    CreateRoom,
    Event,
    JoinRoom,
    Move,
    Out,
    Refused,
    Roll,
)
from plyyard.rooms.room import Room
from plyyard.rooms.timekeeping import GRACE
from plyyard.store.database import open_engine, upgrade
from plyyard.store.keep import DatabaseKeep

ANN, BOB, CYD = "ann", "bob", "cyd"
LOOK = Look("en", scene=False)


async def nobody(game: str, level: str, view: Any, room: str) -> str:
    raise AssertionError("no computer plays here")


class House:
    """Hubs over one database, and a time that passes only when it is told to."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "rooms.sqlite3")
        self.time = founding.now()
        self._ids = iter(range(10**6))
        self._opened: list[tuple[Hub, DatabaseKeep]] = []
        upgrade(open_engine(self.address))

    def hub(self, shared: bool = False) -> Hub:
        keep = DatabaseKeep(open_engine(self.address))
        keep.shared = shared
        hub = Hub(keep, nobody, pace=0, now=lambda: self.time)
        self._opened.append((hub, keep))
        return hub

    async def close(self) -> None:
        for hub, keep in self._opened:
            await hub.close()
            keep.close()
        self._opened.clear()

    async def act(self, hub: Hub, room: Room, command: Callable[[str], Command], guest: str) -> Any:
        return await hub.act(await hub.room(room.id), guest, command(f"c{next(self._ids)}"), LOOK)


@asynccontextmanager
async def a_house(folder: Path) -> AsyncIterator[House]:
    house = House(folder)
    try:
        yield house
    finally:
        await house.close()


async def begun(hub: Hub, order: CreateRoom, guests: Sequence[str] = (ANN, BOB)) -> Room:
    room = await hub.create(guests[0], guests[0], order)
    for guest in guests[1:]:
        await hub.join(room.id, guest, guest, JoinRoom(invite=room.founding.invite))
    assert room.begun
    return room


def claims(do: Any) -> Callable[[str], Command]:
    return lambda ident: Claim(ident, do)


def played(tests: Callable[[House], Awaitable[None]], folder: Path) -> None:
    async def run() -> None:
        async with a_house(folder) as house:
            await tests(house)

    asyncio.run(run())


@pytest.mark.parametrize(("left", "patience"), [(False, LOST), (True, LEFT)])
@pytest.mark.parametrize(
    ("do", "kind", "winner"), [("win", "claimed", "white"), ("draw", "called off", None)]
)
def test_the_absence_of_the_side_to_move_can_be_claimed_in_time(
    tmp_path: Path, left: bool, patience: int, do: str, kind: str, winner: str | None
) -> None:
    async def tests(house: House) -> None:
        hub = house.hub()
        room = await begun(hub, CreateRoom("snakes", "live"))
        connection = await hub.connect(room, ANN, ANN, LOOK)
        house.time += 10 * LOST
        assert (await house.act(hub, room, claims(do), BOB)).code == "forbidden", "she is there"
        await hub.disconnect(connection, left)
        house.time += patience - 1
        assert (await house.act(hub, room, claims(do), BOB)).code == "forbidden"
        house.time += 1
        assert (await house.act(hub, room, claims(do), ANN)).code == "forbidden", "her own absence"
        answer = await house.act(hub, room, claims(do), BOB)
        assert isinstance(answer, Event) and answer.kind == kind
        assert room.result is not None and (room.result.winner, room.result.kind) == (winner, kind)

    played(tests, tmp_path)


def test_only_the_side_to_move_is_missed_and_only_while_it_is(tmp_path: Path) -> None:
    async def tests(house: House) -> None:
        hub = house.hub()
        room = await begun(hub, CreateRoom("snakes", "live"))
        await hub.disconnect(await hub.connect(room, BOB, BOB, LOOK))
        house.time += 10 * LOST
        for guest in (ANN, BOB):
            answer = await house.act(hub, room, claims("win"), guest)
            assert isinstance(answer, Refused if guest == ANN else Event)
            if guest == BOB:
                assert answer.kind == "claimed"

    played(tests, tmp_path)


@pytest.mark.parametrize(("left", "patience"), [(None, LOST), (False, LOST), (True, LEFT)])
def test_whoever_waits_gives_the_other_the_whole_time_anew(
    tmp_path: Path, left: bool | None, patience: int
) -> None:
    async def tests(house: House) -> None:
        hub = house.hub()
        room = await begun(hub, CreateRoom("snakes", "live"))
        if left is not None:  # she was there
            await hub.disconnect(await hub.connect(room, ANN, ANN, LOOK), left)
        house.time += patience
        assert (await house.act(hub, room, claims("wait"), BOB)).kind == "waits"
        house.time += patience - 1
        assert (await house.act(hub, room, claims("win"), BOB)).code == "forbidden"
        house.time += 1
        assert (await house.act(hub, room, claims("win"), BOB)).kind == "claimed"

    played(tests, tmp_path)


@pytest.mark.parametrize("order", [CreateRoom("snakes", "correspondence"), CreateRoom("spider", "race")])
def test_nobody_is_missed_by_correspondence_or_in_a_race(tmp_path: Path, order: CreateRoom) -> None:
    async def tests(house: House) -> None:
        hub = house.hub()
        room = await begun(hub, order)
        house.time += 20 * 24 * 3_600_000
        for guest in (ANN, BOB):
            assert (await house.act(hub, room, claims("win"), guest)).code == "forbidden"

    played(tests, tmp_path)


def test_a_restart_extends_every_deadline(tmp_path: Path) -> None:
    async def tests(house: House) -> None:
        room = await begun(house.hub(), CreateRoom("snakes", "live"))
        await house.close()
        house.time += 10 * LOST
        hub = house.hub()
        assert (await house.act(hub, room, claims("win"), BOB)).code == "forbidden"
        house.time += LOST
        assert (await house.act(hub, room, claims("win"), BOB)).kind == "claimed"

    played(tests, tmp_path)


def test_who_is_connected_to_another_process_is_not_missed(tmp_path: Path) -> None:
    async def tests(house: House) -> None:
        here, there = house.hub(shared=True), house.hub(shared=True)
        room = await begun(here, CreateRoom("snakes", "live"))
        assert (await house.act(there, room, claims("win"), BOB)).code == "forbidden"
        connection = await here.connect(room, ANN, ANN, LOOK)
        house.time += LOST // 2
        assert here._neighbours is not None
        await here._neighbours.look()
        house.time += LOST // 2
        await here._neighbours.look()
        assert (await house.act(there, room, claims("win"), BOB)).code == "forbidden"
        await here.disconnect(connection, left=True)
        assert (await house.act(there, room, claims("win"), BOB)).code == "forbidden"
        house.time += LEFT
        assert (await house.act(there, room, claims("win"), BOB)).kind == "claimed"

    played(tests, tmp_path)


def test_who_watches_through_another_process_is_counted_and_can_be_sent_out(tmp_path: Path) -> None:
    async def tests(house: House) -> None:
        here, there = house.hub(shared=True), house.hub(shared=True)
        room = await begun(here, CreateRoom("snakes", "live"))
        await here.connect(room, ANN, ANN, LOOK)
        other = await there.connect(await there.room(room.id), CYD, CYD, LOOK)
        assert here._neighbours is not None and there._neighbours is not None
        await here._neighbours.look()
        state, _ = questions.look(here.live(room), ANN, LOOK)
        assert state.watchers == 1
        who = state.watching[0].handle
        assert (await house.act(here, room, lambda id: Out(id, who), ANN)).kind == "sent out"
        await there._neighbours.look()
        assert other.close_code == 4403
        await there.disconnect(other)
        await here._neighbours.look()
        assert questions.look(here.live(room), ANN, LOOK)[0].watchers == 0

    played(tests, tmp_path)


def test_the_time_in_which_the_server_was_away_is_nobodys(tmp_path: Path) -> None:
    async def tests(house: House) -> None:
        hub = house.hub()
        await hub.begin()
        room = await begun(hub, CreateRoom("snakes", "live", clock=ClockOrder(60)))
        house.time += 20_000
        await hub._keep.beat(house.time)
        await house.close()
        house.time += 3_600_000
        hub = house.hub()
        await hub.begin()
        again = await hub.room(room.id)
        async with hub._live[room.id].lock:  # it catches up
            pass
        assert again.clock is not None and again.clock.fallen(house.time) is None
        assert again.clock.deadline == house.time + GRACE + 40_000
        house.time += GRACE + 39_999
        assert (await house.act(hub, room, lambda ident: Roll(ident, again.head), ANN)).kind == "rolled"
        house.time += 60_000
        assert (await house.act(hub, room, lambda ident: Roll(ident, again.head), BOB)).code == "over"
        assert again.result is not None and (again.result.winner, again.result.kind) == ("black", "timeout")

    played(tests, tmp_path)


def test_flags_that_fall_together_end_a_race_by_points(tmp_path: Path) -> None:
    async def tests(house: House) -> None:
        hub = house.hub()
        room = await begun(hub, CreateRoom("spider", "race", clock=ClockOrder(60), seats=3), (ANN, BOB, CYD))
        board = room.lanes["1"]
        move = room.game.notation.format_move(next(iter(room.game.legal_moves(board.state))))
        assert (await house.act(hub, room, lambda ident: Move(ident, room.head, move), ANN)).kind == "moved"
        house.time += 60_000
        late = await house.act(hub, room, lambda ident: Move(ident, room.head, move), CYD)
        assert isinstance(late, Refused) and late.code == "over"
        kinds = [entry.kind for entry in room.entries[-5:]]
        assert kinds == ["timeout", "timeout", "timeout", "over", "revealed"]
        assert room.result is not None and room.result.kind == "points"

    played(tests, tmp_path)

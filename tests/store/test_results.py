"""What counts of games played alone, in databases of both kinds: when it is written, taken back, moved and forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace

import pytest
from sqlalchemy import Engine, select

from plyyard.core import registry
from plyyard.games.spider.grading import LADDER
from plyyard.games.spider.solver import solve
from plyyard.rooms.keep import Ended
from plyyard.rooms.protocol import Again, Back, Move, Resign
from plyyard.rooms.room import Room
from plyyard.store import people, queries, results, schema
from plyyard.store.checking import check
from plyyard.store.database import open_engine, reading, upgrade, writing
from plyyard.store.keep import DatabaseKeep
from tests.store.games import ME, Play

STUCK = 227
"""Of four and of two suits: after its five deals nothing can be moved."""
FOUR = '{"layout":"xpat2","rule":"strict","runs":"auto","suits":4}'


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_engine(database)
    upgrade(opened)
    yield opened
    opened.dispose()


def played(engine: Engine, story: Callable[[Play], Awaitable[None]]) -> None:
    """Let a story happen in rooms of a hub over this database."""
    keep = DatabaseKeep(engine)

    async def tell() -> None:
        play = Play(keep)
        await story(play)
        await play.hub.close()

    asyncio.run(tell())
    keep.close()


def counted(engine: Engine, person: str = ME, game: str = "spider") -> list[Ended]:
    with reading(engine) as connection:
        return [one for _, one in results.of(connection, person, game)]


async def deal(play: Play, room: Room, times: int = 1) -> None:
    for _ in range(times):
        await play.act(room, ME, Move, on=room.head, move="deal")


async def spider(play: Play, **options: object) -> Room:
    return await play.found("spider", "local", options={"number": STUCK, **options})


def test_a_game_counts_from_its_first_move_however_it_ends(engine: Engine) -> None:
    async def story(play: Play) -> None:
        await play.act(await spider(play), ME, Resign)  # nothing was moved
        given_up = await spider(play, suits=2)
        await deal(play, given_up, 2)
        await play.act(given_up, ME, Back, do="take")
        await play.act(given_up, ME, Resign)
        stuck = await spider(play)
        await deal(play, stuck, 5)
        assert stuck.over
        abandoned = await spider(play, rule="relaxed2")
        await deal(play, abandoned)
        await play.act(abandoned, ME, Back, do="take")
        await play.act(abandoned, ME, Again, do="restart")
        going_on = await play.hub.room(abandoned.next_room or "")
        await play.act(going_on, ME, Again, do="restart")  # nothing was moved

    played(engine, story)
    assert [(one.kind, one.won, one.moves, one.backs) for one in counted(engine)] == [
        ("resigned", False, 1, 1),
        ("stuck", False, 5, 0),
        ("abandoned", False, 0, 1),
    ]
    first, second, third = counted(engine)
    assert (first.variant, second.variant) == (FOUR.replace("4", "2"), FOUR)
    assert third.variant == FOUR.replace("strict", "relaxed2")
    assert second.points == 2 and 0 <= second.ms < 600_000
    assert not any(found.faults for found in check(engine))


def test_a_won_game_counts_with_its_points(engine: Engine) -> None:
    game = registry.game("spider")
    options = game.complete({"number": 1_000_000, "suits": 1}, lambda n: 0)
    line = solve(game.start(options), passes=LADDER).line

    async def story(play: Play) -> None:
        room = await spider(play, number=1_000_000, suits=1)
        for move in line:
            await play.act(room, ME, Move, on=room.head, move=game.notation.format_move(move))
        assert room.over
        await play.act(room, ME, Again, do="swap")  # a new game; the won one counts once

    played(engine, story)
    (won,) = counted(engine)
    assert (won.kind, won.won, won.points, won.moves, won.backs) == ("won", True, 990, len(line), 0)


def test_a_stuck_game_that_goes_on_counts_no_more_until_it_ends_again(engine: Engine) -> None:
    async def story(play: Play) -> None:
        room = await spider(play)
        await deal(play, room, 5)
        assert len(counted(engine)) == 1
        await play.act(room, ME, Back, do="take")
        assert not room.over and counted(engine) == []
        await deal(play, room)
        assert [one.backs for one in counted(engine)] == [1]

    played(engine, story)
    assert [(one.kind, one.moves) for one in counted(engine)] == [("stuck", 5)]


def test_races_positions_and_games_of_two_do_not_count(engine: Engine) -> None:
    game = registry.game("spider")
    position = game.notation.format_position(game.start(game.complete({"number": 1}, lambda n: 0)))

    async def story(play: Play) -> None:
        own = await play.found("spider", "local", position=position)
        race = await play.found("spider", "race")
        two = await play.found("snakes", "local")
        for room in (own, race, two):
            await play.on(room, 2)
            await play.act(room, ME, Resign)
            assert room.over or room is race

    played(engine, story)
    with reading(engine) as connection:
        assert connection.execute(select(schema.results)).all() == []


def test_statistics_move_with_the_games_are_forgotten_and_deleted(engine: Engine) -> None:
    async def story(play: Play) -> None:
        for _ in range(3):
            room = await spider(play)
            await deal(play, room)
            await play.act(room, ME, Resign)

    played(engine, story)
    with writing(engine) as connection:
        people.move_games(connection, ME, "@account", 1)
    assert counted(engine) == [] and len(counted(engine, "@account")) == 3
    with writing(engine) as connection:
        room = results.of(connection, "@account", "spider")[0][0]
        queries.delete_room(connection, room)
        assert results.options_of(connection, "@account", "spider").keys().isdisjoint({room})
    assert len(counted(engine, "@account")) == 2 and counted(engine, "@account", "snakes") == []
    with writing(engine) as connection:
        assert results.forget(connection, ME, "spider") == 0
        assert results.forget(connection, "@account", "snakes") == 0
        assert results.forget(connection, "@account", "spider") == 2
    assert counted(engine, "@account") == []
    with reading(engine) as connection:
        assert len(queries.mine(connection, "@account", over=True, limit=9)) == 2


def test_how_a_deal_was_chosen_is_kept_and_chosen_so_again(engine: Engine) -> None:
    ids: list[str] = []

    async def story(play: Play) -> None:
        today = await play.found("spider", "local", options={"number": "today", "suits": 1})
        hard = await play.found("spider", "local", options={"number": "hard", "suits": 2})
        for room in (today, hard):
            await deal(play, room)
            await play.act(room, ME, Again, do="restart")
            same = await play.hub.room(room.next_room or "")
            assert same.founding.ways == room.founding.ways and same.options == room.options
            await play.act(same, ME, Resign)
            await play.act(same, ME, Again, do="swap")
            ids.append(same.next_room or "")

    played(engine, story)
    with reading(engine) as connection:
        by_lot, hard = [queries.load(connection, room) for room in ids]
    assert by_lot is not None and hard is not None
    assert by_lot.founding.ways == {}, "today's deal was played"
    assert hard.founding.ways == {"number": "hard"}
    assert hard.founding.options["number"] >= 1_000_000 and hard.founding.options["suits"] == 2


def test_the_newest_end_holds(engine: Engine) -> None:
    """Two processes may both have seen a room end: one of them is refused, and what stands is what was stored."""

    async def story(play: Play) -> None:
        room = await spider(play)
        await deal(play, room)
        other = Play(DatabaseKeep(engine))
        again = await other.hub.room(room.id)
        await play.act(room, ME, Resign)
        await other.act(again, ME, Again, do="restart")
        await other.hub.close()

    played(engine, story)
    assert [replace(one, ms=0, ended=0).kind for one in counted(engine)] == ["resigned"]

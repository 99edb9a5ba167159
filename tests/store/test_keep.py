"""What the hub is promised of a store (``rooms.keep.Keep``), on both databases."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

import pytest

from plyyard.core.record import Entry
from plyyard.rooms.founding import Founding, Seat
from plyyard.rooms.keep import Append, Attendance, Conflict, Refusing
from plyyard.rooms.protocol import ClockOrder
from plyyard.store.keep import DatabaseKeep
from tests.store.conftest import open_keep

OPEN = Founding(
    id="room1",
    game="snakes",
    rules="1.0",
    kind="live",
    options={"length": 3, "names": ["Ä", "ß"]},
    seats={"black": Seat("maker", "Amsel"), "white": Seat()},
    created=1000,
    clock=ClockOrder(initial=300, increment=2),
    maker="maker",
    listed=True,
    watch=False,
    invite="an-invitation",
    code="ABC123",
)


def run(*waiting: Awaitable[Any]) -> list[Any]:
    """What each returns or raises, all at once."""

    async def together() -> list[Any]:
        return await asyncio.gather(*waiting, return_exceptions=True)

    return asyncio.run(together())


def opening(founding: Founding = OPEN, **fields: Any) -> Append:
    entries = [
        Entry(1, "started", hash="0" * 64, ts=1000),
        Entry(2, "joined", "black", name="Amsel", ts=1000),
    ]
    made = Append(
        founding.id, entries, None, "maker", None, False, open=True, secrets={"server": b"\0secret\xff"}
    )
    return replace(made, **fields)


def then(seq: int, command: str | None = None, room: str = "room1", **fields: Any) -> Append:
    entry = Entry(seq, "rolled", "black", outcome="3", effects=["turn passes"], draw=seq, ts=1000 + seq)
    return replace(Append(room, [entry], command, "maker", "white", False), **fields)


JOINED = Append(
    "room1", [Entry(3, "joined", "white", name="Zaunkönig", ts=2000)], "join-1", "guest2", "black", False,
    secrets={"white": b"seed"},
)  # fmt: skip


def test_a_room_comes_back_as_it_was_founded_and_joined(keep: DatabaseKeep) -> None:
    assert run(keep.found(OPEN, opening()), keep.load("no such room")) == [None, None]
    assert run(keep.append(JOINED)) == [None]
    (found,) = run(keep.load("room1"))
    seats = {"black": Seat("maker", "Amsel"), "white": Seat("guest2", "Zaunkönig")}
    assert found.founding == replace(OPEN, seats=seats)
    assert list(found.founding.seats) == ["black", "white"]
    assert found.entries == [*opening().entries, *JOINED.entries]
    assert found.guests == ["maker", "maker", "guest2"]
    assert found.answered == {"join-1": 3} and found.refused == {}
    assert found.secrets == {"server": b"\0secret\xff", "white": b"seed"}


def test_what_came_after_a_seq_is_found_with_all_answers(keep: DatabaseKeep) -> None:
    run(keep.found(OPEN, opening()))
    run(keep.append(then(3, "a")))
    run(keep.append(then(4, "b")), keep.refuse(Refusing("room1", "c", '{"code":"stale"}')))
    (found,) = run(keep.load("room1", after=3))
    assert [entry.seq for entry in found.entries] == [4] and found.guests == ["maker"]
    assert found.answered == {"a": 3, "b": 4} and found.refused == {"c": '{"code":"stale"}'}
    assert run(keep.heads(["room1", "room2"])) == [{"room1": 4}]


def test_one_place_one_event_one_command_one_answer_across_processes(
    keep: DatabaseKeep, database: str
) -> None:
    other = open_keep(database)
    run(keep.found(OPEN, opening()))
    assert run(keep.append(then(3, "a"))) == [None]
    for late in (then(3, "b"), then(4, "a"), then(5, "c"), then(3)):  # taken, answered, a gap, taken
        assert [type(result) for result in run(other.append(late))] == [Conflict]
    assert run(other.refuse(Refusing("room1", "d", "{}"))) == [None]
    late = (
        keep.append(then(4, "d")),
        keep.refuse(Refusing("room1", "d", "{}")),
        keep.refuse(Refusing("room1", "a", "{}")),
    )
    assert [type(result) for result in run(*late)] == [Conflict] * 3
    assert run(other.append(then(4, "e"))) == [None]
    (found,) = run(keep.load("room1"))
    assert len(found.entries) == 4 and found.answered == {"a": 3, "e": 4} and found.refused == {"d": "{}"}
    other.close()


def test_what_fails_alone_leaves_no_trace_and_harms_nobody(keep: DatabaseKeep) -> None:
    rooms = [replace(OPEN, id=f"r{n}", code="", invite="") for n in range(20)]
    assert run(*(keep.found(room, opening(room)) for room in rooms)) == [None] * 20
    jobs = [then(3, "x", room.id) for room in rooms]
    broken = [
        replace(job, entries=[*job.entries, Entry(9, "over")], secrets={"server": b"again"}) for job in jobs
    ]
    results = run(*(keep.append(job) for job in [*jobs[:10], *broken[10:], *jobs[:3], *jobs[10:]]))
    assert [result is None for result in results] == [True] * 10 + [False] * 13 + [True] * 10
    assert run(keep.heads([room.id for room in rooms])) == [{room.id: 3 for room in rooms}]


def test_many_processes_at_many_rooms_never_fork_one(keep: DatabaseKeep, database: str) -> None:
    others = [keep, open_keep(database), open_keep(database)]
    rooms = [replace(OPEN, id=f"r{n}", code="", invite="") for n in range(8)]
    run(*(keep.found(room, opening(room)) for room in rooms))

    async def play(one: DatabaseKeep, name: int) -> list[tuple[str, int]]:
        """Append to each room in turn, wherever its head is, as a hub does."""
        written = []
        for round_ in range(30):
            room = rooms[(round_ * (name + 1)) % 8].id
            seq = (await one.heads([room]))[room] + 1
            try:
                await one.append(then(seq, f"{name}-{round_}", room))
                written.append((room, seq))
            except Conflict:
                pass
        return written

    async def all_play() -> list[list[tuple[str, int]]]:
        return await asyncio.gather(
            *(play(one, n) for one in others for n in range(others.index(one) * 3, others.index(one) * 3 + 3))
        )

    written = [place for played in asyncio.run(all_play()) for place in played]
    assert len(written) == len(set(written))
    for room in rooms:
        (found,) = run(keep.load(room.id))
        assert [entry.seq for entry in found.entries] == list(range(1, len(found.entries) + 1))
        assert {seq for at, seq in written if at == room.id} == set(range(3, len(found.entries) + 1))
    for other in others[1:]:
        other.close()


def test_only_the_newest_256_refusals_are_kept(keep: DatabaseKeep) -> None:
    run(keep.found(OPEN, opening()), keep.found(replace(OPEN, id="room2", code=""), opening(room="room2")))
    run(keep.refuse(Refusing("room2", "c0", "{}")), keep.append(then(3, "played")))
    for start in (0, 150):
        run(*(keep.refuse(Refusing("room1", f"c{n}", "{}")) for n in range(start, start + 150)))
    found, other = run(keep.load("room1"), keep.load("room2"))
    assert list(found.refused) == [f"c{n}" for n in range(44, 300)]
    assert list(other.refused) == ["c0"] and found.answered == {"played": 3}


def test_a_short_code_belongs_to_one_open_room_and_is_free_afterwards(keep: DatabaseKeep) -> None:
    run(keep.found(OPEN, opening()))
    second = replace(OPEN, id="room2", invite="another")
    assert [type(result) for result in run(keep.found(second, opening(second)))] == [Conflict]
    assert run(keep.load("room2"), keep.invited(None, "ABC123")) == [None, "room1"]
    run(keep.append(JOINED))
    assert run(keep.invited(None, "ABC123")) == [None]
    assert run(keep.found(second, opening(second))) == [None]
    assert run(keep.invited(None, "ABC123")) == ["room2"]


def test_an_invitation_leads_to_its_room_for_ever_and_a_code_while_it_is_open(keep: DatabaseKeep) -> None:
    run(keep.found(OPEN, opening()))
    asked = [
        keep.invited("an-invitation", None),
        keep.invited("an-invitatioN", None),
        keep.invited(None, "abc123"),
    ]
    assert run(*asked, keep.invited(None, None), keep.invited("", "")) == ["room1", None, None, None, None]
    run(keep.append(JOINED))
    assert run(keep.invited("an-invitation", None), keep.invited(None, "ABC123")) == ["room1", None]


def test_lists_show_rooms_as_they_are_now(keep: DatabaseKeep) -> None:
    def room(name: str, **fields: Any) -> Founding:
        return replace(OPEN, id=name, code="", invite="", **fields)

    founded = [
        (room("open", created=1), True),
        (room("newer", created=2), True),
        (room("secret", created=3, listed=False), True),
        (room("watched", created=4, watch=True), False),
        (room("closed", created=5), False),
    ]
    run(*(keep.found(one, opening(one, open=is_open)) for one, is_open in founded))
    over = then(3, room="newer", over=True, turn=None)
    (lobby,) = run(keep.lobby())
    assert [one.founding.id for one in lobby] == ["newer", "open", "watched"]
    run(keep.append(over))
    lobby, mine, ended, others = run(
        keep.lobby(1), keep.mine("maker", False), keep.mine("maker", True), keep.mine("guest2", False)
    )
    assert [one.founding.id for one in lobby] == ["open"]
    assert {one.founding.id for one in mine} == {"open", "secret", "watched", "closed"} and others == []
    (one,) = ended
    assert (one.founding.seats["black"].name, one.updated, one.head) == ("Amsel", 1003, 3)
    assert (one.turn, one.over, one.open) == (None, True, False)


def test_my_rooms_are_those_i_sit_in_the_newest_first(keep: DatabaseKeep) -> None:
    rooms = [replace(OPEN, id=f"r{n}", code="", invite="") for n in range(5)]
    run(*(keep.found(room, opening(room)) for room in rooms))
    for place, n in enumerate((3, 0, 4), 1):
        joined = replace(
            JOINED, room=f"r{n}", entries=[Entry(3, "joined", "white", name="Z", ts=5000 + place)]
        )
        run(keep.append(joined))
    found, fewer = run(keep.mine("guest2", False), keep.mine("guest2", False, 2))
    assert [one.founding.id for one in found] == ["r4", "r0", "r3"]
    assert [one.founding.id for one in fewer] == ["r4", "r0"] and found[0].turn == "black"


def test_idle_rooms_are_running_ones_of_their_kind(keep: DatabaseKeep) -> None:
    rooms = {name: replace(OPEN, id=name, code="") for name in ("old", "older", "fresh", "over")}
    rooms["race"] = replace(OPEN, id="race", code="", kind="race")
    run(*(keep.found(room, opening(room)) for room in rooms.values()))
    for name, ts in (("old", 2000), ("fresh", 9000)):
        run(keep.append(then(3, room=name, entries=[Entry(3, "rolled", ts=ts)])))
    run(keep.append(then(3, room="over", over=True)))
    idle = keep.idle("live", 3000), keep.idle("live", 3000, 1), keep.idle("race", 1000)
    assert run(*idle) == [["older", "old"], ["older"], []]


def test_due_are_the_rooms_whose_flag_has_fallen(keep: DatabaseKeep) -> None:
    rooms = {name: replace(OPEN, id=name, code="") for name in ("late", "later", "moved", "over", "untimed")}
    run(*(keep.found(room, opening(room, due=5000)) for room in rooms.values()))
    for name, fields in (
        ("late", {"due": 3000}),
        ("moved", {"due": 9000}),
        ("over", {"over": True}),
        ("untimed", {}),
    ):
        run(keep.append(then(3, room=name, **fields)))
    assert run(keep.due(2999), keep.due(5000), keep.due(5000, 1)) == [[], ["late", "later"], ["late"]]


def test_the_game_before_ends_with_the_new_one_or_neither_is_there(keep: DatabaseKeep) -> None:
    run(keep.found(OPEN, opening()))
    end = Append("room1", [Entry(3, "again", room="room2", ts=1)], "again-1", "maker", None, True)
    new = replace(OPEN, id="room2", code="", invite="")
    (failed,) = run(keep.found(new, opening(new), replace(end, entries=[Entry(4, "again", ts=1)])))
    assert type(failed) is Conflict and run(keep.load("room2")) == [None]
    assert run(keep.found(new, opening(new), end)) == [None]
    old, new_one = run(keep.load("room1"), keep.load("room2"))
    assert old.entries[-1].room == "room2" and old.answered == {"again-1": 3}
    assert new_one.founding == new


def test_the_newest_connection_holds_a_seat(keep: DatabaseKeep) -> None:
    run(keep.found(OPEN, opening()))
    first = Attendance("room1", "black", "one", True, False, 10, 100)
    second = replace(first, connection="two", since=20)
    gone = replace(first, here=False, left=True, since=30)
    nobody = replace(gone, seat="white")
    run(keep.attend([first]))
    assert run(keep.attendance(["room1", "room9"])) == [[first]]
    run(keep.attend([second]))
    run(keep.attend([gone, nobody]))
    assert run(keep.attendance(["room1"])) == [[second]]
    left = replace(second, here=False, left=True)
    run(keep.attend([left]))
    assert run(keep.attendance(["room1"]), keep.attendance([])) == [[left], []]


def test_beats_are_noted(keep: DatabaseKeep) -> None:
    assert run(keep.last_beat()) == [None]
    for time in (5, 7):
        run(keep.beat(time))
    assert run(keep.last_beat()) == [7]


@pytest.mark.parametrize("room", ["", "a\0b", "\0", "x" * 9999, "'; DROP TABLE rooms; --", "😀"])
def test_an_id_that_no_room_can_have_is_no_rooms(keep: DatabaseKeep, room: str) -> None:
    assert run(keep.load(room)) == [None]


@pytest.mark.parametrize("text", ["", "'; DROP TABLE rooms; --", "%s %(a)s ? :a", "😀\u200b"])
def test_texts_are_only_texts(keep: DatabaseKeep, text: str) -> None:
    run(keep.found(replace(OPEN, options={"a": text}), opening()), keep.append(then(3, text)))
    joined = replace(JOINED, entries=[Entry(4, "joined", "white", name=text, ts=2000)])
    run(keep.append(joined))
    (found,) = run(keep.load("room1"))
    assert found.founding.options == {"a": text} and found.answered == {text: 3, "join-1": 4}
    assert found.founding.seats["white"].name == found.entries[3].name == text


@pytest.mark.slow
def test_processes_that_write_everything_at_once_never_lock_each_other_out(
    keep: DatabaseKeep, database: str
) -> None:
    processes = [keep, open_keep(database), open_keep(database)]
    rooms = [replace(OPEN, id=f"r{n}", code="") for n in range(12)]
    run(*(keep.found(room, opening(room)) for room in rooms))

    async def work(one: DatabaseKeep, seed: int) -> set[type]:
        """What it raised."""
        chance, raised = random.Random(seed), set()
        for n in range(40):
            room, command = chance.choice(rooms).id, f"c{chance.randrange(200)}"
            try:
                match chance.randrange(5):
                    case 0:
                        await one.append(then((await one.heads([room]))[room] + 1, command, room))
                    case 1:
                        await one.refuse(Refusing(room, command, "{}"))
                    case 2:
                        new = replace(OPEN, id=f"{seed}-{n}", code=chance.choice("XYZ"))
                        await one.found(new, opening(new, open=chance.random() < 0.3))
                    case 3:
                        here = chance.sample(rooms, 4)
                        rows = [Attendance(it.id, "black", room, n % 2 == 0, False, n, n) for it in here]
                        await one.attend(rows)
                    case _:
                        await one.beat(n)
            except Exception as error:
                raised.add(type(error))
        return raised

    raised = run(*(work(one, place * 10 + n) for place, one in enumerate(processes) for n in range(8)))
    assert set().union(*raised) == {Conflict}
    for one in processes[1:]:
        one.close()

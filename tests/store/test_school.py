"""Practice and corrections in databases of both kinds: counted once, moved, erased, backed up, checked."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import Engine, select, update

from plyyard.core.errors import BadOptions
from plyyard.lessons.practice import Practice, answered
from plyyard.store import corrections, people, practice, schema, traces
from plyyard.store.backup import backup, restore
from plyyard.store.checking import check_school
from plyyard.store.corrections import Correction
from plyyard.store.database import open_engine, reading, upgrade, writing
from plyyard.store.keep import DatabaseKeep
from tests.store.test_backup import everything
from tests.store.test_backup import target as target
from tests.store.test_database import old_database

NOW = 1_796_000_000_000
BLANK = Practice("backgammon", "shots", 2)
REPORT = Correction(
    "abcd2345", NOW, "guest", "backgammon", "1", "de", "/lernen/backgammon (2026-11-30)", "", "4.2 says so", "4.2", "a@b.de"
)  # fmt: skip


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_engine(database)
    upgrade(opened)
    yield opened
    opened.dispose()


def practised(
    engine: Engine, person: str, seed: int, right: bool = True, blank: Practice = BLANK
) -> Practice:
    change = partial(answered, seed=seed, right=right, helped=False, now=NOW)
    with writing(engine) as connection:
        return practice.change(connection, person, blank, change)


def kept(engine: Engine, person: str) -> list[Practice]:
    with reading(engine) as connection:
        return practice.of(connection, person)


def report(engine: Engine, one: Correction = REPORT) -> str:
    with writing(engine) as connection:
        return corrections.add(connection, one)


def found(engine: Engine, name: str = REPORT.id) -> Correction | None:
    with reading(engine) as connection:
        return corrections.find(connection, name)


# ---- practice ----


def test_what_is_kept_is_what_was_counted(engine: Engine) -> None:
    first = practised(engine, "guest", 1)
    assert kept(engine, "guest") == [first]
    assert practised(engine, "guest", 1, right=False) == first
    second = practised(engine, "guest", 2, right=False)
    assert (second.right, second.wrong, second.tried) == (1, 1, (1, 2))
    assert kept(engine, "guest") == [second] and kept(engine, "other") == []
    assert list(check_school(engine)) == []


def test_an_answer_that_comes_twice_at_once_counts_once(database: str, engine: Engine) -> None:
    together = Barrier(4)

    def answer(number: int) -> None:
        own = open_engine(database)
        with own.connect():
            together.wait(30)
        for seed in (1, 2, 3):
            practised(own, "guest", seed)
        practised(own, "guest", 10 + number)
        own.dispose()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(answer, range(4)))
    (one,) = kept(engine, "guest")
    assert one.right == 7 and sorted(one.tried) == [1, 2, 3, 10, 11, 12, 13]


def test_it_is_written_through_the_one_writer(database: str, engine: Engine) -> None:
    async def write() -> list[Practice]:
        keep = DatabaseKeep(open_engine(database))
        changes = [partial(answered, seed=seed, right=True, helped=False, now=NOW) for seed in (1, 1, 2, 3)]
        writes = [
            keep.write(partial(practice.change, person="guest", blank=BLANK, change=one)) for one in changes
        ]
        await asyncio.gather(*writes)
        result = await keep.read(practice.of, "guest")
        keep.close()
        return result

    (one,) = asyncio.run(write())
    assert one.right == 3


def test_it_can_be_forgotten_whole_or_of_one_game(engine: Engine) -> None:
    other = replace(BLANK, game="snakes", generator="square")
    for person in ("guest", "other"):
        practised(engine, person, 1)
        practised(engine, person, 1, blank=other)
    with writing(engine) as connection:
        assert practice.reset(connection, "guest", "snakes") == 1
    assert [one.game for one in kept(engine, "guest")] == ["backgammon"]
    with writing(engine) as connection:
        assert practice.reset(connection, "guest") == 1
        assert practice.reset(connection, "guest") == 0
    assert len(kept(engine, "other")) == 2


def test_a_guests_practice_and_reports_become_the_accounts(engine: Engine) -> None:
    practised(engine, "@account", 1)
    practised(engine, "@account", 2)
    practised(engine, "guest", 2, right=False)
    practised(engine, "guest", 3, blank=replace(BLANK, difficulty=3))
    report(engine)
    with writing(engine) as connection:
        people.move_games(connection, "guest", "@account", NOW)
    assert kept(engine, "guest") == []
    both, new = kept(engine, "@account")
    assert (both.right, both.wrong, sorted(both.tried)) == (2, 1, [1, 2])
    assert (new.difficulty, new.right, new.due > NOW) == (3, 1, True)
    moved = found(engine)
    assert moved is not None and moved.person == "@account"
    assert list(check_school(engine)) == []


# ---- corrections ----


def test_a_report_waits_until_it_is_decided(engine: Engine) -> None:
    assert report(engine) == REPORT.id
    assert found(engine) == REPORT and found(engine, "nothing") is None
    with reading(engine) as connection:
        assert corrections.accepted(connection, "backgammon") == []
        assert corrections.listed(connection, "new", "snakes") == []
        assert corrections.listed(connection, "new") == corrections.listed(connection) == [REPORT]
    with writing(engine) as connection:
        assert corrections.answer(connection, REPORT.id, "Thank you.")
        assert corrections.decide(connection, REPORT.id, "accepted", NOW + 1)
        assert not corrections.answer(connection, "nothing", "") and not corrections.decide(
            connection, "nothing", "closed", NOW
        )
    with reading(engine) as connection:
        (public,) = corrections.accepted(connection, "backgammon")
        assert (public.answer, public.decided) == ("Thank you.", NOW + 1)
        assert corrections.accepted(connection, "snakes") == []
        with writing(engine) as again:
            assert corrections.decide(again, REPORT.id, "accepted", NOW + 9)
        assert corrections.find(connection, REPORT.id) == public
    with writing(engine) as connection:
        corrections.decide(connection, REPORT.id, "closed", NOW + 2)
    with reading(engine) as connection:
        assert corrections.accepted(connection, "backgammon") == []


def test_sent_twice_it_is_one_report(engine: Engine) -> None:
    assert report(engine) == report(engine, replace(REPORT, id="other")) == REPORT.id
    assert report(engine, replace(REPORT, id="theirs", person="another")) == "theirs"
    with writing(engine) as connection:
        corrections.decide(connection, REPORT.id, "closed", NOW)
    assert report(engine, replace(REPORT, id="again")) == "again"


def test_the_latest_come_first_and_are_bounded(engine: Engine) -> None:
    for n in range(5):
        report(engine, replace(REPORT, id=f"r{n}", created=NOW + n, text=f"text {n}"))
    with writing(engine) as connection:
        for n in (3, 1):
            corrections.decide(connection, f"r{n}", "accepted", NOW - n)
    with reading(engine) as connection:
        assert [one.id for one in corrections.listed(connection, limit=3)] == ["r4", "r3", "r2"]
        assert [one.id for one in corrections.accepted(connection, "backgammon")] == ["r1", "r3"]


def test_any_text_comes_back_as_it_was(engine: Engine) -> None:
    texts = [
        "<script>alert(1)</script>",
        "'; DROP TABLE corrections; --",
        "{{ 7*7 }} %s %(x)s :y",
        "👩‍👩‍👧 ä\n\n\tü",
    ]
    for n, text in enumerate(texts):
        report(engine, replace(REPORT, id=f"r{n}", text=text, source=text, position=text))
        one = found(engine, f"r{n}")
        assert one is not None and one.text == one.source == one.position == text


def test_ids_do_not_repeat_and_cannot_be_misread() -> None:
    ids = {corrections.new_id() for _ in range(1000)}
    assert len(ids) == 1000 and not set("".join(ids)) & set("01ilo") and {len(one) for one in ids} == {8}


# ---- what is kept of whom ----


def test_a_person_gets_and_loses_all_of_it(engine: Engine) -> None:
    practised(engine, "guest", 1)
    for n, state in enumerate(corrections.STATES):
        report(engine, replace(REPORT, id=f"r{n}", text=state))
        with writing(engine) as connection:
            corrections.decide(connection, f"r{n}", state, NOW)
    with reading(engine) as connection:
        assert traces.called(connection, "guest") == ["guest"]
        told = json.loads(_zipped(traces.packed(traces.about(connection, "guest"), [])))
    assert (told["practice"][0]["generator"], told["practice"][0]["right"]) == ("shots", 1)
    assert {one["text"] for one in told["corrections"]} == set(corrections.STATES)
    with writing(engine) as connection:
        traces.erase_person(connection, "guest", NOW)
    assert kept(engine, "guest") == []
    assert found(engine, "r0") is None and found(engine, "r2") is None
    public = found(engine, "r1")
    assert public is not None and (public.person, public.reply, public.text) == (None, "", "accepted")
    with reading(engine) as connection:
        assert traces.called(connection, "guest") == []


def _zipped(content: bytes) -> bytes:
    import io
    import zipfile

    return zipfile.ZipFile(io.BytesIO(content)).read("person.json")


def test_guests_who_only_practised_go_with_the_others_but_no_report_is_lost(engine: Engine) -> None:
    practised(engine, "practiser", 1)
    report(engine, replace(REPORT, person="waiting"))
    report(engine, replace(REPORT, id="closed", person="answered"))
    practised(engine, "@account", 1)
    with writing(engine) as connection:
        corrections.decide(connection, "closed", "closed", NOW)
    with reading(engine) as connection:
        assert traces.gone_guests(connection, NOW) == []
        assert sorted(traces.gone_guests(connection, NOW + 1)) == ["answered", "practiser"]


def test_old_decisions_lose_their_senders(engine: Engine) -> None:
    for n, state in enumerate(corrections.STATES):
        report(engine, replace(REPORT, id=f"r{n}", text=state))
        with writing(engine) as connection:
            corrections.decide(connection, f"r{n}", state, NOW)
    with writing(engine) as connection:
        assert corrections.drop_decided(connection, NOW) == 0
        assert corrections.drop_decided(connection, NOW + 1) == 2
        assert corrections.drop_decided(connection, NOW + 1) == 0
    new, accepted, closed = (found(engine, f"r{n}") for n in range(3))
    assert new is not None and (new.person, new.reply) == ("guest", "a@b.de")
    assert accepted is not None and (accepted.person, accepted.reply) == (None, "")
    assert closed is None


# ---- the whole of it ----


def test_a_backup_holds_it_and_it_is_not_replaced_unasked(
    database: str, engine: Engine, target: str, tmp_path: Path
) -> None:
    practised(engine, "guest", 1)
    report(engine)
    backup(engine, tmp_path / "backup")
    sink = open_engine(target)
    restore(sink, tmp_path / "backup", replace=False)
    assert everything(target) == everything(database)
    for table in (schema.practice, schema.corrections):
        with writing(sink) as connection:
            connection.execute(table.delete())
        if table is schema.practice:
            with pytest.raises(BadOptions, match="--replace"):
                restore(sink, tmp_path / "backup", replace=False)
    restore(sink, tmp_path / "backup", replace=False)
    assert everything(target) == everything(database)
    sink.dispose()


def test_what_does_not_fit_is_named(engine: Engine) -> None:
    for seed in (1, 2, 3, 4):
        practised(engine, f"guest{seed}", seed)
    broken = {"guest1": {"card": "{"}, "guest2": {"due": 5}, "guest3": {"tried": "[1, 2, 3]"}}
    with writing(engine) as connection:
        for person, values in broken.items():
            connection.execute(
                update(schema.practice).where(schema.practice.c.person == person).values(values)
            )
    report(engine)
    report(engine, replace(REPORT, id="strange", text="x", state="new", decided=5))
    named = {place.split()[0]: str(why) for place, why in check_school(engine)}
    assert set(named) == {"guest1", "guest2", "guest3", "strange"}
    assert "cannot be read" in named["guest1"] and "due is 5" in named["guest2"]
    assert "tried is 3" in named["guest3"]


def test_a_database_from_before_is_sound_and_gets_the_tables(tmp_path: Path) -> None:
    path = old_database(tmp_path / "old.sqlite3")
    engine = open_engine(path)
    assert list(check_school(engine)) == []
    upgrade(engine)
    practised(engine, "guest", 1)
    report(engine)
    with reading(engine) as connection:
        assert len(connection.execute(select(schema.practice)).all()) == 1
    engine.dispose()
    with sqlite3.connect(f"{path}.0001") as before:
        tables = {name for (name,) in before.execute("SELECT name FROM sqlite_master")}
    before.close()
    assert not {"practice", "corrections"} & tables

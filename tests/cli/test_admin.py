"""``plyyard admin`` on databases of both kinds; beside a server that runs: tests/web/test_shut_out.py."""

from __future__ import annotations

import asyncio
import io
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, select, update

from plyyard.cli import main as entry
from plyyard.core.record import decode
from plyyard.rooms.founding import now
from plyyard.rooms.hub import Hub
from plyyard.rooms.protocol import CreateRoom, JoinRoom
from plyyard.rooms.room import Room
from plyyard.store import people, queries, traces
from plyyard.store.database import open_engine, reading, upgrade, writing
from plyyard.store.keep import DatabaseKeep
from plyyard.store.schema import accounts, events, rooms, seats
from plyyard.web.passwords import HASHER, NOBODY

AMSEL, DROSSEL = "amsel-id", "drossel-id"

Admin = Callable[..., tuple[int, str, str]]


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_engine(database)
    upgrade(opened)
    yield opened
    opened.dispose()


@pytest.fixture
def admin(database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Admin:
    """Run ``plyyard admin`` on the test's database, in English: exit code, what it said, the error."""
    monkeypatch.setenv("PLYYARD_DB", database)
    monkeypatch.setenv("PLYYARD_LANG", "en")

    def call(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["plyyard", "admin", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = entry.main()
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def played(engine: Engine, begin: bool = True) -> SimpleNamespace:
    """A room of two, one of Amsel alone, as a server leaves them."""

    async def never(game: str, level: str, view: Any, room: str) -> str:
        raise AssertionError("nobody thinks")

    async def run() -> SimpleNamespace:
        keep = DatabaseKeep(open_engine(engine.url.render_as_string(hide_password=False)))
        hub = Hub(keep, never, pace=0)
        both = await hub.create(AMSEL, "Amsel", CreateRoom("snakes", "live", seat="black"))
        if begin:
            await hub.join(both.id, DROSSEL, "Drossel", JoinRoom(both.founding.invite))
        alone = await hub.create(AMSEL, "Amsel", CreateRoom("backgammon", "local"))
        await hub.close()
        keep.close()
        return SimpleNamespace(both=both.id, alone=alone.id)

    return asyncio.run(run())


def room(engine: Engine, room_id: str) -> Room:
    with reading(engine) as connection:
        found = queries.load(connection, room_id)
    assert found is not None
    return Room(found.founding, found.entries, found.guests)


def account(engine: Engine, name: str) -> Any:
    with reading(engine) as connection:
        return connection.execute(select(accounts).where(accounts.c.name == name)).one_or_none()


def aged(engine: Engine, room_id: str, days: int) -> None:
    with writing(engine) as connection:
        change = update(rooms).where(rooms.c.id == room_id)
        connection.execute(change.values(updated=now() - days * people.DAY))


# ---- accounts ----


def test_the_first_admin_and_a_new_password(engine: Engine, admin: Admin) -> None:
    code, said, _ = admin("create", "Eule", stdin=b"night and day\n")
    assert code == 0
    assert "Eule" in said and "night" not in said
    made = account(engine, "Eule")
    assert made.admin and made.password.startswith("$argon2id$") and made.id.startswith(people.ACCOUNT)
    with writing(engine) as connection:
        people.open_session(connection, "h" * 64, made.id, now())
    assert admin("password", "eule", stdin="tag und nächtlich\n".encode())[0] == 0
    assert HASHER.verify(account(engine, "Eule").password, "tag und nächtlich")
    with reading(engine) as connection:
        assert people.session(connection, "h" * 64, now()) is None


@pytest.mark.parametrize(
    ("arguments", "stdin", "says"),
    [
        (("create", "x" * 31), b"night and day\n", "at most 30 characters"),
        (("create", "..."), b"night and day\n", "at least one letter"),
        (("create", "Uhu"), b"", "at least 8 characters"),
        (("create", "Uhu"), b"\xff\xff\xff\xff\xff\xff\xff\xff\n", "not UTF-8"),
        (("create", "Eule"), b"night and day\n", "taken already"),
        (("password", "Nobody"), b"night and day\n", "There is no account Nobody"),
        (("close", "nowhere"), b"", "There is no game nowhere"),
        (("ban", "Nobody"), b"", "Nobody here is called Nobody"),
        (("ban", "192.0.2.300"), b"", "Nobody here is called"),
        (("unban", "192.0.2.3"), b"", "was not shut out"),
        (("erase", "Nobody", "--yes"), b"", "Nobody here is called"),
        (("export", "Nobody", "x.zip"), b"", "Nobody here is called"),
        (("ban", "Eule", "--days", "0"), b"", "--days"),
        (("retention", "--finished", "x"), b"", "--finished"),
        (("nonsense",), b"", "nonsense"),
    ],
)
def test_what_is_wrong_is_one_line_and_code_2(
    engine: Engine, admin: Admin, arguments: tuple[str, ...], stdin: bytes, says: str
) -> None:
    with writing(engine) as connection:
        people.register(connection, people.Account(people.new_account(), "Eule", NOBODY, True, now()), "eule")
    code, said, error = admin(*arguments, stdin=stdin)
    assert code == 2 and said == ""
    assert error.startswith("plyyard: ") and error.count("\n") == 1 and says in error


def test_it_speaks_german_too(engine: Engine, admin: Admin) -> None:
    assert "Niemand hier heißt" in admin("ban", "Nobody", "--lang", "de")[2]
    assert "hat jetzt ein Konto" in admin("create", "Eule", "--lang=de", stdin=b"night and day\n")[1]


def test_a_database_that_is_not_there_is_not_made_by_looking(
    admin: Admin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    missing = tmp_path / "missing.sqlite3"
    monkeypatch.setenv("PLYYARD_DB", str(missing))
    assert admin("rooms")[0] == 2 and not missing.exists()


# ---- games ----


def test_games_are_listed(engine: Engine, admin: Admin) -> None:
    made = played(engine)
    lines = admin("rooms")[1].splitlines()
    assert len(lines) == 2
    both = next(line for line in lines if line.startswith(made.both))
    for part in ("snakes", "live", "running", f"black=Amsel ({AMSEL})", f"white=Drossel ({DROSSEL})"):
        assert part in both
    assert [line.split()[0] for line in admin("rooms", "--game", "backgammon")[1].splitlines()] == [
        made.alone
    ]
    admin("close", made.both)
    assert [line.split()[0] for line in admin("rooms", "--running")[1].splitlines()] == [made.alone]
    assert len(admin("rooms", "--limit", "1")[1].splitlines()) == 1


def test_a_game_is_closed_without_a_result_and_its_dice_are_revealed(engine: Engine, admin: Admin) -> None:
    made = played(engine)
    assert admin("close", made.both)[0] == 0
    closed = room(engine, made.both)
    assert closed.over and closed.result is None and closed.dice.secret is not None
    assert [entry.kind for entry in closed.entries[-2:]] == ["abandoned", "revealed"]
    code, _, error = admin("close", made.both)
    assert code == 2 and "over already" in error


# ---- a person's data ----


def test_a_person_is_erased_and_the_other_keeps_the_game(engine: Engine, admin: Admin) -> None:
    made = played(engine)
    code, said, _ = admin("erase", "Amsel", "--yes")
    assert code == 0 and "2 games" in said
    left = room(engine, made.both)
    assert left.over and left.seats["white"].guest == DROSSEL
    assert left.seats["black"].name == "deleted" and not left.seats["black"].free
    with reading(engine) as connection:
        assert queries.load(connection, made.alone) is None
        kept = [*connection.execute(select(events.c.guest, events.c.entry))]
        kept += [*connection.execute(select(seats.c.guest, seats.c.name))]
        kept += [*connection.execute(select(rooms.c.maker, rooms.c.id))]
        assert traces.rooms_of(connection, DROSSEL) == [made.both]
    assert "Amsel" not in str(kept) and AMSEL not in str(kept) and DROSSEL in str(kept)
    assert admin("erase", "Amsel", "--yes")[0] == 2


def test_erasing_asks_first(engine: Engine, admin: Admin) -> None:
    made = played(engine)
    assert admin("erase", DROSSEL, stdin=b"n\n")[0] != 0
    assert admin("erase", DROSSEL, stdin=b"")[0] != 0
    assert room(engine, made.both).seats["white"].guest == DROSSEL
    assert admin("erase", DROSSEL, stdin=b"y\n")[0] == 0
    assert room(engine, made.both).seats["white"].guest != DROSSEL


def test_of_several_guests_with_one_name_the_id_is_asked_for(engine: Engine, admin: Admin) -> None:
    played(engine)
    with writing(engine) as connection:
        connection.execute(update(seats).values(name="Fink"))
    code, _, error = admin("erase", "Fink", "--yes")
    assert code == 2 and AMSEL in error and DROSSEL in error
    assert admin("erase", AMSEL, "--yes")[0] == 0


def test_a_persons_data_is_one_file(engine: Engine, admin: Admin, tmp_path: Path) -> None:
    made = played(engine)
    file = tmp_path / "amsel.zip"
    assert admin("export", "Amsel", str(file))[0] == 0
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        told = msgspec.json.decode(archive.read("person.json"))
        running = decode(archive.read(f"games/snakes-{made.both}.plyyard.json"))
    assert sorted(names) == sorted(
        [
            "person.json",
            f"games/snakes-{made.both}.plyyard.json",
            f"games/backgammon-{made.alone}.plyyard.json",
        ]
    )
    assert told["id"] == AMSEL and told["account"] is None
    with reading(engine) as connection:
        found = queries.load(connection, made.both)
    assert found is not None and running.result is None
    for secret in found.secrets.values():  # the game goes on: its dice stay hidden
        assert secret.hex() not in str(running.events[-1])
    assert found.secrets["server"].hex() not in file.read_bytes().decode("latin-1")
    code, _, error = admin("export", "Amsel", str(file))
    assert code == 2 and str(file) in error


def test_what_is_too_old_goes_and_the_rest_stays(engine: Engine, admin: Admin) -> None:
    old, young = played(engine), played(engine)
    for made in (old, young):
        admin("close", made.both)
    aged(engine, old.both, 40)
    aged(engine, old.alone, 40)
    code, said, _ = admin("retention", "--finished", "30", "--guests", "30", "--dry-run")
    assert code == 0 and said.splitlines() == [
        "1 game is over and too old.",
        "0 guests have not come back.",
        "Nothing was deleted.",
    ]
    assert room(engine, old.both).over
    assert admin("retention", "--finished", "30")[0] == 0
    with reading(engine) as connection:
        assert queries.load(connection, old.both) is None
        assert queries.load(connection, old.alone) is not None  # old, but not over
    for one in (young.both, young.alone, old.alone):
        aged(engine, one, 400)
    _, said, _ = admin("retention", "--guests", "365")
    assert "2 guests have not come back." in said
    with reading(engine) as connection:
        assert not traces.rooms_of(connection, AMSEL) and not traces.rooms_of(connection, DROSSEL)
    assert "0 guests" in admin("retention", "--guests", "365")[1]  # what stands for them is nobody


def test_old_accounts_stay(engine: Engine, admin: Admin) -> None:
    made = played(engine)
    admin("create", "Eule", stdin=b"night and day\n")
    eule = account(engine, "Eule").id
    with writing(engine) as connection:
        people.move_games(connection, AMSEL, eule, now())
    aged(engine, made.both, 400)
    aged(engine, made.alone, 400)
    assert "1 guest " in admin("retention", "--guests", "365")[1]
    assert room(engine, made.both).seats["black"].guest == eule


def test_moving_seats_nobody_plays_himself(engine: Engine) -> None:
    made = played(engine)
    with writing(engine) as connection:
        people.move_games(connection, DROSSEL, AMSEL, now())
        assert traces.rooms_of(connection, DROSSEL) == [made.both]
        people.move_games(connection, AMSEL, "third", now())
        assert traces.rooms_of(connection, "third") == [made.both, made.alone]
    moved = room(engine, made.both)
    assert moved.guests.count("third") > 0 and AMSEL not in moved.guests and moved.founding.maker == "third"


# ---- bans ----


def test_bans_are_listed_and_lifted(engine: Engine, admin: Admin) -> None:
    played(engine)
    assert admin("ban", "2001:db8::1", "--days", "3", "--why", "floods")[0] == 0
    assert admin("ban", "Drossel")[0] == 0
    with writing(engine) as connection:  # what servers tell each other is none
        people.recall(connection, "somebody", now())
        people.close_session(connection, people.session_hash("x"), now())
    lines = admin("bans")[1].splitlines()
    assert len(lines) == 2
    assert any("address  2001:db8::/64" in line and "floods" in line for line in lines)
    assert any(f"guest  {DROSSEL}" in line for line in lines)
    assert admin("unban", "2001:db8::2")[0] == 0 and admin("unban", "Drossel")[0] == 0
    assert admin("bans")[1] == ""

"""``plyyard corrections`` on databases of both kinds: reading and deciding, and what strangers wrote does no harm."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import Engine

from plyyard.cli import main as entry
from plyyard.cli.terminal.harmless import harmless, harmless_line
from plyyard.rooms.founding import now
from plyyard.store import corrections, people
from plyyard.store.corrections import Correction
from plyyard.store.database import open_engine, reading, upgrade, writing

DAY = people.DAY
REPORT = Correction(
    "abcd2345",
    1_796_000_000_000,
    "guest",
    "snakes",
    "1",
    "de",
    "/lernen/schlangen-und-leitern (2026-11-30)",
    "black=97",
    "On 97 a four stays.\nThe page says otherwise.",
    "Article 4.2",
    "eule@example.org",
)
Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_engine(database)
    upgrade(opened)
    yield opened
    opened.dispose()


@pytest.fixture
def run(database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run ``plyyard`` on the test's database, in English: exit code, what it said, the error."""
    monkeypatch.setenv("PLYYARD_DB", database)
    monkeypatch.setenv("PLYYARD_LANG", "en")

    def call(*arguments: str, stdin: bytes = b"", group: str = "corrections") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["plyyard", group, *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = entry.main()
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def report(engine: Engine, one: Correction = REPORT) -> None:
    with writing(engine) as connection:
        corrections.add(connection, one)


def kept(engine: Engine, number: str = REPORT.id) -> Correction:
    with reading(engine) as connection:
        one = corrections.find(connection, number)
    assert one is not None
    return one


def test_a_report_is_listed_and_shown(engine: Engine, run: Command) -> None:
    assert run("list")[:2] == (0, "")
    report(engine)
    code, said, told = run("list")
    assert code == 0 and told == "1 report.\n"
    sent = datetime.fromtimestamp(REPORT.created / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    assert said == f"abcd2345  {sent}  new  snakes  On 97 a four stays. The page says otherwise.\n"
    code, said, _ = run("show", " ABCD2345")
    assert code == 0
    assert "Rules: snakes 1\n" in said and "Page: /lernen/schlangen-und-leitern (2026-11-30)\n" in said
    assert "Text:\n    On 97 a four stays.\n    The page says otherwise.\n" in said
    assert "Source: Article 4.2\n" in said and "Reply to: eule@example.org\n" in said
    assert "Answer: –\n" in said


def test_accepted_it_is_public_and_closed_no_more(engine: Engine, run: Command) -> None:
    report(engine)
    code, said, _ = run("answer", "abcd2345", "Right, thank you.")
    assert code == 0 and "To be written to by you: eule@example.org" in said
    assert kept(engine).state == "new" and kept(engine).answer == "Right, thank you."
    before = now()
    assert run("accept", "abcd2345")[0] == 0
    one = kept(engine)
    assert (one.state, one.answer) == ("accepted", "Right, thank you.")
    assert one.decided is not None and before <= one.decided <= now()
    with reading(engine) as connection:
        assert corrections.accepted(connection, "snakes") == [one]
    assert run("list")[1] == "" and "accepted" in run("list", "--state", "accepted")[1]
    assert run("close", "abcd2345", "--answer", "-", stdin=b"Doch nicht:\nsiehe 4.3\n")[0] == 0
    one = kept(engine)
    assert (one.state, one.answer) == ("closed", "Doch nicht:\nsiehe 4.3")
    with reading(engine) as connection:
        assert corrections.accepted(connection, "snakes") == []


def test_lists_can_be_narrowed(engine: Engine, run: Command) -> None:
    for n, game in enumerate(("snakes", "spider", "snakes")):
        report(engine, replace(REPORT, id=f"r{n}", game=game, created=n, text=f"Text {n}"))
    run("close", "r2")
    for arguments, expected in (
        ((), ["r1", "r0"]),
        (("--state", "all"), ["r2", "r1", "r0"]),
        (("--game", "snakes"), ["r0"]),
        (("--state", "all", "--limit", "1"), ["r2"]),
        (("--state", "closed", "--game", "spider"), []),
    ):
        assert [line.split()[0] for line in run("list", *arguments)[1].splitlines()] == expected, arguments


def test_what_strangers_wrote_does_a_terminal_no_harm(engine: Engine, run: Command) -> None:
    evil = "\x1b]0;title\x07\x1b[2J\x1b[31mred\x9b1A\u202egnp.exe\r\nNumber: faked\n\u2028\u2029\ufeffend\x7f"
    for n in range(2):
        report(
            engine,
            replace(
                REPORT,
                id=f"r{n}",
                text=evil,
                source=evil,
                position=evil,
                page=evil,
                reply=evil,
                person=str(n),
            ),
        )
    run("answer", "r0", evil)
    for arguments in (("list",), ("show", "r0"), ("accept", "r0"), ("list", "--state", "all")):
        code, said, told = run(*arguments)
        assert code == 0
        assert not re.search(
            "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]", said + told
        )
    said = run("show", "r0")[1]
    assert "\\x1b[2J" in said and "\nNumber: faked" not in said and "    Number: faked" in said
    assert len(run("list")[1].splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "stdin", "says"),
    [
        (("show", "nothing"), b"", "There is no report nothing"),
        (("accept", "nothing"), b"", "There is no report nothing"),
        (("close", "\x1b[31m"), b"", "There is no report \\x1b[31m"),
        (("answer", "nothing", "x"), b"", "There is no report nothing"),
        (("answer", "abcd2345", " "), b"", "1 to 4000 characters"),
        (("answer", "abcd2345", "-"), b"", "1 to 4000 characters"),
        (("answer", "abcd2345", "-"), b"\xff", "not UTF-8"),
        (("accept", "abcd2345", "--answer", "x" * 4001), b"", "1 to 4000 characters"),
        (("list", "--state", "old"), b"", "--state can be: new, accepted, closed, all"),
        (("list", "--limit", "0"), b"", "--limit"),
        (("answer", "abcd2345"), b"", "TEXT"),
        (("nonsense",), b"", "nonsense"),
    ],
)
def test_what_is_wrong_is_one_line_and_changes_nothing(
    engine: Engine, run: Command, arguments: tuple[str, ...], stdin: bytes, says: str
) -> None:
    report(engine)
    code, said, error = run(*arguments, stdin=stdin)
    assert code == 2 and said == ""
    assert error.startswith("plyyard: ") and error.count("\n") == 1 and says in error
    assert kept(engine) == REPORT


def test_it_speaks_german_too(engine: Engine, run: Command) -> None:
    report(engine)
    assert "neu" in run("list", "--lang", "de")[1] and "1 Meldung." in run("list", "--lang", "de")[2]
    assert "Quelle: Article 4.2" in run("show", "abcd2345", "--lang", "de")[1]
    assert "Es gibt keine Meldung x" in run("show", "x", "--lang", "de")[2]


def test_decided_reports_are_forgotten_when_they_are_old(engine: Engine, run: Command) -> None:
    for state in corrections.STATES:
        report(engine, replace(REPORT, id=state, text=state))
        with writing(engine) as connection:
            corrections.decide(connection, state, state, now() - 40 * DAY)
    code, said, _ = run("retention", "--corrections", "30", "--dry-run", group="admin")
    assert code == 0 and "2 reports are decided." in said and kept(engine, "closed")
    assert "0 reports are decided." in run("retention", "--corrections", "50", group="admin")[1]
    assert run("retention", "--corrections", "30", group="admin")[0] == 0
    assert kept(engine, "new").reply and kept(engine, "accepted").reply == ""
    with reading(engine) as connection:
        assert corrections.find(connection, "closed") is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ä ß 👍", "plain ä ß 👍"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("a\x1b[0mb", "a\\x1b[0mb"),
        ("\u202eabc\u2066", "\\u202eabc\\u2066"),
        ("\U000e0041", "\\U000e0041"),
        ("line\nline\t.", "line\nline\t."),
    ],
)
def test_what_a_terminal_obeys_becomes_a_number(text: str, shown: str) -> None:
    assert harmless(text) == shown


def test_a_line_is_one_line() -> None:
    assert harmless_line("a\r\nb\u2028c\n\n d") == "a\\r b\\u2028c d"
    assert harmless_line("x" * 100) == "x" * 59 + "…"

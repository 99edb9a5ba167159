"""The verifier: alone as a file, and as ``plyyard verify``, which knows the rules; against honest, altered and hostile records."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyyard import verifier
from plyyard.core import record
from tests import dice
from tests.cli.programs import plyyard

ALONE = Path(verifier.__file__)
RECORDS = {name: dice.played(name, 1) for name in dice.GAMES} | {"race": dice.raced(1)}


def codes(document: Any) -> list[str]:
    """The faults that are named in a document."""
    return [fault.code for fault in checked(document).faults]


def checked(document: Any) -> verifier.Report:
    return verifier.check(verifier.read(json.dumps(document).encode()))


def saved(folder: Path, content: Any) -> str:
    file = folder / "game.plyyard.json"
    file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return str(file)


def alone(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the file by itself, where nothing else of ours can be found."""
    copy = shutil.copy(ALONE, folder / "verifier.py")
    command = [sys.executable, "-I", "-S", copy, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, encoding="utf-8")


# ---- the file ----


def test_it_needs_python_3_9_and_its_library_alone() -> None:
    tree = ast.parse(ALONE.read_text("utf-8"), feature_version=(3, 9))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
        )
    }
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize("name", RECORDS)
def test_an_honest_game_is_proved(name: str, tmp_path: Path) -> None:
    done = alone(tmp_path, saved(tmp_path, record.encode(RECORDS[name])), "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    drawn = len(RECORDS[name].dice.drawn)  # type: ignore[union-attr]
    assert f"Proved: all draws ({drawn})" in done.stdout
    assert "whoever runs the server could foresee them" in done.stdout


@pytest.mark.parametrize("name", dice.GAMES)
@pytest.mark.parametrize(
    ("tamper", "code"),
    dice.TAMPERING.items(),
    ids=[f"{how.__name__}-{code}" for how, code in dice.TAMPERING.items()],
)
def test_tampering_is_named(name: str, tamper: Callable[[dice.Document], None], code: str) -> None:
    document = dice.document(RECORDS[name])
    tamper(document)
    assert code in codes(document)


def test_another_deal_of_a_race_is_named() -> None:
    document = dice.document(RECORDS["race"])
    began = next(event for event in document["events"] if event["kind"] == "began")
    began["options"]["number"] += 1
    assert codes(document) == ["changed"]
    del began["draw"]
    assert codes(document) == ["no_number", "missing_end"]


def test_a_changed_die_is_told_with_what_the_dice_gave(tmp_path: Path) -> None:
    document = dice.document(RECORDS["snakes"])
    roll = next(event for event in document["events"] if event.get("draw") == 3)
    given, roll["outcome"] = roll["outcome"], "6" if roll["outcome"] != "6" else "5"
    done = alone(tmp_path, saved(tmp_path, document), "--lang", "de")
    assert done.returncode == 1
    said = f"Die Aufzeichnung sagt {roll['outcome']}, die Würfel ergeben {given}."
    assert f"Ziehung 3 (Ereignis {roll['seq']}): {said}" in done.stdout
    assert "Bewiesen" not in done.stdout


def test_who_made_which_seed_is_told() -> None:
    mixed = verifier.check(verifier.read(record.encode(dice.played("backgammon", 2, server=["white"]))))
    assert mixed.own == ["black"]
    told = verifier.lines(mixed, "en")
    assert "white (Amsel white): let the server make its seed." in told
    assert "black (Amsel black): made its own seed." in told
    by_server = dice.played("backgammon", 2, server=["white", "black"])
    alone_made = verifier.lines(verifier.check(verifier.read(record.encode(by_server))), "en")
    assert (
        "But no seat made its own seed: whoever runs the server could have chosen these draws." in alone_made
    )


def test_a_running_game_is_not_proved_yet(tmp_path: Path) -> None:
    document = dice.document(RECORDS["backgammon"])
    document["events"] = document["events"][:20]
    del document["ended"], document["result"], document["dice"]["lots"], document["dice"]["drawn"]
    assert checked(document).pending
    done = alone(tmp_path, saved(tmp_path, document), "--lang", "en")
    assert (done.returncode, done.stderr) == (2, "")
    assert "Not proved yet" in done.stdout
    dice.wrong_seed(document)
    assert codes(document) == ["wrong_seed"]


def test_a_room_that_never_began_needs_no_seeds() -> None:
    document = dice.document(RECORDS["snakes"])
    kept = {"started", "joined", "over", "revealed"}
    document["events"] = [event for event in document["events"] if event["kind"] in kept]
    for seq, event in enumerate(document["events"], 1):
        event["seq"] = seq
    document["dice"] |= {"lots": [], "drawn": []}
    assert checked(document).verdict == verifier.PROVED


# ---- hostile files ----


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it is not JSON"),
        (b"\xff\xfe", "it is not JSON"),
        (b"[]", "it is not JSON"),
        (b'"x"', "it is not JSON"),
        (b"{}", "dice is missing"),
        (b"[" * 1_000_000, "it is not JSON"),
        (b'{"a":' * 500_000, "it is not JSON"),
        (b" " * (verifier.MAX_BYTES + 1), "larger than 4000000 bytes"),
        (b'{"dice": NaN}', "it is not JSON"),
        (b'{"dice": ' + b"9" * 1_000_000 + b"}", "it is not JSON"),
        (b'{"dice": 1e999}', "dice is missing"),
        (b'{"events": []}', "nothing to check"),
        (b'{"dice": {"method": "dice/2"}}', "only dice/1 is known"),
        (
            b'{"dice": {"method": "dice/1", "room": "\\ud800", "sides": ["a"]}, "events": []}',
            "game is missing",
        ),
        (b'{"dice": {"method": "dice/1", "sides": []}}', "dice.sides is missing"),
        (b'{"dice": {"method": "dice/1", "sides": ["a", "a"]}}', "dice.sides is missing"),
        (b'{"dice": {"method": "\x1b[2J"}}'.replace(b"\x1b", b"\\u001b"), "made by �[2J"),
    ],
)
def test_a_hostile_file_gets_one_clear_sentence(content: bytes, said: str, tmp_path: Path) -> None:
    done = alone(tmp_path, saved(tmp_path, content), "--lang", "en")
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 300


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.json", tmp_path):
        done = alone(tmp_path, str(path))
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert "Traceback" not in done.stderr


PLAIN = dice.document(RECORDS["dominoes"])
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(thing: Any) -> list[tuple[Any, Any]]:
    """Every place in a document: the container and the key."""
    keys = list(thing) if isinstance(thing, dict) else range(len(thing)) if isinstance(thing, list) else []
    return [found for key in keys for found in [(thing, key), *places(thing[key])]]


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.data())
def test_whatever_stands_in_a_record_is_answered(data: st.DataObject) -> None:
    document = json.loads(json.dumps(PLAIN))
    for _ in range(data.draw(st.integers(1, 3))):
        container, key = data.draw(st.sampled_from(places(document)))
        container[key] = data.draw(ANYTHING)
    try:
        report = checked(document)
    except verifier.Unreadable as error:
        assert verifier.say("de", error.code, **error.values)
    else:
        assert all(line.isprintable() for line in verifier.lines(report, "en"))


def test_many_faults_are_told_briefly() -> None:
    document = dice.document(RECORDS["snakes"])
    document["events"] += [{"seq": 9, "kind": "committed", "by": "x" * 500} for _ in range(5000)]
    told = verifier.lines(checked(document), "en")
    assert len(told) < 70
    assert max(map(len, told)) < 500
    assert any("more." in line for line in told)


def test_both_languages_say_the_same() -> None:
    for code, texts in verifier.TEXTS.items():
        names = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in texts]
        assert names[0] == names[1], code


# ---- plyyard verify ----


@pytest.mark.parametrize("name", RECORDS)
def test_the_command_follows_the_rules_too(name: str, tmp_path: Path) -> None:
    done = plyyard("verify", saved(tmp_path, record.encode(RECORDS[name])), "--lang", "en")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"its lotteries are those of the rules" in done.stdout


def test_a_bent_die_is_seen_only_with_the_rules(tmp_path: Path) -> None:
    bent = saved(tmp_path, record.encode(dice.played("snakes", 1, bent=(1, 1, 1, 1, 1, 5))))
    done = alone(tmp_path, bent, "--lang", "en")
    assert done.returncode == 0
    assert "6 ×5" in done.stdout
    by_rules = plyyard("verify", bent, "--lang", "de")
    assert by_rules.returncode == 1
    assert (
        "Ziehung 1 (Ereignis 9): Nach den Regeln ist der Zufall hier ein anderer" in by_rules.stdout.decode()
    )


def test_a_move_against_the_rules_is_named(tmp_path: Path) -> None:
    document = dice.document(RECORDS["backgammon"])
    moved = next(event for event in document["events"] if event["kind"] == "moved")
    moved["move"] = "24/1"
    assert codes(document) == []
    done = plyyard("verify", saved(tmp_path, document), "--lang", "en")
    assert done.returncode == 1
    assert f"By the rules: Event {moved['seq']}:" in done.stdout.decode()


def test_the_command_refuses_as_the_file_does(tmp_path: Path) -> None:
    done = plyyard("verify", saved(tmp_path, b"{}"), "--lang", "en")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"dice is missing" in done.stderr
    unknown = dice.document(RECORDS["snakes"]) | {"game": "chess"}
    refused = plyyard("verify", saved(tmp_path, unknown), "--lang", "en")
    assert refused.returncode == 1
    assert b"By the rules: There is no game" in refused.stdout

"""The engine over a pipe: ENGINE.md's examples, canonical forms, and lines that want to break it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from plyyard.cli.protocol.asks import ASKS, answer
from plyyard.cli.protocol.lines import MAX_LINE
from plyyard.core import registry
from tests.cli.programs import engine

TILES = "line=2-6,6-5 black=0-0,1-2,1-3,{},3-3,4-4 white=?*6 boneyard=?*14 turn=black"
OPENING = "4HPwATDgc/ABMA"
FIVE = ("snakes", "aeroplane", "backgammon", "dominoes", "spider")


def ask(ask: str, game: str | None = None, position: str | None = None, **rest: Any) -> dict[str, Any]:
    given = {"ask": ask, "game": game, "position": position} | rest
    return answer({key: value for key, value in given.items() if value is not None})


def test_the_examples_of_the_protocol() -> None:
    first = engine(
        {"id": 1, "game": "backgammon", "ask": "legal", "position": f"{OPENING} turn=white dice=3,1"},
        {"id": 2, "ask": "apply", "game": "aeroplane", "position": "red=-,-,-,- yellow=-,-,-,- turn=red", "outcome": "4"},
        {"id": 3, "ask": "apply", "game": "aeroplane", "position": "red=-,-,-,12 yellow=-,-,-,- turn=red sixes=2", "outcome": "6"},
        {"id": 4, "ask": "legal", "game": "aeroplane", "position": "red=-,-,-,12 yellow=-,-,-,- turn=red die=6"},
        {"id": 5, "ask": "legal", "game": "dominoes", "position": TILES.format("2-5")},
        {"id": 6, "ask": "legal", "game": "dominoes", "position": TILES.format("2-6")},
        {"id": 7, "ask": "value", "game": "snakes", "position": "black=0 white=0 turn=black"},
        {"id": 8, "ask": "apply", "game": "snakes", "position": "black=79 white=99 turn=black", "outcome": "1"},
    )  # fmt: skip
    plays, roll, third, planes, tiles, twice, value, won = first
    assert [answered["id"] for answered in first] == list(range(1, 9))
    assert plays["actor"] == "white" and len(plays["moves"]) == len(set(plays["moves"])) == 16
    assert {"8/5 6/5", "24/23 13/10"} <= set(plays["moves"])
    assert roll["position"].endswith("turn=yellow") and roll["effects"] == ["no move", "turn passes"]
    assert third["position"].endswith("turn=yellow") and third["effects"] == ["third six", "turn passes"]
    assert planes["moves"] == ["base", "12"]
    assert tiles["moves"] == ["1-2>l", "2-5>l", "2-5>r"]
    assert "2-6" in twice["error"]
    assert value["values"] == {"black": 0.507911593870, "white": 0.492088406130}
    assert won["result"] == {"winner": "black", "kind": "finished", "points": 1}
    assert "turn=" not in won["position"]


@pytest.mark.parametrize(
    ("game", "given", "canonical"),
    [
        ("snakes", "turn=white  white=3", "black=0 white=3 turn=white"),
        ("snakes", "white=100 black=5", "black=5 white=100"),
        ("aeroplane", "turn=red yellow=40,3,40,- red=56,-,12,- sixes=0", "red=-,-,12,56 yellow=-,3,40,40 turn=red"),
        ("backgammon", f"dice=1,3 turn=white {OPENING}", f"{OPENING} turn=white dice=3,1"),
    ],
)  # fmt: skip
def test_positions_are_answered_in_canonical_form(game: str, given: str, canonical: str) -> None:
    assert ask("legal", game, given)["position"] == canonical
    assert ask("legal", game, canonical)["position"] == canonical


def test_games_are_named_with_sides_and_versions() -> None:
    found = {game["name"]: game for game in ask("games")["games"]}
    assert list(found)[:5] == list(FIVE)
    assert found["backgammon"]["sides"] == ["white", "black"]
    assert found["spider"]["sides"] == ["player"]
    assert all(game["rules"] == registry.game(name).rules_version for name, game in found.items())


@pytest.mark.parametrize("game", FIVE)
def test_a_seed_starts_the_same_game_and_none_needs_a_deal(game: str) -> None:
    first, again = (ask("start", game, seed=3)["position"] for _ in range(2))
    assert first == again
    begun = ask("legal", game, first)
    assert begun["actor"] is not None and begun["result"] is None
    assert not isinstance(begun.get("lot"), dict), "no shuffle is pending"
    assert begun["position"] == first


def test_starts_without_a_seed_differ() -> None:
    assert len({ask("start", "dominoes")["position"] for _ in range(5)}) == 5
    assert len({ask("start", "spider")["position"] for _ in range(5)}) == 5


def test_start_options() -> None:
    assert "number=12345" in ask("start", "spider", options={"number": 12345})["position"]
    for options in (
        {"number": -1},
        {"number": "5"},
        {"nonsense": 1},
        {"suits": 3},
        {"number": True},
        {"number": 1e9},
    ):
        assert "error" in ask("start", "spider", options=options), options


def test_lots_have_exact_weights() -> None:
    rolls = ask("legal", "backgammon", f"{OPENING} turn=white")["lot"]
    assert len(rolls) == 21 and sum(weight for _, weight in rolls) == 36
    assert ["3,1", 2] in rolls and ["2,2", 1] in rolls
    assert ask("legal", "snakes", "")["lot"] == [[str(die), 1] for die in range(1, 7)]


def test_every_listed_move_and_outcome_can_be_applied() -> None:
    for game, position in (
        ("backgammon", f"{OPENING} turn=white dice=6,5"),
        ("aeroplane", "red=-,-,12,30 yellow=-,3,40,40 turn=red die=6"),
        ("dominoes", TILES.format("2-5")),
        ("spider", ask("start", "spider", options={"number": 1})["position"]),
        ("snakes", "black=97 white=3"),
    ):
        legal = ask("legal", game, position)
        for move in legal["moves"]:
            assert ask("why", game, position, move=move) == {"legal": True}
            assert "error" not in ask("apply", game, position, move=move), (game, move)
        for outcome, _ in legal.get("lot", []):
            assert "error" not in ask("apply", game, position, outcome=outcome), (game, outcome)


def test_refusals_name_reason_and_article_in_the_language_asked_for() -> None:
    position = f"{OPENING} turn=white dice=3,1"
    german = ask("why", "backgammon", position, move="13/7", lang="de")
    english = ask("why", "backgammon", position, move="13/7", lang="en")
    assert german["legal"] is english["legal"] is False
    assert german["article"] == english["article"] != ""
    assert german["why"] != english["why"]
    refused = ask("apply", "backgammon", position, move="13/7")
    assert refused == {"error": english["why"], "article": english["article"]}


def test_apply_refuses_what_is_not_due() -> None:
    roll_due, move_due = f"{OPENING} turn=white", f"{OPENING} turn=white dice=3,1"
    over = "black=100 white=3"
    for game, position, event in (
        ("backgammon", roll_due, {"move": "8/5 6/5"}),
        ("backgammon", move_due, {"outcome": "3,1"}),
        ("backgammon", roll_due, {"outcome": "7,1"}),
        ("backgammon", move_due, {}),
        ("backgammon", move_due, {"move": "8/5 6/5", "outcome": "3,1"}),
        ("snakes", over, {"outcome": "1"}),
        ("snakes", over, {"move": "1"}),
        ("snakes", "", {"outcome": "0"}),
        ("snakes", "", {"outcome": 1}),
    ):
        assert set(ask("apply", game, position, **event)) <= {"error", "article"}, (game, position, event)
    assert "over" in ask("apply", "snakes", over, outcome="1")["error"]


def test_views_hide_and_lack() -> None:
    whole = ask("start", "dominoes", seed=1)["position"]
    view = ask("view", "dominoes", whole, side="black")["position"]
    assert "white=?*7" in view and "boneyard=?*14" in view
    assert ask("view", "dominoes", view, side="black")["position"] == view
    other = ask("view", "dominoes", whole, side="white")["position"]
    assert "black=?*7" in other
    assert ask("legal", "dominoes", other) == {"error": "hidden"}
    assert ask("play", "dominoes", other, level="medium") == {"error": "hidden"}
    assert "error" in ask("view", "dominoes", whole, side="red")
    deal = ask("start", "spider", seed=1)["position"]
    seen = ask("view", "spider", deal, side="player")["position"]
    assert "number=" not in seen and seen.count("?") >= 44


def test_players_never_look_beyond_the_view() -> None:
    whole = ask("start", "dominoes", seed=2)["position"]
    view = ask("view", "dominoes", whole, side="black")["position"]
    for what in ("play", "analyse", "value"):
        for level in ("beginner", "easy", "medium"):
            answers = [ask(what, "dominoes", text, level=level, seed=9) for text in (whole, view)]
            assert answers[0] == answers[1] and "error" not in answers[0], (what, level)


@pytest.mark.parametrize("level", ["beginner", "easy", "medium"])
@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("backgammon", f"{OPENING} turn=white dice=3,1"),
        ("aeroplane", "red=-,-,12,30 yellow=-,3,40,40 turn=red die=6"),
        ("dominoes", TILES.format("2-5")),
    ],
)
def test_analyse_rates_every_move_best_first_and_a_seed_repeats(game: str, position: str, level: str) -> None:
    moves = ask("legal", game, position)["moves"]
    first, again = (ask("analyse", game, position, level=level, seed=4) for _ in range(2))
    assert first == again
    assert sorted(rated["move"] for rated in first["moves"]) == sorted(moves)
    values = [rated["value"] for rated in first["moves"]]
    assert values == sorted(values, reverse=True)
    played = ask("play", game, position, level=level, seed=4)
    assert played == ask("play", game, position, level=level, seed=4)
    assert played["move"] in moves


def test_values_add_up() -> None:
    race = ask("value", "aeroplane", "red=-,-,12,30 yellow=-,3,40,40 turn=red", level="easy")["values"]
    assert sum(race.values()) == pytest.approx(1) and all(0 <= value <= 1 for value in race.values())
    equity = ask("value", "backgammon", f"{OPENING} turn=white", level="easy")["values"]
    assert sum(equity.values()) == pytest.approx(0) and -3 <= equity["white"] <= 3


def test_faults_are_listed_with_articles() -> None:
    assert ask("faults", "snakes", "black=47 white=3")["faults"][0]["article"] == "3.3"
    twice = ask("faults", "dominoes", TILES.format("2-6"))
    assert twice["faults"] and "2-6" in twice["faults"][0]["why"]
    assert all(fault["article"] for fault in twice["faults"])
    assert ask("faults", "snakes", "black=46 white=3") == {"faults": []}


def test_scores() -> None:
    assert ask("score", "backgammon", f"{OPENING} turn=white")["pips"] == {"white": 167, "black": 167}
    fresh = ask("score", "spider", ask("start", "spider", seed=1)["position"])
    assert fresh["points"] == sum(fresh["parts"].values())
    assert set(fresh["parts"]) == {"turned", "columns", "pairs", "runs", "bonus"}


def test_spider_is_solved() -> None:
    deal = ask("start", "spider", options={"number": 7, "suits": 1})["position"]
    found = ask("solve", "spider", deal)
    assert found["status"] == "solved" and found["nodes"] > 0 and found["ms"] > 0
    position = deal
    for move in found["line"]:
        after = ask("apply", "spider", position, move=move)
        position = after["position"]
    assert after["result"]["kind"] == "won"
    dead = "columns=-2S,3S///////// stock=4S,4S,4S,4S,5S,5S,5S,5S,6S,6S home= suits=1"
    assert ask("solve", "spider", dead)["status"] == "unsolvable"
    assert ask("solve", "spider", deal, limit={"nodes": 1})["status"] == "unknown"
    assert "above 0" in ask("solve", "spider", deal, limit={"ms": 0})["error"]
    assert ask("solve", "spider", ask("view", "spider", deal, side="player")["position"]) == {
        "error": "hidden"
    }
    assert "nothing to solve" in ask("solve", "snakes", "black=0 white=0 turn=black")["error"]


BAD_LINES = [
    b"",
    b" ",
    b"no json",
    b"\xff\xfe{}",
    b'{"id": 1',
    b"[]",
    b"null",
    b'"text"',
    b"{}",
    b'{"ask": "legal"}',
    b'{"ask": 5}',
    b'{"ask": "legal", "game": 5, "position": ""}',
    b'{"ask": "legal", "game": "chess", "position": ""}',
    b'{"ask": "legal", "game": "../snakes", "position": ""}',
    b'{"ask": "legal", "game": "snakes"}',
    b'{"ask": "legal", "game": "snakes", "position": null}',
    b'{"ask": "legal", "game": "snakes", "position": ["black=1"]}',
    b'{"ask": "legal", "game": "snakes", "position": "black=1\\u0000"}',
    b'{"ask": "legal", "game": "snakes", "position": "black=1\x00"}',
    b'{"ask": "legal", "game": "snakes", "position": "black=\\ud800"}',
    b'{"ask": "legal", "game": "snakes", "position": "black=1", "positon": "black=2"}',
    b'{"ask": "legal", "ask": "games", "game": "snakes", "position": ""}',
    b'{"ask": "why", "game": "snakes", "position": "", "move": 1}',
    b'{"ask": "value", "game": "snakes", "position": "", "limit": {"ms": NaN}}',
    b'{"ask": "value", "game": "snakes", "position": "", "limit": {"ms": Infinity}}',
    b'{"ask": "value", "game": "snakes", "position": "", "limit": {"ms": 1e999}}',
    b'{"ask": "value", "game": "snakes", "position": "", "limit": {"ms": -1}}',
    b'{"ask": "value", "game": "snakes", "position": "", "limit": {"ms": true}}',
    b'{"ask": "value", "game": "snakes", "position": "", "limit": {"ms": 1, "nodes": 1}}',
    b'{"ask": "value", "game": "snakes", "position": "", "level": "grandmaster"}',
    b'{"ask": "value", "game": "snakes", "position": "", "level": null}',
    b'{"ask": "start", "game": "snakes", "seed": 1.5}',
    b'{"ask": "start", "game": "snakes", "options": []}',
    b'{"ask": "start", "game": "snakes", "seed": 1' + b"0" * 5000 + b"}",
    b'{"ask": "why", "game": "snakes", "position": "", "move": "1", "lang": "fr"}',
    b'{"ask": "play", "game": "snakes", "position": "", "level": "best"}',
    b'{"ask": "play", "game": "aeroplane", "position": "red=-,-,-,- yellow=-,-,-,- turn=red"}',
    b'{"ask": "play", "game": "spider", "position": "", "level": "best"}',
    b"[" * 60_000,
    b'{"ask": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    b'{"ask": "legal", "game": "snakes", "position": "' + b"x" * 60_000 + b'"}',
    b"x" * (MAX_LINE + 1),
    b"x" * 10_000_000,
    b'{"ask": "legal", "game": "snakes", "position": "black=' + "５".encode() + b'"}',
]


def test_bad_lines_are_answered_and_the_process_goes_on() -> None:
    good = {"id": "after", "ask": "legal", "game": "snakes", "position": ""}
    lines: list[Any] = [line for bad in BAD_LINES for line in (bad, good)]
    answers = engine(*lines)
    for bad, found, after in zip(BAD_LINES, answers[::2], answers[1::2], strict=True):
        assert found.get("error"), bad[:80]
        assert "fault here" not in found["error"], (bad[:80], found)
        assert len(found["error"]) < 600
        assert after["id"] == "after" and after["actor"] == "chance"


def test_the_id_comes_back_with_refusals_too() -> None:
    given: list[Any] = ["text", 0, -5, 10**18, None, "ä😀", "\ud83d", "x" * 200]
    answers = engine(*({"id": number, "ask": "nonsense"} for number in given))
    for number, found in zip(given, answers, strict=True):
        assert found["error"] and found["id"] == number
    for bad in ([1], {"a": 1}, 1.5, True, "x" * 201):
        (found,) = engine({"id": bad, "ask": "games"})
        assert found["error"] and "id" not in found


def test_a_last_line_without_an_end_and_windows_ends_are_answered() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "plyyard.cli.main", "engine"],
        input=b'{"id":1,"ask":"legal","game":"snakes","position":""}\r\n{"id":2,"ask":"solve","game":"spider","position":""}',
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]


def test_answers_come_line_by_line() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "plyyard.cli.main", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout
        for number in range(3):  # each answer is read before the next question is sent
            process.stdin.write(
                json.dumps({"id": number, "ask": "legal", "game": "snakes", "position": ""}).encode() + b"\n"
            )
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(20) == 0


def test_every_ask_refuses_missing_and_unknown_keys() -> None:
    for name, (_, keys) in ASKS.items():
        assert "error" in answer({"ask": name, "surplus": 1})
        if keys:
            assert "error" in answer({"ask": name})

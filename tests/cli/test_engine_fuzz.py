"""Whatever is sent, the engine answers with an answer or a refusal of ours, never with a fault."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plyyard.cli.protocol.lines import respond

POSITIONS = {
    "snakes": ["black=79 white=99 turn=black", "black=100 white=3"],
    "aeroplane": [
        "red=-,-,12,56 yellow=-,3,40,40 turn=red sixes=1 die=6",
        "red=-,-,-,- yellow=-,-,-,- turn=yellow",
    ],
    "backgammon": [
        "4HPwATDgc/ABMA turn=white dice=3,1",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:53:1:2:1:3:10",
    ],
    "dominoes": [
        "line=2-6,6-5 black=0-0,1-2,1-3,2-5,3-3,4-4 white=?*6 boneyard=?*14 turn=black",
        "line=6-6,6-1 black=0-0,2-3 white=5-5,4-4 boneyard=0-1 turn=black log=b6-6,w1-6r",
    ],
    "spider": [
        "columns=-9H,-3S,KD,QD/-4C,5C/////6H/7H/8H/9H/TH stock= home=S,H rule=relaxed1 runs=manual suits=4",
        "columns=-?,KD/QD/JD/TD/9D/8D/7D/6D/5D/4D stock=?*50 home=",
    ],
}
MOVES = ["8/5 6/5", "bar/22*", "13/7/3", "base", "12", "2-5>l", "1-6", "3>7:4", "deal", "remove 3", "", "1"]
OUTCOMES = ["1", "6", "3,1", "1,3", "0-5", "7", ""]
PIECES = st.sampled_from(
    ["=", ",", "/", "-", "?", "*", " ", "\t", "\x00", "ä", "٣", "9" * 30, "turn=red", "0", "7", "-1"]
)


@st.composite
def spoilt(draw: st.DrawFn, texts: list[str]) -> str:
    """One of the texts after some cuts, insertions and swaps of pieces."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        stop = min(len(text), start + draw(st.integers(0, 4)))
        text = text[:start] + draw(PIECES | st.just("") | st.text(max_size=3)) + text[stop:]
    return text


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def check(line: bytes) -> dict[str, Any]:
    answered = respond(line)
    json.dumps(answered, allow_nan=False)
    assert "fault here" not in str(answered.get("error", "")), (line, answered)
    return answered


@pytest.mark.parametrize("game", POSITIONS)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(chosen=st.data())
def test_spoilt_positions_moves_and_outcomes(game: str, chosen: st.DataObject) -> None:
    position = chosen.draw(spoilt(POSITIONS[game]))
    asks = ["legal", "faults", "score", "view", "apply", "why"]
    line: dict[str, Any] = {"ask": chosen.draw(st.sampled_from(asks)), "game": game, "position": position}
    if line["ask"] == "view":
        line["side"] = chosen.draw(st.sampled_from(["black", "white", "red", "player", ""]))
    if line["ask"] == "why" or (line["ask"] == "apply" and chosen.draw(st.booleans())):
        line["move"] = chosen.draw(spoilt(MOVES))
    elif line["ask"] == "apply":
        line["outcome"] = chosen.draw(spoilt(OUTCOMES))
    answered = check(json.dumps(line).encode())
    if line["ask"] == "legal" and "position" in answered:  # what is written can be read, and is canonical
        again = check(json.dumps(line | {"position": answered["position"]}).encode())
        assert again["position"] == answered["position"]


@settings(max_examples=200, deadline=None)
@given(
    line=st.dictionaries(
        st.sampled_from(["id", "ask", "game", "position", "options", "seed", "lang", "limit"]), ANYTHING
    )
)
def test_objects_of_any_types(line: dict[str, Any]) -> None:
    assert "error" in check(json.dumps(line).encode("utf-8", "surrogatepass"))


@settings(max_examples=200, deadline=None)
@given(line=st.binary(max_size=60))
def test_any_bytes(line: bytes) -> None:
    assert "error" in check(line)


@settings(max_examples=60, deadline=None)
@given(
    options=st.dictionaries(
        st.sampled_from(["number", "suits", "layout", "rule", "runs", "hands", "x"]), ANYTHING
    )
)
def test_options_of_any_types(options: dict[str, Any]) -> None:
    for game in ("spider", "dominoes"):
        check(json.dumps({"ask": "start", "game": game, "options": options}).encode())

"""Records: what is not a record is refused in one sentence, whatever it is."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyyard.core import record
from plyyard.core.errors import BadRecord, PlyError, UnknownGame
from plyyard.core.record import Entry, Outcome, Player, Record
from plyyard.core.words import words

SNAKES: dict[str, Any] = {
    "plyyard": 1,
    "game": "snakes",
    "rules": "1.0",
    "start": "black=79 white=99 turn=black",
    "result": {"winner": "black", "kind": "finished", "points": 1},
    "events": [{"seq": 1, "kind": "rolled", "outcome": "1", "effects": ["ladder"]}],
}


def changed(**fields: Any) -> bytes:
    return json.dumps({**SNAKES, **fields}).encode()


def event(**fields: Any) -> dict[str, Any]:
    return {**SNAKES["events"][0], **fields}


def replay(text: bytes) -> list[record.Frame]:
    return list(record.replay(record.decode(text)))


def test_a_record_replays_without_a_seed() -> None:
    frames = replay(changed())
    assert [frame.after.state.squares for frame in frames] == [(79, 99), (100, 99)]
    assert record.decode(record.encode(record.decode(changed()))) == record.decode(changed())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "This is not a record"),
        (b"[]", "This is not a record"),
        (b"{}", "This is not a record"),
        (b'{"plyyard": 1}', "This is not a record"),
        (b"\xff\xfe{\x00", "not UTF-8"),
        ('{"plyyard": 1}'.encode("utf-16"), "not UTF-8"),
        (b"\x00" * 50, "This is not a record"),
        (b"[" * 1_000_000, "This is not a record"),
        (b'{"plyyard":1,"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
        (b" " * 10_000_000, "larger than"),
        (changed(plyyard=2), "newer version"),
        (changed(plyyard=10**30), "newer version"),
        (changed(events=[event(seq=n) for n in range(10_001)]), "at most 10000 events"),
    ],
)
def test_what_is_no_record_is_refused(text: bytes, said: str) -> None:
    with pytest.raises(BadRecord) as refused:
        record.decode(text)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert words("de").say(refused.value.why)


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"rules": "0.9"}, "rules"),
        ({"start": "black=1"}, "start"),
        ({"options": {"x": 1}, "start": None}, "start"),
        ({"result": None}, "result"),
        ({"result": {"winner": "white", "kind": "finished"}}, "result"),
        ({"events": []}, "result"),
        ({"events": [event(seq=2)]}, "events[0]"),
        ({"events": [event(outcome="7")]}, "events[0]"),
        ({"events": [event(outcome="2")]}, "events[0]"),
        ({"events": [event(effects=[])]}, "events[0]"),
        ({"events": [event(kind="moved", by="black", move="x")]}, "events[0]"),
        ({"events": [event(), event(seq=2)]}, "events[1]"),
        ({"events": [event(), event(seq=2, kind="taken back", to=2)]}, "events[1]"),
    ],
)
def test_what_does_not_replay_names_its_place(fields: dict[str, Any], place: str) -> None:
    with pytest.raises(BadRecord) as refused:
        replay(changed(**fields))
    assert refused.value.place == place
    assert words("de").say(refused.value.why)


def test_taking_back_goes_to_an_earlier_state() -> None:
    events = [event(), {"seq": 2, "kind": "taken back", "to": 0}, event(seq=3)]
    states = [frame.after.state.squares for frame in replay(changed(events=events))]
    assert states == [(79, 99), (100, 99), (79, 99), (100, 99)]


def test_events_of_the_room_change_nothing() -> None:
    events = [{"seq": 1, "kind": "resigned", "by": "black"}]
    frames = replay(changed(events=events, result={"winner": "white", "kind": "resigned"}))
    assert frames[-1].event is None
    assert frames[-1].after.state.squares == (79, 99)


def test_an_unknown_game_is_named() -> None:
    with pytest.raises((BadRecord, UnknownGame)) as refused:
        replay(changed(game="chess"))
    assert "chess" in str(refused.value)


@settings(max_examples=150, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
        max_leaves=6,
    ),
    st.sampled_from([*SNAKES, "options", "players", "kind", "started"]),
)
def test_strange_fields_are_refused_or_replay(value: Any, field: str) -> None:
    try:
        replay(msgspec.json.encode({**SNAKES, field: value}))
    except PlyError as refusal:
        assert words("de").say(refusal.why)


@pytest.mark.parametrize(
    ("by", "kind", "winner", "points"),
    [("black", "resigned", "white", 1), ("black", "claimed", "black", 1), ("white", "agreed draw", None, 0)],
)
def test_a_result_by_persons_is_the_one_their_acts_lead_to(
    by: str, kind: str, winner: str | None, points: int
) -> None:
    def written(outcome: Outcome) -> bytes:
        events = [Entry(1, "started"), Entry(2, kind, by), Entry(3, "over", result=outcome)]
        players = {"black": Player(), "white": Player()}
        return record.encode(Record(1, "snakes", "1.0", players=players, result=outcome, events=events))

    assert list(replay(written(Outcome(winner, kind, points))))
    for other in {"black", "white", None} - {winner}:
        with pytest.raises(BadRecord):
            list(replay(written(Outcome(other, kind, points))))

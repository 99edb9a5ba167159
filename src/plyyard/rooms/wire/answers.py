"""What a room answers and tells: its state, events, refusals, answers to queries."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from plyyard.rooms.wire.parts import (
    BookmarkOut,
    Can,
    ClockOut,
    DiceOut,
    LogLine,
    OfferOut,
    PlayerOut,
    PresenceOut,
    ResultOut,
    RunnerOut,
    SceneOut,
    StepOut,
    Watcher,
)

PROTO = "py1"


class _Now(msgspec.Struct):
    """What holds now, as the viewer may see it: part of ``hello`` and of each event."""

    position: str  # as its receiver may see it
    actor: str | None  # who acts: a side, `chance`, or null after the end
    turn: str | None  # the side that moves or rolls
    legal: list[str]  # your moves; empty when it is not your turn
    can: Can
    curtain: bool  # at one screen: the hands are covered
    status: str  # in words: whose turn, what is awaited, or the result
    steps: list[StepOut]  # first picks of your moves
    clock: ClockOut | None
    offers: dict[str, OfferOut]  # open ones: `draw`, `back` or `again`
    moves: int  # how many hold
    spent: int  # milliseconds played up to the last event


class State(_Now, kw_only=True, tag_field="t", tag="hello"):
    """``GET /api/rooms/{room}`` and the first frame. ``describe``: the whole position in sentences."""

    proto: str = PROTO
    room: str
    game: str
    rules: str  # their version
    kind: str
    you: str | None  # your seat; null: you look on
    head: int  # seq of the last event
    options: dict[str, Any]
    practice: bool  # a turn was taken back by agreement
    undo_price: int  # what taking back has cost (Spider)
    presence: dict[str, PresenceOut] = {}  # by seat
    watchers: int = 0  # how many look on
    watching: list[Watcher] = []  # for the maker of the room
    race: dict[str, RunnerOut] | UnsetType = UNSET  # by seat
    dice: DiceOut | None = None
    bookmarks: list[BookmarkOut] | UnsetType = UNSET  # of a game that one person plays, for that person
    now: int  # the server's clock
    ts: int  # when the last event was committed
    result: ResultOut | None  # null while it goes on
    players: dict[str, PlayerOut]  # by seat
    log: list[LogLine]  # the move list after `since`
    describe: list[str]
    scene: SceneOut | UnsetType = UNSET


class Event(_Now, kw_only=True, tag_field="t", tag="event"):
    """One committed event as its receiver may see it. ``id`` only for the one who sent the command."""

    seq: int
    id: str | UnsetType = UNSET
    kind: str  # see the list of kinds
    by: str | None  # the seat that did it
    move: str | UnsetType = UNSET  # moved
    outcome: str | UnsetType = UNSET  # rolled
    to: int | UnsetType = UNSET  # taken back: the seq that holds again
    effects: list[str]  # what followed by the rules
    result: ResultOut | UnsetType = UNSET  # over
    room: str | UnsetType = UNSET  # again: the new room
    name: str | UnsetType = UNSET  # joined: who; sent out: the watcher's handle
    what: str | UnsetType = UNSET  # of an offer: `draw`, `back` or `again`
    n: int | UnsetType = UNSET  # greeted: which greeting
    draw: int | UnsetType = UNSET  # dice/1: number of this draw
    hash: str | UnsetType = UNSET  # a commitment of dice/1
    seed: str | UnsetType = UNSET  # a seed of dice/1
    players: dict[str, PlayerOut] | UnsetType = UNSET  # joined: who sits where now
    race: dict[str, RunnerOut] | UnsetType = UNSET
    bookmarks: list[BookmarkOut] | UnsetType = UNSET  # bookmarked, bookmark removed
    practice: bool
    undo_price: int
    ts: int  # when it was committed
    text: str  # notation for the move list
    say: str  # full announcement
    brief: str  # short announcement
    describe: list[str]
    scene: SceneOut | UnsetType = UNSET


class Hidden(msgspec.Struct, tag_field="t", tag="event"):
    """An event that its receiver may not see, of another's board in a race; ``race``: how far all are since."""

    seq: int
    ts: int
    kind: Literal["hidden"] = "hidden"
    clock: ClockOut | None = None
    race: dict[str, RunnerOut] | UnsetType = UNSET


class PresenceFrame(msgspec.Struct, tag_field="t", tag="presence"):
    presence: dict[str, PresenceOut]  # by seat
    watchers: int  # how many look on
    watching: list[Watcher]  # for the maker of the room
    claim: bool  # whether its receiver may claim now
    now: int  # the server's clock


class Refused(msgspec.Struct, tag_field="t", tag="refused", omit_defaults=True):
    id: str | None  # null: it could not be read
    code: str  # see the list of codes
    head: int  # seq of the last event
    why: str = ""  # in words
    article: str | None = None  # of the game's rules
    marks: list[str] = []  # ids of sprites and slots that stand against it


class StepsOut(msgspec.Struct, tag_field="t", tag="steps"):
    """Answer to ``steps``: the next picks, and the picture after the picks so far (whole)."""

    id: str
    next: list[StepOut]
    scene: SceneOut | UnsetType = UNSET


class WhyOut(msgspec.Struct, tag_field="t", tag="why", omit_defaults=True):
    id: str
    legal: bool
    why: str  # empty if it is legal
    article: str | None
    marks: list[str] = []  # ids of sprites and slots that stand against it


class Pong(msgspec.Struct, tag_field="t", tag="pong"):
    id: str = ""

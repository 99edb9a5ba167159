"""The frames of ``py1`` as structs: what a client may send, what a room answers. WIRE.md is the contract; this only grows."""

from __future__ import annotations

import msgspec

from plyyard.rooms.wire.answers import (
    PROTO,
    Event,
    Hidden,
    Pong,
    PresenceFrame,
    Refused,
    State,
    StepsOut,
    WhyOut,
)
from plyyard.rooms.wire.bounds import MAX_FRAME, MAX_ID, Id, MoveText, Pick, Seq, Thing
from plyyard.rooms.wire.calls import (
    Advice,
    ClockOrder,
    Created,
    CreateRoom,
    Joined,
    JoinRoom,
    Opponent,
    ShowLine,
    Summary,
)
from plyyard.rooms.wire.commands import (
    Again,
    Back,
    Claim,
    Commit,
    Draw,
    Greet,
    Mark,
    Move,
    Open,
    Out,
    Ping,
    Ready,
    Resign,
    Roll,
    Steps,
    Why,
)
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

Command = Roll | Move | Resign | Draw | Back | Again | Ready | Claim | Greet | Commit | Open | Out | Mark
Query = Steps | Why | Ping
Incoming = Command | Query
Answer = Event | Hidden | Refused | State | StepsOut | WhyOut | Pong | PresenceFrame

DECODER = msgspec.json.Decoder(Incoming)
ENCODER = msgspec.json.Encoder()

__all__ = [
    "DECODER",
    "ENCODER",
    "MAX_FRAME",
    "MAX_ID",
    "PROTO",
    "Advice",
    "Again",
    "Answer",
    "Back",
    "BookmarkOut",
    "Can",
    "Claim",
    "ClockOrder",
    "ClockOut",
    "Command",
    "Commit",
    "CreateRoom",
    "Created",
    "DiceOut",
    "Draw",
    "Event",
    "Greet",
    "Hidden",
    "Id",
    "Incoming",
    "JoinRoom",
    "Joined",
    "LogLine",
    "Mark",
    "Move",
    "MoveText",
    "OfferOut",
    "Open",
    "Opponent",
    "Out",
    "Pick",
    "Ping",
    "PlayerOut",
    "Pong",
    "PresenceFrame",
    "PresenceOut",
    "Query",
    "Ready",
    "Refused",
    "Resign",
    "ResultOut",
    "Roll",
    "RunnerOut",
    "SceneOut",
    "Seq",
    "ShowLine",
    "State",
    "StepOut",
    "Steps",
    "StepsOut",
    "Summary",
    "Thing",
    "Watcher",
    "Why",
    "WhyOut",
]

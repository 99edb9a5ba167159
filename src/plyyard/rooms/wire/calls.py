"""What calls over HTTP take and give beside frames: rooms made, joined and listed, advice."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from plyyard.rooms.wire.bounds import Seq
from plyyard.rooms.wire.parts import PlayerOut


class Opponent(msgspec.Struct):
    level: Annotated[str, Meta(max_length=20)]  # see `GET /api/games`


class ClockOrder(msgspec.Struct, omit_defaults=True):
    """Seconds: ``initial`` and ``increment`` (a game), or ``per_move``."""

    initial: Annotated[int, Meta(ge=1, le=604_800)] | None = None
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0
    per_move: Annotated[int, Meta(ge=1, le=2_592_000)] | None = None


class CreateRoom(msgspec.Struct):
    """``POST /api/rooms``. ``position``: start from this position instead of the options. ``seats``: of a race, 2 to 4.

    ``dice``: whether this seat sends its own commitment or lets the server make its seed. ``listed``: shown in the lobby.
    ``watch``: whether others than the players may look on.
    """

    game: Annotated[str, Meta(max_length=40)]  # see `GET /api/games`
    kind: Literal["local", "computer", "live", "correspondence", "race"]
    options: dict[str, Any] = {}  # see `GET /api/games`
    seat: Annotated[str, Meta(max_length=20)] | None = None  # a side, or `lot`; left out: the one that begins
    opponent: Opponent | None = None  # kind computer only
    position: Annotated[str, Meta(max_length=4000)] | None = None
    clock: ClockOrder | None = None
    listed: bool = False
    watch: bool = True
    dice: Literal["server", "own"] = "server"
    seats: Annotated[int, Meta(ge=2, le=4)] = 2


class Created(msgspec.Struct, omit_defaults=True):
    """``invite`` and ``code`` only for rooms that others join."""

    room: str
    url: str  # of its page
    seat: str | None  # yours
    invite: str | None = None  # a secret token; whoever has it may join
    code: str | None = None  # a short code, easy to say aloud


class JoinRoom(msgspec.Struct):
    """``POST /api/rooms/{room}/join``: by the invitation's token or by its short code; a listed room needs neither."""

    invite: Annotated[str, Meta(max_length=40)] | None = None
    code: Annotated[str, Meta(max_length=10)] | None = None
    dice: Literal["server", "own"] = "server"


class Joined(msgspec.Struct):
    seat: str  # yours
    room: str


class Advice(msgspec.Struct, omit_defaults=True):
    """``GET /api/rooms/{room}/advice``: what was asked, in words and for programs.

    ``hint``: a move for the asker, from what he sees alone. ``outlook``: whether a game that is played alone can still be won,
    all cards open: ``yes`` (in so many moves), ``no`` (proved) or ``unknown`` (not found within a few seconds).
    ``hindsight``, after the end: whether the deal could be won, and after which events no win was found any more while there
    was one before.
    """

    about: Literal["hint", "outlook", "hindsight"]
    says: str
    reasons: list[str] = []  # of a hint, the weightiest first
    move: str | None = None  # of a hint
    picked: str = ""  # id of a sprite or slot
    target: str = ""
    answer: Literal["yes", "no", "unknown"] | None = None
    moves: int | None = None  # of the line that was found
    lost: list[int] = []  # events that threw a win away


class ShowLine(msgspec.Struct):
    """``POST /api/rooms/{room}/line``: after the end, a finished game that goes on from event ``at`` to a win."""

    at: Seq = 0


class Summary(msgspec.Struct):
    """A room in a list."""

    room: str
    game: str
    kind: str
    over: bool
    updated: int  # when the last event was
    head: int  # seq of the last event
    players: dict[str, PlayerOut]  # by seat
    turn: str | None = None  # whose turn it is
    begun: bool = True  # false: a seat is free
    clock: ClockOrder | None = None
    code: str | None = None  # an open listed room can be joined by it
    yours: list[str] = []  # the seats of whoever asks
    here: bool = False  # in the lobby: somebody who plays is connected

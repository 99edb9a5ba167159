"""The frames of ``py1`` as structs: what a client may send, what a room answers. WIRE.md is the contract; this only grows."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from plyyard.core.scene import Fact, Slot, Sprite

PROTO = "py1"
MAX_FRAME = 8192
MAX_ID = 40

Id = Annotated[str, Meta(min_length=1, max_length=MAX_ID, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
Seq = Annotated[int, Meta(ge=0, le=1_000_000)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
Thing = Annotated[str, Meta(max_length=80)]
Pick = Annotated[str, Meta(min_length=1, max_length=80)]


# ---- client → server ----


class Roll(msgspec.Struct, tag_field="t", tag="roll"):
    """Roll the dice, or draw one domino."""

    id: Id
    on: Seq


class Move(msgspec.Struct, tag_field="t", tag="move"):
    id: Id
    on: Seq
    move: MoveText


class Resign(msgspec.Struct, tag_field="t", tag="resign"):
    id: Id


class Draw(msgspec.Struct, tag_field="t", tag="draw"):
    """A draw by agreement. At one screen ``offer`` is agreed at once: both sit there."""

    id: Id
    do: Literal["offer", "accept", "decline"]


class Back(msgspec.Struct, tag_field="t", tag="back"):
    """Take back: ``take`` as far as the rules allow without asking; ``redo`` plays again what was taken back last.

    ``to``: the seq that shall hold again (left out: one choice back). ``whole``: at one screen, by agreement, also across
    chance; the game is then marked as practice.
    """

    id: Id
    do: Literal["ask", "accept", "decline", "take", "redo"]
    to: Seq | None = None
    whole: bool = False


class Again(msgspec.Struct, tag_field="t", tag="again"):
    """A new game: with sides swapped, or (``restart``) the same once more; a running one is kept as abandoned."""

    id: Id
    do: Literal["swap", "restart"] = "swap"


class Ready(msgspec.Struct, tag_field="t", tag="ready"):
    """At one screen with hidden hands: the person whose turn it is says that nobody else is looking."""

    id: Id


class Steps(msgspec.Struct, tag_field="t", tag="steps"):
    """Query: what can be picked after these picks. No event, no state."""

    id: Id
    on: Seq
    taken: Annotated[list[Pick], Meta(max_length=8)] = []


class Why(msgspec.Struct, tag_field="t", tag="why"):
    """Query: why a move is not legal: a written one, or (without ``move``) what was tried on the board.

    ``picked`` and ``target``: ids of sprites or slots; ``taken``: the picks before.
    """

    id: Id
    move: MoveText | None = None
    picked: Thing = ""
    target: Thing = ""
    taken: Annotated[list[Pick], Meta(max_length=8)] = []


class Ping(msgspec.Struct, tag_field="t", tag="ping"):
    id: str = ""


Command = Roll | Move | Resign | Draw | Back | Again | Ready
Query = Steps | Why | Ping
Incoming = Command | Query


# ---- server → client ----


class StepOut(msgspec.Struct):
    text: str
    picked: str
    target: str
    label: str
    move: str | None


class SceneOut(msgspec.Struct, omit_defaults=True):
    """Whole with the first frame (``order`` names all sprites in drawing order); afterwards what changed.

    ``sprites``: new or changed ones; ``gone``: ids that left; ``order`` only where the drawing order changed;
    ``slots``, ``facts`` and ``background`` only where they changed.
    """

    sprites: list[Sprite]
    gone: list[str] = []
    order: list[str] | None = None
    slots: tuple[Slot, ...] | None = None
    facts: tuple[Fact, ...] | None = None
    background: str | None = None
    width: float = 0
    height: float = 0


class ResultOut(msgspec.Struct):
    winner: str | None
    kind: str
    points: int


class PlayerOut(msgspec.Struct):
    kind: Literal["person", "computer", "open"]
    name: str
    level: str


class LogLine(msgspec.Struct):
    """One line of the move list. ``text``: notation (empty for a room's own events); ``say``: in words."""

    seq: int
    kind: str
    by: str | None
    text: str
    say: str


class Can(msgspec.Struct):
    """What the viewer may do now, for buttons."""

    roll: bool = False
    roll_label: str = ""
    move: bool = False
    take: bool = False
    redo: bool = False
    whole: bool = False
    resign: bool = False
    draw: bool = False
    restart: bool = False
    swap: bool = False
    ready: bool = False


class _Now(msgspec.Struct):
    """What holds now, as the viewer may see it: part of ``hello`` and of each event."""

    position: str
    actor: str | None
    turn: str | None
    legal: list[str]
    can: Can
    curtain: bool
    status: str  # in words: whose turn, what is awaited, or the result
    steps: list[StepOut]


class State(_Now, kw_only=True, tag_field="t", tag="hello"):
    """``GET /api/rooms/{room}`` and the first frame. ``describe``: the whole position in sentences."""

    proto: str = PROTO
    room: str
    game: str
    rules: str
    kind: str
    you: str | None
    head: int
    options: dict[str, Any]
    practice: bool
    undo_price: int
    clock: None = None
    offers: dict[str, Any] = {}
    presence: dict[str, Any] = {}
    result: ResultOut | None
    players: dict[str, PlayerOut]
    log: list[LogLine]
    describe: list[str]
    scene: SceneOut | UnsetType = UNSET


class Event(_Now, kw_only=True, tag_field="t", tag="event"):
    """One committed event as its receiver may see it. ``id`` only for the one who sent the command."""

    seq: int
    id: str | UnsetType = UNSET
    kind: str
    by: str | None
    move: str | UnsetType = UNSET
    outcome: str | UnsetType = UNSET
    to: int | UnsetType = UNSET
    effects: list[str]
    result: ResultOut | UnsetType = UNSET
    room: str | UnsetType = UNSET  # again: the new room
    practice: bool
    undo_price: int
    ts: int
    text: str  # notation for the move list
    say: str  # full announcement
    brief: str  # short announcement
    describe: list[str]
    scene: SceneOut | UnsetType = UNSET


class Refused(msgspec.Struct, tag_field="t", tag="refused", omit_defaults=True):
    id: str | None
    code: str
    head: int
    why: str = ""
    article: str | None = None


class StepsOut(msgspec.Struct, tag_field="t", tag="steps"):
    """Answer to ``steps``: the next picks, and the picture after the picks so far (whole)."""

    id: str
    next: list[StepOut]
    scene: SceneOut | UnsetType = UNSET


class WhyOut(msgspec.Struct, tag_field="t", tag="why"):
    id: str
    legal: bool
    why: str
    article: str | None


class Pong(msgspec.Struct, tag_field="t", tag="pong"):
    id: str = ""


Answer = Event | Refused | State | StepsOut | WhyOut | Pong


# ---- HTTP ----


class Opponent(msgspec.Struct):
    level: Annotated[str, Meta(max_length=20)]


class CreateRoom(msgspec.Struct):
    """``POST /api/rooms``. ``position``: start from this position instead of the options."""

    game: Annotated[str, Meta(max_length=40)]
    kind: Literal["local", "computer"]
    options: dict[str, Any] = {}
    seat: Annotated[str, Meta(max_length=20)] | None = None
    opponent: Opponent | None = None
    position: Annotated[str, Meta(max_length=4000)] | None = None


class Created(msgspec.Struct):
    room: str
    url: str
    seat: str | None


class Summary(msgspec.Struct):
    """A room in a list."""

    room: str
    game: str
    kind: str
    over: bool
    updated: int
    head: int
    players: dict[str, PlayerOut]


DECODER = msgspec.json.Decoder(Incoming)
ENCODER = msgspec.json.Encoder()

"""The frames of ``py1`` as structs: what a client may send, what a room answers. WIRE.md is the contract; this only grows."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from plyyard.core.scene import Fact, Part, Slot, Sprite

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

    id: Id  # yours, never used before in this room
    on: Seq  # the head that you saw


class Move(msgspec.Struct, tag_field="t", tag="move"):
    id: Id
    on: Seq
    move: MoveText  # in the game's notation, one of `legal`


class Resign(msgspec.Struct, tag_field="t", tag="resign"):
    id: Id


class Draw(msgspec.Struct, tag_field="t", tag="draw"):
    """A draw by agreement. At one screen ``offer`` is agreed at once: both sit there. Else the other side accepts or
    declines, or lets the offer lapse by its next act; it may be repeated after one's own next act."""

    id: Id
    do: Literal["offer", "accept", "decline"]


class Back(msgspec.Struct, tag_field="t", tag="back"):
    """Take back: ``take`` as far as the rules allow without asking; ``redo`` plays again what was taken back last.

    Online ``ask``; the other side answers ``accept`` or ``decline``, or lets it lapse by its next act.
    ``to``: the seq that shall hold again (left out: one choice back); where nothing was left to chance (Spider) any event, also
    one that was taken back since. ``whole``: at one screen, by agreement, also across
    chance; the game is then marked as practice.
    """

    id: Id
    do: Literal["ask", "accept", "decline", "take", "redo"]
    to: Seq | None = None
    whole: bool = False


class Again(msgspec.Struct, tag_field="t", tag="again"):
    """A new game: with sides swapped, or (``restart``) the same once more; a running one is kept as abandoned.

    Online only after the end, and once both have asked; the first request is ``offered``, the second ``again`` with the new room.
    """

    id: Id
    do: Literal["swap", "restart"] = "swap"


class Claim(msgspec.Struct, tag_field="t", tag="claim"):
    """After the other's absence: the win, a draw, or to wait once more."""

    id: Id
    do: Literal["win", "draw", "wait"]


class Greet(msgspec.Struct, tag_field="t", tag="greet"):
    """One of the fixed greetings, from 1; everyone reads it in the own language."""

    id: Id
    n: Annotated[int, Meta(ge=1, le=100)]


class Commit(msgspec.Struct, tag_field="t", tag="commit"):
    """dice/1: the hash of this seat's seed, 64 hexadecimal digits (docs/fair-dice.md)."""

    id: Id
    hash: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]


class Open(msgspec.Struct, tag_field="t", tag="open"):
    """dice/1: this seat's seed, 64 hexadecimal digits, once all have committed."""

    id: Id
    seed: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]


class Out(msgspec.Struct, tag_field="t", tag="out"):
    """The maker of the room sends a watcher out. ``who``: the handle in ``watching``."""

    id: Id
    who: Annotated[str, Meta(min_length=1, max_length=20)]


class Ready(msgspec.Struct, tag_field="t", tag="ready"):
    """At one screen with hidden hands: the person whose turn it is says that nobody else is looking."""

    id: Id


class Mark(msgspec.Struct, tag_field="t", tag="mark"):
    """A bookmark of a game that one person plays: ``set`` one (``to``: the event after which it stands; left out: the last),
    ``rename`` or ``remove`` the one with number ``n``. ``back`` with its ``to`` goes there.
    """

    id: Id
    do: Literal["set", "rename", "remove"]
    name: Annotated[str, Meta(max_length=200)] = ""  # 1 to 40 characters once it is cleaned
    n: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    to: Seq | None = None


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


Command = Roll | Move | Resign | Draw | Back | Again | Ready | Claim | Greet | Commit | Open | Out | Mark
Query = Steps | Why | Ping
Incoming = Command | Query


# ---- server → client ----


class StepOut(msgspec.Struct, omit_defaults=True):
    text: str  # goes into `taken`
    picked: str  # id of a sprite or slot
    target: str  # where it goes; empty: no second pick
    label: str  # in words
    move: str | None  # the move, where this step completes one
    best: bool = False  # a quick move of this piece goes there


class SceneOut(msgspec.Struct, omit_defaults=True):
    """Whole with the first frame (``order`` names all sprites in drawing order); afterwards what changed.

    ``sprites``: new or changed ones; ``gone``: ids that left; ``order`` only where the drawing order changed;
    ``slots``, ``facts``, ``parts`` and ``background`` only where they changed.
    """

    sprites: list[Sprite]
    gone: list[str] = []
    order: list[str] | None = None
    slots: tuple[Slot, ...] | None = None
    facts: tuple[Fact, ...] | None = None
    parts: tuple[Part, ...] | None = None
    background: str | None = None
    width: float = 0
    height: float = 0


class ResultOut(msgspec.Struct):
    winner: str | None  # null: nobody
    kind: str  # how it ended
    points: int  # for the winner


class PlayerOut(msgspec.Struct):
    kind: Literal["person", "computer", "open"]  # open: the seat is free
    name: str
    level: str  # of the computer


class DiceOut(msgspec.Struct, omit_defaults=True):
    """dice/1 as it stands: the server's commitment, the seats' hashes, seeds opened so far, the secret once it is revealed."""

    method: str
    commitment: str  # hash of the server's secret
    hashes: dict[str, str]  # by seat
    seeds: dict[str, str]  # by seat, those opened
    server: list[str]  # seats whose seed the server makes
    secret: str | None = None


class LogLine(msgspec.Struct, gc=False):
    """One line of the move list. ``text``: notation (empty for a room's own events); ``say``: in words."""

    seq: int
    kind: str
    by: str | None
    text: str
    say: str
    ts: int  # when it was


class Can(msgspec.Struct, omit_defaults=True):
    """What the viewer may do now, for buttons; what is left out is not open."""

    roll: bool = False  # or draw one tile
    roll_label: str = ""  # what the button says
    move: bool = False
    take: bool = False  # back, without asking
    redo: bool = False  # what was taken back
    mark: bool = False  # set bookmarks
    jump: bool = False  # back to any event
    whole: bool = False  # take a whole turn back
    resign: bool = False
    draw: bool = False  # agree a draw at one screen
    restart: bool = False  # the same game once more
    swap: bool = False  # a new game with sides swapped
    ready: bool = False  # uncover the hand
    ask: bool = False  # to take back, by agreement
    offer: bool = False  # a draw
    accept: bool = False  # the other's draw offer (or decline it)
    agree: bool = False  # to the other's wish to take back (or decline it)
    claim: bool = False  # the other stays away
    greet: bool = False
    commit: bool = False  # dice/1: this seat's hash is awaited
    open: bool = False  # dice/1: this seat's seed is awaited
    hint: bool = False  # ask for one
    outlook: bool = False  # ask whether it can still be won
    hindsight: bool = False  # ask which move threw the win away
    line: bool = False  # be shown one that wins


class ClockOut(msgspec.Struct, omit_defaults=True):
    """Milliseconds left for each seat, as they were at ``at``; since then it runs for those in ``running``."""

    left: dict[str, int]
    running: list[str]
    at: int
    initial: int | None = None  # seconds, as ordered
    increment: int | None = None  # seconds a move
    per_move: int | None = None  # seconds


class OfferOut(msgspec.Struct, omit_defaults=True):
    by: str  # the seat that offers
    to: int | None = None  # back: the seq that shall hold again


class PresenceOut(msgspec.Struct, omit_defaults=True):
    """Whether a seat is connected; else since when, whether it left on purpose, and from when its absence can be claimed."""

    here: bool
    since: int
    left: bool = False
    until: int | None = None


class BookmarkOut(msgspec.Struct):
    n: int  # its number
    name: str
    at: int  # the seq after which it stands


class Watcher(msgspec.Struct):
    handle: str  # for `out`; tells nothing about the person
    name: str


class RunnerOut(msgspec.Struct, omit_defaults=True):
    """How far a seat of a race is: the game's figures for people, and how it ended there."""

    score: dict[str, Any]
    result: ResultOut | None = None


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


Answer = Event | Hidden | Refused | State | StepsOut | WhyOut | Pong | PresenceFrame


# ---- HTTP ----


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


DECODER = msgspec.json.Decoder(Incoming)
ENCODER = msgspec.json.Encoder()

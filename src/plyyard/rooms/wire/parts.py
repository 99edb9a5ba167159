"""What frames are made of: picture, steps, players, clocks, offers, presence, and what may be done now."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from plyyard.core.scene import Fact, Part, Slot, Sprite


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

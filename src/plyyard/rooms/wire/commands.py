"""What a client may send: commands, which change something, and queries, which do not."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from plyyard.rooms.wire.bounds import Id, MoveText, Pick, Seq, Thing


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

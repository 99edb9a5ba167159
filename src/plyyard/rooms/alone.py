"""What counts of a game that somebody played alone, once it has ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from plyyard.core.record import Entry
from plyyard.core.registry import AnyGame
from plyyard.rooms.keep import Ended
from plyyard.rooms.room import Room
from plyyard.rooms.spent import spent

_JSON = msgspec.json.Encoder(order="sorted")
ABANDONED = "abandoned"


def counts(room: Room) -> bool:
    """Whether its end counts: one person, dealt from options, not set up as a position, not out of a file."""
    alone = len(room.game.sides) == 1 and not room.kind.online
    return alone and room.kind.counted and room.founding.start is None


def ended(room: Room, coming: Sequence[Entry] = (), state: Any = None) -> Ended | None:
    """What counts of its end, which is in its entries or ``coming``: ``state`` holds then. None: nothing does.

    It counts from the first move on, even where that was taken back; abandoned it counts, too.
    """
    entries = [*room.entries, *coming]
    end = next((entry for entry in reversed(entries) if entry.kind in {"over", ABANDONED}), None)
    if end is None or not counts(room) or not any(entry.kind == "moved" for entry in entries):
        return None
    holding = [seq for seq in room.main.line if room.entries[seq - 1].kind == "moved"]
    return Ended(
        game=room.game.name,
        variant=variant(room.game, room.options),
        ended=end.ts,
        kind=end.result.kind if end.result else ABANDONED,
        won=end.result is not None and end.result.winner is not None,
        points=int(room.game.score(room.state if state is None else state).get("points", 0)),
        moves=len(holding) + sum(entry.kind == "moved" for entry in coming),
        ms=spent([*room.entries[: end.seq], *coming], room.spent),
        backs=sum(entry.kind == "taken back" for entry in room.entries),
    )


def variant(game: AnyGame, options: Any) -> str:
    """The options by which games are told apart: those that are chosen from a list.

    >>> from plyyard.core import registry
    >>> variant(registry.game("spider"), {"number": 5, "suits": 4, "runs": "auto"})
    '{"runs":"auto","suits":4}'
    """
    told = {one.name: options[one.name] for one in game.options if one.choices and one.name in options}
    return _JSON.encode(told).decode()

"""What a person meant who picked something on the table and aimed at something else, legal or not."""

from __future__ import annotations

from plyyard.games.dominoes import moves
from plyyard.games.dominoes.notation import format_move
from plyyard.games.dominoes.state import HIDDEN, LEFT, NAMES, NUMBER, RIGHT, Move, State

_PLACES = {LEFT: LEFT, "end-l": LEFT, RIGHT: RIGHT, "end-r": RIGHT, "open": "", "end-open": ""}


def pick_text(state: State, picked: str, target: str) -> str | None:
    """See ``core.game.Game``. Without a target: the end that does not take the tile; the tile alone if neither does."""
    if HIDDEN in state.hand(state.turn) or state.is_undealt:
        return None
    if any(picked == f"boneyard-{place}" for place in range(len(state.boneyard))):
        return "draw"
    tile = _tile(picked)
    if tile is None:
        return None
    if target:
        end = _end(state, target)
        return None if end is None else format_move(Move(tile, end))
    if not state.line:
        return format_move(Move(tile))
    refused = [end for end in (LEFT, RIGHT) if moves.why_not(state, Move(tile, end))]
    return format_move(Move(tile, refused[0] if len(refused) == 1 else "")) if refused else None


def _tile(thing: str) -> int | None:
    """The tile of a sprite or of a slot in the hand."""
    kind, _, name = thing.partition("-")
    return NAMES.index(name) if kind in ("hand", "tile") and name in NAMES else None


def _end(state: State, thing: str) -> str | None:
    """The end that a place or a tile at that end stands for; the right one if there is a single tile."""
    tile = _tile(thing)
    if tile is None or not state.line:
        return _PLACES.get(thing)
    if tile == NUMBER[state.line[-1]]:
        return RIGHT
    return LEFT if tile == NUMBER[state.line[0]] else None

"""What a person meant who picked something on the board, legal or not."""

from __future__ import annotations

from plyyard.games.aeroplane import rules
from plyyard.games.aeroplane.board import slot
from plyyard.games.aeroplane.notation import format_move
from plyyard.games.aeroplane.state import SIDES, State


def pick_text(state: State, picked: str, target: str) -> str | None:
    """See ``core.game.Game``. The roll says where a plane goes, so only what is picked counts."""
    place = _place(state, picked)
    for step in range(rules.BASE, rules.GOAL + 1):
        if slot(state.turn, step) == place:
            return format_move(step)
    return None


def _place(state: State, thing: str) -> str:
    """Where a plane, or the number at a pile of them, is; else the thing itself."""
    for side, planes in zip(SIDES, state.planes, strict=True):
        for index, step in enumerate(planes):
            place = slot(side, step)
            if thing in (f"{side}{index}", f"count-{side}-{place}"):
                return place
    return thing

"""What a position of Nim is."""

from __future__ import annotations

from dataclasses import dataclass

from plyyard.core.errors import Say

AMBER, BLUE = "amber", "blue"
SIDES = (AMBER, BLUE)
SIDE_NAMES = {AMBER: Say("Amber"), BLUE: Say("Blue")}


@dataclass(frozen=True, slots=True)
class State:
    """Stones in the heap and the side to take; with none left, the side that has lost."""

    stones: int = 21
    turn: str = AMBER

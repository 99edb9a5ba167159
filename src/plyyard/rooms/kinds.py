"""What each kind of room has: one table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """``whole_back``: whole turns may be taken back by agreement at one screen; the game is then practice."""

    name: str
    whole_back: bool = False
    computer: bool = False


KINDS = {kind.name: kind for kind in (Kind("local", whole_back=True), Kind("computer", computer=True))}

"""What each kind of room has: one table."""

from __future__ import annotations

from dataclasses import dataclass

DAY = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Kind:
    """``online``: seats are taken by invitation. ``absence``: who stays away while it is his turn can be claimed against.

    ``clock``: may have one. ``dice``: chance is made by dice/1. ``whole_back``: whole turns may be taken back by agreement at one
    screen; the game is then practice. ``lanes``: each seat plays a board of its own, on the same deal.
    ``counted``: its end counts in statistics. ``idle``: milliseconds between events until it is closed without a result; 0: never.
    """

    name: str
    online: bool = False
    computer: bool = False
    clock: bool = False
    absence: bool = False
    dice: bool = False
    whole_back: bool = False
    lanes: bool = False
    counted: bool = True
    idle: int = 0


KINDS = {
    kind.name: kind
    for kind in (
        Kind("local", whole_back=True),
        Kind("opened", whole_back=True, counted=False),
        Kind("computer", computer=True, dice=True),
        Kind("live", online=True, clock=True, absence=True, dice=True, idle=30 * DAY),
        Kind("correspondence", online=True, clock=True, dice=True, idle=30 * DAY),
        Kind("race", online=True, clock=True, dice=True, lanes=True, idle=30 * DAY),
    )
}

"""The first roll: the best plays as the computer's own evaluation sees them. Kept in data/openings.json; written anew by

    python -m plyyard.games.backgammon.openings

Each play is judged as by level medium: every roll of the other side with its best reply, then the weights of worth.py.
No games are played out, so a hundredth is no difference.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

from plyyard.games.backgammon.analysis import ROLLS
from plyyard.games.backgammon.notation import format_move
from plyyard.games.backgammon.state import Dice, State

SHOWN = 3
FILE = Path(__file__).parent / "data" / "openings.json"

Judged = tuple[tuple[str, float], ...]
"""Plays, the best first, each with its equity in points for the side that makes it."""


@functools.cache
def known() -> dict[Dice, Judged]:
    """By roll, from the file."""
    held = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        dice: tuple((play, equity) for play, equity in held[f"{dice[0]},{dice[1]}"].items()) for dice in ROLLS
    }


def judged(dice: Dice) -> Judged:
    """The same, worked out now."""
    from plyyard.games.backgammon import bots

    rated = bots.rate(State(dice=dice), lambda n: 0, _Unlimited())
    return tuple((format_move(play), round(equity, 3)) for play, equity in rated[:SHOWN])


class _Unlimited:
    is_spent = False

    def use(self, states: int) -> None:
        pass


def write() -> None:
    found = {f"{dice[0]},{dice[1]}": dict(judged(dice)) for dice in ROLLS}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()

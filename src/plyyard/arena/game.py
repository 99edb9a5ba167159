"""One game between two players. They see views only; chance has a source of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from plyyard.core.chance import draw, seeded
from plyyard.core.game import CHANCE, Event, Game, Happened, Moved, Result, Side
from plyyard.players import Player

LONGEST = 10_000  # events, as in a record


@dataclass(frozen=True, slots=True)
class Played:
    """How it ended (None: not within the longest game) and how long each side thought."""

    result: Result | None
    moves: dict[Side, int]
    seconds: dict[Side, float]


def play(game: Game[Any, Any, Any], players: Mapping[Side, Player], seed: str) -> Played:
    """Play to the end. An equal seed gives equal dice and decisions."""
    chance = seeded(f"{seed} chance")
    sources = {side: seeded(f"{seed} {side}") for side in game.sides}
    moves = dict.fromkeys(game.sides, 0)
    seconds = dict.fromkeys(game.sides, 0.0)
    state = game.start(game.complete({}, chance))
    for _ in range(LONGEST):
        actor = game.actor(state)
        if actor is None:
            break
        event: Event
        if actor is CHANCE:
            event = Happened(draw(game.lot(state), chance))
        else:
            assert isinstance(actor, str)
            began = perf_counter()
            move = players[actor].choose(game.observe(state, actor), sources[actor])
            seconds[actor] += perf_counter() - began
            moves[actor] += 1
            event = Moved(actor, move)
        state = game.apply(state, event).state
    return Played(game.result(state), moves, seconds)

"""Random games of any game, and moments picked from them: what the laws are tried on."""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyyard.core import registry
from plyyard.core.chance import draw, seeded
from plyyard.core.game import CHANCE, After, Event, Happened, Moved

NAMES = registry.names()
SEEDS = range(6)
LIMIT = 1000  # events; art. "random games end (Spider: within 1,000 moves or not at all)"


@dataclass(frozen=True, slots=True)
class Moment:
    """One event of a random game: the state it was played in, and what came of it."""

    state: Any
    event: Event
    after: After[Any]


@functools.cache
def options(name: str, seed: int) -> Mapping[str, Any]:
    """Complete options, drawn from all there are."""
    game, chance = registry.game(name), random.Random(seed)
    chosen = {
        option.name: chance.choice(option.choices)[0]
        if option.choices
        else chance.randint(option.low, option.high)
        for option in game.options
        if seed  # the first game has the start values
    }
    return game.complete(chosen, seeded(seed))


@functools.cache
def walk(name: str, seed: int) -> tuple[Moment, ...]:
    """A random game, to its end or to the limit."""
    game, below = registry.game(name), seeded(seed)
    state, moments = game.start(options(name, seed)), []
    while len(moments) < LIMIT:
        event = any_event(name, state, below)
        if event is None:
            break
        after = game.apply(state, event)
        moments.append(Moment(state, event, after))
        state = after.state
    return tuple(moments)


def any_event(name: str, state: Any, below: Any) -> Event | None:
    """An even choice of the actor; None when the game is over."""
    game = registry.game(name)
    actor = game.actor(state)
    if actor is None:
        return None
    if actor is CHANCE:
        return Happened(draw(game.lot(state), below))
    moves = game.legal_moves(state)
    return Moved(actor, moves[below(len(moves))])


def moments(name: str, count: int = 60) -> list[Moment]:
    """Moments spread evenly over all walks of a game, first and last ones always among them."""
    found = []
    for seed in SEEDS:
        played = walk(name, seed)
        wanted = min(len(played), count // len(SEEDS))
        found += [played[i * (len(played) - 1) // max(1, wanted - 1)] for i in range(wanted)]
    return found


def states(name: str, count: int = 60) -> list[Any]:
    """States at these moments, and the last ones."""
    return [moment.state for moment in moments(name, count)] + [
        walk(name, seed)[-1].after.state for seed in SEEDS
    ]


def viewers(name: str) -> list[str | None]:
    return [*registry.game(name).sides, None]


def decisions(name: str, count: int = 60) -> list[tuple[Any, str]]:
    """States in which a side is to move, with that side."""
    game = registry.game(name)
    found = [(state, game.actor(state)) for state in states(name, count)]
    return [(state, actor) for state, actor in found if isinstance(actor, str)]


def bounded_below(seed: int) -> Any:
    return seeded(f"law {seed}")

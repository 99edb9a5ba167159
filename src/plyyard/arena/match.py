"""A match: many games between two players, sides alternated, the same dice twice; its result, and how sure.

Two games in a row share dice with sides exchanged. That can only narrow the spread, so the intervals, which
take the games as independent, are on the safe side.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import Any

from plyyard.arena.game import Played, play
from plyyard.core import registry
from plyyard.core.game import Game
from plyyard.players import player

Z = 1.959963984540054  # 95 %, two-sided
CHUNK = 8  # games handed to a worker at once; even, so that pairs stay together


@dataclass(slots=True)
class Tally:
    """What the first player reached. ``moves`` and ``seconds`` are [first, second]."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: list[float] = field(default_factory=list)
    moves: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Wins and half the draws, as a part of all games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Of the score: Wilson's."""
        return wilson(self.score, self.games)

    @property
    def mean_points(self) -> tuple[float, float]:
        """Points a game and the half width of their interval."""
        n = len(self.points)
        mean = sum(self.points) / n if n else 0.0
        spread = sum((value - mean) ** 2 for value in self.points) / (n - 1) if n > 1 else 0.0
        return mean, Z * math.sqrt(spread / n) if n else 0.0

    def add(self, other: Tally) -> None:
        self.wins += other.wins
        self.draws += other.draws
        self.losses += other.losses
        self.points += other.points
        self.moves = [a + b for a, b in zip(self.moves, other.moves, strict=True)]
        self.seconds = [a + b for a, b in zip(self.seconds, other.seconds, strict=True)]

    def count(self, played: Played, sides: tuple[str, str]) -> None:
        """Count one game; ``sides``: those of the first and the second player."""
        winner = played.result.winner if played.result else None
        worth = played.result.points if played.result and winner else 0
        self.wins += winner == sides[0]
        self.losses += winner == sides[1]
        self.draws += winner is None
        self.points.append(float(worth if winner == sides[0] else -worth))
        for place, side in enumerate(sides):
            self.moves[place] += played.moves[side]
            self.seconds[place] += played.seconds[side]


def wilson(score: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a score between 0 and 1.

    >>> [round(end, 4) for end in wilson(0.5, 100)]
    [0.4038, 0.5962]
    """
    if games == 0:
        return 0.0, 1.0
    centre = score + Z * Z / (2 * games)
    half = Z * math.sqrt(score * (1 - score) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (centre - half) / whole), min(1.0, (centre + half) / whole)


def match(
    game: Game[Any, Any, Any],
    first: str,
    second: str,
    games: int,
    seed: int,
    *,
    executor: Executor | None = None,
    told: Callable[[Tally], object] | None = None,
    enough: Callable[[Tally], bool] | None = None,
) -> Tally:
    """Play the levels against each other. An executor's workers find the game by its name.

    ``told`` hears of each chunk in order, ``enough`` may end the match early; the seed alone decides what is
    played, whoever plays it.
    """
    tally = Tally()
    starts = range(0, games, CHUNK)
    parts: Iterator[Tally]
    futures: list[Future[Tally]] = []
    if executor is None:
        parts = (play_chunk(game, first, second, start, min(start + CHUNK, games), seed) for start in starts)
    else:
        futures = [
            executor.submit(_play_named, game.name, first, second, start, min(start + CHUNK, games), seed)
            for start in starts
        ]
        parts = (future.result() for future in futures)
    for part in parts:
        tally.add(part)
        if told:
            told(tally)
        if enough and enough(tally):
            break
    for future in futures:
        future.cancel()
    return tally


def play_chunk(game: Game[Any, Any, Any], first: str, second: str, start: int, stop: int, seed: int) -> Tally:
    """Games ``start`` to ``stop - 1`` of a match."""
    players = (player(game, first), player(game, second))
    tally = Tally()
    for number in range(start, stop):
        sides = game.sides if number % 2 == 0 else game.sides[::-1]
        pair = (sides[0], sides[1])
        played = play(game, dict(zip(pair, players, strict=True)), f"{seed} {number // 2}")
        tally.count(played, pair)
    return tally


def _play_named(name: str, first: str, second: str, start: int, stop: int, seed: int) -> Tally:
    return play_chunk(registry.game(name), first, second, start, stop, seed)

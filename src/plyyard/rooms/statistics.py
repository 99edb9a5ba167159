"""Figures over games that somebody played alone: how often won, how well, how many one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from plyyard.rooms.alone import ABANDONED
from plyyard.rooms.keep import Ended

GIVEN_UP = "resigned"


@dataclass(frozen=True, slots=True)
class Figures:
    """``stuck``: lost by the rules. ``longest`` and ``streak``: wins one after the other, at best and now. Of no game: None.

    ``moves`` and ``ms``: of the shortest win by each.
    """

    games: int
    won: int
    stuck: int
    given_up: int
    abandoned: int
    best: int | None
    mean: float | None
    longest: int
    streak: int
    moves: int | None
    ms: int | None

    @property
    def rate(self) -> float | None:
        """Part of the games that was won."""
        return self.won / self.games if self.games else None


def figures(ended: Sequence[Ended]) -> Figures:
    """Of games in the order in which they ended."""
    wins = [one for one in ended if one.won]
    lost = [one.kind for one in ended if not one.won]
    given_up, abandoned = lost.count(GIVEN_UP), lost.count(ABANDONED)
    streaks = list(accumulate((one.won for one in ended), lambda run, won: run + 1 if won else 0, initial=0))
    points = [one.points for one in ended]
    return Figures(
        games=len(ended),
        won=len(wins),
        stuck=len(lost) - given_up - abandoned,
        given_up=given_up,
        abandoned=abandoned,
        best=max(points, default=None),
        mean=sum(points) / len(points) if points else None,
        longest=max(streaks),
        streak=streaks[-1],
        moves=min((one.moves for one in wins), default=None),
        ms=min((one.ms for one in wins), default=None),
    )

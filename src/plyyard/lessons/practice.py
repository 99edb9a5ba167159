"""What somebody has practised, and when it is worth another look. Spaced repetition by FSRS; no points, no streaks.

Each kind of exercise is a card at each of its difficulties. An exercise counts once, however often it is answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from fsrs import Card, Rating, Scheduler

from plyyard.core import registry
from plyyard.core.exercise import DIFFICULTIES, STEPS, Generator, Step, generators

KEPT = 200  # exercises of one kind and difficulty that are remembered by number
SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), maximum_interval=365, enable_fuzzing=False)
"""Without steps of minutes: whatever was answered is due again in whole days, within a year."""


@dataclass(frozen=True, slots=True)
class Practice:
    """Of one kind and difficulty. ``right``: exercises whose first answer was right, without help; ``wrong``: all others
    that were answered or looked up. ``tried``: the latest exercises by number. ``card``: of FSRS, as JSON. ``due``, ``last``:
    ms since 1970.
    """

    game: str
    generator: str
    difficulty: int
    right: int = 0
    wrong: int = 0
    tried: tuple[int, ...] = ()
    card: str = ""
    due: int = 0
    last: int = 0

    @property
    def done(self) -> int:
        return self.right + self.wrong


def answered(before: Practice, seed: int, right: bool, helped: bool, now: int) -> Practice:
    """After an answer. ``helped``: the hint had been seen.

    Only the first answer to an exercise counts; after it, or after the solution was seen, it is ``before`` itself.
    """
    if not right:
        return _rated(before, seed, False, Rating.Again, now)
    return _rated(before, seed, not helped, Rating.Hard if helped else Rating.Good, now)


def shown(before: Practice, seed: int, now: int) -> Practice:
    """After the solution was looked up, which is as good as a wrong answer; ``before`` itself where there was an answer."""
    return _rated(before, seed, False, Rating.Again, now)


def _rated(before: Practice, seed: int, right: bool, rating: Rating, now: int) -> Practice:
    if seed in before.tried:
        return before
    moment = datetime.fromtimestamp(now / 1000, UTC)
    card = Card.from_json(before.card) if before.card else Card(0, due=moment)
    card, _ = SCHEDULER.review_card(card, rating, moment)
    return replace(
        before,
        right=before.right + right,
        wrong=before.wrong + (not right),
        tried=(*before.tried, seed)[-KEPT:],
        card=card.to_json(),
        due=due_of(card.to_json()),
        last=now,
    )


def due_of(card: str) -> int:
    """When a card is due, in ms since 1970."""
    return round(Card.from_json(card).due.timestamp() * 1000)


def merged(one: Practice, other: Practice) -> Practice:
    """What two persons practised, who turn out to be one: due when it is for whoever did more."""
    more, less = sorted((one, other), key=lambda each: (each.done, each.last), reverse=True)
    return replace(
        more,
        right=more.right + less.right,
        wrong=more.wrong + less.wrong,
        tried=tuple(dict.fromkeys((*less.tried, *more.tried)))[-KEPT:],
        last=max(more.last, less.last),
    )


# ---- all of it at a glance ----


@dataclass(frozen=True, slots=True)
class Level:
    """One difficulty of a kind. ``practice``: None where it was never tried. ``due``: worth another look."""

    difficulty: int
    practice: Practice | None
    due: bool


@dataclass(frozen=True, slots=True)
class Kind:
    generator: Generator
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """A game's exercises, step by step in the order in which they are learned."""

    game: registry.AnyGame
    steps: tuple[tuple[Step, tuple[Kind, ...]], ...]

    @property
    def due(self) -> list[tuple[Generator, int]]:
        """Kinds and difficulties that are worth another look."""
        kinds = [kind for _, kinds in self.steps for kind in kinds]
        return [(kind.generator, level.difficulty) for kind in kinds for level in kind.levels if level.due]


def overview(practised: Iterable[Practice], now: int) -> list[Shelf]:
    """All exercises of all games, with what somebody has practised of them. Games without exercises are left out."""
    by_key = {(one.game, one.generator, one.difficulty): one for one in practised}
    found = []
    for game in registry.games():
        kinds = [_kind(game.name, generator, by_key, now) for generator in generators(game.name)]
        steps = tuple((step, _of_step(kinds, step)) for step in STEPS if _of_step(kinds, step))
        if steps:
            found.append(Shelf(game, steps))
    return found


def _of_step(kinds: Sequence[Kind], step: Step) -> tuple[Kind, ...]:
    return tuple(kind for kind in kinds if kind.generator.step == step)


def _kind(game: str, generator: Generator, by_key: Mapping[tuple[str, str, int], Practice], now: int) -> Kind:
    levels = []
    for difficulty in DIFFICULTIES:
        practice = by_key.get((game, generator.name, difficulty))
        levels.append(Level(difficulty, practice, practice is not None and practice.due <= now))
    return Kind(generator, tuple(levels))

"""A row of rolls as exercises speak of it: what each did, in words, with its article. The game itself plays them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because
from plyyard.core.game import Happened
from plyyard.games.snakes import notation
from plyyard.games.snakes.game import GAME
from plyyard.games.snakes.rules import GOAL, JUMPS
from plyyard.games.snakes.state import SIDE_NAMES, SIDES, State

T = TypeVar("T")

RESTING = tuple(square for square in range(2, GOAL) if square not in JUMPS)
"""Squares on which a piece can stand once it has been rolled for."""
ARTICLES = {"ladder": "3.1", "snake": "3.2", "too high": "4.1", "": "2.1"}


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll that was played. ``kind``: ladder, snake, too high, or nothing for a plain walk."""

    side: str
    die: int
    start: int
    end: int
    kind: str

    @property
    def reached(self) -> int:
        """The square where the walk ends, before any jump; it may lie beyond the goal."""
        return self.start + self.die

    @property
    def passed(self) -> tuple[int, ...]:
        """Feet and heads on the way that are only walked over."""
        return tuple(square for square in range(self.start + 1, self.reached) if square in JUMPS)

    @property
    def article(self) -> str:
        if self.kind == "" and self.passed:
            return "3.3"
        return ARTICLES[self.kind]

    @property
    def said(self) -> Say:
        values: dict[str, Any] = {"side": SIDE_NAMES[self.side], "die": self.die, "start": self.start}
        values |= {"foot": self.reached, "square": self.end}
        match self.kind:
            case "too high":
                return Say("{side} rolls {die}: too high, stays on {square}.", **values)
            case "ladder":
                return Say("{side} rolls {die}: to {foot} and up the ladder to {square}.", **values)
            case "snake":
                return Say("{side} rolls {die}: to {foot} and down the snake to {square}.", **values)
        if self.start == 0:
            return Say("{side} rolls {die} and enters the board on {square}.", **values)
        return Say("{side} rolls {die}: from {start} to {square}.", **values)

    @property
    def because(self) -> Because:
        """What it did, and what was only passed."""
        if self.kind == "" and self.passed:
            only = Say(
                "What begins on {squares} is only passed and does nothing.", squares=listed(self.passed)
            )
            return in_turn(self.said, only), "3.3"
        return self.said, self.article


def play(state: State, dice: Iterable[int]) -> tuple[list[Roll], State]:
    """Roll after roll, the sides in turn, until the dice or the game are at an end."""
    rolls = []
    for die in dice:
        if GAME.actor(state) is None:
            break
        side = SIDES.index(state.turn)
        after = GAME.apply(state, Happened(die))
        kind = next((one.kind for one in after.effects if one.kind in ARTICLES), "")
        rolls.append(Roll(state.turn, die, state.squares[side], after.state.squares[side], kind))
        state = after.state
    return rolls, state


def play_alone(square: int, side: str, dice: Iterable[int]) -> list[Roll]:
    """Only this side's rolls, as if the other piece stood beside the board."""
    rolls: list[Roll] = []
    for die in dice:
        played, _ = play(standing(rolls[-1].end if rolls else square, 0, side), [die])
        rolls += played
    return rolls


def standing(own: int, other: int, side: str) -> State:
    """The side to roll on its square, the other side on the other."""
    return State((own, other) if side == SIDES[0] else (other, own), side)


def position(state: State) -> str:
    return notation.format_position(state)


def one_of(below: Below, things: Sequence[T]) -> T:
    return things[below(len(things))]


def roll_of(below: Below) -> int:
    return 1 + below(6)


def listed(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in sorted(numbers)) or "–"


def in_turn(*sentences: Say) -> Say:
    """Whole sentences one after the other."""
    first, *others = sentences
    for other in others:
        first = Say("{before} {after}", before=first, after=other)
    return first

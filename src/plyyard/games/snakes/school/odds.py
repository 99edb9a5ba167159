"""Exercises on probability: of one roll, and of coming home within a few.  art. 2.1, 4.1"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from plyyard.core.chance import DIE, Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Number
from plyyard.games.snakes import analysis
from plyyard.games.snakes.rules import GOAL
from plyyard.games.snakes.school.course import (
    RESTING,
    Roll,
    listed,
    one_of,
    play_alone,
    position,
    standing,
)
from plyyard.games.snakes.state import SIDE_NAMES, SIDES

Event = Callable[[Roll, int], bool]
"""Whether it happens with this roll; the number is the other side's square."""

EVENTS: dict[int, tuple[tuple[str, Say, Event], ...]] = {
    1: (
        (
            "ladder",
            Say("{side} is about to roll from {square}. How likely is it that this roll leads up a ladder?"),
            lambda roll, other: roll.kind == "ladder",
        ),
        (
            "snake",
            Say("{side} is about to roll from {square}. How likely is it that this roll leads down a snake?"),
            lambda roll, other: roll.kind == "snake",
        ),
    ),
    2: (
        (
            "home",
            Say(
                "{side} is about to roll from {square}. How likely is it that the piece comes home with this roll?"
            ),
            lambda roll, other: roll.end == GOAL,
        ),
        (
            "stays",
            Say("{side} is about to roll from {square}. How likely is it that the piece stays where it is?"),
            lambda roll, other: roll.kind == "too high",
        ),
        (
            "walks",
            Say(
                "{side} is about to roll from {square}. How likely is it that the piece walks on without a jump?"
            ),
            lambda roll, other: roll.kind == "",
        ),
    ),
    3: (
        (
            "front",
            Say(
                "{side} rolls from {square}, the other piece is on {other}. How likely is {side} to be in front after it?"
            ),
            lambda roll, other: roll.end > other,
        ),
        (
            "meets",
            Say(
                "{side} rolls from {square}, the other piece is on {other}. How likely do both share a square after it?"
            ),
            lambda roll, other: roll.end == other,
        ),
        (
            "behind",
            Say(
                "{side} is about to roll from {square}. How likely is it that the piece stands farther back afterwards?"
            ),
            lambda roll, other: roll.end < roll.start,
        ),
    ),
}
LONGEST = 6  # own rolls at most that are asked for, where the tree has one branch; elsewhere 3


def one_roll(below: Below, difficulty: int) -> Exercise:
    """The chance of something with the next roll: how many of the six numbers do it?"""
    name, asks, happens = one_of(below, EVENTS[difficulty])
    while True:
        side, own, other = one_of(below, SIDES), one_of(below, RESTING), one_of(below, RESTING)
        rolls = [play_alone(own, side, [die])[0] for die in DIE.outcomes]
        hits = [roll.die for roll in rolls if happens(roll, other)]
        if 0 < len(hits) < 6 or (len(hits) == 0 and name in ("home", "behind") and own > 90):
            break
    chance = Fraction(len(hits), 6)
    reason = Say(
        "Of the six numbers {count} do it ({hits}): the chance is {count}/6.",
        count=len(hits),
        hits=listed(hits),
    )
    return Exercise(
        Say(asks.message, side=SIDE_NAMES[side], square=own, other=other),
        Number(chance, "chance"),
        Say(
            "Play all six numbers through from this square, and count those that do it. Each has one chance in six."
        ),
        reason,
        "3.3" if name in ("ladder", "snake") else "4.1" if own + 6 > GOAL else "2.1",
        f"{name} {side} {own} {other if difficulty == 3 else ''}",
        position(standing(own, other, side)),
        wrong=lambda given: _no_chance(given) or _miscounted(given, rolls, name, len(hits)),
    )


def finish(below: Below, difficulty: int) -> Exercise:
    """The chance of being home: with the second roll at the latest; with just the second or third; within three or more."""
    while True:
        square, side = one_of(below, [square for square in RESTING if square >= 68]), one_of(below, SIDES)
        rolls = (2, 2 + below(2), 3 + below(LONGEST - 2 if square == GOAL - 1 else 1))[difficulty - 1]
        just = difficulty == 2
        ways = analysis.arrivals(square, rolls)
        chance = ways[-1] if just else sum(ways, Fraction(0))
        if chance and (difficulty == 1 or len([way for way in ways if way]) > 1):
            break
    values = {"side": SIDE_NAMES[side], "square": square, "n": rolls}
    question = (
        Say(
            "{side} stands on {square}. How likely is it that the piece comes home with just its own roll number {n}?",
            **values,
        )
        if just
        else Say(
            "{side} stands on {square}. How likely is it that the piece is home after {n} own rolls at most?",
            **values,
        )
    )
    reason = (
        Say("Counted over all {all} ways of {n} rolls: {chance}.", all=6**rolls, n=rolls, chance=str(chance))
        if just
        else Say(
            "Roll by roll the chances to be home with it are {ways}. Together: {chance}.",
            ways=", ".join(str(way) for way in ways),
            chance=str(chance),
        )
    )
    return Exercise(
        question,
        Number(chance, "chance"),
        Say(
            "Draw a tree: after the first roll each of six squares is equally likely, ladders and snakes followed, "
            "and from there you go on. Whoever is home rolls no more."
        ),
        reason,
        "4.1" if square + 6 > GOAL else "3.1",
        f"{side} {square} {rolls}",
        position(standing(square, one_of(below, RESTING), side)),
        wrong=lambda given: _no_chance(given) or _mistaken(given, ways, just, square),
    )


def _no_chance(given: Fraction) -> Because | None:
    if not 0 <= given <= 1:
        return Say("A chance lies between 0 and 1, that is between 0 % and 100 %."), "2.1"
    return None


def _miscounted(given: Fraction, rolls: list[Roll], name: str, hits: int) -> Because:
    """Too many, because of what is only passed; else too many, too few, or no number of sixths."""
    counted = round(given * 6)
    passing = sum(roll.kind == name or bool(roll.passed) for roll in rolls)
    if name in ("ladder", "snake") and given == Fraction(passing, 6):
        return Say("Only the square where a roll ends counts, not what it passes."), "3.3"
    if abs(given - Fraction(counted, 6)) > Fraction(1, 100):
        return Say("A die has six equal sides: the chance of one roll is a number of sixths."), "2.1"
    if counted == hits:
        return Say("Almost: give it as a fraction, or rounded to the next number."), "2.1"
    return (
        Say(
            "{n} of the six numbers are too many. Say for each of them what happens."
            if counted > hits
            else "{n} of the six numbers are too few. Say for each of them what happens.",
            n=counted,
        ),
        "2.1",
    )


def _mistaken(given: Fraction, ways: tuple[Fraction, ...], just: bool, square: int) -> Because | None:
    if ways[0] and given == len(ways) * ways[0]:
        return (
            Say(
                "Chances cannot simply be multiplied by the rolls: the later ones are only rolled if the piece is not home yet."
            ),
            "4.2",
        )
    if given == (sum(ways, Fraction(0)) if just else ways[-1]):
        return (
            Say(
                "That is the chance of being home by then; asked for is the chance that just this roll is the last one."
                if just
                else "That is the chance that just the last of these rolls does it; earlier ones count, too."
            ),
            "4.2",
        )
    if given == 1 - (sum(ways, Fraction(0))):
        return Say("That is the chance of not being home by then; the two make 1 together."), "4.1"
    return None

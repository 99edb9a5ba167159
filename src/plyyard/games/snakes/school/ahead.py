"""Exercises that compare: which square is nearer home, and who is ahead. The answer is exact, from analysis.py.  art. 5.1"""

from __future__ import annotations

from fractions import Fraction

from plyyard.core.chance import DIE, Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Choice, Exercise, Picks
from plyyard.games.snakes import analysis
from plyyard.games.snakes.rules import target
from plyyard.games.snakes.school.course import RESTING, listed, one_of, position, standing
from plyyard.games.snakes.state import BLACK, SIDE_NAMES, SIDES

ROLLS_APART = {1: (6.0, 40.0), 2: (2.5, 6.0), 3: (0.5, 40.0)}
CHANCES_APART = {1: (0.20, 0.9), 2: (0.06, 0.20), 3: (0.02, 0.9)}
"""By how much the two differ at each difficulty. At 3 the higher number is the worse one besides."""


def better_square(below: Below, difficulty: int) -> Exercise:
    """From which of two squares is it fewer rolls home, on average?"""
    rolls, (least, most) = analysis.expected_rolls(), ROLLS_APART[difficulty]
    while True:
        low, high = sorted((one_of(below, RESTING), one_of(below, RESTING)))
        gain = float(rolls[low] - rolls[high])  # of standing on the higher one
        if least <= abs(gain) <= most and (gain < 0) == (difficulty == 3) and high - low <= 40:
            break
    better, worse = (high, low) if gain > 0 else (low, high)
    reason = Say(
        "From {better} it is {few} rolls on average, from {worse} {many}. "
        "The next roll leads from {better} to {good}, from {worse} to {bad}.",
        better=better,
        worse=worse,
        few=decimal(float(rolls[better])),
        many=decimal(float(rolls[worse])),
        good=listed({target(better, die) for die in DIE.outcomes}),
        bad=listed({target(worse, die) for die in DIE.outcomes}),
    )
    return Exercise(
        Say(
            "A piece on {low}, a piece on {high}: pick the square from which it is fewer rolls home on average.",
            low=low,
            high=high,
        ),
        Picks(
            tuple((f"s{square}", Say("square {square}", square=square)) for square in (low, high)),
            frozenset([f"s{better}"]),
            one=True,
        ),
        Say(
            "The number of the square is not enough. For each: which ladders and snakes are within reach of the next rolls, "
            "and where do they lead?"
        ),
        reason,
        "5.1",
        f"{low} {high}",
        position(standing(low, high, BLACK)),
        marks=(f"s{low}", f"s{high}"),
        wrong=lambda given: (reason, "5.1"),  # of two there is nothing to hide
    )


def who_is_ahead(below: Below, difficulty: int) -> Exercise:
    """Both squares and whose roll it is: who wins more often?"""
    least, most = CHANCES_APART[difficulty]
    while True:
        own, other, side = one_of(below, RESTING), one_of(below, RESTING), one_of(below, SIDES)
        state = standing(own, other, side)
        black = analysis.evaluate(state, BLACK)
        lead = max(SIDES, key=lambda one: analysis.evaluate(state, one))
        front = SIDES[state.squares.index(max(state.squares))]
        if own != other and least <= abs(2 * black - 1) <= most and (lead != front) == (difficulty == 3):
            break
    behind = SIDES[1 - SIDES.index(lead)]
    values = {"lead": SIDE_NAMES[lead], "other": SIDE_NAMES[behind]}
    rolls = analysis.expected_rolls()
    reason = Say(
        "{lead} wins {chance} of all games from here. On average {lead} needs {few} rolls home, {other} {many}; "
        "{roller} is to roll.",
        chance=percent(Fraction(analysis.evaluate(state, lead))),
        few=decimal(float(rolls[state.squares[SIDES.index(lead)]])),
        many=decimal(float(rolls[state.squares[SIDES.index(behind)]])),
        roller=SIDE_NAMES[side],
        **values,
    )
    return Exercise(
        Say(
            "Black on {black}, White on {white}, {side} to roll. Who wins more often from here?",
            black=state.squares[0],
            white=state.squares[1],
            side=SIDE_NAMES[side],
        ),
        Choice(tuple(SIDE_NAMES.items()), lead),
        Say(
            "For both pieces: which jumps lie within the next one or two rolls, and who rolls first? "
            "The higher number alone decides nothing."
        ),
        reason,
        "5.1",
        position(state),
        position(state),
        wrong=lambda given: _only_in_front(str(given), front, reason),
    )


def decimal(value: float) -> Say:
    """With one place, in the language's own sign."""
    whole, tenth = divmod(round(value * 10), 10)
    return Say("{whole}.{tenth}", whole=whole, tenth=tenth)


def percent(chance: Fraction) -> Say:
    """With one place."""
    whole, tenth = divmod(round(chance * 1000), 10)
    return Say("{whole}.{tenth} %", whole=whole, tenth=tenth)


def _only_in_front(given: str, front: str, reason: Say) -> Because | None:
    if given == front:
        return Say("The higher square alone does not decide. {reason}", reason=reason), "5.1"
    return None

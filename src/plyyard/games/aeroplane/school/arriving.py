"""Exercises about coming home: the number that does it, how many do, the chance in one turn."""

from __future__ import annotations

from fractions import Fraction

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Number
from plyyard.games.aeroplane import outlook, play, rules
from plyyard.games.aeroplane.board import slot
from plyyard.games.aeroplane.notation import format_position
from plyyard.games.aeroplane.school.positions import (
    NAMES,
    across,
    one_of,
    own,
    planes,
    position,
    ring,
    sound,
    within,
)
from plyyard.games.aeroplane.state import SIDES, State


def home(below: Below, difficulty: int) -> Exercise:
    return (_number_home, _numbers_home, _chance_home)[difficulty - 1](below)


def _number_home(below: Below) -> Exercise:
    side = one_of(SIDES, below)
    step = within(rules.GOAL - 6, rules.GOAL - 1, below)
    state = sound(
        lambda: position(
            side,
            planes([step, *ring(1 + below(2), below, 0, 49)], below=below),
            planes(ring(1, below), below=below),
            side,
        )
    )
    need = rules.GOAL - step
    return Exercise(
        Say(
            "With which number does the plane of {side} on {step} reach the goal at once?",
            side=NAMES[side],
            step=step,
        ),
        Number(need),
        Say("The goal is 56. Count from the plane's square to it, the square it stands on not counted."),
        Say(
            "{goal} − {step} = {need}: with any other number it does not arrive.",
            goal=rules.GOAL,
            step=step,
            need=need,
        ),
        "3.4",
        format_position(state),
        format_position(state),
        side,
        (slot(side, step),),
        lambda given: _wrong_number_home(need, given),
    )


def _wrong_number_home(need: int, given: Fraction) -> Because | None:
    if given == need + 1:
        return Say("That is one too many: the square on which the plane stands is not counted."), "3.4"
    if given == need - 1:
        return Say("That ends one square before the goal; the goal itself is a step, too."), "3.4"
    if given > need:
        return Say(
            "That is too high: the goal must be reached exactly, and nobody flies back from it."
        ), "3.4"
    return None


def _numbers_home(below: Below) -> Exercise:
    side = one_of(SIDES, below)

    def draw() -> State:
        near = ring(within(2, 4, below), below, 47, rules.GOAL - 1)
        return position(side, planes(near, below=below), planes(ring(2, below), below=below), side)

    state = sound(draw)
    steps = own(state, side)
    good = {die for die in range(1, 7) if _arrives(state, die)}
    mine = state.planes[SIDES.index(side)]
    near = sum(1 for step in mine if rules.GOAL - 6 <= step < rules.GOAL)

    def wrong(given: Fraction) -> Because | None:
        if given == near != len(good):
            return Say("Planes on the same square need the same number; that number counts once."), "3.4"
        if given > len(good):
            return Say("A plane that has more than six squares to go cannot arrive with one roll."), "3.4"
        return Say("Each square from 50 to 55 needs its own number; one of them is missing."), "3.4"

    return Exercise(
        Say(
            "{side} is to roll. With how many of the six numbers can a plane reach the goal with this one roll?",
            side=NAMES[side],
        ),
        Number(len(good)),
        Say("Work out 56 minus the square for each plane, and count each number from 1 to 6 once."),
        Say("The numbers are: {numbers}.", numbers=", ".join(map(str, sorted(good))) or "–"),
        "3.4",
        format_position(state),
        format_position(state),
        side,
        tuple(slot(side, step) for step in steps if rules.BASE < step < rules.GOAL),
        wrong,
    )


def _arrives(state: State, die: int) -> bool:
    rolled = play.rolled(state, die).state
    ends = (play.moved(rolled, start).state.last for start in play.starts(rolled))
    return any(last is not None and last.reached == rules.GOAL for last in ends)


def _chance_home(below: Below) -> Exercise:
    side = one_of(SIDES, below)

    def draw() -> State:
        step = within(38, 55, below)
        ahead = [across(step + die) for die in range(1, 6) if step + die <= rules.RING_END]
        theirs = [one_of(ahead, below)] if ahead and below(2) else []
        mine = planes([step], 0, 3, below=below)
        return position(side, mine, planes([*theirs, *ring(1, below)], below=below), side)

    state = sound(draw)
    chance, step = outlook.wins_now(state), own(state, side)[0]
    first = Fraction(1 if step >= rules.GOAL - 6 else 0, 6)

    def wrong(given: Fraction) -> Because | None:
        if given == first != chance:
            return Say(
                "That counts the first roll only. After a six, or after sending back, there is another one."
            ), "5.1"
        if given == Fraction(1, 6) and step < rules.GOAL - 6:
            return Say("One roll is not enough from here: at least one extra roll has to come before."), "5.1"
        if chance == 0:
            return Say("Two sixes do not bring it near enough, and a third six is void."), "5.4"
        return None

    return Exercise(
        Say(
            "The last plane of {side} is on {step}. What is the chance that it reaches the goal in this turn, extra rolls "
            "counted?",
            side=NAMES[side],
            step=step,
        ),
        Number(chance, "chance"),
        Say(
            "Which rolls give another one: a six, or a number that sends a plane back? Multiply along each way, then add "
            "the ways up. A third six is void."
        ),
        Say("Along all ways with their extra rolls it is {chance}.", chance=str(chance)),
        "5.4" if chance == 0 else "3.4" if chance == Fraction(1, 6) else "5.1",
        format_position(state),
        format_position(state),
        side,
        (slot(side, step),),
        wrong,
    )

"""Exercises on one piece's rolls: does the square act, where does it land, where can it come to rest.  art. 2.1, 3.1–3.3, 4.1"""

from __future__ import annotations

from plyyard.core.chance import DIE, Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Choice, Exercise, Picks
from plyyard.games.snakes.rules import GOAL, JUMPS
from plyyard.games.snakes.school.course import (
    RESTING,
    Roll,
    in_turn,
    listed,
    one_of,
    play,
    play_alone,
    position,
    roll_of,
    standing,
)
from plyyard.games.snakes.state import SIDE_NAMES, SIDES, State

LATE = 85  # from here on there are snakes and rolls too high enough for the hardest exercises
HAPPENS = (
    ("ladder", Say("It climbs a ladder.")),
    ("snake", Say("It slides down a snake.")),
    ("rests", Say("It comes to rest where the roll ends.")),
    ("stays", Say("It does not move at all.")),
)


def acts(below: Below, difficulty: int) -> Exercise:
    """A foot or head reached, one only passed, a top or tail, a roll too high."""
    kind = one_of(below, ("ladder", "snake", "rests"))
    while True:
        state = _position(below, 74 if difficulty == 3 else 2)
        (roll,), _ = play(state, [roll_of(below)])
        if difficulty == 1 and _happens(roll) == kind and not roll.passed:
            break
        if difficulty == 2 and (roll.passed or roll.end in JUMPS.values()) and _happens(roll) == kind:
            break
        if difficulty == 3 and (roll.kind or roll.passed) and (kind != "rests" or roll.kind == "too high"):
            break
    why, article = roll.because
    return Exercise(
        Say(
            "{side} stands on {square} and rolls {die}. What happens to the piece?",
            side=SIDE_NAMES[roll.side],
            square=roll.start,
            die=roll.die,
        ),
        Choice(HAPPENS, _happens(roll)),
        Say(
            "Count to the square where the roll ends. What begins there, if anything? What lies before it does not matter."
        ),
        why,
        article,
        f"{roll.side} {roll.start} {roll.die}",
        position(state),
        wrong=lambda given: _no_such_effect(given, roll),
    )


def landing(below: Below, difficulty: int) -> Exercise:
    """Where a piece stands after one roll, two, or four of its own."""
    while True:
        state = _position(below, 2)
        dice = [roll_of(below) for _ in range((1, 2, 4)[difficulty - 1])]
        rolls = play_alone(_own(state), state.turn, dice)
        turns = sum(roll.kind != "" for roll in rolls)
        events = turns + sum(bool(roll.passed) for roll in rolls)
        if len(rolls) == len(dice) and events >= difficulty - 1 and (difficulty < 3 or turns >= 1):
            break
    right = rolls[-1].end
    question = (
        Say(
            "{side} rolls {die}. Pick the square on which the piece comes to rest.",
            side=_name(state),
            die=dice[0],
        )
        if len(dice) == 1
        else Say(
            "{side} rolls {dice} one after the other; the rolls of the other side do not matter here. "
            "Pick the square on which the piece stands after the last one.",
            side=_name(state),
            dice=", ".join(map(str, dice)),
        )
    )
    plausible = {square for roll in rolls for square in range(roll.start, min(roll.reached + 1, GOAL) + 1)}
    plausible |= {JUMPS[square] for square in plausible & set(JUMPS)}
    return Exercise(
        question,
        Picks(
            tuple((f"s{square}", Say("square {square}", square=square)) for square in sorted(plausible)),
            frozenset([f"s{right}"]),
            one=True,
        ),
        Say(
            "Write down the square after every roll. Only where a roll ends can a jump begin, and beyond 100 nothing moves."
        ),
        in_turn(*(roll.because[0] for roll in rolls)),
        rolls[-1].because[1],
        f"{state.turn} {rolls[0].start} {dice}",
        position(state),
        wrong=lambda given: _not_there(int(next(iter(given))[1:]), rolls),
    )


def reach(below: Below, difficulty: int) -> Exercise:
    """All squares on which a piece can come to rest after one roll."""
    while True:
        state = _position(below, 2)
        start = _own(state)
        rolls = [play_alone(start, state.turn, [die])[0] for die in DIE.outcomes]
        special = sum(roll.kind != "" for roll in rolls)
        late = start >= LATE
        if difficulty == (3 if special > 2 or (special == 2 and late) else special):
            break
    right = {roll.end for roll in rolls}
    plausible = {start} | right | {roll.reached for roll in rolls if roll.reached <= GOAL}
    plausible |= {2 * GOAL - roll.reached for roll in rolls if roll.reached > GOAL}
    return Exercise(
        Say(
            "Pick all squares on which {side}'s piece can come to rest after the next roll.",
            side=_name(state),
        ),
        Picks(
            tuple((f"s{square}", Say("square {square}", square=square)) for square in sorted(plausible)),
            frozenset(f"s{square}" for square in right),
        ),
        Say(
            "Go through the six numbers of the die one by one, and carry each to its end: the jump and the exact arrival."
        ),
        in_turn(*(roll.said for roll in rolls)),
        next((roll.article for roll in rolls if roll.kind), "2.1"),
        f"{state.turn} {start}",
        position(state),
        wrong=lambda given: _not_all({int(one[1:]) for one in given}, rolls),
    )


def _position(below: Below, least: int) -> State:
    own = one_of(below, [square for square in RESTING if square >= least])
    return standing(own, one_of(below, RESTING), one_of(below, SIDES))


def _own(state: State) -> int:
    return state.squares[SIDES.index(state.turn)]


def _name(state: State) -> Say:
    return SIDE_NAMES[state.turn]


def _happens(roll: Roll) -> str:
    return {"": "rests", "too high": "stays"}.get(roll.kind, roll.kind)


def _no_such_effect(given: str, roll: Roll) -> Because:
    values = {"start": roll.start, "die": roll.die, "end": roll.reached}
    if roll.kind == "too high":
        return Say("The roll is too high: it would end beyond 100. The piece does not walk any of it."), "4.1"
    if given == "stays":
        return Say("{start} and {die} make {end}: that is not beyond 100.", **values), "4.1"
    if roll.kind:
        return _nobody_stands(roll.reached) if given == "rests" else (roll.said, roll.article)
    if roll.passed:
        passed = Say(
            "The roll ends on {end}. What begins on {squares} is only passed and does nothing.",
            end=roll.reached,
            squares=listed(roll.passed),
        )
        return passed, "3.3"
    if roll.end in JUMPS.values():
        return Say("On {square} a ladder or a snake only ends: an ordinary square.", square=roll.end), "3.4"
    return Say("Neither a ladder nor a snake begins on {square}.", square=roll.end), "3.3"


def _nobody_stands(square: int) -> Because:
    return Say("No piece can stand on {square}: a ladder or a snake begins there.", square=square), "3.3"


def _not_there(given: int, rolls: list[Roll]) -> Because | None:
    """What is wrong with this square, without the one that is right."""
    if given in JUMPS:
        return _nobody_stands(given)
    for roll in rolls:
        if given in {JUMPS[square] for square in roll.passed}:
            return (
                Say("What begins on {squares} is only passed and does nothing.", squares=listed(roll.passed)),
                "3.3",
            )
    if rolls[-1].kind == "too high":
        return Say("The roll is too high: it would end beyond 100. The piece does not walk any of it."), "4.1"
    for number, roll in enumerate(rolls[:-1], 1):
        if given == roll.end:
            return (
                Say("There the piece stands after roll number {n}; it is not the last one.", n=number),
                "2.1",
            )
    for roll in rolls:
        if roll.start <= given < roll.reached:
            return (
                Say("The roll goes farther: {die} squares on from {start}.", die=roll.die, start=roll.start),
                "2.1",
            )
    return None


def _not_all(given: set[int], rolls: list[Roll]) -> Because | None:
    """What is picked in vain, or with which number of the die a square is missing; never which one."""
    right = {roll.end for roll in rolls}
    if never := sorted(given - right):
        square = never[0]
        if square in JUMPS:
            return _nobody_stands(square)
        if square in {2 * GOAL - roll.reached for roll in rolls if roll.kind == "too high"}:
            return Say("No piece bounces back from 100: after a roll too high it stays."), "4.1"
        return Say("No number of the die ends on {square}.", square=square), "2.1"
    if missing := [roll for roll in rolls if roll.end not in given]:
        roll = missing[0]
        return Say("A square is missing: try the {die} once more.", die=roll.die), roll.article
    return None

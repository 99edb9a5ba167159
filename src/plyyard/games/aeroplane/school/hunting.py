"""Exercises about being sent back: will it be safe, which rolls hit, the exact danger."""

from __future__ import annotations

from fractions import Fraction

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Number, Picks
from plyyard.games.aeroplane import analysis, outlook, play, refusals, rules
from plyyard.games.aeroplane.board import slot
from plyyard.games.aeroplane.notation import format_position
from plyyard.games.aeroplane.school.positions import (
    NAMES,
    across,
    candidates,
    listed,
    numbers,
    one_of,
    other,
    own,
    plane,
    planes,
    position,
    ring,
    sound,
    within,
)
from plyyard.games.aeroplane.state import SIDES, State

SHELTERED = sorted(rules.SAFE)
ROUNDING = Fraction(1, 200)  # an answer in whole percents


# will it be safe


def safe(below: Below, difficulty: int) -> Exercise:
    side = one_of(SIDES, below)

    def draw() -> State:
        die = 6 if difficulty > 1 and below(3) == 0 else within(1, 5, below)
        first = one_of(SHELTERED, below) - die if below(2) else within(0, 50, below)
        last = within(rules.RING_END + 1 - die, 55, below) if difficulty > 1 else within(0, 44, below)
        mine = [max(first, 0), last, *ring(1, below)]
        theirs = ring(1, below)
        if difficulty == 3:
            theirs += [across(step + die) for step in mine if across(step + die) <= rules.RING_END][:2]
        return position(side, planes(mine, below=below), planes(theirs, below=below), side, 0, die)

    state = sound(draw, lambda state: len(play.starts(state)) > 1)
    ends = {start: _end(state, start) for start in play.starts(state)}
    right = [start for start, end in ends.items() if is_safe(end)]
    return Exercise(
        Say(
            "{side} has rolled a {die}. Which planes would end where nobody can send them back? Pick all of them; it may "
            "be none.",
            side=NAMES[side],
            die=state.die,
        ),
        Picks(candidates(state, side), frozenset(slot(side, start) for start in right)),
        Say(
            "Work out where each plane ends. Safe are the start squares and star squares, the home column and the goal."
        ),
        Say(
            "The planes end like this: {ends}.",
            ends=listed([_ending(start, end) for start, end in ends.items()]),
        ),
        "4.3" if any(ends[start] > rules.RING_END for start in right) else "4.2",
        format_position(state),
        format_position(state),
        side,
        (),
        lambda given: _wrong_safe(state, side, ends, given),
    )


def is_safe(step: int) -> bool:
    """Whether nobody can be sent back from there."""
    return step in rules.SAFE or step > rules.RING_END


def _end(state: State, start: int) -> int:
    last = play.moved(state, start).state.last
    assert last is not None and last.reached is not None
    return last.reached


def _ending(start: int, end: int) -> Say:
    says = Say("{plane} → {end} (safe)") if is_safe(end) else Say("{plane} → {end} (not safe)")
    return Say(says.message, plane=plane(start), end=end)


def _wrong_safe(state: State, side: str, ends: dict[int, int], given: frozenset[str]) -> Because | None:
    for step in own(state, side):
        picked = slot(side, step) in given
        if step not in ends:
            if picked:
                why, article = refusals.WHY[rules.obstacle(step, state.die)]
                return Say("Not {plane}: {why}", plane=plane(step), why=why), article
        elif picked and not is_safe(ends[step]):
            return (
                Say(
                    "Not {plane}: it ends on {end}, which is neither a start square nor a star square.",
                    plane=plane(step),
                    end=ends[step],
                ),
                "4.2",
            )
        elif not picked and is_safe(ends[step]):
            if ends[step] > rules.RING_END:
                why, article = Say("only its own side flies there."), "4.3"
            else:
                why, article = Say("that is a start square or a star square, safe for both sides."), "4.2"
            return Say(
                "Missing: {plane} ends on {end}; {why}", plane=plane(step), end=ends[step], why=why
            ), article
    return None


# which rolls hit


def hits(below: Below, difficulty: int) -> Exercise:
    side = one_of(SIDES, below)
    number = 1 if difficulty < 3 else within(2, 3, below)

    def draw() -> State:
        mine = ring(number, below)
        if difficulty == 2 and below(6) == 0:
            mine = [one_of(SHELTERED, below)]
        around = [across(step) - within(-3, 9 if difficulty == 1 else 14, below) for step in mine * 3]
        theirs = [step for step in around if rules.START <= step <= rules.RING_END][
            : within(1, difficulty + 1, below)
        ]
        return position(side, planes(mine, below=below), planes(theirs, below=below), other(side))

    wanted = below(5) > 0  # now and then nothing hits
    state = sound(draw, lambda state: bool(outlook.hitting_numbers(state, side)) == wanted)
    good = outlook.hitting_numbers(state, side)
    marked = [step for step in own(state, side) if rules.START <= step <= rules.RING_END]
    if difficulty < 3:
        question = Say(
            "{other} rolls next. With how many of the six numbers does the first roll hit the plane of {side} on {step}?",
            other=NAMES[other(side)],
            side=NAMES[side],
            step=marked[0],
        )
    else:
        question = Say(
            "{other} rolls next. With how many of the six numbers can the first roll hit any plane of {side}?",
            other=NAMES[other(side)],
            side=NAMES[side],
        )
    return Exercise(
        question,
        Number(len(good)),
        Say(
            "Is the square safe? Then look at the six squares behind it on the other side's way, and count each number once."
        ),
        Say("Numbers that hit: {numbers}.", numbers=numbers(good)),
        "4.2" if all(step in rules.SAFE for step in marked) else "4.1",
        format_position(state),
        format_position(state),
        side,
        tuple(slot(side, step) for step in marked),
        lambda given: _wrong_hits(state, side, marked, len(good), given),
    )


def _wrong_hits(state: State, side: str, marked: list[int], good: int, given: Fraction) -> Because | None:
    if all(step in rules.SAFE for step in marked):
        return Say("The plane is on a safe square: no number hits it."), "4.2"
    if not 0 <= given <= 6:
        return Say("A die has six numbers: the answer is 0 to 6."), "2.2"
    near = sum(
        1
        for step in state.planes[SIDES.index(other(side))]
        for mine in marked
        if 1 <= across(mine) - step <= 6
    )
    if given == near > good:
        return Say(
            "Two planes that need the same number, or a plane that is safe: that does not add a number."
        ), "4.1"
    if given > good:
        return (
            Say(
                "Planes in front, planes more than six squares behind and planes in the base do not hit with one roll."
            ),
            "4.1",
        )
    return Say("One is missing: each plane one to six squares behind hits with just one number."), "4.1"


# the exact danger


def danger(below: Below, difficulty: int) -> Exercise:
    side = one_of(SIDES, below)

    def draw() -> State:
        mine = ring(1 if difficulty < 3 else 2, below, 1, 49)
        prey = across(mine[0])
        back = 15 if difficulty == 1 else 11
        theirs = [prey - within(1, back, below) for _ in range(1 if difficulty == 1 else 2)]
        home = 4 - len(theirs)
        if difficulty == 3 and below(2):
            theirs, home = theirs[:1], 2
        theirs = [min(max(step, 0), rules.RING_END) for step in theirs]
        turn = other(side)
        return position(side, planes(mine, below=below), planes(theirs, home=home, below=below), turn)

    def fits(state: State) -> bool:
        step = _prey(state, side)
        chance = analysis.danger(state, side, step)
        first = Fraction(len(analysis.hitting_rolls(state, side, step)), 6)
        if difficulty == 1:
            return chance > 0
        return chance > max(first, Fraction(1, 36)) and chance.denominator <= 216

    state = sound(draw, fits)
    step = _prey(state, side)
    chance = analysis.danger(state, side, step)
    at_once = analysis.hitting_rolls(state, side, step)
    first = Fraction(len(at_once), 6)

    def wrong(given: Fraction) -> Because | None:
        if abs(given - first) <= ROUNDING < abs(first - chance):
            return (
                Say(
                    "That is the first roll only. After a six, or after another plane was sent back, it rolls again."
                ),
                "5.1",
            )
        if given > 1 or given < 0:
            return Say("A chance is between 0 and 1, or 0 % and 100 %."), "2.2"
        if given > chance:
            return (
                Say(
                    "That is too much: one plane uses the whole roll, chances along a way are multiplied, a third six is "
                    "void."
                ),
                "5.4",
            )
        return Say(
            "A way is missing: each extra roll may hit, too, with the plane that is then best placed."
        ), "5.1"

    return Exercise(
        Say(
            "{other} rolls next and tries everything to hit the plane of {side} on {step}. What is the chance that it is "
            "sent back in this turn, extra rolls counted?",
            other=NAMES[other(side)],
            side=NAMES[side],
            step=step,
        ),
        Number(chance, "chance"),
        Say(
            "First the numbers that hit at once, a sixth each. Then every roll that gives another one: where do the planes "
            "stand after it, and which numbers hit from there? Each roll multiplies by a sixth."
        ),
        Say(
            "{chance} in all. The first roll hits with: {numbers}.",
            chance=str(chance),
            numbers=numbers(at_once),
        ),
        "4.1" if chance == first else "5.1",
        f"{format_position(state)} {step}",
        format_position(state),
        side,
        (slot(side, step),),
        wrong,
    )


def _prey(state: State, side: str) -> int:
    """The foremost of the planes on the ring."""
    return max(step for step in own(state, side) if step <= rules.RING_END)

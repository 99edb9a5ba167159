"""Exercises that replay: where both pieces stand after a row of rolls, and which line of a record is wrong.  art. 2.1–4.2"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Choice, Exercise, Picks
from plyyard.games.snakes.rules import GOAL, JUMPS
from plyyard.games.snakes.school.course import (
    RESTING,
    Roll,
    in_turn,
    one_of,
    play,
    play_alone,
    position,
    roll_of,
    standing,
)
from plyyard.games.snakes.state import SIDE_NAMES, SIDES, State

LENGTHS = {1: 4, 2: 6, 3: 8}
LINES = {1: 4, 2: 5, 3: 6}


def replay(below: Below, difficulty: int) -> Exercise:
    """Where do both stand in the end? At 1 from the start, then from the middle, at 3 with rolls too high or an end among them."""
    least = {1: 0, 2: 2, 3: 60}[difficulty]
    while True:
        squares = [one_of(below, [square for square in RESTING if square >= least]) for _ in SIDES]
        state = State() if difficulty == 1 else standing(squares[0], squares[1], one_of(below, SIDES))
        dice = [roll_of(below) for _ in range(LENGTHS[difficulty])]
        rolls, end = play(state, dice)
        special = sum(roll.kind != "" for roll in rolls)
        late = any(roll.kind == "too high" or roll.end == GOAL for roll in rolls)
        if special >= difficulty and (difficulty < 3 or late) and end.squares[0] != end.squares[1]:
            break
    plausible = {place for roll in rolls for place in (roll.end, roll.reached) if place <= GOAL} | set(
        end.squares
    )
    return Exercise(
        Say(
            "{side} rolls first, then in turn: {dice}. Pick the two squares on which the pieces stand when all is rolled, or when "
            "the game is over.",
            side=SIDE_NAMES[state.turn],
            dice=", ".join(map(str, dice)),
        ),
        Picks(
            tuple((f"s{square}", Say("square {square}", square=square)) for square in sorted(plausible)),
            frozenset(f"s{square}" for square in end.squares),
        ),
        Say(
            "Lay out two columns, one for each side; write every roll into them with its square. The first roll is {side}'s, the "
            "second the other side's.",
            side=SIDE_NAMES[state.turn],
        ),
        in_turn(
            *(roll.said for roll in rolls),
            *([Say("{side} has won.", side=SIDE_NAMES[rolls[-1].side])] if GOAL in end.squares else []),
        ),
        "4.2" if GOAL in end.squares else next(roll.article for roll in rolls if roll.kind),
        f"{position(state)} {dice}",
        position(state),
        wrong=lambda given: _not_these({int(one[1:]) for one in given}, rolls, end),
    )


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it stands in a record, with what really happens there. ``why``: what is wrong with it, if something is."""

    side: str
    die: int
    start: int
    end: int
    really: Roll
    why: Because | None = None

    @property
    def said(self) -> Say:
        return Say(
            "{side} rolls {die}: from {start} to {square}.",
            side=SIDE_NAMES[self.side],
            die=self.die,
            start=self.start,
            square=self.end,
        )


def check_record(below: Below, difficulty: int) -> Exercise:
    """One line breaks the rules: which?"""
    while True:
        at = below(LINES[difficulty] - 1) + 1
        lines = _record(below, LINES[difficulty], at, difficulty)
        if lines and sum(line.really.kind != "" or bool(line.really.passed) for line in lines) >= difficulty:
            break
    wrong = next(line for line in lines if line.why)
    assert wrong.why
    start = State((_first(lines, SIDES[0]), _first(lines, SIDES[1])), lines[0].side)
    return Exercise(
        Say(
            "A record of {n} rolls. One line breaks the rules: which? Judge each by the square that it names itself.",
            n=len(lines),
        ),
        Choice(tuple((str(n), line.said) for n, line in enumerate(lines, 1)), str(lines.index(wrong) + 1)),
        Say(
            "For each line: add roll and square, look what begins there and only there, and see whose turn it is."
        ),
        wrong.why[0],
        wrong.why[1],
        " ".join(f"{line.side}{line.start}+{line.die}={line.end}" for line in lines),
        position(start),
        wrong=lambda given: _is_right(lines[int(given) - 1]),
    )


def _record(below: Below, length: int, at: int, difficulty: int) -> Sequence[Line]:
    """Lines with one wrong at this place; none when no fault of this difficulty fits there."""
    squares = {side: one_of(below, RESTING[:-1] if difficulty < 3 else RESTING[50:-1]) for side in SIDES}
    side, lines = one_of(below, SIDES), list[Line]()
    for number in range(length):
        again = number == at and difficulty == 3 and lines[-1].die == 6
        if again:
            side = lines[-1].side
        die = roll_of(below)
        (really,) = play_alone(squares[side], side, [die])
        end, why = really.end, None
        if again:
            why = Say("{side} rolled a six before: that gives no further roll.", side=SIDE_NAMES[side]), "2.2"
        elif number == at:
            found = _fault(really, difficulty)
            if found is None:
                return ()
            end, why = found
            if end == really.end or end in JUMPS.keys() - {really.reached}:
                return ()
        if end == GOAL:
            return ()  # the record would end here
        lines.append(Line(side, die, squares[side], end, really, why))
        squares[side] = end
        side = SIDES[1 - SIDES.index(side)]
    if any(line.start in JUMPS for line in lines):  # what stands on a foot or head is wrong itself
        return ()
    return lines


def _fault(roll: Roll, difficulty: int) -> tuple[int, Because] | None:
    """A wrong end of this roll that somebody could write down, and what is wrong with it."""
    if roll.kind == "too high":
        return 2 * GOAL - roll.reached, (in_turn(roll.said, Say("It does not bounce back.")), "4.1")
    if roll.kind:
        return roll.reached, (roll.said, roll.article)
    if roll.passed and difficulty > 1:
        return JUMPS[roll.passed[-1]], roll.because
    if difficulty == 1 and roll.end + 1 < GOAL and roll.end + 1 not in JUMPS:
        return roll.end + 1, (in_turn(roll.said, Say("The square a piece stands on is not counted.")), "2.1")
    return None


def _first(lines: Sequence[Line], side: str) -> int:
    return next(line.start for line in lines if line.side == side)


def _is_right(line: Line) -> Because:
    return Say("This line is right. {reason}", reason=line.really.because[0]), line.really.because[1]


def _not_these(given: set[int], rolls: Sequence[Roll], end: State) -> Because | None:
    if len(given) != 2:
        return Say("Two squares are asked for, one for each piece."), "1.2"
    if never := sorted(given & set(JUMPS)):
        return Say(
            "No piece can stand on {square}: a ladder or a snake begins there.", square=never[0]
        ), "3.3"
    for index, side in enumerate(SIDES):
        own = [roll for roll in rolls if roll.side == side]
        if own and end.squares[index] not in given:
            first = next((roll for roll in own if roll.kind), own[0])
            return (
                Say(
                    "{side} stands on neither. On the way: {reason}", side=SIDE_NAMES[side], reason=first.said
                ),
                first.article,
            )
    return None

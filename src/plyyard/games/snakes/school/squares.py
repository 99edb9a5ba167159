"""Exercises on the numbering: where a square lies on the turning path, and which number lies there.  art. 1.1"""

from __future__ import annotations

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Number, Picks
from plyyard.games.snakes.board import cell
from plyyard.games.snakes.rules import GOAL
from plyyard.games.snakes.school.course import one_of, position
from plyyard.games.snakes.state import State

AT = {cell(square): square for square in range(1, GOAL + 1)}
EMPTY = position(State())
TURNS = tuple(square for square in range(1, GOAL + 1) if cell(square)[1] in (0, 9))
ARTICLE = "1.1"


def find_square(below: Below, difficulty: int) -> Exercise:
    """Pick a square: by its number, by its neighbour below or above, by a way along the path."""
    if difficulty == 1:
        right = one_of(below, TURNS) if below(2) else 1 + below(GOAL)
        question = Say("Pick square {square}.", square=right)
    elif difficulty == 2:
        upward = bool(below(2))
        start = 1 + below(GOAL - 10) if upward else 11 + below(GOAL - 10)
        row, column = cell(start)
        right = AT[row + (1 if upward else -1), column]
        question = (
            Say("Pick the square directly above {square}.", square=start)
            if upward
            else Say("Pick the square directly below {square}.", square=start)
        )
    else:
        start, along = 1 + below(80), 3 + below(8)
        row, column = cell(start)
        right = AT[row + 1, column] + along
        question = Say(
            "Begin on {square}, go straight up one row, then {along} squares on along the path. Pick the square where you end.",
            square=start,
            along=along,
        )
    row, column = cell(right)
    near = {right, right - 1, right + 1, right - 10, right + 10, AT[row, 9 - column], AT[row, 9 - column] + 1}
    near |= {
        AT[line, place]
        for line in (row - 1, row + 1)
        for place in (column, 9 - column)
        if (line, place) in AT
    }
    return Exercise(
        question,
        Picks(
            tuple((f"s{square}", _place(square)) for square in sorted(near) if 1 <= square <= GOAL),
            frozenset([f"s{right}"]),
            one=True,
        ),
        Say(
            "Follow the dotted path: 1 to 10 to the right, 11 to 20 back to the left, and so on; it turns at the end of each row."
        ),
        _lies(right),
        ARTICLE,
        f"{difficulty} {question}",
        EMPTY,
        wrong=lambda given: _other(next(iter(given))),
    )


def name_square(below: Below, difficulty: int) -> Exercise:
    """Say the number: of the marked square; of a row and a place, without a board; of a neighbour, without a board."""
    marks: tuple[str, ...] = ()
    start = right = 1 + below(GOAL)
    row, column = cell(right)
    hint = Say(
        "Row {row} from below holds {first} to {last}. Odd rows run to the right, even rows to the left: "
        "at which end does this one begin?",
        row=row + 1,
        first=10 * row + 1,
        last=10 * row + 10,
    )
    if difficulty == 1:
        marks = (f"s{right}",)
        question = Say(
            "Which number has the marked square in row {row} from below, place {place} from the left?",
            row=row + 1,
            place=column + 1,
        )
    elif difficulty == 2:
        question = Say(
            "Without a board: row {row} from below, place {place} from the left. Which number has this square?",
            row=row + 1,
            place=column + 1,
        )
    else:
        start, rows = 1 + below(80), 1 + below(2)
        row, column = cell(start)
        right = AT[row + rows, column]
        question = Say(
            "Without a board: which number lies directly above {square}?"
            if rows == 1
            else "Without a board: which number lies two rows straight above {square}?",
            square=start,
        )
        hint = Say(
            "The path runs on to the end of the row and as far back in the next: how many squares are missing to {last}?",
            last=10 * row + 10,
        )
    return Exercise(
        question,
        Number(right),
        hint,
        _lies(right),
        ARTICLE,
        f"{difficulty} {question} {marks}",
        EMPTY if marks else "",
        marks=marks,
        wrong=lambda given: _misread(int(given), right, start),
    )


def _place(square: int) -> Say:
    """By place, not by number: that is what is asked for."""
    row, column = cell(square)
    return Say("row {row} from below, place {place} from the left", row=row + 1, place=column + 1)


def _lies(square: int) -> Say:
    row, column = cell(square)
    values = {
        "row": row + 1,
        "first": 10 * row + 1,
        "last": 10 * row + 10,
        "square": square,
        "place": column + 1,
    }
    return Say(
        "Row {row} from below runs from {first} to {last}, to the right; {square} lies at place {place} from the left."
        if row % 2 == 0
        else "Row {row} from below runs from {first} to {last}, to the left; {square} lies at place {place} from the left.",
        **values,
    )


def _other(picked: str) -> Because:
    square = int(picked[1:])
    return Say("That is {square}. {reason}", square=square, reason=_lies(square)), ARTICLE


def _misread(given: int, right: int, start: int) -> Because | None:
    """What this number is instead, and not which one is right."""
    if not 1 <= given <= GOAL:
        return Say("The board has the squares 1 to 100 only."), ARTICLE
    if start != right and given - start in (10, 20):
        return Say(
            "Ten more is not one row straight up, for the path turns. {reason}", reason=_lies(given)
        ), ARTICLE
    row, column = cell(right)
    if given == AT[row, 9 - column]:
        return Say("That is counted from the wrong end of the row. {reason}", reason=_lies(given)), ARTICLE
    return _lies(given), ARTICLE

"""What is known of Snakes and Ladders beyond its rules: figures and tables for lessons, from analysis.py and the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from plyyard.core.chance import DIE
from plyyard.core.errors import BadPosition, BadText, Say, quoted
from plyyard.core.game import Option
from plyyard.core.text import whole_number
from plyyard.core.truth import Cell, Truth, Value
from plyyard.games.snakes import analysis
from plyyard.games.snakes.board import cell
from plyyard.games.snakes.notation import parse_position
from plyyard.games.snakes.rules import GOAL, JUMPS, faults, target
from plyyard.games.snakes.state import SIDE_NAMES, SIDES, State

STANDING = tuple(square for square in range(GOAL) if square not in JUMPS)
ROUNDS = 100  # shown of a game; one in a thousand is longer
MOST_ROLLS = 400


def _square(text: str, low: int = 0) -> int:
    """A square on which a piece can stand and roll."""
    square = whole_number(text, "square", low, GOAL - 1)
    if found := faults((square, 0)):
        raise BadPosition(found)
    return square


def _jump(text: str) -> int:
    jump = whole_number(text, "square", 1, GOAL)
    if jump not in JUMPS:
        raise BadText(Say("Neither a ladder nor a snake begins on {square}.", square=jump))
    return jump


def _rolls(text: str) -> int:
    return whole_number(text, "rolls", 1, MOST_ROLLS)


def _die(text: str) -> int:
    return whole_number(text, "die", 1, 6)


def _lands(square: str, die: str) -> int:
    return int(target(_square(square), _die(die)))


def _number(row: str, place: str) -> int:
    """Of the square in a row counted from below, at a place counted from the left."""
    wanted = whole_number(row, "row", 1, 10) - 1, whole_number(place, "place", 1, 10) - 1
    return next(square for square in range(1, GOAL + 1) if cell(square) == wanted)


def _place(square: str) -> int:
    return cell(whole_number(square, "square", 1, GOAL))[1] + 1


def _row(square: str) -> int:
    return cell(whole_number(square, "square", 1, GOAL))[0] + 1


def _wins_with(square: str, number: str) -> Fraction:
    """Chance that the goal is reached by at most this many own rolls."""
    return sum(analysis.arrivals(_square(square), _rolls(number)), Fraction(0))


def _stays(square: str) -> Fraction:
    return Fraction(sum(target(_square(square), die) == _square(square) for die in DIE.outcomes), 6)


def _ahead(position: str, side: str) -> float:
    if side not in SIDES:
        raise BadText(
            Say(
                "turn is {found}; it must be one of: {sides}.", found=quoted(side, 20), sides=", ".join(SIDES)
            )
        )
    return analysis.evaluate(parse_position(position), side)


def _over_by(rounds: str) -> Fraction:
    return sum(analysis.endings(0, 0, _rolls(rounds)), Fraction(0))


def _added(jump: str) -> float:
    """Own rolls from 0 on average, without this jump more than with it."""
    return float(analysis.expected_rolls(_jump(jump))[0] - analysis.expected_rolls()[0])


def _half_home() -> int:
    """The first number of own rolls by which at least half of all pieces have arrived."""
    home = accumulate(analysis.arrivals(0, MOST_ROLLS))
    return next(number for number, chance in enumerate(home, 1) if chance >= Fraction(1, 2))


VALUES: Mapping[str, Value] = {
    "lands": _lands,
    "square": _number,
    "row": _row,
    "place": _place,
    "stays": _stays,
    "home by": _wins_with,
    "expected rolls": lambda square: float(analysis.expected_rolls()[_square(square)]),
    "least rolls": lambda square: analysis.least_rolls(_square(square)),
    "half home": _half_home,
    "game rolls": lambda: analysis.expected_game(),
    "game rolls of a side": lambda: analysis.expected_game() / 2,
    "game over by": _over_by,
    "win": _ahead,
    "rolls without": lambda jump: float(analysis.expected_rolls(_jump(jump))[0]),
    "rolls added": _added,
    "rolls saved": lambda jump: -_added(jump),
    "times taken": lambda jump: analysis.times_taken(_jump(jump)),
    "jumps": lambda: len(JUMPS),
    "ladders": lambda: sum(end > start for start, end in JUMPS.items()),
    "snakes": lambda: sum(end < start for start, end in JUMPS.items()),
}


def _length(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    """For each round: a piece alone, then the game of two."""
    mine, other = state.squares if state.turn == SIDES[0] else state.squares[::-1]
    if GOAL in state.squares:
        raise BadText(Say("The game is over."))
    alone = [analysis.arrivals(square, ROUNDS) for square in (mine, other)]
    ends = analysis.endings(mine, other, ROUNDS)
    game = [ends[2 * n] + ends[2 * n + 1] for n in range(ROUNDS)]
    columns = (alone[0], accumulate(alone[0]), game, accumulate(game))
    return [
        (number, *(_rounded(chance) for chance in row))
        for number, row in enumerate(zip(*columns, strict=True), 1)
    ]


def _rounded(chance: Fraction) -> Fraction:
    """To a millionth: the exact one has hundreds of digits."""
    return Fraction(round(chance * 10**6), 10**6)


def _for_both(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    """Both sides: who wins, and how long the way is. From the two squares in ``inputs``."""
    squares = (_square(str(inputs["black"])), _square(str(inputs["white"])))
    here = parse_position(f"black={squares[0]} white={squares[1]} turn={inputs['turn']}")
    return [
        (
            SIDE_NAMES[side],
            square,
            _rounded(Fraction(analysis.evaluate(here, side))),
            float(analysis.expected_rolls()[square]),
            analysis.least_rolls(square),
        )
        for side, square in zip(SIDES, squares, strict=True)
    ]


def _against_all(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    """One square against each of the other side."""
    own, chances = _square(str(inputs["square"])), analysis.win_chances()
    return [
        (
            other,
            _rounded(Fraction(float(chances[own, other]))),
            _rounded(Fraction(float(1 - chances[other, own]))),
        )
        for other in STANDING
    ]


def _next_roll(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    """What each number of the die does for the side to roll."""
    if GOAL in state.squares:
        raise BadText(Say("The game is over."))
    own = SIDES.index(state.turn)
    rows: list[tuple[Cell, ...]] = []
    for die in DIE.outcomes:
        reached = target(state.squares[own], die)
        squares = (reached, state.squares[1]) if own == 0 else (state.squares[0], reached)
        after = State(squares, SIDES[1 - own])
        rows.append((die, reached, _rounded(Fraction(analysis.evaluate(after, state.turn)))))
    return rows


def _jumps(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    """Each ladder and snake in order of its first square."""
    with_all = float(analysis.expected_rolls()[0])
    rows: list[tuple[Cell, ...]] = []
    for start, end in sorted(JUMPS.items()):
        without = float(analysis.expected_rolls(start)[0])
        name = Say("ladder {start}–{end}" if end > start else "snake {start}–{end}", start=start, end=end)
        rows.append((name, without - with_all, without, analysis.times_taken(start)))
    return rows


def _squares(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    """Each square on which a piece can stand."""
    rolls, stops = analysis.expected_rolls(), analysis.stops()
    return [
        (square, float(rolls[square]), analysis.least_rolls(square), float(stops[square]))
        for square in STANDING
    ]


_TURN = Option("turn", Say("Who is to roll"), SIDES[0], tuple(SIDE_NAMES.items()))

TRUTHS: tuple[Truth, ...] = (
    Truth(
        "length",
        Say("How long it takes"),
        Say(
            "The chance that the piece to roll first comes home by just this roll of its own, and that it is home by then, as if "
            "it were alone; and the same for the game of two: in one round each side rolls once, and the game is over when one of "
            "them is home. All ways of the die are counted exactly. Give another position to see what is left from there."
        ),
        (
            Say("own roll"),
            Say("home by just this one"),
            Say("home by then"),
            Say("game over in this round"),
            Say("game over by then"),
        ),
        _length,
        position="black=0 white=0 turn=black",
        chart="lines",
        drawn=(1, 3),
    ),
    Truth(
        "ahead",
        Say("Who is ahead?"),
        Say(
            "For any two squares: how often each side wins, and how many rolls its piece needs on average and at least. From "
            "one system of equations in 10,000 unknowns, one for each pair of squares; nobody played games for it."
        ),
        (Say("side"), Say("square"), Say("wins"), Say("own rolls on average"), Say("own rolls at least")),
        _for_both,
        (
            Option("black", Say("Black's square"), 50, low=0, high=GOAL - 1),
            Option("white", Say("White's square"), 63, low=0, high=GOAL - 1),
            _TURN,
        ),
        drawn=(2,),
    ),
    Truth(
        "against-all",
        Say("One square against all others"),
        Say(
            "How often a piece on your square wins against a piece on each other square, once if you roll next and once if the "
            "other side does. Where the line rises, the other piece stands better on the lower number."
        ),
        (Say("the other's square"), Say("you win, you roll next"), Say("you win, the other rolls next")),
        _against_all,
        (Option("square", Say("Your square"), 50, low=0, high=GOAL - 1),),
        chart="lines",
        drawn=(1, 2),
    ),
    Truth(
        "next-roll",
        Say("What the next roll is worth"),
        Say("Each number of the die: where it leads, and how often the side that rolled it wins then."),
        (Say("roll"), Say("comes to rest on"), Say("then wins")),
        _next_roll,
        position="black=50 white=63 turn=black",
        drawn=(2,),
    ),
    Truth(
        "jumps",
        Say("What each ladder and snake does"),
        Say(
            "One jump at a time is taken off the board: by how many rolls that changes the way from the start to 100, how long "
            "the way then is on average, and how often a piece takes this jump on the board as it is."
        ),
        (Say("jump"), Say("rolls more without it"), Say("rolls without it"), Say("times taken")),
        _jumps,
    ),
    Truth(
        "squares",
        Say("How far each square is from home"),
        Say(
            "For each square on which a piece can stand: the own rolls to 100 on average and at least, and how many rolls a piece "
            "makes from there on its way from the start."
        ),
        (
            Say("square"),
            Say("own rolls on average"),
            Say("own rolls at least"),
            Say("rolls made from there"),
        ),
        _squares,
        chart="lines",
    ),
)

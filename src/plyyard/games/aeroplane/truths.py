"""What is known of the Aeroplane Game beyond its rules: figures and tables for lessons, from outlook.py and analysis.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from plyyard.core.errors import BadText, Say, quoted
from plyyard.core.game import Option
from plyyard.core.text import whole_number
from plyyard.core.truth import Cell, Truth, Value
from plyyard.games.aeroplane import analysis, duel, outlook, play, rules
from plyyard.games.aeroplane.notation import parse_move, parse_position, read_start
from plyyard.games.aeroplane.state import RED, SIDES, State

SIDE_NAMES = {"red": Say("Red"), "yellow": Say("Yellow")}
SQUARE_NAMES = tuple((step, Say("square {step}", step=step)) for step in range(rules.GOAL))
MOST = 60  # rolls shown of a way home; one in three hundred is longer
MOST_ROLLS = 120


def _side(text: str) -> str:
    if text not in SIDES:
        raise BadText(
            Say(
                "turn is {found}; it must be one of: {sides}.", found=quoted(text, 20), sides=", ".join(SIDES)
            )
        )
    return text


def _standing(position: str, side: str, square: str) -> tuple[State, str, int]:
    """A position, a side, and where one of its planes stands."""
    state, side, step = parse_position(position), _side(side), read_start(square)
    if step not in state.planes[SIDES.index(side)]:
        raise BadText(Say("{side} has no plane on {square}.", side=side, square=square))
    return state, side, step


def _hit_by(position: str, side: str, square: str) -> int:
    return len(analysis.hitting_rolls(*_standing(position, side, square)))


def _danger(position: str, side: str, square: str) -> Fraction:
    return analysis.danger(*_standing(position, side, square))


def _moved(position: str, move: str) -> tuple[State, int]:
    state = parse_position(position)
    return state, parse_move(state, move)


def _lands(position: str, move: str) -> int:
    last = play.moved(*_moved(position, move)).state.last
    assert last is not None and last.reached is not None
    return last.reached


def _extra_rolls(position: str, move: str) -> int:
    return sum(effect.kind == "extra roll" for effect in play.moved(*_moved(position, move)).effects)


def _sent_back(position: str, move: str) -> int:
    return sum(
        effect.n or 0 for effect in play.moved(*_moved(position, move)).effects if effect.kind == "sent back"
    )


def _hit_after(position: str, move: str) -> int:
    """How many numbers of the other side's first roll hit any plane of the mover."""
    state, start = _moved(position, move)
    return len(outlook.hitting_numbers(play.moved(state, start).state, state.turn))


def _gain(position: str, move: str) -> int:
    return outlook.gain(*_moved(position, move))


def _loss(position: str, move: str) -> Fraction:
    state, start = _moved(position, move)
    return outlook.loss(play.moved(state, start).state, state.turn)


def _moves(position: str) -> int:
    settled = play.settled(parse_position(position)).state
    return len(play.starts(settled))


def _need(square: str) -> int:
    """The only number that brings a plane home from there."""
    return rules.GOAL - whole_number(square, "square", rules.GOAL - 6, rules.GOAL - 1)


def _six_within(turns: str) -> Fraction:
    return 1 - Fraction(5, 6) ** whole_number(turns, "turns", 1, 100)


def _home_by(square: str, rolls: str) -> Fraction:
    return sum(
        outlook.rolls_home(_start(square))[: whole_number(rolls, "rolls", 1, MOST_ROLLS) + 1], Fraction(0)
    )


def _start(square: str) -> int:
    return rules.BASE if square == "base" else whole_number(square, "square", rules.START, rules.GOAL - 1)


def _across(square: str) -> int:
    """The number that the same square of the ring has for the other side."""
    found = (whole_number(square, "square", rules.START, rules.RING_END) + 26) % rules.RING
    if found > rules.RING_END:
        raise BadText(Say("The other side does not come to square {square}.", square=square))
    return found


def _on_roll(square: int) -> float:
    """Chance of winning for who rolls, both sides with the last plane on their own square of this number."""
    last = (square, rules.GOAL, rules.GOAL, rules.GOAL)
    found = duel.chance(State((last, last)), RED)
    if found is None:
        raise BadText(Say("From square {square} the last planes may still meet.", square=square))
    return found


def _roll_worth(square: str) -> float:
    return 2 * _on_roll(_start(square)) - 1


VALUES: Mapping[str, Value] = {
    "ring": lambda: rules.RING,
    "safe squares": lambda: len(rules.SAFE),
    "goal": lambda: rules.GOAL,
    "home column": lambda: rules.GOAL - 1 - rules.RING_END,
    "other side's number": _across,
    "moves": _moves,
    "lands": _lands,
    "sent back": _sent_back,
    "extra rolls": _extra_rolls,
    "number home": _need,
    "hit by": _hit_by,
    "danger": _danger,
    "hit after": _hit_after,
    "turns to start": lambda: analysis.turns_alone()[rules.BASE] - analysis.turns_alone()[rules.START],
    "squares for a start": lambda: outlook.OUT,
    "gain": _gain,
    "loss": _loss,
    "wins now": lambda position: outlook.wins_now(parse_position(position)),
    "six within": _six_within,
    "three sixes": lambda: Fraction(1, 6) ** 3,
    "turns alone": lambda square: analysis.turns_alone()[_start(square)],
    "rolls alone": lambda square: outlook.rolls_alone()[_start(square)],
    "home by": _home_by,
    "squares a turn without": lambda: outlook.squares_a_turn()[0],
    "squares a turn": lambda: outlook.squares_a_turn()[1],
    "on roll": lambda square: _on_roll(_start(square)),
    "roll worth": _roll_worth,
}


def _danger_rows(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    """Each square of the ring, counted by the side that is hunted."""
    if play.winner(state):
        raise BadText(Say("The game is over."))
    side = str(inputs["side"])
    rows: list[tuple[Cell, ...]] = []
    for step, chance in enumerate(outlook.danger_map(state, side)):
        at_once = ", ".join(map(str, sorted(analysis.hitting_rolls(state, side, step))))
        rows.append((step, chance, Say("safe") if step in rules.SAFE else at_once or "–"))
    return rows


def _home_rows(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    chances = outlook.rolls_home(int(inputs["from"]))[1 : MOST + 1]
    return [
        (n, _rounded(chance), _rounded(by_then))
        for n, (chance, by_then) in enumerate(zip(chances, accumulate(chances), strict=True), 1)
    ]


def _way_rows(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    turns, rolls = analysis.turns_alone(), outlook.rolls_alone()
    return [
        (Say("base") if step == rules.BASE else step, float(turns[step]), float(rolls[step]))
        for step in range(rules.BASE, rules.GOAL)
    ]


def _roll_rows(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    for square in range(duel.PAST, rules.GOAL):
        mine = _on_roll(square)
        rows.append((square, _rounded(mine), _rounded(1 - mine), _rounded(2 * mine - 1)))
    return rows


def _rounded(chance: Fraction | float) -> Fraction:
    """To a millionth: the exact one has dozens of digits."""
    return Fraction(round(chance * 10**6), 10**6)


TRUTHS: tuple[Truth, ...] = (
    Truth(
        "danger",
        Say("Danger map"),
        Say(
            "For each square of the ring: the chance that a plane there is sent back before its side rolls again, if the other "
            "side tries everything, extra rolls counted; beside it the numbers that hit at once. The hindmost plane is thought "
            "there, all others stand as in the position. Every way of the dice is followed; give a position of your own."
        ),
        (Say("square"), Say("sent back"), Say("hit at once by")),
        _danger_rows,
        (Option("side", Say("Whose planes"), RED, tuple(SIDE_NAMES.items())),),
        position="red=-,-,20,41 yellow=-,3,14,38 turn=red",
    ),
    Truth(
        "home",
        Say("Rolls to come home"),
        Say(
            "A plane alone on the board: the chance that just this roll brings it to the goal, and that it is there by then. "
            "Sequences of rolls were counted, none was tried out; a roll too high waits, a third six is void."
        ),
        (Say("roll"), Say("home with just this one"), Say("home by then")),
        _home_rows,
        (Option("from", Say("From where"), rules.BASE, ((rules.BASE, Say("base")), *SQUARE_NAMES)),),
        chart="lines",
        drawn=(2,),
    ),
    Truth(
        "way",
        Say("How far each square is from home"),
        Say(
            "The turns and the rolls that a plane alone needs on average, by its square. From one equation for each square and "
            "number of sixes, solved from the goal backwards."
        ),
        (Say("square"), Say("turns on average"), Say("rolls on average")),
        _way_rows,
        chart="lines",
        drawn=(1, 2),
    ),
    Truth(
        "roll",
        Say("What a roll is worth"),
        Say(
            "Both sides have one plane left, each on its own square of this number, where the two cannot meet any more: how often "
            "who rolls now wins, how often when the other rolls, and the difference: that much an extra roll is worth there."
        ),
        (
            Say("both on square"),
            Say("wins, rolling now"),
            Say("wins, if the other rolls"),
            Say("worth of the roll"),
        ),
        _roll_rows,
        chart="lines",
        drawn=(1, 2, 3),
    ),
)

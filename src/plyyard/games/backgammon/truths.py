"""What is known of backgammon beyond its rules: shots, chances to enter, pips and races, for lessons and tables."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from plyyard.core.errors import BadText, Say, quoted
from plyyard.core.game import Option
from plyyard.core.text import whole_number
from plyyard.core.truth import Cell, Truth, Value
from plyyard.games.backgammon import analysis, bearoff, moves, openings
from plyyard.games.backgammon.analysis import ROLLS, weight
from plyyard.games.backgammon.notation import NAMES, parse_move, parse_position
from plyyard.games.backgammon.state import BAR, CHECKERS, OFF, SIDES, State, other

FARTHEST = 23  # points between a checker on the 24-point and a blot on the 1-point
SHOWN = 20  # points between; farther no roll reaches but 6-6, from the bar
MOST_PIPS = CHECKERS * BAR


def _state(text: str) -> State:
    """A position as text, or ``BadText`` once it is over."""
    state = parse_position(text)
    if state.winner:
        raise BadText(Say("The game is over."))
    return state


def _side(text: str) -> int:
    if text not in SIDES:
        sides = ", ".join(SIDES)
        raise BadText(
            Say("turn is {found}; it must be one of: {sides}.", found=quoted(text, 20), sides=sides)
        )
    return SIDES.index(text)


def _shots(position: str) -> int:
    state = _state(position)
    return analysis.shots(state, state.turn)


def _shots_after(position: str, move: str) -> int:
    """Of the other side, once this play is made."""
    state = _state(position)
    return analysis.shots(moves.after(state, parse_move(state, move).steps), other(state.turn))


@functools.cache
def alone(away: int) -> State:
    """One checker of White, one of Black so many points before it, nothing else on the board."""
    places = [[0] * 26, [0] * 26]
    places[0][24] = places[1][1 + away] = 1
    for side in places:
        side[OFF] = CHECKERS - 1
    return State((tuple(places[0]), tuple(places[1])))


def _away(text: str) -> int:
    return whole_number(text, "away", 1, FARTHEST)


def _shots_at(away: str) -> int:
    return analysis.shots(alone(_away(away)), SIDES[0])


@functools.cache
def waiting(closed: int, on_bar: int) -> State:
    """So many checkers of White on the bar before so many closed points, the others borne off."""
    white, black = [0] * 26, [0] * 26
    white[BAR], white[OFF] = on_bar, CHECKERS - on_bar
    black[1 : 1 + closed] = [2] * closed
    black[OFF] = CHECKERS - 2 * closed - 1
    black[12] = 1
    return State((tuple(white), tuple(black)))


def entry_chance(closed: int, on_bar: int, left: int) -> Fraction:
    """Chance that the next roll leaves so many of them on the bar."""
    state = waiting(closed, on_bar)
    lucky = (weight(dice) for dice in ROLLS if analysis.left_on_bar(state, SIDES[0], dice) == left)
    return Fraction(sum(lucky), 36)


def _enters(closed: str, on_bar: str = "1") -> Fraction:
    """All that wait."""
    return entry_chance(_closed(closed), whole_number(on_bar, "on bar", 1, CHECKERS), 0)


def _stays_out(closed: str) -> Fraction:
    return entry_chance(_closed(closed), 1, 1)


def _closed(text: str) -> int:
    return whole_number(text, "closed", 0, 6)


def _ends(position: str) -> Fraction:
    """Chance that the side to roll takes off its last checkers now."""
    state = _state(position)
    index = SIDES.index(state.turn)
    lucky = 0
    for dice in ROLLS:
        rolled = State(state.checkers, state.turn, dice)
        ends = (moves.result(rolled, play)[26 * index] == CHECKERS for play in moves.plays(rolled))
        lucky += weight(dice) if any(ends) else 0
    return Fraction(lucky, 36)


def _race(position: str) -> float:
    state = _state(position)
    _no_contact(state)
    return analysis.winning_chance(state)


def _no_contact(state: State) -> None:
    if analysis.contact(state):
        raise BadText(Say("The sides still have to pass each other: this is no race yet."))


def _race_by_pips(own: str, opposing: str) -> float:
    return analysis.race_chance(
        whole_number(own, "pips", 1, MOST_PIPS), whole_number(opposing, "pips", 1, MOST_PIPS)
    )


def _average_roll() -> Fraction:
    """Points that a roll may be moved: a double counts four times."""
    return Fraction(sum(weight(dice) * sum(moves.numbers(dice)) for dice in ROLLS), 36)


VALUES: Mapping[str, Value] = {
    "shots": _shots,
    "hit chance": lambda position: Fraction(_shots(position), 36),
    "shots after": _shots_after,
    "shots at": _shots_at,
    "enters": _enters,
    "stays out": _stays_out,
    "ends": _ends,
    "pips": lambda position, side: analysis.pips(parse_position(position).checkers[_side(side)]),
    "on point": lambda position, side, point: parse_position(position).checkers[_side(side)][
        whole_number(point, "point", 0, BAR)
    ],
    "checkers": lambda: CHECKERS,
    "plays": lambda position: len(moves.plays(_state(position))),
    "race": _race,
    "race by pips": _race_by_pips,
    "rolls": lambda: sum(map(weight, ROLLS)),
    "different rolls": lambda: len(ROLLS),
    "doubles": lambda: Fraction(sum(high == low for high, low in ROLLS), 36),
    "average roll": _average_roll,
    "opposite": lambda point: 25 - whole_number(point, "point", 1, 24),
}


def _by_distance(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    """For each distance: rolls that hit with one number, all that hit."""
    rows: list[tuple[Cell, ...]] = []
    for away in range(1, SHOWN + 1):
        at = alone(away)
        hitting = analysis.hitting_rolls(at, SIDES[0])
        direct = sum(weight(dice) for dice in hitting if analysis.hits_directly(at, SIDES[0], dice))
        n = sum(map(weight, hitting))
        rows.append((away, direct, n - direct, n, Fraction(n, 36)))
    return rows


def _on_this_board(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    """Each blot by the point as the side to roll counts, and any of them."""
    if state.winner:
        raise BadText(Say("The game is over."))
    theirs = state.checkers[1 - SIDES.index(state.turn)]
    rows: list[tuple[Cell, ...]] = []
    for point in [*(point for point in range(24, 0, -1) if theirs[25 - point] == 1), None]:
        hitting = analysis.hitting_rolls(state, state.turn, point)
        n = sum(map(weight, hitting))
        name = Say("any") if point is None else Say("on {point}", point=point)
        listed = ", ".join(f"{high}-{low}" for high, low in hitting)
        rows.append((name, n, Fraction(n, 36), listed or "–"))
    return rows


def _entering(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    """For each number of closed points: one checker enters; of two both, one, none."""
    return [
        (closed, entry_chance(closed, 1, 0), *(entry_chance(closed, 2, left) for left in (0, 1, 2)))
        for closed in range(7)
    ]


def _sides(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    """Pips, checkers off and the chance to win of both sides in a race."""
    if state.winner:
        raise BadText(Say("The game is over."))
    _no_contact(state)
    own, opposing = (analysis.pips(state.checkers[_side(side)]) for side in (state.turn, other(state.turn)))
    win, by_pips = analysis.winning_chance(state), analysis.race_chance(own, opposing)
    rows: list[tuple[Cell, ...]] = []
    for side in SIDES:
        places = state.checkers[_side(side)]
        mine = side == state.turn
        chances = (_rounded(chance if mine else 1 - chance) for chance in (win, by_pips))
        rows.append((NAMES[side], analysis.pips(places), places[OFF], *chances))
    return rows


def _rounded(chance: float) -> Fraction:
    return Fraction(round(chance * 10**6), 10**6)


def _by_lead(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    """For each lead of the side to roll its chance to win."""
    own = int(inputs["pips"])
    return [
        (lead, own + lead, _rounded(analysis.race_chance(own, own + lead)))
        for lead in range(-min(20, own - 1), 21)
    ]


def _rolls_to_bear_off(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    """For each number of rolls: the chances that each side is off by then."""
    if state.winner:
        raise BadText(Say("The game is over."))
    board = [*state.checkers[0], *state.checkers[1]]
    if not bearoff.is_known(board):
        raise BadText(Say("The table knows positions with all checkers at home, or with at most four left."))
    table = bearoff.table()
    starts = [bearoff.row(board, 26 * _side(side)) for side in SIDES]
    rows: list[tuple[Cell, ...]] = []
    for number in range(1, bearoff.LONGEST):
        off = [1 - float(table[start + number]) for start in starts]
        rows.append((number, *map(_rounded, off)))
        if min(off) > 0.9995:
            break
    return rows


def _openings(inputs: Mapping[str, Any], state: State) -> Sequence[tuple[Cell, ...]]:
    """Each first roll with its best plays and what they are worth."""
    rows: list[tuple[Cell, ...]] = []
    for (high, low), plays in openings.known().items():
        (best, equity), (second, next_equity), *_ = plays
        rows.append((f"{high}-{low}", best, equity, second, next_equity))
    return rows


TRUTHS: tuple[Truth, ...] = (
    Truth(
        "distance",
        Say("Shots of 36 by distance"),
        Say(
            "One checker aims at one blot, and nothing else stands on the board: with how many of the 36 rolls it hits. Each "
            "roll was tried with every play that the rules give for it."
        ),
        (
            Say("points away"),
            Say("with one number"),
            Say("only with a sum or a double"),
            Say("of 36 in all"),
            Say("chance"),
        ),
        _by_distance,
        drawn=(3,),
    ),
    Truth(
        "shots",
        Say("Shots of 36 in any position"),
        Say(
            "Which rolls let the side to roll hit, for each blot of the other side and for any of them. Each of the 21 rolls was "
            "tried with every legal play: closed points, the bar and the duty to use both numbers are heeded."
        ),
        (Say("blot"), Say("of 36"), Say("chance"), Say("rolls")),
        _on_this_board,
        position="4HXwATCw5+ABMA turn=white",
        drawn=(2,),
    ),
    Truth(
        "enter",
        Say("The chance to enter"),
        Say(
            "For each number of closed points in the opponent's home board: how often a single checker enters with the next roll, "
            "and how many of two do. Exact, from all 36 rolls."
        ),
        (
            Say("points closed"),
            Say("one checker enters"),
            Say("of two, both"),
            Say("of two, one"),
            Say("of two, none"),
        ),
        _entering,
        drawn=(1, 2),
    ),
    Truth(
        "race",
        Say("Who wins this race?"),
        Say(
            "Pips and the chance to win once nobody has to pass anybody. As far as all checkers are at home, or at most four a "
            "side are left, the chance comes from a table: for each side exactly how often it needs how many rolls when it plays "
            "for the fewest rolls on average. Before that it is the estimate from both pip counts in the last column, after "
            "Danny Kleinman (1980), which knows neither gaps nor waste."
        ),
        (Say("side"), Say("pips"), Say("checkers off"), Say("wins"), Say("wins, by pips alone")),
        _sides,
        position="tnsPAABtdw8AAA turn=white",
        drawn=(3, 4),
    ),
    Truth(
        "rolls",
        Say("How many rolls to bear off"),
        Say(
            "How likely each side has borne off everything after so many own rolls, if nobody is in its way and it plays for the "
            "fewest rolls on average. From the exact table of all 54,264 positions at home (and 17,550 of up to four checkers)."
        ),
        (Say("own rolls"), NAMES["white"], NAMES["black"]),
        _rolls_to_bear_off,
        position="tnsPAABtdw8AAA turn=white",
        chart="lines",
        drawn=(1, 2),
    ),
    Truth(
        "lead",
        Say("What a lead in the race is worth"),
        Say(
            "The side to roll needs so many pips: with how many pips of lead (or behind, with a minus) it wins how often. Danny "
            "Kleinman's estimate of 1980, Φ(D/√(2·S)) with D the lead plus 4 and S the sum of both counts less 4: good for long "
            "races, coarse for the last rolls."
        ),
        (Say("lead"), Say("pips of the other side"), Say("wins")),
        _by_lead,
        (Option("pips", Say("Pips of the side to roll"), 100, low=10, high=167),),
        chart="lines",
        drawn=(2,),
    ),
    Truth(
        "openings",
        Say("The first roll"),
        Say(
            "The two plays that our computer likes best for each first roll, with their equity: points per game that it expects "
            "for the side that plays. It looks at every roll and best reply of the other side and judges what comes then by "
            "weights learned from playing against itself. No games were played out, and nobody has checked the list: a hundredth "
            "or two is no difference, and other programs differ."
        ),
        (Say("roll"), Say("best play"), Say("equity"), Say("second"), Say("its equity")),
        _openings,
        drawn=(2,),
    ),
)

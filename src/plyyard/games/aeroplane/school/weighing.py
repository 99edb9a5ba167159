"""Exercises about the choice of a plane: gain, danger, and both together. They compare squares and prove no best move."""

from __future__ import annotations

import functools
from collections.abc import Callable
from fractions import Fraction

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Play
from plyyard.games.aeroplane import outlook, play, rules
from plyyard.games.aeroplane.notation import format_move, format_position, read_start
from plyyard.games.aeroplane.school.positions import (
    NAMES,
    across,
    listed,
    numbers,
    one_of,
    other,
    plane,
    planes,
    position,
    ring,
    sound,
    within,
)
from plyyard.games.aeroplane.state import SIDES, State

CLEAR = 2  # squares by which a move must be ahead, so that rounding to whole squares changes nothing
OUT, HIT, COLUMN = range(3)


def weigh(below: Below, difficulty: int) -> Exercise:
    return (_most_gain, _least_danger, _both)[difficulty - 1](below)


def _most_gain(below: Below) -> Exercise:
    side = one_of(SIDES, below)

    def draw() -> State:
        die, mine = within(1, 6, below), ring(within(2, 3, below), below)
        theirs = [across(step + die) for step in mine if below(3) > 0][:3]
        return position(side, planes(mine, below=below), planes(_on_ring(theirs), below=below), side, 0, die)

    def fits(state: State) -> bool:
        gains = sorted(outlook.gain(state, start) for start in play.starts(state))
        return len(gains) > 1 and gains[-1] > max(outlook.OUT, gains[-2])

    state = sound(draw, fits)
    gains = {start: outlook.gain(state, start) for start in play.starts(state)}
    best = max(gains.values())

    def wrong(move: str) -> Because:
        return (
            Say(
                "Squares gained by it: {gain}; another move gains {best}.",
                gain=gains[read_start(move)],
                best=best,
            ),
            "4.1",
        )

    return _exercise(
        state,
        Say(
            "{side} has rolled a {die}. Play the move that gains most squares: those the plane flies, and those the other "
            "side loses. Between base and start square count {out}.",
            side=NAMES[side],
            die=state.die,
            out=outlook.OUT,
        ),
        [start for start, gain in gains.items() if gain == best],
        Say(
            "A plane sent back loses its whole way, and {out} squares more because it must start again. Safe squares protect.",
            out=outlook.OUT,
        ),
        Say(
            "Squares gained: {moves}.",
            moves=listed([Say("{plane}: {n}", plane=plane(start), n=gain) for start, gain in gains.items()]),
        ),
        "4.1",
        wrong,
    )


def _least_danger(below: Below) -> Exercise:
    side = one_of(SIDES, below)

    def draw() -> State:
        die, mine = within(1, 5, below), ring(within(2, 3, below), below)
        behind = [across(step) - within(1, 8, below) for step in mine]
        theirs = planes(_on_ring(behind), below=below)
        return position(side, planes(mine, below=below), theirs, side, 0, die)

    def fits(state: State) -> bool:
        counts = [len(outlook.hitting_numbers(after, side)) for after in _ends_turn(state)]
        return len(counts) > 1 and len(counts) == len(play.starts(state)) and min(counts) < max(counts)

    state = sound(draw, fits)
    hit_by = {
        start: outlook.hitting_numbers(play.moved(state, start).state, side) for start in play.starts(state)
    }
    least = min(map(len, hit_by.values()))

    def wrong(move: str) -> Because:
        found = hit_by[read_start(move)]
        return (
            Say(
                "After that, these numbers hit: {numbers}. Another move leaves fewer.",
                numbers=numbers(found),
            ),
            "4.1",
        )

    return _exercise(
        state,
        Say(
            "{side} has rolled a {die}. Play so that as few of the six numbers as possible hit a plane of {side} with the "
            "first roll of {other}.",
            side=NAMES[side],
            die=state.die,
            other=NAMES[other(side)],
        ),
        [start for start, found in hit_by.items() if len(found) == least],
        Say(
            "Look at all planes after each move, not only at the one that moved: which numbers hit any of them?"
        ),
        Say(
            "Numbers that hit after each move: {moves}.",
            moves=listed(
                [Say("{plane}: {n}", plane=plane(start), n=len(found)) for start, found in hit_by.items()]
            ),
        ),
        "4.1",
        wrong,
    )


def _both(below: Below) -> Exercise:
    side, subject = one_of(SIDES, below), below(3)

    def draw() -> State:
        die = 6 if subject == OUT or (subject == HIT and below(2)) else within(1, 5, below)
        mine = ring(2, below)
        if subject == COLUMN:
            mine[0] = within(rules.RING_END + 1 - die, 54 - die, below)
        behind = [across(one_of(mine, below) + die * below(2)) - within(0, 7, below) for _ in range(2)]
        if subject == HIT:
            behind[0] = across(mine[0] + die)
        theirs = _on_ring(behind)
        home = 4 - len(theirs) - below(2)
        return position(side, planes(mine, below=below), planes(theirs, home=home, below=below), side, 0, die)

    state = sound(draw, lambda state: _is_clear(state, side, subject))
    weighed = {start: balance(state, start) for start in play.starts(state)}
    best = max(weighed, key=lambda start: weighed[start][0] - weighed[start][1])

    def wrong(move: str) -> Because:
        gain, loss = weighed[read_start(move)]
        most, least = weighed[best]
        return (
            Say(
                "That gains {gain} and loses {loss} squares on average; another move gains {most} and loses {least}.",
                gain=gain,
                loss=round(loss),
                most=most,
                least=round(least),
            ),
            "4.1",
        )

    return _exercise(
        state,
        Say(
            "{side} has rolled a {die}. Name gain and danger of each plane, then play the move that leaves most: squares "
            "gained less squares lost on average, if {other} rolled next and tried everything. Between base and start "
            "square count {out}.",
            side=NAMES[side],
            die=state.die,
            other=NAMES[other(side)],
            out=outlook.OUT,
        ),
        [best],
        Say(
            "For each move: squares flown and squares taken from the other side. Then for each number of the other side: "
            "which of your planes could it send back, and how far has that one come?"
        ),
        Say(
            "Gain and average loss in squares: {moves}. That is a sum of squares, not a proof of the best move.",
            moves=listed(
                [
                    Say("{plane}: {gain} − {loss}", plane=plane(start), gain=gain, loss=round(loss))
                    for start, (gain, loss) in weighed.items()
                ]
            ),
        ),
        "4.1",
        wrong,
    )


@functools.lru_cache(64)
def balance(state: State, start: int) -> tuple[int, Fraction]:
    """Squares gained by a move, and lost on average in the other side's next turn as if that rolled at once."""
    return outlook.gain(state, start), outlook.loss(play.moved(state, start).state, state.turn)


def _is_clear(state: State, side: str, subject: int) -> bool:
    """Whether the subject is there and one move is ahead, by the first roll alone and by the whole turn."""
    starts = play.starts(state)
    if len(starts) < 2:
        return False
    after = {start: play.moved(state, start) for start in starts}
    kinds = {start: {effect.kind for effect in one.effects} for start, one in after.items()}
    into = [one.state.last.reached for one in after.values() if one.state.last and one.state.last.reached]
    there = {
        OUT: rules.BASE in starts,
        HIT: any("sent back" in kind for kind in kinds.values()),
        COLUMN: any(step > rules.RING_END for step in into),
    }
    if not there[subject] or not any(outlook.first_loss(one.state, side) for one in after.values()):
        return False
    short = {
        start: outlook.gain(state, start) - outlook.first_loss(after[start].state, side) for start in starts
    }
    best = max(short, key=lambda start: short[start])
    if not _is_ahead(short, best):
        return False
    if "extra roll" not in kinds[best] and any("extra roll" in kind for kind in kinds.values()):
        return False  # what that roll is worth is not in the sum
    whole = {start: gain - loss for start in starts for gain, loss in [balance(state, start)]}
    return _is_ahead(whole, best)


def _is_ahead(worth: dict[int, Fraction], best: int) -> bool:
    return all(worth[best] - found >= CLEAR for start, found in worth.items() if start != best)


def _ends_turn(state: State) -> list[State]:
    """Positions after each move that passes the turn."""
    found = (play.moved(state, start).state for start in play.starts(state))
    return [after for after in found if after.turn != state.turn]


def _on_ring(steps: list[int]) -> list[int]:
    return [step for step in steps if rules.START <= step <= rules.RING_END]


def _exercise(
    state: State,
    question: Say,
    right: list[int],
    hint: Say,
    reason: Say,
    article: str,
    wrong: Callable[[str], Because],
) -> Exercise:
    return Exercise(
        question,
        Play(frozenset(map(format_move, right))),
        hint,
        reason,
        article,
        format_position(state),
        format_position(state),
        state.turn,
        (),
        wrong,
    )

"""Exercises on the duty to use the roll: which numbers must be used, how many plays there are."""

from __future__ import annotations

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Number, Picks
from plyyard.games.backgammon import moves, picks, rules
from plyyard.games.backgammon.notation import format_move
from plyyard.games.backgammon.school.positions import (
    blocked,
    from_game,
    pick,
    roll,
    side_name,
    text,
    until,
    with_roll,
)
from plyyard.games.backgammon.state import BAR, SIDES, State

SINGLE, LARGER, EITHER_ORDER, ONE_ORDER = "single", "larger", "either order", "one order"
"""Only one number can be played at all; either alone; both in any order of first steps; some first step spoils it."""
WANTED = {1: (SINGLE, EITHER_ORDER), 2: (LARGER, SINGLE, ONE_ORDER), 3: (LARGER, ONE_ORDER, ONE_ORDER)}


def number(below: Below, difficulty: int) -> Exercise:
    """Which of two numbers will have been used at the end of the turn?"""
    wanted = pick(below, WANTED[difficulty])

    def draw() -> State | None:
        state = with_roll(blocked(below), roll(below, doubles=False))
        return state if _case(state) == wanted else None

    state = until(draw)
    high, low = state.dice or (0, 0)
    plays = moves.plays(state)
    uses_both = len(plays[0].steps) == 2
    used = {high, low} if uses_both else {_distance(play.steps[0]) for play in plays}
    example = format_move(plays[0])
    both = Say("Both numbers can be played, for instance by {play}, so both must be.", play=example)
    only = Say("The {die} is the only number that can be played.", die=min(used))
    larger = Say(
        "Either number can be played, but not both: then it must be the larger, the {die}.", die=high
    )

    def wrong(given: frozenset[str]) -> Because | None:
        chosen = {die for name, die in (("die1", high), ("die2", low)) if name in given}
        if uses_both:
            return both, "5.1"
        if not chosen:
            return Say("A number that can be played must be played."), "5.1"
        if len(chosen) == 2:
            return Say("After either number the other one cannot be played any more."), "5.1"
        if wanted == SINGLE:
            return Say("No checker can move {die}.", die=max(chosen)), "5.2"
        return larger, "5.2"

    reason, article = (both, "5.1") if uses_both else (only, "5.2") if wanted == SINGLE else (larger, "5.2")
    if wanted == ONE_ORDER:
        reason = Say(
            "Both numbers can be played, but not after every first step: {play} does it.", play=example
        )
    return Exercise(
        Say(
            "You are {side} and rolled {high} and {low}. Pick the dice that will have been used when your turn is over.",
            side=side_name(state),
            high=high,
            low=low,
        ),
        Picks(
            (("die1", Say("die: {n}", n=high)), ("die2", Say("die: {n}", n=low))),
            frozenset(name for name, die in (("die1", high), ("die2", low)) if die in used),
        ),
        Say(
            "Try each number first, and from there the other one. Only if no order takes both, one is enough."
        ),
        reason,
        article,
        text(state),
        text(state),
        state.turn,
        ("die1", "die2"),
        wrong,
    )


def _distance(step: tuple[int, int, bool]) -> int:
    return step[0] - step[1]


def _case(state: State) -> str | None:
    high, low = state.dice or (0, 0)
    plays = moves.plays(state)
    if not plays:
        return None
    firsts = {die: _first_steps(state, die) for die in (high, low)}
    if len(plays[0].steps) == 1:
        return LARGER if firsts[high] and firsts[low] else SINGLE
    spoiling = any(
        not _first_steps(made, other)
        for die, other in ((high, low), (low, high))
        for made in (moves.after(state, [(source, source - die, False)]) for source in firsts[die])
    )
    return ONE_ORDER if spoiling else EITHER_ORDER


def _first_steps(state: State, die: int) -> list[int]:
    board, side = [*state.checkers[0], *state.checkers[1]], SIDES.index(state.turn)
    return [place for place in range(BAR, 0, -1) if not rules.why_not(board, side, place, die)]


RANGES = {1: (2, 5), 2: (5, 10), 3: (9, 16)}


def plays(below: Below, difficulty: int) -> Exercise:
    """How many plays does this roll allow?"""
    least, most = RANGES[difficulty]
    wanted = least + below(most - least + 1)

    def draw() -> State | None:
        state = blocked(below) if difficulty == 1 or below(3) == 0 else from_game(below, 4, 50)
        for _ in range(6):
            rolled = with_roll(state, roll(below, doubles=difficulty == 3))
            if len(moves.plays(rolled)) == wanted:
                return rolled
        return None

    state = until(draw)
    high, low = state.dice or (0, 0)
    written = [format_move(play) for play in moves.plays(state)]

    def wrong(given: object) -> Because | None:
        if high != low and given == len(picks.orders(state)):
            return Say(
                "That counts orders of steps. Plays that lead to the same position are one play."
            ), "5.4"
        return None

    return Exercise(
        Say(
            "You are {side} and rolled {high} and {low}. How many different plays are there?",
            side=side_name(state),
            high=high,
            low=low,
        ),
        Number(wanted),
        Say("Go through the checkers from the farthest one on. Two ways to the same position count once."),
        Say("There are {n}: {plays}.", n=wanted, plays=", ".join(written)),
        "5.4",
        text(state),
        text(state),
        state.turn,
        wrong=wrong,
    )

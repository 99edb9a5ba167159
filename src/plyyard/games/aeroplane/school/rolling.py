"""Exercises about another roll: is there one, and by which article."""

from __future__ import annotations

from collections.abc import Callable

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Choice, Exercise
from plyyard.games.aeroplane import play, refusals, rules
from plyyard.games.aeroplane.board import slot
from plyyard.games.aeroplane.notation import format_position
from plyyard.games.aeroplane.school import moving
from plyyard.games.aeroplane.school.positions import (
    NAMES,
    across,
    one_of,
    plane,
    planes,
    position,
    ring,
    within,
)
from plyyard.games.aeroplane.state import SIDES, State

PLAIN, SIX, HIT, ARRIVAL, SHELTER, PASSED, TWO_HIT, SIX_HIT, THIRD, WIN, WOULD_WIN = range(11)
SUBJECTS = (
    (PLAIN, SIX, HIT, ARRIVAL),
    (PLAIN, SHELTER, PASSED, HIT, ARRIVAL, SIX),
    (SIX_HIT, TWO_HIT, THIRD, WIN, WOULD_WIN, SHELTER, SIX),
)
WHY_AGAIN: dict[int, tuple[Say, str]] = {
    PLAIN: (Say("No six, nobody sent back, no plane home: the turn passes."), "5.1"),
    SIX: (Say("A move with a six gives one extra roll."), "5.1"),
    HIT: (Say("Sending back gives one extra roll."), "5.1"),
    ARRIVAL: (Say("Reaching the goal gives one extra roll."), "5.1"),
    SHELTER: (Say("On a safe square nobody is sent back, so there is no extra roll for it."), "4.2"),
    PASSED: (Say("A plane that is passed over stays where it is; only landing on it sends it back."), "3.3"),
    TWO_HIT: (Say("Two planes sent back, but only one extra roll."), "5.2"),
    SIX_HIT: (Say("A six and a plane sent back: still only one extra roll."), "5.2"),
    THIRD: (moving.VOID, "5.4"),
    WIN: (Say("The fourth plane is in the goal: that wins at once, no extra roll is played."), "6.1"),
    WOULD_WIN: (Say("The third six directly in a row is void even if it would win."), "5.5"),
}
ANSWERS = {
    "passes": Say("The turn passes."),
    "once": Say("There is one extra roll."),
    "twice": Say("There are two extra rolls."),
    "void": Say("The six is void, no plane moves."),
    "over": Say("The game is over."),
}


def again(below: Below, difficulty: int) -> Exercise:
    subject = one_of(SUBJECTS[difficulty - 1], below)
    side = one_of(SIDES, below)
    state, start = _played(subject, side, below)
    right = what_follows(state, start)
    reason, article = WHY_AGAIN[subject]
    return Exercise(
        _asked(state, side, start),
        Choice(tuple(ANSWERS.items()), right),
        Say(
            "Ask in this order: is it a third six? Are all four planes home? Was it a six, a plane sent back, an arrival?"
        ),
        reason,
        article,
        f"{format_position(state)} {start}",
        format_position(state),
        side,
        (slot(side, start),),
        lambda given: _wrong_again(right, given),
    )


def what_follows(state: State, start: int) -> str:
    """Id of the answer, from what the rules do with the move."""
    if play.settled(state).effects:
        return "void"
    after = play.moved(state, start)
    if play.winner(after.state):
        return "over"
    return "once" if after.state.turn == state.turn else "passes"


def _asked(state: State, side: str, start: int) -> Say:
    if state.sixes == 2:
        return Say(
            "{side} has moved with two sixes in a row, rolled a {die} and picks {plane}. What follows?",
            side=NAMES[side],
            die=state.die,
            plane=plane(start),
        )
    if state.sixes == 1:
        return Say(
            "{side} has moved with one six, rolled a {die} and moves {plane}. What follows?",
            side=NAMES[side],
            die=state.die,
            plane=plane(start),
        )
    return Say(
        "{side} has rolled a {die} and moves {plane}. What follows?",
        side=NAMES[side],
        die=state.die,
        plane=plane(start),
    )


def _wrong_again(right: str, given: str) -> Because | None:
    if given == "void":
        return Say("Only the third six directly in a row within one turn is void."), "5.4"
    if given == "over":
        return Say("The game is over only when all four planes of a side are in the goal."), "6.1"
    if given == "twice" and right == "once":
        return Say("However much happens in one move, it is one extra roll."), "5.2"
    return None


def _played(subject: int, side: str, below: Below) -> tuple[State, int]:
    """A position with a roll, and the plane that moves, in which just this happens."""
    draw = _draws(subject, side, below)
    while True:
        start, state = draw()
        if not refusals.faults(state) and start in play.starts(state) and _is_about(state, start) == subject:
            return state, start


def _draws(subject: int, side: str, below: Below) -> Callable[[], tuple[int, State]]:
    def draw() -> tuple[int, State]:
        die = within(1, 5, below)
        if subject in (SIX, SIX_HIT, THIRD, WOULD_WIN):
            die = 6
        sixes = 2 if subject in (THIRD, WOULD_WIN) else below(2) if die == 6 else 0
        start = within(0, 44, below)
        theirs = ring(2, below)
        if subject == SIX and below(2):
            start = rules.BASE
        elif subject in (ARRIVAL, WIN, WOULD_WIN):
            start = rules.GOAL - die
        elif subject == SHELTER:
            start = one_of(sorted(rules.SAFE)[1:], below) - die
        if subject in (HIT, SIX_HIT, TWO_HIT, SHELTER):
            theirs = [across(start + die)] * (2 if subject == TWO_HIT else 1) + ring(1, below)
        elif subject == PASSED and die > 1:
            theirs = [across(start + within(1, die - 1, below)), *ring(1, below)]
        home = 3 if subject in (WIN, WOULD_WIN) else below(2)
        others = ring(3 - home, below) if subject != WOULD_WIN else []
        return start, position(
            side,
            planes([start, *others], 0, home, below=below),
            planes(theirs, below=below),
            side,
            sixes,
            die,
        )

    return draw


def _is_about(state: State, start: int) -> int | None:
    """What is to be learned from this move; None where several things are."""
    side = SIDES.index(state.turn)
    if state.sixes == 2 and state.die == 6:
        last = state.planes[side].count(rules.GOAL) == 3 and start + 6 == rules.GOAL
        return WOULD_WIN if last else THIRD
    after = play.moved(state, start)
    kinds = {effect.kind: effect.n for effect in after.effects}
    sent, six, last_move = kinds.get("sent back", 0) or 0, state.die == 6, after.state.last
    assert last_move is not None and last_move.reached is not None
    if play.winner(after.state):
        return WIN
    if "home" in kinds:
        return None if six else ARRIVAL
    if sent:
        if six:
            return SIX_HIT
        return TWO_HIT if sent > 1 else HIT
    if six:
        return SIX
    theirs = {across(step) for step in state.planes[1 - side] if rules.START <= step <= rules.RING_END}
    if last_move.reached in theirs and last_move.reached in rules.SAFE:
        return SHELTER
    return PASSED if any(start < step < last_move.reached for step in theirs) else PLAIN

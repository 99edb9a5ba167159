"""Exercises about moving: where a plane lands, and which planes may move."""

from __future__ import annotations

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Picks
from plyyard.games.aeroplane import play, refusals, rules
from plyyard.games.aeroplane.board import slot
from plyyard.games.aeroplane.notation import format_position
from plyyard.games.aeroplane.school.positions import (
    NAMES,
    across,
    candidates,
    listed,
    one_of,
    own,
    plane,
    planes,
    position,
    ring,
    sound,
    within,
)
from plyyard.games.aeroplane.state import SIDES, State

VOID = Say("This is the third six directly in a row: it is void, and no plane moves.")


def starts(state: State) -> tuple[int, ...]:
    """Where a plane may move from; none when the roll has passed the turn."""
    return play.starts(state) if play.settled(state).state.die else ()


def landing(below: Below, difficulty: int) -> Exercise:
    side = one_of(SIDES, below)
    low, high = ((0, 43), (44, 54), (0, 55))[difficulty - 1]

    def draw() -> State:
        first = rules.BASE if difficulty == 3 and below(6) == 0 else within(low, high, below)
        die = 6 if first == rules.BASE else within(1, 6, below)
        crowd = [across(first + step) for step in range(1, 7)] if difficulty == 3 and first >= 0 else []
        theirs = [step for step in crowd if step <= rules.RING_END and below(3) == 0][:3]
        others = ring(difficulty - 1, below)
        return position(
            side, planes([first, *others], below=below), planes(theirs, below=below), side, 0, die
        )

    def fits(state: State) -> bool:
        return bool(set(starts(state)) - {rules.BASE}) or state.die == 6

    state = sound(draw, fits)
    may = [
        start
        for start in starts(state)
        if difficulty == 3 or (difficulty == 1) == (start + state.die <= rules.RING_END)
    ]
    if not may:
        return landing(below, difficulty)
    start = one_of(may, below)
    reached = play.moved(state, start).state.last
    assert reached is not None and reached.reached is not None
    end = reached.reached
    return Exercise(
        Say(
            "{side} has rolled a {die} and moves {plane}. On which square does it end?",
            side=NAMES[side],
            die=state.die,
            plane=plane(start),
        ),
        Picks(_squares(side, start), frozenset([slot(side, end)]), one=True),
        Say("The count begins with the square after the plane; the own home column begins after 50."),
        _way(start, state.die, end),
        "3.1" if start == rules.BASE else "1.5" if end > rules.RING_END else "3.2",
        f"{format_position(state)} {start}",
        format_position(state),
        side,
        (slot(side, start),),
        lambda given: _wrong_landing(side, start, state.die, next(iter(given))),
    )


def _way(start: int, die: int, end: int) -> Say:
    if start == rules.BASE:
        return Say("A six brings a plane out of the base onto its own start square, and no further.")
    if end == rules.GOAL:
        return Say("{start} + {die} = {end}: that is the goal.", start=start, die=die, end=end)
    if end > rules.RING_END:
        return Say(
            "{start} + {die} = {end}: the plane turns into its own home column, which is 51 to 55.",
            start=start,
            die=die,
            end=end,
        )
    return Say("{start} + {die} = {end}.", start=start, die=die, end=end)


def _squares(side: str, start: int) -> tuple[tuple[str, Say], ...]:
    """Squares from three before to eleven after a plane, on its way and, past the turn, on the ring."""
    first = max(start - 3, 0)
    found = []
    for step in range(first, min(start + 11, rules.GOAL) + 1):
        name = Say("the goal") if step == rules.GOAL else Say("square {step}", step=step)
        found.append((slot(side, step), name))
    for beyond in range(1, start + 7 - rules.RING_END):
        name = Say("on the ring, {n} after square 50", n=beyond)
        found.append((_on_ring(side, rules.RING_END + beyond), name))
    return tuple(found)


def _on_ring(side: str, step: int) -> str:
    return f"s{(step + 26 * SIDES.index(side)) % rules.RING}"


def _wrong_landing(side: str, start: int, die: int, picked: str) -> Because | None:
    if start == rules.BASE:
        return None
    end = start + die
    if picked == slot(side, end - 1):
        return Say("The plane's own square was counted, too. One is the square after it."), "3.2"
    if end + 4 <= rules.GOAL and picked == slot(side, end + 4):
        return Say("That is four too many: there are no jumps from colour to colour."), "3.7"
    if end > rules.RING_END and picked in {
        _on_ring(side, step) for step in range(rules.RING_END + 1, rules.GOAL + 1)
    }:
        return Say("After 50 the plane leaves the ring and turns into its own home column."), "1.5"
    return None


def movers(below: Below, difficulty: int) -> Exercise:
    side = one_of(SIDES, below)

    def draw() -> State:
        die = 6 if below(3) == 0 else within(1, 6, below)
        if difficulty == 1:
            mine, sixes = planes(ring(within(1, 3, below), below), below=below), 0
        elif difficulty == 2:
            mine, sixes = planes(ring(1, below), within(1, 2, below), below(2), below=below), 0
        else:
            sixes = below(3) if die == 6 else 0
            some = ring(1, below, 0, 12) * (1 + below(2))
            mine = planes(
                some, 1 + below(2) if len(some) < 2 else 1, below(2) if len(some) < 2 else 0, below=below
            )
        return position(side, mine, planes(ring(difficulty, below), below=below), side, sixes, die)

    state = sound(draw, lambda state: len(own(state, side)) > 1)
    may = starts(state)
    void = play.settled(state).effects[:1]
    third = bool(void) and void[0].kind == "third six"
    if third:
        reason, article = VOID, "5.4"
    elif not may:
        reason, article = Say("No plane can use the {die}, so the turn passes.", die=state.die), "2.5"
    else:
        reason = Say(
            "{side} may move: {planes}.", side=NAMES[side], planes=listed([plane(step) for step in may])
        )
        article = "3.1" if rules.BASE in may else "3.2"
    question = Say(
        "{side} has rolled a {die}. Which planes may move? Pick all of them; it may be none.",
        side=NAMES[side],
        die=state.die,
    )
    if state.sixes == 1:
        question = Say(
            "{side} has moved with a six and rolled again: a 6. Which planes may move? It may be none.",
            side=NAMES[side],
        )
    elif state.sixes == 2:
        question = Say(
            "{side} has moved with two sixes in a row and rolled again: a 6. Which planes may move? "
            "It may be none.",
            side=NAMES[side],
        )
    return Exercise(
        question,
        Picks(candidates(state, side), frozenset(slot(side, step) for step in may)),
        Say(
            "Ask of each place: does the base need a six? Does the roll still fit before the goal, which is 56? "
            "Is it a third six?"
        ),
        reason,
        article,
        format_position(state),
        format_position(state),
        side,
        (),
        lambda given: _wrong_movers(state, side, may, third, given),
    )


def _wrong_movers(
    state: State, side: str, may: tuple[int, ...], third: bool, given: frozenset[str]
) -> Because | None:
    if third:
        return VOID, "5.4"
    for step in own(state, side):
        picked = slot(side, step) in given
        if picked and step not in may:
            why, article = refusals.WHY[rules.obstacle(step, state.die)]
            return Say("Not {plane}: {why}", plane=plane(step), why=why), article
        if not picked and step in may:
            if step == rules.BASE:
                return Say("A six may also bring a plane out of the base."), "3.1"
            return (
                Say(
                    "Missing: {plane}; {step} + {die} = {end} fits.",
                    plane=plane(step),
                    step=step,
                    die=state.die,
                    end=step + state.die,
                ),
                "3.1" if state.die == 6 else "3.2",
            )
    return None

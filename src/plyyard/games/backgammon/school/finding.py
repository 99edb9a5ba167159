"""Exercises that are played: find a play that hits, makes a point, leaves no blot, enters well, takes most off."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plyyard.core.chance import Below, shuffled
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Play
from plyyard.games.backgammon import analysis, moves, rules
from plyyard.games.backgammon.notation import format_move
from plyyard.games.backgammon.school.positions import (
    bearing_off,
    built,
    from_game,
    pick,
    scattered,
    side_name,
    stands,
    text,
    until,
    with_roll,
)
from plyyard.games.backgammon.state import BAR, CHECKERS, OFF, State, other
from plyyard.games.backgammon.state import Play as Turn

Test = Callable[[State, Turn], Because | None]
"""Why a play does not reach a goal; None when it does."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to be reached by one play. ``question`` and ``hint`` speak of {side}, {high} and {low}."""

    name: str
    question: Say
    hint: Say
    falls_short: Test
    article: str


def _own_after(state: State, play: Turn) -> tuple[int, ...]:
    own = list(stands(state)[0])
    for source, target, _ in play.steps:
        own[source] -= 1
        own[target] += 1
    return tuple(own)


def _hits_nothing(state: State, play: Turn) -> Because | None:
    if any(hits for _, _, hits in play.steps):
        return None
    return Say("This play hits nothing."), "3.3"


def _makes_no_point(state: State, play: Turn) -> Because | None:
    before, after = stands(state)[0], _own_after(state, play)
    if any(before[point] < 2 <= after[point] for point in range(1, 25)):
        return None
    return Say("This play makes no new point: nowhere stand two checkers where fewer stood before."), "3.2"


def _leaves_blot(state: State, play: Turn) -> Because | None:
    blots = [point for point in range(24, 0, -1) if _own_after(state, play)[point] == 1]
    return (Say("After this play a blot stands on {point}.", point=blots[0]), "3.3") if blots else None


def _holds_no_anchor(state: State, play: Turn) -> Because | None:
    if any(_own_after(state, play)[point] > 1 for point in range(19, 25)):
        return None
    return Say("After this play no two checkers stand together in the opponent's home board."), "3.2"


def _leaves_more_shots(state: State, play: Turn) -> Because | None:
    fewest = min(_shots_after(state, other_play) for other_play in moves.plays(state))
    n = _shots_after(state, play)
    if n == fewest:
        return None
    return Say("After this play {n} of 36 rolls hit; {fewest} is possible.", n=n, fewest=fewest), "3.3"


@functools.lru_cache(512)
def _shots_after(state: State, play: Turn) -> int:
    return analysis.shots(moves.after(state, play.steps), other(state.turn))


def _takes_fewer_off(state: State, play: Turn) -> Because | None:
    most = max(_taken_off(one) for one in moves.plays(state))
    n = _taken_off(play)
    if n == most:
        return None
    return Say("This play takes off {n}; {most} is possible.", n=n, most=most), "6.2"


def _needs_more_rolls(state: State, play: Turn) -> Because | None:
    fewest = min(_rolls_after(state, one) for one in moves.plays(state))
    if _rolls_after(state, play) < fewest + 1e-9:
        return None
    return Say("Another play leaves fewer rolls on average."), "6.2"


def _rolls_after(state: State, play: Turn) -> float:
    return analysis.rolls_left(_own_after(state, play)[1:7])


def _taken_off(play: Turn) -> int:
    return sum(target == OFF for _, target, _ in play.steps)


def _both(one: Test, two: Test) -> Test:
    return lambda state, play: one(state, play) or two(state, play)


POINT = Goal(
    "point",
    Say("You are {side} and rolled {high} and {low}. Find a play that makes a new point."),
    Say("Two checkers must meet, or one must join a single one of your own."),
    _makes_no_point,
    "3.2",
)
NO_BLOT = Goal(
    "no blot",
    Say(
        "You are {side} and rolled {high} and {low}. Find a play after which no checker of yours stands alone."
    ),
    Say("Look at each point that you leave and at each that you reach: one checker is a blot, two are safe."),
    _leaves_blot,
    "3.3",
)
HIT_SAFELY = Goal(
    "hit, no blot",
    Say(
        "You are {side} and rolled {high} and {low}. Find a play that hits and after which no checker of yours stands alone."
    ),
    Say("First list the plays that hit, then look at what each of them leaves."),
    _both(_hits_nothing, _leaves_blot),
    "3.3",
)
POINT_SAFELY = Goal(
    "point, no blot",
    Say(
        "You are {side} and rolled {high} and {low}. Find a play that makes a new point and after which no checker of yours "
        "stands alone."
    ),
    Say("First list the plays that make a point, then look at what each of them leaves."),
    _both(_makes_no_point, _leaves_blot),
    "3.3",
)
FEWEST_SHOTS = Goal(
    "fewest shots",
    Say(
        "You are {side} and rolled {high} and {low}. Find a play after which the fewest of the other side's 36 rolls hit. Only "
        "that is asked for here."
    ),
    Say("Count for each blot from where it can be hit; sums need an open stop, and distance helps."),
    _leaves_more_shots,
    "3.3",
)
ENTER_ANCHORED = Goal(
    "enter and hold",
    Say(
        "You are {side} and rolled {high} and {low}. Find a play after which two checkers of yours stand together in the "
        "opponent's home board."
    ),
    Say("The bar comes first. Which number enters, and what is left for the rest of the roll?"),
    _holds_no_anchor,
    "3.2",
)
ENTER_SAFELY = Goal(
    "enter, no blot",
    Say(
        "You are {side} and rolled {high} and {low}. Find a play that enters and after which no checker of yours stands alone."
    ),
    Say("The bar comes first. Which number enters, and what is left for the rest of the roll?"),
    _leaves_blot,
    "3.3",
)
MOST_OFF = Goal(
    "most off",
    Say("You are {side} and rolled {high} and {low}. Take off as many checkers as this roll allows."),
    Say(
        "A number takes one off its own point, or the farthest one if that is nearer. Other numbers move inside."
    ),
    _takes_fewer_off,
    "6.2",
)
FEWEST_ROLLS = Goal(
    "fewest rolls",
    Say(
        "You are {side} and rolled {high} and {low}. Find the play after which you need the fewest further rolls on average to "
        "bear off."
    ),
    Say(
        "Compare what is left: fewer checkers first, then no empty points where the next numbers would be wasted."
    ),
    _needs_more_rolls,
    "6.2",
)
MOST_OFF_SAFELY = Goal(
    "off, no blot",
    Say(
        "You are {side} and rolled {high} and {low}. Find a play after which no checker of yours stands alone. Taking "
        "off is no duty as long as there is another step."
    ),
    Say("Compare taking off with moving inside: what stands alone afterwards?"),
    _leaves_blot,
    "3.3",
)

FIND = {1: (POINT, NO_BLOT), 2: (NO_BLOT, HIT_SAFELY), 3: (POINT_SAFELY, FEWEST_SHOTS)}
ENTER_PLAY = {1: (ENTER_ANCHORED,), 2: (ENTER_ANCHORED, ENTER_SAFELY), 3: (ENTER_SAFELY, FEWEST_SHOTS)}
PAIRS = tuple(dice for dice in analysis.ROLLS if dice[0] != dice[1])
MOST_RIGHT = {1: 6, 2: 4, 3: 3}


def find(below: Below, difficulty: int) -> Exercise:
    """A play with a purpose, in a position from a game."""
    goal = pick(below, FIND[difficulty])
    number = (4, 9) if goal is FEWEST_SHOTS else {1: (5, 12), 2: (6, 16), 3: (6, 20)}[difficulty]
    return _made(below, goal, difficulty, number, lambda: from_game(below, 6, 40))


def enter_play(below: Below, difficulty: int) -> Exercise:
    """The same for a side with a checker on the bar."""
    goal = pick(below, ENTER_PLAY[difficulty])
    number = (3, 8) if goal is FEWEST_SHOTS else (3, 16)
    return _made(below, goal, difficulty, number, lambda: _waiting(below))


def take_off(below: Below, difficulty: int) -> Exercise:
    """Bearing off: as many as possible, for the fewest rolls, without a blot while the other side still waits."""
    if difficulty == 3:
        return _made(below, MOST_OFF_SAFELY, 3, (3, 16), lambda: _before_the_bar(below))
    if difficulty == 2:
        return _made(below, FEWEST_ROLLS, 2, (3, 12), lambda: bearing_off(below, 4 + below(2)))
    return _made(below, MOST_OFF, 1, (3, 16), lambda: bearing_off(below, 4 + below(8)), below(3) == 0)


def _made(
    below: Below,
    goal: Goal,
    difficulty: int,
    number: tuple[int, int],
    draw: Callable[[], State],
    doubles: bool = False,
) -> Exercise:
    """A position and a roll with so many plays of which few reach the goal."""

    def attempt() -> tuple[State, list[str]] | None:
        drawn = draw()
        for at in shuffled(range(len(PAIRS)), below)[:12]:
            dice = PAIRS[at]
            state = with_roll(drawn, (dice[0], dice[0]) if doubles else dice)
            if not number[0] <= rules.list_plays(moves.lane(state)) <= number[1]:
                continue
            plays = moves.plays(state)
            right = [format_move(play) for play in plays if not goal.falls_short(state, play)]
            if 1 <= len(right) <= min(MOST_RIGHT[difficulty], len(plays) // 2):
                return state, right
        return None

    state, right = until(attempt)
    high, low = state.dice or (0, 0)

    def wrong(text: str) -> Because | None:
        played = (play for play in moves.plays(state) if format_move(play) == text)
        return next((why for play in played if (why := goal.falls_short(state, play))), None)

    return Exercise(
        Say(goal.question.message, side=side_name(state), high=high, low=low),
        Play(frozenset(right)),
        goal.hint,
        _listed(right),
        goal.article,
        f"{text(state)} {goal.name}",
        text(state),
        state.turn,
        wrong=wrong,
    )


def _listed(right: Sequence[str]) -> Say:
    if len(right) == 1:
        return Say("Only one play does it: {play}.", play=right[0])
    return Say("These plays do it: {plays}.", plays=", ".join(right))


def _waiting(below: Below) -> State:
    """One checker on the bar, a home board half closed, blots about."""
    theirs = scattered(below, 6 + below(4), range(19, 25), 2)
    free = [point for point in range(1, 25) if point not in theirs]
    blots = {pick(below, free): 1, pick(below, free): 1}
    rest = [point for point in range(7, 19) if point not in blots]
    theirs |= blots
    theirs |= scattered(below, CHECKERS - sum(theirs.values()), rest, 2)
    open_points = [point for point in range(1, 25) if point not in theirs]
    chosen = scattered(below, 14, open_points, 2)
    if below(2):
        chosen |= {pick(below, [point for point in range(19, 25) if point not in theirs] or open_points): 1}
    while sum(chosen.values()) > 14:
        most = max(chosen, key=lambda point: chosen[point])
        chosen[most] -= 1
    return built(below, {BAR: 1} | chosen, theirs)


def _before_the_bar(below: Below) -> State:
    """Bearing off while the other side has a checker on the bar or on the last point."""
    own = scattered(below, 4 + below(6), range(2, 7), 2)
    theirs = {pick(below, (0, 1)): 1 + below(2)} | scattered(below, 10, range(19, 25), 2)
    return built(below, own, theirs)

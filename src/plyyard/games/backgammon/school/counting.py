"""Exercises with a number for an answer: pips, shots of 36, the chance to enter."""

from __future__ import annotations

from fractions import Fraction

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Number
from plyyard.games.backgammon import analysis
from plyyard.games.backgammon.analysis import pips, weight
from plyyard.games.backgammon.school.positions import (
    bearing_off,
    built,
    from_game,
    pick,
    place_slot,
    scattered,
    side_name,
    stands,
    text,
    until,
)
from plyyard.games.backgammon.state import BAR, CHECKERS, SIDES, State, other

POINTS = 4  # that a side holds at least, the bar among them, where its pips are counted


def pip_count(below: Below, difficulty: int) -> Exercise:
    """Pips of one side at home, of one side anywhere, at last the lead."""
    state = bearing_off(below, 3 + below(7)) if difficulty == 1 else until(lambda: _counted(below))
    own, opposing = (pips(state.checkers[SIDES.index(side)]) for side in (state.turn, other(state.turn)))
    sums = {side: _sum(state, side) for side in (state.turn, other(state.turn))}
    if difficulty < 3:
        answer = own
        question = Say("You are {side}. How many pips do you still need?", side=side_name(state))
        reason = Say("{sum} = {pips}", sum=sums[state.turn], pips=own)
    else:
        answer = abs(own - opposing)
        question = Say("You are {side}. By how many pips do the two sides differ?", side=side_name(state))
        reason = Say(
            "You: {sum} = {pips}. The other side: {their_sum} = {their_pips}. The difference is {n}.",
            sum=sums[state.turn],
            pips=own,
            their_sum=sums[other(state.turn)],
            their_pips=opposing,
            n=answer,
        )

    def wrong(given: object) -> Because | None:
        if difficulty < 3 and given == opposing:
            return Say("Those are the other side's pips."), "1.1"
        if difficulty < 3 and given == _counted_from_the_other_end(state):
            return Say(
                "You counted from the other end: your own 1-point is the last one before the tray."
            ), "1.1"
        if difficulty == 3 and given in (own, opposing):
            return Say("Those are the pips of one side; the difference is asked for."), "1.1"
        return None

    return Exercise(
        question,
        Number(answer),
        Say("For each point: its number times the checkers on it. The bar counts 25. Then add up."),
        reason,
        "1.1",
        f"{text(state)} {difficulty}",
        text(state),
        state.turn,
        wrong=wrong,
    )


def _counted(below: Below) -> State | None:
    state = from_game(below, 10, 70)
    """With something to add up on both sides."""
    own, opposing = (pips(places) for places in state.checkers)
    many = all(sum(map(bool, places[1:])) >= POINTS for places in state.checkers)
    return state if own != opposing and many else None


def _sum(state: State, side: str) -> str:
    places = state.checkers[SIDES.index(side)]
    return " + ".join(f"{places[place]}·{place}" for place in range(BAR, 0, -1) if places[place])


def _counted_from_the_other_end(state: State) -> int:
    own, _ = stands(state)
    return sum((25 - place) * count for place, count in enumerate(own[:BAR]) if place)


def shots(below: Below, difficulty: int) -> Exercise:
    """How many rolls hit: one checker aims over open points, then over closed ones, at last a position from a game."""
    state = until(lambda: _exposed(below, difficulty))
    hitting = analysis.hitting_rolls(state, state.turn)
    answer = sum(map(weight, hitting))
    _, opposing = stands(state)
    blots = [place for place in range(24, 0, -1) if opposing[place] == 1]
    direct = sum(weight(dice) for dice in hitting if analysis.hits_directly(state, state.turn, dice))
    open_board = _opened(state)

    def wrong(given: object) -> Because | None:
        if given == len(hitting):
            return Say(
                "Two different numbers are two of the 36 rolls: 2-1 and 1-2. Only doubles count once."
            ), "2.2"
        if given == 36 - answer:
            return Say("Those are the rolls that miss."), "3.3"
        if given == direct:
            return Say("Those are the rolls that hit with one number; sums and doubles can hit, too."), "3.4"
        if open_board and given == analysis.shots(open_board, state.turn):
            return Say("Some of these would have to stop on a closed point."), "3.4"
        return None

    return Exercise(
        Say(
            "You are {side} and about to roll. How many of the 36 rolls let you hit a blot?",
            side=side_name(state),
        ),
        Number(answer),
        Say(
            "First the numbers that hit by themselves, then sums whose stop is open, then doubles. A-B and B-A are two."
        ),
        Say(
            "{n} of 36: {rolls}. Different numbers count twice, doubles once.",
            n=answer,
            rolls=", ".join(f"{high}-{low}" for high, low in hitting),
        ),
        "3.3",
        text(state),
        text(state),
        state.turn,
        tuple(place_slot(state, point) for point in blots),
        wrong,
    )


def _opened(state: State) -> State | None:
    """The same with no closed point: those checkers taken off; None where the mover has someone on the bar."""
    sides = [list(places) for places in state.checkers]
    theirs = sides[1 - SIDES.index(state.turn)]
    theirs[1:25] = [count if count == 1 else 0 for count in theirs[1:25]]
    theirs[0] = CHECKERS - sum(theirs[1:])
    return State((tuple(sides[0]), tuple(sides[1])), state.turn)


def _exposed(below: Below, difficulty: int) -> State | None:
    if difficulty == 3:
        state = from_game(below, 6, 60)
        return state if 2 <= analysis.shots(state, state.turn) <= 34 else None
    hitter = 14 + below(11)
    away = 1 + below(11) if difficulty == 1 else 3 + below(10)
    blot = hitter - away
    if blot < 5:
        return None
    between = list(range(blot + 1, hitter))
    own = {hitter: 1 + below(2)} | scattered(below, 13, range(1, min(blot, 7)))
    taken = {blot: 1}
    if difficulty == 2:
        taken |= scattered(below, 4 + below(5), between, 2)
    rest = CHECKERS - sum(taken.values())
    beyond = [place for place in range(7, 25) if place > hitter or place < blot]
    state = built(below, own, taken | scattered(below, rest, beyond, 2))
    return state if analysis.shots(state, state.turn) else None


ENTERS, ALL_ENTER, NONE_ENTERS, SOME_ENTER, HITS = "enters", "all enter", "none", "some", "hits"
ASKED = {1: (ENTERS, NONE_ENTERS), 2: (ALL_ENTER, NONE_ENTERS, SOME_ENTER), 3: (HITS, SOME_ENTER, ALL_ENTER)}
QUESTIONS = {
    ENTERS: Say("You are {side} and about to roll. What is the chance that your checker enters?"),
    ALL_ENTER: Say(
        "You are {side} and about to roll. What is the chance that all your checkers on the bar enter?"
    ),
    NONE_ENTERS: Say(
        "You are {side} and about to roll. What is the chance that nothing enters and your turn is lost?"
    ),
    SOME_ENTER: Say("You are {side} and about to roll. What is the chance that some enter, but not all?"),
    HITS: Say(
        "You are {side} and about to roll. What is the chance of a roll with which you can hit while entering?"
    ),
}


def enter(below: Below, difficulty: int) -> Exercise:
    """The chance to enter from the bar before closed points."""
    asked = pick(below, ASKED[difficulty])
    state = until(lambda: _on_the_bar(below, asked, difficulty))
    on_bar = stands(state)[0][BAR]
    numbers = analysis.entering(state, state.turn)
    lucky = [rolled for rolled in analysis.ROLLS if _fits(state, asked, rolled)]
    count = sum(map(weight, lucky))

    def wrong(given: object) -> Because | None:
        if given == Fraction(36 - count, 36):
            return Say("That is the chance of the contrary."), "4.3"
        if given == Fraction(len(lucky), 21):
            return Say(
                "Two different numbers are two of the 36 rolls: 2-1 and 1-2. Only doubles count once."
            ), "2.2"
        if given == Fraction(len(numbers), 6):
            return Say("That is the chance of one die; you roll two."), "2.2"
        return None

    return Exercise(
        Say(QUESTIONS[asked].message, side=side_name(state)),
        Number(Fraction(count, 36), "chance"),
        Say("Which numbers lead to an open point in the opponent's home board? Then count rolls, of 36."),
        Say(
            "Numbers that enter: {numbers}. What was asked for happens with {n} of 36 rolls: {rolls}.",
            numbers=", ".join(str(die) for die in numbers),
            n=count,
            rolls=", ".join(f"{high}-{low}" for high, low in lucky),
        ),
        "4.2" if asked in (ENTERS, HITS) else "4.3",
        f"{text(state)} {asked} {on_bar}",
        text(state),
        state.turn,
        (place_slot(state, BAR),),
        wrong,
    )


def _fits(state: State, asked: str, rolled: tuple[int, int]) -> bool:
    if asked == HITS:
        return analysis.enters_hitting(state, state.turn, rolled)
    left, on_bar = analysis.left_on_bar(state, state.turn, rolled), stands(state)[0][BAR]
    return {
        ENTERS: left == 0,
        ALL_ENTER: left == 0,
        NONE_ENTERS: left == on_bar,
        SOME_ENTER: 0 < left < on_bar,
    }[asked]


def _on_the_bar(below: Below, asked: str, difficulty: int) -> State | None:
    number_closed = 1 + below(5)
    waiting = 1 if difficulty == 1 else 2 if asked == SOME_ENTER or difficulty == 2 else 1 + below(3)
    if asked == ALL_ENTER and difficulty == 3:
        waiting = 3
    points = scattered(below, 2 * number_closed, range(19, 25), 2)
    if asked == HITS:
        free = [point for point in range(19, 25) if point not in points]
        points |= scattered(below, 1 + below(3), free)
    rest = CHECKERS - sum(points.values())
    outside = scattered(below, rest, range(7, 19), 2)
    free = [place for place in range(1, 19) if place not in outside]
    state = built(below, {BAR: waiting} | scattered(below, CHECKERS - waiting, free), points | outside)
    count = sum(weight(dice) for dice in analysis.ROLLS if _fits(state, asked, dice))
    if asked == HITS and count != 36 - (6 - list(points.values()).count(1)) ** 2:
        return None  # a duty of art. 5 forbids some of these hits: too much for one question
    return state if 0 < count < 36 else None

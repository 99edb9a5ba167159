"""Exercises on bearing off and on reading a play to its end: what comes off, where blots are left."""

from __future__ import annotations

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Picks
from plyyard.games.backgammon import moves, picks, reasons, rules
from plyyard.games.backgammon.notation import format_move
from plyyard.games.backgammon.school import positions
from plyyard.games.backgammon.school.positions import (
    built,
    from_game,
    pick,
    place_slot,
    point_names,
    roll,
    scattered,
    side_name,
    stands,
    text,
    until,
    with_roll,
)
from plyyard.games.backgammon.state import OFF, SIDES, State

EXACT, TOO_HIGH, INSIDE = "exact", "too high", "inside"


def bearing_off(below: Below, difficulty: int) -> Exercise:
    """From which points a checker comes off: with one number, with the first step of a roll, with a checker not yet home."""
    if difficulty == 1:
        return _with_one_number(below)
    state = until(lambda: _first_step(below) if difficulty == 2 else _one_outside(below))
    high, low = state.dice or (0, 0)
    own, _ = stands(state)
    held = [point for point in range(6, 0, -1) if own[point]]
    orders = [order for order, _ in picks.orders(state)]
    last = 1 if difficulty == 2 else 2
    right = {source for order in orders for source, target in order[:last] if target == OFF}
    candidates = sorted(set(held) | right, reverse=True)
    question = (
        Say(
            "You are {side} and rolled {high} and {low}. Pick every point from which the first step of your play may bear off "
            "a checker, with either number; none, if there is none.",
            side=side_name(state),
            high=high,
            low=low,
        )
        if difficulty == 2
        else Say(
            "You are {side} and rolled {high} and {low}; one checker is not home yet. Pick every point from which a checker can "
            "be borne off in this turn; none, if there is none.",
            side=side_name(state),
            high=high,
            low=low,
        )
    )
    reason = (
        Say("Off may come a checker from: {points}.", points=", ".join(map(str, sorted(right, reverse=True))))
        if right
        else Say("Nothing can be borne off: every number has to be moved inside.")
    )

    def wrong(given: frozenset[str]) -> Because | None:
        for point in candidates:
            chosen = place_slot(state, point) in given
            if chosen and point not in right:
                if difficulty == 2:
                    return _why_not_off(state, point)
                return Say("No play of this roll takes a checker off from {point}.", point=point), "6.1"
            if not chosen and point in right:
                return Say("{point} belongs to it: from there a checker may go off.", point=point), "6.2"
        return None

    return Exercise(
        question,
        Picks(point_names(state, candidates), frozenset(place_slot(state, point) for point in right)),
        Say(
            "Ask of each number: is its own point held? If not, is anything farther back? Only then the farthest comes off."
        ),
        reason,
        "6.3" if difficulty == 2 else "6.1",
        text(state),
        text(state),
        state.turn,
        wrong=wrong,
    )


def _why_not_off(state: State, point: int) -> Because:
    """By the number that reaches off the board from there, or else by both."""
    high, low = state.dice or (0, 0)
    board = [*state.checkers[0], *state.checkers[1]]
    die = high if high > point else low
    fault = rules.why_not(board, SIDES.index(state.turn), point, die)
    if point > high:
        return Say("From {point} neither number reaches the tray.", point=point), "6.2"
    if fault:
        return reasons.of_step(fault, point, die)
    return Say("With a {die} the checker on {point} moves inside.", die=die, point=point), "6.2"


def _first_step(below: Below) -> State | None:
    state = with_roll(positions.bearing_off(below, 3 + below(9)), roll(below, doubles=False))
    own, _ = stands(state)
    return state if sum(count > 0 for count in own[1:7]) >= 2 and moves.plays(state) else None


def _one_outside(below: Below) -> State | None:
    own = scattered(below, 3 + below(8), range(1, 7)) | {7 + below(5): 1}
    state = built(below, own, scattered(below, 2 + below(10), range(19, 25)))
    state = with_roll(state, roll(below, doubles=False))
    return state if sum(count > 0 for count in stands(state)[0][1:7]) >= 2 and moves.plays(state) else None


def _with_one_number(below: Below) -> Exercise:
    kind = pick(below, (EXACT, TOO_HIGH, INSIDE))

    def draw() -> tuple[State, int] | None:
        state = _first_step(below)
        if state is None:
            return None
        own, _ = stands(state)
        farthest = max(point for point in range(1, 7) if own[point])
        fits = [
            die
            for die in state.dice or ()
            if (EXACT if own[die] else TOO_HIGH if die > farthest else INSIDE) == kind
        ]
        return (state, pick(below, fits)) if fits else None

    state, die = until(draw)
    own, _ = stands(state)
    held = [point for point in range(6, 0, -1) if own[point]]
    right = {EXACT: {die}, TOO_HIGH: {held[0]}, INSIDE: set[int]()}[kind]
    board = [*state.checkers[0], *state.checkers[1]]
    index = SIDES.index(state.turn)
    assert right == {point for point in held if point <= die and rules.why_not(board, index, point, die) == 0}
    reason, article = {
        EXACT: (Say("The {die} takes a checker off its own point, the {die}.", die=die), "6.2"),
        TOO_HIGH: (
            Say(
                "No checker stands on {die} or farther back, so the farthest comes off: the one on {point}.",
                die=die,
                point=held[0],
            ),
            "6.3",
        ),
        INSIDE: (
            Say(
                "The {die}-point is empty, but on {point} a checker stands farther back: the {die} is moved inside.",
                die=die,
                point=held[0],
            ),
            "6.3",
        ),
    }[kind]

    def wrong(given: frozenset[str]) -> Because | None:
        for point in held:
            if place_slot(state, point) in given and point not in right:
                if point > die:
                    return Say("From {point} a {die} does not reach the tray.", point=point, die=die), "6.2"
                return reasons.of_step(rules.why_not(board, index, point, die), point, die)
        return None

    high, low = state.dice or (0, 0)
    return Exercise(
        Say(
            "You are {side} and rolled {high} and {low}. From which point can the {die}, played first, take a checker off? Pick "
            "it, or none.",
            side=side_name(state),
            high=high,
            low=low,
            die=die,
        ),
        Picks(point_names(state, held), frozenset(place_slot(state, point) for point in right)),
        Say(
            "Ask of the number: is its own point held? If not, is anything farther back? Only then the farthest comes off."
        ),
        reason,
        article,
        f"{text(state)} {die}",
        text(state),
        state.turn,
        ("die1" if die == high else "die2",),
        wrong,
    )


def blots(below: Below, difficulty: int) -> Exercise:
    """A play is named: which own checkers stand alone after it? At last a double."""

    def draw() -> State | None:
        dice = roll(below, doubles=False)
        state = with_roll(from_game(below, 4, 45), (dice[0], dice[0]) if difficulty == 3 else dice)
        held = sum(count > 0 for count in stands(state)[0][1:])
        return state if held > 2 and moves.plays(state) else None

    state = until(draw)
    play = pick(below, moves.plays(state))
    if difficulty == 2:
        play = max(
            (pick(below, moves.plays(state)) for _ in range(4)), key=lambda one: sum(s[2] for s in one.steps)
        )
    own = stands(state)[0]
    after = list(own)
    for source, target, _ in play.steps:
        after[source] -= 1
        after[target] += 1
    candidates = [point for point in range(24, 0, -1) if own[point] or after[point]]
    alone = [point for point in candidates if after[point] == 1]

    def wrong(given: frozenset[str]) -> Because | None:
        for point in candidates:
            chosen = place_slot(state, point) in given
            if chosen and after[point] != 1:
                if after[point] == 0:
                    return Say("On {point} no checker of yours is left then.", point=point), "3.3"
                return Say("On {point} stand {n} of your checkers then.", point=point, n=after[point]), "3.3"
            if not chosen and after[point] == 1:
                return Say("On {point} a checker stands alone then.", point=point), "3.3"
        return None

    return Exercise(
        Say(
            "You are {side} and play {play}. Pick every point on which a checker of yours stands alone afterwards.",
            side=side_name(state),
            play=format_move(play),
        ),
        Picks(point_names(state, candidates), frozenset(place_slot(state, point) for point in alone)),
        Say(
            "Make the play step by step in your mind: what does each checker leave behind, and whom does it meet?"
        ),
        Say("Alone then: {points}.", points=", ".join(map(str, alone)))
        if alone
        else Say("No checker stands alone then."),
        "3.3",
        f"{text(state)} {format_move(play)}",
        text(state),
        state.turn,
        wrong=wrong,
    )

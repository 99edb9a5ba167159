"""Exercises on the rules of a turn: the starting position, stops on the way, whether a play is legal and by which article."""

from __future__ import annotations

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Choice, Exercise, Picks
from plyyard.games.backgammon import moves, notation, reading, reasons, rules
from plyyard.games.backgammon.moves import Segment
from plyyard.games.backgammon.school.positions import bearing_off as home_position
from plyyard.games.backgammon.school.positions import (
    blocked,
    from_game,
    pick,
    place_slot,
    point_names,
    roll,
    side_name,
    stands,
    text,
    until,
    with_roll,
)
from plyyard.games.backgammon.state import BAR, OFF, SIDES, START, State


def setup(below: Below, difficulty: int) -> Exercise:
    """One or two checkers stand wrong, at last those of both sides."""
    state = until(lambda: _misplaced(below, difficulty))
    own, opposing = stands(state)
    at_start = {point: (START[point], START[25 - point]) for point in range(1, 25)}
    here = {point: (own[point], opposing[point]) for point in range(1, 25)}
    points = [point for point in here if any(here[point]) or any(at_start[point])]
    changed = {place_slot(state, point): point for point in points if here[point] != at_start[point]}

    def wrong(given: frozenset[str]) -> Because | None:
        for point in points:
            if (place_slot(state, point) in changed) == (place_slot(state, point) in given):
                continue
            n, m = max(here[point]), max(at_start[point])
            if n == m:
                return Say("The {point} is as at the start: {n} there.", point=point, n=n), "1.2"
            return Say("On the {point}: {n} here, {m} at the start.", point=point, n=n, m=m), "1.2"
        return None

    return Exercise(
        Say(
            "You are {side}. Pick every point that holds more or fewer checkers than at the start of a game, on both sides.",
            side=side_name(state),
        ),
        Picks(point_names(state, points), frozenset(changed)),
        Say("Each side has 2 on its 24, 5 on its 13, 3 on its 8 and 5 on its 6: fifteen in all."),
        Say(
            "These points differ: {points}. The start is 24/2, 13/5, 8/3, 6/5 from each side's own view.",
            points=", ".join(str(point) for point in sorted(changed.values(), reverse=True)),
        ),
        "1.2",
        text(state),
        text(state),
        state.turn,
        wrong=wrong,
    )


def _misplaced(below: Below, difficulty: int) -> State | None:
    sides = [list(START), list(START)]
    turn = below(2)
    movers = {1: [turn], 2: [turn, turn], 3: [turn, 1 - turn]}[difficulty]
    for side in movers:
        source, target = pick(below, [24, 13, 8, 6]), 1 + below(24)
        if sides[1 - side][25 - target] or sides[side][source] <= 1:
            return None
        sides[side][source] -= 1
        sides[side][target] += 1
    state = State((tuple(sides[0]), tuple(sides[1])), SIDES[turn])
    differ = sum(one != other for places in state.checkers for one, other in zip(places, START, strict=True))
    return state if differ == 2 * len(movers) else None


def stops(below: Below, difficulty: int) -> Exercise:
    """One checker makes both steps, or all four of a double: where may it touch down?"""
    wanted = below(3)
    state, source = until(lambda: _traveller(below, difficulty, wanted))
    high, low = state.dice or (0, 0)
    landings = _landings(state, source)
    candidates = [point for point, _ in landings]
    right = [point for point, is_open in landings if is_open]
    closed = [point for point, is_open in landings if not is_open]
    reason: Say
    if high == low:
        article = "3.5"
        question = Say(
            "You are {side} and rolled a double {die}. One checker starts from {source} and makes as many of the four steps as "
            "it can. Pick every point on which it may land.",
            side=side_name(state),
            die=high,
            source=reasons.spoken(source),
        )
        reason = (
            Say(
                "It may land on {open}; {closed} is closed and stops it.", open=_list(right), closed=closed[0]
            )
            if right and closed
            else Say("All points on its way are open: {open}.", open=_list(right))
            if right
            else Say(
                "The first point on its way, {closed}, is closed: it cannot move at all.", closed=closed[0]
            )
        )
    else:
        article = "3.4"
        question = Say(
            "You are {side} and rolled {high} and {low}. One checker is to go the whole way from {source} to {target}. Pick "
            "every point on which it may touch down in between: one, both or neither.",
            side=side_name(state),
            high=high,
            low=low,
            source=reasons.spoken(source),
            target=source - high - low,
        )
        reason = (
            Say(
                "Both {one} and {other} are open, so either number may come first.",
                one=right[0],
                other=right[1],
            )
            if len(right) == 2
            else Say(
                "{closed} is closed, {open} is open: the {die} must come first.",
                closed=closed[0],
                open=right[0],
                die=source - right[0],
            )
            if right
            else Say(
                "Both {one} and {other} are closed. Two numbers are two steps, not one long jump.",
                one=closed[0],
                other=closed[1],
            )
        )

    def wrong(given: frozenset[str]) -> Because | None:
        for point, is_open in landings:
            if not is_open and place_slot(state, point) in given:
                if stands(state)[1][point] > 1:
                    return reasons.of_step(rules.CLOSED, point, 0)
                return Say("{point} is open, but the checker is stopped before it.", point=point), article
        for point in right:
            if place_slot(state, point) not in given:
                return Say("{point} belongs to it: the checker may land there.", point=point), article
        return None

    slots = {point: place_slot(state, point) for point in candidates}
    return Exercise(
        question,
        Picks(point_names(state, candidates), frozenset(slots[point] for point in right)),
        Say(
            "Go one number at a time. Each landing needs a point on which at most one opposing checker stands."
        ),
        reason,
        article,
        f"{text(state)} {source}",
        text(state),
        state.turn,
        (place_slot(state, source),),
        wrong,
    )


def _list(points: list[int]) -> str:
    return ", ".join(str(point) for point in points)


def _landings(state: State, source: int) -> list[tuple[int, bool]]:
    """Points on the way of a checker with this roll, each with whether it may land there."""
    board, side = [*state.checkers[0], *state.checkers[1]], SIDES.index(state.turn)
    high, low = state.dice or (0, 0)
    if high != low:
        return [(source - die, rules.why_not(board, side, source, die) == 0) for die in (low, high)]
    found, place, moves_on = [], source, True
    for _ in range(4):
        if place - high < 1:
            break
        moves_on = moves_on and rules.why_not(board, side, place, high) == 0
        if moves_on:
            rules.step(board, side, place, high)
        place -= high
        found.append((place, moves_on))
    return found


def _traveller(below: Below, difficulty: int, wanted: int) -> tuple[State, int] | None:
    state = from_game(below, 6, 40)
    dice = roll(below, doubles=False)
    if difficulty == 3:
        dice = (dice[0], dice[0])
    state = with_roll(state, dice)
    own, opposing = stands(state)
    if own[BAR] > 1 or (difficulty == 2) != bool(own[BAR] or below(3) == 0):
        return None
    sources = [BAR] if own[BAR] else [place for place in range(24, 0, -1) if own[place]]
    fitting = []
    for source in sources:
        if source - sum(dice) < 1 or (difficulty < 3 and opposing[source - sum(dice)] > 1):
            continue
        number_open = sum(is_open for _, is_open in _landings(state, source))
        if (number_open == wanted) if difficulty < 3 else (number_open >= 2) == bool(wanted):
            fitting.append(source)
    return (state, pick(below, fitting)) if fitting else None


CLAIMS = {
    "legal": Say("It is legal."),
    "closed": Say("A step ends on a closed point (3.2)."),
    "bar": Say("A checker on the bar must enter first (4.1)."),
    "both": Say("Both numbers could be played (5.1)."),
    "larger": Say("Only one number can be played, and it must be the larger (5.2)."),
    "double": Say("More steps of the double could be made (5.3)."),
    "home": Say("Not all checkers are at home yet (6.1)."),
    "high": Say("A checker stands farther back (6.3)."),
}
ARTICLES = {
    "closed": "3.2",
    "bar": "4.1",
    "both": "5.1",
    "larger": "5.2",
    "double": "5.3",
    "home": "6.1",
    "high": "6.3",
}
POOLS = {
    1: ("legal", "closed", "bar"),
    2: ("legal", "closed", "home", "high", "both"),
    3: ("legal", "both", "larger", "double", "closed"),
}


def legal(below: Below, difficulty: int) -> Exercise:
    """Is this play legal, and if not, which article forbids it?"""
    pool = POOLS[difficulty]
    kind = pick(below, pool)
    state, written, also = until(lambda: _attempt(below, difficulty, kind))
    claims = [claim for claim in pool if claim == kind or ARTICLES.get(claim) not in also]
    play = " ".join(f"{notation.format_step(*segment)}" for segment in written)
    high, low = state.dice or (0, 0)
    why, article = (
        reading.why_not(state, written)
        if kind != "legal"
        else (
            Say("Nothing speaks against it: every step is legal, and the roll is used as far as it can be."),
            "5.1",
        )
    )
    return Exercise(
        Say(
            "You are {side} and rolled {high} and {low}. Is {play} legal?",
            side=side_name(state),
            high=high,
            low=low,
            play=play,
        ),
        Choice(tuple((claim, CLAIMS[claim]) for claim in claims), kind),
        Say(
            "First the bar, then each step by itself, then the question whether more of the roll could be used."
        ),
        why,
        article,
        f"{text(state)} {play}",
        text(state),
        state.turn,
        tuple(dict.fromkeys(place_slot(state, source) for source, _ in written)),
        lambda claim: _refuted(state, written, claim),
    )


def _attempt(below: Below, difficulty: int, kind: str) -> tuple[State, list[Segment], set[str]] | None:
    """A play of this kind, and the articles that some reader of it might name, too."""
    if kind in ("home", "high") or (difficulty == 2 and kind in ("legal", "both") and below(2)):
        drawn = home_position(below, 5 + below(9)) if kind != "home" else from_game(below, 45, 90)
    elif kind in ("both", "larger", "double") or difficulty == 3:
        drawn = blocked(below)
    else:
        drawn = from_game(below, 6, 50)
    dice = roll(below, doubles=False)
    if kind == "double" or (kind == "legal" and difficulty == 3 and below(3) == 0):
        dice = (dice[1], dice[1])
    state = with_roll(drawn, dice)
    plays = moves.plays(state)
    if len(plays) < 2 and not (plays and difficulty == 3):
        return None
    if kind == "legal":
        steps = pick(below, plays).steps
        return state, [(source, target) for source, target, _ in steps], set()
    if kind in ("both", "larger", "double"):
        steps = pick(below, plays).steps[:-1] if kind == "double" else ()
        written = [(source, target) for source, target, _ in steps] or _one_step(below, state, difficulty)
    else:
        written = _two_steps(below, state)
    if not written or reading.find(state, written):
        return None
    if reading.why_not(state, written)[1] != ARTICLES[kind]:
        return None
    own, opposing = stands(state)
    also = reading.broken(state, written)
    if any(target != OFF and opposing[target] > 1 for _, target in written):
        also.add("3.2")
    if own[BAR] > sum(source == BAR for source, _ in written):
        also.add("4.1")
    if kind == "home":  # who is not at home has a checker farther back, too
        also.add("6.3")
    return state, written, also


def _two_steps(below: Below, state: State) -> list[Segment]:
    """Of two checkers that are there, or of one; whether they may is not asked."""
    own, _ = stands(state)
    high, low = state.dice or (0, 0)
    first, second = (high, low) if below(2) else (low, high)
    held = [place for place in range(BAR, 0, -1) if own[place]]
    one, other = pick(below, held), pick(below, held)
    if below(3) == 0 and one - first > 0:
        other = one - first
    elif one == other and own[one] < 2:
        return []
    steps = [(one, max(OFF, one - first)), (other, max(OFF, other - second))]
    return sorted(steps, reverse=True)


def _one_step(below: Below, state: State, difficulty: int) -> list[Segment]:
    """A single legal step; the hard ones leave nothing for the other number, so that the order was wrong."""
    board, side = [*state.checkers[0], *state.checkers[1]], SIDES.index(state.turn)
    found = []
    for die, left in (state.dice or (0, 0), (state.dice or (0, 0))[::-1]):
        for source in range(BAR, 0, -1):
            if rules.why_not(board, side, source, die):
                continue
            made = list(board)
            rules.step(made, side, source, die)
            if difficulty == 2 or all(rules.why_not(made, side, place, left) for place in range(BAR, 0, -1)):
                found.append((source, max(OFF, source - die)))
    return [pick(below, found)] if found else []


def _refuted(state: State, written: list[Segment], claim: str) -> Because | None:
    """Why an article that was named does not forbid this play."""
    high, low = state.dice or (0, 0)
    if claim == "closed":
        return Say("No step of this play ends on a closed point."), "3.2"
    if claim == "bar":
        if stands(state)[0][BAR]:
            return Say("The play brings in what is on the bar before anything else moves."), "4.1"
        return Say("You have no checker on the bar."), "4.1"
    if claim in ("home", "high"):
        if all(target != OFF for _, target in written):
            return Say("This play bears nothing off."), ARTICLES[claim]
        if claim == "home":
            return Say("By then all checkers are at home, so they may be borne off."), "6.1"
        return Say("No checker is taken off here while one stands farther back."), "6.3"
    if claim == "double":
        if high != low:
            return Say("This roll is no double."), "5.3"
        return Say("No play makes more steps of this double."), "5.3"
    if claim in ("both", "larger") and high == low:
        return Say("The roll is a double: for it counts how many steps can be made."), "5.3"
    if claim == "both":
        if len(written) == 2:
            return Say("The play uses both numbers already."), "5.1"
        return Say("There is no order in which both numbers can be played here."), "5.1"
    if claim == "larger":
        if len(written) == 2:
            return Say("The play uses both numbers, so none has to be chosen."), "5.2"
        if len(moves.plays(state)[0].steps) == 2:
            return Say("Both numbers can be played here, so it is not about the larger one."), "5.2"
        return Say("The number that was played is the one that must be."), "5.2"
    return None

"""Exercises on the first rules: the starting position, stops on the way."""

from __future__ import annotations

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Picks
from plyyard.games.backgammon import reasons, rules
from plyyard.games.backgammon.school.positions import (
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
from plyyard.games.backgammon.state import BAR, SIDES, START, State


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

"""Plays as people make and write them: the rules' plays unpacked, step by step, and found from what was written.

Asks rules.py whether a step is legal and which plays there are; it knows what may be asked, not what is allowed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from plyyard.core.errors import IllegalMove, Say
from plyyard.games.backgammon import rules
from plyyard.games.backgammon.state import (
    BAR,
    CHECKERS,
    OFF,
    SIDES,
    Dice,
    Play,
    State,
    first_stacks,
    move_stacks,
    other,
)

Board = tuple[int, ...]
Segment = tuple[int, int]  # from, to: one or more steps of one checker
Reason = tuple[Say, str]

OVER: Reason = (Say("The game is over."), "7.1")
ROLL_FIRST: Reason = (Say("Roll the dice first."), "2.2")
NO_PLAY: Reason = (Say("This roll allows no step, so the turn passes."), "2.3")


def lane(state: State) -> rules.Lane:
    """The state as the kernels take it."""
    dice = list(state.dice or (0, 0))
    board = [*state.checkers[0], *state.checkers[1]]
    return rules.Lane(board, [SIDES.index(state.turn)], dice, [0] * rules.MOST_PLAYS, [0] * 12)


def numbers(dice: Dice) -> tuple[int, ...]:
    """The numbers of a roll, a double four times.  art. 3.5"""
    return dice if dice[0] != dice[1] else dice * 2


@functools.lru_cache(256)
def plays(state: State) -> tuple[Play, ...]:
    """Every play, no two with the same result; empty before the roll, after the end and when no step is legal."""
    if state.dice is None or state.winner:
        return ()
    packed = lane(state)
    side = packed.turn[0]
    blots = {25 - place for place in range(1, 25) if packed.board[26 * (1 - side) + place] == 1}
    return tuple(_unpacked(packed.plays[index], blots) for index in range(rules.list_plays(packed)))


def _unpacked(packed: int, blots: set[int]) -> Play:
    steps, hit = [], set()
    while packed:
        source = (packed & 255) >> 3
        target = max(OFF, source - (packed & 7))
        hits = target in blots and target not in hit
        if hits:
            hit.add(target)
        steps.append((source, target, hits))
        packed >>= 8
    return Play(tuple(steps))


def after(state: State, steps: Sequence[tuple[int, int, bool]]) -> State:
    """The state with these steps made, the roll still there."""
    side = SIDES.index(state.turn)
    board = [list(places) for places in state.checkers]
    own, opposing = board[side], board[1 - side]
    stacks = state.stacks or first_stacks(state.checkers)
    for source, target, hits in steps:
        own[source] -= 1
        own[target] += 1
        if hits:
            opposing[25 - target] -= 1
            opposing[BAR] += 1
        stacks = move_stacks(stacks, side, source, target, hits)
    return State(
        (tuple(board[0]), tuple(board[1])),
        state.turn,
        state.dice,
        state.shown,
        state.used,
        stacks,
        state.last,
    )


def passed(state: State, play: Play | None = None) -> State:
    """The turn given on after a play (or none): the other side rolls next."""
    return State(state.checkers, other(state.turn), None, state.dice, (), state.stacks, play)


# --- step by step ---------------------------------------------------------------------------------------------------


Order = tuple[tuple[int, int], ...]


@functools.lru_cache(64)
def orders(state: State) -> tuple[tuple[Order, Play], ...]:
    """Every order of steps (source, die) that makes a whole play of a roll of two different numbers, with that play."""
    by_result = {_result(state, play): play for play in plays(state)}
    found: list[tuple[Order, Play]] = []
    side = SIDES.index(state.turn)
    start = [*state.checkers[0], *state.checkers[1]]
    dice = state.dice or (0, 0)
    for first_die, second_die in (dice, dice[::-1]):
        for first in range(BAR, 0, -1):
            if rules.why_not(start, side, first, first_die):
                continue
            board = list(start)
            rules.step(board, side, first, first_die)
            whole = by_result.get(tuple(board))
            if whole is not None and (len(whole.steps) == 1 or board[26 * side] == CHECKERS):  # art. 5.5
                found.append((((first, first_die),), whole))
            for second in range(BAR, 0, -1):
                if rules.why_not(board, side, second, second_die):
                    continue
                end = list(board)
                rules.step(end, side, second, second_die)
                whole = by_result.get(tuple(end))
                if whole is not None:
                    found.append((((first, first_die), (second, second_die)), whole))
    return tuple(found)


def _result(state: State, play: Play) -> Board:
    """The board that a play leads to, as the kernels lay it out."""
    board = [*state.checkers[0], *state.checkers[1]]
    base = 26 * SIDES.index(state.turn)
    for source, target, hits in play.steps:
        board[base + source] -= 1
        board[base + target] += 1
        if hits:
            board[51 - base - target] -= 1
            board[51 - base] += 1
    return tuple(board)


def next_steps(state: State, taken: Sequence[Segment]) -> list[tuple[Segment, Play | None]]:
    """What can be picked after the picks so far, each with the play that it completes.

    Raises IllegalMove for a bad pick. In any legal order; only what can still become a whole play.
    """
    if not plays(state):
        if taken:
            raise IllegalMove(*(refusal(state) or NO_PLAY))
        return []
    for count in range(len(taken)):
        offered = dict(_next(state, taken[:count]))
        if taken[count] not in offered:
            raise IllegalMove(*(_step_refusal(state, taken[:count], taken[count])))
    return _next(state, taken)


def _next(state: State, taken: Sequence[Segment]) -> list[tuple[Segment, Play | None]]:
    dice = state.dice or (0, 0)
    if dice[0] == dice[1]:
        return _next_of_double(state, taken, dice[0])
    found: dict[Segment, Play | None] = {}
    for order, play in orders(state):
        if len(order) > len(taken) and all(
            _segment(*step) == pick for step, pick in zip(order, taken, strict=False)
        ):
            pick = _segment(*order[len(taken)])
            whole = play if len(order) == len(taken) + 1 else None
            found[pick] = whole or found.get(pick)
    return sorted(found.items(), key=lambda item: item[0], reverse=True)


def _next_of_double(state: State, taken: Sequence[Segment], die: int) -> list[tuple[Segment, Play | None]]:
    """A play of a double is the multiset of its sources; any part of it can be made first that is legal step by step."""
    board = [*state.checkers[0], *state.checkers[1]]
    side = SIDES.index(state.turn)
    for source, _ in taken:
        rules.step(board, side, source, die)
    made = [source for source, _ in taken]
    seen = set[int]()
    found: dict[Segment, Play | None] = {}
    for play in plays(state):
        left = [source for source, _, _ in play.steps]
        try:
            for source in made:
                left.remove(source)
        except ValueError:
            continue
        for source in left:
            if source in seen:
                continue
            seen.add(source)
            if rules.why_not(board, side, source, die) == 0:
                found[_segment(source, die)] = play if len(left) == 1 else None
    return sorted(found.items(), key=lambda item: item[0], reverse=True)


def _segment(source: int, die: int) -> Segment:
    return source, max(OFF, source - die)


def partial(state: State, taken: Sequence[Segment]) -> State:
    """The state to draw after these picks, with the dice that they used; IllegalMove for a bad pick."""
    next_steps(state, taken)
    steps, used = [], list[int]()
    made = state
    for source, target in taken:
        hits = target != OFF and made.checkers[1 - SIDES.index(state.turn)][25 - target] == 1
        steps.append((source, target, hits))
        made = after(state, steps)
        left = list(numbers(state.dice or (0, 0)))
        for die in used:
            left.remove(die)
        exact = source - target
        used.append(exact if exact in left else max(left))
    return State(made.checkers, state.turn, state.dice, state.shown, tuple(used), made.stacks, state.last)


# --- from what was written ------------------------------------------------------------------------------------------


def find(state: State, segments: Sequence[Segment]) -> set[Play]:
    """Every legal play that can be meant by these segments, in any order of steps; empty: see ``why_not``."""
    by_result = {_result(state, play): play for play in plays(state)}
    return {
        by_result[board]
        for board, failure in _walk(state, segments)
        if failure is None and board in by_result
    }


def refusal(state: State) -> Reason | None:
    """Why nobody can move here at all."""
    if state.winner:
        return OVER
    if state.dice is None:
        return ROLL_FIRST
    return None if plays(state) else NO_PLAY


def why_not(state: State, segments: Sequence[Segment]) -> Reason:
    """Reason and article against segments for which ``find`` finds nothing."""
    general = refusal(state)
    if general:
        return general
    deepest: tuple[int, Reason] | None = None
    for _, failure in _walk(state, segments):
        if failure is None:
            return _unfinished(state)
        if deepest is None or failure[0] > deepest[0]:
            deepest = failure
    assert deepest is not None
    return deepest[1]


def _unfinished(state: State) -> Reason:
    """All steps are legal, but the roll asks for others."""
    dice = state.dice or (0, 0)
    most = max(len(play.steps) for play in plays(state))
    if dice[0] == dice[1]:
        return Say(
            "A double must be played as often as it can be: {n} steps are possible here.", n=most
        ), "5.3"
    if most == 2:
        return Say("Both numbers must be played, and here they can be."), "5.1"
    die = max(die for die in dice if any(legal_alone(state, source, die) for source in range(BAR, 0, -1)))
    return Say("Only one number can be played here, and it must be the {die}.", die=die), "5.2"


def legal_alone(state: State, source: int, die: int) -> bool:
    """Whether this step is legal by itself as the first of the turn."""
    return not rules.why_not((*state.checkers[0], *state.checkers[1]), SIDES.index(state.turn), source, die)


Failure = tuple[int, Reason]


def _walk(state: State, segments: Sequence[Segment]) -> Iterator[tuple[Board, Failure | None]]:
    """Every way to make the segments with the dice: where it ends, and after how many steps and why where it fails."""
    board = (*state.checkers[0], *state.checkers[1])
    yield from _ways(board, SIDES.index(state.turn), numbers(state.dice or (0, 0)), tuple(segments), 0)


def _ways(
    board: Board, side: int, dice: tuple[int, ...], segments: tuple[Segment, ...], made: int
) -> Iterator[tuple[Board, Failure | None]]:
    if not segments:
        yield board, None
        return
    if not dice:
        yield board, (made, (Say("These are more steps than the roll has."), "3.1"))
        return
    for segment in sorted(set(segments), reverse=True):
        source, target = segment
        rest = list(segments)
        rest.remove(segment)
        fits = False
        for die in sorted(set(dice), reverse=True):
            reached = max(OFF, source - die)
            if reached < target:
                continue
            fits = True
            fault = rules.why_not(board, side, source, die)
            if fault:
                yield board, (made, step_reason(fault, source, die))
                continue
            following = list(board)
            rules.step(following, side, source, die)
            left = list(dice)
            left.remove(die)
            onward = (*rest, (reached, target)) if reached > target else tuple(rest)
            yield from _ways(tuple(following), side, tuple(left), onward, made + 1)
        if not fits:
            yield (
                board,
                (
                    made,
                    (
                        Say(
                            "No number of this roll leads from {source} to {target}.",
                            source=spoken(source),
                            target=spoken(target),
                        ),
                        "3.1",
                    ),
                ),
            )


def spoken(place: int) -> Say | int:
    """A place in a sentence."""
    if place == BAR:
        return Say("the bar")
    return Say("off the board") if place == OFF else place


def step_reason(fault: int, source: int, die: int) -> Reason:
    """What is wrong with a step, in words."""
    if fault == rules.NO_CHECKER:
        if source == BAR:
            return Say("You have no checker on the bar."), "3.1"
        return Say("You have no checker on {point}.", point=source), "3.1"
    if fault == rules.BAR_FIRST:
        return Say("A checker on the bar must enter first."), "4.1"
    if fault == rules.CLOSED:
        return Say("{point} is closed: two or more opposing checkers stand there.", point=source - die), "3.2"
    if fault == rules.NOT_HOME:
        return Say("Bearing off begins when all your checkers are in your home board."), "6.1"
    return Say(
        "With a {die} nothing is borne off from {point} while a checker stands farther back.",
        die=die,
        point=source,
    ), "6.3"


def _step_refusal(state: State, taken: Sequence[Segment], pick: Segment) -> Reason:
    """Why this pick is not offered after the others."""
    after_taken = partial(state, taken)
    board = [*after_taken.checkers[0], *after_taken.checkers[1]]
    dice = list(numbers(state.dice or (0, 0)))
    for die in after_taken.used:
        dice.remove(die)
    source, target = pick
    for die in sorted(dice, reverse=True):
        if _segment(source, die) == pick:
            fault = rules.why_not(board, SIDES.index(state.turn), source, die)
            if fault:
                return step_reason(fault, source, die)
            return _unfinished(state)
    if not dice:
        return Say("These are more steps than the roll has."), "3.1"
    return Say(
        "No number of this roll leads from {source} to {target}.",
        source=spoken(source),
        target=spoken(target),
    ), "3.1"

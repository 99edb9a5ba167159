"""Plays found from what was written: every way to make the written steps with the dice is tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plyyard.games.backgammon import moves, reasons, rules
from plyyard.games.backgammon.moves import Board, Segment
from plyyard.games.backgammon.state import OFF, SIDES, Play, State

Failure = tuple[int, reasons.Reason]
"""After how many steps it fails, and why."""

UnderWay = tuple[int, int, int]
"""A segment begun: where it started, where its checker is, where it goes."""


def find(state: State, segments: Sequence[Segment]) -> set[Play]:
    """Every legal play that can be meant by these segments, in any order of steps; empty: see ``why_not``."""
    by_result = {moves.result(state, play): play for play in moves.plays(state)}
    return {
        by_result[board]
        for board, failure in _walk(state, segments)
        if failure is None and board in by_result
    }


def why_not(state: State, segments: Sequence[Segment]) -> reasons.Reason:
    """Reason and article against segments for which ``find`` finds nothing."""
    general = reasons.refusal(state)
    if general:
        return general
    deepest: Failure | None = None
    for _, failure in _walk(state, segments):
        if failure is None:
            return reasons.unfinished(state)
        if deepest is None or failure[0] > deepest[0]:
            deepest = failure
    assert deepest is not None
    return deepest[1]


def broken(state: State, segments: Sequence[Segment]) -> set[str]:
    """Articles against single steps of these segments, in whatever order they are made."""
    return {failure[1][1] for _, failure in _walk(state, segments) if failure}


def _walk(state: State, segments: Sequence[Segment]) -> Iterator[tuple[Board, Failure | None]]:
    """Every way to make the segments with the dice: where it ends, and after how many steps and why where it fails."""
    board = (*state.checkers[0], *state.checkers[1])
    under_way = tuple((source, source, target) for source, target in segments)
    yield from _ways(board, SIDES.index(state.turn), moves.numbers(state.dice or (0, 0)), under_way, 0)


def _ways(
    board: Board, side: int, dice: tuple[int, ...], segments: tuple[UnderWay, ...], made: int
) -> Iterator[tuple[Board, Failure | None]]:
    if not segments:
        yield board, None
        return
    if not dice:
        yield board, (made, reasons.TOO_MANY)
        return
    for segment in sorted(set(segments), reverse=True):
        start, source, target = segment
        rest = list(segments)
        rest.remove(segment)
        fits = False
        for die in sorted(set(dice), reverse=True):
            reached = max(OFF, source - die)
            left = list(dice)
            left.remove(die)
            if reached < target or not _covers(left, reached - target, target == OFF):
                continue
            fits = True
            fault = rules.why_not(board, side, source, die)
            if fault:
                yield board, (made, reasons.of_step(fault, source, die))
                continue
            following = list(board)
            rules.step(following, side, source, die)
            onward = (*rest, (start, reached, target)) if reached > target else tuple(rest)
            yield from _ways(tuple(following), side, tuple(left), onward, made + 1)
        if not fits:
            yield board, (made, reasons.no_number(start, target))


def _covers(dice: list[int], way: int, off: bool) -> bool:
    """Whether some of the dice together are this way, or more of it where it ends off the board."""
    sums = {0}
    for die in dice:
        sums |= {total + die for total in sums}
    return way in sums or (off and max(sums) > way)

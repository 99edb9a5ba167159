"""Exercises with a protocol: replay the lines and find the first one that the rules do not allow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Choice, Exercise
from plyyard.games.aeroplane import play, refusals, rules
from plyyard.games.aeroplane.notation import format_position
from plyyard.games.aeroplane.school.moving import VOID
from plyyard.games.aeroplane.school.positions import (
    NAMES,
    across,
    one_of,
    other,
    planes,
    position,
    ring,
    within,
)
from plyyard.games.aeroplane.state import SIDES, State

LENGTHS = (3, 4, 6)
RIGHT = Say("Every line follows the rules.")


@dataclass(frozen=True, slots=True)
class Line:
    """What a side is said to have done with a roll; ``start`` and ``reached`` are None when no plane moved."""

    side: str
    die: int
    start: int | None = None
    reached: int | None = None
    sent: int = 0

    def says(self, n: int) -> Say:
        values = {
            "n": n,
            "side": NAMES[self.side],
            "die": self.die,
            "start": self.start,
            "reached": self.reached,
        }
        if self.start is None:
            return Say("{n}. {side} rolls {die}: no plane moves.", **values)
        if self.start == rules.BASE:
            return Say("{n}. {side} rolls {die}: out of the base to the start square.", **values)
        if self.reached == rules.GOAL:
            return Say("{n}. {side} rolls {die}: from {start} to the goal.", **values)
        if self.sent:
            return Say(
                "{n}. {side} rolls {die}: from {start} to {reached}, sends back planes: {sent}.",
                sent=self.sent,
                **values,
            )
        return Say("{n}. {side} rolls {die}: from {start} to {reached}.", **values)


Slip = tuple[Line, Say, str]
"""A line that the rules do not allow, why, and the article."""


def protocol(below: Below, difficulty: int) -> Exercise:
    while True:
        state = _opening(below, difficulty)
        wanted = below(5) > 0
        lines, slip = _lines(state, LENGTHS[difficulty - 1], SLIPS[difficulty - 1] if wanted else (), below)
        if len(lines) == LENGTHS[difficulty - 1] and wanted == (slip is not None):
            break
    at = len(lines) if slip is None else next(n for n, line in enumerate(lines) if line is slip[0])
    right = "none" if slip is None else str(at + 1)
    reason, article = (RIGHT, "2.2") if slip is None else slip[1:]

    def wrong(given: str) -> Because | None:
        if given == "none":
            return None
        if int(given) - 1 < at:
            return Say("Line {n} is as the rules want it. Read on from there.", n=int(given)), "2.2"
        return Say("An earlier line is already wrong; what comes after it does not count."), "2.2"

    choices = [(str(n), line.says(n)) for n, line in enumerate(lines, 1)]
    return Exercise(
        Say("Replay these lines from the position. Which is the first that the rules do not allow?"),
        Choice((*choices, ("none", RIGHT)), right),
        Say(
            "Ask of each line: may this side roll? Can this plane use the number? Does the count end there? Who is next?"
        ),
        reason,
        article,
        f"{format_position(state)} {lines}",
        format_position(state),
        state.turn,
        (),
        wrong,
    )


def _opening(below: Below, difficulty: int) -> State:
    side = one_of(SIDES, below)
    while True:
        mine, theirs = ring(within(1, 2, below), below), ring(2, below)
        if difficulty > 1:
            mine.append(within(47, 55, below))
            theirs[0] = max(across(mine[0] + within(1, 6, below)), 0) % rules.RING_END
        state = position(side, planes(mine, below=below), planes(theirs, below=below), side)
        if not refusals.faults(state):
            return state


def _lines(
    state: State, length: int, slips: tuple[Callable[[State, Line, Below], Slip | None], ...], below: Below
) -> tuple[list[Line], Slip | None]:
    """Lines of play, with at most one slip; the play goes on from what the slip says."""
    lines: list[Line] = []
    slip: Slip | None = None
    while len(lines) < length and play.winner(state) is None:
        before, (state, line) = state, _step(state, below)
        if slip is None and slips and below(length) <= len(lines) + 1:
            slip = one_of(slips, below)(before, line, below)
            if slip is not None:
                line, state = slip[0], _believed(before, slip[0])
                if refusals.faults(state):
                    return [], None
        lines.append(line)
    return lines, slip


def _step(state: State, below: Below) -> tuple[State, Line]:
    """A roll and a move by the rules; sixes, and moves that send back, rather often."""
    die = 6 if below(3) == 0 else within(1, 6, below)
    rolled = play.rolled(state, die)
    starts = play.starts(rolled.state)
    if not rolled.state.die:
        return rolled.state, Line(state.turn, die)
    after = {start: play.moved(rolled.state, start) for start in starts}
    lively = [
        start
        for start, one in after.items()
        if any(effect.kind in ("sent back", "home") for effect in one.effects)
    ]
    start = one_of(lively or starts, below)
    found = after[start]
    sent = sum(effect.n or 0 for effect in found.effects if effect.kind == "sent back")
    last = found.state.last
    assert last is not None
    return found.state, Line(state.turn, die, start, last.reached, sent)


def _believed(before: State, line: Line) -> State:
    """The position after a line, were it allowed: who believes it goes on from there."""
    mine, theirs = (list(before.planes[index]) for index in _order(line.side))
    sixes = before.sixes + 1 if line.die == 6 and line.side == before.turn else int(line.die == 6)
    again = False
    if line.start is not None and line.reached is not None:
        mine.remove(line.start)
        mine.append(line.reached)
        prey = across(line.reached) if line.reached <= rules.RING_END else rules.NOBODY
        hit = prey in theirs and (line.sent > 0 or line.reached not in rules.SAFE)
        if hit:
            theirs = [rules.BASE if step == prey else step for step in theirs]
        again = hit or line.die == 6 or line.reached == rules.GOAL
    turn = line.side if again else other(line.side)
    (a, b, c, d), (e, f, g, h) = sorted(mine), sorted(theirs)
    return position(
        line.side, (a, b, c, d), (e, f, g, h), turn, min(sixes, 2) if again and line.die == 6 else 0
    )


def _order(side: str) -> tuple[int, int]:
    index = SIDES.index(side)
    return index, 1 - index


# Slips: each from the position before the line, and the line as the rules would have it


def _start_without_six(before: State, line: Line, below: Below) -> Slip | None:
    if line.die == 6 or rules.BASE not in before.planes[SIDES.index(line.side)]:
        return None
    return replace(line, start=rules.BASE, reached=rules.START, sent=0), refusals.WHY[rules.NOT_SIX][0], "3.1"


def _miscount(before: State, line: Line, below: Below) -> Slip | None:
    if line.start is None or line.start == rules.BASE or line.sent or line.die < 2:
        return None
    reached = line.start + line.die - 1
    why = Say(
        "{start} + {die} is {right}, not {wrong}.",
        start=line.start,
        die=line.die,
        right=reached + 1,
        wrong=reached,
    )
    return _moved(before, line, reached, why, "3.2")


def _jump(before: State, line: Line, below: Below) -> Slip | None:
    if line.start is None or line.start == rules.BASE or line.start + line.die + 4 > rules.RING_END:
        return None
    why = Say("That is four squares too many: there are no jumps from colour to colour.")
    return _moved(before, line, line.start + line.die + 4, why, "3.7")


def _moved(before: State, line: Line, reached: int, why: Say, article: str) -> Slip | None:
    """The plane ends elsewhere; nothing but that is wrong, so nobody is sent back there."""
    if reached <= rules.RING_END and across(reached) in before.planes[1 - SIDES.index(line.side)]:
        return None
    return replace(line, reached=reached, sent=0), why, article


def _bounce(before: State, line: Line, below: Below) -> Slip | None:
    steps = set(before.planes[SIDES.index(line.side)])
    over = sorted(step for step in steps if step < rules.GOAL < step + line.die and step > rules.RING_END)
    if not over or before.sixes == 2:
        return None
    start = one_of(over, below)
    reached = one_of((rules.GOAL, 2 * rules.GOAL - start - line.die), below)
    if reached == start:
        return None
    return replace(line, start=start, reached=reached, sent=0), refusals.WHY[rules.TOO_FAR][0], "3.4"


def _wrong_side(before: State, line: Line, below: Below) -> Slip | None:
    """Who rolls is the other side, which moves as it may."""
    turned = replace(before, turn=other(before.turn), sixes=0)
    if before.last is None or (before.last.by == before.turn) == (before.last.start is None):
        return None  # nothing has gone before, or a void roll has
    _, found = _step(turned, below)
    if found.start is None:
        return None
    if before.last.by == before.turn:
        return found, Say("The line before gives an extra roll: the same side rolls again."), "5.1"
    return found, Say("The line before gives no extra roll: the other side is on turn."), "5.1"


def _third_six(before: State, line: Line, below: Below) -> Slip | None:
    if before.sixes != 2:
        return None
    starts = [
        step for step in before.planes[SIDES.index(line.side)] if rules.obstacle(step, 6) == rules.LEGAL
    ]
    for start in sorted(set(starts)):
        reached = rules.START if start == rules.BASE else start + 6
        found = _moved(
            before,
            Line(line.side, 6, start),
            reached,
            VOID,
            "5.4",
        )
        if found is not None:
            return found
    return None


def _hit_on_safe(before: State, line: Line, below: Below) -> Slip | None:
    if line.reached is None or line.reached not in rules.SAFE or line.start == rules.BASE:
        return None
    number = before.planes[1 - SIDES.index(line.side)].count(across(line.reached))
    if not number:
        return None
    return (
        replace(line, sent=number),
        Say("{n} is a safe square: nobody is sent back there.", n=line.reached),
        "4.2",
    )


def _no_move(before: State, line: Line, below: Below) -> Slip | None:
    if line.start is None:
        return None
    return Line(line.side, line.die), Say("A plane can use this number, so one must move."), "2.2"


def _missed_hit(before: State, line: Line, below: Below) -> Slip | None:
    if not line.sent or line.reached is None:
        return None
    why = Say("{n} is no safe square: the plane of the other side there is sent back.", n=line.reached)
    return replace(line, sent=0), why, "4.1"


SLIPS: tuple[tuple[Callable[[State, Line, Below], Slip | None], ...], ...] = (
    (_start_without_six, _miscount, _jump),
    (_start_without_six, _jump, _bounce, _wrong_side, _hit_on_safe, _missed_hit),
    (_bounce, _wrong_side, _wrong_side, _third_six, _third_six, _hit_on_safe, _missed_hit, _no_move, _jump),
)

"""Exercises on legality: may this play be made, and if not, which article forbids it?"""

from __future__ import annotations

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Choice, Exercise
from plyyard.games.backgammon import moves, notation, reading, rules
from plyyard.games.backgammon.moves import Segment
from plyyard.games.backgammon.school.positions import (
    bearing_off,
    blocked,
    from_game,
    pick,
    place_slot,
    roll,
    side_name,
    stands,
    text,
    until,
    with_roll,
)
from plyyard.games.backgammon.state import BAR, OFF, SIDES, State

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
        drawn = bearing_off(below, 5 + below(9)) if kind != "home" else from_game(below, 45, 90)
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
    if kind in ("closed", "bar", "home") and any(target == OFF for _, target in written):
        also |= {"6.3", "6.1"} if any(own[7:]) else {"6.3"}
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

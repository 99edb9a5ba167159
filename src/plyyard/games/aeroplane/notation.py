"""Positions, moves (``base``, ``12``) and rolls as text: ``red=-,-,12,56 yellow=-,3,40,40 turn=red``."""

from __future__ import annotations

from plyyard.core.errors import BadPosition, BadText, IllegalMove, Say, quoted
from plyyard.core.text import fields, whole_number
from plyyard.games.aeroplane import play, refusals, rules
from plyyard.games.aeroplane.state import RED, SIDES, Planes, State

KEYS = ("red", "yellow", "turn", "sixes", "die")


def parse_position(text: str) -> State:
    """Read a position.

    >>> parse_position("red=-,-,12,56 turn=red die=6").sorted_planes
    ((-1, -1, 12, 56), (-1, -1, -1, -1))
    """
    state = read_position(text)
    faults = refusals.faults(state)
    if faults:
        raise BadPosition(tuple(faults))
    over = play.winner(state)
    if over:
        if "turn=" in text or state.sixes or state.die:
            raise BadText(Say("A finished position has no turn."))
        return State(state.planes, over)
    return state


def read_position(text: str) -> State:
    """What a text says, possible or not."""
    found = fields(text, KEYS)
    planes = (_planes(found.get("red", "-,-,-,-"), "red"), _planes(found.get("yellow", "-,-,-,-"), "yellow"))
    turn = found.get("turn", RED)
    if turn not in SIDES:
        raise BadText(
            Say(
                "turn is {found}; it must be one of: {sides}.", found=quoted(turn, 20), sides=", ".join(SIDES)
            )
        )
    sixes = whole_number(found.get("sixes", "0"), "sixes", 0, 2)
    die = whole_number(found["die"], "die", 1, 6) if "die" in found else 0
    return State(planes, turn, sixes, die)


def _planes(text: str, side: str) -> Planes:
    steps = text.split(",")
    if len(steps) != 4:
        raise BadText(Say("{side} has {n} planes here; it must be four.", side=side, n=len(steps)))
    a, b, c, d = sorted(
        rules.BASE if step == "-" else whole_number(step, side, 0, rules.GOAL) for step in steps
    )
    return a, b, c, d


def format_position(state: State) -> str:
    """Write a position in canonical form.

    >>> format_position(State())
    'red=-,-,-,- yellow=-,-,-,- turn=red'
    """
    parts = [
        f"{side}={','.join('-' if step < 0 else str(step) for step in planes)}"
        for side, planes in zip(SIDES, state.sorted_planes, strict=True)
    ]
    if play.winner(state) is None:
        parts.append(f"turn={state.turn}")
        if state.sixes:
            parts.append(f"sixes={state.sixes}")
        if state.die:
            parts.append(f"die={state.die}")
    return " ".join(parts)


def read_start(text: str) -> int:
    """The progress that a move names; no matter whether it is legal."""
    if text == "base":
        return rules.BASE
    try:
        return whole_number(text, "", rules.START, rules.GOAL)
    except BadText:
        raise BadText(
            Say(
                "{found} is no move: write base, or the progress the plane starts from, as 12.",
                found=quoted(text, 20),
            )
        ) from None


def parse_move(state: State, text: str) -> int:
    start = read_start(text)
    why = rules.why_not(play.pack(state), start)
    if why != rules.LEGAL:
        raise IllegalMove(*refusals.WHY[why])
    return start


def format_move(move: int) -> str:
    """
    >>> format_move(-1), format_move(12)
    ('base', '12')
    """
    return "base" if move < 0 else str(move)


def parse_outcome(state: State, text: str) -> int:
    return whole_number(text, "die", 1, 6)


def format_outcome(outcome: int) -> str:
    return str(outcome)

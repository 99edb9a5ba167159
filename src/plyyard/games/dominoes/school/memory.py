"""Exercises on remembering: what draws and passes of the other side prove about its hand."""

from __future__ import annotations

from typing import NamedTuple

from plyyard.core.chance import Below, shuffled
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Choice, Exercise, Generator
from plyyard.games.dominoes import analysis, past
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.school import positions as at
from plyyard.games.dominoes.state import HIDDEN, NAMES, State, other

MOST = 3
"""Draws and passes that an exercise tells of."""
Numbers = frozenset[int]


class Refusal(NamedTuple):
    """A turn in which a side had nothing that fitted: the open numbers, the tiles it drew, and the one that it laid then."""

    ends: tuple[int, int]
    drawn: int
    tile: int = HIDDEN

    @property
    def numbers(self) -> Numbers:
        return frozenset(self.ends)

    @property
    def kept(self) -> int:
        return self.drawn - (self.tile != HIDDEN)


def refusals(state: State, side: str) -> list[Refusal]:
    """From the log, the earliest first."""
    found: list[Refusal] = []
    ends: tuple[int, int] | None = None
    drawn = 0
    for entry in state.log or ():
        if entry.side == side and entry.drawn:
            drawn += entry.drawn
        elif entry.side == side:
            if ends and (drawn or entry.tile == HIDDEN):
                found.append(Refusal(ends, drawn, entry.tile))
            drawn = 0
        if entry.tile != HIDDEN:
            ends = past.after_laying(ends, entry)
    return found


def told(state: State, side: str) -> Say:
    """What everyone saw of a side's draws and passes, in sentences; at most ``MOST`` of them."""
    said = [_told(one, side) for one in refusals(state, side)]
    if not said:
        return Say("{side} has not drawn or passed yet.", side=at.side_name(side))
    if len(said) == 1:
        return said[0]
    if len(said) == 2:
        return Say("First: {first} Later: {second}", first=said[0], second=said[1])
    return Say(
        "First: {first} Later: {second} At last: {third}", first=said[0], second=said[1], third=said[2]
    )


def _told(one: Refusal, side: str) -> Say:
    values = {
        "side": at.side_name(side),
        "left": one.ends[0],
        "right": one.ends[1],
        "n": one.drawn,
        "tile": NAMES[one.tile],
    }
    if one.tile != HIDDEN:
        return Say(
            "With {left} and {right} open, {side} had to draw (tiles drawn: {n}) and then laid {tile}.",
            **values,
        )
    if one.drawn:
        return Say(
            "With {left} and {right} open, {side} had to draw (tiles drawn: {n}) and passed.", **values
        )
    return Say("With {left} and {right} open, {side} passed.", **values)


def _held(below: Below, difficulty: int) -> Exercise:
    """1: after one draw or pass. 2: after several. 3: where something refused may have come later, or more follows."""

    def suits(state: State) -> bool:
        if state.is_over or not state.line:
            return False
        opponent = other(state.turn)
        seen = refusals(state, opponent)
        if not (1 if difficulty == 1 else 2) <= len(seen) <= (1 if difficulty == 1 else MOST):
            return False
        out = set(at.unseen(state))
        if any(not out & set(at.showing(number)) for number in range(7)):
            return False
        right = frozenset(analysis.cannot_hold(_view(state), opponent))
        union = frozenset().union(*(one.numbers for one in seen))
        return (right != union) if difficulty == 3 else difficulty == 2 or right == union

    state = at.found(below, suits)
    opponent = other(state.turn)
    seen = refusals(state, opponent)
    right = frozenset(analysis.cannot_hold(_view(state), opponent))
    union = frozenset().union(*(one.numbers for one in seen))
    options = _options(right, union, seen, frozenset(state.ends or ()))
    order = shuffled(range(len(options)), below)

    def wrong(given: str) -> Because:
        return _why_not(
            frozenset(map(int, given.split(","))) if given != "none" else frozenset(), right, seen, opponent
        ), "6.3"

    return Exercise(
        Say(
            "{known} Of which numbers does {side} certainly hold no tile now? Name all of them.",
            known=told(state, opponent),
            side=at.side_name(opponent),
        ),
        Choice(tuple((_text(options[place]), _none_with(options[place])) for place in order), _text(right)),
        hint=Say(
            "Whoever draws or passes had nothing that fitted either open number. Then ask: what has come into the hand since?"
        ),
        reason=_why(right, seen, union),
        article="6.3",
        key=at.shown(state),
        position=at.forgetful(state),
        facing=state.turn,
        wrong=wrong,
    )


def _why(right: Numbers, seen: list[Refusal], union: Numbers) -> Say:
    numbers = _list(right)
    if right - union:
        return Say(
            "Certainly missing: {numbers}. Of {n} the reason is roundabout: each tile with {n} that you cannot see shows on"
            " its other half a number that was refused and has not come since.",
            numbers=numbers,
            n=min(right - union),
        )
    if len(seen) > 1 and right == union:
        return Say(
            "Certainly missing: {numbers}. Each of them was open when nothing in the hand fitted, and no tile has been kept"
            " since that could show it.",
            numbers=numbers,
        )
    if len(seen) > 1:
        return Say(
            "Certainly missing: {numbers}. At the last draw or pass all of the hand lacked the numbers that were open then."
            " What was refused earlier may have come later by tiles that were drawn and kept.",
            numbers=numbers,
        )
    return Say(
        "Certainly missing: {numbers}. They were open, nothing in the hand fitted, and nothing has come since; the drawn"
        " tiles that were kept did not fit either.",
        numbers=numbers,
    )


def _view(state: State) -> State:
    return GAME.observe(state, state.turn)


def _options(right: Numbers, union: Numbers, seen: list[Refusal], ends: Numbers) -> list[Numbers]:
    """The right set, then what comes of usual slips: all ever refused, the first only, what is open now, a part, nothing."""
    slips = (
        right,
        union,
        seen[0].numbers,
        ends,
        frozenset({max(right)}),
        frozenset[int](),
        frozenset({min(right)}),
    )
    return list(dict.fromkeys(slips))[:5]


def _why_not(given: Numbers, right: Numbers, seen: list[Refusal], side: str) -> Say:
    union = frozenset().union(*(one.numbers for one in seen))
    name = at.side_name(side)
    if early := sorted((given - right) & union):
        return Say(
            "A tile with {n} may be there: after that refusal {side} drew again and kept a tile.",
            n=early[0],
            side=name,
        )
    if other_ones := sorted(given - right):
        return Say(
            "Nothing is proved of {n}: it was not open when {side} drew or passed.",
            n=other_ones[0],
            side=name,
        )
    missing = min(right - given)
    if missing in union:
        return Say(
            "{n} is missing, too: it was open when {side} had nothing that fitted, and none has come since.",
            n=missing,
            side=name,
        )
    return Say(
        "{n} is missing, too: each tile with {n} that you cannot see shows on its other half a number that {side} lacks.",
        n=missing,
        side=name,
    )


def _text(numbers: Numbers) -> str:
    return ",".join(map(str, sorted(numbers))) or "none"


def _list(numbers: Numbers) -> str:
    return ", ".join(map(str, sorted(numbers)))


def _none_with(numbers: Numbers) -> Say:
    if not numbers:
        return Say("Of none; nothing is certain.")
    return Say("Of exactly these: {numbers}", numbers=_list(numbers))


HELD = Generator(
    "held",
    Say("What can the other side not hold?"),
    "replay",
    Say(
        "For each draw or pass you name both numbers that were open then, and what has been drawn and kept since."
    ),
    _held,
)

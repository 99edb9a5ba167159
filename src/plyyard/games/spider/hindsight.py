"""Where a played game threw its win away: the moves before which the solver finds a win, and after which it finds none.

What can be won from a position can be won from each before it, and where a loss is proved all that follows is lost: so few
positions of a game need to be looked at. No win found is not yet a proof; each answer says which it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import NamedTuple

from plyyard.games.spider.solver import Status, solve
from plyyard.games.spider.state import State

Answer = Callable[[State, float, Callable[[], bool]], Status]


def by_solver(state: State, ms: float, stop: Callable[[], bool]) -> Status:
    """The solver's answer within so many milliseconds of processor time."""
    return solve(state, ms=ms, stop=stop, clock=process_time).status


LOOKS_BEYOND = (1, 3, 6, 11, 18, 30)
"""How far behind the first position without a known win it is looked for one all the same."""


class Thrown(NamedTuple):
    """``at``: the position that a move led to; the answers before and after this move."""

    at: int
    before: Status
    after: Status


@dataclass(frozen=True, slots=True)
class Hindsight:
    """``start``: the answer to the first position; ``thrown`` in the order of positions; ``whole``: it was not stopped."""

    start: Status
    thrown: tuple[Thrown, ...]
    whole: bool


def thrown_away(
    states: Sequence[State],
    ms: float,
    *,
    parents: Sequence[int] | None = None,
    stop: Callable[[], bool] = lambda: False,
    told: Callable[[int], None] | None = None,
    answer: Answer = by_solver,
) -> Hindsight:
    """Marks in a game's positions, the first of which is its start; ``ms`` for each look, ``told`` how many were taken.

    ``parents``: for each position the one it was reached from (an earlier index; the first one's is not asked), where
    moves were taken back; without, each follows from the one before. ``answer`` in place of the solver.
    ``ValueError`` for no position, or for parents that are not earlier or as many.
    """
    if parents is None:
        parents = range(-1, len(states) - 1)
    if (
        not states
        or len(parents) != len(states)
        or not all(0 <= parents[at] < at for at in range(1, len(states)))
    ):
        raise ValueError("each position but the first needs an earlier one as its parent")
    look = _Looks(states, parents, ms, stop, told, answer)
    if look.at(0) != "solved":
        return Hindsight(look.at(0), (), not stop())
    thrown: set[Thrown] = set()
    inner = {parents[at] for at in range(1, len(states))}
    for leaf in range(len(states)):
        if leaf in inner:
            continue
        path = [leaf]
        while path[-1] != 0:
            path.append(parents[path[-1]])
        last = _last_won(path[::-1], look)
        if stop():
            break
        if last is not None:
            thrown.add(Thrown(last, "solved", look.at(last)))
    return Hindsight("solved", tuple(sorted(thrown)), not stop())


def _last_won(path: Sequence[int], look: _Looks) -> int | None:
    """The first position of a line, of which the first is won, from which none is; None where the last one is won."""
    won, lost = 0, len(path) - 1
    if look.at(path[-1]) == "solved":
        return None
    while True:
        while lost - won > 1:
            middle = (won + lost) // 2
            if look.at(path[middle]) == "solved":
                won = middle
            else:
                lost = middle
        if look.at(path[lost]) == "unsolvable":
            return path[lost]
        beyond = [lost + ahead for ahead in LOOKS_BEYOND if lost + ahead < len(path)]
        later = next((at for at in reversed(beyond) if look.at(path[at]) == "solved"), None)
        if later is None:
            return path[lost]
        won, lost = later, len(path) - 1


@dataclass(slots=True)
class _Looks:
    """The solver's answers, each asked once, with what they tell about positions before and after."""

    states: Sequence[State]
    parents: Sequence[int]
    ms: float
    stop: Callable[[], bool]
    told: Callable[[int], None] | None
    answer: Answer
    known: dict[int, Status] = field(default_factory=dict)
    taken: int = 0

    def at(self, index: int) -> Status:
        """The answer for a position; not known once it is stopped."""
        up = index
        while up not in self.known and up != 0:
            up = self.parents[up]
        if index not in self.known and self.known.get(up) == "unsolvable":
            self.known[index] = "unsolvable"
        if index not in self.known:
            if self.stop():
                return "unknown"
            self.known[index] = self.answer(self.states[index], self.ms, self.stop)
            self.taken += 1
            if self.told is not None:
                self.told(self.taken)
            up = index
            while self.known[index] == "solved" and up != 0:
                up = self.parents[up]
                self.known[up] = "solved"
        return self.known[index]

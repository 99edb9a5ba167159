"""Words for what the rules refuse, each with its article, and what is impossible about a position."""

from __future__ import annotations

from collections import Counter

from plyyard.core.errors import Fault, Say
from plyyard.games.aeroplane import rules
from plyyard.games.aeroplane.state import SIDES, State

WHY: dict[int, tuple[Say, str]] = {
    rules.NOT_SIX: (Say("Only a six brings a plane out of its base."), "3.1"),
    rules.TOO_FAR: (Say("The roll is too high: the goal must be reached exactly."), "3.4"),
    rules.AT_GOAL: (Say("A plane in the goal moves no more."), "3.5"),
    rules.NO_ROLL: (Say("Roll the die first, then choose a plane."), "2.2"),
    rules.NO_PLANE: (Say("None of your planes stands there."), "3.6"),
    rules.OVER: (Say("The game is over."), "6.1"),
}
NOT_YOUR_TURN = Say("It is the other side's turn.")
CHOOSE_FIRST = Say("Choose a plane first: there is no new roll before that.")
NOT_A_DIE = Say("A die shows 1 to 6.")


def faults(state: State) -> list[Fault]:
    """What is impossible about a position; empty for a sound one."""
    found = []
    at_home = [all(step == rules.GOAL for step in planes) for planes in state.planes]
    if all(at_home):
        found.append(Fault(Say("Only one side can have all planes in the goal."), "6.1"))
    for step in sorted(set(state.planes[0])):
        prey = rules.PREY[step] if step >= 0 else rules.NOBODY
        if prey != rules.NOBODY and prey in state.planes[1]:
            why = Say(
                "Red on {red} and Yellow on {yellow} cannot share a square that is not safe.",
                red=step,
                yellow=prey,
            )
            found.append(Fault(why, "4.1"))
    mine = Counter(state.planes[SIDES.index(state.turn)])
    if not any(at_home) and not _sixes_possible(mine, state.sixes):
        found.append(
            Fault(
                Say("No planes of the side to move show that it has moved with {n} sixes.", n=state.sixes),
                "5.5",
            )
        )
    return found


def _sixes_possible(planes: Counter[int], sixes: int) -> bool:
    """Whether that many moves with a six can have led here: each came out of the base or went six squares."""
    if sixes == 0:
        return True
    for step in [step for step, number in planes.items() if number and (step == rules.START or step >= 6)]:
        before = planes.copy()
        before[step] -= 1
        before[rules.BASE if step == rules.START else step - 6] += 1
        if _sixes_possible(before, sixes - 1):
            return True
    return False

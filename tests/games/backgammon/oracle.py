"""Backgammon from its articles alone, slowly: every sequence of steps is tried, and only then asked what was a duty.

A position is two sorted tuples of places, the mover's checkers and the other side's, both as the mover counts: 25 the
mover's bar, 0 its tray; for the other side 0 is the bar and 25 the tray.
"""

from __future__ import annotations

Places = tuple[int, ...]
Position = tuple[Places, Places]
Dice = tuple[int, int]


def one_step(position: Position, die: int) -> set[Position]:
    """Every position that one step of this number leads to."""
    own, opposing = position
    found = set()
    for place in set(own) - {0}:
        if 25 in own and place != 25:  # 4.1
            continue
        reached = place - die
        if reached <= 0:
            if any(other > 6 for other in own):  # 6.1
                continue
            if reached < 0 and any(other > place for other in own):  # 6.3
                continue
            reached = 0
        elif opposing.count(reached) >= 2:  # 3.2
            continue
        rest = list(own)
        rest.remove(place)
        hit = [0 if reached and other == reached else other for other in opposing]  # 3.3
        found.add((tuple(sorted([*rest, reached])), tuple(sorted(hit))))
    return found


def results(position: Position, dice: Dice) -> set[Position]:
    """Every position that a legal play leads to; empty when no step is legal."""
    if dice[0] == dice[1]:
        reached, turn = set[Position](), {position}
        for _ in range(4):  # 3.5, 5.3: as often as it goes
            turn = {after for before in turn if not over(before) for after in one_step(before, dice[0])}
            reached = turn or reached
        return reached
    both: set[Position] = set()
    single: dict[int, set[Position]] = {}
    for first, second in (dice, dice[::-1]):
        single[first] = one_step(position, first)
        for between in single[first]:
            both |= {between} if over(between) else one_step(between, second)  # 5.1, 5.5
    return both or single[max(dice)] or single[min(dice)]  # 5.2


def over(position: Position) -> bool:
    return not any(position[0])  # 7.1


def points(position: Position) -> int:
    """What a finished game is worth to the mover.  7.2, 7.3"""
    opposing = position[1]
    if 25 in opposing:
        return 1
    return 3 if any(place <= 6 for place in opposing) else 2

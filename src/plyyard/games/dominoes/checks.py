"""What is impossible about a position: tiles twice or lost, a line that does not join, a past that cannot have been."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plyyard.core.errors import Fault, Say
from plyyard.games.dominoes.past import after_laying, cases, unseen
from plyyard.games.dominoes.rules import FITS, HAND, RESERVE
from plyyard.games.dominoes.state import HIDDEN, NAMES, NUMBER, SIDES, Seen, State, other


def faults(state: State) -> Sequence[Fault]:
    """All that is impossible about a state or view, the plainest first; empty for a sound one."""
    return tuple(_counts(state)) or tuple(_line(state)) or tuple(_past(state)) or tuple(_hands(state))


def trailing_passes(log: Sequence[Seen]) -> int:
    passes = 0
    for entry in reversed(log):
        if entry.tile != HIDDEN:
            break
        passes += entry.drawn == 0
    return passes


def is_dead(state: State) -> bool:
    """Neither side can lay or draw a tile: the game is blocked, whoever is on turn."""
    if not state.ends or not all(state.hands) or len(state.boneyard) > RESERVE:
        return False
    tiles = {*state.hands[0], *state.hands[1]}
    return HIDDEN not in tiles and not any(
        (FITS[state.ends[0]] | FITS[state.ends[1]]) >> tile & 1 for tile in tiles
    )


def _counts(state: State) -> Iterator[Fault]:
    tiles = [*(NUMBER[halves] for halves in state.line), *state.hands[0], *state.hands[1], *state.boneyard]
    for tile in sorted({tile for tile in tiles if tile != HIDDEN and tiles.count(tile) > 1}):
        yield Fault(Say("{tile} twice: each tile is there only once.", tile=NAMES[tile]), "1.1")
    if len(tiles) != 28:
        yield Fault(Say("All 28 tiles must be accounted for; here are {n}.", n=len(tiles)), "1.1")


def _line(state: State) -> Iterator[Fault]:
    for place, ((_, right), (left, _)) in enumerate(zip(state.line, state.line[1:], strict=False), 1):
        if right != left:
            yield Fault(
                Say(
                    "The line does not join after tile {n}: {right} lies next to {left}.",
                    n=place,
                    right=right,
                    left=left,
                ),
                "3.1",
            )
    if not state.line:
        if max(map(len, state.hands)) > HAND:
            yield Fault(Say("Before the opening a hand has at most seven tiles."), "2.1")
        if state.passes or state.log or state.turn != SIDES[0]:
            yield Fault(Say("Before the opening nothing has happened yet, and Black is on turn."), "2.2")
        return
    if len(state.line) == 1 and state.line[0][0] > state.line[0][1]:
        yield Fault(Say("The opening tile lies with its lower number to the left."), "3.1")
    if not any(state.hands):
        yield Fault(Say("Only one hand can be empty."), "5.1")
    if len(state.boneyard) < RESERVE:
        yield Fault(Say("The last two tiles of the boneyard are never drawn."), "4.2")
    if len(state.boneyard) > 28 - 2 * HAND:
        yield Fault(Say("The boneyard has at most fourteen tiles after the deal."), "2.1")


def _past(state: State) -> Iterator[Fault]:
    """Play the log from the deal on and compare with what lies there."""
    if state.log is None or not (state.log or state.line):
        return
    line: list[tuple[int, int]] = []
    ends: tuple[int, int] | None = None
    hands = dict.fromkeys(SIDES, HAND)
    boneyard = 28 - 2 * HAND
    turn, passes, drew = SIDES[0], 0, False
    for place, entry in enumerate(state.log, 1):
        if passes == 2 or not all(hands.values()):
            yield Fault(Say("Entry {n} of the log comes after the end.", n=place), "5.5")
            return
        if entry.side != turn:
            yield Fault(Say("Entry {n} of the log is by the side that is not on turn.", n=place), "3.1")
            return
        if entry.drawn:
            boneyard -= entry.drawn
            hands[turn] += entry.drawn
            if boneyard < RESERVE or drew or ends is None:
                yield Fault(Say("Entry {n} of the log draws where nothing may be drawn.", n=place), "4.2")
                return
            drew = True
            continue
        if entry.tile == HIDDEN:
            if boneyard > RESERVE or ends is None:
                yield Fault(
                    Say("Entry {n} of the log passes although there are tiles to draw.", n=place), "4.1"
                )
                return
            passes += 1
        else:
            if (ends is None) != (entry.end == "") or (
                ends and not FITS[ends[entry.end == "r"]] >> entry.tile & 1
            ):
                yield Fault(
                    Say(
                        "Entry {n} of the log lays {tile} where it does not fit.",
                        n=place,
                        tile=NAMES[entry.tile],
                    ),
                    "3.1",
                )
                return
            new = after_laying(ends, entry)
            if ends is None:
                line = [new]
            elif entry.end == "l":
                line.insert(0, (new[0], ends[0]))
            else:
                line.append((ends[1], new[1]))
            ends, passes = new, 0
            hands[turn] -= 1
        turn, drew = other(turn), False
    over = passes == 2 or not all(hands.values())
    if tuple(line) != state.line:
        yield Fault(Say("The log does not lead to this line."), "3.1")
    elif boneyard != len(state.boneyard) or any(hands[side] != len(state.hand(side)) for side in SIDES):
        yield Fault(Say("The log does not lead to these numbers of tiles."), "2.1")
    elif not over and turn != state.turn:
        yield Fault(Say("By the log the other side is on turn."), "3.1")


def _hands(state: State) -> Iterator[Fault]:
    """Is there any deal and any draw that agrees with what the sides drew and passed?"""
    if state.is_undealt:
        return
    for side in SIDES:
        if not any(shares for *_, shares in cases(state, side, unseen(state))):
            yield Fault(Say("By the log a side drew or passed although it held a tile that fitted."), "6.3")
            return

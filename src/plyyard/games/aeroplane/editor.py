"""The position editor of the Aeroplane Game: planes on ring, home columns and goals; whose turn, sixes and die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from plyyard.core.editor import (
    ALL_OUT,
    NO_PIECE,
    NO_PLACE,
    NOT_THERE,
    CannotPut,
    Piece,
    PlainEditor,
    Setting,
    labelled,
    setting,
)
from plyyard.core.errors import BadText, Say
from plyyard.core.scene import Slot
from plyyard.core.words import Words
from plyyard.games.aeroplane import notation, play, rules
from plyyard.games.aeroplane.board import BOARD, slot
from plyyard.games.aeroplane.state import RED, SIDES, YELLOW, Planes, State

NAMES = {RED: Say("Red"), YELLOW: Say("Yellow")}
STEPS: dict[str, dict[str, int]] = {}
"""By place: the progress of a plane of each side that can stand there. A plane that is nowhere is in its base."""
for _side in SIDES:
    for _step in range(rules.START, rules.GOAL + 1):
        STEPS.setdefault(slot(_side, _step), {})[_side] = _step
QUARTER = 13  # squares of the ring in a group


class AeroplaneEditor(PlainEditor[State]):
    """See ``core.editor.Editor``."""

    empty = State()
    notation = notation

    def pieces(self, draft: State, words: Words) -> Sequence[tuple[str, Sequence[Piece]]]:
        pieces = [
            Piece(side, words.say(NAMES[side]), side, (side,), (46, 46), planes.count(rules.BASE))
            for side, planes in zip(SIDES, draft.planes, strict=True)
        ]
        return ((words("Planes"), pieces),)

    def places(self, draft: State, words: Words) -> Sequence[tuple[str, Sequence[Slot]]]:
        found = {one.id: self._labelled(draft, one, words) for one in BOARD.scene(draft, words).slots}
        ring = [found[f"s{number}"] for number in range(rules.RING)]
        groups = [
            (words("Ring, from {square}", square=start), ring[start : start + QUARTER])
            for start in range(0, rules.RING, QUARTER)
        ]
        for side in SIDES:
            own = [found[slot(side, step)] for step in range(rules.RING_END + 1, rules.GOAL + 1)]
            groups.append((words("Home column and goal of {side}", side=NAMES[side]), own))
        return groups

    def _labelled(self, draft: State, place: Slot, words: Words) -> Slot:
        lying = self.there(draft, place.id) if place.id in STEPS else ()
        if not lying:
            return place
        names = ", ".join(words.say(NAMES[side]) for side in lying)
        return labelled(place, words("{place}: {planes}", place=place.label, planes=names))

    def there(self, draft: State, place: str) -> Sequence[str]:
        steps = _steps(place)
        return [
            side
            for side, planes in zip(SIDES, draft.planes, strict=True)
            for _ in range(planes.count(steps[side]) if side in steps else 0)
        ]

    def put(self, draft: State, piece: str, place: str) -> State:
        steps = _steps(place)
        if piece not in SIDES:
            raise BadText(NO_PIECE)
        if piece not in steps:
            raise CannotPut(NO_PLACE)
        return _moved(draft, piece, rules.BASE, steps[piece], ALL_OUT)

    def take(self, draft: State, piece: str, place: str) -> State:
        if piece not in self.there(draft, place):
            raise CannotPut(NOT_THERE)
        return _moved(draft, piece, _steps(place)[piece], rules.BASE, NOT_THERE)

    def settings(self, draft: State) -> Sequence[Setting]:
        if play.winner(draft):
            return ()
        die: tuple[tuple[str, Say | str], ...] = (
            ("0", Say("not rolled")),
            *((str(number), str(number)) for number in range(1, 7)),
        )
        return (
            Setting("turn", Say("Turn"), draft.turn, tuple(NAMES.items())),
            Setting("die", Say("Die"), str(draft.die), die),
            Setting(
                "sixes",
                Say("Sixes before, in this turn"),
                str(draft.sixes),
                (("0", "0"), ("1", "1"), ("2", "2")),
            ),
        )

    def set(self, draft: State, name: str, value: str) -> State:
        value = setting(self, draft, name, value)
        match name:
            case "turn":
                return replace(draft, turn=value)
            case "die":
                return replace(draft, die=int(value))
        return replace(draft, sixes=int(value))


def _steps(place: str) -> dict[str, int]:
    if place not in STEPS:
        raise BadText(NO_PLACE)
    return STEPS[place]


def _moved(draft: State, side: str, start: int, to: int, otherwise: Say) -> State:
    """One plane from here to there; each keeps its number, so that it can be seen to go."""
    planes = list(draft.planes[SIDES.index(side)])
    if start not in planes:
        raise CannotPut(otherwise)
    planes[planes.index(start)] = to
    a, b, c, d = planes
    moved: Planes = (a, b, c, d)
    red, yellow = draft.planes
    return replace(draft, planes=(moved, yellow) if side == RED else (red, moved), last=None)


EDITOR = AeroplaneEditor()

"""The position editor of backgammon: checkers on points and bars, side, roll; position IDs and XGIDs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from plyyard.core.editor import NO_PIECE, NO_PLACE, NOT_THERE, CannotPut, Piece, Setting, labelled, setting
from plyyard.core.errors import BadPosition, BadText, Say
from plyyard.core.scene import Slot
from plyyard.core.words import Words
from plyyard.games.backgammon import notation, position, speech
from plyyard.games.backgammon.board import BOARD, slot
from plyyard.games.backgammon.state import BAR, CHECKERS, OFF, SIDES, WHITE, Places, State

PLACES: dict[str, dict[str, int]] = {}
"""By place of the board: which place that is for each side that can stand there. What is nowhere is borne off."""
for _side in SIDES:
    for _place in range(1, BAR + 1):
        PLACES.setdefault(slot(_side, _place), {})[_side] = _place
OFF_BOARD: Places = (CHECKERS, *[0] * 25)
LABELS = {"white": Say("White checker"), "black": Say("Black checker")}


class BackgammonEditor:
    """See ``core.editor.Editor``."""

    empty = State((OFF_BOARD, OFF_BOARD))
    manners: tuple[tuple[str, Say], ...] = ()

    def read(self, text: str) -> State:
        draft = position.read_position(text)
        if not _can_be_written(draft):
            raise BadPosition(tuple(position.faults(draft)))
        return draft

    def text(self, draft: State) -> str:
        """A position ID holds thirty checkers; more of them are written as an XGID."""
        text = position.format_position if position.fits_position_id(draft) else position.format_xgid
        return text(draft)

    def also(self, draft: State) -> Sequence[tuple[str, str]]:
        return (("XGID", position.format_xgid(draft)),) if position.fits_xgid(draft) else ()

    def remarks(self, text: str) -> Sequence[Say]:
        return position.remarks(text)

    def pieces(self, draft: State, words: Words) -> Sequence[tuple[str, Sequence[Piece]]]:
        pieces = [
            Piece(side, words.say(LABELS[side]), f"checker-{side}", (side,), (52, 52), max(0, places[OFF]))
            for side, places in zip(SIDES, draft.checkers, strict=True)
        ]
        return ((words("Checkers"), pieces),)

    def places(self, draft: State, words: Words) -> Sequence[tuple[str, Sequence[Slot]]]:
        found = {one.id: one for one in BOARD.scene(draft, words).slots}
        for place, counted in PLACES.items():
            label = ", ".join(
                _label(draft, side, counted, words) for side in counted if _count(draft, side, counted)
            )
            if BAR not in counted.values():
                found[place] = labelled(found[place], label or words("{point}: empty", point=counted[WHITE]))
        points = [found[slot(WHITE, place)] for place in range(24, 0, -1)]
        quarters = ("24 – 19", "18 – 13", "12 – 7", "6 – 1")
        groups = [(name, points[6 * n : 6 * n + 6]) for n, name in enumerate(quarters)]
        return [*groups, (words("Bar"), [found[slot(side, BAR)] for side in SIDES])]

    def there(self, draft: State, place: str) -> Sequence[str]:
        counted = _counted(place)
        return [side for side in counted for _ in range(_count(draft, side, counted))]

    def put(self, draft: State, piece: str, place: str) -> State:
        return self._changed(draft, piece, place, 1)

    def take(self, draft: State, piece: str, place: str) -> State:
        if piece not in self.there(draft, place):
            raise CannotPut(NOT_THERE)
        return self._changed(draft, piece, place, -1)

    def _changed(self, draft: State, piece: str, place: str, more: int) -> State:
        counted = _counted(place)
        if piece not in SIDES:
            raise BadText(NO_PIECE)
        if piece not in counted:
            raise CannotPut(NO_PLACE)
        places = list(draft.checkers[SIDES.index(piece)])
        places[counted[piece]] += more
        places[OFF] -= more
        white, black = draft.checkers
        changed = State(
            (tuple(places), black) if piece == WHITE else (white, tuple(places)),
            draft.turn,
            draft.dice,
            draft.dice,
        )
        if not _can_be_written(changed):
            raise CannotPut(Say("No notation holds so many checkers there: take some away first."))
        return changed

    def settings(self, draft: State) -> Sequence[Setting]:
        if draft.winner:
            return ()
        rolls = [(f"{high},{low}", f"{high}-{low}") for high in range(1, 7) for low in range(1, high + 1)]
        dice = notation.format_outcome(draft.dice) if draft.dice else ""
        return (
            Setting("turn", Say("Turn"), draft.turn, tuple(position.NAMES.items())),
            Setting("dice", Say("Dice"), dice, (("", Say("not rolled")), *rolls)),
        )

    def set(self, draft: State, name: str, value: str) -> State:
        value = setting(self, draft, name, value)
        if name == "turn":
            return replace(draft, turn=value)
        dice = position.parse_dice(value) if value else None
        return replace(draft, dice=dice, shown=dice)


def _can_be_written(draft: State) -> bool:
    return position.fits_position_id(draft) or position.fits_xgid(draft)


def _counted(place: str) -> dict[str, int]:
    if place not in PLACES:
        raise BadText(NO_PLACE)
    return PLACES[place]


def _count(draft: State, side: str, counted: dict[str, int]) -> int:
    return draft.checkers[SIDES.index(side)][counted[side]]


def _label(draft: State, side: str, counted: dict[str, int], words: Words) -> str:
    return speech.place_label(side, counted[side], _count(draft, side, counted), words, counted.get(WHITE))


EDITOR = BackgammonEditor()

"""The position editor of Snakes and Ladders: two pieces on a hundred squares, and the side to roll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from plyyard.core.editor import (
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
from plyyard.games.snakes import notation
from plyyard.games.snakes.board import BOARD, SHAPES
from plyyard.games.snakes.rules import GOAL
from plyyard.games.snakes.state import SIDE_NAMES, SIDES, State

ROW = 20  # squares in a group


class SnakesEditor(PlainEditor[State]):
    """See ``core.editor.Editor``. A piece that is not on the board stands beside it, on 0; there is one of each side."""

    empty = State()
    notation = notation

    def pieces(self, draft: State, words: Words) -> Sequence[tuple[str, Sequence[Piece]]]:
        pieces = [
            Piece(side, words.say(SIDE_NAMES[side]), SHAPES[side], (side,), (44, 44), int(square == 0))
            for side, square in zip(SIDES, draft.squares, strict=True)
        ]
        return ((words("Pieces"), pieces),)

    def places(self, draft: State, words: Words) -> Sequence[tuple[str, Sequence[Slot]]]:
        slots = BOARD.scene(draft, words).slots[1:]
        buttons = [
            labelled(slot, words("{square}: {side}", square=square, side=SIDE_NAMES[lying[0]]))
            if (lying := self.there(draft, slot.id))
            else labelled(slot, str(square))
            for square, slot in enumerate(slots, 1)
        ]
        return [
            (words("Squares {low} to {high}", low=start + 1, high=start + ROW), buttons[start : start + ROW])
            for start in range(0, GOAL, ROW)
        ]

    def there(self, draft: State, place: str) -> Sequence[str]:
        square = _square(place)
        return [side for side, stands in zip(SIDES, draft.squares, strict=True) if stands == square]

    def put(self, draft: State, piece: str, place: str) -> State:
        return _moved(draft, piece, _square(place))

    def take(self, draft: State, piece: str, place: str) -> State:
        if piece not in self.there(draft, place):
            raise CannotPut(NOT_THERE)
        return _moved(draft, piece, 0)

    def settings(self, draft: State) -> Sequence[Setting]:
        if GOAL in draft.squares:
            return ()
        sides = tuple((side, SIDE_NAMES[side]) for side in SIDES)
        return (Setting("turn", Say("To roll"), draft.turn, sides),)

    def set(self, draft: State, name: str, value: str) -> State:
        return replace(draft, turn=setting(self, draft, name, value))


def _square(place: str) -> int:
    number = place[1:]
    if place[:1] != "s" or not (
        number.isascii() and number.isdigit() and len(number) < 4 and 0 < int(number) <= GOAL
    ):
        raise BadText(NO_PLACE)
    return int(number)


def _moved(draft: State, piece: str, square: int) -> State:
    if piece not in SIDES:
        raise BadText(NO_PIECE)
    black, white = draft.squares
    return replace(draft, squares=(square, white) if piece == SIDES[0] else (black, square))


EDITOR = SnakesEditor()

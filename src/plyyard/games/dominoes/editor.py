"""The position editor of dominoes: tiles in the line, in both hands, or left in the boneyard; whose turn, passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from plyyard.core.editor import NO_PIECE, NO_PLACE, NOT_THERE, CannotPut, Piece, PlainEditor, Setting, setting
from plyyard.core.errors import BadText, Say
from plyyard.core.scene import Slot
from plyyard.core.words import Words
from plyyard.games.dominoes import board, checks, notation, speech
from plyyard.games.dominoes.board import BOARD
from plyyard.games.dominoes.state import HIDDEN, LEFT, NAMES, NUMBER, RIGHT, SIDES, TILES, State

HANDS = {f"hand-{side}": place for place, side in enumerate(SIDES)}
ENDS = {"open": LEFT, LEFT: LEFT, RIGHT: RIGHT}
PLACES = (*ENDS, *HANDS)
UNKNOWN = "hidden"
LABELS = {"black": Say("Black"), "white": Say("White")}
Line = tuple[tuple[int, int], ...]
Hands = tuple[tuple[int, ...], tuple[int, ...]]


class DominoesEditor(PlainEditor[State]):
    """See ``core.editor.Editor``. What lies nowhere is in the boneyard; a change forgets the log, which tells another past."""

    empty = State()
    notation = notation

    def pieces(self, draft: State, words: Words) -> Sequence[tuple[str, Sequence[Piece]]]:
        free = draft.boneyard.count(HIDDEN)
        tiles = [
            Piece(
                name, name, f"tile-{name}", (), (52, 102),
                1 if tile in draft.boneyard else int(free > 0 and not _lies(draft, tile)),
            )
            for tile, name in enumerate(NAMES)
        ]  # fmt: skip
        unknown = Piece(UNKNOWN, words("unknown tile"), "back", (), (52, 102), len(draft.boneyard))
        return ((words("Tiles"), tiles), (words("For views"), (unknown,)))

    def places(self, draft: State, words: Words) -> Sequence[tuple[str, Sequence[Slot]]]:
        slots = BOARD.scene(draft, words).slots
        ends = [slot for slot in slots if slot.id in ENDS]
        if not ends:  # the board shows none before the deal and after the end
            x, y, size = board.WIDTH / 2, board.LINE_Y, 3 * board.END
            ends = (
                [Slot(end, x + away, y, size, size, label) for end, away, label in _ends(words)]
                if draft.line
                else [Slot("open", x, y, size, size, words("the middle of the table"))]
            )
        near = board.below(draft, None)
        hands = [
            Slot(
                place,
                board.WIDTH / 2,
                board.HAND_Y if SIDES[side] == near else board.FAR_Y,
                board.WIDTH - 20,
                170 if SIDES[side] == near else 76,
                words(
                    "hand of {side}: {tiles}",
                    side=speech.side_name(SIDES[side], words),
                    tiles=", ".join("?" if tile == HIDDEN else NAMES[tile] for tile in draft.hands[side])
                    or "–",
                ),
            )
            for place, side in HANDS.items()
        ]
        held = {slot.id: slot for slot in slots if slot.id.startswith("hand-")}
        return ((words("Line"), ends), (words("Hands"), hands), (words("Tiles in hand"), list(held.values())))

    def there(self, draft: State, place: str) -> Sequence[str]:
        if place in HANDS:
            hand = draft.hands[HANDS[place]]
            return [UNKNOWN if tile == HIDDEN else NAMES[tile] for tile in reversed(hand)]
        if place in ENDS:
            return [NAMES[NUMBER[draft.line[0 if ENDS[place] == LEFT else -1]]]] if draft.line else []
        return [NAMES[_held(draft, place)[1]]]

    def put(self, draft: State, piece: str, place: str) -> State:
        if piece != UNKNOWN and piece not in NAMES:
            raise BadText(NO_PIECE)
        tile = HIDDEN if piece == UNKNOWN else NAMES.index(piece)
        if place not in PLACES:
            place = f"hand-{SIDES[_held(draft, place)[0]]}"
        line, hands = draft.line, draft.hands
        if tile != HIDDEN:
            if tile in {NUMBER[halves] for halves in line}:
                raise CannotPut(Say("{tile} lies in the line already.", tile=piece))
            hands = _without(_without(hands, 0, tile), 1, tile)
        elif place in ENDS or not draft.boneyard:
            raise CannotPut(NO_PLACE)
        if place in HANDS:
            return _draft(draft, line, _with(hands, HANDS[place], tile))
        return _draft(draft, _laid(line, tile, ENDS[place]), hands)

    def take(self, draft: State, piece: str, place: str) -> State:
        if piece not in self.there(draft, place):
            raise CannotPut(NOT_THERE)
        if place in ENDS:
            rest = draft.line[1:] if ENDS[place] == LEFT else draft.line[:-1]
            return _draft(draft, _upright(rest), draft.hands)
        side = HANDS[place] if place in HANDS else _held(draft, place)[0]
        tile = HIDDEN if piece == UNKNOWN else NAMES.index(piece)
        return _draft(draft, draft.line, _without(draft.hands, side, tile))

    def settings(self, draft: State) -> Sequence[Setting]:
        turn = Setting("turn", Say("Turn"), draft.turn, tuple(LABELS.items()))
        if not draft.line:
            return (turn,)
        if not all(draft.hands):
            return ()
        choices: list[tuple[str, Say | str]] = [("0", "0"), ("1", "1")]
        if checks.is_dead(draft):
            choices.append(("2", Say("both: blocked")))
        passes = Setting("passes", Say("Passes just before"), str(draft.passes), tuple(choices))
        return (passes,) if draft.is_over else (turn, passes)

    def set(self, draft: State, name: str, value: str) -> State:
        value = setting(self, draft, name, value)
        if name == "turn":
            return _draft(replace(draft, turn=value), draft.line, draft.hands)
        return replace(_draft(draft, draft.line, draft.hands), passes=int(value))


def _draft(before: State, line: Line, hands: Hands) -> State:
    """With all other tiles in the boneyard, unknown there as soon as a hand has an unknown one."""
    there = {*(NUMBER[halves] for halves in line), *hands[0], *hands[1]}
    unknown = HIDDEN in there
    left = tuple(tile for tile in range(28) if tile not in there)
    if unknown:
        left = (HIDDEN,) * max(0, 28 - len(line) - sum(map(len, hands)))
    return State(line, hands, left, before.turn, None if line else (), min(before.passes, 1) if line else 0)


def _laid(line: Line, tile: int, end: str) -> Line:
    """The line with a tile at one end, turned so that it joins if it can; the only tile there turns for it, too."""
    if len(line) == 1 and not _joins(line, tile, end) and _joins(((line[0][1], line[0][0]),), tile, end):
        line = ((line[0][1], line[0][0]),)
    low, high = TILES[tile]
    if not line:
        return ((low, high),)
    if end == LEFT:
        return ((high, low) if low == line[0][0] else (low, high), *line)
    return (*line, (high, low) if high == line[-1][1] else (low, high))


def _joins(line: Line, tile: int, end: str) -> bool:
    return (line[0][0] if end == LEFT else line[-1][1]) in TILES[tile]


def _upright(line: Line) -> Line:
    """A tile alone lies low end left."""
    return (TILES[NUMBER[line[0]]],) if len(line) == 1 else line


def _with(hands: Hands, side: int, tile: int) -> Hands:
    known = sorted(one for one in (*hands[side], tile) if one != HIDDEN)
    hand = (*known, *[HIDDEN] * (len(hands[side]) + 1 - len(known)))
    return (hand, hands[1]) if side == 0 else (hands[0], hand)


def _without(hands: Hands, side: int, tile: int) -> Hands:
    hand = list(hands[side])
    if tile in hand:
        hand.remove(tile)
    return (tuple(hand), hands[1]) if side == 0 else (hands[0], tuple(hand))


def _lies(draft: State, tile: int) -> bool:
    return tile in {*draft.hands[0], *draft.hands[1], *(NUMBER[halves] for halves in draft.line)}


def _held(draft: State, place: str) -> tuple[int, int]:
    """Side and tile of a place that is one tile of a hand."""
    for side, hand in enumerate(draft.hands):
        for tile in hand:
            if tile != HIDDEN and place == board.HAND_IDS[tile]:
                return side, tile
    raise BadText(NO_PLACE)


def _ends(words: Words) -> tuple[tuple[str, float, str], ...]:
    return ((LEFT, -300, words("left end of the line")), (RIGHT, 300, words("right end of the line")))


EDITOR = DominoesEditor()

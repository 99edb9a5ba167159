"""How dominoes looks and sounds: the line, both hands, the boneyard, and what is said of every event."""

from __future__ import annotations

import functools

from plyyard.core.game import After, Event, Happened, Moved, Step
from plyyard.core.scene import Fact, Scene, Slot, Sprite
from plyyard.core.words import Words
from plyyard.games.dominoes import analysis, drawing, moves, speech
from plyyard.games.dominoes.layout import Laid, lay_out
from plyyard.games.dominoes.state import BLACK, HIDDEN, LEFT, NAMES, NUMBER, RIGHT, SIDES, State, other

WIDTH, HEIGHT = 720, 840
LINE_Y, LINE_HEIGHT = 388, 440
END = 36  # board units of one unit of the line at which the sign of an open end has its own size
HAND_Y, HAND_TILE, SMALL_HAND_TILE = 744, 82, 42
MARKER_Y = 630
FAR_Y, FAR_TILE = 46, 34
BONEYARD_Y, BONEYARD_TILE = 128, 24
TILE_IDS = tuple(f"tile-{name}" for name in NAMES)
HAND_IDS = tuple(f"hand-{name}" for name in NAMES)
MOST = 1_100  # tiles that a draft of 4,000 characters can have in one place
BONEYARD_IDS = tuple(f"boneyard-{place}" for place in range(MOST))
HIDDEN_IDS = {side: tuple(f"hidden-{side}-{place}" for place in range(MOST)) for side in SIDES}


class DominoesBoard:
    """See ``core.scene.Board``."""

    shapes = drawing.SHAPES
    backgrounds = drawing.BACKGROUNDS
    style = drawing.STYLE

    def scene(self, view: State, words: Words, facing: str | None = None) -> Scene:
        near = below(view, facing)
        sprites: list[Sprite] = []
        slots: list[Slot] = []
        _boneyard(view, words, sprites)
        _line(view, words, sprites, slots)
        _hand(view, other(near), words, sprites, slots, is_near=False)
        _hand(view, near, words, sprites, slots, is_near=True)
        sprites.sort(key=lambda sprite: sprite.layer)
        return Scene(
            "dominoes", WIDTH, HEIGHT, "table", tuple(sprites), tuple(slots), tuple(_facts(view, words))
        )

    def describe(self, view: State, words: Words, counted: bool = True) -> list[str]:
        return speech.describe(view, words)

    def label(self, view: State, step: Step, words: Words) -> str:
        return speech.label(view, step.text, words)

    def announce(
        self, before: State, event: Event, after: After[State], words: Words, brief: bool = False
    ) -> str:
        assert isinstance(event, Moved | Happened)
        return speech.announce(before, event, after, words, brief)


def below(view: State, facing: str | None) -> str:
    """Who sits below, with the large tiles: who alone sees a hand, at one screen by turns; else as asked."""
    seen = [side for side in SIDES if HIDDEN not in view.hand(side)]
    if len(seen) == 1:
        return seen[0]
    return facing if facing in SIDES else BLACK


def _line(view: State, words: Words, sprites: list[Sprite], slots: list[Slot]) -> None:
    x, y = WIDTH / 2, LINE_Y
    if not view.line:
        if not view.is_undealt:
            sprites.append(Sprite("end-open", "end", x, y, words("place of the opening tile"), layer=1))
            slots.append(Slot("open", x, y, 3 * END, 3 * END, words("the middle of the table")))
        return
    tiles = [NUMBER[halves] for halves in view.line]
    opening = tiles.index(view.log[0].tile) if view.log else len(tiles) // 2
    laid = _laid(view.line, opening)
    latest = next((entry.tile for entry in reversed(view.log or ()) if entry.tile != HIDDEN), HIDDEN)
    for tile, spot in zip(tiles, laid.spots, strict=True):
        classes = ("laid", "last") if tile == latest else ("laid",)
        scale = laid.unit / drawing.HALF
        place = (x + spot.x * laid.unit, y + spot.y * laid.unit)
        sprites.append(_tile(tile, *place, NAMES[tile], scale, spot.rotation, 2, classes))
    if view.is_over:
        return
    left, right = view.line[0][0], view.line[-1][1]
    size = 2 * laid.unit
    for end, spot, number, label in (
        (LEFT, laid.left, left, words("left end, {n} is open", n=left)),
        (RIGHT, laid.right, right, words("right end, {n} is open", n=right)),
    ):
        place = (x + spot.x * laid.unit, y + spot.y * laid.unit)
        sprites.append(
            Sprite(f"end-{end}", "end", *place, label, scale=laid.unit / END, layer=1, text=str(number))
        )
        slots.append(Slot(end, *place, size, size, label))


@functools.lru_cache(64)
def _laid(line: tuple[tuple[int, int], ...], opening: int) -> Laid:
    return lay_out(line, opening, WIDTH - 16, LINE_HEIGHT)


def _hand(
    view: State, side: str, words: Words, sprites: list[Sprite], slots: list[Slot], *, is_near: bool
) -> None:
    hand = view.hand(side)
    is_on_turn = not view.is_over and view.turn == side
    marker_y = MARKER_Y if is_near else FAR_Y
    name = speech.side_name(side, words)
    label = words("{side}, on turn", side=name) if is_on_turn else name
    hidden = words("hidden tile of {side}", side=name)
    sprites.append(
        Sprite(
            f"side-{side}",
            f"side-{side}",
            28,
            marker_y,
            label,
            layer=1,
            classes=("on-turn",) if is_on_turn else (),
        )
    )
    if not hand:
        return
    rows = 2 if is_near and len(hand) > 14 else 1
    along = -(-len(hand) // rows)
    room = WIDTH - 20 if is_near else WIDTH - 150
    half = (
        min(HAND_TILE if rows == 1 else SMALL_HAND_TILE, room / along / 1.16)
        if is_near
        else min(FAR_TILE, room / along / 1.14)
    )
    pitch = half * (1.16 if is_near else 1.14)
    middle = WIDTH / 2
    for place, tile in enumerate(hand):
        row, column = divmod(place, along)
        in_row = min(along, len(hand) - row * along)
        x = middle + (column - (in_row - 1) / 2) * pitch
        y = (HAND_Y if is_near else FAR_Y) + (row - (rows - 1) / 2) * half * 2.1
        if tile == HIDDEN:
            sprites.append(
                Sprite(
                    HIDDEN_IDS[side][place],
                    "back",
                    x,
                    y,
                    hidden,
                    scale=half / drawing.HALF,
                    layer=2,
                    classes=(side,),
                )
            )
        else:
            label = _held(tile, side, words)
            sprites.append(_tile(tile, x, y, label, half / drawing.HALF, 0, 3, (side, "held")))
            slots.append(Slot(HAND_IDS[tile], x, y, pitch, 2.1 * half, label))
    if not is_near:
        sprites.append(_count(side, len(hand), middle + (along / 2) * pitch + 26, FAR_Y, words))


@functools.cache
def _held(tile: int, side: str, words: Words) -> str:
    return words("{tile} in the hand of {side}", tile=NAMES[tile], side=speech.side_name(side, words))


def _boneyard(view: State, words: Words, sprites: list[Sprite]) -> None:
    tiles = view.boneyard
    if not tiles:
        return
    half = min(BONEYARD_TILE, (WIDTH - 100) / len(tiles) / 1.12)
    classes = ("boneyard", "wanted") if moves.draws(view) else ("boneyard",)
    for place, tile in enumerate(tiles):
        x = WIDTH / 2 + (place - (len(tiles) - 1) / 2) * half * 1.12
        if tile == HIDDEN or view.is_undealt:
            label, scale = words("tile of the boneyard"), half / drawing.HALF
            sprites.append(
                Sprite(BONEYARD_IDS[place], "back", x, BONEYARD_Y, label, scale=scale, classes=classes)
            )
        else:
            label = words("{tile} in the boneyard", tile=NAMES[tile])
            sprites.append(_tile(tile, x, BONEYARD_Y, label, half / drawing.HALF, 0, 0, classes))
    x = WIDTH / 2 + len(tiles) * half * 0.56 + 26
    sprites.append(_count("boneyard", len(tiles), x, BONEYARD_Y, words))


def _count(name: str, n: int, x: float, y: float, words: Words) -> Sprite:
    """A number beside a row of tiles, so that nobody has to count backs."""
    label = words.plural("{n} tile", "{n} tiles", n)
    return Sprite(f"count-{name}", "count", x, y, label, layer=1, text=str(n))


def _tile(
    tile: int,
    x: float,
    y: float,
    label: str,
    scale: float,
    rotation: float,
    layer: int,
    classes: tuple[str, ...],
) -> Sprite:
    return Sprite(TILE_IDS[tile], TILE_IDS[tile], x, y, label, rotation, scale, layer, classes)


def _facts(view: State, words: Words) -> list[Fact]:
    found = []
    if view.ends:
        left, right = view.ends
        found.append(
            Fact("ends", "e", words("Open ends"), words("{left} and {right}", left=left, right=right))
        )
    found.append(
        Fact("boneyard", "b", words("Boneyard"), words.plural("{n} tile", "{n} tiles", len(view.boneyard)))
    )
    black, white = map(len, view.hands)
    found.append(
        Fact(
            "tiles",
            "t",
            words("Tiles in hand"),
            words("Black {black}, White {white}", black=black, white=white),
        )
    )
    pips = ["?" if (n := view.pips(side)) is None else n for side in SIDES]
    found.append(
        Fact(
            "pips",
            "p",
            words("Pips in hand"),
            words("Black {black}, White {white}", black=pips[0], white=pips[1]),
        )
    )
    found += _block(view, words)
    for side in SIDES:
        numbers = analysis.cannot_hold(view, side)
        if numbers:
            label = words("Not held by {side}", side=speech.side_name(side, words))
            found.append(
                Fact(
                    f"no-{side}",
                    "n" if side == _unknown_side(view) else "m",
                    label,
                    ", ".join(map(str, numbers)),
                    shown=False,
                )
            )
    return found


def _block(view: State, words: Words) -> list[Fact]:
    """Whom a block would suit now: pips of one side against those of the other, a hidden hand at its mean."""
    hidden = [side for side in SIDES if HIDDEN in view.hand(side)]
    if len(hidden) != 1 or view.is_over or not view.line:
        return []
    mine = view.pips(other(hidden[0]))
    theirs = words.number(analysis.expected_pips(view, hidden[0]))
    value = words("{mine} pips against about {theirs}", mine=mine, theirs=theirs)
    return [Fact("block", "w", words("If it blocks now"), value, shown=False)]


def _unknown_side(view: State) -> str:
    """The side whose hand is hidden; White when both are or none is."""
    return BLACK if HIDDEN in view.hands[0] and HIDDEN not in view.hands[1] else SIDES[1]


BOARD = DominoesBoard()

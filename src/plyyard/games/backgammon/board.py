"""How backgammon looks: checkers, dice and places on the drawn board. drawing.py has the shapes, speech.py the words."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator

from plyyard.core.game import After, Event, Step
from plyyard.core.scene import Fact, Scene, Slot, Sprite
from plyyard.core.words import Words
from plyyard.games.backgammon import moves, notation, speech
from plyyard.games.backgammon.analysis import pips
from plyyard.games.backgammon.drawing import (
    BACKGROUNDS,
    HEIGHT,
    SHAPES,
    STYLE,
    WIDTH,
    bar_place,
    die_place,
    off_place,
    point_place,
    slot_place,
)
from plyyard.games.backgammon.state import BAR, OFF, SIDES, WHITE, State, first_stacks, other

NAMES = {side: [f"{side[0]}{number}" for number in range(26 * 80)] for side in SIDES}
"""Ids of the checkers; a draft may have too many."""
VISIBLE = 5  # checkers of a stack that are drawn apart


def slot(side: str, place: int) -> str:
    """Id of a place that a side counts as ``place``: points are named as White counts them, whoever moves.

    >>> slot("white", 13), slot("black", 13), slot("black", 25)
    ('p13', 'p12', 'bar-black')
    """
    if place in (OFF, BAR):
        return f"{'off' if place == OFF else 'bar'}-{side}"
    return f"p{place if side == WHITE else 25 - place}"


class BackgammonBoard:
    """See ``core.scene.Board``."""

    shapes = SHAPES
    backgrounds = BACKGROUNDS
    style = STYLE

    def scene(self, view: State, words: Words, facing: str | None = None) -> Scene:
        below = facing or WHITE
        background = "own" if view.turn == below else "opposing"
        checkers = sorted(_checkers(view, below, words), key=lambda sprite: sprite.layer)
        sprites = (*_ghosts(view, below, words), *checkers, *_dice(view, below, words))
        return Scene(
            "backgammon", WIDTH, HEIGHT, background, sprites, _slots(view, below, words), _facts(view, words)
        )

    def describe(self, view: State, words: Words, counted: bool = True) -> list[str]:
        return speech.describe(view, words, counted)

    def label(self, view: State, step: Step, words: Words) -> str:
        source, target = _pick(step.text)
        hits = target != OFF and view.checkers[1 - SIDES.index(view.turn)][25 - target] == 1
        return speech.step_text(source, target, hits, words)

    def announce(
        self, before: State, event: Event, after: After[State], words: Words, brief: bool = False
    ) -> str:
        return speech.announce(before, event, after, words, brief)


@functools.lru_cache(1024)
def _pick(text: str) -> moves.Segment:
    return notation.read_segments(text)[0]


def _checkers(view: State, below: str, words: Words) -> list[Sprite]:
    sprites: list[Sprite] = []
    moved = _moved(view)
    for side, places in zip(SIDES, view.stacks or first_stacks(view.checkers), strict=True):
        for place, stack in enumerate(places):
            if stack:
                sprites += _stack(side, place, stack, moved[side, place], side == below, words)
    return sprites


def _stack(
    side: str, place: int, stack: tuple[int, ...], fresh: int, near: bool, words: Words
) -> Iterator[Sprite]:
    """The checkers on a place from the bottom up; the ``fresh`` ones on top have just come."""
    count = len(stack)
    shape = f"slab-{side}" if place == OFF else f"checker-{side}"
    label = speech.place_label(side, place, count, words)
    names, here, came = NAMES[side], (side,), (side, "moved")
    for height, number in enumerate(stack):
        layer = 1 if place == OFF else 1 + height
        text = str(count) if place != OFF and height == count - 1 and count > VISIBLE else ""
        classes = came if height >= count - fresh else here
        yield Sprite(names[number], shape, *_spot(place, near, height), label, 0, 1, layer, classes, text)


@functools.cache
def _spot(place: int, near: bool, height: int) -> tuple[float, float]:
    """Centre of a checker; ``near``: it is of the side below."""
    if place == OFF:
        return off_place(near, height)
    level = min(height, VISIBLE - 1)
    return bar_place(near, level) if place == BAR else point_place(place if near else 25 - place, level)


def _moved(view: State) -> Counter[tuple[str, int]]:
    """How many checkers came to rest where (side and place) in the last play; nothing once the next one is begun."""
    if view.last is None or view.used:
        return Counter()
    mover = view.winner or other(view.turn)
    came = Counter((mover, target) for _, target, _ in view.last.steps)
    return came - Counter((mover, source) for source, _, _ in view.last.steps)


def _ghosts(view: State, below: str, words: Words) -> list[Sprite]:
    """Where the checkers of the last play came from, where it can be seen: on top of what is left there."""
    if view.last is None or view.used:
        return []
    mover = view.winner or other(view.turn)
    own, opposing = view.checkers[SIDES.index(mover)], view.checkers[1 - SIDES.index(mover)]
    left = Counter(source for source, _, _ in view.last.steps) - Counter(
        target for _, target, _ in view.last.steps
    )
    ghosts = []
    for place in sorted(left):
        if place != BAR and own[place] < VISIBLE and opposing[25 - place] == 0:
            x, y = point_place(place if mover == below else 25 - place, own[place])
            ghosts.append(Sprite(f"ghost{place}", "ghost", x, y, words("came from here")))
    return ghosts


def _dice(view: State, below: str, words: Words) -> list[Sprite]:
    dice = view.dice or view.shown
    if dice is None:
        return []
    roller = view.turn if view.dice or view.winner else other(view.turn)
    faces = list(dice) if dice[0] != dice[1] else list(dice) * 2
    used = list(view.used)
    sprites = []
    for index, face in enumerate(faces):
        spent = view.dice is None or face in used
        if view.dice is not None and face in used:
            used.remove(face)
        x, y = die_place(roller == below, index, len(faces))
        classes = (roller, "spent") if spent else (roller,)
        sprites.append(
            Sprite(
                f"die{index + 1}",
                f"die-{face}",
                x,
                y,
                words("die: {n}, already played", n=face) if spent else words("die: {n}", n=face),
                layer=30,
                classes=classes,
            )
        )
    return sprites


def _slots(view: State, below: str, words: Words) -> tuple[Slot, ...]:
    own, opposing = view.own, view.checkers[1 - SIDES.index(view.turn)]
    near = view.turn == below
    points = [  # in the order in which the mover travels
        _point(view.turn, place, own[place], opposing[25 - place], near, words) for place in range(24, 0, -1)
    ]
    ends = [
        _end(side, place, places[place], side == below, words)
        for side, places in zip(SIDES, view.checkers, strict=True)
        for place in (BAR, OFF)
    ]
    return (*points, *ends)


@functools.cache
def _point(side: str, place: int, own: int, opposing: int, near: bool, words: Words) -> Slot:
    """A point as the side to move counts; ``near``: that side sits below."""
    if own or opposing:
        holder, count = (side, own) if own else (other(side), opposing)
        label = speech.place_label(holder, place if own else 25 - place, count, words, place)
    else:
        label = words("{point}: empty", point=place)
    return Slot(slot(side, place), *slot_place(place if near else 25 - place), label)


@functools.cache
def _end(side: str, place: int, count: int, near: bool, words: Words) -> Slot:
    """A bar or a tray."""
    box = slot_place(place if near else -1 - place)
    return Slot(slot(side, place), *box, speech.place_label(side, place, count, words))


def _facts(view: State, words: Words) -> tuple[Fact, ...]:
    white, black = view.checkers
    dice = (
        words("{high} and {low}", high=view.dice[0], low=view.dice[1]) if view.dice else words("not rolled")
    )
    return (
        Fact("dice", "d", words("Dice"), dice),
        Fact("pips", "p", words("Pips"), _both(pips(white), pips(black), words)),
        Fact(
            "bar",
            "b",
            words("On the bar"),
            _both(white[BAR], black[BAR], words),
            bool(white[BAR] or black[BAR]),
        ),
        Fact(
            "off",
            "o",
            words("Borne off"),
            _both(white[OFF], black[OFF], words),
            bool(white[OFF] or black[OFF]),
        ),
        Fact("turn", "t", words("Turn"), speech.turn(view, words), False),
    )


@functools.lru_cache(1024)
def _both(white: int, black: int, words: Words) -> str:
    return words("White {white}, Black {black}", white=white, black=black)


BOARD = BackgammonBoard()

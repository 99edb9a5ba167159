"""How backgammon looks: checkers, dice and places on the drawn board. drawing.py has the shapes, speech.py the words."""

from __future__ import annotations

from collections import Counter

from plyyard.core.game import After, Event, Step
from plyyard.core.scene import Fact, Scene, Slot, Sprite
from plyyard.core.words import Words
from plyyard.games.backgammon import notation, speech
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

    def describe(self, view: State, words: Words) -> list[str]:
        return speech.describe(view, words)

    def label(self, view: State, step: Step, words: Words) -> str:
        source, target = notation.read_segments(step.text)[0]
        hits = target != OFF and view.checkers[1 - SIDES.index(view.turn)][25 - target] == 1
        return speech.step_text(source, target, hits, words)

    def announce(
        self, before: State, event: Event, after: After[State], words: Words, brief: bool = False
    ) -> str:
        return speech.announce(before, event, after, words, brief)


def _checkers(view: State, below: str, words: Words) -> list[Sprite]:
    sprites = []
    moved = _moved(view)
    for side, places in zip(SIDES, view.stacks or first_stacks(view.checkers), strict=True):
        for place, stack in enumerate(places):
            fresh = moved[side, place]
            for height, number in enumerate(stack):
                classes = (side, "moved") if height >= len(stack) - fresh else (side,)
                sprites.append(
                    _checker(side, place, len(stack), height, f"{side[0]}{number}", below, words, classes)
                )
    return sprites


def _checker(
    side: str,
    place: int,
    count: int,
    height: int,
    name: str,
    below: str,
    words: Words,
    classes: tuple[str, ...],
) -> Sprite:
    label = speech.place_label(side, place, count, words)
    if place == OFF:
        return Sprite(
            name, f"slab-{side}", *off_place(side == below, height), label, layer=1, classes=classes
        )
    level = min(height, VISIBLE - 1)
    x, y = (
        bar_place(side == below, level)
        if place == BAR
        else point_place(place if side == below else 25 - place, level)
    )
    text = str(count) if height == count - 1 and count > VISIBLE else ""
    return Sprite(name, f"checker-{side}", x, y, label, layer=1 + height, classes=classes, text=text)


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
    slots = []
    for place in range(24, 0, -1):  # in the order in which the mover travels
        slots.append(
            Slot(
                slot(view.turn, place),
                *slot_place(place if view.turn == below else 25 - place),
                _point_label(view, place, words),
            )
        )
    for side, places in zip(SIDES, view.checkers, strict=True):
        for place in (BAR, OFF):
            box = slot_place(place if side == below else -1 - place)
            slots.append(Slot(slot(side, place), *box, speech.place_label(side, place, places[place], words)))
    return tuple(slots)


def _point_label(view: State, place: int, words: Words) -> str:
    own, opposing = view.own[place], view.checkers[1 - SIDES.index(view.turn)][25 - place]
    if own or opposing:
        return speech.place_label(
            view.turn if own else other(view.turn),
            place if own else 25 - place,
            own or opposing,
            words,
            place,
        )
    return words("{point}: empty", point=place)


def _facts(view: State, words: Words) -> tuple[Fact, ...]:
    white, black = view.checkers
    dice = (
        words("{high} and {low}", high=view.dice[0], low=view.dice[1]) if view.dice else words("not rolled")
    )
    both = words("White {white}, Black {black}", white=pips(white), black=pips(black))
    return (
        Fact("dice", "d", words("Dice"), dice),
        Fact("pips", "p", words("Pips"), both),
        Fact(
            "bar",
            "b",
            words("On the bar"),
            words("White {white}, Black {black}", white=white[BAR], black=black[BAR]),
            bool(white[BAR] or black[BAR]),
        ),
        Fact(
            "off",
            "o",
            words("Borne off"),
            words("White {white}, Black {black}", white=white[OFF], black=black[OFF]),
            bool(white[OFF] or black[OFF]),
        ),
        Fact("turn", "t", words("Turn"), speech.turn(view, words), False),
    )


BOARD = BackgammonBoard()

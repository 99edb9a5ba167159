"""How the Aeroplane Game looks and sounds: planes on the cross board, and what is said of rolls and moves."""

from __future__ import annotations

import functools

from plyyard.core.game import After, Event, Happened, Step
from plyyard.core.scene import Fact, Scene, Slot, Sprite
from plyyard.core.words import Words
from plyyard.games.aeroplane import analysis, play, rules
from plyyard.games.aeroplane.drawing import BACKGROUNDS, CELL, SHAPES, SIZE, STYLE, heading, pad, place
from plyyard.games.aeroplane.state import RED, SIDES, State

FANS: tuple[tuple[float, tuple[tuple[float, float], ...]], ...] = (
    (1, ((0, 0),)),
    (0.74, ((-0.2, -0.2), (0.2, 0.2))),
    (0.6, ((-0.23, -0.23), (0.23, -0.23), (0, 0.23))),
    (0.58, ((-0.23, -0.23), (0.23, -0.23), (-0.23, 0.23), (0.23, 0.23))),
)
"""Scale and shifts (in squares) for one to four planes on a square; more are piled up by side and counted."""


@functools.cache
def slot(side: str, step: int) -> str:
    """Place of a plane: ``s12`` on the ring, counted from Red's start square, else ``red-53``, ``red-base``.

    >>> slot("red", 12), slot("yellow", 38), slot("yellow", 51), slot("red", -1), slot("red", 56)
    ('s12', 's12', 'yellow-51', 'red-base', 'red-goal')
    """
    if step == rules.BASE:
        return f"{side}-base"
    if step == rules.GOAL:
        return f"{side}-goal"
    return f"s{square(side, step)}" if step <= rules.RING_END else f"{side}-{step}"


def square(side: str, step: int) -> int:
    """Number of a square of the ring, from the progress of a plane on it."""
    return step if side == RED else (step + 26) % rules.RING


class AeroplaneBoard:
    """See ``core.scene.Board``."""

    shapes = SHAPES
    backgrounds = BACKGROUNDS
    style = STYLE

    def scene(self, view: State, words: Words, facing: str | None = None) -> Scene:
        below = facing or RED
        sprites = [
            *_turn(view, words, below),
            *_trail(view, words, below),
            *_planes(view, words, below),
            *_die(view, words),
        ]
        return Scene(
            "aeroplane", SIZE, SIZE, below, tuple(sprites), _slots(words, below), _facts(view, words)
        )

    def describe(self, view: State, words: Words, counted: bool = True) -> list[str]:
        lines = []
        for side, planes in zip(SIDES, view.planes, strict=True):
            name = _side(side, words)
            lines.append(words("{side}, in the base: {n}.", side=name, n=planes.count(rules.BASE)))
            ring = [_step(step, words) for step in sorted(planes) if rules.START <= step <= rules.RING_END]
            lines.append(words("{side}, on the ring: {steps}.", side=name, steps=", ".join(ring) or "–"))
            column = [str(step) for step in sorted(planes) if rules.RING_END < step < rules.GOAL]
            lines.append(
                words("{side}, in the home column: {steps}.", side=name, steps=", ".join(column) or "–")
            )
            lines.append(words("{side}, in the goal: {n}.", side=name, n=planes.count(rules.GOAL)))
            hits = {step: analysis.hitting_rolls(view, side, step) for step in sorted(set(planes))}
            shots = [
                f"{step} ({', '.join(map(str, sorted(rolls)))})" for step, rolls in hits.items() if rolls
            ]
            if shots and counted:
                lines.append(
                    words(
                        "{side}, can be hit at once, and by which roll: {steps}.",
                        side=name,
                        steps=", ".join(shots),
                    )
                )
        if counted:
            red, yellow = analysis.race(view)
            lines.append(words("Squares to go: Red {red}, Yellow {yellow}.", red=red, yellow=yellow))
        lines.append(
            words("Each side counts from its own start square: 0 to 50 on the ring, the goal is 56.")
        )
        over = play.winner(view)
        if over:
            lines.append(words("{side} has won.", side=_side(over, words)))
        elif view.die:
            lines.append(
                words(
                    "{side} has rolled {die} and chooses a plane.", side=_side(view.turn, words), die=view.die
                )
            )
        else:
            lines.append(words("{side} is to roll.", side=_side(view.turn, words)))
        if view.sixes:
            lines.append(
                words.plural("{n} six in a row in this turn.", "{n} sixes in a row in this turn.", view.sixes)
            )
        return lines

    def label(self, view: State, step: Step, words: Words) -> str:
        start = rules.BASE if step.text == "base" else int(step.text)
        after = play.moved(view, start)
        text = _journey(start, after, words)
        for effect in after.effects:
            if effect.kind == "sent back":
                text = words.plural(
                    "{move}; sends {n} plane back", "{move}; sends {n} planes back", effect.n or 0, move=text
                )
        return text[0].upper() + text[1:]

    def announce(
        self, before: State, event: Event, after: After[State], words: Words, brief: bool = False
    ) -> str:
        side, other = _side(before.turn, words), _side(SIDES[1 - SIDES.index(before.turn)], words)
        kinds = {effect.kind: effect.n for effect in after.effects}
        said = []
        if isinstance(event, Happened):
            said.append(words("{side} rolls {die}.", side=side, die=event.outcome))
            if "third six" in kinds:
                said.append(words("That is the third six in a row: it is void."))
            elif "no move" in kinds:
                said.append(words("No plane can move."))
        else:
            said.append(words("{side}: {move}.", side=side, move=_journey(event.move, after, words)))
        if "sent back" in kinds:
            said.append(
                words.plural(
                    "{n} plane of {side} goes back to its base.",
                    "{n} planes of {side} go back to their base.",
                    kinds["sent back"] or 0,
                    side=other,
                )
            )
        over = play.winner(after.state)
        if over:
            said.append(words("All four planes are in the goal: {side} wins.", side=_side(over, words)))
        elif "extra roll" in kinds:
            said.append(words("{side} rolls again.", side=side))
        elif "turn passes" in kinds and not brief:
            said.append(words("{side} is to roll.", side=other))
        return " ".join(said)


def _journey(start: int, after: After[State], words: Words) -> str:
    """The way of the plane that has just moved."""
    last = after.state.last
    assert last is not None and last.reached is not None
    if start == rules.BASE:
        return words("plane from the base to the start square")
    if last.reached == rules.GOAL:
        return words("plane from {start} to the goal", start=start)
    if last.reached > rules.RING_END:
        return words("plane from {start} to {reached} in the home column", start=start, reached=last.reached)
    if last.reached in rules.SAFE:
        return words("plane from {start} to {reached}, a safe square", start=start, reached=last.reached)
    return words("plane from {start} to {reached}", start=start, reached=last.reached)


@functools.cache
def _step(step: int, words: Words) -> str:
    return words("{step} (safe)", step=step) if step in rules.SAFE else str(step)


@functools.cache
def _side(side: str, words: Words) -> str:
    return words("Red") if side == RED else words("Yellow")


def _planes(view: State, words: Words, below: str) -> list[Sprite]:
    shared: dict[str, list[tuple[str, int, int]]] = {}
    for side, planes in zip(SIDES, view.planes, strict=True):
        for index, step in enumerate(planes):
            shared.setdefault(slot(side, step), []).append((side, index, step))
    sprites = []
    for name, group in shared.items():
        for order, (side, index, step) in enumerate(group):
            if step in (rules.BASE, rules.GOAL):
                x, y = pad(side, index, step == rules.GOAL, below)
                scale = 1.15 if step == rules.BASE else 0.68
            else:
                x, y = place(side, step, below)
                piled = len(group) > 4
                scale, shifts = FANS[1 if piled else len(group) - 1]
                across, down = shifts[SIDES.index(side) if piled else order]
                x, y = x + across * CELL, y + down * CELL
                if piled and (side, index, step) == [plane for plane in group if plane[0] == side][-1]:
                    number = sum(1 for plane in group if plane[0] == side)
                    label = words.plural(
                        "{n} plane of {side}", "{n} planes of {side}", number, side=_side(side, words)
                    )
                    badge_id = f"count-{side}-{name}"
                    sprites.append(Sprite(badge_id, "badge", x + 8, y - 8, label, layer=3, text=str(number)))
            label = _where(side, step, words)
            sprites.append(
                Sprite(f"{side}{index}", side, x, y, label, heading(side, step, below), scale, 2, (side,))
            )
    return sorted(sprites, key=lambda sprite: (sprite.layer, sprite.id))


@functools.cache
def _where(side: str, step: int, words: Words) -> str:
    name = _side(side, words)
    if step == rules.BASE:
        return words("{side}: plane in the base", side=name)
    if step == rules.GOAL:
        return words("{side}: plane in the goal", side=name)
    return words("{side}: plane on {step}", side=name, step=_step(step, words))


def _die(view: State, words: Words) -> list[Sprite]:
    """The roll to be used; a used one stays, faint, until the next."""
    if view.die:
        side, die, fresh = view.turn, view.die, "fresh"
    elif view.last:
        side, die, fresh = view.last.by, view.last.die, "used"
    else:
        return []
    label = words("{side} rolled {die}", side=_side(side, words), die=die)
    return [Sprite("die", f"die{die}", SIZE / 2, SIZE / 2, label, layer=3, classes=(side, fresh))]


def _turn(view: State, words: Words, below: str) -> list[Sprite]:
    """A frame round the base of the side that rolls or moves."""
    if play.winner(view):
        return []
    label = words("{side} is to roll.", side=_side(view.turn, words))
    if view.die:
        label = words(
            "{side} has rolled {die} and chooses a plane.", side=_side(view.turn, words), die=view.die
        )
    return [Sprite("turn", "turn", *place(view.turn, rules.BASE, below), label, classes=(view.turn,))]


def _trail(view: State, words: Words, below: str) -> list[Sprite]:
    """Where the last plane to move came from and where it went."""
    last = view.last
    if last is None or last.start is None or last.reached is None or view.die:
        return []
    ends = [("from", last.start, words("came from here")), ("to", last.reached, words("moved last"))]
    return [
        Sprite(f"last-{name}", "mark", *place(last.by, step, below), label, layer=1, classes=(last.by, name))
        for name, step, label in ends
        if step not in (rules.BASE, rules.GOAL)
    ]


@functools.lru_cache(maxsize=8)
def _slots(words: Words, below: str) -> tuple[Slot, ...]:
    slots = []
    for number in range(rules.RING):
        red, yellow = number, (number - 26) % rules.RING
        if red > rules.RING_END or yellow > rules.RING_END:
            side, step = (RED, red) if red <= rules.RING_END else (SIDES[1], yellow)
            label = words("square {step} of {side}", step=_step(step, words), side=_side(side, words))
        else:
            side, step = RED, red
            label = words("square {red} of Red, {yellow} of Yellow", red=_step(red, words), yellow=yellow)
        slots.append(Slot(f"s{number}", *place(side, step, below), CELL, CELL, label))
    for side in SIDES:
        name = _side(side, words)
        for step in range(rules.RING_END + 1, rules.GOAL):
            label = words("home column of {side}, {step}", side=name, step=step)
            slots.append(Slot(slot(side, step), *place(side, step, below), CELL, CELL, label))
        for step, size, label in (
            (rules.BASE, 4, words("base of {side}", side=name)),
            (rules.GOAL, 1, words("goal of {side}", side=name)),
        ):
            width = size * CELL if step == rules.BASE else 2.4 * CELL
            slots.append(Slot(slot(side, step), *place(side, step, below), width, size * CELL, label))
    return tuple(slots)


def _facts(view: State, words: Words) -> tuple[Fact, ...]:
    def both(red: int, yellow: int) -> str:
        return words("Red {red}, Yellow {yellow}", red=red, yellow=yellow)

    def count(step: int) -> str:
        return both(view.planes[0].count(step), view.planes[1].count(step))

    return (
        Fact("die", "d", words("Die"), str(view.die) if view.die else "–"),
        Fact("home", "h", words("In the goal"), count(rules.GOAL)),
        Fact("base", "b", words("In the base"), count(rules.BASE)),
        Fact("race", "p", words("Squares to go"), both(*analysis.race(view))),
    )


BOARD = AeroplaneBoard()

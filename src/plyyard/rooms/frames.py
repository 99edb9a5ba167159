"""Frames from a room: what one viewer in one language is told. Everything hidden is gone before a frame is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET, UnsetType

from plyyard.core.game import CHANCE, Side, Step
from plyyard.core.scene import Scene
from plyyard.core.words import Words, words
from plyyard.rooms import sayings
from plyyard.rooms.founding import Seat
from plyyard.rooms.protocol import (
    Can,
    Event,
    LogLine,
    PlayerOut,
    ResultOut,
    SceneOut,
    State,
    StepOut,
)
from plyyard.rooms.room import Room


@dataclass(frozen=True, slots=True)
class Look:
    """How a connection wants to see: language, whether the board is turned, whether it wants pictures."""

    language: str = "de"
    facing: str = ""
    scene: bool = True


def facing_side(room: Room, guest: str | None, look: Look) -> Side:
    """The side that sits below: one's own against the computer, else the first; ``flip`` turns the board."""
    own = room.sides_of(guest)
    base = own[0] if len(own) == 1 else room.game.sides[0]
    others = [side for side in room.game.sides if side != base]
    return others[0] if look.facing == "flip" and others else base


def picture(room: Room, guest: str | None, look: Look, view: Any) -> Scene:
    """The scene of a view."""
    return room.game.board.scene(view, words(look.language, room.game.name), facing_side(room, guest, look))


def now(room: Room, guest: str | None, look: Look, seq: int) -> dict[str, Any]:
    """What holds after event ``seq``; steps, buttons and legal moves only for the last one."""
    viewer = room.viewer(guest)
    view = room.view(viewer, seq)
    tongue = words(look.language, room.game.name)
    live = seq == room.head and not room.over
    acts = live and room.turn in room.sides_of(guest) and not room.covered(guest)
    actor = None if room.over and seq == room.head else room.game.actor(room.states[seq])
    chooses = acts and actor is not CHANCE
    notation = room.game.notation
    return {
        "position": notation.format_position(view),
        "actor": "chance" if actor is CHANCE else actor,
        "turn": None if room.over and seq == room.head else room.game.turn(room.states[seq]),
        "legal": [notation.format_move(move) for move in room.game.legal_moves(view)] if chooses else [],
        "can": _can(room, guest, tongue, acts, actor is CHANCE) if seq == room.head else Can(),
        "curtain": room.covered(guest),
        "status": sayings.status(room, tongue, not room.sides_of(guest)) if seq == room.head else "",
        "steps": steps_out(room, view, room.game.steps(view, ()), tongue) if chooses else [],
    }


def steps_out(room: Room, view: Any, steps: Sequence[Step], tongue: Words) -> list[StepOut]:
    """Steps with their spoken labels."""
    label = room.game.board.label
    return [
        StepOut(step.text, step.picked, step.target, label(view, step, tongue), step.move) for step in steps
    ]


def _can(room: Room, guest: str | None, tongue: Words, acts: bool, chance: bool) -> Can:
    sides = room.sides_of(guest)
    if not sides:
        return Can()
    if room.over:
        return Can(
            take=room.reach(sides) is not None,
            restart=room.next_room is None,
            swap=room.next_room is None and len(room.game.sides) > 1,
        )
    return Can(
        roll=acts and chance,
        roll_label=tongue.say(room.game.roll_label),
        move=acts and not chance,
        take=room.reach(sides) is not None,
        redo=bool(room.undone),
        whole=len(room.game.sides) > 1 and room.whole_reach() is not None,
        resign=len(sides) == 1 or room.turn in sides,
        draw=len(sides) > 1,
        restart=True,
        ready=room.covered(guest),
    )


def state_frame(room: Room, guest: str | None, look: Look, seq: int | None = None, since: int = 0) -> State:
    """Everything a viewer may see, now or as it was after event ``seq``; the log holds what came after ``since``."""
    at = room.head if seq is None else seq
    viewer = room.viewer(guest)
    tongue = words(look.language, room.game.name)
    view = room.view(viewer, at)
    founding = room.founding
    secret = room.game.has_hidden_hands and not room.shown_whole
    scene: SceneOut | UnsetType = whole(picture(room, guest, look, view)) if look.scene else UNSET
    return State(
        **now(room, guest, look, at),
        room=room.id,
        game=founding.game,
        rules=founding.rules,
        kind=founding.kind,
        you=room.viewer(guest)
        if len(room.sides_of(guest)) == 1
        else (room.turn if room.sides_of(guest) else None),
        head=room.head,
        options={}
        if secret or (not room.sides_of(guest) and not room.shown_whole)
        else dict(founding.options),
        practice=room.practice,
        undo_price=room.undo_price,
        result=_result(room),
        players={side: player(seat) for side, seat in founding.seats.items()},
        log=log_lines(room, viewer, tongue)[since:],
        describe=list(room.game.board.describe(view, tongue)),
        scene=scene,
    )


def log_lines(room: Room, viewer: Side | None, tongue: Words) -> list[LogLine]:
    """The move list as a viewer may read it. What was said once is kept: a line changes only when all is shown."""
    key = (tongue.language, viewer, room.shown_whole)
    lines = room.said.setdefault(key, [])
    for seq in range(len(lines) + 1, room.head + 1):
        entry = room.entries[seq - 1]
        say = sayings.announce(room, seq, viewer, tongue)
        lines.append(LogLine(seq, entry.kind, entry.by, sayings.event_text(room, seq), say))
    return lines


def event_frame(
    room: Room, seq: int, guest: str | None, look: Look, before: Scene | None
) -> tuple[Event, Scene | None]:
    """One event for one viewer, and the scene that it now sees; ``before``: the scene it saw last."""
    viewer = room.viewer(guest)
    tongue = words(look.language, room.game.name)
    entry = room.shown(room.entries[seq - 1], viewer)
    view = room.view(viewer, seq)
    after = picture(room, guest, look, view) if look.scene else None
    frame = Event(
        **now(room, guest, look, seq),
        seq=seq,
        kind=entry.kind,
        by=entry.by,
        move=UNSET if entry.move is None else entry.move,
        outcome=UNSET if entry.outcome is None else entry.outcome,
        to=UNSET if entry.to is None else entry.to,
        effects=list(entry.effects),
        result=UNSET
        if entry.result is None
        else ResultOut(entry.result.winner, entry.result.kind, entry.result.points),
        room=UNSET if entry.room is None else entry.room,
        practice=room.practice,
        undo_price=room.undo_price,
        ts=entry.ts,
        text=sayings.event_text(room, seq),
        say=sayings.announce(room, seq, viewer, tongue),
        brief=sayings.announce(room, seq, viewer, tongue, brief=True),
        describe=list(room.game.board.describe(view, tongue)),
        scene=UNSET if after is None else (whole(after) if before is None else changed(before, after)),
    )
    return frame, after


def whole(scene: Scene) -> SceneOut:
    """A scene as the first frame carries it."""
    return SceneOut(
        sprites=list(scene.sprites),
        order=[sprite.id for sprite in scene.sprites],
        slots=scene.slots,
        facts=scene.facts,
        background=scene.background,
        width=scene.width,
        height=scene.height,
    )


def changed(before: Scene, after: Scene) -> SceneOut:
    """What differs between two scenes."""
    old = {sprite.id: sprite for sprite in before.sprites}
    order = [sprite.id for sprite in after.sprites]
    there = set(order)
    grown = [name for name in old if name in there] + [name for name in order if name not in old]
    return SceneOut(
        sprites=[sprite for sprite in after.sprites if old.get(sprite.id) != sprite],
        gone=[name for name in old if name not in there],
        order=None if grown == order else order,
        slots=None if before.slots == after.slots else after.slots,
        facts=None if before.facts == after.facts else after.facts,
        background=None if before.background == after.background else after.background,
    )


def _result(room: Room) -> ResultOut | None:
    return (
        None if room.result is None else ResultOut(room.result.winner, room.result.kind, room.result.points)
    )


def player(seat: Seat) -> PlayerOut:
    return PlayerOut("computer", "", seat.level) if seat.guest is None else PlayerOut("person", seat.name, "")

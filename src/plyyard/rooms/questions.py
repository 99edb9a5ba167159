"""What a viewer asks of a room without changing anything: how it looks, which picks lead on, why a move is not legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace as with_fields

from plyyard.core.errors import PlyError, Say
from plyyard.core.game import CHANCE
from plyyard.core.scene import Scene
from plyyard.core.words import words
from plyyard.rooms import frames
from plyyard.rooms.decision import Refusal
from plyyard.rooms.frames import Look
from plyyard.rooms.live import Live
from plyyard.rooms.protocol import Query, Refused, State, Steps, StepsOut, Why, WhyOut
from plyyard.rooms.room import Room

LEADS_NOWHERE = Say("This leads to no move. What can be chosen is marked on the board.")


def look(
    live: Live, guest: str | None, as_: Look, at: int | None = None, taken: Sequence[str] = (), since: int = 0
) -> tuple[State, Scene]:
    """What a viewer sees now, or after event ``at``; with ``taken`` the picture and steps after these picks."""
    room = live.room
    if at is not None and not 0 <= at <= room.head:
        at = room.head
    state = live.state(guest, as_, at, since)
    view = room.view(room.viewer(guest), at)
    if taken and state.can.move and at in (None, room.head):
        try:
            steps = room.game.steps(view, taken)
            tongue = words(as_.language, room.game.name)
            state = with_fields(
                state, steps=frames.steps_out(room, room.game.preview(view, taken), steps, tongue)
            )
            view = room.game.preview(view, taken)
        except PlyError:
            pass
    return state, frames.picture(room, guest, as_, view)


def ask(room: Room, guest: str | None, query: Query, as_: Look) -> StepsOut | WhyOut | Refused:
    """The next picks of a move, or what is against one."""
    try:
        if isinstance(query, Why):
            return _why(room, guest, query, as_)
        assert isinstance(query, Steps)
        return _steps(room, guest, query, as_)
    except PlyError as error:
        return refused(room, query.id, error, as_)


def refused(room: Room, command: str | None, error: PlyError, as_: Look) -> Refused:
    """A refusal as it is told."""
    tongue = words(as_.language, room.game.name)
    article, marks = getattr(error, "article", None), getattr(error, "marks", [])
    return Refused(command, error.code, room.head, tongue.say(error.why), article, marks)


def _steps(room: Room, guest: str | None, query: Steps, as_: Look) -> StepsOut:
    view, sides = room.view(room.viewer(guest)), room.sides_of(guest)
    chance = room.actor(room.viewer(guest), room.head) is CHANCE
    if not set(room.acting) & set(sides) or room.covered(guest) or chance:
        raise Refusal("not_your_turn", Say("It is not your turn."))
    if room.stale(query.on, sides):
        raise Refusal("stale", Say("The game has gone on meanwhile; look again."))
    preview = room.game.preview(view, query.taken)
    tongue = words(as_.language, room.game.name)
    steps = frames.steps_out(room, preview, room.game.steps(view, query.taken), tongue)
    return StepsOut(query.id, steps, frames.whole(frames.picture(room, guest, as_, preview)))


def _why(room: Room, guest: str | None, query: Why, as_: Look) -> WhyOut:
    if room.over:
        raise Refusal("over", Say("The game is over."))
    view = room.view(room.viewer(guest))
    why, text = _against(room, view, query)
    said = "" if why is None else words(as_.language, room.game.name).say(why[0])
    marks = list(room.game.concerned(view, text)) if why and text else []
    return WhyOut(query.id, why is None, said, why and why[1], marks)


def _against(room: Room, view: Any, query: Why) -> tuple[tuple[Say, str | None] | None, str]:
    """Reason and article against the move that is written or was tried on the board (None: it is legal), and its text."""
    game = room.game
    if query.move is not None:
        return game.why_not(view, query.move), query.move
    text = game.pick_text(game.preview(view, query.taken), query.picked, query.target)
    if text is None:
        return (LEADS_NOWHERE, None), ""
    for step in game.steps(view, query.taken):
        if step.text == text:  # of its own legal; without a target the person aimed at nothing
            return None if query.target or not step.target else (LEADS_NOWHERE, None), text
    whole = " ".join((*query.taken, text))
    return game.why_not(view, whole), whole

"""A roll and a move: what the rules make of them, and what they end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plyyard.core.chance import Below, draw
from plyyard.core.errors import IllegalMove, PlyError
from plyyard.core.game import CHANCE, After, Happened, Moved, Side
from plyyard.core.record import Entry, Outcome
from plyyard.rooms.course import Played
from plyyard.rooms.decision import Decision, Refusal

if TYPE_CHECKING:
    from plyyard.rooms.room import Room


def roll(room: Room, below: Below, seat: Side | None = None) -> Decision:
    """What chance gives now."""
    course = room.course(seat)
    try:
        if room.game.actor(course.state) is not CHANCE:
            room.game.apply(course.state, Happened(None))
            raise AssertionError("a game took an outcome where nothing is to be rolled")
        event = Happened(draw(room.game.lot(course.state), below))
        after = room.game.apply(course.state, event)
    except IllegalMove as error:
        raise Refusal("illegal", error.why, error.article) from None
    text = room.game.notation.format_outcome(event.outcome)
    by = seat or room.game.turn(course.state)
    number = room.dice.draws + 1 if room.dice.commitment else None
    entry = Entry(0, "rolled", by, outcome=text, effects=_texts(after), draw=number)
    return _acted(room, entry, (event, after))


def move(room: Room, text: str, seat: Side | None = None) -> Decision:
    """What the side to move chose."""
    by = seat or room.turn
    assert by is not None
    player = room.game.sides[0] if room.lanes else by
    state = room.course(by).state
    try:
        chosen = room.game.notation.parse_move(state, text)
        event = Moved(player, chosen)
        after = room.game.apply(state, event)
    except IllegalMove as error:
        marks = room.game.concerned(room.game.observe(state, player), text)
        raise Refusal("illegal", error.why, error.article, marks) from None
    except PlyError as error:
        raise Refusal("malformed", error.why) from None
    canonical = room.game.notation.format_move(chosen)
    return _acted(room, Entry(0, "moved", by, move=canonical, effects=_texts(after)), (event, after))


def _acted(room: Room, entry: Entry, played: Played) -> Decision:
    """An act, the offers that lapse by it, and the end if it is one."""
    entries = [entry]
    if room.kind.online and not room.lanes:
        entries += room.offers.lapsing(entry.by)
    result = room.game.result(played[1].state)
    if result is not None and room.lanes and result.final:
        entries.append(Entry(0, "over", result=Outcome(entry.by, result.kind, result.points)))
    elif result is not None and not room.lanes:
        entries.append(Entry(0, "over", result=Outcome(result.winner, result.kind, result.points)))
    return Decision(entries, played)


def _texts(after: After[Any]) -> list[str]:
    return [effect.text for effect in after.effects]

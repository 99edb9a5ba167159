"""What is said of a room: its own events, whose turn it is, how it ended. A game's events are said by its board."""

from __future__ import annotations

from typing import Any, NamedTuple

from plyyard.core.game import CHANCE, After, Event
from plyyard.core.record import Outcome
from plyyard.core.sayings import ending, event_words, side_name
from plyyard.core.words import Words
from plyyard.rooms.room import Room


def event_text(room: Room, seq: int) -> str:
    """An event as notation for the move list; empty for a room's own."""
    entry = room.entries[seq - 1]
    return entry.move or "" if entry.kind == "moved" else ""


class Seen(NamedTuple):
    """What a viewer saw of an event: the game's event (None: it is the room's own), and its board before and after."""

    event: Event | None
    before: Any
    after: Any


def seen(room: Room, seq: int, viewer: str | None) -> Seen:
    """What a viewer sees of an event now."""
    states = room.course(room.entries[seq - 1].by).states
    event = room.event(seq, viewer)
    return Seen(event, room.seen(states[seq - 1], viewer), room.seen(states[seq], viewer))


def announce(room: Room, seq: int, viewer: str | None, seen: Seen, words: Words, brief: bool = False) -> str:
    """An event in words, as a viewer may hear it."""
    entry = room.entries[seq - 1]
    if seen.event is not None:
        after = After(seen.after, room.course(entry.by).effects[seq])
        said = room.game.board.announce(seen.before, seen.event, after, words, brief)
        if room.lanes and entry.by != viewer:
            return words("{side}: {event}", side=side_name(room.game, entry.by, words), event=said)
        return said
    if entry.kind == "over":
        return outcome_text(room, entry.result, words)
    return event_words(room.game, entry, words)


def status(room: Room, words: Words, viewer: str | None = None, watching: bool = False) -> str:
    """What is awaited now, in a sentence."""
    if room.over:
        return outcome_text(room, room.result, words)
    if not room.begun:
        return (
            words("Waiting for the others to take their seats.")
            if room.free
            else words("The dice are being agreed.")
        )
    if viewer in room.finished:
        return words("You have given up; the others play on.")
    turn = room.turn_for(viewer)
    if room.lanes and turn is None:
        return words("The race is on.")
    side = side_name(room.game, turn, words)
    seat = room.seats.get(turn or "")
    if seat is not None and seat.level:
        return words("{side} (computer) is thinking.", side=side)
    if room.actor(viewer, room.head) is CHANCE:
        return words("{side}: {action}.", side=side, action=room.game.roll_label)
    if len(room.game.sides) == 1 and not watching:
        return words("Your move.")
    return words("{side} to move.", side=side)


def outcome_text(room: Room, outcome: Outcome | None, words: Words) -> str:
    """How it ended, with the reason."""
    if outcome is None:
        return words("This game was left without a result.")
    return ending(room.game, outcome.winner, outcome.kind, words)

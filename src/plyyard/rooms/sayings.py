"""What is said of a room: its own events, whose turn it is, how it ended. A game's events are said by its board."""

from __future__ import annotations

from plyyard.core.game import CHANCE, After, Event
from plyyard.core.record import Outcome
from plyyard.core.sayings import ending, event_words, side_name
from plyyard.core.words import Words
from plyyard.rooms.room import Room


def event_text(room: Room, seq: int) -> str:
    """An event as notation for the move list; empty for a room's own."""
    entry = room.entries[seq - 1]
    return entry.move or "" if entry.kind == "moved" else ""


def announce(room: Room, seq: int, viewer: str | None, words: Words, brief: bool = False) -> str:
    """An event in words, as a viewer may hear it."""
    event: Event | None = room.event(seq, viewer)
    entry = room.entries[seq - 1]
    if event is not None:
        after = After(room.view(viewer, seq), room.effects[seq])
        return room.game.board.announce(room.view(viewer, seq - 1), event, after, words, brief)
    if entry.kind == "over":
        return outcome_text(room, entry.result, words)
    return event_words(room.game, entry.kind, entry.by, words)


def status(room: Room, words: Words, watching: bool = False) -> str:
    """What is awaited now, in a sentence."""
    if room.over:
        return outcome_text(room, room.result, words)
    turn = room.turn
    side = side_name(room.game, turn, words)
    seat = room.founding.seats.get(turn or "")
    if seat is not None and seat.guest is None:
        return words("{side} (computer) is thinking.", side=side)
    if room.game.actor(room.state) is CHANCE:
        return words("{side}: {action}.", side=side, action=room.game.roll_label)
    if len(room.game.sides) == 1 and not watching:
        return words("Your move.")
    return words("{side} to move.", side=side)


def outcome_text(room: Room, outcome: Outcome | None, words: Words) -> str:
    """How it ended, with the reason."""
    if outcome is None:
        return words("This game was left without a result.")
    return ending(room.game, outcome.winner, outcome.kind, words)

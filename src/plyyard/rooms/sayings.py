"""What is said of a room: its own events, whose turn it is, how it ended. A game's events are said by its board."""

from __future__ import annotations

from plyyard.core.game import CHANCE, After, Event
from plyyard.core.record import Outcome
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
    side = side_name(room, entry.by, words)
    match entry.kind:
        case "started":
            return words("The game begins.")
        case "taken back":
            return words("Taken back.")
        case "resigned":
            return words("{side} resigns.", side=side)
        case "agreed draw":
            return words("A draw is agreed.")
        case "abandoned":
            return words("This game was left for a new one.")
        case "again":
            return words("A new game begins.")
        case "over":
            return outcome_text(room, entry.result, words)
    return entry.kind


def status(room: Room, words: Words) -> str:
    """What is awaited now, in a sentence."""
    if room.over:
        return outcome_text(room, room.result, words)
    turn = room.turn
    side = side_name(room, turn, words)
    seat = room.founding.seats.get(turn or "")
    if seat is not None and seat.guest is None:
        return words("{side} (computer) is thinking.", side=side)
    if room.game.actor(room.state) is CHANCE:
        return words("{side}: {action}.", side=side, action=room.game.roll_label)
    if len(room.game.sides) == 1:
        return words("Your move.")
    return words("{side} to move.", side=side)


def outcome_text(room: Room, outcome: Outcome | None, words: Words) -> str:
    """How it ended, with the reason."""
    if outcome is None:
        return words("This game was left without a result.")
    if len(room.game.sides) == 1:
        return _alone(outcome, words)
    winner = side_name(room, outcome.winner, words)
    match outcome.kind:
        case "finished":
            return words("{side} wins.", side=winner)
        case "gammon":
            return words("{side} wins a gammon: two points.", side=winner)
        case "backgammon":
            return words("{side} wins a backgammon: three points.", side=winner)
        case "blocked" if outcome.winner is None:
            return words("The game is blocked with equal pips: a draw.")
        case "blocked":
            return words("The game is blocked; {side} wins with fewer pips.", side=winner)
        case "resigned":
            return words("{side} wins: the other side resigned.", side=winner)
        case "agreed draw":
            return words("A draw by agreement.")
    return words("{side} wins.", side=winner)


def _alone(outcome: Outcome, words: Words) -> str:
    match outcome.kind:
        case "won":
            return words("Won.")
        case "stuck":
            return words("Lost: nothing more can be moved, dealt or removed.")
    return words("Given up.")


def side_name(room: Room, side: str | None, words: Words) -> str:
    """A side's name; empty for none."""
    return "" if side is None else words.say(room.game.side_names[side])

"""What is said of the events that are no game's own, and of how a game ended: for rooms and the terminal alike."""

from __future__ import annotations

from plyyard.core.game import Side
from plyyard.core.registry import AnyGame
from plyyard.core.words import Words


def side_name(game: AnyGame, side: Side | None, words: Words) -> str:
    """A side's name; empty for none."""
    return "" if side is None else words.say(game.side_names[side])


def event_words(game: AnyGame, kind: str, by: Side | None, words: Words) -> str:
    """A room's own event."""
    match kind:
        case "started":
            return words("The game begins.")
        case "taken back":
            return words("Taken back.")
        case "resigned":
            return words("{side} resigns.", side=side_name(game, by, words))
        case "agreed draw":
            return words("A draw is agreed.")
        case "abandoned":
            return words("This game was left for a new one.")
        case "again":
            return words("A new game begins.")
    return kind


def ending(game: AnyGame, winner: Side | None, kind: str, words: Words) -> str:
    """How it ended, with the reason, whole: the game's own sentence (``Game.endings``), else one for all games."""
    own = game.endings.get(kind if winner else f"{kind} draw")
    side = side_name(game, winner, words)
    if own is not None:
        return words(own.message, side=side)
    if len(game.sides) == 1:
        return words("Given up.")
    match kind:
        case "resigned":
            return words("{side} wins: the other side resigned.", side=side)
        case "timeout":
            return words("{side} wins: the other side ran out of time.", side=side)
        case "claimed":
            return words("{side} wins: the other side stayed away.", side=side)
        case "agreed draw":
            return words("A draw by agreement.")
    return words("{side} wins.", side=side) if winner else words("A draw.")

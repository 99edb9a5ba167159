"""What is said of the events that are no game's own, and of how a game ended: for rooms and the terminal alike."""

from __future__ import annotations

from plyyard.core.errors import Say
from plyyard.core.game import Side
from plyyard.core.record import Entry
from plyyard.core.registry import AnyGame
from plyyard.core.words import Words


def side_name(game: AnyGame, side: Side | None, words: Words) -> str:
    """A side's name, or which runner of a race it is; empty for none."""
    if side is None:
        return ""
    known = game.side_names.get(side)
    return words("Player {n}", n=side) if known is None else words.say(known)


GREETINGS = (
    Say("Hello!"),
    Say("Good luck!"),
    Say("Well played!"),
    Say("That was lucky."),
    Say("Oh no!"),
    Say("One moment, please."),
    Say("Thank you for the game!"),
    Say("Goodbye!"),
)
"""What can be said to the other side: fixed, so that each reads it in the own language."""


def event_words(game: AnyGame, entry: Entry, words: Words) -> str:
    """A room's own event."""
    side = side_name(game, entry.by, words)
    match entry.kind, entry.what:
        case "started", _:
            return words("The game begins.") if entry.hash is None else words("The room is open.")
        case "joined", _:
            name = entry.name or words("A guest")
            return words("{name} takes a seat: {side}.", name=name, side=side)
        case "committed", "server":
            return words("{side}: the server makes the number for the dice.", side=side)
        case "committed", _:
            return words("{side} has chosen a number for the dice.", side=side)
        case "opened", _:
            return words("{side} opens the number for the dice.", side=side)
        case "began", _:
            return words("The game begins.")
        case "offered", "draw":
            return words("{side} offers a draw.", side=side)
        case "offered", "back":
            return words("{side} asks to take back.", side=side)
        case "offered", _:
            return words("{side} would like to play again.", side=side)
        case "declined", "draw":
            return words("{side} declines the draw.", side=side)
        case "declined", _:
            return words("{side} declines to take back.", side=side)
        case "lapsed", "draw":
            return words("The draw offer has lapsed.")
        case "lapsed", _:
            return words("The wish to take back has lapsed.")
        case "taken back", _:
            return words("Taken back.")
        case "resigned", _:
            return (
                words("{side} gives up.", side=side)
                if len(game.sides) == 1
                else words("{side} resigns.", side=side)
            )
        case "agreed draw", _:
            return words("A draw is agreed.")
        case "timeout", _:
            return words("{side} is out of time.", side=side)
        case "claimed", _:
            return words("{side} claims the win.", side=side)
        case "called off", _:
            return words("{side} calls it a draw.", side=side)
        case "waits", _:
            return words("{side} waits.", side=side)
        case "greeted", _:
            known = GREETINGS[(entry.n or 1) - 1] if 0 < (entry.n or 1) <= len(GREETINGS) else GREETINGS[0]
            return words("{side}: {greeting}", side=side, greeting=known)
        case "sent out", _:
            return words("A watcher was sent out.")
        case "credited", _:
            return words("The clocks were stopped while the server was away.")
        case "revealed", _:
            return words("The secret of the dice is open: they can be verified.")
        case "abandoned", _:
            return words("This game was left without a result.")
        case "again", _:
            return words("A new game begins.")
    return entry.kind


def ending(game: AnyGame, winner: Side | None, kind: str, words: Words) -> str:
    """How it ended, with the reason, whole: the game's own sentence (``Game.endings``), else one for all games."""
    own = game.endings.get(kind if winner else f"{kind} draw")
    side = side_name(game, winner, words)
    if kind == "points":  # of a race in which nobody got to the end
        return (
            words("{side} has the most points and wins.", side=side)
            if winner
            else words("Equal points: a draw.")
        )
    if winner is not None and winner not in game.side_names:
        return words("{side} has finished first and wins.", side=side)
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
        case "called off":
            return words("A draw: the other side stayed away.")
    return words("{side} wins.", side=side) if winner else words("A draw.")

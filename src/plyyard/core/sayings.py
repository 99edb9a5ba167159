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


_EVENTS = {
    ("started", ""): Say("The game begins."),
    ("started", "dice"): Say("The room is open."),
    ("joined", ""): Say("{name} takes a seat: {side}."),
    ("committed", "server"): Say("{side}: the server makes the number for the dice."),
    ("committed", ""): Say("{side} has chosen a number for the dice."),
    ("opened", ""): Say("{side} opens the number for the dice."),
    ("began", ""): Say("The game begins."),
    ("offered", "draw"): Say("{side} offers a draw."),
    ("offered", "back"): Say("{side} asks to take back."),
    ("offered", "again"): Say("{side} would like to play again."),
    ("declined", "draw"): Say("{side} declines the draw."),
    ("declined", "back"): Say("{side} declines to take back."),
    ("lapsed", "draw"): Say("The draw offer has lapsed."),
    ("lapsed", "back"): Say("The wish to take back has lapsed."),
    ("taken back", ""): Say("Taken back."),
    ("taken back", "jump"): Say("The game stands again as after event {to}."),
    ("bookmarked", ""): Say("Bookmark set: {name}."),
    ("bookmarked", "renamed"): Say("The bookmark is now called {name}."),
    ("bookmark removed", ""): Say("Bookmark removed: {name}."),
    ("resigned", ""): Say("{side} resigns."),
    ("resigned", "race"): Say("{side} gives up."),
    ("resigned", "alone"): Say("The game is given up."),
    ("agreed draw", ""): Say("A draw is agreed."),
    ("timeout", ""): Say("{side} is out of time."),
    ("claimed", ""): Say("{side} claims the win."),
    ("called off", ""): Say("{side} calls it a draw."),
    ("waits", ""): Say("{side} waits."),
    ("greeted", ""): Say("{side}: {greeting}"),
    ("sent out", ""): Say("A watcher was sent out."),
    ("credited", ""): Say("The clocks were stopped while the server was away."),
    ("revealed", ""): Say("The secret of the dice is open: they can be verified."),
    ("abandoned", ""): Say("This game was left without a result."),
    ("again", ""): Say("A new game begins."),
}
"""By kind of event and what it is about."""


def event_words(game: AnyGame, entry: Entry, words: Words) -> str:
    """A room's own event; of a kind that is not known, its name."""
    about = entry.what or ""
    if entry.kind == "started" and entry.hash is not None:
        about = "dice"
    elif entry.kind == "resigned" and len(game.sides) == 1:
        about = "alone" if entry.by in game.side_names else "race"
    say = _EVENTS.get((entry.kind, about))
    if say is None:
        return entry.kind
    n = entry.n or 0
    return words(
        say.message,
        side=side_name(game, entry.by, words),
        name=entry.name or words("A guest"),
        to=entry.to or 0,
        greeting=GREETINGS[n - 1] if 0 < n <= len(GREETINGS) else "",
    )


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

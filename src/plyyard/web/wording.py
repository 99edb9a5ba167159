"""The words that scripts need, and the explanations on the pages of keys and settings."""

from __future__ import annotations

from plyyard.core.words import Words
from plyyard.rooms.protocol import ClockOrder


def for_scripts(words: Words) -> dict[str, str]:
    """By short names; ``{n}`` and the like stay for the script to fill in."""
    return {
        "offline": words(
            "No connection. You can read on; what you do is kept and sent as soon as it is back."
        ),
        "online": words("The connection is back."),
        "logged_out": words("You are not logged in here any more. Load the page again."),
        "gone": words("This game is not kept here any more."),
        "taken_over": words("This game goes on in another tab or window of yours."),
        "failed": words("That did not arrive. Please try again."),
        "back_step": words("Take step back"),
        "so_far": words("So far: {steps}", steps="{steps}"),
        "not_there": words("That is not possible there."),
        "not_from": words("{place}: nothing can move from here now.", place="{place}"),
        "why": words("Why not?"),
        "legal": words("This move is legal."),
        "against": words("{why} There: {places}.", why="{why}", places="{places}"),
        "article": words("Article {article}", article="{article}"),
        "no_last": words("Nothing has been played yet."),
        "no_undo": words("Nothing can be taken back now."),
        "no_redo": words("There is nothing to play again."),
        "no_roll": words("There is nothing to roll now."),
        "event_of": words("Event {n} of {all}", n="{n}", all="{all}"),
        "start_of": words("Start position"),
        "looking": words("You are looking at event {n} of {all}.", n="{n}", all="{all}"),
        "chosen": words("{piece} chosen. Targets: {targets}.", piece="{piece}", targets="{targets}"),
        "chosen_in": words(
            "{piece} chosen, {place}. Targets: {targets}.",
            piece="{piece}",
            place="{place}",
            targets="{targets}",
        ),
        "chosen_many": words(
            "{n} chosen: {piece} to {last}, {place}. Targets: {targets}.",
            n="{n}",
            piece="{piece}",
            last="{last}",
            place="{place}",
            targets="{targets}",
        ),
        "let_go": words("Choice cancelled."),
        "copied": words("Address copied."),
        "play": words("Play the game through"),
        "pause": words("Pause"),
        "playing": words("The game is played through."),
        "searching": words(
            "Looking for it, for a few seconds; longer the first time after a new version is installed …"
        ),
        "other_places": words("Other"),
        "days_hours": words("{days} d {hours} h", days="{days}", hours="{hours}"),
        "sent_out": words("You were sent out of this room, or only the players may see it."),
        "open_games": words("Waiting for someone: {n}.", n="{n}"),
    }


def house_keys(words: Words) -> list[tuple[str, str]]:
    """Keys that hold in every game: (key, what it does)."""
    return [
        ("R", words("Roll the dice, draw a tile, or deal")),
        ("0 … 9", words("Choose in the column of this number, or go there; again: one card less")),
        ("⏎", words("What is chosen to its best place")),
        ("U", words("Take back")),
        ("Y", words("Play again what was taken back")),
        ("H", words("A hint, where the game gives any")),
        ("L", words("Say the last move")),
        ("W", words("Say whose turn it is")),
        ("P", words("Open the position in words")),
        ("M", words("To the field for typed moves")),
        ("Esc", words("Put a chosen piece back; take back a step of a move")),
        (
            "← →",
            words(
                "In the replay: one event back or on; on a board with numbered columns: to the next one that can move"
            ),
        ),
        ("↑ ↓", words("Within the actions: to the one before or after; with cards chosen: one more or less")),
        ("?", words("This page of keys")),
    ]


def key_of(letter: str) -> str:
    """How a game's letter is pressed: with Shift where every game has it for something else.

    >>> key_of("w"), key_of("k")
    ('⇧ W', 'K')
    """
    return f"⇧ {letter.upper()}" if letter.upper() in _HOUSE else letter.upper()


_HOUSE = {key for key, _ in house_keys(Words("en", {}))}


def switches(words: Words) -> list[tuple[str, str, str]]:
    """Settings that are on or off: (name, label, explanation)."""
    return [
        (
            "roll",
            words("Roll and draw by itself"),
            words("Dice are rolled and tiles drawn as soon as it is your turn."),
        ),
        (
            "forced",
            words("Play forced moves by themselves"),
            words("With a single legal move it is played for you."),
        ),
        (
            "quick",
            words("One click plays the best place"),
            words(
                "A click on cards or a piece moves them to their best place; a middle click or a long press only chooses."
            ),
        ),
        ("motion", words("Animation"), words("Pieces are seen to travel.")),
        (
            "marks",
            words("Colour-blind safe marks"),
            words("What can move wears a ring, targets are large rings: signs instead of colours."),
        ),
        ("sound", words("Sound"), words("Short quiet sounds for rolls and moves.")),
        (
            "notify",
            words("Notice on the desktop"),
            words("The browser tells you when it is your turn and you look at something else."),
        ),
        (
            "brief",
            words("Short announcements"),
            words("The screen reader hears only the essential of each event."),
        ),
        (
            "timer",
            words("Time"),
            words(
                "How long you have played stands beside the board; a pause counts as five minutes at most."
            ),
        ),
    ]


def speeds(words: Words) -> list[tuple[float, str]]:
    """How fast a game is played through: events a second (0: as they came), and what that is called."""
    return [
        *[(speed, words("{n}×", n=words.number(speed, int(speed < 1)))) for speed in (0.5, 1, 2, 5, 10)],
        (0, words("as played, pauses 10 s at most")),
    ]


def themes(words: Words) -> list[tuple[str, str]]:
    return [
        ("system", words("As the device")),
        ("light", words("Light")),
        ("dark", words("Dark")),
        ("contrast", words("High contrast")),
    ]


DAY, MINUTE = 86_400, 60  # seconds


def clock_text(words: Words, kind: str, clock: ClockOrder | None) -> str:
    """How much time there is."""
    if clock is None:
        return words("up to 30 days a move") if kind == "correspondence" else words("no clock")
    if clock.per_move is None:
        minutes = words.number((clock.initial or 0) / MINUTE, 0 if (clock.initial or 0) % MINUTE == 0 else 1)
        if clock.increment:
            return words("{minutes} min + {seconds} s a move", minutes=minutes, seconds=clock.increment)
        return words("{minutes} min each", minutes=minutes)
    if clock.per_move % DAY == 0:
        return words.plural("{n} day a move", "{n} days a move", clock.per_move // DAY)
    if clock.per_move % MINUTE == 0:
        return words.plural("{n} minute a move", "{n} minutes a move", clock.per_move // MINUTE)
    return words("{seconds} seconds a move", seconds=clock.per_move)


def time_text(words: Words, seconds: int) -> str:
    """A length of time as the scripts write it: 1:05, 2:00:00, or days and hours."""
    days, hours, minutes = seconds // DAY, seconds // 3600 % 24, seconds // MINUTE % 60
    if days:
        return words("{days} d {hours} h", days=days, hours=hours)
    return f"{hours}:{minutes:02}:{seconds % MINUTE:02}" if hours else f"{minutes}:{seconds % MINUTE:02}"


def for_online(words: Words) -> dict[str, str]:
    """Further words for the scripts of a room with others."""
    time = "{time}"
    name = "{name}"
    return {
        "guest": words("A guest"),
        "name_you": words("{name} (you)", name=name),
        "open": words("free"),
        "here": words("here"),
        "left": words("left the page"),
        "lost": words("not connected"),
        "left_since": words("left the page {time} ago", time=time),
        "lost_since": words("not connected for {time}", time=time),
        "now_here": words("{name} is here.", name=name),
        "now_left": words("{name} has left the page.", name=name),
        "now_lost": words("The connection to {name} is lost.", name=name),
        "away": words("{name} is away. In {time} the other side may end the game.", name=name, time=time),
        "can_claim": words("The other side has stayed away. You may end the game now, or wait."),
        "one_watches": words("One watches."),
        "many_watch": words("{n} watch.", n="{n}"),
        "send_out": words("Send out"),
        "draw_own": words("You have offered a draw. It holds until the other side moves."),
        "draw_their": words("A draw is offered."),
        "back_own": words("You have asked to take back. It holds until the next move."),
        "back_their": words("One side asks to take back."),
        "again_own": words("You would like a rematch. It begins as soon as all want it."),
        "again_their": words("The other side would like a rematch."),
        "finished": words("finished"),
        "your_turn": words("Your turn"),
        "seconds_left": words("{n} seconds left.", n="{n}"),
        "seed_own": words("made in the player's browser"),
        "seed_server": words("made by the server"),
    }

"""The words that scripts need, and the explanations on the pages of keys and settings."""

from __future__ import annotations

from plyyard.core.words import Words


def for_scripts(words: Words) -> dict[str, str]:
    """By short names; ``{n}`` and the like stay for the script to fill in."""
    return {
        "offline": words("No connection. Your move is kept and sent as soon as the connection is back."),
        "online": words("The connection is back."),
        "taken_over": words("This game went on in another tab. Reload the page to play here."),
        "failed": words("That did not arrive. Please try again."),
        "back_step": words("Take step back"),
        "so_far": words("So far: {steps}", steps="{steps}"),
        "not_there": words("That is not possible there."),
        "why": words("Why not?"),
        "legal": words("This move is legal."),
        "article": words("Article {article}", article="{article}"),
        "no_last": words("Nothing has been played yet."),
        "no_undo": words("Nothing can be taken back now."),
        "no_roll": words("There is nothing to roll now."),
        "event_of": words("Event {n} of {all}", n="{n}", all="{all}"),
        "start_of": words("Start position"),
        "looking": words("You are looking at event {n} of {all}.", n="{n}", all="{all}"),
        "chosen": words("{piece} chosen. {n} targets are marked.", piece="{piece}", n="{n}"),
        "let_go": words("Choice cancelled."),
        "copied": words("Address copied."),
        "other_places": words("Other"),
    }


def house_keys(words: Words) -> list[tuple[str, str]]:
    """Keys that hold in every game: (key, what it does)."""
    return [
        ("R", words("Roll the dice, or draw a tile")),
        ("U", words("Take back")),
        ("Y", words("Play again what was taken back")),
        ("L", words("Say the last move")),
        ("W", words("Say whose turn it is")),
        ("P", words("Open the position in words")),
        ("M", words("To the field for typed moves")),
        ("Esc", words("Put a chosen piece back; take back a step of a move")),
        ("← →", words("In the replay: one event back or on")),
        ("↑ ↓", words("Within the actions: to the one before or after")),
        ("?", words("This page of keys")),
    ]


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
        ("motion", words("Animation"), words("Pieces are seen to travel.")),
        (
            "marks",
            words("Colour-blind safe marks"),
            words("What can move wears a ring, targets are large rings: signs instead of colours."),
        ),
        ("sound", words("Sound"), words("Short quiet sounds for rolls and moves.")),
        (
            "brief",
            words("Short announcements"),
            words("The screen reader hears only the essential of each event."),
        ),
    ]


def themes(words: Words) -> list[tuple[str, str]]:
    return [
        ("system", words("As the device")),
        ("light", words("Light")),
        ("dark", words("Dark")),
        ("contrast", words("High contrast")),
    ]

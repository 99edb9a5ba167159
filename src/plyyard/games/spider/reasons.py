"""Why a move is not legal, in words and with its article, by the numbers in rules.py."""

from __future__ import annotations

from plyyard.core.errors import Say

REASONS: tuple[tuple[Say, str], ...] = (
    (Say("It is legal."), "2.1"),
    (Say("The cards lie on this column already: choose another one."), "2.1"),
    (Say("Choose at least one card."), "2.2"),
    (Say("There are not so many cards on this column."), "2.2"),
    (Say("Face-down cards cannot be moved: take the cards on top of them."), "2.5"),
    (Say("Only cards of one suit, each one rank lower, move together: take fewer cards."), "2.2"),
    (Say("Nothing can be put on an ace."), "2.1"),
    (Say("A card goes on a card of the next higher rank, of any suit, or on an empty column."), "2.1"),
    (Say("A king goes on an empty column only."), "2.3"),
    (Say("The stock is empty: there is nothing left to deal."), "3.1"),
    (Say("Before dealing, every column must hold a card: fill the empty ones first."), "3.2"),
    (
        Say(
            "With an empty column you can deal only if every other column is, from its first card on, "
            "one face-up sequence of one suit going down by one rank."
        ),
        "3.3",
    ),
    (
        Say(
            "With an empty column you can deal only if every other column is, from its first card on, "
            "one face-up sequence going down by one rank."
        ),
        "3.4",
    ),
    (Say("Complete runs are removed by themselves in this game."), "4.2"),
    (Say("In this game complete runs are kept: nothing is removed."), "4.2"),
    (Say("There is no complete run, king to ace of one suit and face up, on top of this column."), "4.1"),
)
OVER = Say("The game is over: no more moves."), "5.1"
NOT_YOURS = Say("Spider has one side, the player."), "1.1"
NO_CHANCE = Say("Nothing is left to chance in Spider: the pack lies fixed from the start."), "1.3"
NO_COLUMN = Say("There are columns 1 to 10 only."), "1.2"

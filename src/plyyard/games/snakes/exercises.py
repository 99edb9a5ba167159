"""The exercises of Snakes and Ladders, in the order in which they are learned. How each is made stands in ``school/``."""

from __future__ import annotations

from plyyard.core.errors import Say
from plyyard.core.exercise import Generator
from plyyard.games.snakes.school import ahead, odds, replay, rolls, squares

EXERCISES: tuple[Generator, ...] = (
    Generator(
        "find-square",
        Say("Find the square"),
        "understand",
        Say(
            "You can show with a finger how the path gets to the square, turning at every end of a row on the way."
        ),
        squares.find_square,
    ),
    Generator(
        "name-square",
        Say("Name the square"),
        "understand",
        Say("You say first in which direction the row runs, and only then the number."),
        squares.name_square,
    ),
    Generator(
        "acts",
        Say("Does this square act?"),
        "understand",
        Say("You name the one square where the roll ends, and look at no other."),
        rolls.acts,
    ),
    Generator(
        "landing",
        Say("Where do I land?"),
        "understand",
        Say("After each roll you can name the square, jump included, before you go on."),
        rolls.landing,
    ),
    Generator(
        "reach",
        Say("Everything in reach"),
        "compare",
        Say(
            "All six numbers have been carried to their end, and numbers that end on the same square are named once."
        ),
        rolls.reach,
    ),
    Generator(
        "one-roll",
        Say("The chance of one roll"),
        "compare",
        Say("You name the numbers of the die that do it; the chance is their count divided by six."),
        odds.one_roll,
    ),
    Generator(
        "finish",
        Say("The chance of coming home"),
        "compare",
        Say("The branches of your tree add up to 1: home by then, and not home by then."),
        odds.finish,
    ),
    Generator(
        "better-square",
        Say("Which square is nearer home?"),
        "compare",
        Say(
            "You name for both squares what the next rolls can bring, and not only the number on the square."
        ),
        ahead.better_square,
    ),
    Generator(
        "who-is-ahead",
        Say("Who is ahead?"),
        "compare",
        Say("You say who rolls, what threatens each piece and what it may hope for, and call luck luck."),
        ahead.who_is_ahead,
    ),
    Generator(
        "replay",
        Say("Replay the rolls"),
        "replay",
        Say("Both columns of your record can be read aloud: roll, square, jump, next side."),
        replay.replay,
    ),
    Generator(
        "check-record",
        Say("Find the wrong line"),
        "replay",
        Say("You can say of the wrong line what should stand there, and by which article."),
        replay.check_record,
    ),
)

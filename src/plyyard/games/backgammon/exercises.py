"""The exercises of backgammon in the order in which they are learned; school/ makes them."""

from __future__ import annotations

from plyyard.core.errors import Say
from plyyard.core.exercise import Generator
from plyyard.games.backgammon.school import bearing_off, counting, finding, legality, rolls, understanding

EXERCISES = (
    Generator(
        "setup",
        Say("The starting position"),
        "understand",
        Say("Count fifteen checkers for each side."),
        understanding.setup,
    ),
    Generator(
        "stops",
        Say("Two steps, not one jump"),
        "understand",
        Say("You can name the point where the checker touches down, and nobody closes it."),
        understanding.stops,
    ),
    Generator(
        "legal",
        Say("Is this play legal?"),
        "understand",
        Say("You can name the article that forbids it."),
        legality.legal,
    ),
    Generator(
        "bear-off",
        Say("What may be borne off?"),
        "understand",
        Say("A high number gives no free choice: you can say what stands farther back."),
        bearing_off.bearing_off,
    ),
    Generator(
        "pips",
        Say("Counting pips"),
        "understand",
        Say("Counted twice, from both ends, the sum is the same."),
        counting.pip_count,
    ),
    Generator(
        "number",
        Say("Which number must be used?"),
        "compare",
        Say("You have tried both orders before you leave a number out."),
        rolls.number,
    ),
    Generator(
        "plays",
        Say("How many plays are there?"),
        "compare",
        Say("No two plays in your list lead to the same position."),
        rolls.plays,
    ),
    Generator(
        "enter",
        Say("The chance to enter"),
        "compare",
        Say("Rolls that do it and rolls that do not add up to 36."),
        counting.enter,
    ),
    Generator(
        "shots",
        Say("Shots of 36"),
        "compare",
        Say("You can list the rolls that hit; different numbers count twice."),
        counting.shots,
    ),
    Generator(
        "find",
        Say("Find a play that …"),
        "compare",
        Say("You have looked at every checker before you choose."),
        finding.find,
    ),
    Generator(
        "enter-play",
        Say("In from the bar"),
        "replay",
        Say("The bar came first, and the whole roll was used."),
        finding.enter_play,
    ),
    Generator(
        "take-off",
        Say("Bearing off at the board"),
        "replay",
        Say("Every number was tried on its own point before another checker was touched."),
        finding.take_off,
    ),
    Generator(
        "blots",
        Say("What stands alone afterwards?"),
        "replay",
        Say("Replayed on the board, every point that you named holds one checker."),
        bearing_off.blots,
    ),
)

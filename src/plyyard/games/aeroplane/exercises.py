"""The exercises of the Aeroplane Game, in the order in which they are learned."""

from __future__ import annotations

from plyyard.core.errors import Say
from plyyard.core.exercise import Generator
from plyyard.games.aeroplane.school import arriving, hunting, moving, protocol, rolling, weighing

ALONE = Say("A six to start and a six to fly on are kept apart, and the exact number home is worked out.")
NAMED = Say("The numbers that would hit are named, not guessed.")
BOTH = Say("Gain, and danger until the next own roll, are both named, and luck is not called a plan.")

EXERCISES = (
    Generator("landing", Say("Where does the plane end?"), "understand", ALONE, moving.landing),
    Generator("movers", Say("Which planes may move?"), "understand", ALONE, moving.movers),
    Generator("again", Say("Another roll or not?"), "understand", ALONE, rolling.again),
    Generator("home", Say("The exact number home"), "understand", ALONE, arriving.home),
    Generator("safe", Say("Will it be safe?"), "understand", NAMED, hunting.safe),
    Generator("hits", Say("Which rolls hit me?"), "compare", NAMED, hunting.hits),
    Generator("danger", Say("How great is the danger?"), "compare", NAMED, hunting.danger),
    Generator("weigh", Say("Gain and danger of each move"), "compare", BOTH, weighing.weigh),
    Generator(
        "protocol",
        Say("Replay and find the slip"),
        "replay",
        Say("Start, extra roll, arrival and third six are each replayed alone, line by line."),
        protocol.protocol,
    ),
)

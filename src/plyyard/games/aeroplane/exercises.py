"""The exercises of the Aeroplane Game, in the order in which they are learned."""

from __future__ import annotations

from plyyard.core.errors import Say
from plyyard.core.exercise import Generator
from plyyard.games.aeroplane.school import arriving, hunting, moving, protocol, rolling, weighing

EXERCISES = (
    Generator(
        "landing",
        Say("Where does the plane end?"),
        "understand",
        Say("The count begins with the next square and goes on, after 50, in the own home column."),
        moving.landing,
    ),
    Generator(
        "movers",
        Say("Which planes may move?"),
        "understand",
        Say("A six to start and a six to fly on are kept apart, and no plane flies past the goal."),
        moving.movers,
    ),
    Generator(
        "again",
        Say("Another roll or not?"),
        "understand",
        Say("Six, sending back, arrival and third six are each asked for by themselves."),
        rolling.again,
    ),
    Generator(
        "home",
        Say("The exact number home"),
        "understand",
        Say("The number home is worked out, not tried."),
        arriving.home,
    ),
    Generator(
        "safe",
        Say("Will it be safe?"),
        "understand",
        Say("The square on which a plane ends is named before it is called safe."),
        hunting.safe,
    ),
    Generator(
        "hits",
        Say("Which rolls hit me?"),
        "compare",
        Say("The numbers that would hit are named, not guessed."),
        hunting.hits,
    ),
    Generator(
        "danger",
        Say("How great is the danger?"),
        "compare",
        Say("Every extra roll is followed to its end, as far as the third six."),
        hunting.danger,
    ),
    Generator(
        "weigh",
        Say("Gain and danger of each move"),
        "compare",
        Say("Gain, and danger until the next own roll, are both named, and luck is not called a plan."),
        weighing.weigh,
    ),
    Generator(
        "protocol",
        Say("Replay and find the slip"),
        "replay",
        Say("Start, extra roll, arrival and third six are each replayed alone, line by line."),
        protocol.protocol,
    ),
)

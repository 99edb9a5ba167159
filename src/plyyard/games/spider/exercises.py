"""The exercises of Spider in the order in which they are learned; how they are made stands in ``school``."""

from __future__ import annotations

from plyyard.core.errors import Say
from plyyard.core.exercise import Generator
from plyyard.games.spider.school import dealing, legality, moves, points, search

EXERCISES = (
    Generator(
        "groups",
        Say("Which cards move together?"),
        "understand",
        Say("Suit and rank are checked card by card, from the top down."),
        legality.groups,
    ),
    Generator(
        "targets",
        Say("Where may these cards go?"),
        "understand",
        Say("Only the rank of the highest card in the group decides; no suit does."),
        legality.targets,
    ),
    Generator(
        "deal",
        Say("May you deal now?"),
        "understand",
        Say("For each of the three rules it is named what allows or forbids it."),
        dealing.may_deal,
    ),
    Generator(
        "obstacles",
        Say("Which columns forbid dealing?"),
        "understand",
        Say("Every column is looked at from its first card on."),
        dealing.obstacles,
    ),
    Generator(
        "join",
        Say("Make the longest run"),
        "compare",
        Say("The cards that can be lifted together are counted before and after."),
        moves.joining,
    ),
    Generator(
        "exchange",
        Say("High cards before low ones"),
        "compare",
        Say("No card that has to move on is covered by another suit."),
        moves.exchanging,
    ),
    Generator(
        "odds",
        Say("What will the next deal bring?"),
        "compare",
        Say("All unseen cards are counted, the face-down ones in the columns, too."),
        dealing.chances,
    ),
    Generator(
        "turn",
        Say("Turn a card up"),
        "replay",
        Say("After the last move no face-up card lies on the face-down one."),
        search.turning,
    ),
    Generator(
        "empty",
        Say("Empty a column"),
        "replay",
        Say("Played to the end, the moves leave a column without a card."),
        search.emptying,
    ),
    Generator(
        "score",
        Say("What is the score?"),
        "replay",
        Say("Turned cards, open columns, pairs, runs and bonus are added one by one."),
        points.score,
    ),
)

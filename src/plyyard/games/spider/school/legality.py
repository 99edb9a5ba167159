"""Exercises on what may be moved and where: the groups of a column, the columns for a group."""

from __future__ import annotations

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Picks
from plyyard.games.spider import position, reasons
from plyyard.games.spider.faults import faults
from plyyard.games.spider.school.tables import (
    card_say,
    column_say,
    described,
    group_say,
    lifted,
    lifts,
    pack,
    placed_say,
    put,
    slot,
    sprite,
    text,
    until,
    walked,
)
from plyyard.games.spider.state import COLUMNS, Move, State

KING = 12


def groups(below: Below, difficulty: int) -> Exercise:
    """Pick the cards that can be lifted with all that lies on them, in one, two or four columns."""
    wanted = (1, 2, 4)[difficulty - 1]
    return until(lambda: _groups(walked(below, (2, 4)[below(2)], 15 + below(30)), below, wanted))


def _groups(state: State, below: Below, wanted: int) -> Exercise | None:
    """Some run of the marked columns has more than one card, and some face-up card lies below a run."""
    tall = [c for c in range(COLUMNS) if len(state.columns[c]) - state.down[c] >= 3]
    if len(tall) < wanted:
        return None
    columns = sorted({tall.pop(below(len(tall))) for _ in range(wanted)})
    offered = {
        sprite(state, column, place): (column, place)
        for column in columns
        for place in range(state.down[column], len(state.columns[column]))
    }
    lane = position.lane(state)
    right = {one for one, (c, place) in offered.items() if lane.height[c] - place <= lifts(lane, c)}
    if len(right) == wanted or len(right) == len(offered):
        return None

    def wrong(given: frozenset[str]) -> Because | None:
        for one in sorted(given - right):
            column, place = offered[one]
            cards = state.columns[column]
            above = next(
                p
                for p in range(len(cards) - 1, 0, -1)
                if cards[p - 1] != cards[p] + 1 or cards[p] % 13 == KING
            )
            return _stays(cards[place], cards[above - 1], cards[above]), "2.2"
        for one in sorted(right - given):
            column, place = offered[one]
            return Say(
                "The {card} can be lifted, too: the upper part of a run moves alone.",
                card=card_say(state.columns[column][place]),
            ), "2.2"
        return None

    column = columns[0]
    return Exercise(
        Say(
            "Which cards of column {column} can be lifted together with all that lies on them? Pick "
            "every one.",
            column=column + 1,
        )
        if wanted == 1
        else Say(
            "Which cards of the marked columns can be lifted together with all that lies on them? Pick "
            "every one."
        ),
        Picks(tuple((one, placed_say(state, *at)) for one, at in offered.items()), frozenset(right)),
        Say(
            "Begin at the top card and go down: as long as the suit stays the same and the rank rises by "
            "exactly one, the group grows."
        ),
        Say(
            "From the top down to where the suit changes or the rank does not rise by one: all these "
            "cards can be lifted, {n} in this case. What lies below stays.",
            n=len(right),
        ),
        "2.2",
        f"{text(state)} {columns}",
        position=text(state),
        marks=tuple(slot(column) for column in columns),
        wrong=wrong,
        described=described(state, columns),
    )


def _stays(picked: int, lower: int, upper: int) -> Say:
    """Why a card cannot be lifted: where the run on it breaks."""
    cards = {"picked": card_say(picked), "lower": card_say(lower), "upper": card_say(upper)}
    if lower % 13 == upper % 13 + 1:
        return Say(
            "The {picked} stays: above, the {upper} lies on the {lower}. The ranks are in order, but the "
            "suits differ.",
            **cards,
        )
    return Say(
        "The {picked} stays: above, the {upper} lies on the {lower}, and that is not the next higher rank.",
        **cards,
    )


def targets(below: Below, difficulty: int) -> Exercise:
    """Pick the columns that take a marked group: a card; a run or its upper part; with empty columns, kings, aces."""
    return until(lambda: _targets(below, difficulty))


def _targets(below: Below, difficulty: int) -> Exercise | None:
    state = walked(below, (2, 4)[below(2)], 10 + below(30))
    lane = position.lane(state)
    sources = [column for column in range(COLUMNS) if lifts(lane, column) > (difficulty == 2)]
    if not sources:
        return None
    source = sources[below(len(sources))]
    if difficulty == 3:
        empty = (source + 1 + below(COLUMNS - 1)) % COLUMNS
        state = put(state, **{f"c{empty + 1}": ()})
        if below(2):
            king = 13 * (state.columns[source][-1] // 13) + KING
            run = [king - place for place in range(1 + below(4))]
            state = put(state, **{f"c{source + 1}": [*pack(below, state.suits)[: 1 + below(2)], *run]})
            if faults(state) or position.outcome(state):
                return None
    length = lifted(state, source)
    count = 1 if difficulty == 1 else 1 + below(length)
    others = [column for column in range(COLUMNS) if column != source]
    why = {column: position.why_not(state, Move(source, column, count)) for column in others}
    right = frozenset(slot(column) for column in others if not why[column])
    if len(right) < (0 if below(8) == 0 else 1 + below(2)):
        return None
    group = group_say(state, source, count)

    def wrong(given: frozenset[str]) -> Because | None:
        for column in others:
            if slot(column) in given and why[column]:
                return reasons.REASONS[why[column]]
        for column in others:
            if slot(column) in right - given:
                if not state.columns[column]:
                    return Say("The empty column takes any card and any run."), "2.3"
                return Say(
                    "The {card} takes it, too: it is one rank higher, and the suit does not matter.",
                    card=card_say(state.columns[column][-1]),
                ), "2.1"
        return None

    king = state.columns[source][-count] % 13 == KING
    return Exercise(
        Say(
            "To be moved from column {column}: {group}. Which columns take it? Pick all of them, or none "
            "if it cannot move.",
            group=group,
            column=source + 1,
        ),
        Picks(tuple((slot(column), column_say(state, column)) for column in others), right),
        Say(
            "Only the highest card of the group counts, and the rank on top of the other columns. Then "
            "look for empty columns."
        ),
        Say("With a king as its highest card a group goes to an empty column only.")
        if king
        else Say(
            "The highest card is the {card}: it goes on every top card that is one rank higher, of any "
            "suit, and to every empty column.",
            card=card_say(state.columns[source][-count]),
        ),
        "2.3" if king else "2.1",
        f"{text(state)} {source} {count}",
        position=text(state),
        marks=tuple(
            sprite(state, source, len(state.columns[source]) - above) for above in range(count, 0, -1)
        ),
        wrong=wrong,
    )

"""Exercises on dealing: which of the three rules allow it, which columns forbid it, what it may bring."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction

from plyyard.core.chance import Below, shuffled
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Choice, Exercise, Number, Picks
from plyyard.games.spider import odds, position
from plyyard.games.spider.school.tables import (
    Sequence_,
    card_say,
    column_say,
    described,
    fits_the_packs,
    in_order,
    laid,
    pack,
    rank_say,
    shuffled_columns,
    slot,
    text,
    until,
    walked,
)
from plyyard.games.spider.state import COLUMNS, DEAL, HIDDEN, RULES, State

CHOICES = (
    ("all", Say("Yes, under all three.")),
    ("relaxed", Say("Only under relaxed 1 and relaxed 2.")),
    ("relaxed2", Say("Only under relaxed 2.")),
    ("none", Say("Under none of them.")),
)
BECAUSE: dict[str, Because] = {
    "all": (
        Say(
            "No column is empty and the stock has cards: then dealing is always allowed, whatever lies there."
        ),
        "3.2",
    ),
    "relaxed": (
        Say(
            "A column is empty, so the strict game forbids it. All others are, from their first card on, "
            "each one sequence of one suit: both relaxed rules allow it."
        ),
        "3.3",
    ),
    "relaxed2": (
        Say(
            "A column is empty, so the strict game forbids it. The ranks of all others are in order, but "
            "not all of one suit: only relaxed 2 allows it."
        ),
        "3.4",
    ),
    "none": (
        Say(
            "A column is empty, and not every other one is in order from its first card on: a gap, an "
            "equal rank or a face-down card spoils it under both relaxed rules, too."
        ),
        "3.3",
    ),
    "stock": (Say("The stock is empty: under no rule is there anything left to deal."), "3.1"),
}


def may_deal(below: Below, difficulty: int) -> Exercise:
    """Under which of the three rules may be dealt; more and longer columns, later faults."""
    return until(lambda: _may_deal(below, difficulty))


def allowing(state: State) -> str:
    """Which rules allow dealing, as an id of ``CHOICES``."""
    allowed = [not position.why_not(replace(state, rule=rule), DEAL) for rule in RULES]
    return ("none", "relaxed2", "relaxed", "all")[sum(allowed)]


def _may_deal(below: Below, difficulty: int) -> Exercise | None:
    wanted = ("all", "relaxed", "relaxed2", "none")[below(4)]
    filled = COLUMNS if wanted == "all" else (4, 7, 9)[difficulty - 1] - below(2)
    if wanted == "all" and below(2):
        state = walked(below, 4, 5 + below(20), deals=99)
    else:
        mixed = wanted == "relaxed2" or (wanted in ("all", "none") and below(2) > 0)
        columns = _ordered(below, filled, 1 + 2 * difficulty, mixed)
        if wanted == "none" or (wanted == "all" and below(2)):
            columns[below(filled)] = _spoiled(below, 2 + difficulty)
        empty = wanted == "none" and below(5) == 0
        state = laid(shuffled_columns(columns, below), stock=0 if empty else 10 * (1 + below(4)))
        if not fits_the_packs(state.columns):
            return None
        if not empty and below(3) == 0 and wanted == "none":
            state = _turned_down(state, below)
    right = allowing(state)
    if right != wanted or position.outcome(state):
        return None
    reason, article = BECAUSE["none" if state.stock else "stock"] if right == "none" else BECAUSE[right]

    def wrong(given: str) -> Because | None:
        if not state.stock:
            return BECAUSE["stock"]
        if given == "all":
            return _spoiler(state, "strict")
        if right == "none":
            return _spoiler(state, "relaxed1" if given == "relaxed" else "relaxed2")
        return _spoiler(state, "relaxed1") if (right, given) == ("relaxed2", "relaxed") else None

    return Exercise(
        Say("May you deal here? Look at all three rules: strict, relaxed 1, relaxed 2."),
        Choice(CHOICES, right),
        Say(
            "First: is there a stock, and is any column empty? Only if one is do the relaxed rules look "
            "at the others, from their very first card on: ranks first, then suits."
        ),
        reason,
        article,
        text(state),
        position=text(state),
        wrong=wrong,
        described=described(state),
    )


def _ordered(below: Below, number: int, longest: int, mixed: bool) -> list[Sequence_]:
    """Columns in order; with ``mixed`` at least the first is of several suits."""
    columns = [
        in_order(below, 2 + below(longest), one_suit=not (mixed and (place == 0 or below(3) == 0)))
        for place in range(number)
    ]
    return [
        column[: 1 + below(2)] if len(column) == 2 and place else column
        for place, column in enumerate(columns)
    ]


def _spoiled(below: Below, length: int) -> Sequence_:
    """A column of one suit with a gap or an equal rank at one place."""
    cards = list(in_order(below, min(12, length + 1), one_suit=True))
    place = 1 + below(len(cards) - 1)
    if below(2) and len(cards) - 1 > 1 and place < len(cards) - 1:
        del cards[place]
    else:
        cards[place:] = [card + 1 for card in cards[place:]]  # the same card once more
    return tuple(cards)


def _turned_down(state: State, below: Below) -> State:
    """One column's first card lies face down."""
    tall = [column for column, cards in enumerate(state.columns) if len(cards) > 1]
    column = tall[below(len(tall))]
    down, columns = list(state.down), list(state.columns)
    down[column], columns[column] = 1, (HIDDEN, *columns[column][1:])
    return replace(state, down=tuple(down), columns=tuple(columns))


def in_the_way(state: State) -> frozenset[int]:
    """The columns because of which the position's rule refuses a deal; each one asked by itself."""
    if not position.why_not(state, DEAL):
        return frozenset()
    others: Sequence_ = (0,) if state.rule == "strict" else ()
    found = []
    for column in range(COLUMNS):
        alone = [state.columns[c] if c == column else others for c in range(COLUMNS)]
        down = [state.down[c] if c == column else 0 for c in range(COLUMNS)]
        if position.why_not(replace(state, columns=tuple(alone), down=tuple(down), physical=None), DEAL):
            found.append(column)
    return frozenset(found)


def obstacles(below: Below, difficulty: int) -> Exercise:
    """Pick the columns that forbid dealing: in the strict game, under relaxed 1, under relaxed 2."""
    return until(lambda: _obstacles(below, difficulty))


def _obstacles(below: Below, difficulty: int) -> Exercise | None:
    rule = RULES[difficulty - 1]
    if difficulty == 1:
        columns: list[Sequence_] = [cards[below(4) :] for cards in _heaps(below, 10 - below(4))]
    else:
        columns = _ordered(below, 5 + below(4), 5, difficulty == 3 or below(3) > 0)
        for place in range(below(3)):
            columns[place] = _spoiled(below, 5)
    state = laid(shuffled_columns(columns, below), stock=10 * (1 + below(5)), rule=rule)
    if not fits_the_packs(state.columns):
        return None
    if difficulty > 1 and below(3) == 0:
        state = _turned_down(state, below)
    columns_in_the_way = in_the_way(state)
    if position.outcome(state) or (not columns_in_the_way and below(4)):
        return None
    right = frozenset(map(slot, columns_in_the_way))

    def wrong(given: frozenset[str]) -> Because | None:
        for column in range(COLUMNS):
            if (slot(column) in given) == (slot(column) in right):
                continue
            if slot(column) in right:
                return _spoiler(state, rule, column)
            if not state.columns[column]:
                return Say(
                    "An empty column does not forbid it here: that is what the relaxed rules are for."
                ), article
            return Say("Column {column} does not forbid it.", column=column + 1), article
        return None

    article = ("3.2", "3.3", "3.4")[difficulty - 1]
    return Exercise(
        (
            Say(
                "In the strict game: which columns forbid dealing now? Pick all of them, or none if it "
                "is allowed."
            ),
            Say(
                "Under relaxed 1: which columns forbid dealing now? Pick all of them, or none if it is "
                "allowed."
            ),
            Say(
                "Under relaxed 2: which columns forbid dealing now? Pick all of them, or none if it is "
                "allowed."
            ),
        )[difficulty - 1],
        Picks(tuple((slot(column), column_say(state, column)) for column in range(COLUMNS)), right),
        (
            Say("In the strict game only one thing matters: does each column hold at least one card?"),
            Say(
                "Go through each column from its first card on: the same suit all the way, and one rank "
                "down each time?"
            ),
            Say(
                "Go through each column from its first card on: one rank down each time? The suits do "
                "not matter."
            ),
        )[difficulty - 1],
        Say("Dealing is allowed: no column forbids it.")
        if not right
        else (
            Say("The empty columns forbid it, {n} in all: each must hold a card first.", n=len(right)),
            Say(
                "Each column that is not one face-up sequence of one suit forbids it, {n} in all.",
                n=len(right),
            ),
            Say(
                "Each column whose ranks are not in order, or that has a face-down card, forbids it, {n} "
                "in all.",
                n=len(right),
            ),
        )[difficulty - 1],
        article,
        text(state),
        position=text(state),
        wrong=wrong,
        described=described(state),
    )


def _heaps(below: Below, number: int) -> list[Sequence_]:
    """Columns of any cards, four in each."""
    cards = pack(below)
    return [tuple(cards[4 * place : 4 * place + 4]) for place in range(number)]


def _spoiler(state: State, rule: str, column: int | None = None) -> Because:
    """What is wrong with the first column (or this one) that forbids a deal under a rule."""
    article = {"strict": "3.2", "relaxed1": "3.3", "relaxed2": "3.4"}[rule]
    if column is None:
        column = min(in_the_way(replace(state, rule=rule)))
    cards = state.columns[column]
    if not cards:
        return Say(
            "Column {column} is empty: in the strict game it must be filled first.", column=column + 1
        ), article
    if state.down[column]:
        return Say("A card lies face down in column {column}: that spoils it.", column=column + 1), article
    for lower, upper in itertools.pairwise(cards):
        values = {"column": column + 1, "upper": card_say(upper), "lower": card_say(lower)}
        if lower % 13 != upper % 13 + 1:
            return Say(
                "In column {column}, the {upper} lies on the {lower}: that is not one rank down.", **values
            ), article
        if rule == "relaxed1" and lower != upper + 1:
            return Say(
                "In column {column}, the {upper} lies on the {lower}: that is another suit.", **values
            ), article
    raise AssertionError("this column is in order")


def chances(below: Below, difficulty: int) -> Exercise:
    """The chance that the next deal brings something: a fitting card here, one in either column, a certain card."""
    return until(lambda: _chances(below, difficulty))


def _chances(below: Below, difficulty: int) -> Exercise | None:
    state = walked(below, (2, 4)[below(2)], 6 + below(30))
    if not state.stock or position.outcome(state) or not all(state.columns):
        return None
    columns = sorted(shuffled(range(COLUMNS), below)[:2])
    marked = columns[: 1 if difficulty == 1 else 2]
    cards = odds.pool(state)
    if difficulty == 3:
        return _a_card(state, below)
    if not all(odds.fitting(state, column) for column in marked):
        return None
    tops = [state.columns[column][-1] for column in marked]
    chance = 1 - odds.fitting_columns(state, marked)[0]
    out = [odds.fitting(state, column) for column in marked]
    if difficulty == 1:
        values = {"column": marked[0] + 1, "card": card_say(tops[0]), "rank": rank_say(tops[0] % 13 - 1)}

        def wrong(given: Fraction) -> Because | None:
            if given in (Fraction(out[0], len(state.stock)), Fraction(out[0], 104)):
                return _also_unseen(cards)
            if given == odds.fits(state, marked[0], same_suit=True):
                return Say(
                    "Not only the same suit fits: a card goes on the next higher rank, whatever the suit."
                ), "2.1"
            return None

        return Exercise(
            Say(
                "You deal. What is the chance that the card that comes on column {column} fits on the "
                "{card}, in any suit?",
                **values,
            ),
            Number(chance, "chance"),
            Say(
                "Count the cards of rank {rank} that are not seen yet. Any unseen card, in the stock or "
                "face down, may be the one that comes.",
                **values,
            ),
            Say(
                "{out} cards of rank {rank} are unseen, out of {cards} unseen cards altogether: each is "
                "as likely to come as any other.",
                out=out[0],
                cards=cards,
                **values,
            ),
            "3.1",
            f"{text(state)} {marked}",
            position=text(state),
            marks=(slot(marked[0]),),
            wrong=wrong,
        )
    if tops[0] % 13 == tops[1] % 13:
        return None
    values = {"first": marked[0] + 1, "second": marked[1] + 1}
    one, other = (Fraction(number, cards) for number in out)

    def wrong_of_two(given: Fraction) -> Because | None:
        if given == one + other:
            return Say(
                "That counts the deals twice in which both columns get a fitting card: take that chance "
                "off once."
            ), "3.1"
        if given == one * other or given == one * Fraction(out[1], cards - 1):
            return Say("That is the chance for both columns at once; one of them is enough."), "3.1"
        return None

    return Exercise(
        Say(
            "You deal. What is the chance that column {first} or column {second}, or both, get a card "
            "that fits there, in any suit?",
            **values,
        ),
        Number(chance, "chance"),
        Say(
            "Work out the chance for each column, add them, and take off the chance that both get one. "
            "Once one card is dealt, one card fewer is left for the other."
        ),
        Say(
            "{a}/{cards} + {b}/{cards} − {a}/{cards} · {b}/{fewer}: {cards} cards are unseen, {a} fit on "
            "column {first}, {b} on column {second}.",
            a=out[0],
            b=out[1],
            cards=cards,
            fewer=cards - 1,
            **values,
        ),
        "3.1",
        f"{text(state)} {marked}",
        position=text(state),
        marks=tuple(map(slot, marked)),
        wrong=wrong_of_two,
    )


def _a_card(state: State, below: Below) -> Exercise | None:
    """The chance that a certain card comes with the next deal, to whatever column."""
    left = odds.unseen(state)
    wanted = [card for card in left if left[card] > 0]
    card = wanted[below(len(wanted))]
    copies, cards = left[card], odds.pool(state)
    chance = odds.arrives(state, card)[0]

    def wrong(given: Fraction) -> Because | None:
        if given == Fraction(copies, cards):
            return Say("That is the chance for one column. Ten cards are dealt, one on each."), "3.1"
        if copies > 1 and given == Fraction(odds.DEAL_CARDS * copies, cards):
            return Say("That counts the deals twice that bring two of them."), "3.1"
        if given == Fraction(odds.DEAL_CARDS, len(state.stock)):
            return _also_unseen(cards)
        return None

    return Exercise(
        Say(
            "You deal. What is the chance that at least one {card} comes, on whatever column?",
            card=card_say(card),
        ),
        Number(chance, "chance"),
        Say(
            "Count how many of it are still out and how many cards are unseen. Then work out the chance "
            "that none of ten cards is one, and take it from 1."
        ),
        Say(
            "One is still out among {cards} unseen cards, and ten of them are dealt: 10/{cards}.", cards=cards
        )
        if copies == 1
        else Say(
            "{n} are still out among {cards} unseen cards; the chance that none of ten dealt cards is "
            "one of them is {none}.",
            n=copies,
            cards=cards,
            none=str(1 - chance),
        ),
        "3.1",
        f"{text(state)} {card}",
        position=text(state),
        wrong=wrong,
    )


def _also_unseen(cards: int) -> Because:
    return Say(
        "The face-down cards in the columns are unseen, too: the card may be any of {cards}.", cards=cards
    ), "1.3"

"""What is known of Spider beyond its rules: single figures for lessons, and tables; the odds are worked out in odds.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from plyyard.core.errors import BadText, Say, quoted
from plyyard.core.game import Option
from plyyard.core.text import whole_number
from plyyard.core.truth import Cell, Truth, Value
from plyyard.games.spider import notation, odds, position
from plyyard.games.spider.school import points, search
from plyyard.games.spider.school.tables import card_say, lifted, rank_say, turns
from plyyard.games.spider.state import COLUMNS, DEAL, RANKS, RULES, SUITS, Move, State, card_text

TABLE = (
    "columns=-?,-?,-?,3D,2H,AS,5C/-?,-?,-?,8D,7H,6S,QS/-?,-?,-?,-?,9S,8S,7H,6D,5D,4D,QD/"
    "-?,-?,-?,-?,-?,TH,9D,QH/-?,4C,3C,2S,AD,2D,6S/6H,5H,7C,6C,5C,4H,3H,QC/"
    "-?,-?,-?,-?,KC,QD,JD,TD,9C,4D,3D,2D,AD,7S/-?,-?,6D,4H,3H,9C/9H,4S/3C,2C,AC,TS stock=?*30 home="
)
"""A game in the middle, two of the five deals made."""
MOST_MOVES = 4  # that are searched through
CARDS = tuple(13 * suit + rank for suit in range(4) for rank in range(13))
CARD = Option("card", Say("Card"), "KS", tuple((card_text(card), card_say(card)) for card in CARDS))


# figures


def _column(state: State, text: str) -> int:
    column = whole_number(text, "column", 1, COLUMNS) - 1
    if not state.columns[column]:
        raise BadText(Say("Column {column} is empty.", column=column + 1))
    return column


def _card(text: str) -> int:
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        raise BadText(
            Say(
                "{found} is no card: write the rank (A, 2 to 9, T, J, Q, K) and the suit (C, S, H, D), "
                "for example TS.",
                found=quoted(text, 20),
            )
        )
    return 13 * SUITS.index(text[1]) + RANKS.index(text[0])


def _score(text: str = TABLE) -> int:
    return sum(position.score_parts(notation.parse_position(text)).values())


def _part(text: str, part: str) -> int:
    parts = position.score_parts(notation.parse_position(text))
    if part not in parts:
        raise BadText(Say("The score has these parts: {parts}.", parts=", ".join(parts)))
    return parts[part]


def _score_after(text: str, move: str) -> int:
    state = notation.parse_position(text)
    return sum(points.parts_after(state, notation.parse_move(state, move)).values())


def _lifted(text: str, column: str) -> int:
    state = notation.parse_position(text)
    return lifted(state, _column(state, column))


def _targets(text: str, column: str, count: str) -> int:
    """How many columns take that many cards of a column."""
    state = notation.parse_position(text)
    source, cards = _column(state, column), whole_number(count, "count", 1, 13)
    return sum(
        not position.why_not(state, Move(source, target, cards))
        for target in range(COLUMNS)
        if target != source
    )


def _dealing_rules(text: str) -> int:
    """How many of the three rules allow a deal."""
    state = notation.parse_position(text)
    return sum(not position.why_not(replace(state, rule=rule), DEAL) for rule in RULES)


def _fewest(text: str, reached: search.Reached) -> int:
    found = search.fewest(notation.parse_position(text), reached, MOST_MOVES)
    if found is None:
        raise BadText(Say("That takes more than {n} moves.", n=MOST_MOVES))
    return found


def _fits(text: str, column: str, suit: str = "any") -> Fraction:
    """``suit``: ``same`` if only the same suit counts."""
    state = notation.parse_position(text)
    return odds.fits(state, _column(state, column), same_suit=suit == "same")


def _fitting(text: str, column: str) -> int:
    state = notation.parse_position(text)
    return odds.fitting(state, _column(state, column))


def _arrives(text: str, card: str, deals: str) -> Fraction:
    chances = odds.arrives(notation.parse_position(text), _card(card))
    return chances[whole_number(deals, "deals", 1, len(chances)) - 1]


VALUES: Mapping[str, Value] = {
    "score": _score,
    "part": _part,
    "score after": _score_after,
    "moves": lambda text: len(position.legal(notation.parse_position(text))),
    "group": _lifted,
    "targets": _targets,
    "rules to deal": _dealing_rules,
    "moves to empty": lambda text: _fewest(text, search.empties),
    "moves to turn": lambda text: _fewest(text, turns),
    "unseen": lambda text: odds.pool(notation.parse_position(text)),
    "out": lambda text, card: odds.unseen(notation.parse_position(text))[_card(card)],
    "fitting": _fitting,
    "fits": _fits,
    "expected": lambda text: odds.expected(notation.parse_position(text)),
    "some column": lambda text: 1 - odds.fitting_columns(notation.parse_position(text))[0],
    "arrives": _arrives,
}


# tables


def _of_deal(inputs: Mapping[str, Any], state: State) -> list[tuple[Cell, ...]]:
    odds.pool(state)
    rows = list[tuple[Cell, ...]]()
    for column, cards in enumerate(state.columns):
        if not cards:
            rows.append((Say("column {column}, empty", column=column + 1), 0, Fraction(0), Fraction(0)))
            continue
        name = Say("{column}: {card}", column=column + 1, card=card_say(cards[-1]))
        chance, suited = odds.fits(state, column), odds.fits(state, column, same_suit=True)
        rows.append((name, odds.fitting(state, column), chance, suited))
    return rows


def _of_columns(inputs: Mapping[str, Any], state: State) -> list[tuple[Cell, ...]]:
    exactly = odds.fitting_columns(state)
    return list(zip(range(COLUMNS + 1), exactly, odds.at_least(exactly), strict=True))


def _of_arrival(inputs: Mapping[str, Any], state: State) -> list[tuple[Cell, ...]]:
    card = _card(inputs["card"])
    left = odds.unseen(state)[card]
    return [(deals, left, chance) for deals, chance in enumerate([Fraction(0), *odds.arrives(state, card)])]


def _of_score(inputs: Mapping[str, Any], state: State) -> list[tuple[Cell, ...]]:
    parts = position.score_parts(state)
    named = (
        (Say("turned cards"), "turned", 10),
        (Say("columns without face-down cards"), "columns", 15),
        (Say("pairs of one suit"), "pairs", 2),
        (Say("complete runs"), "runs", 50),
        (Say("bonus for kept runs"), "bonus", 2),
    )
    rows: list[tuple[Cell, ...]] = [
        (name, parts[part] // each, each, parts[part]) for name, part, each in named
    ]
    return [*rows, (Say("in all"), "", "", sum(parts.values()))]


def _by_column(inputs: Mapping[str, Any], state: State) -> list[tuple[Cell, ...]]:
    """Each column is scored alone; what the others would count is taken away."""
    rows = list[tuple[Cell, ...]]()
    for column, down in enumerate(state.down):
        alone = replace(
            state,
            columns=tuple(cards if c == column else () for c, cards in enumerate(state.columns)),
            down=tuple(down if c == column else 0 for c in range(COLUMNS)),
            home=(),
            physical=None,
        )
        parts = position.score_parts(alone)
        opened = parts["columns"] - 15 * (COLUMNS - 1)
        points_here = opened + parts["pairs"] + parts["runs"]
        rows.append((column + 1, down, opened, parts["pairs"], parts["runs"], points_here))
    return rows


def _still_out(inputs: Mapping[str, Any], state: State) -> list[tuple[Cell, ...]]:
    left = odds.unseen(state)
    rows = list[tuple[Cell, ...]]()
    for rank in range(12, -1, -1):
        by_suit = [left[13 * suit + rank] for suit in range(4)]
        rows.append((rank_say(rank), *by_suit, sum(by_suit)))
    return rows


TRUTHS = (
    Truth(
        "deal",
        Say("What the next deal may bring, column by column"),
        Say(
            "For each column the chance that the card dealt on it is one rank lower than its top card, and so "
            "fits. Every unseen card, in the stock or face down, is equally likely: fitting unseen cards "
            "divided by all unseen cards."
        ),
        (Say("Column"), Say("Unseen fitting cards"), Say("It fits"), Say("It fits in suit")),
        _of_deal,
        position=TABLE,
        drawn=(2, 3),
    ),
    Truth(
        "columns",
        Say("How many columns get a fitting card"),
        Say(
            "The exact chance that the next deal lays fitting cards on no column, on one, on two and so on. "
            "The columns are not independent, since a card that is dealt on one is gone for the others: "
            "inclusion and exclusion takes that into account."
        ),
        (Say("Columns"), Say("Exactly so many"), Say("At least so many")),
        _of_columns,
        position=TABLE,
    ),
    Truth(
        "arrival",
        Say("When a card comes"),
        Say(
            "The chance that at least one such card has come after so many deals; if not, all of them still lie "
            "face down or deeper in the stock. Counted by the ways to choose the dealt cards among all unseen ones."
        ),
        (Say("Deals"), Say("Still out"), Say("It has come")),
        _of_arrival,
        (CARD,),
        position=TABLE,
        chart="lines",
        drawn=(2,),
    ),
    Truth(
        "score",
        Say("What the score is made of"),
        Say(
            "The points of a position by what they are for. The twelve pairs of a complete run are in its fifty."
        ),
        (Say("What for"), Say("How many"), Say("Points each"), Say("Points")),
        _of_score,
        position=TABLE,
        drawn=(3,),
    ),
    Truth(
        "score-columns",
        Say("What each column counts"),
        Say(
            "The points that lie in the columns: 15 where no card is face down, the pairs of one suit, complete "
            "runs. Turned cards, removed runs and the bonus belong to no column and come on top."
        ),
        (Say("Column"), Say("Face down"), Say("Open"), Say("Pairs"), Say("Runs"), Say("Points")),
        _by_column,
        position=TABLE,
        drawn=(5,),
    ),
    Truth(
        "out",
        Say("Which cards are still out"),
        Say(
            "How many of each card are not seen yet: both packs less what lies face up or was removed. These cards "
            "are face down in the columns or in the stock; which lies where nobody can know."
        ),
        (Say("Rank"), Say("Clubs"), Say("Spades"), Say("Hearts"), Say("Diamonds"), Say("In all")),
        _still_out,
        position=TABLE,
        drawn=(5,),
    ),
)

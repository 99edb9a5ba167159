"""Positions for exercises: games played on for a while, columns in order or spoiled. What is legal the rules say."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from plyyard.core.chance import Below, shuffled
from plyyard.core.errors import Say
from plyyard.core.exercise import Exercise
from plyyard.games.spider import notation, position, rules
from plyyard.games.spider.board import card_id, column_id
from plyyard.games.spider.deal import NUMBERS, dealt
from plyyard.games.spider.physical import physical
from plyyard.games.spider.state import COLUMNS, HIDDEN, SUIT_OF, State

Sequence_ = tuple[int, ...]


def until(make: Callable[[], Exercise | None]) -> Exercise:
    """Draw until something comes that is worth asking."""
    while (made := make()) is None:
        pass
    return made


def walked(below: Below, suits: int, moves: int, *, deals: int = 12) -> State:
    """What the player sees after some moves from a random deal."""
    return seen(deque(walk(below, suits, moves, deals=deals), 1)[0], suits)


def walk(below: Below, suits: int, moves: int, *, deals: int = 12) -> Iterator[rules.Lane]:
    """A random deal and what it is after each of some moves, sensible ones for the most part: one lane that changes.

    ``deals``: about every how many moves it is dealt though something could be moved.
    """
    lane = position.lane(dealt(below(NUMBERS), suits, "xpat2", "strict", "auto"))
    yield lane
    for _ in range(moves):
        legal = lane.moves[: rules.legal(lane)]
        if not legal:
            return
        rules.play(lane, _sensible(lane, legal, below, deals))
        yield lane


def seen(lane: rules.Lane, suits: int) -> State:
    """The player's view of a lane from ``walk``."""
    columns = []
    for column, down in enumerate(lane.down):
        start = rules.STRIDE * column
        columns.append(
            (HIDDEN,) * down + tuple(lane.cards[start + down : start + lane.height[column]]),
        )
    left, at_home = lane.counts
    return State(tuple(columns), tuple(lane.down), (HIDDEN,) * left, tuple(lane.home[:at_home]), suits=suits)


def _sensible(lane: rules.Lane, legal: Sequence[int], below: Below, deals: int) -> int:
    if legal[-1] == rules.DEAL and (len(legal) == 1 or below(deals) == 0):
        return rules.DEAL
    shifts = [code for code in legal if code < rules.DEAL]
    for wanted in (_joins, turns):
        good = [code for code in shifts if wanted(lane, code)]
        if good and below(5):
            return good[below(len(good))]
    return shifts[below(len(shifts))] if shifts else rules.DEAL


def _joins(lane: rules.Lane, code: int) -> bool:
    """Whether a whole run comes to lie on its own suit."""
    source, target, count = code // 140, code // 14 % 10, code % 14
    end = rules.STRIDE * target + lane.height[target]
    lowest = lane.cards[rules.STRIDE * source + lane.height[source] - count]
    return lane.height[target] > 0 and lane.cards[end - 1] == lowest + 1 and count == lifts(lane, source)


def turns(lane: rules.Lane, code: int) -> bool:
    """Whether a move turns a card up."""
    source, count = code // 140, code % 14
    return bool(0 < lane.down[source] == lane.height[source] - count)


def lifts(lane: rules.Lane, column: int) -> int:
    """How many cards on top of a column move as one.  art. 2.2"""
    start = rules.STRIDE * column
    return int(rules.run_length(lane.cards, start + lane.down[column], start + lane.height[column]))


def lifted(state: State, column: int) -> int:
    """``lifts`` in a position."""
    return lifts(position.lane(state), column)


def put(state: State, **columns: Sequence[int]) -> State:
    """The position with other cards, all face up, in some columns: ``put(state, c3=(5, 4))``."""
    changed, down = list(state.columns), list(state.down)
    for name, cards in columns.items():
        column = int(name[1:]) - 1
        changed[column], down[column] = tuple(cards), 0
    return fresh(replace(state, columns=tuple(changed), down=tuple(down)))


def fresh(state: State) -> State:
    """Without a number and a past."""
    return replace(state, number=None, physical=None)


def laid(columns: Iterable[Sequence[int]], *, stock: int = 0, rule: str = "strict", suits: int = 4) -> State:
    """A position of face-up columns; those that are not given are empty."""
    filled = [tuple(cards) for cards in columns]
    filled += [()] * (COLUMNS - len(filled))
    return State(tuple(filled), (0,) * COLUMNS, (HIDDEN,) * stock, (), rule, "auto", suits)


def pack(below: Below, suits: int = 4) -> list[int]:
    """Both packs in a random order."""
    return list(shuffled([13 * suit + rank for suit in SUIT_OF[suits] * 2 for rank in range(13)], below))


def in_order(below: Below, length: int, *, one_suit: bool) -> Sequence_:
    """A column that goes down by one rank from its first card on; with ``one_suit`` a run, else not one."""
    high = length - 1 + below(13 - length + 1)
    suit = below(4)
    if one_suit:
        return tuple(13 * suit + high - place for place in range(length))
    suits = [below(4) for _ in range(length)]
    suits[below(length - 1)] = suit
    if len(set(suits)) == 1:
        suits[-1] = (suits[-1] + 1 + below(3)) % 4
    return tuple(13 * suits[place] + high - place for place in range(length))


def shuffled_columns(columns: Sequence[Sequence_], below: Below) -> list[Sequence_]:
    """All ten columns, the empty ones among the others."""
    every = [*columns, *[()] * (COLUMNS - len(columns))]
    return [every[place] for place in shuffled(range(COLUMNS), below)]


def fits_the_packs(columns: Iterable[Sequence[int]]) -> bool:
    """Whether no card is there more than twice.  art. 1.1"""
    return max(Counter(card for column in columns for card in column).values(), default=0) <= 2


# what an exercise speaks of


def text(state: State) -> str:
    return notation.format_position(state)


def sprite(state: State, column: int, place: int) -> str:
    """Id of a card's sprite."""
    return card_id(physical(state).columns[column][place])


def slot(column: int) -> str:
    return column_id(column)


def rank_say(rank: int) -> Say | str:
    if rank in (0, 10, 11, 12):
        return {0: Say("ace"), 10: Say("jack"), 11: Say("queen"), 12: Say("king")}[rank]
    return str(rank + 1)


def card_say(card: int) -> Say:
    """A card by its name."""
    rank = rank_say(card % 13)
    return (
        Say("{rank} of clubs", rank=rank),
        Say("{rank} of spades", rank=rank),
        Say("{rank} of hearts", rank=rank),
        Say("{rank} of diamonds", rank=rank),
    )[card // 13]


def group_say(state: State, column: int, count: int) -> Say:
    """Cards that go together: "8 to 6 of hearts"."""
    cards = state.columns[column][-count:]
    if count == 1:
        return card_say(cards[0])
    ends = {"high": rank_say(cards[0] % 13), "low": rank_say(cards[-1] % 13)}
    return (
        Say("{high} to {low} of clubs", **ends),
        Say("{high} to {low} of spades", **ends),
        Say("{high} to {low} of hearts", **ends),
        Say("{high} to {low} of diamonds", **ends),
    )[cards[0] // 13]


def placed_say(state: State, column: int, place: int) -> Say:
    """A card with its column, as it is offered to be picked."""
    return Say("{card}, column {column}", card=card_say(state.columns[column][place]), column=column + 1)


def column_say(state: State, column: int) -> Say:
    """A column with what lies on top of it."""
    cards = state.columns[column]
    if not cards:
        return Say("column {column}, empty", column=column + 1)
    return Say("column {column}, {card} on top", column=column + 1, card=card_say(cards[-1]))


def described(state: State, columns: Iterable[int] = range(COLUMNS)) -> tuple[Say, ...]:
    """Columns in words, card by card: neither which cards are a run nor whether one may deal."""
    lines = [_column_in_words(state, column) for column in columns]
    return (*lines, Say("Stock: {n} cards.", n=len(state.stock)))


def _column_in_words(state: State, column: int) -> Say:
    cards, down = state.columns[column], state.down[column]
    if not cards:
        return Say("Column {column} is empty.", column=column + 1)
    said: Say | None = None
    for card in cards[down:]:
        said = card_say(card) if said is None else Say("{cards}, {card}", cards=said, card=card_say(card))
    if not down:
        return Say("Column {column}: {cards}.", column=column + 1, cards=said)
    return Say(
        "Column {column}: {down} face down, then {cards}.", column=column + 1, down=down, cards=said or "–"
    )

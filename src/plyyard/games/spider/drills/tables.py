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
from plyyard.games.spider.deal import NUMBERS
from plyyard.games.spider.game import GAME
from plyyard.games.spider.physical import physical
from plyyard.games.spider.state import COLUMNS, DEAL, HIDDEN, PLAYER, SUIT_OF, Move, State

Sequence_ = tuple[int, ...]


def until(make: Callable[[], Exercise | None]) -> Exercise:
    """Draw until something comes that is worth asking."""
    while (made := make()) is None:
        pass
    return made


def walked(below: Below, suits: int, moves: int, *, deals: int = 12) -> State:
    """What the player sees after some moves from a random deal."""
    return seen(deque(walk(below, suits, moves, deals=deals), 1)[0])


def walk(below: Below, suits: int, moves: int, *, deals: int = 12) -> Iterator[State]:
    """A random deal and the positions after each of some moves, sensible ones for the most part.

    ``deals``: about every how many moves it is dealt though something could be moved.
    """
    state = GAME.start(
        {"number": below(NUMBERS), "suits": suits, "layout": "xpat2", "rule": "strict", "runs": "auto"}
    )
    yield state
    for _ in range(moves):
        legal = position.legal(state)
        if not legal:
            return
        state = position.played(state, _sensible(state, legal, below, deals)).state
        yield state


def seen(state: State) -> State:
    """The view of the player as it is read from text: cards numbered as they lie."""
    return notation.parse_position(notation.format_position(GAME.observe(state, PLAYER)))


def _sensible(state: State, legal: Sequence[Move], below: Below, deals: int) -> Move:
    if legal[-1] == DEAL and (len(legal) == 1 or below(deals) == 0):
        return DEAL
    shifts = [move for move in legal if move != DEAL]
    for wanted in (_joins, _turns):
        good = [move for move in shifts if wanted(state, move)]
        if good and below(5):
            return good[below(len(good))]
    return shifts[below(len(shifts))] if shifts else DEAL


def _joins(state: State, move: Move) -> bool:
    """Whether a whole run comes to lie on its own suit."""
    lowest = state.columns[move.source][-move.count]
    return state.columns[move.target][-1:] == (lowest + 1,) and move.count == lifted(state, move.source)


def _turns(state: State, move: Move) -> bool:
    return 0 < state.down[move.source] == len(state.columns[move.source]) - move.count


def lifted(state: State, column: int) -> int:
    """How many cards on top of a column move as one.  art. 2.2"""
    lane = position.lane(state)
    start = rules.STRIDE * column
    return int(rules.run_length(lane.cards, start + lane.down[column], start + lane.height[column]))


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

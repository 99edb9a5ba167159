"""Exercises in comparing moves: which one makes the longest run, which of several exchanges comes first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from plyyard.core.chance import Below, shuffled
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Exercise, Play
from plyyard.games.spider import notation, position, rules
from plyyard.games.spider.school.search import code_of, copied, lane_after, shifts
from plyyard.games.spider.school.tables import (
    card_say,
    fits_the_packs,
    group_say,
    laid,
    pack,
    shuffled_columns,
    sprite,
    text,
    until,
    walked,
)
from plyyard.games.spider.state import COLUMNS, DEAL, Move, State

KING = 12


def run_after(state: State, move: Move) -> int:
    """How long the run is that lies on the target after a move: cards of one suit that move as one."""
    lane = lane_after(state, move)
    start = rules.STRIDE * move.target
    return int(rules.run_length(lane.cards, start + lane.down[move.target], start + lane.height[move.target]))


def joining(below: Below, difficulty: int) -> Exercise:
    """Play the move that makes the longest run: one joins; several join; some tear a run for it."""
    return until(lambda: _joining(below, difficulty))


def _joining(below: Below, difficulty: int) -> Exercise | None:
    state = walked(below, (2, 4)[below(2)] if difficulty > 1 else 4, 8 + below(35))
    moves = [move for move in position.legal(state) if move != DEAL and state.columns[move.target]]
    lengths = {move: run_after(state, move) for move in moves}
    joins = [move for move in moves if lengths[move] > move.count]
    if len(moves) < 4 or not joins:
        return None
    longest = max(lengths[move] for move in moves)
    right = [move for move in moves if lengths[move] == longest]
    runner_up = max((lengths[move] for move in joins if move not in right), default=0)
    tearing = any(lengths[move] == move.count > 1 for move in moves)
    if len(right) > 2 or not set(right) <= set(joins):
        return None
    if (difficulty == 1) != (runner_up == 0) or (difficulty == 3 and not tearing):
        return None

    def wrong(given: str) -> Because | None:
        move = notation.read_move(given)
        if move == DEAL:
            return Say("Dealing joins nothing by choice."), "3.1"
        if move not in lengths or lengths[move] == move.count:
            return Say(
                "That lays cards on another suit: they cannot be moved together with what lies below."
            ), "2.2"
        return Say(
            "That run has {n} cards; another move makes one of {longest}.", n=lengths[move], longest=longest
        ), "2.2"

    best = right[0]
    return Exercise(
        Say(
            "Play the move after which the longest run lies on the column you move to: cards of one suit "
            "that can be lifted together."
        ),
        Play(frozenset(map(notation.format_move, right))),
        Say(
            "Look for a top card that is one rank higher and of the same suit as the highest card of a "
            "run. Count the cards on both sides."
        ),
        Say(
            "{group} on {card}: that makes a run of {n} cards, which can be lifted as one.",
            n=longest,
            group=group_say(state, best.source, best.count),
            card=card_say(state.columns[best.target][-1]),
        ),
        "2.2",
        text(state),
        position=text(state),
        wrong=wrong,
    )


@dataclass(frozen=True, slots=True)
class Exchange:
    """A card, with what lies on it, is to go on another; both are named by where they lay in the first position."""

    card: tuple[int, int]
    onto: tuple[int, int]


def exchanging(below: Below, difficulty: int) -> Exercise:
    """Two, three or four moves are wanted: with which may one begin so that all can be made?"""
    return until(lambda: _exchanging(below, difficulty))


def _exchanging(below: Below, difficulty: int) -> Exercise | None:
    built = _ladder(below, difficulty + 1)
    if built is None:
        return None
    state, wanted = built
    first = possible(state, wanted)
    right = beginnings(state, wanted)
    if not right or len(first) == len(right):
        return None
    says = [
        (card_say(_card(state, one.card)), card_say(_card(state, one.onto)))
        for one in (wanted[place] for place in shuffled(range(len(wanted)), below))
    ]
    values = {
        f"{name}{n}": said for n, pair in enumerate(says, 1) for name, said in zip("ab", pair, strict=True)
    }

    def wrong(given: str) -> Because | None:
        made = next((one for one, move in first.items() if notation.format_move(move) == given), None)
        if made is None:
            return Say("That is none of the moves asked for."), "2.1"
        stuck = _pinned(state, made, wanted)
        return (
            (
                Say(
                    "Now the {card} is pinned: the {upper} of another suit lies on it, and they do not "
                    "move together.",
                    card=card_say(_card(state, stuck.onto)),
                    upper=card_say(_card(state, stuck.card)),
                ),
                "2.2",
            )
            if stuck
            else None
        )

    return Exercise(
        (
            Say(
                "Two moves are to be made, with no other between: the {a1} onto the {b1}, and the {a2} "
                "onto the {b2}. Play one with which you can begin so that both are made.",
                **values,
            ),
            Say(
                "Three moves are to be made, with no other between: the {a1} onto the {b1}, the {a2} "
                "onto the {b2}, the {a3} onto the {b3}. Play one with which you can begin so that all "
                "are made.",
                **values,
            ),
            Say(
                "Four moves are to be made, with no other between: the {a1} onto the {b1}, the {a2} onto "
                "the {b2}, the {a3} onto the {b3}, the {a4} onto the {b4}. Play one with which you can "
                "begin so that all are made.",
                **values,
            ),
        )[difficulty - 1],
        Play(frozenset(notation.format_move(first[one]) for one in right)),
        Say(
            "What has to move on later must not be covered by another suit before. Exchange high cards "
            "before low ones."
        ),
        Say(
            "High cards first: each card is moved on before a card of another suit comes to lie on it. "
            "So the low cards keep their choice."
        ),
        "2.2",
        f"{text(state)} {wanted}",
        position=text(state),
        marks=tuple(sprite(state, *at) for at in (*(one.card for one in wanted), wanted[-1].onto)),
        wrong=wrong,
    )


def _card(state: State, at: tuple[int, int]) -> int:
    return state.columns[at[0]][at[1]]


Places = dict[tuple[int, int], tuple[int, int]]
"""Where the cards lie now, by where they lay first."""


def _places(state: State) -> Places:
    return {(c, place): (c, place) for c, cards in enumerate(state.columns) for place in range(len(cards))}


def _move(lane: rules.Lane, places: Places, one: Exchange) -> Move | None:
    """The legal move that makes an exchange, if there is one now."""
    (source, place), (target, under) = places[one.card], places[one.onto]
    move = Move(source, target, lane.height[source] - place)
    if under != lane.height[target] - 1 or rules.why_not_move(lane, source, target, move.count):
        return None
    return move


def _made(lane: rules.Lane, places: Places, move: Move) -> tuple[rules.Lane, Places]:
    after = copied(lane)
    start, onto = lane.height[move.source] - move.count, lane.height[move.target]
    rules.play(after, code_of(move))
    moved = {
        first: (move.target, onto + place - start)
        for first, (column, place) in places.items()
        if column == move.source and place >= start
    }
    return after, places | moved


def possible(state: State, wanted: Sequence[Exchange]) -> dict[Exchange, Move]:
    """The exchanges that can be made at once."""
    lane, places = position.lane(state), _places(state)
    return {one: move for one in wanted if (move := _move(lane, places, one))}


def beginnings(state: State, wanted: Sequence[Exchange]) -> list[Exchange]:
    """The exchanges with which an order begins in which all can be made; every order is tried."""
    lane, places = position.lane(state), _places(state)
    return [
        one
        for one in wanted
        if (move := _move(lane, places, one))
        and _all_made(*_made(lane, places, move), [other for other in wanted if other != one])
    ]


def _all_made(lane: rules.Lane, places: Places, left: Sequence[Exchange]) -> bool:
    return not left or any(
        _all_made(*_made(lane, places, move), [other for other in left if other != one])
        for one in left
        if (move := _move(lane, places, one))
    )


def _pinned(state: State, made: Exchange, wanted: Sequence[Exchange]) -> Exchange | None:
    """The exchange just made, if what it was made onto still has to move and cannot take it along."""
    onto, card = _card(state, made.onto), _card(state, made.card)
    moves_on = any(one.card == made.onto for one in wanted)
    return made if moves_on and onto != card + 1 else None


def _ladder(below: Below, moves: int) -> tuple[State, list[Exchange]] | None:
    """Neighbours in rank on top of different columns, among other cards, and the exchanges that join them."""
    low = 1 + below(KING - moves)
    suits = [below(4) for _ in range(moves + 1)]
    steps = [13 * suits[place] + low + place for place in range(moves + 1)]  # from the lowest card up
    if moves > 2 and below(2):  # one pair of a suit, which moves as one
        steps[1] = 13 * (steps[0] // 13) + low + 1
    pair = below(2) and low > 0
    tops: list[tuple[int, ...]] = [(card,) for card in steps]
    if pair:
        tops[0] = (steps[0], steps[0] - 1)
    cards = pack(below)
    columns = [(*cards[3 * place : 3 * place + 1 + below(2)], *top) for place, top in enumerate(tops)]
    columns += [tuple(cards[50 + 3 * place : 52 + 3 * place]) for place in range(COLUMNS - len(columns))]
    lying_about = Counter(card for column in columns for card in column)
    if not fits_the_packs(columns) or any(lying_about[card] > 1 for card in steps):
        return None  # each card that is named is there once
    lying = shuffled_columns(columns, below)
    state = laid(lying)
    at = [(lying.index(column), len(column) - len(top)) for column, top in zip(columns, tops, strict=False)]
    if position.outcome(state) or len(shifts(position.lane(state))) > 14:
        return None
    return state, [Exchange(at[place], at[place + 1]) for place in range(moves)]

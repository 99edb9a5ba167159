"""Positions for exercises, reached by random play, and the words that several exercises share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from plyyard.core.chance import Below, draw
from plyyard.core.errors import Say
from plyyard.core.game import CHANCE, After, Happened, Moved
from plyyard.games.dominoes import past, play
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.rules import FITS
from plyyard.games.dominoes.state import HIDDEN, LEFT, NAMES, Move, State

T = TypeVar("T")


def random_game(below: Below) -> Iterator[State]:
    """A game at random from the deal on: what each side meets when it is on turn, also when it can only pass, and the end."""
    state = _after_chance(GAME.start({}), below).state
    while True:
        yield state
        actor = GAME.actor(state)
        if actor is None:
            return
        if actor is CHANCE:
            after = _after_chance(state, below)
        else:
            after = GAME.apply(state, Moved(state.turn, picked(GAME.legal_moves(state), below)))
        state = after.state
        passing = [effect.side for effect in after.effects if effect.kind == "passes"]
        if passing and passing[0]:
            log = (state.log or ())[: -len(passing)]
            yield replace(state, turn=passing[0], log=log, passes=0)


def _after_chance(state: State, below: Below) -> After[State]:
    outcome: play.Outcome = draw(GAME.lot(state), below)
    return GAME.apply(state, Happened(outcome))


def found(below: Below, suits: Callable[[State], bool]) -> State:
    """One of the positions of random games that suit."""
    while True:
        if some := [state for state in random_game(below) if suits(state)]:
            return picked(some, below)


def moments(below: Below, suits: Callable[[State, State], bool]) -> tuple[State, State]:
    """One of the tiles laid in random games, by the position before it and the one after, that suit; the opening aside."""
    while True:
        pairs = [
            (one, two) for one, two in pairwise(random_game(below)) if len(two.line) == len(one.line) + 1 > 1
        ]
        if some := [pair for pair in pairs if suits(*pair)]:
            return picked(some, below)


def picked(things: Sequence[T], below: Below) -> T:
    return things[below(len(things))]


def shown(state: State) -> str:
    """What the side on turn sees, as text."""
    text: str = GAME.notation.format_position(GAME.observe(state, state.turn))
    return text


def forgetful(state: State) -> str:
    """The same without what happened before: its words then conclude nothing from draws and passes."""
    return shown(replace(state, log=None))


def can_lay(state: State) -> bool:
    return not state.is_over and bool(state.line) and bool(GAME.legal_moves(state))


def own(state: State) -> tuple[int, ...]:
    return state.hand(state.turn)


def after(state: State, move: Move) -> State:
    """The position once a tile lies, before the other side is looked at; of a view, too."""
    return GAME.preview(state, [GAME.notation.format_move(move)])


def fitting(tiles: Iterable[int], state: State) -> list[int]:
    """Those of the tiles that fit an open end."""
    return [tile for tile in tiles if past.fits(state, tile)]


def followers(state: State, move: Move) -> list[int]:
    """The other tiles of the mover's hand that fit once the tile lies."""
    return fitting((tile for tile in own(state) if tile != move.tile), after(state, move))


def unseen(state: State) -> list[int]:
    """The tiles that the side on turn cannot see."""
    return past.members(past.unseen(GAME.observe(state, state.turn)))


def showing(number: int) -> list[int]:
    """The seven tiles that show a number."""
    return past.members(FITS[number])


def names(tiles: Iterable[int]) -> str:
    """Tiles in a sentence.

    >>> names([0, 16])
    '0-0, 2-5'
    """
    return ", ".join(NAMES[tile] for tile in tiles if tile != HIDDEN) or "–"


def side_name(side: str) -> Say:
    return GAME.side_names[side]


def lays(side: str, tile: int, end: str) -> Say:
    if end == LEFT:
        return Say("{side} lays {tile} at the left end.", side=side_name(side), tile=NAMES[tile])
    return Say("{side} lays {tile} at the right end.", side=side_name(side), tile=NAMES[tile])


def holds(state: State, side: str) -> Say:
    """A hand in words, without its pips."""
    return Say("{side} holds {tiles}.", side=side_name(side), tiles=names(state.hand(side)))


def line(state: State) -> Say:
    return Say("The line from left to right: {tiles}.", tiles=", ".join(f"{a}-{b}" for a, b in state.line))


def hand_candidates(state: State) -> tuple[tuple[str, Say], ...]:
    """The tiles of the side on turn, to be picked."""
    side = side_name(state.turn)
    return tuple(
        (f"hand-{NAMES[tile]}", Say("{tile} in the hand of {side}", tile=NAMES[tile], side=side))
        for tile in own(state)
    )


def slots(tiles: Iterable[int]) -> frozenset[str]:
    return frozenset(f"hand-{NAMES[tile]}" for tile in tiles)

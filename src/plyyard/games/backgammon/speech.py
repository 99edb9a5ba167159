"""Backgammon in words: what is said of an event, a step, a place, a whole position. For board.py, which draws."""

from __future__ import annotations

import functools
from itertools import pairwise

from plyyard.core.game import After, Event, Happened
from plyyard.core.words import Words
from plyyard.games.backgammon import notation, rules
from plyyard.games.backgammon.analysis import pips
from plyyard.games.backgammon.state import BAR, OFF, SIDES, WHITE, Play, State


def describe(view: State, words: Words, counted: bool = True) -> list[str]:
    """The whole position as sentences."""
    lines = [turn(view, words)]
    for side, places in zip(SIDES, view.checkers, strict=True):
        held = ", ".join(_held(place, places[place], words) for place in range(24, 0, -1) if places[place])
        if held:
            lines.append(words("{side}, by its own count: {held}.", side=side_name(side, words), held=held))
        if places[BAR]:
            lines.append(words("{side} on the bar: {n}.", side=side_name(side, words), n=places[BAR]))
        name, off = side_name(side, words), places[OFF]
        lines.append(
            words("{side} borne off: {n}. Pips: {pips}.", side=name, n=off, pips=pips(places))
            if counted
            else words("{side} borne off: {n}.", side=name, n=off)
        )
    return lines


@functools.cache
def _held(place: int, n: int, words: Words) -> str:
    return words("{n} on {point}", point=place, n=n)


def announce(before: State, event: Event, after: After[State], words: Words, brief: bool = False) -> str:
    """One event with its effects."""
    side = side_name(before.turn, words)
    if isinstance(event, Happened):
        if event.outcome is None:
            return words("{side} rolls.", side=side)
        high, low = event.outcome
        if any(effect.kind == "no move" for effect in after.effects):
            if brief:
                return words("{side} {high}-{low}: no step.", side=side, high=high, low=low)
            return words(
                "{side} rolls {high} and {low}: no step is possible, the turn passes.",
                side=side,
                high=high,
                low=low,
            )
        if brief:
            return words("{side} {high}-{low}.", side=side, high=high, low=low)
        return words("{side} rolls {high} and {low}.", side=side, high=high, low=low)
    text = play_text(side, event.move, words, brief)
    if after.state.winner is None:
        return text
    return f"{text} {won(after.state, words)}"


def play_text(side: str, play: Play, words: Words, brief: bool) -> str:
    if brief:
        return words("{side}: {play}.", side=side, play=notation.format_move(play))
    parts = []
    for way, count in notation.ways(play):
        legs = "; ".join(
            step_text(source, target, hits, words) for (source, _), (target, hits) in pairwise(way)
        )
        parts.append(words("{steps}, {n} times", steps=legs, n=count) if count > 1 else legs)
    return words("{side} plays: {steps}.", side=side, steps="; ".join(parts))


@functools.cache
def step_text(source: int, target: int, hits: bool, words: Words) -> str:
    """One step in words. Whole messages for each case: languages order them differently."""
    if target == OFF:
        return words("from {source}, borne off", source=source)
    if source == BAR:
        return (
            words("from the bar to {target}, hits", target=target)
            if hits
            else words("from the bar to {target}", target=target)
        )
    if hits:
        return words("from {source} to {target}, hits", source=source, target=target)
    return words("from {source} to {target}", source=source, target=target)


def won(state: State, words: Words) -> str:
    winner = state.winner or WHITE
    points = rules.value([*state.checkers[0], *state.checkers[1]], SIDES.index(winner))
    if points == 1:
        return words("{side} wins: 1 point.", side=side_name(winner, words))
    if points == 2:
        return words("{side} wins a gammon: 2 points.", side=side_name(winner, words))
    return words("{side} wins a backgammon: 3 points.", side=side_name(winner, words))


def turn(view: State, words: Words) -> str:
    """Who is to do what."""
    side = side_name(view.turn, words)
    if view.winner:
        return won(view, words)
    if view.dice is None:
        return words("{side} is to roll.", side=side)
    return words("{side} is to play {high} and {low}.", side=side, high=view.dice[0], low=view.dice[1])


def side_name(side: str, words: Words) -> str:
    return words.say(notation.NAMES[side])


@functools.cache
def place_label(side: str, place: int, n: int, words: Words, spoken: int | None = None) -> str:
    """A place with its checkers; ``spoken``: its number for the one who reads, if not the side's own."""
    white = side == WHITE
    if place == BAR:
        return words("White's bar: {n}", n=n) if white else words("Black's bar: {n}", n=n)
    if place == OFF:
        return (
            words("White's tray: {n} borne off", n=n) if white else words("Black's tray: {n} borne off", n=n)
        )
    point = spoken or place
    if white:
        return words.plural("{point}: {n} white checker", "{point}: {n} white checkers", n, point=point)
    return words.plural("{point}: {n} black checker", "{point}: {n} black checkers", n, point=point)

"""Positions, plays and rolls of backgammon as text: GNU position IDs and XGIDs, ``bar/22* 8/4(2)`` and ``3,1``."""

from __future__ import annotations

import functools
import re
from itertools import pairwise

from plyyard.core.errors import BadText, IllegalMove, Say, quoted
from plyyard.games.backgammon import moves, reading, reasons
from plyyard.games.backgammon.moves import Segment
from plyyard.games.backgammon.position import (
    NAMES,
    faults,
    format_outcome,
    format_position,
    parse_dice,
    parse_position,
    remarks,
)
from plyyard.games.backgammon.state import BAR, OFF, Dice, Play, State

__all__ = [
    "NAMES",
    "faults",
    "format_move",
    "format_outcome",
    "format_position",
    "parse_move",
    "parse_outcome",
    "parse_position",
    "remarks",
]

MAX_MOVE = 120
_PART = re.compile(r"((?:bar|\d{1,2})(?:/(?:off|\d{1,2})\*?)+)(?:\(([1-4])\))?\*?", re.IGNORECASE)


def parse_outcome(state: State, text: str) -> Dice:
    return parse_dice(text)


Way = tuple[tuple[int, bool], ...]
"""One checker's way as it is written: where it starts, where it hits, where it ends; each with whether it hits there."""


@functools.lru_cache(4096)
def format_move(play: Play) -> str:
    """One checker's steps joined, a stop written only where it hits, equal ones counted, highest start first.

    >>> format_move(Play(((13, 7, True), (7, 4, False), (6, 4, False))))
    '13/7*/4 6/4'
    """
    return " ".join([_written(way, count) for way, count in ways(play)])


@functools.lru_cache(4096)
def _written(way: Way, count: int) -> str:
    stops = "/".join(format_place(place) + ("*" if hits else "") for place, hits in way)
    return stops + (f"({count})" if count > 1 else "")


def ways(play: Play) -> list[tuple[Way, int]]:
    """The ways of a play in their canonical order, and how many checkers go each."""
    chains: list[list[int]] = []
    for source, target, _ in play.steps:
        for chain in chains:
            if chain[-1] == source:
                chain.append(target)
                break
        else:
            chains.append([source, target])
    found: dict[tuple[int, ...], int] = {}
    for chain in chains:
        way = tuple(chain)
        found[way] = found.get(way, 0) + 1
    ordered = (
        sorted(found.items(), key=lambda item: (-item[0][0], item[0][-1]))
        if len(found) > 1
        else found.items()
    )
    hits = {target for _, target, hit in play.steps if hit}
    if not hits:
        return [(((way[0], False), (way[-1], False)), count) for way, count in ordered]
    written: list[tuple[Way, int]] = []
    for way, count in ordered:
        stops = ((stop, True) for stop in way[1:-1] if stop in hits)
        written.append((((way[0], False), *stops, (way[-1], way[-1] in hits)), count))
        hits.difference_update(way)
    return written


def format_place(place: int) -> str:
    return "bar" if place == BAR else "off" if place == OFF else str(place)


def format_step(source: int, target: int) -> str:
    """A pick: one step of one die."""
    return f"{format_place(source)}/{format_place(target)}"


def parse_move(state: State, text: str) -> Play:
    """The legal play that is meant, its steps in any order, joined or spelled out; BadText or IllegalMove."""
    segments = read_segments(text)
    general = reasons.refusal(state)
    if general:
        raise IllegalMove(*general)
    for play in moves.plays(state):
        if format_move(play) == text:
            return play
    found = reading.find(state, segments)
    if len(found) > 1:
        found = {play for play in found if format_move(play) == " ".join(text.lower().split())} or found
    if len(found) > 1:
        meant = ", ".join(sorted(format_move(play) for play in found))
        raise IllegalMove(
            Say("This can mean different plays: {plays}. Write the stops, too.", plays=meant), "5.4"
        )
    if found:
        return found.pop()
    raise IllegalMove(*reading.why_not(state, segments))


def read_segments(text: str) -> list[Segment]:
    """What is written, checker by checker and stop by stop.

    >>> read_segments("Bar/22*, 8/4(2)")
    [(25, 22), (8, 4), (8, 4)]
    """
    if len(text) > MAX_MOVE:
        raise BadText(Say("A play has at most {limit} characters.", limit=MAX_MOVE))
    segments = []
    for part in text.replace(",", " ").split():
        match = _PART.fullmatch(part) if part.isascii() else None
        if not match:
            raise BadText(
                Say("{part} is no play; write it as 13/7, bar/20 or 6/off.", part=quoted(part, 20)),
                text.index(part) + 1,
            )
        stops = [_place(stop) for stop in match[1].replace("*", "").lower().split("/")]
        if max(stops) > BAR:
            raise BadText(Say("The points are 1 to 24, 25 is the bar."), text.index(part) + 1)
        for source, target in pairwise(stops):
            if source <= target:
                raise IllegalMove(Say("Checkers move from higher points to lower ones."), "1.3")
            segments += [(source, target)] * int(match[2] or 1)
    if not 1 <= len(segments) <= 8:
        raise BadText(Say("A play has one to four steps."))
    return segments


def _place(text: str) -> int:
    return BAR if text == "bar" else OFF if text == "off" else int(text)

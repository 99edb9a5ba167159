"""Positions, plays and rolls of backgammon as text: GNU position IDs, XGIDs, ``bar/22* 8/4(2)`` and ``3,1``."""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from itertools import pairwise

from plyyard.core.errors import BadPosition, BadText, Fault, IllegalMove, Say
from plyyard.core.text import MAX_POSITION, fields
from plyyard.games.backgammon import moves
from plyyard.games.backgammon.state import (
    BAR,
    BLACK,
    CHECKERS,
    OFF,
    SIDES,
    START,
    WHITE,
    Dice,
    Places,
    Play,
    State,
)

MAX_MOVE = 120
_PART = re.compile(r"((?:bar|\d{1,2})(?:/(?:off|\d{1,2})\*?)+)(?:\(([1-4])\))?\*?", re.IGNORECASE)


# --- positions --------------------------------------------------------------------------------------------------------


def parse_position(text: str) -> State:
    """Read a GNU position ID with ``turn`` and ``dice``, or an XGID alone.

    >>> parse_position("4HPwATDgc/ABMA dice=1,3") == State(dice=(3, 1))
    True
    """
    if len(text) > MAX_POSITION:
        raise BadText(Say("A position has at most {limit} characters.", limit=MAX_POSITION))
    if text.strip().startswith("XGID="):
        state, _ = _parse_xgid(text.strip())
    else:
        state = _parse_gnu(text)
    found = faults(state)
    if found:
        raise BadPosition(tuple(found))
    return state


def _parse_gnu(text: str) -> State:
    tokens = [token for token in text.split(" ") if token]
    codes = [token for token in tokens if "=" not in token]
    if len(codes) > 1:
        raise BadText(
            Say("{token} is one position ID too many.", token=ascii(codes[1][:40])), text.index(codes[1]) + 1
        )
    found = fields(" ".join(token for token in tokens if "=" in token), ("turn", "dice"))
    turn = found.get("turn", WHITE)
    if turn not in SIDES:
        raise BadText(
            Say(
                "turn is {found}; it must be one of: {sides}.", found=ascii(turn[:20]), sides=", ".join(SIDES)
            )
        )
    dice = _dice(found["dice"]) if "dice" in found else None
    opposing, own = _decode(codes[0]) if codes else (START, START)
    checkers = (own, opposing) if turn == WHITE else (opposing, own)
    finished = State(checkers).winner
    if finished and found:
        raise BadText(Say("A finished position has no turn and no dice."))
    return State(checkers, finished or turn, dice, dice)


def _decode(code: str) -> tuple[Places, Places]:
    """Checkers of the side not on roll, then of the side on roll."""
    try:
        if len(code) != 14:
            raise ValueError
        key = base64.b64decode(code + "==", validate=True)
        if base64.b64encode(key)[:14].decode() != code:
            raise ValueError
    except (ValueError, binascii.Error):
        raise BadText(
            Say(
                "{token} is no position ID: it must be 14 of the characters A–Z, a–z, 0–9, + and /.",
                token=ascii(code[:40]),
            )
        ) from None
    bits = int.from_bytes(key, "little")
    sides = []
    for _ in range(2):
        places = [0] * 26
        for place in range(1, 26):
            while bits & 1:
                places[place] += 1
                bits >>= 1
            bits >>= 1
        places[OFF] = CHECKERS - sum(places)
        sides.append(tuple(places))
    if bits:
        raise BadText(Say("{token} is no position ID: it goes on after the last place.", token=ascii(code)))
    return sides[0], sides[1]


def format_position(state: State) -> str:
    """The canonical form: position ID, side on roll, roll. A finished position is written as White sees it.

    >>> format_position(State(dice=(3, 1)))
    '4HPwATDgc/ABMA turn=white dice=3,1'
    """
    white, black = state.checkers
    if state.winner:
        return _encode(black, white)
    code = _encode(black, white) if state.turn == WHITE else _encode(white, black)
    return f"{code} turn={state.turn}" + (f" dice={format_outcome(state.dice)}" if state.dice else "")


def _encode(opposing: Places, own: Places) -> str:
    bits = place_value = 0
    for places in (opposing, own):
        for count in places[1:]:
            bits |= ((1 << count) - 1) << place_value
            place_value += count + 1
    return base64.b64encode(bits.to_bytes(10, "little"))[:14].decode()


def _parse_xgid(text: str) -> tuple[State, tuple[Say, ...]]:
    """The position of an XGID, upper case being White, and what of it is not used here."""
    parts = text.removeprefix("XGID=").split(":")
    if len(parts) != 10:
        raise BadText(Say("An XGID has ten fields between colons; this one has {n}.", n=len(parts)))
    board, turn, roll = parts[0], parts[3], parts[4]
    if len(board) != 26:
        raise BadText(Say("The board of an XGID has 26 characters; this one has {n}.", n=len(board)))
    white, black = [0] * 26, [0] * 26
    for place, letter in enumerate(board):
        if "A" <= letter <= "P":
            white[place] = ord(letter) - ord("A") + 1
        elif "a" <= letter <= "p":
            black[25 - place] = ord(letter) - ord("a") + 1
        elif letter != "-":
            raise BadText(
                Say("{letter} is no letter of an XGID: A–P, a–p and - are.", letter=ascii(letter)),
                len("XGID=") + place + 1,
            )
    for places in (white, black):
        places[OFF] = CHECKERS - sum(places)
    if turn not in ("1", "-1"):
        raise BadText(Say("The turn of an XGID is 1 or -1, not {found}.", found=ascii(turn[:20])))
    if not re.fullmatch(r"00|[1-6][1-6]|[DBR]", roll):
        raise BadText(
            Say(
                "The dice of an XGID are two numbers from 1 to 6, or 00, not {found}.", found=ascii(roll[:20])
            )
        )
    unused = [parts[1], parts[2], *parts[5:]]
    if not all(re.fullmatch(r"-?\d{1,6}", number) for number in unused):
        raise BadText(Say("Cube, score, Crawford and match length of an XGID are whole numbers."))
    side = WHITE if turn == "1" else BLACK
    dice = _larger_first(int(roll[0]), int(roll[1])) if roll.isdigit() and roll != "00" else None
    checkers = (tuple(white), tuple(black))
    winner = State(checkers).winner
    remark = Say(
        "Not used here: cube {cube}, score {white} to {black}, Crawford or Jacoby {crawford}, match length {length}.",
        cube=2 ** min(int(unused[0]), 20) if int(unused[0]) >= 0 else 1,
        white=unused[2],
        black=unused[3],
        crawford=unused[4],
        length=unused[5],
    )
    return State(checkers, winner or side, None if winner else dice, dice), (remark,)


def remarks(text: str) -> tuple[Say, ...]:
    """What a position text says that means nothing in this version; empty for a position ID."""
    return _parse_xgid(text.strip())[1] if text.strip().startswith("XGID=") else ()


def faults(state: State) -> list[Fault]:
    """Everything impossible about a position."""
    found = []
    for side, places in zip(SIDES, state.checkers, strict=True):
        count = sum(places[1:])
        if count > CHECKERS:
            found.append(
                Fault(Say("{side} has {n} checkers; there are fifteen.", side=NAMES[side], n=count), "1.2")
            )
        elif sum(places) != CHECKERS or min(places) < 0:
            found.append(
                Fault(
                    Say(
                        "{side} has {n} checkers with those borne off; there are fifteen.",
                        side=NAMES[side],
                        n=sum(places),
                    ),
                    "1.2",
                )
            )
    white, black = state.checkers
    for point in range(1, 25):
        if white[point] and black[25 - point]:
            found.append(Fault(Say("Both sides have checkers on White's {point}-point.", point=point), "3.2"))
    if white[OFF] >= CHECKERS and black[OFF] >= CHECKERS:
        found.append(Fault(Say("Only one side can have borne off all checkers."), "7.1"))
    if all(places[BAR] and all(places[point] > 1 for point in range(1, 7)) for places in state.checkers):
        found.append(
            Fault(
                Say("Both sides have checkers on the bar before closed home boards: no play leads there."),
                "4.3",
            )
        )
    dice = state.dice
    if dice and not 1 <= dice[1] <= dice[0] <= 6:
        found.append(Fault(Say("A die shows 1 to 6, the larger number stands first."), "2.2"))
    return found


NAMES = {WHITE: Say("White"), BLACK: Say("Black")}


# --- rolls ------------------------------------------------------------------------------------------------------------


def parse_outcome(state: State, text: str) -> Dice:
    return _dice(text)


def format_outcome(outcome: Dice) -> str:
    return f"{outcome[0]},{outcome[1]}"


def _dice(text: str) -> Dice:
    if not re.fullmatch(r"[1-6],[1-6]", text):
        raise BadText(
            Say("{found} is no roll: write two numbers from 1 to 6, as 3,1.", found=ascii(text[:20]))
        )
    return _larger_first(int(text[0]), int(text[2]))


def _larger_first(one: int, two: int) -> Dice:
    return (one, two) if one > two else (two, one)


# --- plays ------------------------------------------------------------------------------------------------------------


Way = tuple[tuple[int, bool], ...]
"""One checker's way as it is written: where it starts, where it hits, where it ends; each with whether it hits there."""


def format_move(play: Play) -> str:
    """One checker's steps joined, a stop written only where it hits, equal ones counted, highest start first.

    >>> format_move(Play(((13, 7, True), (7, 4, False), (6, 4, False))))
    '13/7*/4 6/4'
    """
    parts = []
    for way, count in ways(play):
        stops = "/".join(format_place(place) + ("*" if hits else "") for place, hits in way)
        parts.append(stops + (f"({count})" if count > 1 else ""))
    return " ".join(parts)


def ways(play: Play) -> list[tuple[Way, int]]:
    """The ways of a play in their canonical order, and how many checkers go each."""
    left = list(play.steps)
    found: Counter[tuple[int, ...]] = Counter()
    while left:
        source, target, _ = left.pop(0)
        places = [source, target]
        while following := next((step for step in left if step[0] == places[-1]), None):
            left.remove(following)
            places.append(following[1])
        found[tuple(places)] += 1
    hits = {target for _, target, hit in play.steps if hit}
    written = []
    for way, count in sorted(found.items(), key=lambda item: (-item[0][0], item[0][-1])):
        stops = [
            (way[0], False),
            *((stop, stop in hits) for stop in way[1:-1] if stop in hits),
            (way[-1], way[-1] in hits),
        ]
        hits.difference_update(way)
        written.append((tuple(stops), count))
    return written


def format_place(place: int) -> str:
    return "bar" if place == BAR else "off" if place == OFF else str(place)


def format_step(source: int, target: int) -> str:
    """A pick: one step of one die."""
    return f"{format_place(source)}/{format_place(target)}"


def parse_move(state: State, text: str) -> Play:
    """The legal play that is meant, its steps in any order, joined or spelled out; BadText or IllegalMove."""
    segments = read_segments(text)
    general = moves.refusal(state)
    if general:
        raise IllegalMove(*general)
    found = moves.find(state, segments)
    if len(found) > 1:
        found = {play for play in found if format_move(play) == " ".join(text.lower().split())} or found
    if len(found) > 1:
        meant = ", ".join(sorted(format_move(play) for play in found))
        raise IllegalMove(
            Say("This can mean different plays: {plays}. Write the stops, too.", plays=meant), "5.4"
        )
    if found:
        return found.pop()
    raise IllegalMove(*moves.why_not(state, segments))


def read_segments(text: str) -> list[moves.Segment]:
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
                Say("{part} is no play; write it as 13/7, bar/20 or 6/off.", part=ascii(part[:20])),
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

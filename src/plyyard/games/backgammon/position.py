"""Positions of backgammon as text: GNU position IDs with the side on roll, XGIDs; and what is impossible about one."""

from __future__ import annotations

import base64
import re

from plyyard.core.errors import BadPosition, BadText, Fault, Say, quoted
from plyyard.core.text import MAX_POSITION, fields
from plyyard.games.backgammon.state import BAR, BLACK, CHECKERS, OFF, SIDES, START, WHITE, Dice, Places, State

NAMES = {WHITE: Say("White"), BLACK: Say("Black")}


def parse_position(text: str) -> State:
    """Read a GNU position ID with ``turn`` and ``dice``, or an XGID alone.

    >>> parse_position("4HPwATDgc/ABMA dice=1,3") == State(dice=(3, 1))
    True
    """
    state = read_position(text)
    found = faults(state)
    if found:
        raise BadPosition(tuple(found))
    if state.winner and ("turn=" in text or "dice=" in text):
        raise BadText(Say("A finished position has no turn and no dice."))
    return state


def read_position(text: str) -> State:
    """What a text says, possible or not."""
    if len(text) > MAX_POSITION:
        raise BadText(Say("A position has at most {limit} characters.", limit=MAX_POSITION))
    if text.strip(" ").startswith("XGID="):
        return _parse_xgid(text.strip(" "))[0]
    return _parse_gnu(text)


def _parse_gnu(text: str) -> State:
    tokens = [token for token in text.split(" ") if token]
    codes = [token for token in tokens if "=" not in token]
    if len(codes) > 1:
        raise BadText(
            Say("{token} is one position ID too many.", token=quoted(codes[1])), text.index(codes[1]) + 1
        )
    found = fields(" ".join(token for token in tokens if "=" in token), ("turn", "dice"))
    turn = found.get("turn", WHITE)
    if turn not in SIDES:
        raise BadText(
            Say(
                "turn is {found}; it must be one of: {sides}.", found=quoted(turn, 20), sides=", ".join(SIDES)
            )
        )
    dice = parse_dice(found["dice"]) if "dice" in found else None
    opposing, own = _decode(codes[0]) if codes else (START, START)
    checkers = (own, opposing) if turn == WHITE else (opposing, own)
    finished = State(checkers).winner
    return State(checkers, finished or turn, None if finished else dice, dice)


def _decode(code: str) -> tuple[Places, Places]:
    """Checkers of the side not on roll, then of the side on roll."""
    if not re.fullmatch(r"[A-Za-z0-9+/]{14}", code):
        raise BadText(
            Say(
                "{token} is no position ID: it must be 14 of the characters A–Z, a–z, 0–9, + and /.",
                token=quoted(code),
            )
        )
    key = base64.b64decode(code + "==")
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
    if max(sum(places[1:]) for places in sides) <= CHECKERS:  # else this is what will be named
        if bits:
            raise BadText(
                Say("{token} is no position ID: it goes on after the last place.", token=quoted(code))
            )
        if base64.b64encode(key)[:14].decode() != code:  # 14 characters hold 84 bits, the places 80
            raise BadText(
                Say(
                    "{token} is no position ID: its last character can only be A, Q, g or w.",
                    token=quoted(code),
                ),
            )
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


def fits_position_id(state: State) -> bool:
    """Whether a position ID can say it: 80 bits, one for each checker and each place."""
    return sum(sum(places[1:]) + 25 for places in state.checkers) <= 80


def fits_xgid(state: State) -> bool:
    """Whether an XGID can say it: one side on each point, of at most sixteen checkers."""
    white, black = state.checkers
    shared = any(white[point] and black[25 - point] for point in range(1, 25))
    return not shared and max(*white[1:], *black[1:]) <= 16


def format_xgid(state: State) -> str:
    """The XGID with White in upper case and all that is not used here left at its start value.

    >>> format_xgid(State(dice=(3, 1)))
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'
    """
    white, black = state.checkers
    letters = ["-"] * 26
    for place in range(1, 26):
        if black[place]:
            letters[25 - place] = chr(ord("a") + black[place] - 1)
    for place in range(1, 26):
        if white[place]:
            letters[place] = chr(ord("A") + white[place] - 1)
    dice = "".join(map(str, state.dice)) if state.dice else "00"
    return f"XGID={''.join(letters)}:0:0:{1 if state.turn == WHITE else -1}:{dice}:0:0:0:0:10"


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
                Say("{letter} is no letter of an XGID: A–P, a–p and - are.", letter=quoted(letter)),
                len("XGID=") + place + 1,
            )
    for places in (white, black):
        places[OFF] = CHECKERS - sum(places)
    if turn not in ("1", "-1"):
        raise BadText(Say("The turn of an XGID is 1 or -1, not {found}.", found=quoted(turn, 20)))
    if not re.fullmatch(r"00|[1-6][1-6]|[DBR]", roll):
        raise BadText(
            Say(
                "The dice of an XGID are two numbers from 1 to 6, or 00, not {found}.", found=ascii(roll[:20])
            )
        )
    unused = [parts[1], parts[2], *parts[5:]]
    if not all(re.fullmatch(r"-?[0-9]{1,6}", number) for number in unused):
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
    return _parse_xgid(text.strip(" "))[1] if text.strip(" ").startswith("XGID=") else ()


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


def format_outcome(outcome: Dice) -> str:
    return f"{outcome[0]},{outcome[1]}"


def parse_dice(text: str) -> Dice:
    if not re.fullmatch(r"[1-6],[1-6]", text):
        raise BadText(
            Say("{found} is no roll: write two numbers from 1 to 6, as 3,1.", found=quoted(text, 20))
        )
    return _larger_first(int(text[0]), int(text[2]))


def _larger_first(one: int, two: int) -> Dice:
    return (one, two) if one > two else (two, one)

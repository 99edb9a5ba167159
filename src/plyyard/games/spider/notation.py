"""Positions and moves as text: ``columns=-9H,KD/… stock=… home=S``, ``3>7:4``, ``deal``, ``remove 3``.

Reading refuses what cannot be read and what no game of these rules can hold (``faults.py``): a card more often
than the packs have it, a face-down card above a face-up one, a stock that is not some of the five deals.
"""

from __future__ import annotations

import re

from plyyard.core.errors import BadPosition, BadText, Fault, IllegalMove, Say, quoted
from plyyard.core.text import fields, whole_number
from plyyard.games.spider import reasons
from plyyard.games.spider.deal import NUMBERS
from plyyard.games.spider.faults import faults
from plyyard.games.spider.position import refuse
from plyyard.games.spider.rules import STOCK
from plyyard.games.spider.state import (
    COLUMNS,
    DEAL,
    HIDDEN,
    RANKS,
    RULES,
    RUNS,
    SUITS,
    Move,
    State,
    card_text,
    removal,
)

KEYS = ("columns", "stock", "home", "rule", "runs", "suits", "number")
_CARDS = {RANKS[rank] + SUITS[suit]: 13 * suit + rank for suit in range(4) for rank in range(13)}
_SHIFT = re.compile(r"([0-9]{1,3})>([0-9]{1,3}):([0-9]{1,3})")
_REMOVE = re.compile(r"remove ([0-9]{1,3})")
_UNKNOWN = re.compile(r"\?(?:\*([1-9][0-9]?))?")


def parse_position(text: str) -> State:
    """Read a position.

    >>> parse_position("columns=-?,9H/////////KD stock=?*10 home=S,H").columns[0]
    (-1, 34)
    """
    state = read_position(text)
    against = faults(state)
    if against:
        raise BadPosition(tuple(against))
    return state


def read_position(text: str) -> State:
    """What a text says, possible or not; but a card that lies face down on one that does not has no place in a state."""
    found = fields(text, KEYS)
    if "columns" not in found:
        raise BadText(Say("The position has no columns=."))
    written = found["columns"].split("/")
    if len(written) != COLUMNS:
        raise BadText(
            Say("There are {n} columns; it must be ten, with slashes between them.", n=len(written)),
            text.index("columns=") + 1,
        )
    columns, down = [], []
    for column in written:
        cards, face_down = _column(column)
        columns.append(cards)
        down.append(face_down)
    number = found.get("number")
    return State(
        tuple(columns),
        tuple(down),
        _stock(found.get("stock", "")),
        tuple(_suit(suit) for suit in found.get("home", "").split(",") if found.get("home")),
        _one_of(found.get("rule", RULES[0]), "rule", RULES),
        _one_of(found.get("runs", RUNS[0]), "runs", RUNS),
        int(_one_of(found.get("suits", "4"), "suits", ("1", "2", "4"))),
        None if number is None else whole_number(number, "number", 0, NUMBERS - 1),
    )


def _column(text: str) -> tuple[tuple[int, ...], int]:
    cards: list[int] = []
    face_down = 0
    for token in text.split(",") if text else ():
        if token.startswith("-"):
            if face_down < len(cards):
                raise BadPosition((Fault(Say("A face-down card lies above a face-up one."), "2.5"),))
            face_down += 1
            cards.append(HIDDEN if token == "-?" else _card(token[1:]))
        else:
            cards.append(_card(token))
    return tuple(cards), face_down


_NOTHING = Say("Something is missing beside a comma, or there is a comma too many.")


def _card(token: str) -> int:
    if not token:
        raise BadText(_NOTHING)
    if token not in _CARDS:
        raise BadText(
            Say(
                "{found} is no card: write the rank (A, 2 to 9, T, J, Q, K) and the suit (C, S, H, D), "
                "for example TS.",
                found=quoted(token, 20),
            )
        )
    return _CARDS[token]


def _suit(token: str) -> int:
    if not token:
        raise BadText(_NOTHING)
    if len(token) != 1 or token not in SUITS:
        raise BadText(Say("{found} is no suit: it must be C, S, H or D.", found=quoted(token, 20)))
    return SUITS.index(token)


def _stock(text: str) -> tuple[int, ...]:
    cards: list[int] = []
    for token in text.split(",") if text else ():
        unknown = _UNKNOWN.fullmatch(token)
        if unknown:
            cards += [HIDDEN] * int(unknown[1] or 1)
        else:
            cards.append(_card(token))
        if len(cards) > STOCK:
            break  # named as a fault
    return tuple(cards)


def _one_of(text: str, key: str, allowed: tuple[str, ...]) -> str:
    if text not in allowed:
        raise BadText(
            Say(
                "{key} is {found}; it must be one of: {allowed}.",
                key=key,
                found=quoted(text, 20),
                allowed=", ".join(allowed),
            )
        )
    return text


def format_position(state: State) -> str:
    """Write a position in canonical form."""
    columns = "/".join(
        ",".join(("-" if place < down else "") + card_text(card) for place, card in enumerate(cards))
        for cards, down in zip(state.columns, state.down, strict=True)
    )
    parts = [
        f"columns={columns}",
        f"stock={_stock_text(state.stock)}",
        f"home={','.join(SUITS[suit] for suit in state.home)}",
    ]
    if state.rule != RULES[0]:
        parts.append(f"rule={state.rule}")
    if state.runs != RUNS[0]:
        parts.append(f"runs={state.runs}")
    if state.suits != 4:
        parts.append(f"suits={state.suits}")
    if state.number is not None:
        parts.append(f"number={state.number}")
    return " ".join(parts)


def _stock_text(stock: tuple[int, ...]) -> str:
    if stock and all(card == HIDDEN for card in stock):
        return f"?*{len(stock)}"
    return ",".join(card_text(card) for card in stock)


def read_move(text: str) -> Move:
    """A move as written, legal or not; ``IllegalMove`` for a column that there is not.

    >>> read_move("3>7:4")
    Move(source=2, target=6, count=4)
    """
    if text == "deal":
        return DEAL
    shift, removed = _SHIFT.fullmatch(text), _REMOVE.fullmatch(text)
    if shift:
        source, target, count = (int(part) for part in shift.groups())
        if not (1 <= source <= COLUMNS and 1 <= target <= COLUMNS):
            raise IllegalMove(*reasons.NO_COLUMN)
        return Move(source - 1, target - 1, count)
    if removed:
        if not 1 <= int(removed[1]) <= COLUMNS:
            raise IllegalMove(*reasons.NO_COLUMN)
        return removal(int(removed[1]) - 1)
    raise BadText(
        Say(
            "{found} is no move: write 3>7:4 (four cards from column 3 to column 7), deal, or remove 3.",
            found=quoted(text),
        )
    )


def parse_move(state: State, text: str) -> Move:
    """A legal move, or ``IllegalMove`` with its article."""
    move = read_move(text)
    refuse(state, move)
    return move


def format_move(move: Move) -> str:
    if move == DEAL:
        return "deal"
    if move.target < 0:
        return f"remove {move.source + 1}"
    return f"{move.source + 1}>{move.target + 1}:{move.count}"


def parse_outcome(state: State, text: str) -> None:
    """There is no chance in this game."""
    raise BadText(reasons.NO_CHANCE[0])


def format_outcome(outcome: None) -> str:
    raise AssertionError("there are no outcomes")

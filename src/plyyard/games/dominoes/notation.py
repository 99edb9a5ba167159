"""Positions, moves and outcomes of dominoes as text, for example
``line=6-6,6-1,1-4 black=0-0,2-3 white=?*5 boneyard=?*18 turn=black log=b6-6,w1-6r,b1-4r``.
"""

from __future__ import annotations

import re

from plyyard.core.errors import BadPosition, BadText, IllegalMove, Say, quoted
from plyyard.core.text import fields, whole_number
from plyyard.games.dominoes import checks, moves
from plyyard.games.dominoes.state import BLACK, HIDDEN, NAMES, NUMBER, SIDES, Move, Seen, State

KEYS = ("line", "black", "white", "boneyard", "turn", "log", "passes")
_TILE = re.compile(r"([0-6])-([0-6])")
_SEEN = re.compile(r"([bw])(?:([0-6])-([0-6])([lr]?)|\*([1-9][0-9]?)|-)")
_LETTER = {side[0]: side for side in SIDES}


def parse_position(text: str) -> State:
    """Read a position or a view; all 28 tiles must be accounted for.

    >>> state = parse_position("line=2-6,6-5 black=0-0,1-2,1-3,2-5,3-3,4-4 white=?*6 boneyard=?*14 turn=black")
    >>> state.ends, state.turn, format_position(state).endswith("boneyard=?*14 turn=black passes=0")
    ((2, 5), 'black', True)
    """
    state = read_position(text)
    faults = checks.faults(state)
    if faults:
        raise BadPosition(tuple(faults))
    if state.is_over:
        if "turn=" in text:
            raise BadText(Say("A finished position has no turn."))
        return State(state.line, state.hands, state.boneyard, BLACK, state.log, state.passes)
    return state


def read_position(text: str) -> State:
    """What a text says, possible or not."""
    found = fields(text, KEYS)
    line = tuple(_halves(part, "line") for part in _parts(found.get("line", "")))
    hands = (_tiles(found.get("black", ""), "black"), _tiles(found.get("white", ""), "white"))
    named = {NUMBER[halves] for halves in line} | {*hands[0], *hands[1]}
    if "boneyard" in found:
        boneyard = _tiles(found["boneyard"], "boneyard")
    else:
        boneyard = tuple(
            tile for tile in range(28) if tile not in named
        )  # its start value: all that lies nowhere else
    turn = found.get("turn", BLACK)
    if turn not in SIDES:
        raise BadText(
            Say(
                "turn is {found}; it must be one of: {sides}.", found=quoted(turn, 20), sides=", ".join(SIDES)
            )
        )
    if "log" in found and "passes" in found:
        raise BadText(Say("Give either log or passes: the passes stand in the log."))
    log = tuple(_seen(part) for part in _parts(found["log"])) if "log" in found else None if line else ()
    passes = checks.trailing_passes(log) if log else whole_number(found.get("passes", "0"), "passes", 0, 1)
    state = State(line, hands, boneyard, turn, log, passes)
    if "turn" not in found and checks.is_dead(state):
        return State(line, hands, boneyard, BLACK, log, 2)
    return state


def format_position(state: State) -> str:
    """Write a position in canonical form."""
    parts = [
        "line=" + ",".join(f"{low}-{high}" for low, high in state.line),
        "black=" + _format_tiles(state.hands[0]),
        "white=" + _format_tiles(state.hands[1]),
        "boneyard=" + _format_tiles(state.boneyard),
    ]
    if not state.is_over:
        parts.append(f"turn={state.turn}")
    if state.log:
        parts.append("log=" + ",".join(_format_seen(entry) for entry in state.log))
    elif state.log is None and not state.is_over:
        parts.append(f"passes={state.passes}")
    return " ".join(parts)


def parse_move(state: State, text: str) -> Move:
    """Read a move and see that it is legal."""
    refusal = moves.why_not_text(state, text)
    if refusal:
        raise IllegalMove(*refusal)
    return moves.read(text)


def format_move(move: Move) -> str:
    return NAMES[move.tile] + (f">{move.end}" if move.end else "")


def parse_outcome(state: State, text: str) -> int | tuple[int, ...]:
    """A drawn tile, or the whole order of the pack for the deal."""
    parts = _parts(text)
    tiles = tuple(NUMBER[_halves(part, "outcome")] for part in parts[:28])
    if not state.is_undealt:
        if len(parts) != 1:
            raise BadText(Say("One tile is drawn, for example 0-5."))
        return tiles[0]
    if len(parts) != 28 or len(set(tiles)) != 28:
        raise BadText(Say("The deal is an order of all 28 tiles, each of them once."))
    return tiles


def format_outcome(outcome: int | tuple[int, ...] | None) -> str:
    if outcome is None:
        return "?"
    return NAMES[outcome] if isinstance(outcome, int) else ",".join(NAMES[tile] for tile in outcome)


def _parts(text: str) -> list[str]:
    return text.split(",") if text else []


def _halves(text: str, name: str) -> tuple[int, int]:
    match = _TILE.fullmatch(text)
    if not match:
        raise BadText(
            Say("{found} in {name} is no tile; a tile is written 2-5.", found=quoted(text, 20), name=name)
        )
    return int(match[1]), int(match[2])


def _tiles(text: str, name: str) -> tuple[int, ...]:
    tiles = []
    hidden = 0
    for part in _parts(text):
        if part == "?":
            hidden += 1
        elif part.startswith("?*"):
            hidden += whole_number(part[2:], name, 1, 28)
        else:
            low, high = _halves(part, name)
            if low > high:
                raise BadText(Say("Write the lower number first: {low}-{high}.", low=high, high=low))
            tiles.append(NUMBER[low, high])
    if hidden > 28:
        raise BadText(Say("There are only 28 tiles."))
    return (*sorted(tiles), *[HIDDEN] * hidden)


def _format_tiles(tiles: tuple[int, ...]) -> str:
    hidden = tiles.count(HIDDEN)
    parts = [NAMES[tile] for tile in tiles if tile != HIDDEN]
    if hidden:
        parts.append("?" if hidden == 1 else f"?*{hidden}")
    return ",".join(parts)


def _seen(text: str) -> Seen:
    match = _SEEN.fullmatch(text)
    if not match:
        raise BadText(
            Say(
                "{found} in log is neither a tile laid (b1-4r), nor a draw (w*2), nor a pass (b-).",
                found=quoted(text, 20),
            )
        )
    side = _LETTER[match[1]]
    if match[2]:
        low, high = int(match[2]), int(match[3])
        if low > high:
            raise BadText(Say("Write the lower number first: {low}-{high}.", low=high, high=low))
        return Seen(side, NUMBER[low, high], match[4])
    return Seen(side, drawn=int(match[5] or 0))


def _format_seen(entry: Seen) -> str:
    if entry.tile != HIDDEN:
        return f"{entry.side[0]}{NAMES[entry.tile]}{entry.end}"
    return f"{entry.side[0]}*{entry.drawn}" if entry.drawn else f"{entry.side[0]}-"

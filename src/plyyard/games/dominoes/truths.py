"""What is known of dominoes beyond its rules: figures and tables for lessons, exactly counted by chances.py and the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from plyyard.core.errors import BadText, HiddenInformation, Say, quoted
from plyyard.core.game import Option
from plyyard.core.text import whole_number
from plyyard.core.truth import Cell, Truth, Value
from plyyard.games.dominoes import analysis, chances, moves, past
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.notation import format_move, parse_move, parse_position
from plyyard.games.dominoes.rules import FITS, RESERVE
from plyyard.games.dominoes.state import HIDDEN, LEFT, NAMES, PIPS, SIDES, TILES, Move, State, other

MOST_HELD = 12  # tiles of a hand in the table of odds


def _view(state: State) -> tuple[State, str]:
    """The position as the side with the known hand sees it, and the other side; of a whole position the side on turn's."""
    if state.is_undealt or not state.line:
        raise BadText(Say("This is counted once a tile lies in the line."))
    if state.is_over:
        raise BadText(Say("The game is over, and every tile is known."))
    hidden = [side for side in SIDES if HIDDEN in state.hand(side)]
    if len(hidden) == 2:
        raise HiddenInformation(Say("One of the two hands must be known."))
    if hidden:
        return state, hidden[0]
    return GAME.observe(state, state.turn), other(state.turn)


def _number(text: str) -> int:
    return whole_number(text, "number", 0, 6)


def _unseen(view: State) -> set[int]:
    return set(past.members(past.unseen(view)))


def _showing(number: int) -> set[int]:
    return set(past.members(FITS[number]))


def _move(position: str, move: str) -> tuple[State, str, Move]:
    view, opponent = _view(parse_position(position))
    return view, opponent, parse_move(view, move)


def _after(view: State, move: Move) -> State:
    return GAME.preview(view, [format_move(move)])


def _own_that_fit(view: State, move: Move) -> list[int]:
    after = _after(view, move)
    return [tile for tile in view.hand(view.turn) if tile != move.tile and past.fits(after, tile)]


def _unseen_that_fit(view: State, move: Move) -> list[int]:
    after = _after(view, move)
    return [tile for tile in sorted(_unseen(view)) if past.fits(after, tile)]


# ---- figures ----


def _tiles_with(*numbers: str) -> int:
    """How many of the 28 tiles show at least one of the numbers."""
    return len(set[int]().union(*(_showing(_number(number)) for number in numbers)))


def _still_out(position: str, *numbers: str) -> int:
    view, _ = _view(parse_position(position))
    return len(_unseen(view) & set[int]().union(*(_showing(_number(number)) for number in numbers)))


def _pips(position: str, side: str) -> int:
    if side not in SIDES:
        raise BadText(Say("There is no side {side}.", side=quoted(side, 20)))
    found = parse_position(position).pips(side)
    if found is None:
        raise HiddenInformation(Say("This hand is hidden here."))
    return found


def _holds(position: str, tile: str) -> Fraction:
    if tile not in NAMES:
        raise BadText(Say("There is no tile {tile}.", tile=quoted(tile, 20)))
    view, opponent = _view(parse_position(position))
    return chances.to_hold(view, opponent, [NAMES.index(tile)])


def _shows(position: str, number: str) -> Fraction:
    view, opponent = _view(parse_position(position))
    return chances.to_hold(view, opponent, _showing(_number(number)))


def _answers(position: str, text: str) -> Fraction:
    view, opponent, move = _move(position, text)
    return chances.to_hold(view, opponent, _unseen_that_fit(view, move))


def _open_after(position: str, text: str) -> tuple[int, int]:
    view, _, move = _move(position, text)
    left, right = _after(view, move).ends or (0, 0)
    return left, right


def _missing(position: str) -> str:
    """Numbers of which the other side certainly holds no tile."""
    view, opponent = _view(parse_position(position))
    return ", ".join(map(str, analysis.cannot_hold(view, opponent)))


def _may_be_drawn(position: str) -> int:
    return max(0, len(parse_position(position).boneyard) - RESERVE)


def _one_fits(unseen: str, fitting: str, held: str) -> Fraction:
    every = whole_number(unseen, "unseen", 1, 28)
    return chances.one_fits(
        every, whole_number(fitting, "fitting", 0, every), whole_number(held, "held", 1, every)
    )


def _block_wins(position: str) -> Fraction:
    view, opponent = _view(parse_position(position))
    return chances.of_block(view.pips(other(opponent)) or 0, chances.of_pips(view, opponent))[0]


VALUES: Mapping[str, Value] = {
    "tiles": lambda: len(TILES),
    "doubles": lambda: sum(low == high for low, high in TILES),
    "pips in all": lambda: sum(PIPS),
    "tiles with": _tiles_with,
    "still out": _still_out,
    "unseen": lambda position: len(_unseen(_view(parse_position(position))[0])),
    "pips": _pips,
    "moves": lambda position: len(moves.legal(parse_position(position))),
    "left after": lambda position, move: _open_after(position, move)[0],
    "right after": lambda position, move: _open_after(position, move)[1],
    "own that fit": lambda position, move: len(_own_that_fit(*_move(position, move)[::2])),
    "unseen that fit": lambda position, move: len(_unseen_that_fit(*_move(position, move)[::2])),
    "holds": _holds,
    "shows": _shows,
    "answers": _answers,
    "missing": _missing,
    "may be drawn": _may_be_drawn,
    "one fits": _one_fits,
    "block wins": _block_wins,
}


# ---- tables ----

Rows = Sequence[tuple[Cell, ...]]


def _tile_rows(_: Mapping[str, Any], state: State) -> Rows:
    view, opponent = _view(state)
    return [(NAMES[tile], chance) for tile, chance in chances.of_tiles(view, opponent).items()]


def _number_rows(_: Mapping[str, Any], state: State) -> Rows:
    view, opponent = _view(state)
    own, unseen = set(view.hand(other(opponent))), _unseen(view)
    return [
        (
            str(number),
            len(_showing(number) - own - unseen),
            len(_showing(number) & own),
            len(_showing(number) & unseen),
        )
        for number in range(7)
    ]


def _answer_rows(_: Mapping[str, Any], state: State) -> Rows:
    view, opponent = _view(state)
    return [
        (
            str(number),
            len(_showing(number) & _unseen(view)),
            chances.to_hold(view, opponent, _showing(number)),
        )
        for number in range(7)
    ]


def _move_rows(_: Mapping[str, Any], state: State) -> Rows:
    view, opponent = _view(state)
    if view.turn == opponent or not (legal := moves.legal(view)):
        raise BadText(Say("Moves are compared where the side with the known hand can lay a tile."))
    rows = []
    for move in legal:
        fitting = _unseen_that_fit(view, move)
        chance = chances.to_hold(view, opponent, fitting)
        rows.append((_label(move), len(_own_that_fit(view, move)), len(fitting), chance))
    return rows


def _label(move: Move) -> Say:
    tile = NAMES[move.tile]
    return Say("{tile} left", tile=tile) if move.end == LEFT else Say("{tile} right", tile=tile)


def _block_rows(_: Mapping[str, Any], state: State) -> Rows:
    view, opponent = _view(state)
    mine = view.pips(other(opponent)) or 0
    anyhow = chances.of_block(mine, chances.of_pips(view, opponent))
    stuck = chances.of_pips(view, opponent, nothing_fits=True)
    blocked: Sequence[Cell] = chances.of_block(mine, stuck) if stuck else ("–", "–", "–")
    names = (Say("the known hand wins"), Say("a draw"), Say("the hidden hand wins"))
    return list(zip(names, anyhow, blocked, strict=True))


def _pip_rows(_: Mapping[str, Any], state: State) -> Rows:
    view, opponent = _view(state)
    found = chances.of_pips(view, opponent)
    return [(str(pips), found.get(pips, Fraction(0))) for pips in range(min(found), max(found) + 1)]


def _odds_rows(inputs: Mapping[str, Any], _: Any) -> Rows:
    unseen, fitting = inputs["unseen"], inputs["fitting"]
    if fitting > unseen:
        raise BadText(Say("No more tiles can fit than are unseen."))
    held = range(1, min(unseen, MOST_HELD) + 1)
    return [(str(tiles), chances.one_fits(unseen, fitting, tiles)) for tiles in held]


_DREW = (
    "line=1-4,4-5,5-1,1-1,1-6,6-2,2-3,3-6 black=0-1,0-4,0-6 white=?*6 boneyard=?*11 turn=black"
    " log=b1-6,w2-6r,b1-1l,w2-3r,b3-6r,w*1,w1-5l,b4-5l,w*2,w1-4l"
)
_LATE = (
    "line=0-0,0-4,4-3,3-3,3-6,6-0,0-2,2-6,6-6,6-4,4-5,5-3,3-0,0-5,5-6 black=1-1,1-3,1-5,1-6,2-2,2-4 white=?*5"
    " boneyard=?*2 turn=black log=b0-2,w2-6r,b0-6l,w*6,w6-6r,b3-6l,w3-3l,b3-4l,w0-4l,b*4,b4-6r,w4-5r,b3-5r,w0-3r,b*2,b-,"
    "w0-5r,b5-6r,w0-0l"
)
_FIRST = "line=2-4,4-5 black=0-3,1-2,1-4,2-5,3-3,5-6 white=?*6 boneyard=?*14 turn=black"

TRUTHS = (
    Truth(
        "held",
        Say("What the other side can hold"),
        Say(
            "For each tile that cannot be seen: how likely the hidden hand holds it. Every deal and every draw that agrees with"
            " all draws, passes and tiles laid is counted, and all of them are equally likely."
        ),
        (Say("tile"), Say("held")),
        _tile_rows,
        position=_DREW,
    ),
    Truth(
        "out",
        Say("How often each number is still out"),
        Say(
            "Seven tiles show each number. So many of them lie in the line, are in the known hand, and cannot be seen."
        ),
        (Say("number"), Say("in the line"), Say("in the own hand"), Say("not seen")),
        _number_rows,
        position=_FIRST,
        drawn=(1, 2, 3),
    ),
    Truth(
        "answer",
        Say("Can the other side answer this number?"),
        Say(
            "For each number: how likely the hidden hand holds a tile with it, and so could lay at an end where it is open."
        ),
        (Say("number"), Say("tiles not seen"), Say("can be answered")),
        _answer_rows,
        position=_DREW,
        drawn=(2,),
    ),
    Truth(
        "moves",
        Say("What fits after each move"),
        Say(
            "For each move: how many of the other own tiles fit afterwards, how many of the tiles that cannot be seen, and how"
            " likely the other side can answer without drawing. These are counts and prove no best move."
        ),
        (Say("move"), Say("own that fit"), Say("unseen that fit"), Say("is answered")),
        _move_rows,
        position=_FIRST,
        drawn=(3,),
    ),
    Truth(
        "block",
        Say("Who wins if it blocks now?"),
        Say(
            "If the pips were counted now: how often the known hand would have fewer, with any hidden hand that is possible, and"
            " with those only that have nothing that fits, as it is in a real block. Whether the game blocks is another matter."
        ),
        (Say("result"), Say("with any hand"), Say("with nothing that fits")),
        _block_rows,
        position=_LATE,
        drawn=(1, 2),
    ),
    Truth(
        "pips",
        Say("How many pips the other side holds"),
        Say("For each number of pips: how likely the hidden hand has just so many."),
        (Say("pips"), Say("chance")),
        _pip_rows,
        position=_LATE,
        chart="lines",
    ),
    Truth(
        "odds",
        Say("How likely one of several tiles fits"),
        Say(
            "For a hand of one tile, of two, of three …, taken from the tiles that cannot be seen when nothing is known of it."
        ),
        (Say("tiles in the hand"), Say("at least one fits")),
        _odds_rows,
        inputs=(
            Option("unseen", Say("tiles that cannot be seen"), 20, low=1, high=27),
            Option("fitting", Say("of these fit"), 4, low=0, high=13),
        ),
        chart="lines",
    ),
)

"""Between states and the rules: a state as a lane, its legal moves, and words for what the rules answer to a move."""

from __future__ import annotations

import re
from collections.abc import Iterable

from plyyard.core.errors import BadText, HiddenInformation, Say, quoted
from plyyard.games.dominoes import rules
from plyyard.games.dominoes.state import HIDDEN, LEFT, NAMES, NUMBER, RIGHT, SIDES, Move, State

_MOVE = re.compile(r"([0-6])-([0-6])(?:>([lr]))?")
HIDDEN_HAND = Say("The tiles of the side on turn are hidden here.")


def lane(state: State) -> rules.Lane:
    """The state as the kernels take it; hidden tiles are left out of the bit sets and only counted."""
    left, right = state.ends or (rules.EMPTY, rules.EMPTY)
    over = (rules.BLOCKED if state.passes == 2 else rules.FINISHED) if state.is_over else 0
    sets = (bits(state.hands[0]), bits(state.hands[1]), bits(state.boneyard))
    table = [*sets, len(state.boneyard), left, right, SIDES.index(state.turn), state.passes, over]
    return rules.Lane(table, list(range(28)))


def bits(tiles: Iterable[int]) -> int:
    return sum(1 << tile for tile in tiles if tile != HIDDEN)


def legal(state: State) -> tuple[Move, ...]:
    """Every move of the side on turn, lowest tile first, left before right; none when chance acts or it is over."""
    if state.is_over or state.is_undealt:
        return ()
    if HIDDEN in state.hand(state.turn):
        raise HiddenInformation(HIDDEN_HAND)
    out = [0] * 56
    found = rules.legal(lane(state), out)
    return tuple(Move(code // 2, (LEFT, RIGHT)[code % 2] if state.line else "") for code in out[:found])


def read(text: str) -> Move:
    """Read a move without asking whether it is legal.

    >>> read("5-2>l")
    Move(tile=16, end='l')
    """
    match = _MOVE.fullmatch(text)
    if not match:
        raise BadText(
            Say(
                "{found} is no move. Write the tile and the end: 2-5>l or 2-5>r; to open, the tile alone.",
                found=quoted(text, 20),
            )
        )
    return Move(NUMBER[int(match[1]), int(match[2])], match[3] or "")


def why_not_text(state: State, text: str) -> tuple[Say, str] | None:
    """Reason and article against a move given as text. Passing and drawing are no moves, and say so."""
    if text in ("pass", "-"):
        return _why_no_pass(state)
    if text == "draw":
        return _why_no_draw(state)
    return why_not(state, read(text))


def why_not(state: State, move: Move) -> tuple[Say, str] | None:
    """Reason and article against a move; None when it is legal."""
    if not state.is_over and not state.is_undealt and HIDDEN in state.hand(state.turn):
        raise HiddenInformation(HIDDEN_HAND)
    answer = rules.why_not(lane(state), move.tile, (LEFT, RIGHT, "").index(move.end))
    if answer == rules.LEGAL:
        return None
    if answer == rules.WHICH_END and all(why_not(state, Move(move.tile, end)) for end in (LEFT, RIGHT)):
        answer = rules.DOES_NOT_FIT
    return _reason(answer, state, move), rules.ARTICLES[answer]


def _reason(answer: int, state: State, move: Move) -> Say:
    tile = NAMES[move.tile]
    if answer == rules.IS_OVER:
        return Say("The game is over.")
    if answer == rules.NOT_DEALT:
        return Say("The tiles are not dealt yet.")
    if answer == rules.NOT_HELD:
        return Say("{tile} is not in the hand of the side on turn.", tile=tile)
    left, right = state.ends or (0, 0)
    if answer == rules.MUST_DRAW:
        return Say(
            "No tile of the hand fits {left} or {right}: a tile must be drawn first.", left=left, right=right
        )
    if answer == rules.NO_END_YET:
        return Say("There is no left or right end yet: open with {tile} alone.", tile=tile)
    if answer == rules.WHICH_END:
        return Say("Name the end as well: {tile}>l for the left one, {tile}>r for the right one.", tile=tile)
    if not move.end:
        return Say("{tile} fits neither end: {left} and {right} are open.", tile=tile, left=left, right=right)
    if move.end == LEFT:
        return Say("{tile} does not fit the left end: a {n} is open there.", tile=tile, n=left)
    return Say("{tile} does not fit the right end: a {n} is open there.", tile=tile, n=right)


def _why_no_pass(state: State) -> tuple[Say, str]:
    if state.is_over:
        return Say("The game is over."), "5.5"
    if not state.is_undealt and _draws(state):
        return Say("Passing is not allowed while there are tiles to draw: draw one."), "4.1"
    return Say(
        "Passing is nothing to do: it happens by itself when nothing fits and nothing may be drawn."
    ), "4.5"


def _why_no_draw(state: State) -> tuple[Say, str]:
    if state.is_over:
        return Say("The game is over."), "5.5"
    if state.is_undealt:
        return Say("The tiles are not dealt yet."), "2.1"
    if _draws(state):
        return Say("A drawn tile comes by chance, not by a move: let it be drawn."), "4.1"
    if len(state.boneyard) <= rules.RESERVE:
        return Say("The last two tiles of the boneyard are never drawn."), "4.2"
    return Say("A tile of the hand fits, so none may be drawn."), "4.3"


def _draws(state: State) -> bool:
    told = draws(state)
    if told is None:
        raise HiddenInformation(HIDDEN_HAND)
    return told


def draws(state: State) -> bool | None:
    """Whether the side on turn has to draw; None when the view does not tell."""
    if state.is_over or state.is_undealt or not state.line or len(state.boneyard) <= rules.RESERVE:
        return False
    packed = lane(state)
    if HIDDEN not in state.hand(state.turn) or rules.playable(packed):
        return bool(rules.must_draw(packed))
    return state.must_draw

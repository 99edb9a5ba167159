"""Between a position and its lane: packing, asking the rules, unpacking. Decides nothing."""

from __future__ import annotations

from plyyard.core.errors import HiddenInformation, IllegalMove, Say
from plyyard.core.game import After, Effect
from plyyard.games.spider import reasons, rules
from plyyard.games.spider.physical import after, physical
from plyyard.games.spider.state import COLUMNS, DEAL, HIDDEN, PLAYER, RULES, RUNS, Move, State, removal

EFFECTS = ("turned", "run completed", "column emptied")
_PADDING = [[HIDDEN] * (rules.STRIDE - height) for height in range(rules.STRIDE + 1)]
_ROOM = [0] * rules.MOVE_ROOM
MOVES: tuple[Move, ...] = (
    *(Move(code // 140, code // 14 % 10, code % 14) for code in range(rules.DEAL)),
    DEAL,
    *(removal(column) for column in range(COLUMNS)),
)
"""Moves by their number in the kernels."""


def fits(state: State) -> bool:
    """Whether the kernels can hold it: a draft may have more cards than there are."""
    highest = max(len(column) for column in state.columns)
    return highest <= rules.STRIDE and len(state.stock) <= rules.STOCK and len(state.home) <= 8


def lane(state: State) -> rules.Lane:
    """A position as the kernels take it."""
    cards: list[int] = []
    for column in state.columns:
        cards += column
        cards += _PADDING[len(column)]
    left = len(state.stock)
    return rules.Lane(
        cards,
        [len(column) for column in state.columns],
        list(state.down),
        [HIDDEN] * (rules.STOCK - left) + list(state.stock),
        [*state.home, *([0] * (8 - len(state.home)))],
        [left, len(state.home)],
        [RULES.index(state.rule), RUNS.index(state.runs)],
        _ROOM[:],
        [0] * rules.EFFECT_ROOM,
        [0] * 24,
    )


def legal(state: State) -> tuple[Move, ...]:
    """All legal moves; none when it is over."""
    packed = lane(state)
    return tuple([MOVES[code] for code in packed.moves[: rules.legal(packed)]])


def why_not(state: State, move: Move) -> int:
    """0 when the move is legal in a game that is not over, else one of the reasons in rules.py."""
    packed = lane(state)
    if move == DEAL:
        return int(rules.why_not_deal(packed))
    if move.target < 0:
        return int(rules.why_not_remove(packed, move.source))
    return int(rules.why_not_move(packed, move.source, move.target, move.count))


def refuse(state: State, move: Move) -> None:
    """``IllegalMove`` with its article when the move is not legal."""
    if outcome(state) is not None:
        raise IllegalMove(*reasons.OVER)
    why = why_not(state, move)
    if why:
        raise IllegalMove(*reasons.REASONS[why])


def played(state: State, move: Move) -> After[State]:
    """What a legal move leads to; ``HiddenInformation`` when a card must be shown that is unknown."""
    packed = lane(state)
    if move == DEAL:
        code = rules.DEAL
    elif move.target < 0:
        code = rules.REMOVE + move.source
    else:
        code = (10 * move.source + move.target) * 14 + move.count
    return _after(state, move, packed, rules.play(packed, code))


def settled(state: State) -> After[State]:
    """Cards turned and runs taken off that a position from outside leaves no choice about."""
    packed = lane(state)
    effects = rules.settle(packed)
    return _after(state, None, packed, effects) if effects else After(state)


def _after(state: State, move: Move | None, packed: rules.Lane, found: int) -> After[State]:
    columns = []
    for column in range(COLUMNS):
        start = rules.STRIDE * column
        cards = tuple(packed.cards[start : start + packed.height[column]])
        if packed.height[column] > packed.down[column] and HIDDEN in cards[packed.down[column] :]:
            raise HiddenInformation(Say("A hidden card would have to be shown: a view does not know it."))
        columns.append(cards)
    left = packed.counts[rules.STOCK_LEFT]
    effects = tuple(Effect(EFFECTS[code // 10], PLAYER, code % 10 + 1) for code in packed.effects[:found])
    taken_off = (
        [code % 10 for code in packed.effects[:found] if code // 10 == 1] if state.runs == "auto" else []
    )
    if move is not None and move != DEAL and move.target < 0:
        taken_off = [move.source]
    new = State(
        tuple(columns),
        tuple(packed.down),
        state.stock[len(state.stock) - left :],
        tuple(packed.home[: packed.counts[rules.AT_HOME]]),
        state.rule,
        state.runs,
        state.suits,
        state.number,
        after(physical(state), move, taken_off),
    )
    return After(new, effects)


def outcome(state: State) -> str | None:
    """``won``, ``stuck``, or None while it goes on."""
    packed = lane(state)
    if rules.is_won(packed):
        return "won"
    return None if rules.legal(packed) else "stuck"


def score_parts(state: State) -> dict[str, int]:
    """Points by what they are for (chapter 6)."""
    parts = [0] * 5
    rules.score(lane(state), parts)
    return dict(zip(("turned", "columns", "pairs", "runs", "bonus"), parts, strict=True))

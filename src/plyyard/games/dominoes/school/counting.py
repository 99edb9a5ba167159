"""Exercises on counting: tiles still out, what fits after a move, and how likely the other side can answer."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from plyyard.core.chance import Below
from plyyard.core.errors import Say
from plyyard.core.exercise import Because, Choice, Exercise, Generator, Number, Play
from plyyard.games.dominoes import chances, past
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.school import memory
from plyyard.games.dominoes.school import positions as at
from plyyard.games.dominoes.state import HIDDEN, LEFT, NAMES, NUMBER, RIGHT, TILES, Move, State, other


def _still_out(below: Below, difficulty: int) -> Exercise:
    """1: a number in a short line. 2: in a long one. 3: two numbers, of which one tile shows both."""
    low, high = ((1, 5), (6, 20), (4, 20))[difficulty - 1]
    state = at.found(below, lambda state: at.can_lay(state) and low <= len(state.line) <= high)
    first = below(7)
    numbers = sorted({first, (first + 1 + below(6)) % 7}) if difficulty == 3 else [first]
    out = set(at.unseen(state))
    showing = {tile for number in numbers for tile in at.showing(number)}
    right, seen = len(showing & out), sorted(showing - out)

    def wrong(given: Fraction) -> Because:
        twice = sum(len(set(at.showing(number)) & out) for number in numbers)
        if difficulty == 3 and given == twice != right:
            return Say(
                "{tile} shows both numbers, but it is one tile: count it once.",
                tile=NAMES[NUMBER[numbers[0], numbers[1]]],
            ), "1.1"
        laid = {NUMBER[halves] for halves in state.line}
        if given == len(showing - laid):
            return Say(
                "That is all that does not lie in the line. The tiles in your own hand are seen, too: {tiles}.",
                tiles=at.names(sorted(showing & set(at.own(state)))),
            ), "1.1"
        double = NUMBER[numbers[0], numbers[0]]
        if difficulty < 3 and double in seen and given == right - 1:
            return Say(
                "{tile} shows the number twice, but it is one tile: count it once.", tile=NAMES[double]
            ), "1.1"
        return Say(
            "Of {all} such tiles these are seen: {tiles}. Count the others.",
            all=len(showing),
            tiles=at.names(seen),
        ), "1.1"

    return Exercise(
        Say("How many tiles with {a} or {b} (or both) can you not see?", a=numbers[0], b=numbers[1])
        if difficulty == 3
        else Say("How many tiles with {n} can you not see?", n=first),
        Number(right),
        hint=Say(
            "Thirteen tiles show at least one of two numbers. Take away those in the line and in your hand."
        )
        if difficulty == 3
        else Say("Seven tiles show a number. Take away those in the line and in your hand."),
        reason=_seen_of(showing, seen, right),
        article="1.1",
        key=f"{numbers} {at.names(seen)} {len(state.line)}",
        position=at.shown(state),
        facing=state.turn,
        wrong=wrong,
    )


def _seen_of(showing: set[int], seen: list[int], right: int) -> Say:
    return Say(
        "Of {all} such tiles these are seen: {tiles}. Left: {n}.",
        all=len(showing),
        tiles=at.names(seen),
        n=right,
    )


def _compare(below: Below, difficulty: int) -> Exercise:
    """1: a tile that fits both ends, laid at either. 2: any move, own tiles that fit. 3: any move, unseen tiles that fit."""
    if difficulty == 1:
        return _either_end(below)
    fewest = 3 if difficulty == 2 else 4

    def counts(state: State) -> dict[Move, list[int]]:
        if difficulty == 2:
            return {move: at.followers(state, move) for move in GAME.legal_moves(state)}
        return {move: at.fitting(at.unseen(state), at.after(state, move)) for move in GAME.legal_moves(state)}

    def suits(state: State) -> bool:
        if not at.can_lay(state) or len(GAME.legal_moves(state)) < fewest or len(at.own(state)) > 9:
            return False
        return len({len(tiles) for tiles in counts(state).values()}) > 1

    state = at.found(below, suits)
    table = counts(state)
    wanted = (max if difficulty == 2 else min)(map(len, table.values()))
    right = [move for move, tiles in table.items() if len(tiles) == wanted]
    texts = {GAME.notation.format_move(move): move for move in table}

    def wrong(given: str) -> Because:
        return _what_fits(state, texts[given], table[texts[given]], wanted), "3.1"

    return Exercise(
        Say(
            "You play {side}. Lay a tile so that as many of your other tiles as possible fit afterwards.",
            side=at.side_name(state.turn),
        )
        if difficulty == 2
        else Say(
            "You play {side}. Lay a tile so that as few as possible of the tiles that you cannot see fit afterwards.",
            side=at.side_name(state.turn),
        ),
        Play(frozenset(GAME.notation.format_move(move) for move in right)),
        hint=Say("Write the two open numbers down for each move, then count. Only then compare."),
        reason=Say(
            "{counted} This counts one thing only and proves no best move.",
            counted=_what_fits(state, right[0], table[right[0]], wanted),
        ),
        article="3.1",
        key=f"{state.line} {at.names(at.own(state))}",
        position=at.shown(state),
        facing=state.turn,
        wrong=wrong,
    )


def _what_fits(state: State, move: Move, tiles: list[int], wanted: int) -> Say:
    left, right = at.after(state, move).ends or (0, 0)
    return Say(
        "After {tile}, {left} and {right} are open, and these fit: {tiles}. Counted: {n}; the best count is {wanted}.",
        tile=NAMES[move.tile],
        left=left,
        right=right,
        tiles=at.names(tiles),
        n=len(tiles),
        wanted=wanted,
    )


def _either_end(below: Below) -> Exercise:
    def both(state: State) -> int:
        left, right = state.ends or (0, 0)
        return NUMBER[left, right] if left != right and NUMBER[left, right] in at.own(state) else HIDDEN

    def suits(state: State) -> bool:
        tile = both(state) if at.can_lay(state) else HIDDEN
        return tile != HIDDEN and any(at.followers(state, Move(tile, end)) for end in (LEFT, RIGHT))

    state = at.found(below, suits)
    tile = both(state)
    fit = {end: at.followers(state, Move(tile, end)) for end in (LEFT, RIGHT)}
    more = len(fit[LEFT]) - len(fit[RIGHT])
    left, right = state.ends or (0, 0)
    reason = Say(
        "On the left, {tile} leaves {right} and {right} open, and these fit: {at_left}. On the right it leaves {left} and"
        " {left} open, and these fit: {at_right}. This counts one thing only and proves no best move.",
        tile=NAMES[tile],
        left=left,
        right=right,
        at_left=at.names(fit[LEFT]),
        at_right=at.names(fit[RIGHT]),
    )

    def wrong(given: str) -> Because | None:
        if (given == "left" and more < 0) or (given == "right" and more > 0):
            return Say(
                "Turned round: the number that {tile} covers is gone, and its other half lies open. Laid at the {left} it"
                " leaves {right} twice, laid at the {right} it leaves {left} twice.",
                tile=NAMES[tile],
                left=left,
                right=right,
            ), "3.1"
        return None

    return Exercise(
        Say(
            "{tile} fits both ends. Where should it go, if more of your other tiles are to fit afterwards?",
            tile=NAMES[tile],
        ),
        Choice(
            (
                ("left", Say("at the left end")),
                ("right", Say("at the right end")),
                ("same", Say("it makes no difference, equally many fit")),
            ),
            "same" if more == 0 else "left" if more > 0 else "right",
        ),
        hint=Say("Bring the open numbers up to date first: after this tile both ends show the same number."),
        reason=reason,
        article="3.2",
        key=f"{state.line} {at.names(at.own(state))}",
        position=at.shown(state),
        facing=state.turn,
        marks=(f"hand-{NAMES[tile]}",),
        wrong=wrong,
    )


def _answer(below: Below, difficulty: int) -> Exercise:
    """1: does a hand of one or two tiles show a number? 2: either open number, two or three tiles. 3: with what a draw proved."""
    low, high = ((1, 2), (2, 3), (1, 4))[difficulty - 1]

    def suits(state: State) -> bool:
        opponent = other(state.turn)
        if not at.can_lay(state) or not low <= len(state.hand(opponent)) <= high:
            return False
        return _possible(state) is not None if difficulty == 3 else not memory.refusals(state, opponent)

    state = at.found(below, suits)
    opponent = other(state.turn)
    possible = _possible(state) or at.unseen(state)
    if difficulty == 1:
        numbers = [at.picked(state.ends or (0, 0), below)]
        question = Say(
            "{side} has not drawn or passed yet; hidden tiles there: {held}. How likely is it that {side} holds a tile with {n}?",
            side=at.side_name(opponent),
            held=len(state.hand(opponent)),
            n=numbers[0],
        )
    else:
        move = at.picked(GAME.legal_moves(state), below)
        numbers = list(at.after(state, move).ends or ())
        question = _after_which(state, move, opponent)
    fit = _showing_any(possible, numbers)
    chance = chances.to_hold(GAME.observe(state, state.turn), opponent, fit)
    if not 0 < chance < 1:
        return _answer(below, difficulty)
    held = len(state.hand(opponent))

    def wrong(given: Fraction) -> Because:
        if held > 1 and given == Fraction(len(fit), len(possible)):
            return Say(
                "That is the chance for one tile. {side} holds {held}, and one of them is enough.",
                side=at.side_name(opponent),
                held=held,
            ), "6.1"
        if given == 1 - chance:
            return Say("That is the chance that nothing fits; the other case is asked for."), "6.1"
        out = at.unseen(state)
        forgotten = chances.one_fits(len(out), len(_showing_any(out, numbers)), held)
        if len(possible) < len(out) and given == forgotten:
            return Say(
                "Leave out what {side} cannot hold: of the tiles that you do not see, only these are possible: {tiles}.",
                side=at.side_name(opponent),
                tiles=at.names(possible),
            ), "6.3"
        return Say(
            "Possible are {all} tiles, and of these fit: {tiles}. How likely is it that none of the {held} in the hand is"
            " among them?",
            all=len(possible),
            tiles=at.names(fit),
            held=held,
        ), "6.1"

    return Exercise(
        question,
        Number(chance, "chance"),
        hint=Say(
            "Count the tiles that the other side may hold, and those of them that fit. Then work out the chance that none"
            " of its tiles fits, and take it from one."
        ),
        reason=Say(
            "Possible are {all} tiles, and of these fit: {tiles} ({n}). That none of the {held} in the hand fits has the"
            " chance {none}; so the answer is {chance}.",
            all=len(possible),
            tiles=at.names(fit),
            n=len(fit),
            held=held,
            none=str(1 - chance),
            chance=str(chance),
        ),
        article="6.3" if difficulty == 3 else "6.1",
        key=f"{at.shown(state)} | {numbers}",
        position=at.forgetful(state),
        facing=state.turn,
        wrong=wrong,
    )


def _showing_any(tiles: Iterable[int], numbers: Iterable[int]) -> list[int]:
    wanted = set(numbers)
    return [tile for tile in tiles if wanted & set(TILES[tile])]


def _after_which(state: State, move: Move, opponent: str) -> Say:
    values = {
        "known": memory.told(state, opponent),
        "tile": NAMES[move.tile],
        "side": at.side_name(opponent),
        "held": len(state.hand(opponent)),
    }
    if move.end == LEFT:
        return Say(
            "{known} You lay {tile} at the left end. How likely is it that {side} can answer without drawing? Hidden tiles"
            " there: {held}.",
            **values,
        )
    return Say(
        "{known} You lay {tile} at the right end. How likely is it that {side} can answer without drawing? Hidden tiles"
        " there: {held}.",
        **values,
    )


def _possible(state: State) -> list[int] | None:
    """The tiles that the other side may hold, where each hand of them is equally likely; None where it is not so plain."""
    opponent = other(state.turn)
    allowed = past.past(GAME.observe(state, state.turn), opponent).allowed()
    if not 1 <= len(memory.refusals(state, opponent)) <= memory.MOST or len(set(allowed)) > 1:
        return None
    return [tile for tile in at.unseen(state) if allowed[0] >> tile & 1]


OUT = Generator(
    "out",
    Say("What is still out?"),
    "compare",
    Say("You start from seven tiles for each number and take away what you see, each tile once."),
    _still_out,
)
COMPARE = Generator(
    "compare",
    Say("Compare two moves by a count"),
    "compare",
    Say(
        "The open numbers are brought up to date first; only then you count what fits, for each move the same."
    ),
    _compare,
)
ANSWER = Generator(
    "answer",
    Say("How likely is an answer?"),
    "compare",
    Say("You named the tiles that fit and the tiles that are possible before you worked out the chance."),
    _answer,
)

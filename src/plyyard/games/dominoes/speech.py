"""What is said of a position of dominoes, of a choice and of an event, in whole sentences."""

from __future__ import annotations

from plyyard.core.game import After, Happened, Moved
from plyyard.core.words import Words
from plyyard.games.dominoes import analysis, moves
from plyyard.games.dominoes.state import HIDDEN, LEFT, NAMES, SIDES, Move, State


def side_name(side: str, words: Words) -> str:
    return words("Black") if side == SIDES[0] else words("White")


def _names(tiles: tuple[int, ...]) -> str:
    return ", ".join(NAMES[tile] for tile in tiles if tile != HIDDEN)


def describe(view: State, words: Words) -> list[str]:
    """The whole position, a sentence a line."""
    lines = []
    if view.is_undealt:
        lines.append(words("The tiles are not dealt yet."))
    elif not view.line:
        lines.append(words("The table is empty; Black opens with any tile."))
    else:
        tiles = ", ".join(f"{low}-{high}" for low, high in view.line)
        lines.append(words("The line from left to right: {tiles}.", tiles=tiles))
        left, right = view.line[0][0], view.line[-1][1]
        if not view.is_over:
            lines.append(
                words("Open are {left} on the left and {right} on the right.", left=left, right=right)
            )
    for side in SIDES:
        hand, name = view.hand(side), side_name(side, words)
        if HIDDEN in hand:
            lines.append(
                words.plural(
                    "{side} holds {n} hidden tile.", "{side} holds {n} hidden tiles.", len(hand), side=name
                )
            )
        elif hand:
            lines.append(
                words(
                    "{side} holds {tiles}; pips: {pips}.", side=name, tiles=_names(hand), pips=view.pips(side)
                )
            )
        else:
            lines.append(words("{side} holds no tile.", side=name))
        numbers = analysis.cannot_hold(view, side)
        if numbers:
            lines.append(
                words(
                    "By draws and passes {side} holds no tile with {numbers}.",
                    side=name,
                    numbers=", ".join(map(str, numbers)),
                )
            )
    lines.append(
        words.plural("{n} tile lies in the boneyard.", "{n} tiles lie in the boneyard.", len(view.boneyard))
    )
    if view.is_over and HIDDEN not in view.boneyard:
        lines.append(words("Left in the boneyard: {tiles}.", tiles=_names(view.boneyard)))
    if view.is_over:
        lines.append(_ending(view, words))
    elif not view.is_undealt:
        name = side_name(view.turn, words)
        if moves.draws(view):
            lines.append(words("{side} has no tile that fits and must draw.", side=name))
        else:
            lines.append(words("{side} is on turn.", side=name))
    return lines


def label(view: State, text: str, words: Words) -> str:
    """What a move says on its button."""
    move = moves.read(text)
    tile = NAMES[move.tile]
    if not view.ends:
        return words("open with {tile}", tile=tile)
    left, right = view.ends
    if move.end == LEFT:
        return words("{tile} at the left end, at the {n}", tile=tile, n=left)
    return words("{tile} at the right end, at the {n}", tile=tile, n=right)


def announce(
    before: State,
    event: Moved[Move] | Happened[int | tuple[int, ...]],
    after: After[State],
    words: Words,
    brief: bool,
) -> str:
    """An event with all that followed of itself."""
    view = after.state
    parts = [
        _laid(before, event, view, words, brief)
        if isinstance(event, Moved)
        else _given(before, event, view, words, brief)
    ]
    parts += [
        words("{side} has nothing that fits and passes.", side=side_name(effect.side or "", words))
        for effect in after.effects
        if effect.kind == "passes"
    ]
    if view.is_over:
        parts.append(_ending(view, words))
    elif not brief and HIDDEN not in view.hand(view.turn) and moves.draws(view):
        parts.append(words("{side} has no tile that fits and must draw.", side=side_name(view.turn, words)))
    return " ".join(parts)


def _laid(before: State, event: Moved[Move], view: State, words: Words, brief: bool) -> str:
    side, tile = side_name(event.by, words), NAMES[event.move.tile]
    left, right = view.line[0][0], view.line[-1][1]
    if not before.line:
        return words("{side} opens with {tile}.", side=side, tile=tile)
    if brief:
        return (
            words("{side}: {tile} left.", side=side, tile=tile)
            if event.move.end == LEFT
            else words("{side}: {tile} right.", side=side, tile=tile)
        )
    if event.move.end == LEFT:
        return words(
            "{side} lays {tile} at the left end. Open: {left} and {right}.",
            side=side,
            tile=tile,
            left=left,
            right=right,
        )
    return words(
        "{side} lays {tile} at the right end. Open: {left} and {right}.",
        side=side,
        tile=tile,
        left=left,
        right=right,
    )


def _given(
    before: State, event: Happened[int | tuple[int, ...]], view: State, words: Words, brief: bool
) -> str:
    if before.is_undealt:
        return words("The tiles are dealt, seven to each side. Black opens.")
    side = side_name(before.turn, words)
    left = len(before.boneyard) - 1
    if isinstance(event.outcome, int):
        drawn = words("{side} draws {tile}.", side=side, tile=NAMES[event.outcome])
    else:
        drawn = words("{side} draws a tile.", side=side)
    return drawn if brief else drawn + " " + words.plural("{n} tile is left.", "{n} tiles are left.", left)


def _ending(view: State, words: Words) -> str:
    if view.passes < 2:
        winner = SIDES[0] if not view.hands[0] else SIDES[1]
        return words("{side} has laid the last tile and wins.", side=side_name(winner, words))
    black, white = (view.pips(side) or 0 for side in SIDES)
    if black == white:
        return words("The game is blocked, with {n} pips each: a draw.", n=black)
    winner = SIDES[0] if black < white else SIDES[1]
    fewer, more = min(black, white), max(black, white)
    return words(
        "The game is blocked. {side} wins with {fewer} pips against {more}.",
        side=side_name(winner, words),
        fewer=fewer,
        more=more,
    )

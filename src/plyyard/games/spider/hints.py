"""A hint: the move that the player who does not peek would make, and why, in words."""

from __future__ import annotations

from collections.abc import Iterator

from plyyard.core.errors import IllegalMove, Say
from plyyard.core.game import Hint
from plyyard.games.spider import position, reasons
from plyyard.games.spider.player import Plan, choose, plan
from plyyard.games.spider.state import DEAL, Move, State


def hint(view: State) -> Hint[Move]:
    """A good move and its reasons, the weightiest first, from the view alone; ``IllegalMove`` when it is over."""
    if position.outcome(view) is not None:
        raise IllegalMove(*reasons.OVER)
    found = plan(view)
    move = found.moves[0] if found.moves else choose(view)
    if len(found.moves) == 1 and not found.wins:
        move = _on_own_suit(view, move)
    return Hint(move, tuple(_reasons(view, move, found)))


def _on_own_suit(view: State, move: Move) -> Move:
    """The same cards on the next higher one of their own suit, where they were to lie on another: nothing speaks for that."""
    if move.target < 0 or not view.columns[move.target]:
        return move
    wanted = view.columns[move.source][-move.count] + 1
    alike = [one for one in position.legal(view) if one.source == move.source and one.count == move.count]
    joined = [one for one in alike if one.target >= 0 and view.columns[one.target][-1:] == (wanted,)]
    return joined[0] if joined else move


def _reasons(view: State, move: Move, found: Plan) -> Iterator[Say]:
    if move == DEAL:
        yield from _why_deal(view)
    elif move.target < 0:
        yield Say("The run is complete: taking it off makes room.")
    else:
        said = (*_at_once(view, move), *_aim(view, found))
        yield from said
        if not (said or found.wins or found.ends):
            yield Say("It lays the card where it is out of the way.")
    if found.wins and len(found.moves) == 1:
        yield Say("No card is hidden any more, and this move wins.")
    elif found.wins:
        yield Say("No card is hidden any more, and this leads to a win in {n} moves.", n=len(found.moves))
    elif found.ends:
        yield Say("No way to win is found any more; this keeps as many points as it can.")


def _at_once(view: State, move: Move) -> Iterator[Say]:
    """What the move itself does."""
    source, target = view.columns[move.source], view.columns[move.target]
    down = view.down[move.source]
    moved = source[-move.count :]
    left = len(source) - move.count
    if _completes(view, move):
        yield Say("It completes a run from king to ace.")
    if left == down and down > 0:
        yield Say("It turns a face-down card in column {column}.", column=move.source + 1)
    if left == 0:
        yield Say("It empties column {column}.", column=move.source + 1)
    if target and target[-1] == moved[0] + 1:
        yield Say("It joins cards of one suit, which then move together.")
    if not target:
        if moved[0] % 13 == 12:
            yield Say("A king finds its place only in an empty column.")
    elif left > down and source[left - 1] == moved[0] + 1 and target[-1] != moved[0] + 1:
        yield Say("It splits a run for a moment to get at what matters more.")


def _completes(view: State, move: Move) -> bool:
    """Whether a run from king to ace lies on the target afterwards, from its open cards alone."""
    moved = view.columns[move.source][-move.count :]
    cards = (*view.columns[move.target][view.down[move.target] :], *moved)[-13:]
    return (
        len(cards) == 13 and cards[-1] % 13 == 0 and cards == tuple(range(cards[-1] + 12, cards[-1] - 1, -1))
    )


def _aim(view: State, found: Plan) -> Iterator[Say]:
    """What the whole plan leads to, when its first move is not the whole plan."""
    if len(found.moves) < 2 or found.wins or found.ends:
        return
    last, state = found.moves[-1], view
    emptied: list[int] = []
    runs = 0
    for move in found.moves[:-1]:
        after = position.played(state, move)
        runs += sum(effect.kind == "run completed" for effect in after.effects)
        emptied += [move.source for effect in after.effects if effect.kind == "column emptied"]
        state = after.state
    n = len(found.moves)
    if runs or (last != DEAL and _completes(state, last)):
        yield Say("Within {n} moves it leads to a complete run.", n=n)
    if last == DEAL:
        before, after_all = _holes(view), _holes(state)
        if before and not after_all:
            yield Say("Every column must hold a card before the next deal, which comes after this.")
        else:
            yield Say("It puts cards in order before the next deal covers them.")
        return
    column = last.source + 1
    if len(state.columns[last.source]) - last.count == state.down[last.source]:
        yield Say(
            "With the {n} moves that begin so a card in column {column} can be turned.", n=n, column=column
        )
    if emptied and _holes(state) >= _holes(view):
        yield Say("On the way column {column} becomes empty.", column=emptied[0] + 1)
    elif _holes(view) and _holes(state) >= _holes(view):
        yield Say("An empty column stays free for what comes.")


def _holes(state: State) -> int:
    return sum(not column for column in state.columns)


def _why_deal(view: State) -> Iterator[Say]:
    turning = [move for move in position.legal(view) if _turns(view, move)]
    if not turning:
        yield Say("No move turns a card now, and the columns are as ordered as they get: deal.")
    else:
        yield Say("Turning a card now would cost more order than it is worth: deal.")
    n = len(view.stock) // 10 - 1
    if n > 1:
        yield Say("After this {n} more deals remain.", n=n)
    else:
        yield Say("After this one more deal remains.") if n else Say("It is the last deal.")


def _turns(view: State, move: Move) -> bool:
    return (
        move != DEAL
        and move.target >= 0
        and len(view.columns[move.source]) - move.count == view.down[move.source] > 0
    )

"""What a person meant who picked something on the board and aimed at something else, legal or not."""

from __future__ import annotations

from plyyard.games.backgammon import moves, rules
from plyyard.games.backgammon.board import slot
from plyyard.games.backgammon.notation import format_place, format_step
from plyyard.games.backgammon.state import BAR, OFF, SIDES, State, first_stacks


def pick_text(state: State, picked: str, target: str) -> str | None:
    """See ``core.game.Game``. Without a target: the step of a die that is refused from there, if one is."""
    source = _place(state, picked)
    if source is None or source == OFF or state.winner:
        return None
    if not target:
        return _step_of_a_die(state, source)
    reached = _place(state, target)
    if reached is None:
        return None
    return f"{format_place(source)}/{BAR}" if reached == BAR else format_step(source, reached)


def _step_of_a_die(state: State, source: int) -> str | None:
    """By the dice that are left in a preview; before a roll any step will do."""
    dice = list(moves.numbers(state.dice or (1, 1)))
    for die in state.used:
        dice.remove(die)
    board, side = [*state.checkers[0], *state.checkers[1]], SIDES.index(state.turn)
    dice.sort(key=lambda die: (not rules.why_not(board, side, source, die), -die))
    return format_step(source, max(OFF, source - dice[0])) if dice else None


def _place(state: State, thing: str) -> int | None:
    """A slot, or a checker of either side, as the place where it is for the side to move."""
    for place in range(BAR + 1):
        if slot(state.turn, place) == thing:
            return place
    for side, places in zip(SIDES, state.stacks or first_stacks(state.checkers), strict=True):
        for place, stack in enumerate(places):
            if any(f"{side[0]}{number}" == thing for number in stack):
                if side == state.turn:
                    return place
                return 25 - place if OFF < place < BAR else None
    return None

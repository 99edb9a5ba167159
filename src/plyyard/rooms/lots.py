"""What a record says of its draws by dice/1: from which lottery each came. How they are made stands in fairness.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyyard.core.record import Dice, Entry, Lottery
from plyyard.core.registry import AnyGame
from plyyard.rooms.fairness import METHOD
from plyyard.rooms.founding import Founding


def lottery_of(game: AnyGame, state: Any) -> Lottery:
    """What chance may give in this state, as text. Only on chance states."""
    lot = game.lot(state)
    if lot.shuffle:
        in_order = game.notation.format_outcome(tuple(range(lot.shuffle)))
        return Lottery(in_order.split(","), shuffle=True)
    return Lottery([game.notation.format_outcome(one) for one in lot.outcomes], list(lot.weights))


def lottery_of_options(game: AnyGame, chosen: Mapping[str, Any]) -> Lottery:
    """What chance chooses of a game's options where only these are ``chosen``, in the order of ``Game.complete``."""
    open_ones = [one for one in game.options if one.default is None and one.name not in chosen]
    return Lottery(options={one.name: (one.low, one.high) for one in open_ones})


def record_dice(founding: Founding, game: AnyGame, entries: Sequence[Entry], states: Sequence[Any]) -> Dice:
    """``Record.dice`` of a room; ``states[n]`` held after event n.

    Lotteries are told once the server's secret is: before, they would show what is hidden (the tiles of a boneyard).
    """
    dice = Dice(METHOD, founding.id, list(founding.seats))
    if not any(entry.kind == "revealed" for entry in entries):
        return dice
    for entry in (entry for entry in entries if entry.draw is not None):
        lottery = _lottery(founding, game, entry, states)
        if lottery not in dice.lots:
            dice.lots.append(lottery)
        dice.drawn.append(dice.lots.index(lottery))
    return dice


def _lottery(founding: Founding, game: AnyGame, entry: Entry, states: Sequence[Any]) -> Lottery:
    if entry.kind == "began":
        return lottery_of_options(game, founding.options)
    return lottery_of(game, states[entry.seq - 1])

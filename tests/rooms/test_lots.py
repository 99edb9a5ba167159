"""The lotteries of every game as a record names them: in the order of their bytes, and only once nothing is secret any more."""

from __future__ import annotations

import random

import msgspec
import pytest

from plyyard import verifier
from plyyard.core import registry
from plyyard.core.chance import seeded
from plyyard.core.game import CHANCE, Happened, Moved
from plyyard.core.record import Lottery
from plyyard.rooms.founding import Founding
from plyyard.rooms.lots import lottery_of, lottery_of_options, record_dice
from tests import dice


@pytest.mark.parametrize("name", registry.names())
def test_lotteries_are_exact_and_in_order(name: str) -> None:
    """A verifier refuses others: whoever could choose the order of outcomes could choose the outcome."""
    game, rng = registry.game(name), random.Random(3)
    state = game.start(game.complete({}, seeded(3)))
    for _ in range(60):
        actor = game.actor(state)
        if actor is None:
            return
        if actor is not CHANCE:
            state = game.apply(state, Moved(actor, rng.choice(game.legal_moves(state)))).state
            continue
        lottery, lot = lottery_of(game, state), game.lot(state)
        assert len(lottery.outcomes) <= verifier.MAX_THINGS
        assert lottery.outcomes == sorted(set(lottery.outcomes), key=str.encode)
        if lot.shuffle:
            assert (len(lottery.outcomes), lottery.weights) == (lot.shuffle, [])
            outcome = tuple(rng.sample(range(lot.shuffle), lot.shuffle))
        else:
            read = [game.notation.parse_outcome(state, text) for text in lottery.outcomes]
            assert (tuple(read), tuple(lottery.weights)) == (lot.outcomes, lot.weights)
            outcome = rng.choice(read)
        state = game.apply(state, Happened(outcome)).state


def test_of_options_only_those_left_to_chance_are_drawn() -> None:
    game = registry.game("spider")
    assert lottery_of_options(game, {"suits": 1}) == Lottery(options={"number": (0, 999_999_999)})
    assert lottery_of_options(game, {"number": 5}) == Lottery()


def test_before_the_secret_is_revealed_no_lottery_is_told() -> None:
    whole = dice.played("dominoes", 4)
    assert whole.dice is not None
    founding = Founding("r", whole.game, whole.rules, "live", {}, dict.fromkeys(whole.dice.sides), 0)  # type: ignore[arg-type]
    game = registry.game(whole.game)
    running = record_dice(founding, game, whole.events[:-1], ())
    assert running == msgspec.structs.replace(whole.dice, lots=[], drawn=[])
    assert len(whole.dice.drawn) > 2

"""Laws of the computer's levels and of figures: legal, repeatable, finite, plain."""

from __future__ import annotations

import math

import msgspec
import pytest

from plyyard.core import registry
from plyyard.core.chance import seeded
from plyyard.players import player
from plyyard.players.player import LEVELS, METHODS
from tests.laws.walks import NAMES, decisions, moments, states, viewers, walk

pytestmark = pytest.mark.parametrize("name", NAMES)


def test_levels_are_known_and_say_what_they_are(name: str) -> None:
    game = registry.game(name)
    assert list(game.levels) == [level for level in LEVELS if level in game.levels]
    for recipe in game.levels.values():
        assert recipe.method in METHODS
        assert str(recipe.says)
        assert recipe.evaluate is not None


def test_every_level_chooses_a_legal_move_and_the_same_again(name: str) -> None:
    game = registry.game(name)
    for state, actor in decisions(name, 12)[:: max(1, len(decisions(name, 12)) // 4)]:
        view = game.observe(state, actor)
        for level in game.levels:
            first, second = (player(game, level).choose(view, seeded(9), {"nodes": 60}) for _ in range(2))
            assert first == second
            assert first in game.legal_moves(state)


def test_evaluations_are_finite_and_know_the_end(name: str) -> None:
    game = registry.game(name)
    for recipe in game.levels.values():
        for state in states(name, 12):
            values = [recipe.evaluate(state, side) for side in game.sides]
            assert all(math.isfinite(value) for value in values)
        last = walk(name, 0)[-1].after.state
        result = game.result(last)
        if result is not None and result.winner is not None and len(game.sides) == 2:
            loser = next(side for side in game.sides if side != result.winner)
            assert recipe.evaluate(last, result.winner) > recipe.evaluate(last, loser)


def test_figures_are_plain(name: str) -> None:
    game = registry.game(name)
    for state in states(name, 24):
        for view in [state, *(game.observe(state, viewer) for viewer in viewers(name))]:
            assert msgspec.json.decode(msgspec.json.encode(game.score(view))) == game.score(view)
    for moment in moments(name, 24):
        assert game.undo_price(moment.after.effects, moment.event) >= 0

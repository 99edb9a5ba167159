"""The laws that fail rarely, over many random games: hundreds at night, a few in .ci/run (PLYYARD_SEEDS)."""

from __future__ import annotations

import os

import pytest

from plyyard.core import record, registry
from plyyard.core.chance import seeded
from plyyard.core.game import After, Moved
from tests.laws.test_play import as_record
from tests.laws.walks import NAMES, viewers, walk

FIRST = 1000  # seeds that no other law plays
SEEDS = range(FIRST, FIRST + int(os.environ.get("PLYYARD_SEEDS", "300")))

pytestmark = [pytest.mark.nightly, pytest.mark.parametrize("name", NAMES)]


def test_every_moment_of_many_games(name: str) -> None:
    """At each moment: sound, settled, written and read back, seen alike in an imagined world; then replayed."""
    game = registry.game(name)
    for seed in SEEDS:
        below = seeded(f"many {seed}")
        for moment in walk.__wrapped__(name, seed):
            state, text = moment.after.state, game.notation.format_position(moment.after.state)
            assert not game.faults(state), text
            assert game.settle(state) == After(state), text
            assert game.notation.parse_position(text) == state, text
            if isinstance(moment.event, Moved):
                move = game.notation.format_move(moment.event.move)
                assert game.notation.parse_move(moment.state, move) == moment.event.move, (text, move)
            for viewer in viewers(name):
                view = game.observe(state, viewer)
                if view == state:
                    continue
                assert game.notation.parse_position(game.notation.format_position(view)) == view, text
                assert game.observe(game.imagine(view, below), viewer) == view, text
        frames = list(record.replay(as_record(name, seed)))
        assert frames[-1].after == walk(name, seed)[-1].after
        walk.cache_clear()

"""A law: with the unseen cards put in another order the hint, its reasons, and the player's move stay the same.

``PLYYARD_SEEDS`` positions are looked at.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from plyyard.core.chance import seeded
from plyyard.core.game import Moved
from plyyard.games.spider import player
from plyyard.games.spider.game import GAME
from plyyard.games.spider.player import Strength
from plyyard.games.spider.solver import solve
from plyyard.games.spider.state import PLAYER, State
from plyyard.players import player as computer

SEEDS = int(os.environ.get("PLYYARD_SEEDS", "300"))
QUICK = Strength(6, 6, 30)


def position_of(seed: int) -> State:
    """Some turned cards into a deal, at a place where much or little is hidden still."""
    state = GAME.start(GAME.complete({"number": seed, "suits": (4, 2, 1)[seed % 3]}, lambda n: 0))
    for _ in range(seed % 20):
        moves = player.plan(GAME.observe(state, PLAYER), QUICK).moves
        for move in moves:
            after = GAME.apply(state, Moved(PLAYER, move)).state
            if GAME.actor(after) is None or not (after.stock or any(after.down)):
                return state
            state = after
    return state


def other_world(state: State, seed: int) -> State:
    """The same to look at, with the unseen cards in another order."""
    return GAME.imagine(GAME.observe(state, PLAYER), seeded(f"world {seed}"))


def told(ask: Callable[[State], Any], state: State) -> Any:
    """What is answered with nothing remembered."""
    player.forget()
    return ask(state)


def answers(state: State) -> list[Any]:
    """All that the player says, though it is handed the whole state and could look."""
    hint = GAME.hint(state)
    moves = [computer(GAME, level).choose(state, seeded(4)) for level in ("easy", "strong")]
    return [hint.move, [str(reason) for reason in hint.reasons], player.value(state), *moves]


def test_unseen_cards_change_nothing() -> None:
    for seed in range(SEEDS):
        state = position_of(seed)
        world = other_world(state, seed)
        assert GAME.observe(world, PLAYER) == GAME.observe(state, PLAYER)
        assert told(answers, state) == told(answers, world), seed


def test_the_law_finds_one_who_peeks() -> None:
    """The solver looks at every card; its first move gives it away."""

    def peeking(state: State) -> Any:
        return solve(state, nodes=20_000).line[:1]

    caught = 0
    for seed in range(20):
        state = position_of(seed)
        caught += told(peeking, state) != told(peeking, other_world(state, seed))
    assert caught >= 5


def test_the_law_finds_one_whose_draw_depends_on_unseen_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player itself, were its view not blanked and did it know what lies under the card it turns."""
    blank = player.blank

    def peeking(state: State) -> Any:
        moves = player.plan(state, QUICK).moves
        source = moves[-1].source
        return moves if source < 0 else (moves, state.columns[source][max(0, state.down[source] - 1)] % 13)

    monkeypatch.setattr(player, "blank", lambda view: view)
    caught = sum(
        told(peeking, state) != told(peeking, other_world(state, seed))
        for seed, state in ((seed, position_of(seed)) for seed in range(20))
    )
    monkeypatch.setattr(player, "blank", blank)
    assert caught >= 5

"""The kernel against the oracle: random games, every decision compared."""

from __future__ import annotations

from random import Random

import pytest

from plyyard.core.game import CHANCE, Happened, Moved
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.state import LEFT, NUMBER, TILES, Move, State
from tests.games.dominoes.oracle import Table


def both_agree(state: State, table: Table) -> None:
    assert [half for halves in state.line for half in halves] == table.line
    for side, hand in zip(("black", "white"), state.hands, strict=True):
        assert {TILES[tile] for tile in hand} == table.hands[side]
    assert {TILES[tile] for tile in state.boneyard} == table.boneyard
    result = GAME.result(state)
    if table.ended:
        assert result is not None
        assert (result.kind, result.winner) == (table.ended, table.winner())
        assert GAME.actor(state) is None
        assert GAME.legal_moves(state) == ()
        return
    assert result is None
    assert GAME.turn(state) == table.turn
    assert (GAME.actor(state) is CHANCE) == table.has_to_draw()
    assert {(TILES[move.tile], move.end) for move in GAME.legal_moves(state)} == table.choices()


def play(seed: int) -> tuple[int, str]:
    """One random game on both; how many decisions it had and how it ended."""
    random = Random(seed)
    order = random.sample(range(28), 28)
    table = Table()
    table.deal([TILES[tile] for tile in order])
    state = GAME.apply(GAME.start({}), Happened(tuple(order))).state
    decisions = 0
    while True:
        both_agree(state, table)
        if table.ended:
            return decisions, table.ended
        if table.has_to_draw():
            tile = random.choice(sorted(table.boneyard))
            table.draw(tile)
            after = GAME.apply(state, Happened(NUMBER[tile]))
        else:
            decisions += 1
            tile, end = random.choice(sorted(table.choices()))
            _refusals_agree(state, table, random)
            table.lay(tile, end)
            after = GAME.apply(state, Moved(state.turn, Move(NUMBER[tile], end)))
        assert [effect.text for effect in after.effects] == table.said
        state = after.state


def _refusals_agree(state: State, table: Table, random: Random) -> None:
    """Any tile at any end is refused exactly when the oracle does not offer it."""
    number = random.randrange(28)
    for end in ("", LEFT, "r"):
        text = GAME.notation.format_move(Move(number, end))
        assert (GAME.why_not(state, text) is None) == ((TILES[number], end) in table.choices())


def test_five_hundred_decisions_agree() -> None:
    assert sum(play(seed)[0] for seed in range(40)) > 500


@pytest.mark.slow
def test_twenty_thousand_decisions_agree() -> None:
    games = [play(seed) for seed in range(1000, 2500)]
    assert sum(decisions for decisions, _ in games) >= 20_000
    assert {ended for _, ended in games} == {"finished", "blocked"}

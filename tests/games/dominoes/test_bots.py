"""The computer players: compiled worlds follow the past, levels differ, values are told for either state of the turn."""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np
import pytest

from plyyard.arena.game import play
from plyyard.core.chance import seeded
from plyyard.core.kernel import compiled, random_state
from plyyard.games.dominoes import analysis, bots, past, search
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.state import Move
from plyyard.players import player

VIEW = (
    "line=5-5,5-6,6-1,1-1 black=0-0,0-2,1-3,2-2,2-3 white=?*7 boneyard=?*12 turn=black "
    "log=b5-5,w*1,w5-6r,b1-6r,w*1,w1-1r"
)
"""White drew in both its turns: at 5 and 5, then at 5 and 1."""


def test_compiled_hands_come_with_their_chances() -> None:
    """Hands drawn for the search against the exact chance of every tile; none breaks what the draws prove."""
    view = GAME.notation.parse_position(VIEW)
    classes = past.past(view, "white")
    shares = past.shares(classes, (), past.unseen(view))
    kernels = compiled(sys.modules[search.__name__])
    random = np.array(random_state(4), np.int64)
    arrays = [
        np.array(part, np.int64)
        for part in (bots._tickets(shares), [n for row, _ in shares for n in row], classes.allowed())
    ]
    rounds = 20_000
    seen: Counter[int] = Counter()
    for _ in range(rounds):
        hand = int(kernels.draw_hand(*arrays, past.unseen(view), random))
        seen.update(tile for tile in range(28) if hand >> tile & 1)
    for tile, chance in analysis.tile_chances(view, "white").items():
        spread = 4.5 * (chance * (1 - chance) / rounds) ** 0.5
        assert seen[tile] / rounds == pytest.approx(chance, abs=spread + 1e-9)


def test_a_winning_tile_is_laid() -> None:
    """One tile left that fits both ends: every world is won at once."""
    view = GAME.notation.parse_position("line=2-6,6-5 black=2-5 white=?*11 boneyard=?*14 turn=black")
    rated = player(GAME, "medium").rate(view, seeded(1))
    assert [value for _, value in rated] == [1.0, 1.0]


def test_a_block_that_wins_is_found() -> None:
    """All other sixes lie: 6-1 at the 1 leaves 6 at both ends, and Black then holds fewer pips than any hand of White."""
    line = "1-3,3-6,6-6,6-2,2-5,5-6,6-0,0-1,1-4,4-6"
    view = GAME.notation.parse_position(
        f"line={line} black=0-0,1-6 white=?*14 boneyard=?*2 turn=black passes=0"
    )
    best, value = player(GAME, "medium").rate(view, seeded(1))[0]
    assert GAME.notation.format_move(best) == "1-6>l"
    assert value == 1.0


def test_values_add_up_and_stay_in_bounds() -> None:
    must_draw = VIEW.replace("1-3", "0-3")
    for text in (VIEW, must_draw, "line= black= white= turn=black"):
        values = player(GAME, "medium").value(GAME.notation.parse_position(text), seeded(1))
        assert values["black"] + values["white"] == pytest.approx(0)
        assert -1 <= values["black"] <= 1


def test_evaluation_is_exact_after_the_end() -> None:
    state = GAME.notation.parse_position("line=2-6,6-5 black=2-5 white=?*11 boneyard=?*14 turn=black")
    world = GAME.imagine(state, seeded(1))
    ended = GAME.preview(world, ("2-5>r",))
    assert (bots.evaluate(ended, "black"), bots.evaluate(ended, "white")) == (1.0, -1.0)


def test_a_limit_is_kept() -> None:
    view = GAME.notation.parse_position(VIEW)
    rated = player(GAME, "medium").rate(view, seeded(1), {"nodes": 1})
    assert {move for move, _ in rated} == set(GAME.legal_moves(view))


@pytest.mark.slow
@pytest.mark.parametrize(("stronger", "weaker"), [("medium", "easy"), ("easy", "beginner")])
def test_each_level_beats_the_one_below(stronger: str, weaker: str) -> None:
    """150 games, sides alternating; with no difference a lead of 25 would come once in forty times."""
    lead = 0
    for number in range(150):
        side, rival = ("black", "white") if number % 2 else ("white", "black")
        result = play(
            GAME, {side: player(GAME, stronger), rival: player(GAME, weaker)}, f"levels {number}"
        ).result
        assert result is not None
        lead += (result.winner == side) - (result.winner == rival)
    assert lead > 12


def test_moves_are_told_apart() -> None:
    assert bots._code(Move(3, "r")) == 7
    assert bots._code(Move(3)) == bots._code(Move(3, "l")) == 6

"""What draws and passes prove, against every hand that could be: deals and draws listed one by one."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from plyyard.core.chance import draw, seeded
from plyyard.core.game import CHANCE, Happened, Moved
from plyyard.games.dominoes import analysis, past, worlds
from plyyard.games.dominoes.game import GAME
from plyyard.games.dominoes.state import HIDDEN, NUMBER, TILES, State, other


def views(seed: int) -> list[tuple[State, State]]:
    """(state, view of the side not on turn or on turn) along a random game."""
    below = seeded(seed)
    state = GAME.start({})
    found = []
    while (actor := GAME.actor(state)) is not None:
        if not state.is_undealt:
            found += [(state, GAME.observe(state, side)) for side in ("black", "white")]
        if actor is CHANCE:
            state = GAME.apply(state, Happened(draw(GAME.lot(state), below))).state
        else:
            moves = GAME.legal_moves(state)
            state = GAME.apply(state, Moved(actor, moves[below(len(moves))])).state
    return found


def test_the_true_hand_is_never_ruled_out() -> None:
    for seed in range(30):
        for state, view in views(seed):
            for side in ("black", "white"):
                if HIDDEN in view.hand(side):
                    chances = analysis.tile_chances(view, side)
                    assert all(chances[tile] > 0 for tile in state.hand(side))
                    assert sum(chances.values()) == pytest.approx(len(state.hand(side)))
                    free = set(range(7)) - set(analysis.cannot_hold(view, side))
                    assert all(free & set(TILES[tile]) == set(TILES[tile]) for tile in state.hand(side))


def deal_again(view: State, side: str, random: Random) -> set[int] | None:
    """Shuffle all that side ever got, let its log run, and give the hand it ends with; None when the log cannot be.

    Nothing is concluded here: a deal and draws in random order, checked entry by entry (art. 4.1 to 4.5).
    """
    log = view.log or ()
    mine = [entry for entry in log if entry.side == side]
    pairs = list(pairwise(mine))
    came = [
        after.tile for before, after in pairs if before.drawn and after.tile != HIDDEN
    ]  # drawn last: art. 4.4
    laid = [entry.tile for entry in mine if entry.tile != HIDDEN and entry.tile not in came]
    pool = [tile for tile in range(28) if past.unseen(view) >> tile & 1] + laid
    random.shuffle(pool)
    hand = set(pool[:7])
    rest = iter(pool[7:])
    ends: tuple[int, ...] = tuple(range(7))
    for entry in log:
        if entry.side == side:
            fitting = {tile for tile in hand if set(TILES[tile]) & set(ends)}
            if entry.tile == HIDDEN and fitting:
                return None
            if entry.drawn:
                after = next((later for earlier, later in pairs if earlier is entry), None)
                is_laid = after is not None and after.tile != HIDDEN
                drawn = [next(rest) for _ in range(entry.drawn - is_laid)]
                if after is not None and is_laid:
                    drawn.append(after.tile)
                if any(set(TILES[tile]) & set(ends) for tile in drawn[:-1]):
                    return None
                hand |= set(drawn)
            elif entry.tile != HIDDEN:
                if entry.tile not in hand:
                    return None
                hand.remove(entry.tile)
        if entry.tile != HIDDEN:
            low, high = TILES[entry.tile]
            if entry.end == "":
                ends = (low, high)
            elif entry.end == "l":
                ends = (low + high - ends[0], ends[1])
            else:
                ends = (ends[0], low + high - ends[1])
    return hand


@pytest.mark.slow
@pytest.mark.parametrize("seed", [297, 325])
def test_chances_are_those_of_deals_made_again(seed: int) -> None:
    """Exact chances against plain shuffles that agree with the log, where a side drew in two of its turns."""
    random = Random(seed)
    view, side = next((view, side) for _, view in views(seed) if (side := drew_twice(view)))
    hands = [hand for _ in range(12_000) if (hand := deal_again(view, side, random)) is not None]
    assert len(hands) > 90
    seen = Counter(tile for hand in hands for tile in hand)
    for tile, chance in analysis.tile_chances(view, side).items():
        spread = 4.5 * (chance * (1 - chance) / len(hands)) ** 0.5
        assert seen[tile] / len(hands) == pytest.approx(chance, abs=spread + 1e-9)


def drew_twice(view: State) -> str:
    """The side with a hidden hand that is not on turn and has drawn in two turns at least, or nothing."""
    side = "black" if HIDDEN in view.hands[0] else "white"
    draws = sum(entry.side == side and entry.drawn > 0 for entry in view.log or ())
    return side if draws >= 2 and view.turn != side and HIDDEN in view.hand(side) else ""


def test_imagined_hands_come_as_often_as_they_should() -> None:
    """Drawn worlds against the exact chances of each tile."""
    view = next(view for seed in range(50) for _, view in views(seed)[::-1] if interesting(view))
    side = "black" if HIDDEN in view.hands[0] else "white"
    chances = analysis.tile_chances(view, side)
    below = Random(5).randrange
    rounds = 4000
    seen = Counter(tile for _ in range(rounds) for tile in worlds.imagine(view, below).hand(side))
    for tile, chance in chances.items():
        assert seen[tile] / rounds == pytest.approx(
            chance, abs=4 * (chance * (1 - chance) / rounds) ** 0.5 + 1e-9
        )


def interesting(view: State) -> bool:
    side = "black" if HIDDEN in view.hands[0] else "white"
    refusals = sum(1 for entry in view.log or () if entry.side == side and entry.tile == HIDDEN)
    return HIDDEN in view.hand(side) and refusals >= 2 and len(view.hand(side)) >= 3


def test_the_tile_laid_after_drawing_was_the_one_drawn() -> None:
    """White drew two and laid 5-6: of what it holds, seven came with the deal and one from the first draw."""
    view = GAME.notation.parse_position(
        "line=5-5,5-6 black=0-0,1-1,1-2,1-3,2-2,2-3 white=?*8 boneyard=?*12 turn=black log=b5-5,w*2,w5-6r"
    )
    assert past.past(view, "white").sizes == [7, 1]
    assert analysis.cannot_hold(view, "white") == (5,)
    assert analysis.cannot_hold(view, other("white")) == ()
    assert NUMBER[0, 5] not in {t for t, chance in analysis.tile_chances(view, "white").items() if chance > 0}


@pytest.mark.parametrize("boneyard", ["?*2", "?*3"])
def test_a_hidden_hand_that_can_only_pass_or_draw_is_no_fault(boneyard: str) -> None:
    """All seven tiles with a 6 lie in the line, so whatever White holds does not fit; the text does not say so."""
    line = "6-6,6-0,0-1,1-6,6-2,2-3,3-6,6-4,4-5,5-6"
    hidden = 18 - 3 - int(boneyard[2:])
    view = GAME.notation.parse_position(
        f"line={line} black=0-0,0-2,0-3 white=?*{hidden} boneyard={boneyard} turn=white passes=0"
    )
    world = GAME.imagine(view, seeded(1))
    assert not GAME.faults(world)
    for spectators in (GAME.observe(world, None), GAME.observe(view, None)):
        assert not GAME.faults(GAME.imagine(spectators, seeded(2)))


def test_pips_of_a_hidden_hand_at_their_mean() -> None:
    """Six of twenty unknown tiles hold three tenths of the pips that are not to be seen."""
    view = GAME.notation.parse_position(
        "line=2-6,6-5 black=0-0,1-2,1-3,2-5,3-3,4-4 white=?*6 boneyard=?*14 turn=black"
    )
    known = 8 + 11 + 0 + 3 + 4 + 7 + 6 + 8
    assert analysis.expected_pips(view, "white") == pytest.approx(6 * (168 - known) / 20)
    assert analysis.block_lead(view, "black") == pytest.approx(6 * (168 - known) / 20 - 28)

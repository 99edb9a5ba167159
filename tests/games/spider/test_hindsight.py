"""Where a game threw its win away: marks on lines and on branches taken back, each as sure as it says."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from itertools import takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyyard.core.game import Moved
from plyyard.games.spider.game import GAME
from plyyard.games.spider.hindsight import Thrown, thrown_away
from plyyard.games.spider.solver import Status, solve
from plyyard.games.spider.state import PLAYER, State
from tests.games.spider.endings import brute_force, ending

SEEDS = int(os.environ.get("PLYYARD_SEEDS", "12"))
MS = 60_000.0


def played_on(state: State, chance: random.Random, moves: int) -> list[State]:
    """The states after random moves."""
    states: list[State] = []
    for _ in range(moves):
        choices = GAME.legal_moves(state)
        if not choices:
            break
        state = GAME.apply(state, Moved(PLAYER, chance.choice(choices))).state
        states.append(state)
    return states


@pytest.mark.slow
def test_marks_in_endings_agree_with_a_walk_through_everything() -> None:
    """In trees of moves played and taken back: just the moves from a state that can be won to one that cannot."""
    for seed in range(2 * SEEDS):
        chance = random.Random(f"hindsight {seed}")
        states, parents = [ending(chance, "auto", "strict")], [-1]
        for _ in range(3):
            at = chance.randrange(len(states))
            for state in played_on(states[at], chance, 12):
                states.append(state)
                parents.append(at)
                at = len(states) - 1
        truth = list(takewhile(lambda won: won is not None, (brute_force(state, 300) for state in states)))
        if len(truth) < len(states):
            continue
        expected = tuple(
            Thrown(at, "solved", "unsolvable")
            for at in range(1, len(states))
            if truth[parents[at]] and not truth[at]
        )
        found = thrown_away(states, MS, parents=parents)
        assert found.thrown == expected and found.whole
        assert found.start == ("solved" if truth[0] else "unsolvable")


SPADES = ",".join(f"{rank}S" for rank in "KQJT98765432")
THIRTY = ",".join(f"{rank}{suit}" for rank in "T98765432A" for suit in "HDC")
TEN_COLUMNS = f"columns={SPADES}/KH,AS/KD/KC/QH/QD/QC/JH/JD/JC stock={THIRTY} home=S,H,D,C"


def test_a_run_completed_too_early_is_marked_and_proved() -> None:
    """It goes home and leaves nine cards: too few for any deal to come. Before it, one could have dealt.  art. 3.5"""
    start = GAME.notation.parse_position(TEN_COLUMNS)
    ace, dealt = (
        GAME.apply(start, Moved(PLAYER, GAME.notation.parse_move(start, text))).state
        for text in ("2>1:1", "deal")
    )
    after = played_on(ace, random.Random(1), 3)
    assert thrown_away([start, ace, *after], MS).thrown == (Thrown(1, "solved", "unsolvable"),)
    # dealt, taken back, and then the ace
    assert thrown_away([start, dealt, ace], MS, parents=[-1, 0, 0]).thrown == (
        Thrown(2, "solved", "unsolvable"),
    )


def test_a_won_game_has_no_mark() -> None:
    state = GAME.start(GAME.complete({"number": 3, "suits": 1}, lambda n: 0))
    states = [state]
    for move in solve(state).line:
        states.append(GAME.apply(states[-1], Moved(PLAYER, move)).state)
    looks: list[int] = []
    found = thrown_away(states, MS, told=looks.append)
    assert (found.start, found.thrown, found.whole) == ("solved", (), True)
    assert looks == [1, 2] or looks == [1]  # the start and the end


def test_a_game_given_away_at_random() -> None:
    state = GAME.start(GAME.complete({"number": 5, "suits": 4}, lambda n: 0))
    states = [state, *played_on(state, random.Random(1), 400)]
    found = thrown_away(states, 150)
    assert found.start == "solved"
    (mark,) = found.thrown
    assert mark.before == "solved" and mark.after in {"unknown", "unsolvable"} and 0 < mark.at < len(states)


@given(
    last=st.integers(0, 80), more=st.integers(0, 80), blind=st.sets(st.integers(1, 160)), proofs=st.booleans()
)
def test_what_is_marked_is_what_was_answered(last: int, more: int, blind: set[int], proofs: bool) -> None:
    """A solver that does not know some answers: a mark still stands between two of its answers, and no proof is passed over."""
    first = GAME.start(GAME.complete({"number": 5}, lambda n: 0))
    states = [replace(first, number=at) for at in range(last + 1 + more)]
    asked: dict[int, Status] = {}

    def answer(state: State, ms: float, stop: object) -> Status:
        at = state.number
        assert at is not None and at not in asked
        known: Status = "solved" if at <= last else "unsolvable" if proofs else "unknown"
        asked[at] = "unknown" if at in blind else known
        return asked[at]

    found = thrown_away(states, 1, answer=answer)
    if not found.thrown:
        assert more == 0 and asked[last] == "solved"
        return
    (mark,) = found.thrown
    assert mark.before == "solved" and mark.after != "solved"
    assert any(asked.get(at) == "solved" for at in range(mark.at - 1, len(states)))
    assert asked.get(mark.at) == mark.after or any(asked.get(at) == "unsolvable" for at in range(mark.at))
    if not blind:
        assert mark.at == last + 1
    if mark.after == "unsolvable":
        assert mark.at > last


def test_a_position_that_is_too_hard_in_the_middle_is_looked_behind() -> None:
    first = GAME.start(GAME.complete({"number": 5}, lambda n: 0))
    states = [replace(first, number=at) for at in range(60)]

    def answer(state: State, ms: float, stop: object) -> Status:
        assert state.number is not None
        return "solved" if state.number <= 40 and state.number not in range(25, 35) else "unknown"

    assert thrown_away(states, 1, answer=answer).thrown == (Thrown(41, "solved", "unknown"),)


@pytest.mark.parametrize(
    ("count", "parents"), [(0, None), (2, [-1]), (2, [-1, 1]), (3, [-1, 0, 2]), (2, [-1, -1])]
)
def test_no_order_of_positions_is_refused(count: int, parents: list[int] | None) -> None:
    state = GAME.start(GAME.complete({"number": 5}, lambda n: 0))
    with pytest.raises(ValueError, match="earlier"):
        thrown_away([state] * count, MS, parents=parents)


def test_it_stops_when_told_to() -> None:
    state = GAME.start(GAME.complete({"number": 5}, lambda n: 0))
    states = [state, *played_on(state, random.Random(1), 50)]
    found = thrown_away(states, MS, stop=lambda: True)
    assert (found.start, found.thrown, found.whole) == ("unknown", (), False)

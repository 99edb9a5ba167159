"""Backgammon through the house's interface: turns, effects, picks, results, what is refused."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from plyyard.core.chance import seeded
from plyyard.core.errors import BadOptions, BadText, IllegalMove
from plyyard.core.game import CHANCE, Happened, Moved, Result
from plyyard.games.backgammon import notation
from plyyard.games.backgammon.game import GAME
from plyyard.games.backgammon.state import BAR, OFF, START, Play, State
from tests.games.backgammon.test_notation import position

HITTER = position({24: 1, 8: 2, 6: 2}, {5: 1, 1: 2}, (3, 1))


def test_white_rolls_first_and_may_roll_a_double() -> None:
    state = GAME.start(GAME.complete({}, seeded(1)))
    assert GAME.actor(state) is CHANCE
    assert GAME.turn(state) == "white"
    assert GAME.lot(state).chance((6, 6)) == Fraction(1, 36)
    assert GAME.lot(state).chance((2, 1)) == Fraction(1, 18)
    rolled = GAME.apply(state, Happened((6, 6)))
    assert (rolled.state.dice, rolled.effects) == ((6, 6), ())
    assert GAME.actor(rolled.state) == "white"


def test_a_play_passes_the_turn() -> None:
    state = State(dice=(3, 1))
    after = GAME.apply(state, Moved("white", notation.parse_move(state, "8/5 6/5")))
    assert notation.format_position(after.state).endswith("turn=black")
    assert [effect.text for effect in after.effects] == ["turn passes"]
    assert state == State(dice=(3, 1))


def test_each_hit_checker_is_an_effect_counted_by_the_hitter() -> None:
    state = position({8: 1, 6: 2}, {7: 1, 5: 1, 1: 2}, (3, 1), "black")
    after = GAME.apply(state, Moved("black", notation.parse_move(state, "8/7*/4")))
    assert [effect.text for effect in after.effects] == ["hit 7", "turn passes"]
    assert after.state.checkers[0][BAR] == 1
    both = position({8: 1, 6: 2}, {7: 1, 5: 1, 1: 2}, (2, 1))
    hit = GAME.apply(both, Moved("white", notation.parse_move(both, "8/7/5")))
    assert [effect.text for effect in hit.effects] == ["hit 7", "hit 5", "turn passes"]


def test_a_play_in_another_order_is_the_same_play() -> None:
    state = State(dice=(3, 1))
    same = GAME.apply(state, Moved("white", Play(((6, 5, False), (8, 5, False)))))
    assert same.state == GAME.apply(state, Moved("white", notation.parse_move(state, "8/5 6/5"))).state


@pytest.mark.parametrize(
    ("state", "event", "article"),
    [
        (State(dice=(3, 1)), Moved("black", Play(((8, 5, False), (6, 5, False)))), "2.2"),
        (State(dice=(3, 1)), Moved("white", Play(((8, 5, False),))), "5.1"),
        (State(dice=(3, 1)), Happened((2, 1)), "2.2"),
        (State(), Moved("white", Play(((8, 5, False), (6, 5, False)))), "2.2"),
        (State(), Happened((1, 3)), "2.2"),
        (State(), Happened((7, 1)), "2.2"),
        (State(((15, *(0,) * 25), START)), Happened((2, 1)), "7.1"),
        (State(((15, *(0,) * 25), START)), Moved("white", Play(())), "7.1"),
    ],
)
def test_refused_events(state: State, event: Happened[tuple[int, int]] | Moved[Play], article: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        GAME.apply(state, event)
    assert refusal.value.article == article


@pytest.mark.parametrize(
    ("loser", "result"),
    [
        ({24: 14}, Result("white", "finished", 1)),
        ({18: 15}, Result("white", "gammon", 2)),
        ({7: 15}, Result("white", "gammon", 2)),
        ({18: 14, 6: 1}, Result("white", "backgammon", 3)),
        ({18: 14, 0: 1}, Result("white", "backgammon", 3)),
    ],
)
def test_values_of_the_game(loser: dict[int, int], result: Result) -> None:
    """Points of the loser as the winner counts them; 0 is the loser's bar."""
    state = position({1: 1}, loser, (2, 1))
    after = GAME.apply(state, Moved("white", GAME.legal_moves(state)[0]))
    assert GAME.result(after.state) == result
    assert GAME.legal_moves(after.state) == ()
    assert GAME.steps(after.state, ()) == []
    assert GAME.result(state) is None


def test_picks_in_every_legal_order_make_each_play_once() -> None:
    """Walk through all picks: they complete exactly the legal plays, and each unfinished walk goes on."""
    rng = random.Random(8)
    states = [State(dice=(4, 2)), State(dice=(2, 2)), HITTER, position({4: 1, 2: 1}, {1: 1}, (6, 2))]
    states += [
        position({25: 1, 24: 1, 6: 2}, {22: 1, 21: 1}, (4, 3)),
        position({6: 1, 5: 1, 2: 1}, {24: 2}, (6, 5)),
    ]
    for state in states:
        completed = set()
        open_walks: list[tuple[str, ...]] = [()]
        while open_walks:
            walk = open_walks.pop()
            offered = GAME.steps(state, walk)
            assert offered, f"{walk} leads nowhere"
            assert len({step.text for step in offered}) == len(offered)
            for step in (
                rng.sample(list(offered), min(4, len(offered))) if walk and state.dice == (2, 2) else offered
            ):
                if step.move is None:
                    open_walks.append((*walk, step.text))
                    continue
                completed.add(step.move)
                played = GAME.apply(state, Moved("white", notation.parse_move(state, step.move))).state
                assert GAME.preview(state, (*walk, step.text)).checkers == played.checkers
        legal = {notation.format_move(play) for play in GAME.legal_moves(state)}
        assert completed <= legal
        assert completed == legal or state.dice == (2, 2)


def test_picks_point_at_places_as_white_counts_them() -> None:
    state = State(turn="black", dice=(3, 1))
    step = next(step for step in GAME.steps(state, ()) if step.text == "8/5")
    assert (step.picked, step.target, step.move) == ("p17", "p20", None)
    assert GAME.steps(state, ("8/5",))[0].move is not None
    steps = GAME.steps(position({2: 2}, {24: 2}, (2, 1), "black"), ())
    off = next(step for step in steps if step.text == "2/off")
    assert (off.text, off.picked, off.target) == ("2/off", "p23", "off-black")


@pytest.mark.parametrize(
    ("taken", "article"),
    [
        (("8/6",), "3.1"),
        (("8/5", "8/5"), "3.1"),
        (("24/23", "13/10", "6/5"), "3.1"),
        (("13/12",), "3.2"),
        (("7/6",), "3.1"),
    ],
)
def test_bad_picks_are_refused(taken: tuple[str, ...], article: str) -> None:
    for ask in (GAME.steps, GAME.preview):
        with pytest.raises(IllegalMove) as refusal:
            ask(State(dice=(3, 1)), taken)
        assert refusal.value.article == article


def test_a_pick_that_would_waste_a_number_is_refused() -> None:
    state = position({10: 1}, {7: 2, 24: 13}, (3, 1))
    assert [step.text for step in GAME.steps(state, ())] == ["10/9"]
    single = position({14: 1}, {3: 2, 24: 13}, (6, 5))
    with pytest.raises(IllegalMove) as refusal:
        GAME.steps(single, ("14/9",))
    assert refusal.value.article == "5.2"


def test_a_pick_is_one_step() -> None:
    with pytest.raises(BadText):
        GAME.steps(State(dice=(3, 1)), ("8/5 6/5",))


def test_checkers_keep_their_numbers() -> None:
    """The picture shows the checker that moved moving, whatever else is on the board."""
    state = GAME.apply(State(), Happened((3, 1))).state
    after = GAME.apply(state, Moved("white", notation.parse_move(state, "13/10 6/5"))).state
    assert after.stacks is not None
    assert state.stacks is None
    white = after.stacks[0]
    assert (white[13], white[10], white[6], white[5]) == ((3, 4, 5, 6), (7,), (11, 12, 13, 14), (15,))
    reply = State(after.checkers, "black", (4, 2), stacks=after.stacks)
    hit = GAME.apply(reply, Moved("black", notation.parse_move(reply, "24/20* 13/11"))).state
    assert hit.stacks is not None
    assert hit.stacks[0][25] == (15,)
    assert [len(stack) for stack in hit.stacks[1]] == list(hit.checkers[1])
    assert sorted(number for stack in hit.stacks[0] for number in stack) == list(range(1, 16))


def test_options_are_refused() -> None:
    with pytest.raises(BadOptions):
        GAME.complete({"cube": True}, seeded(1))


def test_nothing_is_hidden() -> None:
    state = State(dice=(3, 1))
    for viewer in ("white", "black", None):
        assert GAME.observe(state, viewer) is state
        assert GAME.redact(state, Happened((3, 1)), viewer) == Happened((3, 1))
    assert GAME.imagine(state, seeded(2)) == state
    assert state.checkers[0][OFF] == 0

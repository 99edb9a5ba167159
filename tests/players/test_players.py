"""Players against a game whose values are known by hand; levels, limits, and what must not be seen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from plyyard.core import registry
from plyyard.core.chance import seeded
from plyyard.core.errors import PlyError
from plyyard.players import Player, player
from plyyard.players.budget import Budget
from plyyard.players.player import METHODS, NothingToChoose, UnknownLevel
from tests.players.tiny import BET, BET_AGAINST_CHANCE, State, Tiny, chance_of_one, points, recipe

START = State()


def tiny(method: str, **params: Any) -> Player:
    return player(Tiny(recipe(method, **params)), "beginner")


def rated(found: Player, view: State = START, **limit: float) -> dict[str, float]:
    return dict(found.rate(view, seeded(1), limit or None))


def test_every_method_has_a_file_that_rates_and_chooses() -> None:
    assert set(METHODS) == {"random", "greedy", "expectimax", "worlds", "evaluated", "own"}


def test_greedy_believes_the_first_look() -> None:
    assert tiny("greedy", worlds=300).choose(State(), seeded(1)) == "bet"
    values = rated(tiny("greedy", worlds=3000))
    assert values["bet"] == pytest.approx(0.9)
    assert values["guess0"] == pytest.approx(2 / 3, abs=0.04)


def test_expectimax_is_exact_over_chance_and_the_best_reply() -> None:
    values = rated(tiny("expectimax", worlds=300))
    assert values["bet"] == pytest.approx(BET, abs=1e-12)
    assert max(values, key=values.__getitem__) == "guess0"


def test_expectimax_keeps_moves_it_did_not_look_into_behind() -> None:
    found = tiny("expectimax", worlds=300, candidates=2).rate(State(), seeded(1))
    assert [move for move, _ in found] == ["guess0", "bet", "guess1"]
    assert [value for _, value in found] == sorted((value for _, value in found), reverse=True)


def test_worlds_averages_the_same_worlds_for_every_move() -> None:
    values = rated(tiny("worlds", worlds=2000))
    assert values["bet"] == pytest.approx(BET, abs=1e-12)
    assert values["guess0"] == pytest.approx(2 / 3, abs=0.04)
    assert values["guess0"] + values["guess1"] == pytest.approx(1, abs=1e-12)


def test_playouts_are_random_games_to_the_end() -> None:
    values = rated(tiny("worlds", worlds=3000, playouts=2))
    assert values["bet"] == pytest.approx(BET_AGAINST_CHANCE, abs=0.02)


def test_random_blunders_as_often_as_it_says() -> None:
    found = tiny("random", blunder=0.3, worlds=40)
    below = seeded(5)
    choices = [found.choose(State(), below) for _ in range(2000)]
    # Greedy takes the bet; a blunder is any of the three moves.
    assert choices.count("bet") / 2000 == pytest.approx(0.7 + 0.1, abs=0.03)
    assert choices.count("guess1") / 2000 == pytest.approx(0.1, abs=0.03)


def test_random_without_an_evaluation_takes_every_move_alike() -> None:
    found = tiny("random", evaluate=None)
    below = seeded(5)
    choices = [found.choose(State(), below) for _ in range(3000)]
    for move in ("guess0", "guess1", "bet"):
        assert choices.count(move) / 3000 == pytest.approx(1 / 3, abs=0.03)


def test_own_hands_over_to_the_game_and_sorts() -> None:
    def search(view: State, below: Any, budget: Budget) -> list[tuple[str, float]]:
        assert view.card is None
        return [("guess1", 0.1), ("bet", float(budget["nodes"])), ("guess0", 0.2)]

    found = tiny("own", rate=search)
    assert found.rate(State(1), seeded(1), {"nodes": 7}) == [("bet", 7.0), ("guess0", 0.2), ("guess1", 0.1)]
    assert found.choose(State(1), seeded(1), {"nodes": 0.15}) == "guess0"


@pytest.mark.parametrize("method", ["random", "greedy", "expectimax", "worlds"])
def test_a_state_that_differs_only_in_hidden_things_gives_the_same_answers(method: str) -> None:
    found = tiny(method, worlds=5, blunder=0.5)
    for seed in range(20):
        answers = [
            (found.choose(s, seeded(seed)), found.rate(s, seeded(seed)), found.value(s, seeded(seed)))
            for s in (State(0), State(1), State())
        ]
        assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize(
    ("method", "params"), [("worlds", {}), ("worlds", {"playouts": 3}), ("expectimax", {})]
)
def test_limits_end_a_search_that_would_take_for_ever(method: str, params: dict[str, int]) -> None:
    game = Tiny(recipe(method, worlds=2_000 if method == "expectimax" else 10**12, **params))
    found = player(game, "beginner")
    for limit in ({"ms": 20}, {"nodes": 200}):
        assert len(found.rate(State(), seeded(1), limit)) == 3


def test_without_a_finished_world_the_first_look_counts() -> None:
    found = tiny("worlds", worlds=100).rate(State(), seeded(1), {"nodes": 1})
    assert found[0][0] in {"bet", "guess0", "guess1"}
    assert dict(found)["bet"] == 0.9


def test_a_node_limit_is_repeatable() -> None:
    found = tiny("worlds", worlds=1000, playouts=2)
    assert found.rate(State(), seeded(3), {"nodes": 90}) == found.rate(State(), seeded(3), {"nodes": 90})


def test_values_of_both_sides_are_complements_of_chances_and_opposites_of_points() -> None:
    chances = tiny("expectimax", worlds=300).value(State(), seeded(1))
    assert chances["one"] + chances["two"] == pytest.approx(1)
    assert chances["one"] > 0.5
    stakes = player(Tiny(recipe("expectimax", points, worlds=300)), "best").value(State(), seeded(1))
    assert stakes["one"] == pytest.approx(-stakes["two"])
    assert stakes["one"] == pytest.approx(2 * chances["one"] - 1)


def test_value_of_the_replying_side() -> None:
    values = tiny("greedy").value(State(choice="bet", die=1), seeded(1))
    assert values == {"one": pytest.approx(1 / 6), "two": pytest.approx(5 / 6)}


def test_value_before_a_roll_and_after_the_end() -> None:
    found = tiny("greedy")
    assert found.value(State(choice="bet"), seeded(1)) == {
        "one": pytest.approx(0.9),
        "two": pytest.approx(0.1),
    }
    assert found.value(State(1, "guess1"), seeded(1)) == {"one": 1.0, "two": 0.0}


@pytest.mark.parametrize("method", ["expectimax", "own"])
def test_before_a_roll_levels_that_look_ahead_average_over_the_rolls(method: str) -> None:
    """As if the bet were all there is: the card plays no part after it."""

    def search(view: State, below: Any, budget: Budget) -> list[tuple[str, float]]:
        budget.use(2)
        return [(reply, 1 - chance_of_one(replace(view, reply=reply))) for reply in ("take", "leave")]

    game = Tiny(recipe(method, rate=search))
    game.has_hidden_hands = False
    found = player(game, "beginner")
    before = State(choice="bet")
    assert found.value(before, seeded(1)) == pytest.approx({"one": BET, "two": 1 - BET}, abs=1e-12)
    assert found.value(before, seeded(1), {"nodes": 3})["one"] == pytest.approx(
        0.9
    )  # cut short: the first look
    game.has_hidden_hands = True
    assert found.value(before, seeded(1))["one"] == pytest.approx(0.9)


def test_a_level_without_an_evaluation_borrows_one() -> None:
    game = Tiny(recipe("random", None), recipe("greedy"))
    assert player(game, "beginner").value(State(choice="bet"), seeded(1))["one"] == pytest.approx(0.9)


def test_nothing_to_choose_is_said() -> None:
    for state in (State(choice="bet"), State(choice="guess0")):
        with pytest.raises(NothingToChoose):
            tiny("greedy").choose(state, seeded(1))


def test_levels() -> None:
    first, second = recipe("random"), recipe("greedy")
    game = Tiny(first, second)
    assert [player(game, level).recipe for level in ("beginner", "easy", "medium", "best")] == [first] + [
        second
    ] * 3
    assert player(registry.game("nim"), "easy").level == "beginner"
    for level in ("", "Best", "grandmaster" * 50):
        with pytest.raises(UnknownLevel):
            player(game, level)
    with pytest.raises(UnknownLevel):
        player(Tiny(), "easy")


def test_snakes_is_only_evaluated() -> None:
    game = registry.game("snakes")
    found = player(game, "best")
    start = game.notation.parse_position("black=0 white=0")
    # The share of the side that begins: RULINGS' 50.79 %, from the exact solution.
    assert found.value(start, seeded(1))["black"] == pytest.approx(0.507911593870, abs=1e-12)
    with pytest.raises(PlyError):
        found.choose(start, seeded(1))


def test_nim_greedy_plays_perfectly() -> None:
    game = registry.game("nim")
    best = player(game, "best")
    for stones in range(1, 21):
        state = game.start({"stones": stones})
        if stones % 4:
            assert best.choose(state, seeded(stones)) == stones % 4

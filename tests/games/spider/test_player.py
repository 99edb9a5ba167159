"""The player that does not peek: legal, repeatable, better than chance, exact where nothing is hidden; its hints tell why."""

from __future__ import annotations

from typing import Any

import pytest

from plyyard.core.chance import seeded
from plyyard.core.errors import IllegalMove, Say
from plyyard.core.game import Moved
from plyyard.core.words import words
from plyyard.games.spider import blind, desks, player, position, rules
from plyyard.games.spider.game import GAME
from plyyard.games.spider.player import Strength
from plyyard.games.spider.state import DEAL, PLAYER, State
from plyyard.players import player as computer

QUICK = Strength(16, 12, 100)


def deal(number: int, **options: Any) -> State:
    return GAME.start(GAME.complete({"number": number, **options}, lambda n: 0))


def at(text: str) -> State:
    state = GAME.settle(GAME.notation.parse_position(text)).state
    assert not GAME.faults(state)
    return state


def finished(state: State, strength: Strength) -> State:
    """Where the player gets, every move by the rules."""
    for _ in range(200):
        found = player.plan(GAME.observe(state, PLAYER), strength)
        for move in found.moves:
            assert move in GAME.legal_moves(state)
            state = GAME.apply(state, Moved(PLAYER, move)).state
        if found.ends or not found.moves or GAME.actor(state) is None:
            return state
    raise AssertionError("a game has fewer turned cards and deals than that")


@pytest.mark.parametrize(
    "options", [{"suits": 4}, {"suits": 2}, {"suits": 1}, {"runs": "manual"}, {"runs": "keep"}]
)
def test_whole_games_are_legal_and_the_same_again(options: dict[str, Any]) -> None:
    first = finished(deal(77, **options), QUICK)
    assert first == finished(deal(77, **options), QUICK)


def test_it_wins_most_games_of_one_suit() -> None:
    results = [GAME.result(finished(deal(number, suits=1), QUICK)) for number in range(900, 912)]
    assert sum(result is not None and result.kind == "won" for result in results) >= 6


def test_moves_are_followed_through() -> None:
    """Asked anew after each move it goes on with its plan, and comes to its end."""
    view = GAME.observe(deal(5), PLAYER)
    found = player.plan(view, QUICK)
    for move in found.moves[:-1]:
        assert player.choose(view, QUICK) == move
        view = position.played(view, move).state
    assert player.choose(view, QUICK) == found.moves[-1]


def test_a_win_in_sight_is_played_and_called_so() -> None:
    run = "KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S"
    state = at(f"columns={run}/AS//////// stock= home=S,H,H,D,D,C,C")
    assert finished(state, QUICK) == player_end(state)
    found = GAME.hint(state)
    assert found.move == GAME.notation.parse_move(state, "2>1:1")
    assert "It completes a run from king to ace." in map(str, found.reasons)
    assert "No card is hidden any more, and this move wins." in map(str, found.reasons)
    assert computer(GAME, "best").value(state, seeded(1)) == {PLAYER: 1.0}


def player_end(state: State) -> State:
    return GAME.apply(state, Moved(PLAYER, GAME.notation.parse_move(state, "2>1:1"))).state


def test_a_complete_run_by_hand_is_taken_off() -> None:
    run = "KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S,AS"
    state = at(f"columns={run}/5H//////// stock= home= runs=manual")
    assert GAME.notation.format_move(GAME.hint(state).move) == "remove 1"


@pytest.mark.parametrize("suits", [4, 2, 1])
def test_reasons_say_what_the_move_does(suits: int) -> None:
    """Turned, emptied, completed and joined: said of a move exactly when the rules, or the cards, show it."""
    said_of = {
        "turned": "It turns a face-down card in column {column}.",
        "column emptied": "It empties column {column}.",
        "run completed": "It completes a run from king to ace.",
    }
    checked = 0
    for number in range(2):
        state = deal(number, suits=suits)
        while GAME.actor(state) is not None:
            found = GAME.hint(GAME.observe(state, PLAYER))
            move, after = found.move, GAME.apply(state, Moved(PLAYER, found.move))
            said = {reason.message for reason in found.reasons}
            if move != DEAL:
                target = state.columns[move.target]
                joined = target[-1:] == (state.columns[move.source][-move.count] + 1,)
                assert ("It joins cards of one suit, which then move together." in said) == joined
                columns = {(effect.kind, effect.n) for effect in after.effects}
                for kind, message in said_of.items():
                    of_column = [column for one, column in columns if one == kind]
                    done = bool(of_column) if kind == "run completed" else move.source + 1 in of_column
                    assert (message in said) == done, (number, move, kind)
                checked += 1
            if not player.plan(GAME.observe(state, PLAYER)).worth:
                break
            state = after.state
    assert checked > 20


def test_every_hint_has_a_reason_in_both_languages() -> None:
    tongues = words("de", "spider"), words("en", "spider")
    seen: set[str] = set()
    for number in range(8):
        state = deal(number, suits=(4, 2, 1)[number % 3])
        while GAME.actor(state) is not None:
            found = GAME.hint(GAME.observe(state, PLAYER))
            assert found.move in GAME.legal_moves(state)
            assert found.reasons
            seen |= {reason.message for reason in found.reasons}
            for reason in found.reasons:
                german, english = (tongue.say(reason) for tongue in tongues)
                assert german != english == str(reason)
            if any(
                isinstance(reason, Say) and "as many points" in reason.message for reason in found.reasons
            ):
                break
            state = GAME.apply(state, Moved(PLAYER, found.move)).state
    assert len(seen) >= 8


def test_the_engine_is_answered() -> None:
    state = deal(3)
    best = computer(GAME, "strong")
    rated = best.rate(state, seeded(1))
    assert {move for move, _ in rated} == set(GAME.legal_moves(state))
    assert rated[0][0] == best.choose(state, seeded(1))
    values = [value for _, value in rated]
    assert values == sorted(values, reverse=True)
    assert all(0 <= value <= 1 for value in values)


def test_a_stronger_level_gets_further() -> None:
    def mean(strength: Strength) -> float:
        ends = [finished(deal(number), strength) for number in range(40, 64)]
        return sum(GAME.score(end)["points"] for end in ends) / len(ends)

    assert mean(Strength(1, 2, 4)) + 40 < mean(Strength(60, 25, 300))


def test_the_beam_plays_as_the_rules_do() -> None:
    """Every node of a search stands where the rules stand after its moves."""
    for number in range(6):
        view = GAME.observe(deal(number, suits=(4, 2, 1)[number % 3]), PLAYER)
        size = (12, 8, 20)
        desk = desks.desk(*size)
        desks.lay(desk, view, player.unseen(view))
        count = player.room().kernels.explore(desk, *size)
        assert count
        for node in range(1, int(desk.facts[blind.NODES])):
            state = view
            for move in player.path(desk, node):
                assert move in position.legal(state)
                state = position.played(state, move).state
            row = desk.rows[node * blind.ROW : (node + 1) * blind.ROW].tolist()
            assert row[blind.DOWN : blind.DOWN + 10] == list(state.down)
            assert row[blind.HEIGHT : blind.HEIGHT + 10] == [len(column) for column in state.columns]
            for column, cards in enumerate(state.columns):
                place = row[blind.TOP + column]
                for card in reversed(cards[state.down[column] :]):
                    assert desk.kind[place] == card
                    place = row[place]
        turned = [
            desk.leaves[i] for i in range(count) if desk.nodes[5 * desk.leaves[i] + blind.MOVE] != rules.DEAL
        ]
        for leaf in turned:
            *moves, last = player.path(desk, int(leaf))
            state = view
            for move in moves:
                state = position.played(state, move).state
            assert last in position.legal(state)
            assert len(state.columns[last.source]) - last.count == state.down[last.source] > 0


@pytest.mark.parametrize("number", range(40))
def test_a_hint_never_lays_on_another_suit_what_its_own_would_take(number: int) -> None:
    """Where one move is the whole aim: deal 1's ace of diamonds lies as well on the two of diamonds as on that of clubs."""
    view = GAME.observe(deal(number), PLAYER)
    move = GAME.hint(view).move
    if move == DEAL or len(player.plan(view).moves) > 1 or not view.columns[move.target]:
        return
    first = view.columns[move.source][-move.count]
    own = [one for one in GAME.legal_moves(view) if one.source == move.source and one.count == move.count]
    tops = {view.columns[one.target][-1] for one in own if view.columns[one.target]}
    assert first + 1 not in tops or view.columns[move.target][-1] == first + 1


def test_dealing_is_a_hint_with_its_reason() -> None:
    state = at("columns=-?,KS/KH/KD/KC/KS/KH/KD/KC/2H/2S stock=?*50 home=")
    found = GAME.hint(state)
    assert found.move == DEAL
    assert str(found.reasons[0]).endswith("deal.")


def test_no_hint_is_given_when_it_is_over() -> None:
    with pytest.raises(IllegalMove):
        GAME.hint(at("columns=KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S,AS///////// stock= home=S,H,H,D,D,C,C"))

"""Laws of play: starts are legal, games end, effects are listed, records replay, refusals name articles."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from plyyard.core import record, registry
from plyyard.core.chance import seeded
from plyyard.core.errors import BadOptions, BadRecord, BadText, IllegalMove, PlyError
from plyyard.core.game import CHANCE, TURN_PASSES, After, Happened, Moved
from plyyard.core.rulebook import rulebook
from tests.laws.walks import LIMIT, NAMES, SEEDS, decisions, moments, options, states, viewers, walk

pytestmark = pytest.mark.parametrize("name", NAMES)
KINDS = {"finished", "gammon", "backgammon", "blocked", "won", "stuck"}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_start_is_legal(name: str, seed: int) -> None:
    game = registry.game(name)
    start = game.start(options(name, seed))
    assert not game.faults(start)
    assert game.result(start) is None
    assert game.actor(start) is not None
    assert game.turn(start) in game.sides
    assert game.settle(start) == After(start)
    for viewer in viewers(name):
        assert not game.faults(game.observe(start, viewer))


def test_options_are_checked(name: str) -> None:
    game = registry.game(name)
    complete = game.complete({}, seeded(1))
    assert game.complete(complete, seeded(2)) == complete
    hostile: list[dict[str, Any]] = [{"no such option": 1}]
    for option in game.options:
        hostile += [{option.name: value} for value in ("no such choice", -1, 10**12, 1.5, None, [], {}, True)]
    for chosen in hostile:
        with pytest.raises(BadOptions):
            pytest.fail(f"{chosen} gave {game.complete(chosen, seeded(1))}")


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_end(name: str, seed: int) -> None:
    game, played = registry.game(name), walk(name, seed)
    result = game.result(played[-1].after.state)
    if len(game.sides) == 1 and result is None:  # one player: within 1,000 moves or not at all
        assert len(played) == LIMIT
        return
    assert result is not None
    assert result.kind in KINDS
    assert result.winner is None or result.winner in game.sides
    assert result.points >= 1 or len(game.sides) == 1
    for moment in played:
        assert game.result(moment.state) is None


def test_the_actor_and_the_turn_agree(name: str) -> None:
    game = registry.game(name)
    for state in states(name):
        actor, turn = game.actor(state), game.turn(state)
        assert (actor is None) == (turn is None) == (game.result(state) is not None)
        if actor is not CHANCE:
            assert turn == actor
            continue
        assert turn in game.sides
        assert not game.legal_moves(state)
        lot = game.lot(state)
        assert lot.shuffle or (len(lot.outcomes) == len(lot.weights) and min(lot.weights) > 0)
        assert len(set(lot.outcomes)) == len(lot.outcomes)


def test_a_decided_game_has_no_moves_and_takes_no_event(name: str) -> None:
    game = registry.game(name)
    for seed in SEEDS:
        last = walk(name, seed)[-1]
        if game.actor(last.after.state) is not None:
            continue
        assert not game.legal_moves(last.after.state)
        assert not game.steps(last.after.state, ())
        for event in (last.event, Moved(game.sides[0], getattr(last.event, "move", None))):
            with pytest.raises(IllegalMove) as refused:
                game.apply(last.after.state, event)
            check_article(name, refused.value.article)


def test_moves_have_different_effects(name: str) -> None:
    game = registry.game(name)
    for state, actor in decisions(name):
        reached = [game.apply(state, Moved(actor, move)) for move in game.legal_moves(state)]
        assert reached, "a side that acts has a move"
        assert len({game.notation.format_position(after.state) for after in reached}) == len(reached)


def test_playing_changes_nothing_that_was(name: str) -> None:
    game = registry.game(name)
    for moment in moments(name):
        before = game.notation.format_position(moment.state)
        assert game.apply(moment.state, moment.event) == moment.after
        assert game.notation.format_position(moment.state) == before
        assert hash(moment.state) == hash(game.notation.parse_position(before))


def test_nothing_is_left_to_settle_after_an_event(name: str) -> None:
    game = registry.game(name)
    for state in states(name):
        assert game.settle(state) == After(state)
        assert not game.faults(state)


@pytest.mark.parametrize("seed", SEEDS)
def test_effects_are_in_the_closed_list(name: str, seed: int) -> None:
    game = registry.game(name)
    for moment in walk(name, seed):
        kinds = [effect.kind for effect in moment.after.effects]
        assert set(kinds) <= set(game.effects)
        assert TURN_PASSES not in kinds[:-1]
        before, after = game.turn(moment.state), game.turn(moment.after.state)
        if len(game.sides) == 2 and after is not None and not _is_deal(name, moment):
            assert (kinds[-1:] == [TURN_PASSES]) == (before != after)
        for effect in moment.after.effects:
            assert effect.side is None or effect.side in game.sides
            assert effect.text


def _is_deal(name: str, moment: Any) -> bool:
    return isinstance(moment.event, Happened) and bool(registry.game(name).lot(moment.state).shuffle)


@pytest.mark.parametrize("seed", SEEDS)
def test_records_replay_to_the_same_state(name: str, seed: int) -> None:
    written = as_record(name, seed)
    read = record.decode(record.encode(written))
    assert read == written
    frames = list(record.replay(read))
    assert [frame.after for frame in frames[1:]] == [moment.after for moment in walk(name, seed)]
    assert [frame.event for frame in frames[1:]] == [moment.event for moment in walk(name, seed)]


@pytest.mark.parametrize("change", ["effects", "result", "move", "order", "rules"])
def test_a_changed_record_does_not_replay(name: str, change: str) -> None:
    written = as_record(name, 0)
    middle = len(written.events) // 2
    entry = written.events[middle]
    if change == "effects":
        written.events[middle] = replace(entry, effects=[*entry.effects, "no such effect"])
    elif change == "result":
        written = replace(written, result=record.Outcome("nobody", "finished"))
    elif change == "move":
        written.events[middle] = replace(entry, move="no such move", outcome="no such outcome")
    elif change == "order":
        del written.events[middle]
    else:
        written = replace(written, rules="99.0")
    with pytest.raises(BadRecord):
        list(record.replay(written))


def as_record(name: str, seed: int) -> record.Record:
    """The walk as the document that would be stored."""
    game, entries = registry.game(name), []
    for seq, moment in enumerate(walk(name, seed), 1):
        effects = [effect.text for effect in moment.after.effects]
        if isinstance(moment.event, Moved):
            move = game.notation.format_move(moment.event.move)
            entries.append(record.Entry(seq, "moved", by=moment.event.by, move=move, effects=effects))
        else:
            outcome = game.notation.format_outcome(moment.event.outcome)
            entries.append(record.Entry(seq, "rolled", outcome=outcome, effects=effects))
    result = game.result(walk(name, seed)[-1].after.state)
    return record.Record(
        plyyard=record.VERSION,
        game=name,
        rules=game.rules_version,
        options=dict(options(name, seed)),
        result=record.Outcome(result.winner, result.kind, result.points) if result else None,
        events=entries,
    )


def test_every_refusal_names_an_article(name: str) -> None:
    """Moves of other moments are tried here: they are legal, unreadable, or refused with an article."""
    game, refused = registry.game(name), 0
    texts = sorted(
        {game.notation.format_move(move) for state, _ in decisions(name) for move in game.legal_moves(state)}
    )
    strange = texts[:: max(1, len(texts) // 25)]
    for state, actor in decisions(name, 24):
        legal = {game.notation.format_move(move): move for move in game.legal_moves(state)}
        for text in [*legal, *strange]:
            try:
                why = game.why_not(state, text)
            except BadText:
                assert text not in legal
                continue
            try:
                move = game.notation.parse_move(state, text)
            except IllegalMove as refusal:
                assert why is not None
                assert refusal.article == why[1]
                assert text not in legal
                check_article(name, refusal.article)
                refused += 1
            else:
                assert why is None
                assert move in legal.values()
                assert game.apply(state, Moved(actor, move))
        refused += _events_out_of_place(name, state, actor, next(iter(legal.values())))
    assert refused or not decisions(name)


def _events_out_of_place(name: str, state: Any, actor: str, move: Any) -> int:
    game = registry.game(name)
    events = [Moved(side, move) for side in (*game.sides, "nobody") if side != actor]
    for event in [*events, Happened(1), Happened(None)]:
        with pytest.raises(IllegalMove) as refused:
            game.apply(state, event)
        check_article(name, refused.value.article)
    return len(events)


def test_chance_states_take_no_move_and_no_outcome_outside_the_lot(name: str) -> None:
    game = registry.game(name)
    moves = [(actor, game.legal_moves(state)[0]) for state, actor in decisions(name)][:3]
    for state in states(name):
        if game.actor(state) is not CHANCE:
            continue
        outside: list[Any] = [None, "no such outcome", -1, 10**6, (), (0, 0)]
        for event in [*(Moved(*move) for move in moves), *(Happened(outcome) for outcome in outside)]:
            with pytest.raises(IllegalMove) as refused:
                game.apply(state, event)
            check_article(name, refused.value.article)
        with pytest.raises(PlyError):
            game.notation.parse_outcome(state, "no such outcome")


def test_a_bad_pick_is_refused_with_an_article(name: str) -> None:
    game = registry.game(name)
    for state, _ in decisions(name, 12):
        for taken in (["no such pick"], ["", ""], ["\x00"]):
            with pytest.raises((IllegalMove, BadText)) as refused:
                game.steps(state, taken)
            if isinstance(refused.value, IllegalMove):
                check_article(name, refused.value.article)


def check_article(name: str, number: str) -> None:
    for language in ("de", "en"):
        assert number in rulebook(name, language).numbers

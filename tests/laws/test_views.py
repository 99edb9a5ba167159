"""Laws of views: what a side may not see changes nothing that it is shown, told or played against.

For each view another world is imagined that looks the same; whatever is made from the two must be the same.
"""

from __future__ import annotations

from typing import Any

import pytest

from plyyard.core import registry
from plyyard.core.chance import seeded
from plyyard.core.errors import HiddenInformation
from plyyard.core.game import CHANCE, After, Happened, Moved
from plyyard.core.scene import to_svg
from plyyard.core.words import words
from plyyard.players import player
from tests.laws.walks import NAMES, SEEDS, any_event, bounded_below, states, viewers, walk

pytestmark = pytest.mark.parametrize("name", NAMES)


def worlds(name: str, count: int = 24) -> list[tuple[Any, Any, str | None]]:
    """A state, another world that looks the same, and to whom."""
    game, below = registry.game(name), bounded_below(5)
    found = []
    for state in states(name, count):
        for viewer in viewers(name):
            found.append((state, game.imagine(game.observe(state, viewer), below), viewer))
    return found


def test_imagined_worlds_are_consistent(name: str) -> None:
    game, different = registry.game(name), 0
    for state, world, viewer in worlds(name):
        view = game.observe(state, viewer)
        assert game.observe(world, viewer) == view
        assert not game.faults(world)
        assert game.notation.parse_position(game.notation.format_position(world)) == world
        assert "?" not in game.notation.format_position(world)
        assert game.actor(world) == game.actor(state)
        different += world != state
    hidden = any(
        game.observe(state, viewer) != state for state in states(name, 24) for viewer in viewers(name)
    )
    assert bool(different) == hidden  # where something is hidden other worlds are found


def test_a_view_of_a_view_is_itself(name: str) -> None:
    game = registry.game(name)
    for state in states(name, 24):
        for viewer in viewers(name):
            view = game.observe(state, viewer)
            assert game.observe(view, viewer) == view
            assert game.turn(view) == game.turn(state)
            assert game.actor(view) == game.actor(state)
            assert game.result(view) == game.result(state)


def test_everything_is_shown_after_the_end(name: str) -> None:
    game = registry.game(name)
    for seed in SEEDS:
        last = walk(name, seed)[-1].after.state
        if (result := game.result(last)) is not None and result.final:
            assert all(game.observe(last, viewer) == last for viewer in viewers(name))


def test_equal_views_give_equal_pictures_and_words(name: str) -> None:
    game = registry.game(name)
    for state, world, viewer in worlds(name):
        for language in ("de", "en"):
            said = words(language, name)
            first, second = game.observe(state, viewer), game.observe(world, viewer)
            assert game.notation.format_position(first) == game.notation.format_position(second)
            scene = game.board.scene(first, said, viewer)
            assert scene == game.board.scene(second, said, viewer)
            assert to_svg(scene, game.board, name) == to_svg(
                game.board.scene(second, said, viewer), game.board, name
            )
            assert game.board.describe(first, said) == game.board.describe(second, said)
            assert game.score(first) == game.score(second)


def test_the_actor_has_the_same_moves_in_every_world_it_imagines(name: str) -> None:
    game = registry.game(name)
    for state, world, viewer in worlds(name):
        if viewer is not None and game.actor(state) == viewer:
            view = game.observe(state, viewer)
            moves = list(game.legal_moves(view))
            assert moves == list(game.legal_moves(state)) == list(game.legal_moves(world))
            assert list(game.steps(view, ())) == list(game.steps(state, ())) == list(game.steps(world, ()))


def test_who_may_not_see_the_hand_gets_no_moves(name: str) -> None:
    """A view that lacks the actor's hand knows all the moves or says that it is hidden; it never guesses."""
    game = registry.game(name)
    for state, world, viewer in worlds(name):
        actor = game.actor(state)
        if not isinstance(actor, str) or actor == viewer:
            continue
        try:
            moves = list(game.legal_moves(game.observe(state, viewer)))
        except HiddenInformation:
            continue
        assert moves == list(game.legal_moves(state)) == list(game.legal_moves(world))


def test_equal_views_make_equal_computer_moves(name: str) -> None:
    game, asked = registry.game(name), 0
    for state, world, viewer in worlds(name, 12):
        if viewer is None or game.actor(state) != viewer or state == world:
            continue
        for level in list(game.levels)[:3]:
            limit = {"nodes": 200}
            one = player(game, level).choose(state, seeded(3), limit)
            two = player(game, level).choose(world, seeded(3), limit)
            view = player(game, level).choose(game.observe(state, viewer), seeded(3), limit)
            assert one == two == view
        asked += 1
        if asked == 6:
            break


def test_what_is_told_of_an_event_depends_on_what_may_be_seen(name: str) -> None:
    """An event in two worlds that look the same before and after is announced in the same words."""
    game, below = registry.game(name), bounded_below(6)
    german = words("de", name)
    for state, world, viewer in worlds(name):
        event = any_event(name, state, below)
        if event is None:
            continue
        twin = _twin(name, state, world, event, viewer)
        if twin is None:
            continue
        first, second = game.apply(state, event), game.apply(world, twin)
        seen = [game.observe(after.state, viewer) for after in (first, second)]
        if seen[0] != seen[1]:
            continue
        assert game.redact(state, event, viewer) == game.redact(world, twin, viewer)
        assert first.effects == second.effects
        told = [
            game.board.announce(
                game.observe(before, viewer),
                game.redact(before, happened, viewer),
                After(view, after.effects),
                german,
            )
            for before, happened, view, after in (
                (state, event, seen[0], first),
                (world, twin, seen[1], second),
            )
        ]
        assert told[0] == told[1]


def _twin(name: str, state: Any, world: Any, event: Any, viewer: str | None) -> Any:
    """An event of the other world that the viewer cannot tell from this one; None when there is none."""
    game = registry.game(name)
    shown = game.redact(state, event, viewer)
    if isinstance(event, Moved):
        return event if event.move in game.legal_moves(world) else None
    lot = game.lot(world)
    if shown == event:
        return event if lot.shuffle or event.outcome in lot.outcomes else None
    assert shown == Happened(None)
    if lot.shuffle:
        return Happened(tuple(reversed(event.outcome)))
    return Happened(lot.outcomes[-1])


def test_hidden_outcomes_are_redacted(name: str) -> None:
    """Where two outcomes look the same afterwards, the event told must not tell them apart."""
    game = registry.game(name)
    for state in states(name, 24):
        if game.actor(state) is not CHANCE or game.lot(state).shuffle:
            continue
        for viewer in viewers(name):
            seen: dict[Any, set[Any]] = {}
            for outcome in game.lot(state).outcomes:
                event = Happened(outcome)
                view = game.observe(game.apply(state, event).state, viewer)
                seen.setdefault(view, set()).add(game.redact(state, event, viewer))
            hides = game.observe(state, viewer) != state
            assert all(len(told) == 1 for told in seen.values()) or not hides

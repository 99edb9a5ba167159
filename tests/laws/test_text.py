"""Laws of text: what is written is read back; hostile text is refused in words, whatever it is."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plyyard.core import registry
from plyyard.core.chance import draw
from plyyard.core.errors import BadPosition, HiddenInformation, PlyError
from plyyard.core.game import CHANCE
from plyyard.core.rulebook import rulebook
from plyyard.core.words import words
from tests.laws.walks import NAMES, bounded_below, decisions, states, viewers

pytestmark = pytest.mark.parametrize("name", NAMES)
RELAXED = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def test_positions_and_views_round_trip(name: str) -> None:
    game = registry.game(name)
    for state in states(name):
        for shown in [state, *(game.observe(state, viewer) for viewer in viewers(name))]:
            text = game.notation.format_position(shown)
            assert "\n" not in text and text.isascii()
            assert game.notation.parse_position(text) == shown
            shuffled = text.split(" ")
            random.Random(text).shuffle(shuffled)  # any order of keys is read
            assert game.notation.parse_position("  ".join(shuffled)) == shown


def test_moves_round_trip(name: str) -> None:
    game = registry.game(name)
    for state, _ in decisions(name):
        moves = game.legal_moves(state)
        texts = [game.notation.format_move(move) for move in moves]
        assert len(set(texts)) == len(texts)
        assert [game.notation.parse_move(state, text) for text in texts] == list(moves)
        assert all(game.why_not(state, text) is None for text in texts)


def test_outcomes_round_trip(name: str) -> None:
    game = registry.game(name)
    for state in states(name):
        if game.actor(state) is not CHANCE:
            continue
        lot = game.lot(state)
        for outcome in lot.outcomes or [draw(lot, bounded_below(1))]:
            text = game.notation.format_outcome(outcome)
            assert game.notation.parse_outcome(state, text) == outcome


@functools.cache
def _texts(name: str) -> list[str]:
    game = registry.game(name)
    found = []
    for state in states(name):
        found += [game.notation.format_position(game.observe(state, viewer)) for viewer in viewers(name)]
        found.append(game.notation.format_position(state))
    return sorted(set(found))


@RELAXED
@given(
    text=st.text(max_size=60) | st.from_regex(r"[a-z]{1,9}=[-,/?*0-9A-Za-z]{0,12}( [a-z]{1,6}=[-0-9]{0,3})?")
)
def test_hostile_text_is_refused(name: str, text: str) -> None:
    game = registry.game(name)
    some, *_, last = states(name, 12)
    _refused_or(lambda: game.notation.parse_position(text))
    for state in (some, last):
        _refused_or(lambda state=state: game.notation.parse_move(state, text))
        _refused_or(lambda state=state: game.why_not(state, text))
        _refused_or(lambda state=state: game.notation.parse_outcome(state, text))
        _refused_or(lambda state=state: game.steps(state, [text]))


@RELAXED
@given(data=st.data())
def test_changed_positions_are_refused_or_hold_together(name: str, data: Any) -> None:
    """A position with something changed is refused in words, or whatever is asked about it has an answer."""
    game = registry.game(name)
    text = _changed(data.draw(st.sampled_from(_texts(name)), "text"), data.draw)
    try:
        state = game.notation.parse_position(text)
    except BadPosition as refusal:
        for fault in refusal.faults:
            for language in ("de", "en"):
                assert fault.article in rulebook(name, language).numbers
                assert words(language, name).say(fault.why)
        return
    except PlyError as refusal:
        assert words("de", name).say(refusal.why)
        return
    assert not game.faults(state)
    written = game.notation.format_position(state)
    assert game.notation.parse_position(written) == state
    for ask in _questions(name):
        _hidden_or(ask, state)


def _questions(name: str) -> list[Callable[[Any], Any]]:
    game, german = registry.game(name), words("de", name)
    return [
        lambda state: game.settle(state),
        lambda state: game.legal_moves(game.settle(state).state),
        lambda state: game.steps(game.settle(state).state, ()),
        lambda state: game.board.scene(state, german),
        lambda state: game.board.describe(state, german),
        lambda state: [game.observe(state, viewer) for viewer in viewers(name)],
        lambda state: game.score(state),
        lambda state: (game.actor(state), game.turn(state), game.result(state)),
    ]


def _changed(text: str, draw_from: Any) -> str:
    kind = draw_from(st.sampled_from(["cut", "put", "swap", "twice", "drop", "value"]), "kind")
    place = draw_from(st.integers(0, max(0, len(text) - 1)), "place")
    tokens = text.split(" ")
    token = draw_from(st.integers(0, len(tokens) - 1), "token")
    if kind == "cut":
        return text[:place] + text[place + 1 :]
    if kind == "put":
        letters = "0123456789,-/=?*. ABCKQJTSHDwbrl\x00é٣"
        return text[:place] + draw_from(st.sampled_from(letters), "letter") + text[place:]
    if kind == "swap":
        values = [part.partition("=")[2] for part in tokens]
        tokens[token] = tokens[token].partition("=")[0] + "=" + draw_from(st.sampled_from(values), "value")
    elif kind == "twice":
        tokens.append(tokens[token])
    elif kind == "drop":
        del tokens[token]
    else:
        extreme = st.sampled_from(
            ["", "0", "-1", "99999999999999999999", "-", "?", "?*9999999", ",,,", "٣", "1e3"]
        )
        tokens[token] = tokens[token].partition("=")[0] + "=" + draw_from(extreme, "extreme")
    return " ".join(tokens)


def test_very_long_text_is_refused(name: str) -> None:
    game = registry.game(name)
    state = states(name, 12)[0]
    for text in ("7" * 10_000_000, _texts(name)[0] + " " * 10_000_000, "(" * 1_000_000, "a=" * 1_000_000):
        with pytest.raises(PlyError):
            game.notation.parse_position(text)
        with pytest.raises(PlyError):
            game.notation.parse_move(state, text)
        with pytest.raises(PlyError):
            game.notation.parse_outcome(state, text)


def _refused_or(ask: Callable[[], Any]) -> None:
    """An answer or a refusal in words; anything else that is raised fails the test."""
    try:
        ask()
    except PlyError as refusal:
        assert words("de").say(refusal.why)
        assert words("en").say(refusal.why)


def _hidden_or(ask: Callable[[Any], Any], state: Any) -> None:
    """An answer, or that the view lacks what it needs."""
    try:
        ask(state)
    except HiddenInformation as refusal:
        assert str(refusal.why)

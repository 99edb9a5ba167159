"""Laws of the picture: it is sound, it agrees with the legal moves, and everything in it has words."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from plyyard.core import registry
from plyyard.core.errors import HiddenInformation
from plyyard.core.game import After
from plyyard.core.scene import to_svg
from plyyard.core.words import words
from tests.laws.walks import NAMES, decisions, moments, states, viewers

pytestmark = pytest.mark.parametrize("name", NAMES)
MOST_PICKS = 1500  # of one position; the graph of a wide double is larger and then checked in part
HOUSE_KEYS = "rulywpmh"  # as in static/keys.js
NAMESPACE = "{http://www.w3.org/2000/svg}"


def scenes(name: str, count: int = 24) -> list[Any]:
    game = registry.game(name)
    return [
        game.board.scene(game.observe(state, viewer), words(language, name), viewer)
        for state in states(name, count)
        for viewer in viewers(name)
        for language in ("de", "en")
    ]


def test_scenes_are_sound(name: str) -> None:
    board = registry.game(name).board
    for scene in scenes(name):
        assert scene.game == name
        assert scene.background in board.backgrounds
        ids = [sprite.id for sprite in scene.sprites] + [slot.id for slot in scene.slots]
        assert len(set(ids)) == len(ids)
        for sprite in scene.sprites:
            assert sprite.shape in board.shapes
            assert 0 <= sprite.x <= scene.width and 0 <= sprite.y <= scene.height, sprite
            assert all(re.fullmatch(r"[a-z][a-z0-9-]*", part) for part in (sprite.shape, *sprite.classes)), (
                sprite
            )
        assert [sprite.layer for sprite in scene.sprites] == sorted(sprite.layer for sprite in scene.sprites)
        for slot in scene.slots:
            assert slot.label and slot.width > 0 and slot.height > 0
            assert 0 <= slot.x <= scene.width and 0 <= slot.y <= scene.height, slot
            assert slot.key == "" or re.fullmatch("[0-9a-z]", slot.key), slot
        keys = [slot.key for slot in scene.slots if slot.key]
        assert len(set(keys)) == len(keys)
        letters = [fact.letter for fact in scene.facts if fact.letter]
        assert len(set(letters)) == len(letters)
        assert all(fact.name and fact.label and fact.value for fact in scene.facts)
        assert all(len(letter) == 1 and letter.isalpha() for letter in letters)
        assert not {letter for letter in letters if letter not in HOUSE_KEYS} & set(keys), (
            "one key, one meaning"
        )
        assert not set(keys) & set(HOUSE_KEYS) - {"r"}, (
            "only what chance or the stock gives has a letter of the house"
        )


def test_svg_is_well_formed_and_plain(name: str) -> None:
    board = registry.game(name).board
    for scene in scenes(name, 6):
        root = ET.fromstring(to_svg(scene, board, '<"title"> & more'))
        assert root.get("aria-label") == '<"title"> & more'
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(set(ids)) == len(ids)
        for element in root.iter():
            tag = element.tag.removeprefix(NAMESPACE)
            assert tag not in {"script", "foreignObject", "image", "a", "animate", "set"}
            for attribute, value in element.attrib.items():
                assert attribute != "style" and not attribute.startswith("on")
                assert "url(http" not in value and "javascript:" not in value
            if tag == "use":
                assert element.get("href", "").removeprefix("#") in ids


def test_the_style_stays_within_the_board(name: str) -> None:
    style = re.sub(r"/\*.*?\*/", "", registry.game(name).board.style, flags=re.DOTALL)
    for selectors in re.findall(r"([^{}]+)\{", style):
        if selectors.strip().startswith("@"):
            assert selectors.strip().startswith(("@media", "@supports", "@keyframes"))
            continue
        for selector in re.split(r",(?![^(]*\))", selectors):
            assert selector.strip().startswith(f".board-{name}"), selector
    assert "http" not in style and "@import" not in style


def test_every_pick_is_in_the_scene_and_leads_to_legal_moves(name: str) -> None:
    game, whole = registry.game(name), 0
    for state, actor in decisions(name, 24):
        legal = {game.notation.format_move(move) for move in game.legal_moves(state)}
        view = game.observe(state, actor)
        reached, picks, waiting = set(), 0, [()]
        while waiting and picks < MOST_PICKS:
            taken = waiting.pop()
            steps = game.steps(view, taken)
            shown = game.board.scene(game.preview(view, taken), words("de", name), actor)
            ids = {thing.id for thing in (*shown.sprites, *shown.slots)}
            assert steps or taken == (), "a pick leads on or completes a move"
            assert len({step.text for step in steps}) == len(steps)
            for step in steps:
                picks += 1
                assert step.picked in ids or step.picked == "", (step, game.notation.format_position(state))
                assert step.target in ids or step.target == "", (step, game.notation.format_position(state))
                if step.move is None:
                    waiting.append((*taken, step.text))
                else:
                    parsed = game.notation.parse_move(state, step.move)
                    reached.add(game.notation.format_move(parsed))
            assert reached <= legal
        if not waiting:
            whole += 1
            assert reached == legal, game.notation.format_position(state)
    assert whole or not decisions(name, 24)


def test_no_two_buttons_say_the_same(name: str) -> None:
    game = registry.game(name)
    for state, actor in decisions(name, 24):
        view, taken = game.observe(state, actor), ()
        while True:
            steps = game.steps(view, taken)
            for language in ("de", "en"):
                before = game.preview(view, taken)
                labels = [game.board.label(before, step, words(language, name)) for step in steps]
                assert all(labels)
                assert len(set(labels)) == len(labels), (game.notation.format_position(state), taken, labels)
                assert not any("{" in label for label in labels)
            onward = [step for step in steps if step.move is None]
            if not onward:
                break
            taken = (*taken, onward[0].text)


def test_every_event_is_announced(name: str) -> None:
    game = registry.game(name)
    for moment in moments(name):
        for viewer in viewers(name):
            before, after = game.observe(moment.state, viewer), game.observe(moment.after.state, viewer)
            event = game.redact(moment.state, moment.event, viewer)
            told = {}
            for language in ("de", "en"):
                for brief in (False, True):
                    text = game.board.announce(
                        before, event, After(after, moment.after.effects), words(language, name), brief
                    )
                    assert text and "{" not in text and "None" not in text and text == text.strip(), text
                    told[language, brief] = text
            assert len(told["de", True]) <= len(told["de", False])
            assert told["de", False] != told["en", False]


def test_the_whole_position_is_described(name: str) -> None:
    game = registry.game(name)
    for state in states(name, 24):
        for viewer in viewers(name):
            view = game.observe(state, viewer)
            lines = {
                language: list(game.board.describe(view, words(language, name))) for language in ("de", "en")
            }
            assert len(lines["de"]) == len(lines["en"]) >= 1
            assert lines["de"] != lines["en"]
            for line in lines["de"] + lines["en"]:
                assert line.strip() and "{" not in line and "None" not in line


def test_a_step_back_is_a_picture_of_less(name: str) -> None:
    """The preview of no picks is the state itself; hidden hands stay hidden in it."""
    game = registry.game(name)
    for state, actor in decisions(name, 24):
        assert game.preview(state, ()) == state
        for viewer in viewers(name):
            if viewer != actor:
                view = game.observe(state, viewer)
                try:
                    steps = game.steps(view, ())
                except HiddenInformation:
                    continue
                assert list(steps) == list(game.steps(state, ()))

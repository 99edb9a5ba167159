"""Laws of what is tried on the board: every legal step has its text, everything in the picture has one or none."""

from __future__ import annotations

from itertools import product

import pytest

from plyyard.core import registry
from plyyard.core.errors import HiddenInformation
from plyyard.core.words import words
from tests.laws.test_play import check_article
from tests.laws.walks import NAMES, decisions, states, viewers

pytestmark = pytest.mark.parametrize("name", NAMES)
NONSENSE = ["", "nothing", "c", "p-1", "card", "hand-9-9", "\x00", "-", "é" * 80]


def test_a_legal_step_has_the_text_that_was_meant(name: str) -> None:
    game = registry.game(name)
    aware = type(game).pick_text.__qualname__.split(".")[0] != "Common"
    for state, _ in decisions(name, 24):
        taken: list[str] = []
        for _ in range(4):
            preview, steps = game.preview(state, taken), game.steps(state, taken)
            for step in steps:
                text = game.pick_text(preview, step.picked, step.target)
                if text is None:
                    assert not aware or not step.picked
                    continue
                assert text == step.text
                if step.move is not None:
                    assert game.why_not(state, " ".join([*taken, text])) is None
            part = next((step for step in steps if step.move is None), None)
            if part is None:
                break
            taken.append(part.text)


def test_whatever_is_tried_raises_nothing_and_is_answered(name: str) -> None:
    game = registry.game(name)
    for state in states(name, 12):
        for viewer in viewers(name):
            view = game.observe(state, viewer)
            scene = game.board.scene(view, words("en", name), viewer)
            ids = [one.id for one in (*scene.sprites, *scene.slots)]
            for picked, target in product(
                ids[:: max(1, len(ids) // 12)], ["", *ids[:: max(1, len(ids) // 6)]]
            ):
                text = game.pick_text(view, picked, target)
                if text is None:
                    continue
                try:
                    why = game.why_not(view, text)
                except HiddenInformation:
                    continue
                if why is not None:
                    check_article(name, why[1])


def test_nonsense_means_nothing(name: str) -> None:
    game = registry.game(name)
    for state in states(name, 12):
        for viewer in viewers(name):
            view = game.observe(state, viewer)
            for picked, target in product(NONSENSE, NONSENSE):
                assert game.pick_text(view, picked, target) is None

"""Laws of the position editors: everything can be built, put and take undo each other, every draft is text and picture."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyyard.core import registry
from plyyard.core.editor import TAKE, AnyEditor, editor, picked
from plyyard.core.errors import BadPosition, BadText, PlyError
from plyyard.core.words import words
from tests.laws.walks import NAMES, SEEDS, options, states, viewers

GAMES = [name for name in NAMES if editor(name) is not None]
over_games = pytest.mark.parametrize("name", GAMES)


def of(name: str) -> AnyEditor:
    found = editor(name)
    assert found is not None
    return found


def known(name: str, state: Any) -> Any:
    """As a draft that knows nothing of the past."""
    text = registry.game(name).notation.format_position(state)
    return of(name).read(re.sub(r" (log|number|passes)=\S+", "", text))


def places(name: str, draft: Any) -> list[str]:
    return [slot.id for _, slots in of(name).places(draft, words("de", name)) for slot in slots]


def pieces(name: str, draft: Any) -> list[str]:
    named = [piece.id for _, group in of(name).pieces(draft, words("en", name)) for piece in group]
    manners = [prefix for prefix, _ in of(name).manners] or [""]
    return [prefix + piece for piece in named for prefix in manners]


def dismantled(name: str, draft: Any) -> tuple[Any, list[tuple[str, str]]]:
    """An empty board, and what was taken from where."""
    taken = []
    for place in places(name, draft):
        while place in places(name, draft) and (lying := of(name).there(draft, place)):
            taken.append((lying[0], place))
            draft = of(name).take(draft, lying[0], place)
    return draft, taken


def with_settings(name: str, draft: Any, wanted: Any) -> Any:
    for setting in of(name).settings(wanted):
        draft = of(name).set(draft, setting.name, setting.value)
    return draft


@over_games
def test_any_start_and_any_position_can_be_built_from_the_empty_board(name: str) -> None:
    game = registry.game(name)
    starts = [game.start(options(name, seed)) for seed in SEEDS]
    for state in [*starts, *states(name, 12)]:
        for viewer in [None, *viewers(name)]:
            target = known(name, state if viewer is None else game.observe(state, viewer))
            bare, taken = dismantled(name, target)
            draft = with_settings(name, of(name).empty, bare)
            assert not any(of(name).there(bare, place) for place in places(name, bare))
            for piece, place in reversed(taken):
                draft = of(name).put(draft, piece, place)
            draft = with_settings(name, draft, target)
            assert of(name).text(draft) == of(name).text(target)


@over_games
def test_a_numbered_deal_can_be_numbered_again(name: str) -> None:
    draft = of(name).read(
        registry.game(name).notation.format_position(registry.game(name).start(options(name, 1)))
    )
    assert of(name).text(with_settings(name, draft, draft)) == of(name).text(draft)


@over_games
def test_put_then_take_changes_nothing(name: str) -> None:
    """Wherever a piece can be put that is still beside the board."""
    tried = 0
    for state in states(name, 12):
        draft = known(name, state)
        draft, _ = dismantled(name, draft) if tried % 2 else (draft, [])
        left = {
            piece.id: piece.left for _, group in of(name).pieces(draft, words("en", name)) for piece in group
        }
        chance = random.Random(tried)
        for place in places(name, draft):
            for piece in chance.sample(some := pieces(name, draft), min(8, len(some))):
                if left.get(piece, left.get(piece[1:], 1)) == 0:
                    continue
                try:
                    put = of(name).put(draft, piece, place)
                except PlyError as refused:
                    assert words("de", name).say(refused.why)
                    continue
                there = of(name).there(put, place)
                assert of(name).text(put) != of(name).text(draft)
                if there == of(name).there(draft, place):
                    continue  # the place is one tile of a hand, and the piece went to that hand
                again = of(name).take(put, piece, place)
                if not registry.game(name).result(draft) and not registry.game(name).result(put):
                    assert of(name).text(again) == of(name).text(draft), (piece, place)
                tried += 1
    assert tried > 30


@over_games
def test_every_draft_reads_back_and_can_be_drawn(name: str) -> None:
    """After any picks, sensible or not."""
    game, speech, chance = registry.game(name), words("de", name), random.Random(name)
    unsound = 0
    for state in [of(name).empty, *states(name, 12)]:
        draft = known(name, state)
        for _ in range(40):
            piece = chance.choice([*pieces(name, draft), TAKE])
            try:
                draft = picked(of(name), draft, piece, chance.choice(places(name, draft)))
                for setting in of(name).settings(draft):
                    if setting.choices and chance.random() < 0.1:
                        draft = of(name).set(draft, setting.name, chance.choice(setting.choices)[0])
            except PlyError as refused:
                assert speech.say(refused.why)
            text = of(name).text(draft)
            assert of(name).text(of(name).read(text)) == text
            unsound += bool(check_draft(name, draft))
            try:
                assert game.notation.format_position(game.notation.parse_position(text)) == text
            except BadPosition as impossible:
                assert {fault.article for fault in impossible.faults} <= articles(name)
    assert unsound > 10


def articles(name: str) -> set[str]:
    from plyyard.core.rulebook import rulebook

    return {one.number for chapter in rulebook(name, "de").chapters for one in chapter.articles}


def check_draft(name: str, draft: Any, seen: bool = True) -> int:
    """It is drawn, each place has a button, and faults are told; how many there are. ``seen``: all of it within the board."""
    game, speech = registry.game(name), words("de", name)
    scene = game.board.scene(draft, speech)
    for sprite in scene.sprites:
        assert sprite.shape in game.board.shapes
        assert not seen or (0 <= sprite.x <= scene.width and 0 <= sprite.y <= scene.height), sprite
    slots = [slot for _, group in of(name).places(draft, speech) for slot in group]
    assert len({slot.id for slot in slots}) == len(slots)
    for slot in slots:
        assert slot.label and slot.width > 0 and slot.height > 0
        if not seen:
            continue
        assert slot.width / 2 <= slot.x + 1 and slot.x + slot.width / 2 <= scene.width + 1, slot
        assert slot.height / 2 <= slot.y + 1 and slot.y + slot.height / 2 <= scene.height + 1, slot
    for _, group in of(name).pieces(draft, speech):
        assert all(piece.shape in game.board.shapes and piece.label for piece in group)
    return len(game.faults(draft))


@over_games
@pytest.mark.parametrize(
    ("piece", "place"),
    [("", ""), ("king", "s5"), ("take", "s101"), ("<b>", "p13"), ("red", "x" * 999), ("♞", "c11")],
)
def test_what_is_no_piece_or_no_place_is_refused_in_words(name: str, piece: str, place: str) -> None:
    draft = of(name).empty
    for one, where in ((piece, place), (piece, places(name, draft)[0]), (pieces(name, draft)[0], place)):
        try:
            picked(of(name), draft, one, where)
        except PlyError as refused:
            assert words("de", name).say(refused.why) != str(refused.why) or refused.why.values
        else:
            assert where in places(name, draft) and one in pieces(name, draft)
    with pytest.raises(BadText):
        of(name).set(draft, "colour", "red")
    for setting in of(name).settings(of(name).read(start_text(name))):
        for value in ("", "-1", "9999999999", "weiß", "1/0"):
            if value not in [choice for choice, _ in setting.choices] and (setting.choices or value):
                with pytest.raises(BadText):
                    of(name).set(of(name).read(start_text(name)), setting.name, value)


def start_text(name: str) -> str:
    game = registry.game(name)
    return game.notation.format_position(game.start(options(name, 0)))


@over_games
@given(data=st.data())
def test_whatever_is_sent_is_read_or_refused(name: str, data: st.DataObject) -> None:
    """Texts near to real ones: what can be read can be drawn, and its own text reads back."""
    text = data.draw(st.sampled_from(TEXTS[name]))
    for _ in range(data.draw(st.integers(0, 4))):
        place = data.draw(st.integers(0, len(text)))
        other = data.draw(st.sampled_from(TEXTS[name]))
        part = data.draw(
            st.sampled_from(
                ["", "0", "-", "?", "?*9", ",", "6-6", "KS", "/", "P", "/" * 9, "=", " ", "é", other[-9:]]
            )
        )
        text = text[:place] + part + text[place + data.draw(st.integers(0, 3)) :]
    try:
        draft = of(name).read(text)
    except (BadText, BadPosition) as refused:
        assert words("de", name).say(refused.why)
        return
    again = of(name).text(draft)
    assert of(name).text(of(name).read(again)) == again
    check_draft(name, draft, seen=False)


TEXTS = {
    name: [registry.game(name).notation.format_position(one) for one in states(name, 6)]
    + (
        [f"XGID={'P' * 13}{'p' * 13}:0:0:1:65:0:0:0:0:0", "/" * 14 + " turn=black"]
        if name == "backgammon"
        else []
    )
    for name in GAMES
}

"""Learning in a browser: with the keyboard alone, by the names that a screen reader says, and with the mouse on the board."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page, expect

from plyyard.core import registry
from plyyard.core.exercise import Choice, Exercise, Generator, Number, Picks, Play, exercise, generators
from plyyard.core.words import words
from plyyard.lessons.render import there
from plyyard.web.exercise_page import moves
from plyyard.web.school import exercise_url, lesson_url
from tests.browser.conftest import OpenPage
from tests.browser.test_every_page import UNFOLD, findings, findings_in_both_themes, too_wide

GAMES = tuple(name for name in registry.names() if there(name))
KINDS = [(game, one) for game in GAMES for one in generators(game)]
SOLVED = (
    KINDS
    if os.environ.get("PLYYARD_SEEDS")
    else list({(game, one.step): (game, one) for game, one in KINDS}.values())
)
"""One of each step of each game; all kinds where PLYYARD_SEEDS is set."""


def asked(page: Page, game: str) -> Exercise:
    """The exercise that the page shows, by its address."""
    found = re.search(r"/([a-z-]+)/([123])/([0-9]+)$", page.url)
    assert found, page.url
    kind = next(one for one in generators(game) if one.name == found[1])
    return exercise(kind, int(found[2]), int(found[3]))


def names(game: str, made: Exercise) -> list[str]:
    """What the right choices are called."""
    t, answer = words("de", game), made.answer
    if isinstance(answer, Choice):
        return [t.say(dict(answer.choices)[answer.right])]
    if isinstance(answer, Picks):
        return [t.say(label) for one, label in answer.candidates if one in answer.right]
    assert isinstance(answer, Play)
    spoken = moves(registry.game(game), registry.game(game).notation.parse_position(made.position), t)
    return [spoken[min(answer.right)][0]]


@pytest.mark.parametrize(("game", "kind"), SOLVED, ids=[f"{game}-{one.name}" for game, one in SOLVED])
def test_an_exercise_is_solved_by_its_names(open_page: OpenPage, game: str, kind: Generator) -> None:
    page = open_page(exercise_url(registry.game(game), "de", kind.name, 1, 31))
    made = asked(page, game)
    expect(page.get_by_role("heading", level=1)).to_have_text(words("de", game).say(kind.title))
    expect(page.get_by_role("heading", level=2)).to_have_text(words("de", game).say(made.question))
    if isinstance(made.answer, Number):
        page.get_by_role("textbox", name="Deine Antwort").fill(str(made.answer.value))
    else:
        role = "checkbox" if isinstance(made.answer, Picks) and not made.answer.one else "radio"
        for name in names(game, made):
            page.get_by_role(role, name=name, exact=True).check()  # type: ignore[arg-type]
    page.get_by_role("button", name="Antwort prüfen").click()
    expect(page.get_by_role("alert")).to_contain_text("Richtig.")
    page.get_by_role("link", name="Noch eine").click()
    page.wait_for_url(re.compile("/32$"))
    page.get_by_role("link", name="Hinweis").click()
    page.get_by_role("link", name="Lösung zeigen").click()
    expect(page.locator(".verdict")).to_contain_text("Lösung:")


def tab_to(page: Page, condition: str) -> None:
    """Press Tab until the focus is on what fulfils a condition."""
    for _ in range(400):
        page.keyboard.press("Tab")
        if page.evaluate(f"() => {{ const at = document.activeElement; return Boolean({condition}); }}"):
            return
    raise AssertionError(f"never reached: {condition}")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_learned_with_the_keyboard_alone(open_page: OpenPage, game: str) -> None:
    page = open_page(lesson_url(registry.game(game), "de"))
    tab_to(page, "at.matches('.question summary')")
    page.keyboard.press("Enter")
    expect(page.locator(".question[open]").first).to_be_visible()
    tab_to(page, "at.matches('.exercise a')")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/[0-9]+$"))
    made = asked(page, game)
    if isinstance(made.answer, Number):
        tab_to(page, "at.id === 'field'")
        page.keyboard.type(str(made.answer.value))
    elif isinstance(made.answer, Picks) and not made.answer.one:
        for one in sorted(made.answer.right, key=[one for one, _ in made.answer.candidates].index):
            tab_to(page, f"at.value === '{one}'")
            page.keyboard.press("Space")
    else:
        right = made.answer.right if isinstance(made.answer, Choice) else min(made.answer.right)
        tab_to(page, "at.type === 'radio'")
        page.keyboard.press("Space")
        for _ in range(400):
            if page.evaluate("() => document.activeElement.value") == right:
                break
            page.keyboard.press("ArrowDown")
        expect(page.locator(f'#answer [value="{right}"]')).to_be_checked()
    tab_to(page, "at.matches('#answer .primary')")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Richtig.")
    expect(page.locator("#verdict")).to_be_focused()


@pytest.mark.parametrize("game", GAMES)
def test_answers_are_picked_on_the_board(open_page: OpenPage, game: str) -> None:
    """With the mouse: what is clicked on the board is what is ticked in the form."""
    tried = 0
    for kind in generators(game):
        made = exercise(kind, 1, 31)
        if not isinstance(made.answer, Picks | Play) or not made.answer.right:
            continue
        tried += 1
        page = open_page(exercise_url(registry.game(game), "de", kind.name, 1, 31))
        expect(page.locator("#live")).to_be_attached()  # scripts run
        if isinstance(made.answer, Picks):
            things = sorted(made.answer.right)
        else:
            state = registry.game(game).notation.parse_position(made.position)
            things = list(moves(registry.game(game), state, words("de", game))[min(made.answer.right)][1])
        for thing in things:
            place = page.locator(f'#board [data-id="{thing}"]').first
            box = place.bounding_box()
            assert box
            # near its upper edge: of a card in a column no more can be seen
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + min(4, box["height"] / 2))
        checked = page.eval_on_selector_all("[name=answer]:checked", "all => all.map((one) => one.value)")
        right = made.answer.right
        assert (
            (set(checked) == right) if isinstance(made.answer, Picks) else set(checked) <= right and checked
        ), kind.name
        page.get_by_role("button", name="Antwort prüfen").click()
        expect(page.get_by_role("alert")).to_contain_text("Richtig.")
    assert tried or game == "snakes"


@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_the_school_has_a_serious_finding_or_scrolls_sideways(
    open_page: OpenPage, game: str
) -> None:
    page, found, in_dark = open_page(), [], set()
    for address, kind in addresses(game):
        page.goto(address)
        page.evaluate(UNFOLD)
        found += findings(page) if kind in in_dark else findings_in_both_themes(page)
        in_dark.add(kind)
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            page.wait_for_function("width => innerWidth === width", arg=width)
            found += filter(None, [too_wide(page)])
    assert not found, "\n".join(found)


def addresses(name: str) -> list[tuple[str, str]]:
    """The pages of one game, and which of them have the same colours in other words: one of these is seen in the dark."""
    game = registry.game(name)
    return [
        *((lesson_url(game, language), "lesson") for language in ("de", "en")),
        *(
            (exercise_url(game, "de", kind.name, 2, 8), type(exercise(kind, 2, 8).answer).__name__)
            for kind in generators(name)
        ),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_starts_from_its_lesson(open_page: OpenPage, game: str) -> None:
    page = open_page(lesson_url(registry.game(game), "en"))
    page.locator("#play ~ .prose form button").first.click()
    page.wait_for_url(re.compile("/en/game/"))
    expect(page.locator("#board")).to_be_visible()

"""How a test plays: starts a game from its page and acts as a person would, by mouse, keys or plain forms."""

from __future__ import annotations

import random
import re
import time
from typing import Any

from playwright.sync_api import Page, expect

from plyyard.core import registry
from plyyard.core.chance import draw
from plyyard.core.game import CHANCE, Happened, Moved

GAMES = ("snakes", "aeroplane", "backgammon", "dominoes", "spider")

# Where a person could press now: the way out of a question that a stray click opened, buttons, pieces that can be picked,
# marked targets (those with something on them apart).
OPEN = """() => {
  const shown = (q) => [...document.querySelectorAll(q)].filter((e) => e.checkVisibility());
  const middle = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const upper = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + Math.min(12, b.height / 2)]; };
  const pieces = shown("#board .sprite").map(middle);
  const stands = (e) => { const b = e.getBoundingClientRect();
    return pieces.some(([x, y]) => x > b.left && x < b.right && y > b.top && y < b.bottom); };
  const targets = shown("#board .target");
  return {
    over: document.querySelector("#table").classList.contains("over"),
    back: shown("dialog[open] [data-close]").map(middle),
    buttons: shown("[data-do=ready], [data-do=roll]").map(middle),
    picks: shown("#board .can").map(upper),
    targets: targets.map(middle),
    taken: targets.filter(stands).map(middle),
    aside: shown("#status").map(middle),
  };
}"""


def running(page: Page) -> None:
    """Until the scripts of a game's page run."""
    page.wait_for_selector("#slider:not([hidden])", state="attached")


def begin(page: Page, game: str, kind: str, position: str = "", scripts: bool = True) -> None:
    """Start a game from its German page; with scripts, wait until they run."""
    page.goto(f"/{registry.game(game).slugs['de']}")
    form = page.locator("form.setup", has=page.locator(f"input[name=kind][value={kind}]"))
    if position:
        form.locator("summary").click()
        form.locator("input[name=position]").fill(position)
    form.locator("button").click()
    page.wait_for_selector("#board", state="attached")
    running(page) if scripts else page.wait_for_load_state()


def invite(page: Page, game: str, name: str, position: str = "", scripts: bool = True, **choices: str) -> str:
    """Make a room for others from the game's German page; the address that invites. ``choices``: values of its fields."""
    page.goto(f"/{registry.game(game).slugs['de']}")
    form = page.locator("#online")
    form.locator("[name=name]").fill(name)
    form.locator("summary").first.click()
    if position:
        form.locator("summary").last.click()
        form.locator("[name=position]").fill(position)
    for field, value in choices.items():
        place = form.locator(f"[name={field}]")
        if place.first.get_attribute("type") == "radio":
            form.locator(f"[name={field}][value='{value}']").check(force=True)
        elif place.evaluate("field => field.tagName") == "SELECT":
            place.select_option(value)
        else:
            place.fill(value)
    form.locator("button").click()
    expect(page.locator("#invitation")).to_have_value(re.compile("^http"))
    if scripts:
        running(page)
    return page.input_value("#invitation")


def join(page: Page, address: str, name: str, scripts: bool = True) -> None:
    """Accept an invitation."""
    page.goto(address)
    page.fill("#name", name)
    page.click("main form button")
    page.wait_for_selector("#players")
    if scripts:
        running(page)


def meet(*pages: Page) -> None:
    """Until a game has begun on the pages of all who play it, and everybody is seen to be there."""
    for page in pages:
        page.wait_for_selector("#table:not(.waiting) #board:not(.covered)")
        expect(page.locator("#players .there[data-state=here]")).to_have_count(len(pages))


def late(name: str, events: int, seed: int = 1) -> str:
    """A position this many events before the end of a random game."""
    game = registry.game(name)
    chance = random.Random(seed)
    state = game.start(game.complete({}, chance.randrange))
    states: list[Any] = [state]
    while (actor := game.actor(state)) is not None:
        if actor is CHANCE:
            state = game.apply(state, Happened(draw(game.lot(state), chance.randrange))).state
        else:
            state = game.apply(state, Moved(actor, chance.choice(list(game.legal_moves(state))))).state
        states.append(state)
    wanted = max(0, len(states) - 1 - events)
    return game.notation.format_position(next(s for s in states[wanted:] if game.actor(s) is CHANCE))


def play_by_mouse(
    page: Page, seed: int = 7, empty: float = 1, clicks: int = 4000, seconds: float = 240
) -> int:
    """Random legal clicks on board and buttons until the game is over; how many it took.

    ``empty``: how often a piece goes to a marked place with nothing on it; else it is put back.
    """
    chance = random.Random(seed)
    deadline = time.monotonic() + seconds
    for click in range(clicks):
        while True:
            now = page.evaluate(OPEN)
            places = now["back"] or now["taken"] or now["targets"] or now["buttons"] or now["picks"]
            if now["over"]:
                return click
            if places:
                break
            assert time.monotonic() < deadline, f"nothing can be done: {page.inner_text('#status')}"
            page.wait_for_timeout(10)
        if now["targets"] and not now["taken"] and not now["back"] and chance.random() >= empty:
            places = now["aside"]
        page.mouse.click(*chance.choice(places))
        assert time.monotonic() < deadline, f"not over in time: {page.inner_text('#status')}"
    raise AssertionError(f"not over after {clicks} clicks: {page.inner_text('#status')}")

"""Whole games of Spider, won by drag and by keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect

from plyyard.core.game import Moved, Step
from plyyard.core.words import words
from plyyard.games.spider.game import GAME
from plyyard.games.spider.state import State
from tests.browser.conftest import OpenPage
from tests.browser.spider_board import board, drag, events, place

START = {"layout": "xpat2", "rule": "strict"}
# Deal 24 with one suit, and deal 10 with two and removal by hand: lines of the solver, won.
ONE_SUIT = GAME.start({**START, "number": 24, "suits": 1, "runs": "auto"})
ONE_SUIT_LINE = """8>5:1 8>9:1 3>2:1 6>9:1 6>3:1 6>3:1 5>4:2 4>1:3 4>5:1 5>4:2 5>10:1 7>10:1 7>1:1 deal 5>2:2 3>10:1
3>2:3 2>10:8 4>6:1 10>4:1 6>4:2 7>6:1 10>7:1 10>5:1 6>4:2 1>4:1 1>4:4 7>4:2 7>6:1 5>3:2 7>5:1 7>3:1 10>7:1 10>7:1
4>10:3 4>7:1 4>5:1 3>4:4 10>9:2 9>6:1 deal 9>1:1 9>5:2 9>7:3 2>5:1 5>2:4 2>6:5 6>7:6 1>7:2 1>2:1 2>1:2 2>8:1 8>5:2
4>3:1 4>10:2 deal 9>3:2 9>1:1 10>2:4 1>10:2 1>9:3 1>5:1 9>2:4 1>9:1 7>1:1 5>4:2 9>5:2 1>9:2 1>3:1 6>8:1 2>1:9 3>4:4
deal 8>2:1 8>1:3 8>1:1 8>6:1 6>3:2 deal 8>1:1 8>6:1 7>2:1 4>7:1 4>9:1 3>4:1 6>2:2 6>4:3 3>7:3 3>10:2 1>3:2 3>2:3
2>7:7 7>1:12 2>5:2 9>2:2 5>9:3 9>10:4 10>7:7 10>7:1 2>7:3 3>9:1 9>5:3 10>5:3"""
TWO_SUITS = GAME.start({**START, "number": 10, "suits": 2, "runs": "manual"})
TWO_SUITS_LINE = """6>4:1 7>6:1 7>2:1 8>4:1 9>5:1 8>9:1 2>7:2 2>8:1 2>6:1 8>7:2 3>6:1 deal 6>7:1 9>6:1 9>10:2 10>3:3
10>8:1 1>10:1 5>1:1 5>7:1 5>2:1 5>2:1 6>1:2 8>1:2 3>6:4 deal 8>3:1 8>4:1 2>9:1 4>9:2 deal 2>9:4 10>6:1 10>9:1 2>10:1
9>2:11 2>4:12 remove_4 9>6:1 10>2:3 9>2:1 10>9:1 6>10:1 4>6:1 6>7:3 deal 2>5:1 10>2:1 6>10:1 6>3:1 10>6:3 10>7:1
2>5:2 2>7:3 4>2:1 4>2:1 4>6:2 6>10:11 3>10:1 remove_10 6>10:1 6>5:1 4>3:1 7>4:5 6>7:1 4>9:6 7>4:4 9>7:1 4>7:3 deal
4>2:2 4>8:1 6>9:1 6>4:1 3>10:1 3>1:1 5>3:1 5>10:6 5>7:1 5>6:1 5>9:1 5>10:1 4>5:2 10>4:9 4>10:10 1>10:2 remove_10
1>9:1 9>1:9 1>4:10 1>10:1 1>9:6 1>4:1 3>4:2 remove_4 7>4:2 7>9:3 3>1:1 7>3:2 4>7:2 7>9:3 remove_9 1>4:2 1>6:1 1>7:1
3>1:5 8>6:2 3>8:1 3>2:1 5>8:2 6>3:4 7>5:4 7>2:2 7>3:3 7>1:1 8>3:4 3>7:12 remove_7 4>8:2 2>10:6 2>10:2 7>8:1 10>8:9
remove_8 1>9:7 5>9:4 8>9:1"""


def follow(state: State, line: str) -> Iterator[tuple[State, Step]]:
    """A line step by step, as the page offers it."""
    for text in line.split():
        step = next(step for step in GAME.steps(state, ()) if step.move == text.replace("_", " "))
        yield state, step
        state = GAME.apply(state, Moved("player", GAME.notation.parse_move(state, step.text))).state


def won(page: Page) -> None:
    expect(page.locator("#status")).to_contain_text("Gewonnen")
    page.wait_for_selector("#table.over")


def test_a_whole_game_is_won_by_drag(open_page: OpenPage) -> None:
    page = board(open_page, GAME.notation.format_position(ONE_SUIT))
    count = events(page)
    for turn, (_, step) in enumerate(follow(ONE_SUIT, ONE_SUIT_LINE)):
        if step.target:
            drag(page, step.picked, *place(page, step.target, (0.1, 0.5, 0.9)[turn % 3]))
        else:
            page.mouse.click(*place(page, step.picked, 0.5))
        count += 1
        page.wait_for_function(
            "n => document.querySelectorAll('#moves li').length >= n && !document.querySelector('.hand .sprite')",
            arg=count,
        )
    won(page)
    assert events(page) == count + 1, "each drag was one move; then the end"
    expect(page.locator("#facts")).to_contain_text("990")


def test_a_whole_game_is_won_by_keys(open_page: OpenPage) -> None:
    page = board(open_page, GAME.notation.format_position(TWO_SUITS))
    count = events(page)
    for state, step in follow(TWO_SUITS, TWO_SUITS_LINE):
        if step.picked == "stock":
            page.keyboard.press("r")
        else:
            move = GAME.notation.parse_move(state, step.text)
            groups = groups_of(state, move.source)
            page.keyboard.press(str((move.source + 1) % 10))
            for press in range(groups.index(step.picked)):
                page.keyboard.press("ArrowDown" if press % 2 else str((move.source + 1) % 10))
            page.keyboard.press("k" if step.target == "home" else str((move.target + 1) % 10))
        count += 1
        page.wait_for_function("n => document.querySelectorAll('#moves li').length >= n", arg=count)
    won(page)
    assert events(page) == count + 1


def groups_of(state: State, column: int) -> list[str]:
    """What can go from a column, the largest group first."""
    picked = {
        step.picked
        for step in GAME.steps(state, ())
        if step.text.startswith((f"{column + 1}>", f"remove {column + 1}"))
    }
    return sorted(picked - {"stock"}, key=[sprite.id for sprite in scene(state)].index)


def scene(state: State) -> Any:
    return GAME.board.scene(state, words("de", "spider")).sprites

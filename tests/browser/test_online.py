"""Two persons and a spectator at one game, each in a browser of their own, whatever happens to their connections."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.playing import OPEN, invite, join, late
from tests.site import Site

OVER = "() => document.querySelector('#table').classList.contains('over')"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of its own: some of these tests kill it."""
    site = Site(tmp_path_factory.mktemp("online"))
    yield site
    site.kill()


def position(page: Page) -> str:
    return page.input_value("#position-text")


def lines(page: Page) -> list[str]:
    return page.locator("#moves li").all_inner_texts()


def play_together(pages: list[Page], seed: int = 3, until: int = 4000, seconds: float = 240) -> bool:
    """Random legal clicks of whoever is to move, at most ``until`` of them; whether the game is over then."""
    chance = random.Random(seed)
    deadline = time.monotonic() + seconds
    clicks = 0
    while clicks < until:
        assert time.monotonic() < deadline, [page.inner_text("#status") for page in pages]
        seen = [(page, page.evaluate(OPEN)) for page in pages]
        if all(now["over"] for _, now in seen):
            return True
        for page, now in seen:
            places = now["back"] or now["taken"] or now["targets"] or now["buttons"] or now["picks"]
            if places and not now["over"]:
                page.mouse.click(*chance.choice(places))
                clicks += 1
                break
        else:
            pages[0].wait_for_timeout(10)
    return False


@pytest.mark.parametrize(
    ("game", "events"), [("snakes", 30), ("aeroplane", 40), ("backgammon", 20), ("dominoes", 0)]
)
def test_a_whole_game_with_everything_that_can_happen(
    open_page: OpenPage, site: Site, game: str, events: int
) -> None:
    first, second = open_page(), open_page(viewport={"width": 360, "height": 740})
    address = invite(first, game, "Amsel", late(game, events) if events else "")
    join(second, address, "Buchfink")
    first.wait_for_selector("#table:not(.waiting) #board")
    spectator = open_page(first.url)
    assert spectator.inner_text(".actions > .says") == "Du schaust bei diesem Spiel zu."
    both = [first, second]

    play_together(both, 1, until=4)
    second.context.set_offline(True)
    play_together([first], 2, until=1, seconds=5) if can_act(first) else None
    second.context.set_offline(False)
    play_together(both, 3, until=4)
    first.reload()
    play_together(both, 4, until=3)
    site.kill()
    first.wait_for_selector("#notice:not([hidden])")
    assert "Verbindung" in first.inner_text("#notice")
    site.start()
    for page in (*both, spectator):
        page.wait_for_selector("#notice", state="hidden", timeout=60_000)
    assert play_together(both, 5)

    spectator.wait_for_function(OVER)
    assert len({position(page) for page in (*both, spectator)}) == 1
    assert len({page.inner_text("#status") for page in (*both, spectator)}) == 1
    until = time.monotonic() + 10  # the reveal of the dice follows the last move
    while len({len(lines(page)) for page in (*both, spectator)}) > 1:
        assert time.monotonic() < until, [lines(page) for page in (*both, spectator)]
        first.wait_for_timeout(100)
    for page in (*both, spectator):
        page.reload()
    assert lines(first) == lines(second) == lines(spectator), "after the end everybody may see everything"
    assert first.locator("#verify a").is_visible()


def can_act(page: Page) -> bool:
    now = page.evaluate(OPEN)
    return bool(now["targets"] or now["buttons"] or now["picks"])


def seated(open_page: OpenPage, game: str = "backgammon", **choices: str) -> tuple[Page, Page]:
    """Two at a game that has begun; the first one plays the side that starts."""
    first, second = open_page(), open_page()
    join(second, invite(first, game, "Amsel", **choices), "Buchfink")
    for page in (first, second):
        page.wait_for_selector("#table:not(.waiting) #board:not(.covered)")
    return first, second


def test_a_draw_is_offered_declined_lapses_and_is_agreed(open_page: OpenPage) -> None:
    first, second = seated(open_page, "snakes")
    accept = second.locator("[data-can=accept]")
    first.locator("[data-do=offer]").click()
    first.wait_for_selector("#offered:has-text('Remis angeboten')")
    accept.locator("[data-do=decline]").click()
    first.wait_for_selector("#offered", state="hidden")
    assert first.locator("[data-do=offer]").is_hidden(), "not again before the own next move"
    first.keyboard.press("r")
    second.wait_for_selector("[data-do=roll]:visible")
    first.locator("[data-do=offer]").click()
    accept.wait_for(state="visible")
    second.keyboard.press("r")
    accept.wait_for(state="hidden")
    first.wait_for_selector("[data-do=roll]:visible")
    first.keyboard.press("r")
    first.wait_for_selector("[data-do=offer]:visible")
    first.locator("[data-do=offer]").click()
    accept.locator("[data-do=accept]").click()
    for page in (first, second):
        page.wait_for_function(OVER)
        assert page.inner_text("#status") == "Unentschieden durch Einigung."


def test_taking_back_is_asked_for(open_page: OpenPage) -> None:
    first, second = seated(open_page, "dominoes")
    first.wait_for_selector("[data-step]")
    before = position(first)
    first.locator("[data-step]").first.click()
    first.wait_for_function("before => document.querySelector('#position-text').value !== before", arg=before)
    first.keyboard.press("u")
    second.locator("[data-do=agree]").click()
    first.wait_for_function("before => document.querySelector('#position-text').value === before", arg=before)
    assert "Zurückgenommen" in second.inner_text("#moves")


def test_a_rematch_swaps_the_sides_and_both_pages_follow(open_page: OpenPage) -> None:
    first, second = seated(open_page, "snakes")
    first.locator("[data-ask=resign]").click()
    first.locator("dialog [data-do=resign]").click()
    old = first.url
    first.wait_for_timeout(700)  # a second click right after the end begins nothing
    first.locator("[data-do=swap]").click()
    second.wait_for_selector("#offered:has-text('Revanche')")
    second.locator("[data-do=swap]").click()
    for page in (first, second):
        page.wait_for_url(lambda url: url != old)
        page.wait_for_selector("#table:not(.waiting) #board:not(.covered)")
    assert first.url == second.url
    assert "Buchfink" in first.inner_text("#players [data-side=black]")
    second.wait_for_selector("[data-do=roll]:visible")


def test_a_second_tab_takes_over_and_the_first_takes_it_back(open_page: OpenPage) -> None:
    first, _ = seated(open_page, "snakes")
    other = first.context.new_page()
    other.goto(first.url)
    first.wait_for_selector("#here:visible")
    assert "anderen" in first.inner_text("#told")
    first.wait_for_timeout(1500)
    assert other.locator("#notice").is_hidden(), "the first does not come back by itself"
    first.locator("#here").click()
    first.wait_for_selector("#notice", state="hidden")
    other.wait_for_selector("#here:visible")
    first.keyboard.press("r")
    first.wait_for_function("() => document.querySelectorAll('#moves li').length > 5")


def test_greetings_are_seen_and_can_be_muted(open_page: OpenPage) -> None:
    first, second = seated(open_page, "snakes")
    english = open_page(first.url.replace("/spiel/", "/en/game/"))
    greeting = "#players [data-side=black] .greeting"
    for page in (first, second):
        page.locator("#greetings summary").click()
    first.locator("[data-n='2']").click()
    second.wait_for_selector(f"{greeting}:has-text('Viel Glück!')")
    english.wait_for_selector("#live:has-text('Good luck!')", state="attached")
    assert "Viel Glück!" in second.inner_text("#live")
    second.locator("#mute").check()
    first.wait_for_timeout(2100)  # between two greetings
    first.locator("[data-n='1']").click()
    english.wait_for_selector("#live:has-text('Hello!')", state="attached")
    assert "Hallo!" not in second.inner_text("#players") + second.inner_text("#live")


def test_who_comes_and_goes_is_shown_and_the_maker_sends_a_watcher_out(open_page: OpenPage) -> None:
    first, second = seated(open_page, "snakes")
    spectator = open_page(first.url)
    first.wait_for_selector("#watching button")
    assert "schaut jemand zu" in second.inner_text("#watchers")
    assert second.locator("#watching button").count() == 0
    first.locator("#watching button").click()
    spectator.wait_for_selector("#notice:not([hidden])")
    assert "hinausgeschickt" in spectator.inner_text("#told")
    spectator.reload()
    assert spectator.locator("#board").count() == 0
    second.goto("/")
    first.wait_for_selector("#players [data-side=white] .there[data-state=left]")
    assert "hat die Seite vor" in first.inner_text("#players [data-side=white]")
    second.go_back()
    first.wait_for_selector("#players [data-side=white] .there[data-state=here]")


def test_who_has_left_can_be_waited_for_or_not(open_page: OpenPage) -> None:
    games = {choice: seated(open_page, "snakes") for choice in ("win", "call", "wait")}
    for first, second in games.values():
        first.keyboard.press("r")
        second.wait_for_selector("[data-do=roll]:visible")
        second.goto("/")
        first.wait_for_selector("#away:has-text('Buchfink ist weg')")
    for choice, (first, _) in games.items():
        first.locator(f"[data-do={choice}]").click(timeout=60_000)
    for choice, end in (("win", "Schwarz gewinnt"), ("call", "Unentschieden")):
        first, _ = games[choice]
        first.wait_for_function(OVER)
        assert end in first.inner_text("#status")
    first, second = games["wait"]
    first.wait_for_selector("[data-can=claim]", state="hidden")
    first.wait_for_selector("#away:has-text('Buchfink ist weg')")
    second.go_back()
    first.wait_for_selector("#away", state="hidden")


def test_the_clock_runs_for_whoever_is_to_move(open_page: OpenPage) -> None:
    first, second = seated(open_page, "snakes", minutes="1", increment="30")
    assert first.locator("[data-side=black] .clock").evaluate("clock => clock.classList.contains('runs')")
    second.wait_for_selector("[data-side=black] .clock:not(:has-text('1:00'))")
    assert second.inner_text("[data-side=white] .clock") == "1:00"
    assert first.title().startswith("● Du bist am Zug")
    assert second.title().startswith("Schlangen")
    first.keyboard.press("r")
    second.wait_for_selector("[data-side=white] .clock.runs")
    assert first.inner_text("[data-side=black] .clock").startswith("1:"), "the increment is added"
    assert second.title().startswith("● Du bist am Zug")


def test_a_clock_that_runs_low_is_told_and_marked(open_page: OpenPage) -> None:
    first, second = open_page(), open_page()
    room = first.evaluate(
        """async () => {
          const csrf = document.querySelector("meta[name=csrf]").content;
          const order = { game: "snakes", kind: "live", clock: { per_move: 12 } };
          const headers = { "content-type": "application/json", "x-csrf-token": csrf };
          return (await fetch("/api/rooms", { method: "POST", headers, body: JSON.stringify(order) })).json();
        }"""
    )
    first.goto(room["url"])
    join(second, f"/mitspielen?code={room['code']}", "Buchfink")
    first.wait_for_selector("[data-side=black] .clock.low")
    first.wait_for_selector("#live:has-text('Noch 10 Sekunden.')", state="attached")
    second.wait_for_function(OVER, timeout=30_000)
    assert "Noch 10" not in second.inner_text("#live")
    assert "Weiß gewinnt" in second.inner_text("#status")


def test_a_race_in_spider(open_page: OpenPage) -> None:
    pages = [open_page(), open_page(), open_page(viewport={"width": 360, "height": 740})]
    address = invite(pages[0], "spider", "Amsel", seats="3", **{"option-suits": "1"})
    join(pages[1], address, "Buchfink")
    assert "2 von 3 sind da" in open_page(address).inner_text("main")
    join(pages[2], address, "Drossel")
    for page in pages:
        page.wait_for_selector("#table:not(.waiting) #board:not(.covered)")
    same = position(pages[0])
    runner = pages[1]
    chance = random.Random(1)
    for _ in range(200):
        runner.wait_for_selector("[data-step]")
        steps = runner.locator("[data-step]")
        before = position(runner)
        steps.nth(chance.randrange(steps.count())).click()
        runner.wait_for_function(
            "before => document.querySelector('#position-text').value !== before", arg=before
        )
        if "Punkte 0" not in runner.locator("#race li", has_text="Buchfink").inner_text():
            break
    pages[0].wait_for_selector("#race li:first-child:has-text('Buchfink')")
    assert position(pages[0]) == position(pages[2]) == same, "nobody's board is touched by another"
    for page in (pages[0], pages[2], runner):
        page.locator("[data-ask=resign]").click()
        page.locator("dialog [data-do=resign]").click()
    for page in pages:
        page.wait_for_function(OVER)
        assert "meisten Punkte" in page.inner_text("#status")

"""Two persons and a spectator at one game, each in a browser of their own, whatever happens to their connections."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import OPEN, invite, join, late, meet, running
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


def roll(page: Page) -> None:
    page.wait_for_selector("[data-do=roll]:visible")
    page.keyboard.press("r")


def not_here(page: Page, before: str) -> None:
    """Until the board shows another position than this."""
    expect(page.locator("#position-text")).not_to_have_value(before)


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
    expect(spectator.locator(".actions > .says")).to_have_text("Du schaust bei diesem Spiel zu.")
    both = [first, second]

    play_together(both, 1, until=4)
    second.context.set_offline(True)
    play_together([first], 2, until=1) if can_act(first) else None
    second.context.set_offline(False)
    play_together(both, 3, until=4)
    first.reload()
    play_together(both, 4, until=3)
    site.kill()
    first.wait_for_selector("#notice:not([hidden])")
    expect(first.locator("#notice")).to_contain_text("Verbindung")
    site.start()
    for page in (*both, spectator):
        page.wait_for_selector("#notice", state="hidden")
    assert play_together(both, 5)

    for page in (second, spectator):
        page.wait_for_function(OVER)
        expect(page.locator("#position-text")).to_have_value(position(first))
        expect(page.locator("#status")).to_have_text(first.inner_text("#status"))
        expect(page.locator("#moves")).to_contain_text("Das Geheimnis der Würfel liegt offen")
    for page in (*both, spectator):
        page.reload()
        running(page)
    for page in (second, spectator):  # after the end everybody may see everything
        expect(page.locator("#moves li")).to_have_text(lines(first), use_inner_text=True)
    expect(first.locator("#verify a")).to_be_visible()


def can_act(page: Page) -> bool:
    now = page.evaluate(OPEN)
    return bool(now["targets"] or now["buttons"] or now["picks"])


def seated(open_page: OpenPage, game: str = "backgammon", **choices: str) -> tuple[Page, Page]:
    """Two at a game that has begun; the first one plays the side that starts."""
    first, second = open_page(), open_page()
    join(second, invite(first, game, "Amsel", **choices), "Buchfink")
    meet(first, second)
    return first, second


def test_a_draw_is_offered_declined_lapses_and_is_agreed(open_page: OpenPage) -> None:
    first, second = seated(open_page, "snakes")
    accept = second.locator("[data-can=accept]")
    first.locator("[data-do=offer]").click()
    first.wait_for_selector("#offered:has-text('Remis angeboten')")
    accept.locator("[data-do=decline]").click()
    first.wait_for_selector("#offered", state="hidden")
    expect(first.locator("[data-do=offer]")).to_be_hidden()  # not again before the own next move
    roll(first)
    second.wait_for_selector("[data-do=roll]:visible")
    first.locator("[data-do=offer]").click()
    accept.wait_for(state="visible")
    roll(second)
    accept.wait_for(state="hidden")
    roll(first)
    first.wait_for_selector("[data-do=offer]:visible")
    first.locator("[data-do=offer]").click()
    accept.locator("[data-do=accept]").click()
    for page in (first, second):
        expect(page.locator("#status")).to_have_text("Unentschieden durch Einigung.")
        page.wait_for_function(OVER)


def test_taking_back_is_asked_for(open_page: OpenPage) -> None:
    first, second = seated(open_page, "dominoes")
    first.wait_for_selector("[data-step]")
    before = position(first)
    first.locator("[data-step]").first.click()
    not_here(first, before)
    first.keyboard.press("u")
    second.locator("[data-do=agree]").click()
    expect(first.locator("#position-text")).to_have_value(before)
    expect(second.locator("#moves")).to_contain_text("Zurückgenommen")


def test_a_rematch_swaps_the_sides_and_both_pages_follow(open_page: OpenPage) -> None:
    first, second = seated(open_page, "snakes")
    first.locator("[data-ask=resign]").click()
    first.locator("dialog [data-do=resign]").click()
    old = first.url
    for page in (first, second):
        page.locator("[data-do=swap]").wait_for()
    first.wait_for_timeout(700)  # a second click right after the end begins nothing
    first.locator("[data-do=swap]").click()
    second.wait_for_selector("#offered:has-text('Revanche')")
    second.locator("[data-do=swap]").click()
    for page in (first, second):
        page.wait_for_url(lambda url: url != old)
    meet(first, second)
    expect(first).to_have_url(second.url)
    expect(first.locator("#players [data-side=black]")).to_contain_text("Buchfink")
    second.wait_for_selector("[data-do=roll]:visible")


@pytest.mark.parametrize("invited", [False, True])
def test_a_second_tab_takes_over_and_the_first_takes_it_back(open_page: OpenPage, invited: bool) -> None:
    maker, guest = seated(open_page, "snakes")
    first = guest if invited else maker
    other = first.context.new_page()
    other.goto(first.url)
    first.wait_for_selector("#here:visible")
    expect(first.locator("#told")).to_have_text(
        "Dieses Spiel geht in einem anderen Fenster oder Tab von dir weiter."
    )
    first.wait_for_timeout(1500)
    assert other.locator("#notice").is_hidden(), "the first does not come back by itself"
    expect(other.locator("#seedless")).to_be_hidden()
    first.locator("#here").click()
    first.wait_for_selector("#notice", state="hidden")
    other.wait_for_selector("#here:visible")
    roll(maker)
    maker.wait_for_function("() => document.querySelectorAll('#moves li').length > 5")


def test_greetings_are_seen_and_can_be_muted(open_page: OpenPage) -> None:
    first, second = seated(open_page, "snakes")
    english = open_page(first.url.replace("/spiel/", "/en/game/"))
    expect(first.locator("#watching button")).to_be_visible()
    greeting = second.locator("#players [data-side=black] .greeting")
    for page in (first, second):
        page.locator("#greetings summary").click()
    first.locator("[data-n='2']").click()
    expect(greeting).to_have_text("Viel Glück!")
    expect(second.locator("#live")).to_contain_text("Viel Glück!")
    expect(english.locator("#live")).to_contain_text("Good luck!")
    second.locator("#mute").check()
    first.wait_for_timeout(2100)  # between two greetings
    first.locator("[data-n='1']").click()
    expect(english.locator("#live")).to_contain_text("Hello!")
    roll(first)  # what comes after it has come
    expect(second.locator("[data-do=roll]")).to_be_visible()
    assert "Hallo!" not in second.inner_text("#players") + second.inner_text("#live")


def test_who_comes_and_goes_is_shown_and_the_maker_sends_a_watcher_out(open_page: OpenPage) -> None:
    first, second = seated(open_page, "snakes")
    spectator = open_page(first.url)
    first.wait_for_selector("#watching button")
    expect(second.locator("#watchers")).to_contain_text("schaut jemand zu")
    expect(second.locator("#watching button")).to_have_count(0)
    first.locator("#watching button").click()
    spectator.wait_for_selector("#notice:not([hidden])")
    expect(spectator.locator("#told")).to_contain_text("hinausgeschickt")
    spectator.reload()
    expect(spectator.locator("h1")).to_be_visible()
    expect(spectator.locator("#board")).to_have_count(0)
    second.goto("/")
    first.wait_for_selector("#players [data-side=white] .there[data-state=left]")
    expect(first.locator("#players [data-side=white]")).to_contain_text("hat die Seite vor")
    second.go_back()
    first.wait_for_selector("#players [data-side=white] .there[data-state=here]")


def test_who_has_left_can_be_waited_for_or_not(open_page: OpenPage) -> None:
    games = {choice: seated(open_page, "snakes") for choice in ("win", "call", "wait")}
    for first, second in games.values():
        roll(first)
        second.wait_for_selector("[data-do=roll]:visible")
        second.goto("/")
        first.wait_for_selector("#away:has-text('Buchfink ist weg')")
    for choice, (first, _) in games.items():
        first.locator(f"[data-do={choice}]").click()
    first, second = games["wait"]
    first.wait_for_selector("[data-can=claim]", state="hidden")
    first.wait_for_selector("#away:has-text('Buchfink ist weg')")
    for choice, end in (("win", "Schwarz gewinnt"), ("call", "Unentschieden")):
        expect(games[choice][0].locator("#status")).to_contain_text(end)
        games[choice][0].wait_for_function(OVER)
    second.go_back()
    first.wait_for_selector("#away", state="hidden")
    expect(first.locator("#players [data-side=white] .there")).to_have_attribute("data-state", "here")


def test_the_clock_runs_for_whoever_is_to_move(open_page: OpenPage) -> None:
    first, second = seated(open_page, "snakes", minutes="5", increment="300")
    black, white = "[data-side=black] .clock", "[data-side=white] .clock"
    expect(first.locator(f"{black}.runs")).to_be_visible()
    expect(second.locator(black)).to_have_text(re.compile("^4:"))
    expect(second.locator(white)).to_have_text("5:00")
    expect(first).to_have_title(re.compile("^● Du bist am Zug"))
    expect(second).to_have_title(re.compile("^Schlangen"))
    roll(first)
    expect(second.locator(f"{white}.runs")).to_be_visible()
    expect(first.locator(black)).to_have_text(re.compile("^([5-9]|10):"))  # the increment is added
    expect(second).to_have_title(re.compile("^● Du bist am Zug"))


def test_a_clock_that_runs_low_is_told_and_marked(open_page: OpenPage) -> None:
    first, second = open_page(), open_page()
    room = first.evaluate(
        """async () => {
          const csrf = document.querySelector("meta[name=csrf]").content;
          const order = { game: "snakes", kind: "live", clock: { per_move: 16 } };
          const headers = { "content-type": "application/json", "x-csrf-token": csrf };
          return (await fetch("/api/rooms", { method: "POST", headers, body: JSON.stringify(order) })).json();
        }"""
    )
    first.goto(room["url"])
    join(second, f"/mitspielen?code={room['code']}", "Buchfink")
    first.wait_for_selector("[data-side=black] .clock.low")
    first.wait_for_selector("#live:has-text('Noch 10 Sekunden.')", state="attached")
    expect(second.locator("#status")).to_contain_text("Weiß gewinnt")
    second.wait_for_function(OVER)
    expect(second.locator("#live")).not_to_contain_text("Noch 10")


def test_a_race_in_spider(open_page: OpenPage, site: Site) -> None:
    pages = [open_page(), open_page(), open_page(viewport={"width": 360, "height": 740})]
    address = invite(pages[0], "spider", "Amsel", seats="3", **{"option-suits": "1"})
    join(pages[1], address, "Buchfink")
    expect(open_page(address).locator("main")).to_contain_text("2 von 3 sind da")
    join(pages[2], address, "Drossel")
    meet(*pages)
    same = position(pages[0])
    runner = pages[1]
    chance = random.Random(1)
    for _ in range(200):
        runner.wait_for_selector("[data-step]")
        steps = runner.locator("[data-step]")
        before = position(runner)
        steps.nth(chance.randrange(steps.count())).click()
        not_here(runner, before)
        if "Punkte 0" not in runner.locator("#race li", has_text="Buchfink").inner_text():
            break
    for page in (pages[0], pages[2]):
        page.wait_for_selector("#race li:first-child:has-text('Buchfink')")
        expect(page.locator("#position-text")).to_have_value(same)  # nobody's board is touched by another
    spectator = open_page(runner.url)
    expect(spectator.locator(".actions > .says")).to_have_text("Du schaust bei diesem Spiel zu.")
    spectator.wait_for_selector("#race li:first-child:has-text('Buchfink')")
    before = position(runner)
    runner.context.set_offline(True)
    pages[0].locator("[data-step]").first.click()
    not_here(pages[0], same)
    runner.locator("[data-step]").first.click()  # arrives once the connection is back
    runner.context.set_offline(False)
    not_here(runner, before)
    before = position(runner)
    site.kill()
    runner.wait_for_selector("#notice:not([hidden])")
    site.start()
    for page in (*pages, spectator):
        page.wait_for_selector("#notice", state="hidden")
    runner.reload()
    running(runner)
    expect(runner.locator("#position-text")).to_have_value(before)
    runner.locator("[data-step]").first.click()
    not_here(runner, before)
    for page in (pages[0], pages[2], runner):
        page.locator("[data-ask=resign]").click()
        page.locator("dialog [data-do=resign]").click()
    for page in (*pages, spectator):
        expect(page.locator("#status")).to_contain_text("meisten Punkte")
        page.wait_for_function(OVER)


# The window can be put behind others: a headless browser keeps all its pages in front, and calls every leave that it gave
# denied. What is shown is written down.
NOTICES = """
  let behind = false;
  window.notices = [];
  window.putBehind = (is) => { behind = is; document.dispatchEvent(new Event("visibilitychange")); };
  Object.defineProperty(document, "hidden", { get: () => behind });
  Object.defineProperty(document, "visibilityState", { get: () => behind ? "hidden" : "visible" });
  window.Notification = class extends Notification {
    static permission = "granted";
    constructor(title, more) { super(title, more); window.notices.push([title, more.body]); }
  };
"""


def test_a_notice_tells_whoever_looks_elsewhere_that_it_is_his_turn(open_page: OpenPage) -> None:
    first, second = seated(open_page, "snakes")
    second.context.grant_permissions(["notifications"])
    second.add_init_script(NOTICES)
    second.locator("[data-dialog=settings]").click()
    second.locator("#settings [data-set=notify]").check()
    second.wait_for_function("() => document.cookie.includes('notify=1')")
    second.reload()
    running(second)

    def turns() -> None:
        """One roll of each; ends when both know."""
        roll(first)
        roll(second)
        first.wait_for_selector("[data-do=roll]:visible")

    turns()
    assert second.evaluate("notices") == [], "the page is in front"
    second.evaluate("putBehind(true)")
    roll(first)
    second.wait_for_function("() => notices.length")
    second.evaluate("putBehind(false)")
    status = second.inner_text("#status")
    assert second.evaluate("notices") == [["Du bist am Zug", status]]
    roll(second)
    turns()
    assert len(second.evaluate("notices")) == 1

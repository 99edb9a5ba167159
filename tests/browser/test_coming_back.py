"""Reloads, restarts and lost connections: the same game goes on, with the same pending roll."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import begin, play_by_mouse, running
from tests.site import Site


def facts(page: Page) -> str:
    return page.inner_text("#facts")


def more_moves(page: Page, than: int) -> None:
    """Until the list of moves is longer."""
    page.wait_for_function("n => document.querySelectorAll('#moves li').length > n", arg=than)


def test_a_reload_keeps_the_pending_roll(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "backgammon", "local")
    page.locator("[data-do=roll]").click()
    page.wait_for_selector("[data-step]")
    before = facts(page), page.locator("[data-step]").all_inner_texts()
    page.reload()
    running(page)
    expect(page.locator("[data-step]")).to_have_text(before[1], use_inner_text=True)
    assert facts(page) == before[0]


def test_the_home_page_leads_back_into_the_game(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "spider", "local")
    address = page.url
    page.goto("/")
    page.locator(".going a").first.click()
    expect(page).to_have_url(address)


def test_a_killed_server_comes_back_with_the_same_game(browser: Browser, tmp_path: Path) -> None:
    site = Site(tmp_path)
    context = browser.new_context(
        base_url=site.url, reduced_motion="reduce", locale="de-DE", viewport={"width": 1280, "height": 900}
    )
    try:
        page = context.new_page()
        begin(page, "snakes", "local", "black=60 white=60 turn=black")
        page.keyboard.press("r")
        more_moves(page, 2)
        shown = facts(page)
        site.kill()
        page.wait_for_selector("#notice:not([hidden])")
        page.keyboard.press("r")  # kept until the connection is back
        site.start()
        page.wait_for_selector("#notice", state="hidden")
        more_moves(page, 3)
        page.wait_for_function("() => !document.querySelector('[data-do=roll]').closest('[hidden]')")
        assert page.locator("#moves li").count() == 4, "the kept roll arrived once"
        assert facts(page) != "" and shown != ""
        play_by_mouse(page)
    finally:
        context.close()
        site.kill()


def test_a_page_that_knows_more_than_a_restored_database_begins_anew(
    browser: Browser, tmp_path: Path
) -> None:
    site = Site(tmp_path)
    context = browser.new_context(base_url=site.url, reduced_motion="reduce", locale="de-DE")
    try:
        page = context.new_page()
        begin(page, "snakes", "local")
        site.stop()
        for path in tmp_path.glob("*.sqlite3*"):
            shutil.copy(path, path.with_name("kept-" + path.name))
        site.start()
        page.wait_for_selector("#notice", state="hidden")
        for n in (2, 3, 4):
            page.keyboard.press("r")
            more_moves(page, n)
        site.stop()
        for path in tmp_path.glob("kept-*"):
            shutil.copy(path, path.with_name(path.name.removeprefix("kept-")))
        site.start()
        expect(page.locator("#moves li")).to_have_count(2)  # the start and who begins
        running(page)
        page.wait_for_selector("#notice", state="hidden")
        page.keyboard.press("r")
        more_moves(page, 2)
    finally:
        context.close()
        site.kill()


def test_looking_back_and_returning(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "snakes", "local", "black=97 white=97 turn=black")
    play_by_mouse(page)
    end = facts(page)
    page.locator("[data-go=first]").click()
    page.wait_for_selector("#replaying:not([hidden])")
    page.wait_for_function("t => document.querySelector('#facts').innerText !== t", arg=end)
    expect(page).to_have_url(re.compile(r"\?at=0$"))
    page.reload()
    running(page)
    page.wait_for_selector("#replaying:not([hidden])")
    expect(page.locator("#facts")).to_have_text(re.compile("97.*97"))
    page.locator("#slider").press("End")
    page.wait_for_selector("#replaying", state="hidden")
    expect(page.locator("#facts")).to_have_text(end, use_inner_text=True)
    page.locator("[data-go=first]").press("Enter")
    page.locator("#to-now").press("Enter")
    page.wait_for_selector("#replaying", state="hidden")
    expect(page.locator("#status")).to_be_focused()  # the keyboard does not lose its place


def test_the_record_is_downloaded_and_settings_act(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "snakes", "local")
    page.locator("[data-dialog=settings]").click()
    page.locator("#settings [data-set=roll]").check()
    page.locator("#settings [data-set=theme][value=contrast]").check(force=True)
    page.locator("#settings button").click()
    page.wait_for_selector("#table.over")  # it rolls by itself to the end
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")
    with page.expect_download() as download:
        page.locator("a[download='game.plyyard.json']").click()
    assert download.value.suggested_filename.endswith("plyyard.json")


def test_playing_again_swaps_the_sides(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "snakes", "computer", "black=99 white=99 turn=black")
    expect(page.locator("#players li[data-side=black]")).to_contain_text("Du")
    play_by_mouse(page)
    first = page.url
    page.wait_for_timeout(700)  # a second click right after the end begins nothing
    page.locator("[data-do=swap]").click()
    page.wait_for_url(lambda url: url != first)
    expect(page.locator("#players li[data-side=white]")).to_contain_text("Du")


def test_the_board_turns_round(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, "aeroplane", "local")
    place = "() => document.querySelector('#board [data-id=red0]').getBoundingClientRect().y"
    below = page.evaluate(place)
    page.locator("[data-dialog=settings]").click()
    page.locator("#settings [name=facing][value=flip]").check(force=True)
    page.locator("#settings button").click()
    page.wait_for_function(f"y => ({place})() < y", arg=below)
    page.reload()
    page.wait_for_function(f"y => ({place})() < y", arg=below)


def test_what_came_too_fast_is_sent_again(open_page: OpenPage) -> None:
    page = open_page()
    slowed: list[str] = []

    def in_between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(frame: str | bytes) -> None:
            command = json.loads(frame)
            if not slowed:
                slowed.append(command["t"])
                refused = {"t": "refused", "id": command["id"], "code": "rate", "head": command["on"]}
                socket.send(json.dumps(refused))
            else:
                server.send(frame)

        socket.on_message(pass_on)

    page.route_web_socket(re.compile("/socket"), in_between)
    begin(page, "aeroplane", "local", "red=2,9,-,- yellow=-,-,-,- turn=red die=3")
    page.locator("[data-step]").first.click()
    page.wait_for_selector("[data-do=roll]:visible")
    assert slowed == ["move"]


def test_a_connection_that_died_unnoticed_is_made_anew(open_page: OpenPage) -> None:
    page = open_page()
    sockets: list[WebSocketRoute] = []

    def in_between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)
        first = len(sockets) == 1
        socket.on_message(lambda frame: None if first else server.send(frame))

    page.route_web_socket(re.compile("/socket"), in_between)
    begin(page, "backgammon", "local", "4HPwATDgc/ABMA turn=white dice=6,3")
    for _ in range(2):  # the second press is for a step that is no longer open
        page.locator("[data-step]", has_text="von 24 auf 21").first.click()
    page.wait_for_selector("#taken:not([hidden])")
    expect(page.locator("[data-step]")).to_have_count(4)
    expect(page.locator("#so-far")).to_have_text("Bisher: 24/21")
    expect(page.locator("#refusal")).to_have_text("")
    assert len(sockets) == 2


def test_a_press_during_which_the_connection_comes_back_counts(open_page: OpenPage) -> None:
    page = open_page()
    sockets: list[WebSocketRoute] = []

    def in_between(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket(re.compile("/socket"), in_between)
    begin(page, "spider", "local")
    moved = page.locator("#moves li").count()
    page.locator("[data-step]", has_text="austeilen").hover()
    page.mouse.down()
    sockets[0].close(code=1012, reason="")
    page.wait_for_selector("#notice:not([hidden])")
    page.wait_for_selector("#notice", state="hidden")
    page.mouse.up()
    more_moves(page, moved)


def test_an_answer_that_is_still_missing_does_not_hold_up_what_comes_after(open_page: OpenPage) -> None:
    """The position came with the new connection, the answer to the move before it not yet: one may go on."""
    page = open_page()
    sent: list[str] = []

    def in_between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(frame: str | bytes) -> None:
            command = json.loads(frame)
            if command["t"] == "move":
                sent.append(command["id"])
            server.send(frame)

        def pass_back(frame: str | bytes) -> None:
            if not sent or json.loads(frame).get("id") != sent[0]:
                socket.send(frame)

        socket.on_message(pass_on)
        server.on_message(pass_back)

    page.route_web_socket(re.compile("/socket"), in_between)
    begin(page, "spider", "local")
    moved = page.locator("#moves li").count()
    for more in (0, 1):
        page.locator("[data-step]", has_text="austeilen").click()
        more_moves(page, moved + more)
    assert len(sent) == 3 and sent[0] == sent[1] != sent[2]

"""A person in a browser and examples/bot.py, joined by the code on the page, play a game to its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.playing import invite, late, play_by_mouse
from tests.site import Site
from tests.web.test_bot import PATIENCE, bot


@pytest.mark.parametrize(
    ("game", "side", "events"),
    [("backgammon", "black", 20), ("dominoes", "black", 0)],
)
def test_a_person_plays_with_the_program(
    open_page: OpenPage, site: Site, tmp_path: Path, game: str, side: str, events: int
) -> None:
    page = open_page()
    invite(page, game, "Amsel", late(game, events) if events else "", side=side)
    code = page.inner_text(".big-code")  # drawn by the server with the address that `invite` has read
    log = tmp_path / "bot.log"
    with bot(site.url, code, log) as program:
        page.wait_for_selector("#table:not(.waiting) #board")
        play_by_mouse(page, seconds=PATIENCE)
        assert program.wait(PATIENCE) == 0, log.read_text("utf-8")
    expect(page.locator("#players")).to_contain_text("Bot")
    assert "refused" not in log.read_text("utf-8")
    assert "'kind':" in log.read_text("utf-8").splitlines()[-1]

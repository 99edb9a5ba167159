"""The position editors over HTTP: what an address says is drawn, judged and changed; what cannot be is refused in words."""

from __future__ import annotations

import re
import time
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from plyyard.core import registry
from plyyard.core.chance import draw, seeded
from plyyard.core.editor import editor
from plyyard.core.game import CHANCE, Happened
from tests.site import Site

NAMES = [name for name in registry.names() if editor(name)]
BASE = {"de": "/stellung", "en": "/en/position"}
BACKGAMMON = "4HPwATDgc/ABMA turn=white dice=3,1"
VIEW = "line=2-6,6-5 black=0-0,1-2,1-3,2-5,3-3,4-4 white=?*6 boneyard=?*14 turn=black"


def address(name: str, language: str = "en") -> str:
    return f"{BASE[language]}/{registry.game(name).slugs[language]}"


def look(site: Site, name: str, language: str = "en", **query: Any) -> httpx.Response:
    return httpx.get(site.url + address(name, language), params=query, timeout=60)


def position_of(answer: httpx.Response) -> str:
    """The position that a redirect leads to."""
    assert answer.status_code == 303, answer.text[:500]
    return parse_qs(urlsplit(answer.headers["location"]).query)["position"][0]


def dealt(name: str) -> str:
    """A position of a game that has begun."""
    game, below = registry.game(name), seeded(3)
    state = game.start(game.complete({}, below))
    while game.actor(state) is CHANCE and game.lot(state).shuffle:
        state = game.apply(state, Happened(draw(game.lot(state), below))).state
    return game.notation.format_position(state)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_an_editor_in_both_languages(site: Site, name: str, language: str) -> None:
    page = look(site, name, language)
    assert page.status_code == 200
    assert ("Stellungseditor" if language == "de" else "Position editor") in page.text
    assert (
        "Diese Stellung hat keinen Fehler" if language == "de" else "There is no fault in this position"
    ) in page.text
    linked = httpx.get(
        f"{site.url}/{'' if language == 'de' else 'en/'}{registry.game(name).slugs[language]}"
    ).text
    assert f'href="{address(name, language)}"' in linked
    assert len(page.content) < 120_000


def test_a_game_without_an_editor_and_no_game_are_not_found(site: Site) -> None:
    assert httpx.get(f"{site.url}/stellung/halma").status_code == 404
    assert httpx.get(f"{site.url}/en/position/domino").status_code == 404, (
        "the German address is no English one"
    )


def test_a_pick_leads_to_the_address_of_the_new_position(site: Site) -> None:
    answer = look(site, "snakes", position="black=0 white=0 turn=white", piece="black", at="s12")
    assert position_of(answer) == "black=12 white=0 turn=white"
    assert "piece=black" in answer.headers["location"], "the next one is the same"
    again = look(site, "snakes", position="black=12 white=0 turn=white", piece="take", at="s12")
    assert position_of(again) == "black=0 white=0 turn=white"


def test_settings_lead_to_the_address_of_the_new_position(site: Site) -> None:
    answer = look(site, "backgammon", position="4HPwATDgc/ABMA turn=white", turn="black", dice="6,5")
    assert position_of(answer) == "4HPwATDgc/ABMA turn=black dice=6,5"
    spider = look(
        site, "spider", position="columns=KS///////// stock= home=", suits="2", rule="relaxed1", runs="keep"
    )
    assert position_of(spider) == "columns=KS///////// stock= home= rule=relaxed1 runs=keep suits=2"


def test_a_card_is_put_face_down_under_the_open_ones(site: Site) -> None:
    asked = {"position": "columns=KS///////// stock= home=", "piece": "9H", "manner": "-", "at": "c1"}
    assert position_of(look(site, "spider", **asked)) == "columns=-9H,KS///////// stock= home="
    assert (
        position_of(look(site, "spider", **asked | {"manner": ""})) == "columns=KS,9H///////// stock= home="
    )


def test_a_part_is_what_the_page_shows(site: Site) -> None:
    """What the script puts into the page is what a visit to its address shows."""
    part = look(site, "backgammon", position=BACKGAMMON, piece="white", at="p13", part="1")
    assert part.status_code == 200 and part.text.lstrip().startswith("<article")
    there = re.search(r'data-address="([^"]+)"', part.text)
    assert there is not None
    whole = httpx.get(site.url + there[1].replace("&amp;", "&")).text
    board = re.compile(r'<div class="picture" id="board">.*?</div>', re.DOTALL)
    assert board.search(part.text)[0] == board.search(whole)[0]  # type: ignore[index]
    assert "1 thing is impossible here" in part.text and "/rules#art-1.2" in part.text
    assert "13: 6 white checkers" in part.text


@pytest.mark.parametrize(
    ("name", "position", "article"),
    [
        ("snakes", "black=16 white=4", "#art-3"),
        ("aeroplane", "red=56,56,56,56 yellow=56,56,56,56", "#art-6.1"),
        ("backgammon", "XGID=-p----P-P---pP---p-p----P-:0:0:1:00:0:0:0:0:10", "#art-1.2"),
        ("dominoes", "line=2-6,5-5 black=1-1 white=2-2", "#art-3.1"),
        ("spider", "columns=KS,KS,KS///////// stock= home=", "#art-1.1"),
    ],
)
def test_faults_are_told_at_once_with_their_article(
    site: Site, name: str, position: str, article: str
) -> None:
    for language in ("de", "en"):
        page = look(site, name, language, position=position)
        assert page.status_code == 200
        assert article in page.text.partition('id="verdict"')[2].partition("</div>")[0]
        assert 'aria-labelledby="on"' not in page.text, "nothing goes on from there"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "position",
    ["x", "=", "turn=green", "♟", "<script>alert(1)</script>", "-1", "1/0", "black=1e9", "a" * 4001, "XGID=", "columns=/",
     "%00", "line=?*99", "position=position=", "/" * 14],
)  # fmt: skip
def test_hostile_texts_are_refused_in_words_and_kept(site: Site, name: str, position: str) -> None:
    page = look(site, name, "de", position=position)
    assert page.status_code == 422
    assert 'class="refusal"' in page.text and "<script>alert" not in page.text
    kept = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page.text, re.DOTALL)
    assert kept is not None and kept[1].startswith(position[:3].replace("<", "&lt;"))


@pytest.mark.parametrize(
    "wish",
    [
        {"piece": "king", "at": "s5"},
        {"piece": "black", "at": "s101"},
        {"piece": "", "at": "s4"},
        {"piece": "take", "at": "s77"},
        {"piece": "black", "manner": "-", "at": "s5"},
        {"piece": "x" * 5000, "at": "<b>"},
        {"turn": "green"},
    ],
)
def test_what_cannot_be_done_leaves_the_position_as_it_was(site: Site, wish: dict[str, str]) -> None:
    page = look(site, "snakes", position="black=5 white=6 turn=black", **wish)
    assert page.status_code == 422
    assert (
        'class="refusal"' in page.text and 'name="position" value="black=5 white=6 turn=black"' in page.text
    )


def test_an_xgid_is_read_and_written_and_what_is_unused_is_said(site: Site) -> None:
    page = look(site, "backgammon", position="XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:2:3:0:7:10")
    assert page.status_code == 200
    assert f'name="position" value="{BACKGAMMON}"' in page.text
    assert "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10" in page.text
    assert "Not used here: cube 2" in page.text


def test_too_many_checkers_are_written_as_an_xgid(site: Site) -> None:
    text = "XGID=-b----F-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    page = look(site, "backgammon", position=text)
    assert f'name="position" value="{text}"' in page.text and "16 checkers" in page.text


def test_a_view_can_be_looked_at_but_not_played_on(site: Site) -> None:
    page = look(site, "dominoes", position=VIEW)
    assert page.status_code == 200
    assert "3 legal moves" in page.text and "2-5&gt;r" in page.text
    assert 'value="computer"' not in page.text
    assert "only from a position in which everything is known" in page.text


def test_what_leaves_no_choice_is_worked_out(site: Site) -> None:
    page = look(site, "aeroplane", position="red=-,-,-,- yellow=-,-,-,3 turn=red die=4")
    assert "The position after that" in page.text
    assert "turn%3Dyellow" in page.text


def test_an_end_is_told(site: Site) -> None:
    page = look(site, "snakes", position="black=100 white=5")
    assert "Black is the first to reach 100 and wins." in page.text
    assert 'value="local"' not in page.text


@pytest.mark.parametrize("name", [name for name in NAMES if registry.game(name).levels])
def test_the_computer_says_what_its_evaluation_says(site: Site, name: str) -> None:
    text = {"backgammon": BACKGAMMON, "dominoes": VIEW, "snakes": "black=79 white=99 turn=black"}.get(
        name, dealt(name)
    )
    until = time.monotonic() + 120  # its kernels may have to be compiled first
    while "Ask again in a moment" in (page := look(site, name, position=text, ask="1")).text:
        assert time.monotonic() < until
    judged = page.text.partition('id="judgement"')[2].partition("<p class=")[0]
    values = re.findall(r"<dd>([^<]*)</dd>", judged)
    assert page.status_code == 200 and len(values) >= 2
    if name == "snakes":
        state = registry.game(name).notation.parse_position(text)
        chance = registry.game(name).levels["beginner"].evaluate(state, "black")  # type: ignore[misc]
        assert values == [f"{100 * chance:.1f} %", f"{100 - 100 * chance:.1f} %"]
    if name == "backgammon":
        assert "8/5 6/5" in judged, "the best opening with 3 and 1"


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_on_from_the_position(site: Site, name: str) -> None:
    text = dealt(name)
    with httpx.Client(base_url=site.url, timeout=60) as browser:
        page = browser.get(address(name), params={"position": text}).text
        csrf = re.search(r'name="csrf" value="([^"]+)"', page)
        assert csrf is not None
        began = browser.post(
            f"/en/{registry.game(name).slugs['en']}",
            data={"csrf": csrf[1], "kind": "local", "position": text},
        )
        assert began.status_code == 303, began.text[:300]
        room = began.headers["location"].rpartition("/")[2]
        game = registry.game(name)
        state = game.notation.parse_position(text)
        seen = [game.notation.format_position(game.observe(state, viewer)) for viewer in (None, *game.sides)]
        assert browser.get(f"/api/rooms/{room}").json()["position"] in seen


def test_the_report_and_the_other_language_know_the_position(site: Site) -> None:
    page = look(site, "backgammon", position=BACKGAMMON).text
    report = re.search(r'href="(/en/correction\?[^"]+)"', page)
    assert report is not None
    form = httpx.get(site.url + report[1].replace("&amp;", "&")).text
    assert f'name="position" value="{BACKGAMMON}"' in form
    german = re.search(r'rel="alternate" hreflang="de" href="([^"]+)"', page)
    assert german is not None
    assert "3 und 1" in httpx.get(german[1].replace("&amp;", "&")).text


@pytest.mark.slow
def test_asking_too_fast_is_refused(tmp_path: Any) -> None:
    slow = Site(tmp_path, rate=0.01)
    try:
        with httpx.Client(base_url=slow.url) as browser:
            codes = [browser.get(address("snakes")).status_code for _ in range(270)]
        assert codes[0] == 200 and 429 in codes
    finally:
        slow.kill()

"""The pages on which people find each other, as a browser without scripts gets them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.site import Site


class Browser(httpx.Client):
    """A new person with plain forms."""

    def __init__(self, site: Site) -> None:
        super().__init__(base_url=site.url, follow_redirects=True)

    def page(self, address: str) -> str:
        return html.unescape(self.get(address).text)

    def submit(self, address: str, **fields: str) -> httpx.Response:
        csrf = self.get("/").text.partition('name="csrf" content="')[2].partition('"')[0]
        return self.post(address, data={"csrf": csrf, **fields})

    def invite(self, slug: str = "backgammon", **fields: str) -> tuple[str, str]:
        """Path of the invitation and code of a new room."""
        shown = self.submit(f"/{slug}", kind="online", **fields).text
        address = re.search(r'id="invitation" readonly value="[^"]*?(/einladung/[^"]+)"', shown)
        code = re.search(r'class="big-code"[^>]*>(\w+)<', shown)
        assert address and code, shown[-2000:]
        return address[1], code[1]


@pytest.fixture
def two(site: Site) -> Iterator[tuple[Browser, Browser]]:
    with Browser(site) as one, Browser(site) as other:
        yield one, other


def test_an_invitation_speaks_the_language_of_whoever_is_invited(two: tuple[Browser, Browser]) -> None:
    address, code = two[0].invite()
    english = address.replace("/einladung/", "/en/invitation/")

    def led(path: str, **headers: str) -> str:
        return two[1].get(path, headers=headers).url.raw_path.decode()

    german = {"accept-language": "de-AT,de;q=0.9,en;q=0.5"}
    assert led(english, **german) == address
    assert led(address, **{"accept-language": "en-GB,en;q=0.9,de;q=0.5"}) == english
    assert led(f"/en/join?code={code}", **german) == f"/mitspielen?code={code}"
    assert led("/en/join", **german) == "/en/join"
    assert led(english, **{"accept-language": "fr"}) == english == led(english)
    here = str(two[1].base_url.join(address))
    assert led(english, referer=here, **german) == english  # chosen on our own page
    assert led(english, referer="http://elsewhere.example/", **german) == address


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "ohne Uhr"),
        ({"time": "15+10"}, "15 min + 10 s je Zug"),
        ({"time": "move-180"}, "3 Minuten je Zug"),
        ({"time": "days-1"}, "1 Tag je Zug"),
        ({"time": "days"}, "bis zu 30 Tage je Zug"),
        ({"time": "5+3", "minutes": "7"}, "je 7 min"),
        ({"time": "nonsense"}, "ohne Uhr"),
    ],
)
def test_the_time_that_was_chosen_is_said(
    two: tuple[Browser, Browser], fields: dict[str, str], said: str
) -> None:
    address, _ = two[0].invite(**fields)
    assert said in two[1].page(address)


def test_the_side_is_the_one_that_is_left(two: tuple[Browser, Browser]) -> None:
    one, other = two
    assert re.search("Du spielst</dt><dd>Schwarz", other.page(one.invite()[0]))
    assert re.search("Du spielst</dt><dd>Weiß", other.page(one.invite(side="black")[0]))
    assert {
        re.findall("Du spielst</dt><dd>(.+?)<", other.page(one.invite(side="lot")[0]))[0] for _ in range(20)
    } == {"Weiß", "Schwarz"}


def test_a_clock_that_cannot_be_is_refused_in_words(two: tuple[Browser, Browser]) -> None:
    answer = two[0].submit("/spider", kind="online", minutes="5", increment="3")
    assert answer.status_code == 409
    assert "Wettlauf" in answer.text
    assert two[0].submit("/backgammon", kind="online", minutes="9999999").status_code == 409


def test_names_are_shown_as_they_are_and_too_long_ones_refused(two: tuple[Browser, Browser]) -> None:
    """rm-xss"""
    one, other = two
    name = "<b onclick=alert(1)>\"&'</b>"
    address, _ = one.invite(name=name)
    assert name not in other.get(address).text
    assert name in other.page(address)
    assert one.submit("/backgammon", kind="online", name="x" * 31).status_code == 409
    assert other.submit(address, name="y" * 31).status_code == 409
    assert "Bär 🐻" in html.unescape(other.submit(address, name="Bär 🐻").text)


def test_an_invitation_says_why_it_leads_nowhere(site: Site, two: tuple[Browser, Browser]) -> None:
    one, other = two
    address, code = one.invite()
    assert one.get(address).status_code == 200
    assert other.submit(f"/mitspielen?code={code.lower()}").url.path.startswith("/spiel/")
    with Browser(site) as third:
        assert third.get(address).status_code == 410
        assert third.submit(address).status_code in (409, 410)
        assert third.get(f"/mitspielen?code={code}").status_code == 404
        assert third.get("/einladung/" + "x" * 60).status_code == 404
        assert third.get("/mitspielen").status_code == 200


def test_pages_speak_english_too(two: tuple[Browser, Browser]) -> None:
    one, other = two
    address, code = one.invite(listed="1")
    english = address.replace("/einladung/", "/en/invitation/")
    assert "invites you to a game" in other.page(english)
    assert "invites you to a game" in other.page(f"/en/join?code={code}")
    assert "waits; you play Black" in other.page("/en/lobby")
    assert other.submit(english).url.path.startswith("/en/game/")
    assert "Waiting for others" in other.page("/en/my-games")


def test_a_server_can_do_without_a_lobby(tmp_path: Path) -> None:
    site = Site(tmp_path, PLYYARD_LOBBY="off")
    try:
        with Browser(site) as one:
            assert one.get("/lobby").status_code == one.get("/en/lobby").status_code == 404
            for address in ("/", "/backgammon", "/meine-spiele", "/mitspielen"):
                assert "obby" not in one.page(address)
            one.invite(listed="1")
            assert one.get("/api/lobby").status_code == 404
    finally:
        site.kill()

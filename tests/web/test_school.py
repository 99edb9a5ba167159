"""The school over HTTP: every lesson, exercise and figure in both languages, answers good and bad, addresses that are none."""

from __future__ import annotations

import html
import json
import re

import httpx
import pytest

from plyyard.core import registry
from plyyard.core.exercise import Choice, Exercise, Generator, Number, Picks, exercise, generators
from plyyard.core.truth import truths
from plyyard.core.words import LANGUAGES, words
from plyyard.lessons.format import PARTS
from plyyard.lessons.render import there
from plyyard.web.school import exercise_url, lesson_url, truth_url
from tests.site import Site

GAMES = tuple(name for name in registry.names() if there(name))
KINDS = [(game, one) for game in GAMES for one in generators(game)]
NAMES = [f"{game}-{one.name}" for game, one in KINDS]


@pytest.fixture
def reader(site: Site) -> httpx.Client:
    client = httpx.Client(base_url=site.url, follow_redirects=True)
    client.get("/")
    return client


def csrf(page: httpx.Response) -> str:
    found = re.search('name="csrf" content="([^"]+)"', page.text)
    assert found
    return found[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_is_whole_and_small(reader: httpx.Client, name: str, language: str) -> None:
    game = registry.game(name)
    page = reader.get(lesson_url(game, language))
    assert page.status_code == 200
    for part in PARTS:
        assert f'id="{part}"' in page.text
    assert "{{" not in page.text and "\0" not in page.text
    ids = re.findall(r' id="([^"]+)"', page.text)
    assert len(set(ids)) == len(ids), "an id stands twice"
    for other in LANGUAGES:
        assert (
            f'hreflang="{other}" href="{reader.base_url}{lesson_url(game, other)}"'.replace('/"', '"')
            in page.text
        )
    assert (
        f'rel="canonical" href="{str(reader.base_url).rstrip("/")}{lesson_url(game, language)}"' in page.text
    )
    data = re.search(r'<script type="application/ld\+json">(.*?)</script>', page.text, re.S)
    assert data
    faq = json.loads(data[1])
    assert faq["@type"] == "FAQPage" and len(faq["mainEntity"]) >= 6
    assert all(one["name"] and one["acceptedAnswer"]["text"] for one in faq["mainEntity"])
    assert weight(reader, page) <= 120_000


def weight(reader: httpx.Client, page: httpx.Response) -> int:
    """Bytes on the wire of a page with all that it names."""
    sent = page.num_bytes_downloaded
    for address in set(re.findall(r'(?:href|src)="(/static/[^"]+|[^"]*bild\.svg[^"]*)"', page.text)):
        found = reader.get(html.unescape(address))
        assert found.status_code == 200, address
        if address.startswith("/static/"):
            assert found.headers["content-encoding"] == "gzip"
            plain = reader.get(address, headers={"accept-encoding": "identity"})
            assert plain.content == found.content and "content-encoding" not in plain.headers
        sent += found.num_bytes_downloaded
    return sent


@pytest.mark.parametrize(
    "address", ["/lernen", "/en/learn", "/uebungen", "/stellung/spider", "/stellung/domino"]
)
def test_other_pages_of_the_school_are_small(reader: httpx.Client, address: str) -> None:
    page = reader.get(address)
    assert page.status_code == 200 and weight(reader, page) <= 120_000


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_link_of_a_lesson_leads_somewhere(reader: httpx.Client, name: str, language: str) -> None:
    page = reader.get(lesson_url(registry.game(name), language))
    for address in sorted(set(re.findall(r'href="([^"]+)"', page.text))):
        address = html.unescape(address)
        if address.startswith("#"):
            assert f'id="{address[1:]}"' in page.text, address
        elif address.startswith("/"):
            found = reader.get(address)
            assert found.status_code == 200, f"{address}: {found.status_code}"
            _, sign, anchor = address.partition("#")
            assert not sign or f'id="{anchor}"' in found.text, address


def test_titles_and_descriptions_are_the_page_s_own(reader: httpx.Client) -> None:
    pages = [reader.get(lesson_url(registry.game(name), one)).text for name in GAMES for one in LANGUAGES]
    for pattern in ("<title>(.*?)</title>", 'name="description" content="([^"]+)"'):
        found = [re.findall(pattern, page)[0] for page in pages]
        assert len(set(found)) == len(pages)


def right(made: Exercise) -> list[str]:
    answer = made.answer
    if isinstance(answer, Number):
        return [str(answer.value)]
    if isinstance(answer, Choice):
        return [answer.right]
    return sorted(answer.right) if isinstance(answer, Picks) else sorted(answer.right)[:1]


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=NAMES)
def test_an_exercise_is_shown_answered_and_helped(reader: httpx.Client, name: str, kind: Generator) -> None:
    game = registry.game(name)
    for language in LANGUAGES:
        t = words(language, name)
        for difficulty in (1, 3):
            made = exercise(kind, difficulty, 4711)
            address = exercise_url(game, language, kind.name, difficulty, 4711)
            page = reader.get(address)
            shown = html.unescape(page.text)
            assert page.status_code == 200 and t.say(made.question) in shown
            assert t.say(made.hint) not in shown and t.say(made.reason) not in shown, "nothing is given away"
            assert ("<svg" in page.text.split("<article")[1]) == bool(made.position)
            assert t.say(made.hint) in html.unescape(reader.get(address + "?help=hint").text)
            assert t.say(made.reason) in html.unescape(reader.get(address + "?help=solution").text)
            answered = reader.post(address, data={"csrf": csrf(page), "answer": right(made)})
            assert answered.status_code == 200 and "verdict right" in answered.text
            assert f"#art-{made.article}" in answered.text
            following = re.findall('href="([^"]+)" rel="next"', page.text)[0]
            assert following.endswith("/4712") and reader.get(following).status_code == 200


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/lernen/backgammon/pips/3/9", "Pips:"),
        ("/lernen/flugzeugspiel/hits/3/9", "zu treffen"),
        ("/lernen/spider/score/1/9", "Paare einer Farbe"),
    ],
)
def test_the_position_in_words_does_not_answer_the_question(
    reader: httpx.Client, address: str, told: str
) -> None:
    page = html.unescape(reader.get(address).text)
    assert "Stellung in Worten" in page and told not in page


@pytest.mark.parametrize(
    "answer", ["", "  ", "words", "9" * 10_000, "-1", "1/0", "🙂", "<script>alert(1)</script>"]
)
@pytest.mark.parametrize("name", GAMES)
def test_answers_in_a_wrong_form_are_told_so_and_nothing_is_lost(
    reader: httpx.Client, name: str, answer: str
) -> None:
    game = registry.game(name)
    kind = next(one for one in generators(name) if isinstance(exercise(one, 1, 7).answer, Number))
    address = exercise_url(game, "de", kind.name, 1, 7)
    page = reader.get(address)
    answered = reader.post(address, data={"csrf": csrf(page), "answer": answer})
    assert answered.status_code in (200, 422) and "verdict wrong" in answered.text
    assert "<script>alert" not in answered.text
    assert words("de", name).say(exercise(kind, 1, 7).question) in html.unescape(answered.text)
    assert reader.post(address, data={"answer": answer}).status_code == 403, "a form from elsewhere"


def test_what_is_picked_must_be_there(reader: httpx.Client) -> None:
    for name, kind in KINDS:
        if isinstance(exercise(kind, 1, 7).answer, Number):
            continue
        address = exercise_url(registry.game(name), "de", kind.name, 1, 7)
        token = csrf(reader.get(address))
        for answer in (["nothing-of-the-kind"], ["a", "b"], ["x" * 5000]):
            answered = reader.post(address, data={"csrf": token, "answer": answer})
            assert answered.status_code in (200, 422) and "verdict wrong" in answered.text, (
                kind.name,
                answer,
            )


@pytest.mark.parametrize(
    "address",
    [
        "/lernen/nichts", "/en/learn/schlangen-und-leitern", "/lernen/backgammon/nichts/1/1", "/lernen/backgammon/pips/x/1",
        "/lernen/backgammon/pips/1/x",
        "/lernen/backgammon/pips/1/0001",
        "/lernen/backgammon/pips/1/+1",
        "/lernen/backgammon/pips/1/٣", "/lernen/backgammon/zahlen/nichts", "/lernen/backgammon/zahlen/nichts/bild.svg",
        "/fr/learn/backgammon", "/lernen/backgammon/pips/9",
    ],
)  # fmt: skip
def test_addresses_that_are_none(reader: httpx.Client, address: str) -> None:
    found = reader.get(address)
    assert found.status_code == 404 and "<h1" in found.text


@pytest.mark.parametrize("number", ["0", "-1", "1000000000", "9" * 400])
def test_numbers_that_no_exercise_has(reader: httpx.Client, number: str) -> None:
    name, kind = KINDS[0]
    found = reader.get(exercise_url(registry.game(name), "de", kind.name, 1) + f"/{number}")
    assert found.status_code in (400, 404, 422) and "<h1" in found.text


def test_an_address_without_a_number_leads_to_some_exercise(reader: httpx.Client) -> None:
    name, kind = KINDS[0]
    address = exercise_url(registry.game(name), "de", kind.name, 2)
    found = {str(reader.get(address).url) for _ in range(4)}
    assert len(found) > 1 and all(re.fullmatch(rf".*{address}/[0-9]+", one) for one in found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_truths_are_tables_with_pictures(reader: httpx.Client, name: str, language: str) -> None:
    game = registry.game(name)
    assert truths(name)
    for truth in truths(name):
        page = reader.get(truth_url(game, language, truth.name))
        assert page.status_code == 200 and "<table>" in page.text
        charts = re.findall(r'(?:src|srcset)="([^"]*bild\.svg[^"]*)"', page.text)
        assert len(charts) == 4  # for light and dark surroundings, wide and for a phone
        for address in charts:
            picture = reader.get(html.unescape(address))
            assert picture.status_code == 200 and picture.headers["content-type"] == "image/svg+xml"
            assert f'viewBox="0 0 {"360 300" if "narrow=1" in address else "640 360"}"' in picture.text
            assert picture.content.lstrip().startswith(b"<svg") and b"<script" not in picture.content
        bad = {option.name: "nonsense" for option in truth.inputs} | (
            {"position": "nonsense"} if truth.position else {}
        )
        if bad:
            refused = reader.get(truth_url(game, language, truth.name), params=bad)
            assert refused.status_code == 422 and 'role="alert"' in refused.text and "<table>" in refused.text


def test_a_game_starts_from_the_page(reader: httpx.Client) -> None:
    for name in GAMES:
        page = reader.get(lesson_url(registry.game(name), "de"))
        forms = re.findall(r'<form method="post" action="([^"]+)">(.*?)</form>', page.text, re.S)
        assert forms
        for action, fields in forms:
            data = {
                key: html.unescape(value)
                for key, value in re.findall('name="([^"]+)" value="([^"]*)"', fields)
            }
            room = reader.post(action, data=data)
            assert room.status_code == 200 and "/spiel/" in str(room.url), (name, data)

"""The address of a deal offers exactly this deal; what is wrong in it is named, and the rest is kept."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from plyyard.core import registry
from plyyard.core.words import LANGUAGES
from plyyard.web.deal_address import deal_url, wanted
from tests.site import Person

SPIDER = registry.game("spider")


def test_there_and_back() -> None:
    options = SPIDER.complete({"number": 20001, "suits": 2, "runs": "keep"}, lambda n: 0)
    for language in LANGUAGES:
        address = deal_url(SPIDER, language, options)
        query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert query == {"number": "20001", "suits": "2", "runs": "keep"}
        filled, faults, whole = wanted(SPIDER, query)
        assert whole and not faults
        assert filled == {"option-number": "20001", "option-suits": "2", "option-runs": "keep"}
    assert deal_url(SPIDER, "de", {"suits": 2}) == ""
    assert deal_url(registry.game("backgammon"), "de", {}) == ""


def test_it_offers_the_deal_and_starts_it(person: Person) -> None:
    page = person.http.get("/en/spider?number=20001&suits=2").text
    form = re.search(r'<form[^>]*id="deal">.*?</form>', page, re.DOTALL)
    assert form and "20001" in form[0] and "two" in form[0] and "This deal" in form[0]
    csrf = re.search(r'name="csrf" value="([^"]+)"', form[0])
    fields = dict(re.findall(r'<input type="hidden" name="(option-\w+)" value="([^"]*)"', form[0]))
    assert csrf and fields == {"option-number": "20001", "option-suits": "2"}
    started = person.http.post("/en/spider", data={"csrf": csrf[1], "kind": "local", **fields})
    assert started.status_code == 303
    options = person.state(started.headers["location"].rsplit("/", 1)[1])["options"]
    assert (options["number"], options["suits"], options["rule"]) == (20001, 2, "strict")


@pytest.mark.parametrize(
    "bad", ["1000000000", "-1", "1.5", "queen", "１２", "9" * 300, "1;drop", "<b>", "\x00", "1e3"]
)
def test_a_bad_number_is_named_and_the_rest_is_kept(person: Person, bad: str) -> None:
    answer = person.http.get("/en/spider", params={"number": bad, "suits": "2"})
    assert answer.status_code == 409
    refusals = re.findall(r'<p class="refusal">(.*?)</p>', answer.text)
    assert len(refusals) == 1 and refusals[0].startswith("Deal number is ") and "999999999" in refusals[0]
    assert 'id="deal"' not in answer.text and "<b>" not in answer.text
    assert '<option value="2" selected>' in answer.text


def test_each_bad_value_is_named(person: Person) -> None:
    answer = person.http.get("/en/spider?number=7&suits=3&rule=loose&unknown=1")
    assert len(re.findall('<p class="refusal">', answer.text)) == 2
    assert 'value="7"' in answer.text
    assert person.http.get("/en/spider?unknown=1&suits=").status_code == 200


def test_a_game_in_play_tells_its_address_to_who_plays(person: Person) -> None:
    room = person.create("spider", options={"number": 20001, "suits": 1})
    page = person.http.get(f"/en/game/{room}").text
    assert 'href="/en/spider?number=20001&amp;suits=1"' in page
    assert "?number=" not in person.http.get(f"/en/game/{person.create('snakes')}").text

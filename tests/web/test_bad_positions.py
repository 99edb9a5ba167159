"""Impossible positions of Spider by each way into the site: address of the editor, form, order of a room."""

from __future__ import annotations

import html
import re

import pytest

from tests.site import Person

PACK = ",".join(rank + suit for suit in "CSHD" for rank in "A23456789TJQK")

BAD = [
    ("columns=QS/QS/QS///////", "QS is there 3 times; the packs hold it 2 times.", "1.1"),
    ("columns=9H,-9C/////////", "A face-down card lies above a face-up one.", "2.5"),
    (f"columns={PACK},AS///////// stock=?*50", "Column 1 has 53 face-up cards; with this stock there can", "3.1"),
    ("columns=KS///////// number=5", "A numbered deal has 104 cards; here are 1. Leave the number out.", "1.4"),
    ("columns=KS///////// number=-5", "it must be a whole number from 0 to 999999999.", ""),
]  # fmt: skip


@pytest.mark.parametrize(("position", "says", "article"), BAD, ids=[one[1][:30] for one in BAD])
def test_it_is_named_and_nothing_begins(person: Person, position: str, says: str, article: str) -> None:
    page = person.http.get("/en/spider")
    csrf = re.search(r'name="csrf" value="([^"]+)"', page.text)
    assert csrf
    sent = person.http.post("/en/spider", data={"csrf": csrf[1], "kind": "local", "position": position})
    assert sent.status_code == 409
    assert says in html.unescape(sent.text)
    assert html.escape(position, quote=False) in sent.text, "what was written is kept"
    assert not article or f"#art-{article}" in sent.text

    edited = person.http.get("/en/position/spider", params={"position": position})
    assert edited.status_code in {200, 422}
    assert says in html.unescape(edited.text)

    order = {"game": "spider", "kind": "local", "position": position}
    refused = person.http.post("/api/rooms?lang=en", json=order)
    assert refused.status_code in {400, 409, 422}
    assert says in refused.text.replace("\\u2019", "’")

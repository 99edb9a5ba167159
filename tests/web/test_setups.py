"""Starting a game from its page."""

from __future__ import annotations

import httpx
import pytest

from tests.site import Site


@pytest.mark.parametrize(
    ("path", "position", "articles"),
    [
        ("/schlangen-und-leitern", "black=16 white=4 turn=black", 2),
        ("/schlangen-und-leitern", "black=16 white=16 turn=black", 1),
        ("/flugzeugspiel", "red=24,56,56,56 yellow=50,56,56,56 turn=red", 1),
    ],
)
def test_an_impossible_position_is_refused_with_every_article(
    site: Site, path: str, position: str, articles: int
) -> None:
    with httpx.Client(base_url=site.url) as browser:
        csrf = browser.get(path).text.partition('name="csrf" content="')[2].partition('"')[0]
        answer = browser.post(path, data={"csrf": csrf, "kind": "local", "position": position})
    assert answer.status_code == 409
    assert (
        answer.text.count(f"{path}/regeln#art-") - httpx.get(site.url + path).text.count("/regeln#art-")
        == articles
    )
    assert f'value="{position}"' in answer.text, "what was typed is still there"

"""Every link of every kind of page leads to a page."""

from __future__ import annotations

import html
import re
from urllib.parse import urljoin

import httpx
import pytest

from tests.site import Site


@pytest.mark.parametrize("start", ["/", "/en/"])
def test_no_link_leads_nowhere(site: Site, start: str) -> None:
    with httpx.Client(base_url=site.url, follow_redirects=True) as browser:
        csrf = browser.get(start).text.partition('name="csrf" content="')[2].partition('"')[0]
        room = str(browser.post("/schlangen-und-leitern", data={"csrf": csrf, "kind": "local"}).url)
        asked: dict[str, int] = {}
        waiting = [urljoin(site.url, start), room]
        while waiting:
            address = waiting.pop()
            answer = browser.get(address)
            asked[address] = answer.status_code
            if "text/html" not in answer.headers["content-type"]:
                continue
            for found in re.findall(r'<a\b[^>]*\bhref="([^"]*)"', answer.text):
                linked = urljoin(address, html.unescape(found)).partition("#")[0]
                if linked.startswith("mailto:") or re.search(r"/[123]/[0-9]+$", linked):
                    continue  # an exercise by its number: there is always one more; each kind leads to one
                assert linked.startswith(site.url), f"{address} leads to {linked}"
                if "?" not in linked and linked not in asked and linked not in waiting:
                    waiting.append(linked)
    assert len(asked) > 20
    assert {address: status for address, status in asked.items() if status != 200} == {}

"""The operator's texts: shown as written but for HTML, linked where they are; our own words on privacy where there are none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from plyyard.core.errors import BadOptions
from plyyard.web.imprint import read
from tests.site import Site


@pytest.fixture(scope="module")
def with_texts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "imprint.de.md").write_text(
        "# Impressum des Clubs\n\nKöln, **Dom** 1\n\n<script>alert(1)</script> [x](javascript:alert(1))\n",
        "utf-8",
    )
    site = Site(folder, PLYYARD_PAGES=str(folder))
    yield site
    site.kill()


def test_the_operators_text_is_shown_and_linked(with_texts: Site) -> None:
    page = httpx.get(f"{with_texts.url}/impressum").text
    assert "<h1>Impressum des Clubs</h1>" in page and "<strong>Dom</strong>" in page
    assert "<script>alert" not in page and 'href="javascript:' not in page
    assert 'href="/impressum"' in httpx.get(f"{with_texts.url}/").text
    english = httpx.get(f"{with_texts.url}/en/imprint").text
    assert 'lang="de"' in english and "Impressum des Clubs" in english  # there is no other one


def test_without_a_text_there_is_no_imprint(site: Site) -> None:
    assert httpx.get(f"{site.url}/impressum").status_code == 404
    assert "/impressum" not in httpx.get(f"{site.url}/").text


@pytest.mark.parametrize(
    ("path", "says"),
    [("/datenschutz", "Keine. Es gibt keine Werbung"), ("/en/privacy", "None. There is no advertising")],
)
def test_privacy_is_told_in_any_case(site: Site, path: str, says: str) -> None:
    page = httpx.get(site.url + path).text
    assert says in page
    for cookie in ("<code>guest</code>", "<code>session</code>", "<code>plyyard</code>"):
        assert cookie in page


def test_what_cannot_be_read_is_said_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match="no folder"):
        read(str(tmp_path / "nowhere"))
    (tmp_path / "privacy.en.md").write_bytes(b"\xff\xfe")
    with pytest.raises(BadOptions, match=r"privacy\.en\.md"):
        read(str(tmp_path))

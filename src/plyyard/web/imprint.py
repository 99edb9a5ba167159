"""The operator's pages: imprint and privacy, from Markdown files in PLYYARD_PAGES; of privacy else what this program does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.response import Template
from markupsafe import Markup

from plyyard.core.errors import BadOptions, Say
from plyyard.core.words import LANGUAGES
from plyyard.web.page import FIXED, AnyRequest, language_of, page
from plyyard.web.pages import MARKDOWN

OURS = Path(__file__).parent / "texts"
NAMES = ("imprint", "privacy")


@dataclass(frozen=True, slots=True)
class Text:
    """``language``: what it is really written in, where the operator gave only one."""

    language: str
    title: str
    body: Markup


def read(folder: str) -> dict[str, dict[str, Text]]:
    """The texts by name and language of the page; ``BadOptions`` or OSError for a folder or a file that cannot be read."""
    if folder and not Path(folder).is_dir():
        raise BadOptions(Say("There is no folder {name}, which PLYYARD_PAGES names.", name=folder))
    found = {}
    for name in NAMES:
        texts = _texts(Path(folder), name) if folder else {}
        if texts := texts or _texts(OURS, name):
            found[name] = {one: texts.get(one) or next(iter(texts.values())) for one in LANGUAGES}
    return found


def _texts(folder: Path, name: str) -> dict[str, Text]:
    found = {}
    for language in LANGUAGES:
        path = folder / f"{name}.{language}.md"
        try:
            if path.exists():
                found[language] = _text(language, path.read_text("utf-8"))
        except UnicodeDecodeError:
            raise BadOptions(Say("{name} cannot be read as UTF-8 text.", name=str(path))) from None
    return found


def _text(language: str, markdown: str) -> Text:
    """Its first line is the title if it is a heading."""
    first, _, rest = markdown.lstrip().partition("\n")
    title = first.removeprefix("# ").strip() if first.startswith("# ") else ""
    return Text(language, title, Markup(MARKDOWN.render(rest if title else markdown)))  # HTML is off


@get([*FIXED["imprint"].values(), *FIXED["privacy"].values()], opt={"open": True})
async def text(request: AnyRequest) -> Template:
    """One of the texts, also for whoever is shut out."""
    language = language_of(request)
    name = next(name for name in NAMES if FIXED[name][language] == request.url.path)
    texts: dict[str, dict[str, Text]] = request.app.state.texts
    if name not in texts:
        raise NotFoundException()
    context: dict[str, Any] = {"text": texts[name][language]}
    return page(request, "text.html", context, others=FIXED[name])


ROUTES = [text]

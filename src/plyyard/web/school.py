"""The learning pages: all games, one game's lesson, and where everything of the school has its address."""

from __future__ import annotations

import datetime
import functools
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from babel.dates import format_date
from litestar import get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Template
from markupsafe import Markup

from plyyard.core import registry
from plyyard.core.exercise import STEPS, generators
from plyyard.core.words import LANGUAGES, Words, words
from plyyard.lessons import render
from plyyard.lessons.format import Front, read
from plyyard.web.accepted import accepted
from plyyard.web.auth import csrf_token
from plyyard.web.page import (
    FIXED,
    AnyRequest,
    game_url,
    json_block,
    language_of,
    page,
    preferences_of,
    rules_url,
)
from plyyard.web.portraits import portrait
from plyyard.web.study import Study

FIGURES = {"de": "zahlen", "en": "figures"}


# ---- addresses ----


def lesson_url(game: registry.AnyGame, language: str) -> str:
    return f"{FIXED['learn'][language]}/{game.slugs[language]}"


def exercise_url(
    game: registry.AnyGame, language: str, kind: str, difficulty: int, seed: int | None = None
) -> str:
    """Without a seed: some exercise of this kind."""
    number = "" if seed is None else f"/{seed}"
    return f"{lesson_url(game, language)}/{kind}/{difficulty}{number}"


def truth_url(game: registry.AnyGame, language: str, name: str) -> str:
    return f"{lesson_url(game, language)}/{FIGURES[language]}/{name}"


def editor_url(game: registry.AnyGame, language: str, position: str = "") -> str:
    return f"{FIXED['home'][language]}{EDITOR[language]}/{game.slugs[language]}{_query('position', position)}"


def correction_url(game: registry.AnyGame, language: str, where: str, position: str = "") -> str:
    about = f"?game={game.name}&page={quote(where, safe='')}{_query('position', position).replace('?', '&')}"
    return f"{FIXED['correction'][language]}{about}"


def _query(name: str, value: str) -> str:
    return f"?{name}={quote(value, safe='')}" if value else ""


EDITOR = {"de": "stellung", "en": "position"}


@dataclass(frozen=True, slots=True)
class SchoolAddresses:
    """Of one lesson (see ``render.Addresses``). ``theme``: the reader's; "" where the device decides."""

    name: str
    language: str
    theme: str

    @property
    def _game(self) -> registry.AnyGame:
        return registry.game(self.name)

    def rules(self, article: str) -> str:
        return rules_url(self._game, self.language) + (f"#art-{article}" if article else "")

    def exercise(self, kind: str, difficulty: int) -> str:
        return exercise_url(self._game, self.language, kind, difficulty)

    def truth(self, name: str) -> str:
        return truth_url(self._game, self.language, name)

    def chart(self, name: str) -> tuple[str, str]:
        light = f"{truth_url(self._game, self.language, name)}/bild.svg"
        return {"light": (light, light), "dark": (f"{light}?dark=1",) * 2}.get(
            self.theme, (light, f"{light}?dark=1")
        )

    def editor(self, position: str) -> str:
        return editor_url(self._game, self.language, position)

    def game(self, position: str) -> str:
        return game_url(self._game, self.language) + _query("position", position)

    def learn(self, game: str) -> str:
        return lesson_url(registry.game(game), self.language)

    def corrections(self) -> str:
        return correction_url(self._game, self.language, lesson_url(self._game, self.language))


# ---- pages ----


def taught(slug: str, language: str) -> registry.AnyGame:
    """The game with this address, if it has lessons."""
    for game in registry.games():
        if game.slugs[language] == slug and render.there(game.name):
            return game
    raise NotFoundException()


@get(list(FIXED["learn"].values()))
async def learn_page(request: AnyRequest) -> Template:
    """All games, each with its lesson and its exercises."""
    language = language_of(request)
    cards = [_card(game, language) for game in registry.games() if render.there(game.name)]
    return page(request, "learn.html", {"cards": cards}, others=FIXED["learn"])


def _card(game: registry.AnyGame, language: str) -> dict[str, Any]:
    t = words(language, game.name)
    front = _front(game.name, language)
    return {
        "game": game,
        "title": front.title,
        "says": front.description,
        "url": lesson_url(game, language),
        "picture": Markup(portrait(game.name, language)),
        "exercises": [
            (t.say(one.title), exercise_url(game, language, one.name, 1))
            for step in STEPS
            for one in generators(game.name)
            if one.step == step
        ],
    }


@functools.cache
def _front(game: str, language: str) -> Front:
    return read(game, language).front


def lesson(game: str, language: str, theme: str) -> tuple[render.Page, str]:
    """Runs in the study: a lesson as it is drawn, and its questions as structured data."""
    found = read(game, language)
    drawn = render.render(found, SchoolAddresses(game, language, theme))
    questions = [
        {"@type": "Question", "name": title, "acceptedAnswer": {"@type": "Answer", "text": answer.strip()}}
        for title, answer in drawn.questions
    ]
    data = {
        "@context": "https://schema.org",
        "@type": "FAQPage",
        "inLanguage": language,
        "mainEntity": questions,
    }
    return drawn, str(json_block(data))


@get(["/lernen/{slug:str}", "/en/learn/{slug:str}"])
async def lesson_page(request: AnyRequest, slug: FromPath[str]) -> Template:
    language = language_of(request)
    game = taught(slug, language)
    theme = preferences_of(request).theme
    study: Study = request.app.state.study
    drawn, questions = await study(lesson, game.name, language, theme if theme in ("light", "dark") else "")
    front = _front(game.name, language)
    t, token = words(language), str(csrf_token(request))
    context = {
        "front": front,
        "heading": drawn.heading,
        "opening": Markup(drawn.opening),
        "parts": [
            (name, title, Markup(html.replace(render.CSRF, token))) for name, title, html in drawn.parts
        ],
        "shared": Markup(drawn.shared),
        "questions": Markup(questions),  # escaped there
        "revised": _date(front.revised, t),
        "rules_url": rules_url(game, language),
        "correction_url": correction_url(game, language, lesson_url(game, language)),
        "corrections": await accepted(request.app.state, game.name, language),
    }
    others = {other: lesson_url(game, other) for other in LANGUAGES}
    return page(request, "lesson.html", context, others=others, game=game)


def _date(day: datetime.date, t: Words) -> str:
    """A day as it is written in this language."""
    return str(format_date(day, "long", locale=t.language))


ROUTES: list[HTTPRouteHandler] = [learn_page, lesson_page]

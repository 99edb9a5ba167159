"""A lesson as HTML: boards from scenes, exercises and truths from the game, links by the site's addresses."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any, Protocol

from markdown_it.token import Token

from plyyard.core import registry
from plyyard.core.errors import PlyError, Say
from plyyard.core.exercise import generators
from plyyard.core.scene import Scene, shared_svg, to_svg
from plyyard.core.truth import Cell, Truth, start_rows, truths
from plyyard.core.words import LANGUAGES, Words, words
from plyyard.lessons.check import Problem
from plyyard.lessons.format import (
    PARTS,
    Invitation,
    Lesson,
    Position,
    Practice,
    Question,
    Shown,
    link,
    markdown,
    path_of,
    read,
)
from plyyard.players import opponents

CSRF = "\0csrf\0"
"""Stands in forms for the reader's token: the page is the same for everyone but for that."""


class Addresses(Protocol):
    """Where things are on the site; each in the lesson's language."""

    def rules(self, article: str) -> str: ...
    def exercise(self, kind: str, difficulty: int) -> str: ...
    def truth(self, name: str) -> str: ...
    def chart(self, name: str) -> tuple[str, str]: ...  # in light and in dark surroundings
    def editor(self, position: str) -> str: ...
    def game(self, position: str) -> str: ...
    def learn(self, game: str) -> str: ...
    def corrections(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Page:
    """``parts``: (name, title, HTML). ``shared``: what the boards have in common, once. ``questions``: with answers as HTML."""

    heading: str
    opening: str
    parts: tuple[tuple[str, str, str], ...]
    shared: str
    questions: tuple[tuple[str, str], ...]


def render(lesson: Lesson, to: Addresses) -> Page:
    return _Renderer(lesson, to).page()


class _Renderer:
    def __init__(self, lesson: Lesson, to: Addresses) -> None:
        self.lesson, self.to = lesson, to
        self.game = registry.game(lesson.game)
        self.words = words(lesson.language, lesson.game)
        self.scenes: list[Scene] = []
        self.md = markdown()
        rules: dict[str, Any] = {
            "value": lambda tokens, at, *_: escape(tokens[at].content),
            "link_open": lambda tokens, at, *_: (
                f'<a href="{escape(self._address(str(tokens[at].attrGet("href"))))}">'
            ),
            "fence": lambda tokens, at, *_: self._fence(tokens[at]),
            "heading_open": lambda tokens, at, *_: self._heading(tokens[at]),
            "container_question_open": lambda tokens, at, *_: self._question(tokens[at]),
            "container_question_close": lambda *_: "</div></details>",
        }
        self.md.renderer.rules.update(rules)  # type: ignore[attr-defined]

    def page(self) -> Page:
        opening = self._html(self.lesson.opening)
        parts = tuple(
            (name, self.lesson.parts[name].title, self._html(self.lesson.parts[name].tokens))
            for name in PARTS
            if name in self.lesson.parts
        )
        asked = [one for one, placed in self.lesson.all(Question) if placed.part == "questions"]
        return Page(
            self.lesson.heading,
            opening,
            parts,
            shared_svg(self.scenes, self.game.board) if self.scenes else "",
            tuple((one.title, self._html(one.answer)) for one in asked),
        )

    def _html(self, tokens: Sequence[Token]) -> str:
        return str(self.md.renderer.render(list(tokens), self.md.options, {}))

    def _heading(self, token: Token) -> str:
        name = token.meta.get("name")
        return f'<{token.tag} id="{escape(name)}">' if name else f"<{token.tag}>"

    def _question(self, token: Token) -> str:
        title = token.info.strip().removeprefix("question").strip()
        return f'<details class="question"><summary>{escape(title)}</summary><div class="prose">'

    def _address(self, url: str) -> str:
        found = link(url)
        assert found is not None  # the reader lets no other through
        at = self._text(found.to)
        match found.kind:
            case "article" | "rules":
                return self.to.rules(found.to)
            case "exercise":
                return self.to.exercise(found.to, 1)
            case "truth":
                return self.to.truth(found.to)
            case "editor":
                return self.to.editor(at)
            case "play":
                return self.to.game(at) + ("#online" if found.to == "online" else "")
            case "learn":
                return self.to.learn(found.to)
            case "corrections":
                return self.to.corrections()
        return found.to

    def _text(self, name: str) -> str:
        """The position of ``#name``; empty where none is meant."""
        return self.lesson.position(name[1:]).position if name.startswith("#") else ""

    # ---- directives ----

    def _fence(self, token: Token) -> str:
        match token.meta.get("what"):
            case Position() as one:
                return self._position(one)
            case Practice() as practice:
                return self._exercise(practice)
            case Shown() as shown:
                return self._truth(next(one for one in truths(self.lesson.game) if one.name == shown.name))
            case Invitation() as invitation:
                return self._play(
                    self.lesson.position(invitation.position).position if invitation.position else ""
                )
        return f"<pre><code>{escape(token.content)}</code></pre>"

    def _position(self, one: Position) -> str:
        state = self.game.notation.parse_position(one.position)
        scene = self.game.board.scene(state, self.words, one.facing)
        self.scenes.append(scene)
        t = self.words
        described = "".join(
            f"<li>{escape(line)}</li>" for line in self.game.board.describe(state, self.words)
        )
        return (
            f'<figure class="position" id="position-{escape(one.name)}">'
            f"{to_svg(scene, self.game.board, one.caption, style=False, shared=True, cut=True)}"
            f"<figcaption>{escape(one.caption)}"
            f'<details class="quiet"><summary>{escape(t("Position in words"))}</summary><ul>{described}</ul></details>'
            f'<a href="{escape(self.to.editor(one.position))}">{escape(t("Try it yourself"))}</a>'
            f"</figcaption></figure>"
        )

    def _exercise(self, one: Practice) -> str:
        kind = next(generator for generator in generators(self.lesson.game) if generator.name == one.kind)
        title, told_by = self.words.say(kind.title), self.words.say(kind.told_by)
        return (
            f'<p class="exercise"><a class="button" href="{escape(self.to.exercise(one.kind, one.difficulty))}">'
            f"{escape(title)}</a> <span>{escape(told_by)}</span></p>"
        )

    def _truth(self, truth: Truth) -> str:
        t = self.words
        title = escape(t.say(truth.title))
        return (
            f'<figure class="truth" id="truth-{escape(truth.name)}">'
            f"{chart_html(*self.to.chart(truth.name), t.say(truth.title), lazy=True)}"
            f"<figcaption><strong>{title}</strong> {escape(self.words.say(truth.says))} "
            f'<a href="{escape(self.to.truth(truth.name))}">{escape(t("The numbers, and others"))}</a></figcaption>'
            f'<details class="quiet"><summary>{escape(t("As a table"))}</summary>'
            f"{table(truth, start_rows(truth, self.game), self.words)}</details></figure>"
        )

    def _play(self, position: str) -> str:
        t, here = self.words, escape(self.to.game(""))
        hidden = f'<input type="hidden" name="csrf" value="{CSRF}">'
        if position:
            hidden += f'<input type="hidden" name="position" value="{escape(position)}">'
        forms = []
        if opponents(self.game):
            level = next(iter(opponents(self.game)))
            forms.append(
                f'<form method="post" action="{here}">{hidden}<input type="hidden" name="kind" value="computer">'
                f'<input type="hidden" name="level" value="{escape(level)}">'
                f'<input type="hidden" name="side" value="{escape(self.game.default_side)}">'
                f'<button class="primary">{escape(t("Play against the computer"))}</button></form>'
            )
        alone = escape(t("Play for two")) if len(self.game.sides) > 1 else escape(t("Play"))
        forms.append(
            f'<form method="post" action="{here}">{hidden}<input type="hidden" name="kind" value="local">'
            f"<button>{alone}</button></form>"
        )
        online = escape(t("With someone online")) if len(self.game.sides) > 1 else escape(t("A race online"))
        at = "" if len(self.game.sides) == 1 else position  # a race is run over a deal
        forms.append(f'<a class="button" href="{escape(self.to.game(at))}#online">{online}</a>')
        return f'<div class="row invite">{"".join(forms)}</div>'


# ---- truths ----


WIDE = (640, 360)  # pixels of a chart
NARROW = (360, 300)  # on a phone, where nothing gets smaller


def chart_html(light: str, dark: str, title: str, *, lazy: bool = False) -> str:
    """A chart by its addresses for light and for dark surroundings, on a phone a narrow one."""

    def source(address: str, media: str, size: tuple[int, int]) -> str:
        width, height = size
        return f'<source srcset="{escape(address)}" media="{media}" width="{width}" height="{height}">'

    def narrow(address: str) -> str:
        return f"{address}{'&' if '?' in address else '?'}narrow=1"

    dark_phone = source(narrow(dark), "(max-width: 30rem) and (prefers-color-scheme: dark)", NARROW)
    phone = source(narrow(light), "(max-width: 30rem)", NARROW)
    width, height = WIDE
    image = f'<img src="{escape(light)}" alt="{escape(title)}" width="{width}" height="{height}"'
    wait = ' loading="lazy"' if lazy else ""
    night = source(dark, "(prefers-color-scheme: dark)", WIDE)
    return f"<picture>{dark_phone}{phone}{night}{image}{wait}></picture>"


def table(truth: Truth, rows: Sequence[tuple[Cell, ...]], t: Words) -> str:
    """The numbers of a truth as an HTML table."""
    head = "".join(f'<th scope="col">{escape(t.say(column))}</th>' for column in truth.columns)
    body = "".join(
        f'<tr><th scope="row">{escape(cell(row[0], t))}</th>'
        + "".join(f"<td>{escape(cell(one, t))}</td>" for one in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(t.say(truth.title))}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def cell(value: Cell, t: Words) -> str:
    """A figure as it is read: fractions as percentages, other numbers with two places."""
    if isinstance(value, Say):
        return t.say(value)
    if isinstance(value, Fraction):
        return f"{t.number(float(value) * 100, 2)} %"
    return t.number(value, 2 if isinstance(value, float) else 0) if not isinstance(value, str) else value


# ---- the check ----


@dataclass(frozen=True, slots=True)
class _Nowhere:
    """Addresses for a page that nobody reads."""

    def rules(self, article: str) -> str:
        return f"#{article}"

    def exercise(self, kind: str, difficulty: int) -> str:
        return f"#{kind}"

    truth = editor = game = learn = rules

    def chart(self, name: str) -> tuple[str, str]:
        return f"#{name}", f"#{name}"

    def corrections(self) -> str:
        return "#"


def build(game: str) -> list[Problem]:
    """What keeps the pages of sound lessons from being drawn."""
    problems = []
    for language in LANGUAGES:
        try:
            page = render(read(game, language), _Nowhere())
        except PlyError as error:
            problems.append(Problem(path_of(game, language), 1, error.why))
        else:
            if not all(html.strip() for _, _, html in page.parts):
                problems.append(Problem(path_of(game, language), 1, Say("A part of this page is empty.")))
    return problems


@functools.cache
def there(game: str) -> bool:
    """Whether a game has lessons: one that somebody adds may come without."""
    return all(path_of(game, language).exists() for language in LANGUAGES)

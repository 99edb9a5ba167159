"""The lesson format: Markdown with front matter and a few directives, read into tokens and parts (docs/writing-lessons.md).

Reading finds faults of form only; whether what a lesson says is true, check.py asks the rules.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from plyyard.core import registry
from plyyard.core.errors import PlyError, Say

PARTS = (
    "rules",
    "decisions",
    "misconception",
    "position",
    "exercises",
    "questions",
    "truths",
    "play",
    "sources",
)
SECTIONS = ("understand", "compare", "replay")  # named sections of the part with exercises
LONGEST = 200_000  # characters of a lesson

_NAMED = re.compile(r"\s*\{#([a-z-]+)\}$")
_VALUE = re.compile(r"\{\{([^{}|]+)\|([^{}|]+)\}\}")

T = TypeVar("T")


class BadLesson(PlyError):
    """A lesson that cannot be read; ``line`` counts from 1."""

    def __init__(self, why: Say, line: int) -> None:
        super().__init__(why)
        self.line = line


class Front(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    description: str
    version: str
    rules: str
    revised: datetime.date


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a lesson shows and claims of a position; ``illegal``: move → article."""

    name: str
    position: str
    caption: str
    facing: str | None = None
    legal: tuple[str, ...] = ()
    illegal: dict[str, str] = {}


class Practice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    difficulty: int = 1


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A truth with its picture and table."""

    name: str


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Buttons to play, from a position of the page or from the beginning."""

    position: str = ""


DIRECTIVES: dict[str, type[msgspec.Struct]] = {
    "position": Position,
    "exercise": Practice,
    "truth": Shown,
    "play": Invitation,
}


@dataclass(frozen=True, slots=True)
class Value:
    """A computed value: its name, its arguments as they stand in the text, and what the text says."""

    name: str
    arguments: tuple[str, ...]
    shown: str


@dataclass(frozen=True, slots=True)
class Placed:
    """Something with the line where it stands and the part it is in (empty: the opening)."""

    what: Any
    line: int
    part: str
    section: str


@dataclass(frozen=True, slots=True)
class Section:
    """A ``###`` section; ``name`` where the heading gives one."""

    title: str
    name: str
    line: int
    tokens: list[Token]


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    title: str
    line: int
    tokens: list[Token]
    sections: tuple[Section, ...]


@dataclass(slots=True)
class Lesson:
    """A whole lesson. ``tokens`` are everything below the front matter."""

    game: str
    language: str
    path: Path
    front: Front
    heading: str
    opening: list[Token]
    parts: dict[str, Part]
    placed: list[Placed] = field(default_factory=list)

    def all(self, kind: type[T]) -> Iterator[tuple[T, Placed]]:
        """Everything of one kind in the order of the text: directives, values, ``Question``s, ``Link``s."""
        return ((one.what, one) for one in self.placed if isinstance(one.what, kind))

    def position(self, name: str) -> Position:
        """The position of this name, or KeyError."""
        for one, _ in self.all(Position):
            if one.name == name:
                return one
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Question:
    title: str
    answer: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """``kind`` is empty for an address elsewhere."""

    kind: str
    to: str


KINDS = ("article", "exercise", "play", "editor", "truth", "rules", "learn", "corrections")


def path_of(game: str, language: str) -> Path:
    return registry.folder(game) / "lessons" / f"{language}.md"


def markdown() -> MarkdownIt:
    """A reader for lessons; its renderer knows no directive (render.py)."""
    md = MarkdownIt("commonmark", {"html": False}).enable("table")
    md.use(front_matter_plugin).use(container_plugin, "question")
    md.inline.ruler.before("escape", "value", _value)
    md.validateLink = _harmless  # type: ignore[method-assign]
    return md


def _harmless(url: str) -> bool:
    return link(url) is not None


def link(url: str) -> Link | None:
    """What a link in a lesson leads to; None for what may not stand there."""
    kind, sign, to = url.partition(":")
    if kind == "https" and to.startswith("//"):
        return Link("", url)
    return Link(kind, to) if sign and kind in KINDS else None


def _value(state: StateInline, silent: bool) -> bool:
    found = _VALUE.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        name, *arguments = (part.strip() for part in found[1].split(";"))
        token = state.push("value", "", 0)
        token.meta = {"value": Value(name, tuple(arguments), found[2].strip())}
        token.content = found[2].strip()
    state.pos = found.end()
    return True


def read(game: str, language: str, text: str | None = None) -> Lesson:
    """A game's lesson, or ``BadLesson``. ``text``: instead of the file's."""
    path = path_of(game, language)
    if text is None:
        text = path.read_text("utf-8")
    if len(text) > LONGEST:
        raise BadLesson(Say("A lesson has at most {limit} characters.", limit=LONGEST), 1)
    tokens = markdown().parse(text)
    if not tokens or tokens[0].type != "front_matter":
        raise BadLesson(Say("The file does not begin with front matter between lines of “---”."), 1)
    front = _fields(tokens[0].content, Front, 2)
    return _Reader(game, language, path, front).read(tokens[1:])


def _fields(text: str, kind: type[T], line: int) -> T:
    """The fields of front matter or of a directive; ``line`` is the one of their first."""
    try:
        found = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        why = Say("This is no YAML: {reason}.", reason=getattr(error, "problem", None) or "unreadable")
        raise BadLesson(why, line + (mark.line if mark else 0)) from None
    except (ValueError, RecursionError) as error:  # a date such as 2026-13-01
        raise BadLesson(Say("This is no YAML: {reason}.", reason=str(error)[:200]), line) from None
    try:
        return msgspec.convert(found if found is not None else {}, kind)
    except msgspec.ValidationError as error:
        raise BadLesson(Say("These fields do not fit: {reason}.", reason=str(error)), line) from None


class _Reader:
    """Goes through the tokens once; knows where it is."""

    def __init__(self, game: str, language: str, path: Path, front: Front) -> None:
        self.lesson = Lesson(game, language, path, front, "", [], {})
        self.part: Part | None = None
        self.section: Section | None = None
        self.line = 1

    def read(self, tokens: Sequence[Token]) -> Lesson:
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.map:
                self.line = token.map[0] + 1
            if token.type == "heading_open":
                self._heading(token, tokens[at + 1])
                self._keep(tokens[at : at + 3], {"h1": 3, "h2": 3}.get(token.tag, 0))
                at += 3
                continue
            self._look(token, tokens, at)
            self._keep([token])
            at += 1
        if not self.lesson.heading:
            raise BadLesson(Say("There is no heading: a line that begins with “# ”."), 1)
        return self.lesson

    def _keep(self, tokens: Sequence[Token], left_out: int = 0) -> None:
        """Tokens belong to the part and to its section; headings of both are drawn by the page."""
        tokens = tokens[left_out:]
        (self.part.tokens if self.part else self.lesson.opening).extend(tokens)
        if self.section:
            self.section.tokens.extend(tokens)

    def _heading(self, token: Token, inline: Token) -> None:
        title, name = inline.content, ""
        if found := _NAMED.search(title):
            title, name = title[: found.start()], found[1]
            last = (inline.children or [])[-1]
            last.content = _NAMED.sub("", last.content)
        token.meta = {"name": name}
        match token.tag:
            case "h1":
                if self.lesson.heading or self.part:
                    raise BadLesson(Say("There is more than one heading with a single “#”."), self.line)
                self.lesson.heading = title
            case "h2":
                if name not in PARTS or name in self.lesson.parts:
                    why = Say(
                        "A part is named by one of {names} in braces, each once, as “## Title {{#rules}}”.",
                        names=", ".join(PARTS),
                    )
                    raise BadLesson(why, self.line)
                self.part, self.section = Part(name, title, self.line, [], ()), None
                self.lesson.parts[name] = self.part
            case "h3" if self.part:
                self.section = Section(title, name, self.line, [])
                self.part = Part(
                    self.part.name,
                    self.part.title,
                    self.part.line,
                    self.part.tokens,
                    (*self.part.sections, self.section),
                )
                self.lesson.parts[self.part.name] = self.part
            case _:
                raise BadLesson(
                    Say("Headings are “#” once, “##” for parts and “###” inside of parts."), self.line
                )

    def _look(self, token: Token, tokens: Sequence[Token], at: int) -> None:
        match token.type:
            case "fence":
                self._directive(token)
            case "container_question_open":
                title = token.info.strip().removeprefix("question").strip()
                end = next(n for n in range(at, len(tokens)) if tokens[n].type == "container_question_close")
                if not title or end == at + 1:
                    raise BadLesson(
                        Say("A question needs its text behind “::: question” and an answer below."), self.line
                    )
                self._place(Question(title, tuple(tokens[at + 1 : end])))
            case "inline":
                if ":::" in token.content:
                    raise BadLesson(Say("There is no directive of this name."), self.line)
                for child in token.children or []:
                    self._inline(child)

    def _inline(self, child: Token) -> None:
        if child.type == "value":
            self._place(child.meta["value"])
        elif child.type == "link_open":
            self._place(link(str(child.attrGet("href"))))
        elif child.type == "text" and ("{{" in child.content or "}}" in child.content):
            raise BadLesson(
                Say("A computed value is written {form}.", form="{{name; argument | shown}}"), self.line
            )
        elif child.type == "text" and re.search(r"\]\([^)\s]*\)?", child.content):
            raise BadLesson(Say("This link is none that a lesson can have."), self.line)
        elif child.type == "image":
            raise BadLesson(Say("A lesson has no pictures but its positions and truths."), self.line)

    def _directive(self, token: Token) -> None:
        name = token.info.strip()
        if not name:
            return
        if name not in DIRECTIVES:
            raise BadLesson(Say("There is no directive of this name."), self.line)
        found = _fields(token.content, DIRECTIVES[name], self.line + 1)
        token.meta = {"what": found}
        self._place(found)

    def _place(self, what: Any) -> None:
        part, section = self.part.name if self.part else "", self.section.name if self.section else ""
        self.lesson.placed.append(Placed(what, self.line, part, section))

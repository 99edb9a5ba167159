"""Whether a lesson is true: its positions sound, its moves as claimed, its numbers the computed ones, its links alive,
and the same in both languages.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyyard.core import registry
from plyyard.core.errors import BadPosition, BadText, HiddenInformation, IllegalMove, PlyError, Say
from plyyard.core.exercise import DIFFICULTIES, generators
from plyyard.core.rulebook import rulebook
from plyyard.core.truth import truths, values
from plyyard.core.words import LANGUAGES
from plyyard.lessons.format import (
    PARTS,
    SECTIONS,
    BadLesson,
    Invitation,
    Lesson,
    Link,
    Part,
    Position,
    Practice,
    Question,
    Shown,
    Value,
    path_of,
    read,
)
from plyyard.lessons.values import agrees, spoken

RULES, DECISIONS, QUESTIONS = range(5, 8), 3, range(6, 9)
DESCRIPTION = range(50, 161)
PLAYS = ("local", "computer", "online")


@dataclass(frozen=True, slots=True)
class Problem:
    path: Path
    line: int
    why: Say


def check(game: str) -> list[Problem]:
    """All problems of a game's lessons, in the order of the files. A game may have none at all."""
    lessons, problems = {}, []
    if not path_of(game, LANGUAGES[0]).parent.is_dir():
        return []
    for language in LANGUAGES:
        try:
            lessons[language] = read(game, language)
        except FileNotFoundError:
            problems.append(Problem(path_of(game, language), 1, Say("There is no such lesson.")))
        except BadLesson as error:
            problems.append(Problem(path_of(game, language), error.line, error.why))
    for lesson in lessons.values():
        problems += examine(lesson)
    if len(lessons) == len(LANGUAGES):
        problems += compare(*(lessons[language] for language in LANGUAGES))
    return problems


def examine(lesson: Lesson) -> list[Problem]:
    """Problems of one lesson."""
    found = _Check(lesson)
    found.front()
    found.form()
    found.positions()
    found.values()
    found.references()
    return sorted(found.problems, key=lambda problem: problem.line)


class _Check:
    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.game = registry.game(lesson.game)
        self.problems: list[Problem] = []

    def no(self, line: int, why: Say) -> None:
        self.problems.append(Problem(self.lesson.path, line, why))

    # ---- form ----

    def front(self) -> None:
        front = self.lesson.front
        if front.rules != self.game.rules_version:
            self.no(
                1,
                Say(
                    "The lesson is written for rules {found}; they are {version} now.",
                    found=front.rules,
                    version=self.game.rules_version,
                ),
            )
        if front.revised > datetime.date.today() + datetime.timedelta(
            days=1
        ):  # somewhere it is tomorrow already
            self.no(1, Say("The date of revision lies in the future."))
        if len(front.description) not in DESCRIPTION:
            self.no(
                1, Say("The description has {n} characters; 50 to 160 are wanted.", n=len(front.description))
            )

    def form(self) -> None:
        parts = self.lesson.parts
        if tuple(parts) != PARTS:
            missing = [name for name in PARTS if name not in parts]
            line = next(iter(parts.values())).line if parts else 1
            if missing:
                self.no(line, Say("Parts are missing: {names}.", names=", ".join(missing)))
            else:
                self.no(line, Say("The parts come in this order: {names}.", names=", ".join(PARTS)))
            return
        if not self.lesson.opening:
            self.no(1, Say("There is no opening below the heading."))
        self._count(
            parts["rules"],
            len(parts["rules"].sections),
            RULES,
            Say("{n} sections of rules; 5 to 7 are wanted.", n=len(parts["rules"].sections)),
        )
        self._count(
            parts["decisions"],
            len(parts["decisions"].sections),
            range(DECISIONS, DECISIONS + 1),
            Say("{n} decisions; three are wanted.", n=len(parts["decisions"].sections)),
        )
        asked = sum(placed.part == "questions" for _, placed in self.lesson.all(Question))
        self._count(parts["questions"], asked, QUESTIONS, Say("{n} questions; 6 to 8 are wanted.", n=asked))
        for section in parts["rules"].sections:
            after = [other.line for other in parts["rules"].sections if other.line > section.line]
            end = min([*after, parts["decisions"].line])
            links = [
                1
                for one, placed in self.lesson.all(Link)
                if section.line <= placed.line < end and one.kind == "article"
            ]
            if not links:
                self.no(section.line, Say("This section names no article."))
        for section in parts["decisions"].sections:
            bold = [token for token in section.tokens if token.type == "inline" and _begins_bold(token)]
            if len(bold) != 2:
                self.no(
                    section.line,
                    Say(
                        "A decision has one paragraph with what to look at and one with how you can tell, each beginning in bold."
                    ),
                )
        for name, what, kind in (
            ("position", "position", Position),
            ("position", "question", Question),
            ("truths", "truth", Shown),
            ("play", "play", Invitation),
        ):
            if not any(placed.part == name for _, placed in self.lesson.all(kind)):
                self.no(parts[name].line, Say("Something is missing here: {what}.", what=what))
        self._exercises(parts["exercises"])

    def _count(self, part: Part, n: int, wanted: range, why: Say) -> None:
        if n not in wanted:
            self.no(part.line, why)

    def _exercises(self, part: Part) -> None:
        if tuple(section.name for section in part.sections) != SECTIONS:
            self.no(
                part.line,
                Say("This part has the sections {names}, named in braces.", names=", ".join(SECTIONS)),
            )
        steps = {one.name: one.step for one in generators(self.lesson.game)}
        for section in part.sections:
            held = [one for one, placed in self.lesson.all(Practice) if placed.section == section.name]
            if not held:
                self.no(section.line, Say("There is no exercise in this section."))
            if not any(token.type == "paragraph_open" for token in section.tokens):
                self.no(
                    section.line, Say("This section does not say how one can tell that it is done right.")
                )
        for one, placed in self.lesson.all(Practice):
            if placed.part != "exercises" or one.kind not in steps:
                continue
            if steps[one.kind] != placed.section:
                self.no(placed.line, Say("This exercise belongs to the step {step}.", step=steps[one.kind]))

    # ---- truth ----

    def positions(self) -> None:
        names = set()
        for one, placed in self.lesson.all(Position):
            if one.name in names:
                self.no(placed.line, Say("There are two positions with the name {name}.", name=one.name))
            names.add(one.name)
            if one.facing is not None and one.facing not in self.game.sides:
                self.no(placed.line, Say("There is no side {side}.", side=one.facing))
            try:
                state = self.game.notation.parse_position(one.position)
                if faults := tuple(self.game.faults(state)):
                    raise BadPosition(faults)
            except BadPosition as error:
                for fault in error.faults:
                    self.no(
                        placed.line, Say("{why} (article {article})", why=fault.why, article=fault.article)
                    )
                continue
            except PlyError as error:
                self.no(placed.line, error.why)
                continue
            for move in one.legal:
                self._legal(state, move, placed.line)
            for move, article in one.illegal.items():
                self._illegal(state, move, article, placed.line)

    def _legal(self, state: Any, move: str, line: int) -> None:
        try:
            self.game.notation.parse_move(state, move)
        except IllegalMove as error:
            self.no(
                line,
                Say(
                    "{move} is not legal (article {article}): {why}",
                    move=move,
                    article=error.article,
                    why=error.why,
                ),
            )
        except PlyError as error:
            self.no(line, Say("{move}: {why}", move=move, why=error.why))

    def _illegal(self, state: Any, move: str, article: str, line: int) -> None:
        try:
            refused = self.game.why_not(state, move)
        except PlyError as error:
            self.no(line, Say("{move}: {why}", move=move, why=error.why))
            return
        if refused is None:
            self.no(line, Say("{move} is legal.", move=move))
        elif refused[1] != article:
            self.no(
                line,
                Say(
                    "Article {found} forbids {move}, not {article}: {why}",
                    found=refused[1],
                    move=move,
                    article=article,
                    why=refused[0],
                ),
            )

    def values(self) -> None:
        known = values(self.lesson.game)
        for one, placed in self.lesson.all(Value):
            if one.name not in known:
                self.no(placed.line, Say("There is no value {name}.", name=one.name))
                continue
            try:
                computed = known[one.name](*(self._argument(argument) for argument in one.arguments))
                fits = agrees(one.shown, computed, self.lesson.language)
            except KeyError as error:
                self.no(placed.line, Say("There is no position {name} on this page.", name=str(error)))
            except (BadText, BadPosition, IllegalMove, HiddenInformation) as error:
                self.no(placed.line, Say("{name}: {why}", name=one.name, why=error.why))
            except TypeError as error:
                self.no(placed.line, Say("{name}: {why}", name=one.name, why=str(error)))
            else:
                if not fits:
                    self.no(
                        placed.line,
                        Say(
                            "{name} is {computed}, not {shown}.",
                            name=one.name,
                            computed=spoken(computed),
                            shown=one.shown,
                        ),
                    )

    def _argument(self, text: str) -> str:
        return self.lesson.position(text[1:]).position if text.startswith("#") else text

    def references(self) -> None:
        kinds = {one.name for one in generators(self.lesson.game)}
        shown = {one.name for one in truths(self.lesson.game)}
        for one, placed in self.lesson.all(Practice):
            self._known(one.kind, kinds, placed.line, Say("There is no exercise {name}.", name=one.kind))
            if one.difficulty not in DIFFICULTIES:
                self.no(placed.line, Say("Difficulties are 1, 2 and 3."))
        for truth, placed in self.lesson.all(Shown):
            self._known(truth.name, shown, placed.line, Say("There is no truth {name}.", name=truth.name))
        positions = {one.name for one, _ in self.lesson.all(Position)}
        for invitation, placed in self.lesson.all(Invitation):
            if invitation.position:
                self._known(
                    invitation.position,
                    positions,
                    placed.line,
                    Say("There is no position {name} on this page.", name=invitation.position),
                )
        articles = set(rulebook(self.lesson.game, self.lesson.language).numbers)
        of_page = {f"#{name}" for name in positions}
        known: dict[str, set[str]] = {
            "article": articles,
            "exercise": kinds,
            "truth": shown,
            "play": {*PLAYS, *of_page},
            "editor": {"", *of_page},
            "rules": {""},
            "corrections": {""},
            "learn": set(registry.names()),
        }
        for link, placed in self.lesson.all(Link):
            if link.kind:
                self._known(
                    link.to,
                    known[link.kind],
                    placed.line,
                    Say("This link leads nowhere: {name}.", name=link.to),
                )

    def _known(self, name: str, names: Iterable[str], line: int, why: Say) -> None:
        if name not in names:
            self.no(line, why)


def _begins_bold(token: Any) -> bool:
    children = [child for child in token.children if child.type != "text" or child.content]
    return bool(children) and children[0].type == "strong_open"


# ---- both languages ----


def compare(one: Lesson, other: Lesson) -> list[Problem]:
    """What the second lacks of the first, or has besides."""
    found = []
    for name in PARTS:
        if name not in one.parts or name not in other.parts:
            continue
        here, there = one.parts[name], other.parts[name]
        if len(here.sections) != len(there.sections):
            why = Say(
                "This part has {n} sections, in the other language {m}.",
                n=len(there.sections),
                m=len(here.sections),
            )
            found.append(Problem(other.path, there.line, why))
        for what, ours, theirs in zip(_WHAT, _held(one, name), _held(other, name), strict=True):
            for thing in sorted(set(ours) ^ set(theirs)) or (
                [] if len(ours) == len(theirs) else [str(len(ours))]
            ):
                missing, line = (other, there.line) if thing in ours else (one, here.line)
                why = Say("Only the other language has this {what}: {thing}.", what=what, thing=thing[:120])
                found.append(Problem(missing.path, line, why))
    return found


_WHAT = ("position", "value", "exercise", "truth", "invitation", "article", "question")


def _held(lesson: Lesson, part: str) -> Iterator[list[str]]:
    """What a part holds that both languages share, as texts that can be compared."""
    within = [placed.what for placed in lesson.placed if placed.part == part]
    yield [
        " ".join([one.name, one.position, *one.legal, *one.illegal, *one.illegal.values()])
        for one in within
        if isinstance(one, Position)
    ]
    yield [f"{one.name} {'; '.join(one.arguments)}" for one in within if isinstance(one, Value)]
    yield [f"{one.kind} {one.difficulty}" for one in within if isinstance(one, Practice)]
    yield [one.name for one in within if isinstance(one, Shown)]
    yield [one.position for one in within if isinstance(one, Invitation)]
    yield list({one.to for one in within if isinstance(one, Link) and one.kind == "article"})
    yield [""] * sum(isinstance(one, Question) for one in within)

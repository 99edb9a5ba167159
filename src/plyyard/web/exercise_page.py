"""One exercise as a page: its board, the answer's controls, the verdict. Whole without scripts."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from litestar import get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect, Response, Template
from markupsafe import Markup

from plyyard.core import registry
from plyyard.core.errors import BadText
from plyyard.core.exercise import (
    DIFFICULTIES,
    LAST_SEED,
    Choice,
    Exercise,
    Generator,
    Number,
    Picks,
    Play,
    Verdict,
    exercise,
    generators,
    grade,
)
from plyyard.core.words import LANGUAGES, Words, words
from plyyard.rooms.founding import now
from plyyard.web.auth import csrf_holds, guest_of
from plyyard.web.page import AnyRequest, language_of, page, rules_url
from plyyard.web.portraits import picture
from plyyard.web.practice import answered, shown
from plyyard.web.school import correction_url, editor_url, exercise_url, lesson_url, taught

MOVES = 400  # that a page lists at most


@dataclass(frozen=True, slots=True)
class Control:
    """One choice of an answer: what is sent, what is said, and the things on the board that mean it, in order."""

    value: str
    label: str
    things: tuple[str, ...] = ()
    given: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """An exercise as somebody asked for it."""

    game: registry.AnyGame
    generator: Generator
    difficulty: int
    seed: int
    made: Exercise

    @property
    def key(self) -> tuple[str, str, int, int]:
        return self.game.name, self.generator.name, self.difficulty, self.seed


def _asked(slug: str, kind: str, difficulty: int, seed: str, language: str) -> Asked:
    game = taught(slug, language)
    generator = _generator(game, kind)
    if not re.fullmatch("[1-9][0-9]{0,19}", seed):  # one address for one exercise
        raise NotFoundException()
    number = int(seed)
    return Asked(game, generator, difficulty, number, exercise(generator, difficulty, number))


def _generator(game: registry.AnyGame, kind: str) -> Generator:
    for generator in generators(game.name):
        if generator.name == kind:
            return generator
    raise NotFoundException()


@get(["/lernen/{slug:str}/{kind:str}/{difficulty:int}", "/en/learn/{slug:str}/{kind:str}/{difficulty:int}"])
async def some_exercise(
    request: AnyRequest, slug: FromPath[str], kind: FromPath[str], difficulty: FromPath[int]
) -> Redirect:
    """Any exercise of this kind: another each time."""
    language = language_of(request)
    game = taught(slug, language)
    generator = _generator(game, kind)
    if difficulty not in DIFFICULTIES:
        raise NotFoundException()
    seed = 1 + secrets.randbelow(LAST_SEED)
    return Redirect(exercise_url(game, language, generator.name, difficulty, seed), status_code=303)


@get(
    [
        "/lernen/{slug:str}/{kind:str}/{difficulty:int}/{seed:str}",
        "/en/learn/{slug:str}/{kind:str}/{difficulty:int}/{seed:str}",
    ]
)
async def exercise_page(
    request: AnyRequest,
    slug: FromPath[str],
    kind: FromPath[str],
    difficulty: FromPath[int],
    seed: FromPath[str],
) -> Template:
    """``?help=hint`` and ``?help=solution`` show more of it."""
    asked = _asked(slug, kind, difficulty, seed, language_of(request))
    help = _help(request.query_params.get("help", ""))
    guest = guest_of(request)
    if help == "solution" and not guest.fresh:  # whoever keeps no cookie leaves nothing behind
        await shown(request.app.state, guest.id, *asked.key, now=now())
    return _page(request, asked, (), help=help)


@post(
    [
        "/lernen/{slug:str}/{kind:str}/{difficulty:int}/{seed:str}",
        "/en/learn/{slug:str}/{kind:str}/{difficulty:int}/{seed:str}",
    ]
)
async def answer(
    request: AnyRequest,
    slug: FromPath[str],
    kind: FromPath[str],
    difficulty: FromPath[int],
    seed: FromPath[str],
) -> Response[Any]:
    """Grade an answer; ``answer`` may be there several times."""
    asked = _asked(slug, kind, difficulty, seed, language_of(request))
    form = await request.form()
    if not csrf_holds(request, str(form.get("csrf", ""))):
        raise PermissionDeniedException()
    given = [text for text in form.getall("answer", []) if isinstance(text, str)]
    help = _help(str(form.get("help", "")))
    try:
        verdict = grade(asked.game, asked.made, given)
    except BadText as error:
        return _page(request, asked, given, help=help, unread=error)
    person = guest_of(request).id
    if help == "solution":
        await shown(request.app.state, person, *asked.key, now=now())
    await answered(request.app.state, person, *asked.key, right=verdict.right, helped=bool(help), now=now())
    return _page(request, asked, given, help=help, verdict=verdict)


def _help(text: str) -> str:
    return text if text in ("hint", "solution") else ""


def _page(
    request: AnyRequest,
    asked: Asked,
    given: Sequence[str],
    *,
    help: str,
    verdict: Verdict | None = None,
    unread: BadText | None = None,
) -> Template:
    language = language_of(request)
    game, made = asked.game, asked.made
    t = words(language, game.name)
    solved = help == "solution" or (verdict is not None and verdict.right)
    here = exercise_url(game, language, asked.generator.name, asked.difficulty, asked.seed)
    context = {
        "title": t.say(asked.generator.title),
        "told_by": t.say(asked.generator.told_by),
        "question": t.say(made.question),
        "board": Markup(_board(asked, t, solved)) if made.position else "",
        "described": _described(asked, t),
        "kind": type(made.answer).__name__.lower(),
        "chance": isinstance(made.answer, Number) and made.answer.unit == "chance",
        "several": isinstance(made.answer, Picks) and not made.answer.one,
        "controls": _controls(asked, t, given),
        "given": given[0][:200] if given else "",
        "hint": t.say(made.hint) if help or (verdict is not None and not verdict.right) else "",
        "help": help,
        "verdict": verdict,
        "why": t.say(verdict.why) if verdict else t.say(unread.why) if unread else "",
        "solved": solved,
        "solution": _solution(asked, t) if solved else "",
        "reason": t.say(made.reason),
        "article": made.article,
        "rules_url": rules_url(game, language),
        "here": here,
        "next": exercise_url(
            game, language, asked.generator.name, asked.difficulty, asked.seed % LAST_SEED + 1
        ),
        "difficulty": asked.difficulty,
        "seed": asked.seed,
        "levels": [(one, exercise_url(game, language, asked.generator.name, one)) for one in DIFFICULTIES],
        "lesson_url": lesson_url(game, language),
        "game_title": t.say(game.title),
        "editor_url": editor_url(game, language, made.position) if made.position else "",
        "correction_url": correction_url(game, language, here, made.position),
    }
    others = {
        other: exercise_url(game, other, asked.generator.name, asked.difficulty, asked.seed)
        for other in LANGUAGES
    }
    status = 422 if unread else 200
    return page(request, "exercise.html", context, others=others, game=game, status=status)


def _board(asked: Asked, t: Words, solved: bool) -> str:
    """The position; once solved, with what was to be picked."""
    made = asked.made
    state = asked.game.notation.parse_position(made.position)
    marks = sorted(made.answer.right) if solved and isinstance(made.answer, Picks) else made.marks
    scene = asked.game.board.scene(state, t, made.facing)
    return picture(asked.game, scene, t("Board"), marks, cut=True)


def _described(asked: Asked, t: Words) -> Sequence[str]:
    if asked.made.described:
        return [t.say(line) for line in asked.made.described]
    if not asked.made.position:
        return ()
    state = asked.game.notation.parse_position(asked.made.position)
    return asked.game.board.describe(state, t, counted=False)


def _controls(asked: Asked, t: Words, given: Sequence[str]) -> list[Control]:
    made, answer = asked.made, asked.made.answer
    match answer:
        case Choice():
            return [Control(value, t.say(label), (), value in given) for value, label in answer.choices]
        case Picks():
            return [
                Control(value, t.say(label), (value,), value in given) for value, label in answer.candidates
            ]
        case Play():
            state = asked.game.notation.parse_position(made.position)
            return [
                Control(move, label, things, move in given)
                for move, (label, things) in moves(asked.game, state, t).items()
            ]
    return []


def moves(game: registry.AnyGame, state: Any, t: Words) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Every legal move as text, with its words and what is picked for it on the board, step by step."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}

    def walk(
        taken: tuple[str, ...], labels: tuple[str, ...], things: tuple[str, ...], seen: set[Any]
    ) -> None:
        shown = game.preview(state, taken) if taken else state
        for step in game.steps(state, taken):
            says = (*labels, game.board.label(shown, step, t))
            picked = (*things, *(one for one in (step.picked, step.target) if one))
            if step.move is not None:
                found.setdefault(step.move, ("; ".join(says), picked))
            elif (
                len(found) < MOVES and (after := tuple(sorted((*taken, step.text)))) not in seen
            ):  # in any order
                seen.add(after)
                walk((*taken, step.text), says, picked, seen)

    walk((), (), (), set())
    return found


def _solution(asked: Asked, t: Words) -> str:
    """The right answer in words."""
    made, answer = asked.made, asked.made.answer
    match answer:
        case Number():
            if answer.unit == "whole":
                return str(answer.value)
            return t(
                "{fraction}, that is {percent} %",
                fraction=str(answer.value),
                percent=t.number(float(answer.value) * 100, 1),
            )
        case Choice():
            return t.say(dict(answer.choices)[answer.right])
        case Picks():
            named = [t.say(label) for candidate, label in answer.candidates if candidate in answer.right]
            return ", ".join(named) or t("none of them")
    spoken = moves(asked.game, asked.game.notation.parse_position(made.position), t)
    return " · ".join(spoken[move][0] if move in spoken else move for move in sorted(answer.right))


ROUTES: list[HTTPRouteHandler] = [some_exercise, exercise_page, answer]

"""Practice kept for guests and accounts, and the page with all exercises: what was done, what is worth another look."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, cast

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect, Response, Template

from plyyard.core import registry
from plyyard.core.exercise import Step
from plyyard.core.words import Words, words
from plyyard.lessons import practice as school
from plyyard.lessons.practice import Practice
from plyyard.rooms.founding import now
from plyyard.store import practice
from plyyard.store.keep import DatabaseKeep
from plyyard.web.auth import guest_of
from plyyard.web.page import FIXED, AnyRequest, form_of, language_of, page
from plyyard.web.school import exercise_url, lesson_url

# ---- what the pages of exercises tell ----


async def answered(
    state: State,
    person: str,
    game: str,
    generator: str,
    difficulty: int,
    seed: int,
    *,
    right: bool,
    helped: bool,
    now: int,
) -> Practice:
    """Note an answer, and tell what is kept of this kind and difficulty now (``due``: when it is worth another look).

    ``state``: ``request.app.state``; ``person``: ``guest_of(request).id``; ``helped``: the hint had been seen. Only the first
    answer to an exercise (``seed``) counts, and none after ``shown``; so it may be called for every answer. ``Unavailable``
    where nothing can be stored.
    """
    change = partial(school.answered, seed=seed, right=right, helped=helped, now=now)
    return await _change(state, person, Practice(game, generator, difficulty), change)


async def shown(
    state: State, person: str, game: str, generator: str, difficulty: int, seed: int, *, now: int
) -> Practice:
    """Note that somebody looks at the solution: as ``answered``, which no longer counts for this exercise then."""
    change = partial(school.shown, seed=seed, now=now)
    return await _change(state, person, Practice(game, generator, difficulty), change)


async def _change(state: State, person: str, blank: Practice, change: practice.Change) -> Practice:
    keep: DatabaseKeep = state.keep
    return await keep.write(partial(practice.change, person=person, blank=blank, change=change))


async def overview(state: State, person: str, now: int) -> list[school.Shelf]:
    """All exercises of all games, with what somebody has practised of them."""
    keep: DatabaseKeep = state.keep
    return school.overview(await keep.read(practice.of, person), now)


# ---- the page ----


@dataclass(frozen=True, slots=True)
class Door:
    """A way to exercises of one kind and difficulty. ``says``: what was done there, empty for nothing."""

    label: str
    url: str
    says: str
    due: bool


@dataclass(frozen=True, slots=True)
class Course:
    """A game's exercises: steps with their kinds, each with its doors. ``due``: names and addresses."""

    name: str
    title: str
    url: str
    steps: list[tuple[str, list[tuple[str, list[Door]]]]]
    due: list[tuple[str, str]]


@get(list(FIXED["exercises"].values()))
async def exercises_page(request: AnyRequest) -> Template:
    """All exercises. ``?forgotten=1``: after what was practised has been deleted."""
    language = language_of(request)
    shelves = await overview(request.app.state, guest_of(request).id, now())
    courses = [_course(shelf, language) for shelf in shelves]
    context = {
        "courses": courses,
        "due": [(course.title, course.due) for course in courses if course.due],
        "practised": [course for course, shelf in zip(courses, shelves, strict=True) if _begun(shelf)],
        "forgotten": "forgotten" in request.query_params,
    }
    return page(request, "exercises.html", context, others=FIXED["exercises"])


def _course(shelf: school.Shelf, language: str) -> Course:
    game = shelf.game
    t = words(language, game.name)
    steps = [
        (
            _step_name(step, t),
            [(t.say(kind.generator.title), _doors(game, kind, t)) for kind in kinds],
        )
        for step, kinds in shelf.steps
    ]
    due = [
        (
            t("{exercise} – difficulty {n}", exercise=t.say(generator.title), n=difficulty),
            exercise_url(game, language, generator.name, difficulty),
        )
        for generator, difficulty in shelf.due
    ]
    return Course(game.name, t.say(game.title), lesson_url(game, language), steps, due)


def _doors(game: registry.AnyGame, kind: school.Kind, t: Words) -> list[Door]:
    return [
        Door(
            t("Difficulty {n}", n=level.difficulty),
            exercise_url(game, t.language, kind.generator.name, level.difficulty),
            _done(level.practice, t) if level.practice else "",
            level.due,
        )
        for level in kind.levels
    ]


def _done(done: Practice, t: Words) -> str:
    return t("{n} done, {right} right at once", n=done.done, right=done.right)


def _step_name(step: Step, t: Words) -> str:
    names = {
        "understand": t("Understand the rule"),
        "compare": t("Compare moves"),
        "replay": t("Replay and check"),
    }
    return names[step]


def _begun(shelf: school.Shelf) -> bool:
    return any(level.practice for _, kinds in shelf.steps for kind in kinds for level in kind.levels)


@post(list(FIXED["exercises"].values()))
async def forget(request: AnyRequest) -> Redirect:
    """Delete what was practised: of one game, if the form names one."""
    form = await form_of(request)
    keep: DatabaseKeep = request.app.state.keep
    game = registry.game(form["game"]).name if form.get("game") else None
    await keep.write(partial(practice.reset, person=guest_of(request).id, game=game))
    return Redirect(f"{FIXED['exercises'][language_of(request)]}?forgotten=1", status_code=303)


@get(list(FIXED["progress"].values()))
async def progress(request: AnyRequest) -> Response[bytes]:
    """All that is kept of whoever asks about exercises, as a JSON file."""
    keep: DatabaseKeep = request.app.state.keep
    told = {"plyyard": "practice/1", "practice": _told(await keep.read(practice.of, guest_of(request).id))}
    return Response(
        msgspec.json.format(msgspec.json.encode(told), indent=1),
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="plyyard-practice.json"'},
    )


def _told(practised: Iterable[Practice]) -> list[dict[str, Any]]:
    return [
        {
            "game": one.game,
            "exercise": one.generator,
            "difficulty": one.difficulty,
            "right": one.right,
            "wrong": one.wrong,
            "last": _moment(one.last),
            "due": _moment(one.due),
            "numbers": one.tried,
            "card": cast(Any, msgspec.json.decode(one.card)),
        }
        for one in practised
    ]


def _moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")


ROUTES: list[HTTPRouteHandler] = [exercises_page, forget, progress]

"""A truth as a page: its picture, its numbers, and a form for other inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Response, Template
from markupsafe import Markup

from plyyard.core import registry
from plyyard.core.errors import BadPosition, PlyError, Say, quoted
from plyyard.core.game import Option
from plyyard.core.text import whole_number
from plyyard.core.truth import Cell, Truth, truths
from plyyard.core.words import LANGUAGES, Words, words
from plyyard.lessons.render import chart_html, table
from plyyard.web.page import AnyRequest, language_of, page, preferences_of
from plyyard.web.portraits import picture
from plyyard.web.school import editor_url, lesson_url, taught, truth_url
from plyyard.web.study import Study

Inputs = tuple[tuple[str, Any], ...]


def _truth(game: registry.AnyGame, name: str) -> Truth:
    for truth in truths(game.name):
        if truth.name == name:
            return truth
    raise NotFoundException()


def inputs_of(truth: Truth, query: Mapping[str, str]) -> tuple[Inputs, str]:
    """The inputs and the position that a query asks for, or ``BadText``; what it leaves out has its start value."""
    found = []
    for option in truth.inputs:
        text = query.get(option.name, "").strip()
        found.append((option.name, _value(option, text) if text else option.default))
    return tuple(found), (query.get("position", "").strip() or truth.position) if truth.position else ""


def _value(option: Option, text: str) -> Any:
    if not option.choices:
        return whole_number(text[:20], str(option.label), option.low, option.high)
    for value, _ in option.choices:
        if str(value) == text:
            return value
    raise PlyError(Say("{name} cannot be {found}.", name=option.label, found=quoted(text)))


def rows(game: str, name: str, inputs: Inputs, position: str) -> Sequence[tuple[Cell, ...]]:
    """Runs in the study: the numbers for these inputs, or ``PlyError`` for a position that cannot be."""
    state = None
    if position:
        rules = registry.game(game)
        state = rules.notation.parse_position(position)
        if faults := tuple(rules.faults(state)):
            raise BadPosition(faults)
    return _truth(registry.game(game), name).rows(dict(inputs), state)


def chart(
    game: str, name: str, inputs: Inputs, position: str, language: str, dark: bool, narrow: bool
) -> bytes:
    """Runs in the study: the picture of the numbers for these inputs."""
    from plyyard.lessons.charts import draw

    truth = _truth(registry.game(game), name)
    return draw(truth, rows(game, name, inputs, position), words(language, game), dark=dark, narrow=narrow)


@get(["/lernen/{slug:str}/zahlen/{name:str}", "/en/learn/{slug:str}/figures/{name:str}"])
async def truth_page(request: AnyRequest, slug: FromPath[str], name: FromPath[str]) -> Template:
    language = language_of(request)
    game = taught(slug, language)
    truth = _truth(game, name)
    t = words(language, game.name)
    study: Study = request.app.state.study
    query, refused, status = dict(request.query_params), "", 200
    inputs, position = inputs_of(truth, {})
    try:
        inputs, position = inputs_of(truth, query)
        found = await study(rows, game.name, name, inputs, position)
    except PlyError as error:
        refused, status = t.say(error.why), 422
        inputs, position = inputs_of(truth, {})
        found = await study(rows, game.name, name, inputs, position)
    asked = {**{key: str(value) for key, value in inputs}, **({"position": position} if position else {})}
    address = truth_url(game, language, name)
    light = f"{address}/bild.svg?{urlencode(asked)}"
    theme = preferences_of(request).theme
    context = {
        "title": t.say(truth.title),
        "says": t.say(truth.says),
        "table": Markup(table(truth, found, t)),
        "chart": Markup(
            chart_html(
                light + ("&dark=1" if theme == "dark" else ""),
                light + ("" if theme == "light" else "&dark=1"),
                t.say(truth.title),
            )
        ),
        "fields": [_field(option, {**asked, **query}.get(option.name, ""), t) for option in truth.inputs],
        "position": {**asked, **query}.get("position", "") if truth.position else None,
        "editor_url": editor_url(game, language, position) if position else "",
        "board": Markup(_board(game, position, t)) if position else "",
        "refused": refused,
        "lesson_url": lesson_url(game, language),
        "game_title": t.say(game.title),
    }
    others = {other: f"{truth_url(game, other, name)}?{urlencode(asked)}" for other in LANGUAGES}
    return page(request, "truth.html", context, others=others, game=game, status=status)


def _board(game: registry.AnyGame, position: str, t: Words) -> str:
    return picture(game, game.board.scene(game.notation.parse_position(position), t), t("Board"), cut=True)


def _field(option: Option, value: str, t: Words) -> dict[str, Any]:
    return {
        "name": option.name,
        "label": t.say(option.label),
        "value": value,
        "choices": [(str(one), t.say(label)) for one, label in option.choices],
        "low": option.low,
        "high": option.high,
    }


@get(["/lernen/{slug:str}/zahlen/{name:str}/bild.svg", "/en/learn/{slug:str}/figures/{name:str}/bild.svg"])
async def chart_file(request: AnyRequest, slug: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """``?dark=1``: for dark surroundings; ``narrow=1``: for a phone; the rest are the inputs."""
    language = language_of(request)
    game = taught(slug, language)
    truth = _truth(game, name)
    query = dict(request.query_params)
    inputs, position = inputs_of(truth, query)
    dark, narrow = query.get("dark") == "1", query.get("narrow") == "1"
    drawn = await request.app.state.study(chart, game.name, name, inputs, position, language, dark, narrow)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})


ROUTES: list[HTTPRouteHandler] = [truth_page, chart_file]

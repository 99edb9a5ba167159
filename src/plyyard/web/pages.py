"""The pages beside the rooms: home, a game and its rules, settings, keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from babel.dates import format_date
from litestar import get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect, Response, Template
from markdown_it import MarkdownIt
from markupsafe import Markup

from plyyard.core import registry
from plyyard.core.choosing import today
from plyyard.core.editor import editor
from plyyard.core.errors import BadPosition, PlyError, Say, quoted
from plyyard.core.game import Option
from plyyard.core.rulebook import rulebook
from plyyard.core.text import MAX_POSITION
from plyyard.core.words import LANGUAGES, Words, words
from plyyard.lessons.render import there
from plyyard.players import opponents
from plyyard.rooms.protocol import CreateRoom, Opponent
from plyyard.web import lan, online_pages, preferences, wording
from plyyard.web.auth import guest_of
from plyyard.web.deal_address import value_of, wanted
from plyyard.web.online_pages import line, online_order, time_groups
from plyyard.web.page import (
    FIXED,
    AnyRequest,
    back_to,
    error_page,
    form_of,
    game_url,
    guest_with_name,
    language_of,
    level_name,
    named,
    page,
    room_url,
    rules_url,
)
from plyyard.web.picture import room_picture
from plyyard.web.portraits import portrait
from plyyard.web.room_page import command, room_page, show_line
from plyyard.web.school import editor_url, lesson_url
from plyyard.web.statistics import statistics_url

SHOWN = 6  # games in progress on the home page
LOT, NUMBER = "lot", "number"  # ways to choose a number that need no game
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


# ---- home ----


@dataclass(frozen=True, slots=True)
class Card:
    game: registry.AnyGame
    title: str
    summary: str
    url: str
    picture: Markup


@get(["/", "/en"])
async def home(request: AnyRequest) -> Template:
    language = language_of(request)
    cards = [_card(game, language) for game in registry.games()]
    mine = [
        line(summary, language) for summary in await request.app.state.hub.lists.mine(guest_of(request).id)
    ]
    going = sorted(mine, key=lambda one: not one.yours)[:SHOWN]
    phones = lan.phones(request)
    context = {
        "cards": cards,
        "going": going,
        "more": len(mine) > SHOWN,
        "phones": phones,
        "qr": phones and lan.drawing(phones),
    }
    return page(request, "home.html", context, others=FIXED["home"])


def _card(game: registry.AnyGame, language: str) -> Card:
    t = words(language, game.name)
    picture = Markup(portrait(game.name, language))  # made by us, its texts escaped
    return Card(game, t.say(game.title), t.say(game.summary), game_url(game, language), picture)


# ---- one game ----


def _game_at(slug: str, language: str) -> registry.AnyGame:
    for game in registry.games():
        if game.slugs[language] == slug:
            return game
    raise NotFoundException()


@get(["/{slug:str}", "/en/{slug:str}"])
async def game_page(request: AnyRequest, slug: FromPath[str]) -> Template:
    """``?listed=1``: with the form for playing online as one who comes from the lobby wants it; ``?position=``: from there;
    ``?number=1&suits=2``: with these options, and the deal that they name offered at once."""
    game = _game_at(slug, language_of(request))
    options, faults, deal = wanted(game, request.query_params)
    t = words(language_of(request), game.name)
    filled = options | {
        "listed": request.query_params.get("listed", "0"),
        "position": request.query_params.get("position", "")[:MAX_POSITION],
    }
    return _game_page(request, game, [(t.say(why), "") for why in faults], filled, deal)


def _game_page(
    request: AnyRequest,
    game: registry.AnyGame,
    refusals: Sequence[tuple[str, str]] = (),
    filled: Mapping[str, str] | None = None,
    deal: bool = False,
) -> Template:
    """``refusals``: why the form was refused, each with its article if it has one. ``deal``: what is filled in names one."""
    language = language_of(request)
    t = words(language, game.name)
    context = {
        "title": t.say(game.title),
        "summary": t.say(game.summary),
        "picture": Markup(portrait(game.name, language)),
        "rules_url": rules_url(game, language),
        "editor_url": editor_url(game, language, filled.get("position", "") if filled else "")
        if editor(game.name)
        else "",
        "statistics_url": statistics_url(game, language),
        "lesson_url": lesson_url(game, language) if there(game.name) else "",
        "book": _book(game, language),
        "sides": [(side, t.say(game.side_names[side])) for side in game.sides],
        "levels": [
            (name, level_name(t, name), t.say(recipe.says)) for name, recipe in opponents(game).items()
        ],
        "racers": [(name, level_name(t, name)) for name in game.levels] if len(game.sides) == 1 else [],
        "options": [_option(option, t, filled or {}) for option in game.options],
        "refusals": refusals,
        "filled": filled or {},
        "deal": deal,
    }
    online = {"times": time_groups(game, t), "guest": guest_with_name(request)}
    others = {other: game_url(game, other) for other in LANGUAGES}
    return page(
        request, "game.html", context | online, others=others, game=game, status=409 if refusals else 200
    )


def _option(option: Option, t: Words, filled: Mapping[str, str]) -> dict[str, Any]:
    """For its field. ``way``: which of its ways is marked; a number that is filled in is what is wanted."""
    ways = _ways(option, t)
    way = filled.get(f"way-{option.name}") or (NUMBER if filled.get(f"option-{option.name}") else LOT)
    return {
        "ways": ways,
        "way_name": f"way-{option.name}",
        "way": way if way in dict(ways) else LOT,
        "note": t.say(option.note) if option.note else "",
        "name": f"option-{option.name}",
        "label": t.say(option.label),
        "default": option.default,
        "choices": [(str(value), t.say(label)) for value, label in option.choices],
        "low": option.low,
        "high": option.high,
    }


def _ways(option: Option, t: Words) -> list[tuple[str, str]]:
    """How its value can be chosen: by lot, by a way of the game, by its number."""
    if not option.ways:
        return []
    day = format_date(today(), "medium", locale=t.language)
    offered = [(way.name, t(way.label.message, **way.label.values, day=day)) for way in option.ways]
    return [(LOT, t("by lot")), *offered, (NUMBER, t("by its number"))]


@post(["/{slug:str}", "/en/{slug:str}"])
async def create(request: AnyRequest, slug: FromPath[str]) -> Response[Any]:
    """Begin a game from the form."""
    language = language_of(request)
    game = _game_at(slug, language)
    form = await form_of(request)
    try:
        guest = named(request, form)
        wish = _wish(game, form, request.app.state.lobby)
        room = await request.app.state.hub.create(guest.id, guest.name, wish)
    except BadPosition as error:
        t = words(language, game.name)
        refusals = dict.fromkeys((t.say(one.why), one.article) for one in error.faults)
        return _game_page(request, game, list(refusals), form)
    except PlyError as error:
        return _game_page(request, game, [(words(language, game.name).say(error.why), "")], form)
    return Redirect(room_url(room.id, language), status_code=303)


def _wish(game: registry.AnyGame, form: Mapping[str, str], lobby: bool) -> CreateRoom:
    options: dict[str, Any] = {}
    for option in game.options:
        text = form.get(f"option-{option.name}", "").strip()
        way = form.get(f"way-{option.name}", "") if option.ways else ""
        if way not in {"", NUMBER}:
            text = "" if way == LOT else way
        elif option.ways and (way or text):
            _whole(option, text)
        if text:
            options[option.name] = value_of(option, text)
    match form.get("kind"):
        case "online":
            kind = online_order(game, form, lobby)
        case "computer":
            opponent = Opponent(form.get("level", ""))
            kind = {"kind": "computer", "seat": form.get("side") or None, "opponent": opponent}
        case _:
            kind = {"kind": "local"}
    if len(form.get("position", "").strip()) > MAX_POSITION:
        raise PlyError(Say("A position has at most {limit} characters.", limit=MAX_POSITION))
    wish = CreateRoom(
        game=game.name, options=options, position=form.get("position", "").strip() or None, **kind
    )
    try:  # the same bounds as for what comes over the wire
        return msgspec.convert(msgspec.to_builtins(wish), CreateRoom)
    except msgspec.ValidationError as error:
        raise PlyError(Say("This cannot be read: {reason}", reason=str(error)[:200])) from None


def _whole(option: Option, text: str) -> None:
    """``PlyError`` for a number that cannot be."""
    if text.isascii() and text.isdigit() and len(text) < 12 and option.low <= int(text) <= option.high:
        return
    bounds = {"label": option.label, "low": option.low, "high": option.high}
    if not text:
        raise PlyError(Say("{label}: type a number from {low} to {high}, or choose another way.", **bounds))
    raise PlyError(
        Say("{label}: {text} is no whole number from {low} to {high}.", text=quoted(text), **bounds)
    )


@get(["/{slug:str}/regeln", "/en/{slug:str}/rules"])
async def rules(request: AnyRequest, slug: FromPath[str]) -> Template:
    language = language_of(request)
    game = _game_at(slug, language)
    context = {
        "title": words(language, game.name).say(game.title),
        "book": _book(game, language),
        "game_url": game_url(game, language),
    }
    others = {other: rules_url(game, other) for other in LANGUAGES}
    return page(request, "rules.html", context, others=others, game=game)


def _book(game: registry.AnyGame, language: str) -> dict[str, Any]:
    book = rulebook(game.name, language)
    return {
        "title": book.title,
        "preface": Markup(MARKDOWN.render(book.preface)),
        "chapters": [
            (
                chapter.number,
                chapter.title,
                [(one.number, Markup(MARKDOWN.render(one.text))) for one in chapter.articles],
            )
            for chapter in book.chapters
        ],
    }


# ---- settings and keys ----


@get(["/einstellungen", "/en/settings"])
async def settings(request: AnyRequest) -> Template:
    return page(
        request, "settings.html", {"back": request.query_params.get("back", "")}, others=FIXED["settings"]
    )


@post(["/einstellungen", "/en/settings"])
async def save_settings(request: AnyRequest) -> Response[Any]:
    form = await form_of(request)
    switches = {name: form.get(name, "0") for name in preferences.SWITCHES}
    named = {name: form.get(name, "") for name in ("theme", "facing")}
    kept = preferences.chosen({**switches, **named}, preferences.Preferences())
    address = back_to(form, FIXED["settings"][language_of(request)])
    cookie = Cookie(
        preferences.COOKIE,
        value=kept.cookie,
        path="/",
        max_age=preferences.YEAR,
        samesite="lax",
        secure=request.scope["scheme"] == "https",
        httponly=False,
    )
    return Redirect(address, status_code=303, cookies=[cookie])


@get(["/tasten", "/en/keys"])
async def keys(request: AnyRequest) -> Template:
    language = language_of(request)
    letters = []
    for game in registry.games():
        t = words(language, game.name)
        view = game.observe(game.start(game.complete({}, lambda n: 0)), game.default_side)
        scene = game.board.scene(view, t)
        found = [(slot.key.upper(), slot.label) for slot in scene.slots if slot.key.isalpha()]
        found += [(wording.key_of(fact.letter), fact.label) for fact in scene.facts if fact.letter]
        letters.append((t.say(game.title), found))
    return page(request, "keys.html", {"letters": letters}, others=FIXED["keys"])


ROUTES: list[HTTPRouteHandler] = [
    home,
    settings,
    save_settings,
    keys,
    *online_pages.ROUTES,
    game_page,
    create,
    rules,
    room_page,
    show_line,
    room_picture,
    command,
]

__all__ = ["ROUTES", "error_page", "language_of"]

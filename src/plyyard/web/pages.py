"""The pages: addresses, what each page is given, and forms for those who play without scripts. Rules and rooms are asked, never known."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import msgspec
from litestar import Request, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect, Response, Template
from markdown_it import MarkdownIt
from markupsafe import Markup

from plyyard.core import registry
from plyyard.core.errors import PlyError, Say
from plyyard.core.rulebook import rulebook
from plyyard.core.scene import Scene, to_svg
from plyyard.core.words import LANGUAGES, Words, words
from plyyard.rooms import protocol
from plyyard.rooms.frames import Look
from plyyard.rooms.protocol import CreateRoom, Opponent, Refused, State, StepOut, Summary
from plyyard.rooms.room import Room, UnknownRoom
from plyyard.web import preferences, wording
from plyyard.web.auth import csrf_holds, csrf_token, guest_of
from plyyard.web.portraits import portrait

AnyRequest = Request[Any, Any, Any]

PREFIX = {"de": "", "en": "/en"}
FIXED = {
    "home": {"de": "/", "en": "/en/"},
    "keys": {"de": "/tasten", "en": "/en/keys"},
    "settings": {"de": "/einstellungen", "en": "/en/settings"},
}
ROOM = {"de": "/spiel", "en": "/en/game"}
RULES = {"de": "regeln", "en": "rules"}
MANY_STEPS = 12  # from here on: the piece first, then where it goes
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


# ---- addresses ----


def home_url(language: str) -> str:
    return FIXED["home"][language]


def game_url(game: registry.AnyGame, language: str) -> str:
    return f"{PREFIX[language]}/{game.slugs[language]}"


def rules_url(game: registry.AnyGame, language: str) -> str:
    return f"{game_url(game, language)}/{RULES[language]}"


def room_url(room_id: str, language: str) -> str:
    return f"{ROOM[language]}/{room_id}"


def language_of(request: AnyRequest) -> str:
    """Which language an address speaks: English below /en, German everywhere else."""
    path = request.url.path
    return "en" if path == "/en" or path.startswith("/en/") else "de"


# ---- what every page is given ----


def preferences_of(request: AnyRequest) -> preferences.Preferences:
    return preferences.read(request.cookies.get(preferences.COOKIE))


def page(
    request: AnyRequest,
    template: str,
    context: Mapping[str, Any],
    *,
    others: Mapping[str, str],
    game: registry.AnyGame | None = None,
    status: int = 200,
) -> Template:
    """A page with what every page needs. ``others``: the same page's address in each language."""
    language = language_of(request)
    t = words(language, game.name if game else None)
    shared = {
        "t": t,
        "language": language,
        "prefs": preferences_of(request),
        "others": others,
        "csrf": csrf_token(request),
        "game": game,
        "urls": {name: addresses[language] for name, addresses in FIXED.items()},
        "here": str(request.url.path),
        "switches": wording.switches(t),
        "themes": wording.themes(t),
        "house_keys": wording.house_keys(t),
        "script_words": json_block(wording.for_scripts(t)),
    }
    return Template(template, context={**shared, **context}, status_code=status)


def json_block(value: Any) -> Markup:
    """Data for a script as the content of a JSON block that no text can close."""
    text = msgspec.json.encode(value).decode()
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def error_page(request: AnyRequest, status: int, why: Say, what_now: Say | None = None) -> Template:
    """What happened, what holds now, and where to go."""
    t = words(language_of(request))
    context = {"status": status, "why": t.say(why), "what_now": t.say(what_now) if what_now else ""}
    return page(request, "error.html", context, others=FIXED["home"], status=status)


# ---- home ----


@dataclass(frozen=True, slots=True)
class Card:
    game: registry.AnyGame
    title: str
    summary: str
    url: str
    picture: Markup


@dataclass(frozen=True, slots=True)
class Going:
    """A game in progress on the home page."""

    title: str
    url: str
    who: str
    head: int


@get(["/", "/en"])
async def home(request: AnyRequest) -> Template:
    language = language_of(request)
    cards = [_card(game, language) for game in registry.games()]
    mine = await request.app.state.hub.mine(guest_of(request).id)
    going = [_going(summary, language) for summary in mine]
    return page(request, "home.html", {"cards": cards, "going": going}, others=FIXED["home"])


def _card(game: registry.AnyGame, language: str) -> Card:
    t = words(language, game.name)
    picture = Markup(portrait(game.name, language))  # made by us, its texts escaped
    return Card(game, t.say(game.title), t.say(game.summary), game_url(game, language), picture)


def _going(summary: Summary, language: str) -> Going:
    game = registry.game(summary.game)
    t = words(language, game.name)
    levels = [player.level for player in summary.players.values() if player.kind == "computer"]
    if levels:
        who = t("against the computer, {level}", level=level_name(t, levels[0]))
    else:
        who = t("at one screen") if len(game.sides) > 1 else t("alone")
    return Going(t.say(game.title), room_url(summary.room, language), who, summary.head)


def level_name(t: Words, level: str) -> str:
    names = {
        "beginner": t("Beginner"),
        "easy": t("Easy"),
        "medium": t("Medium"),
        "strong": t("Strong"),
        "best": t("Best"),
    }
    return names.get(level, level)


# ---- one game ----


def _game_at(slug: str, language: str) -> registry.AnyGame:
    for game in registry.games():
        if game.slugs[language] == slug:
            return game
    raise NotFoundException()


@get(["/{slug:str}", "/en/{slug:str}"])
async def game_page(request: AnyRequest, slug: str) -> Template:
    return _game_page(request, _game_at(slug, language_of(request)))


def _game_page(request: AnyRequest, game: registry.AnyGame, refusal: str = "", filled: Mapping[str, str] | None = None) -> Template:
    language = language_of(request)
    t = words(language, game.name)
    context = {
        "title": t.say(game.title),
        "summary": t.say(game.summary),
        "picture": Markup(portrait(game.name, language)),
        "rules_url": rules_url(game, language),
        "book": _book(game, language),
        "sides": [(side, t.say(game.side_names[side])) for side in game.sides],
        "levels": [(name, level_name(t, name), t.say(recipe.says)) for name, recipe in game.levels.items()],
        "options": [_option(option, t) for option in game.options],
        "refusal": refusal,
        "filled": filled or {},
    }
    others = {other: game_url(game, other) for other in LANGUAGES}
    return page(request, "game.html", context, others=others, game=game, status=409 if refusal else 200)


def _option(option: Any, t: Words) -> dict[str, Any]:
    return {
        "name": f"option-{option.name}",
        "label": t.say(option.label),
        "default": option.default,
        "choices": [(str(value), t.say(label)) for value, label in option.choices],
        "low": option.low,
        "high": option.high,
    }


@post(["/{slug:str}", "/en/{slug:str}"])
async def create(request: AnyRequest, slug: str) -> Response[Any]:
    """Begin a game from the form."""
    language = language_of(request)
    game = _game_at(slug, language)
    form = await _form(request)
    guest = guest_of(request)
    try:
        room = await request.app.state.hub.create(guest.id, guest.name, _wish(game, form))
    except PlyError as error:
        return _game_page(request, game, words(language, game.name).say(error.why), form)
    return Redirect(room_url(room.id, language), status_code=303)


def _wish(game: registry.AnyGame, form: Mapping[str, str]) -> CreateRoom:
    options: dict[str, Any] = {}
    for option in game.options:
        text = form.get(f"option-{option.name}", "").strip()
        if text:
            options[option.name] = _value(option, text)
    computer = form.get("kind") == "computer"
    wish = CreateRoom(
        game=game.name,
        kind="computer" if computer else "local",
        options=options,
        seat=form.get("side") or None,
        opponent=Opponent(form.get("level", "")) if computer else None,
        position=form.get("position", "").strip() or None,
    )
    try:  # the same bounds as for what comes over the wire
        return msgspec.convert(msgspec.to_builtins(wish), CreateRoom)
    except msgspec.ValidationError as error:
        raise PlyError(Say("This cannot be read: {reason}", reason=str(error)[:200])) from None


def _value(option: Any, text: str) -> Any:
    for value, _ in option.choices:
        if str(value) == text:
            return value
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else text


async def _form(request: AnyRequest) -> dict[str, str]:
    """Fields of a form posted from one of our pages; of a repeated field the last one."""
    fields = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    if not csrf_holds(request, fields.get("csrf")):
        raise PermissionDeniedException()
    return fields


@get(["/{slug:str}/regeln", "/en/{slug:str}/rules"])
async def rules(request: AnyRequest, slug: str) -> Template:
    language = language_of(request)
    game = _game_at(slug, language)
    context = {"title": words(language, game.name).say(game.title), "book": _book(game, language), "game_url": game_url(game, language)}
    others = {other: rules_url(game, other) for other in LANGUAGES}
    return page(request, "rules.html", context, others=others, game=game)


def _book(game: registry.AnyGame, language: str) -> dict[str, Any]:
    book = rulebook(game.name, language)
    return {
        "title": book.title,
        "preface": Markup(MARKDOWN.render(book.preface)),
        "chapters": [
            (chapter.number, chapter.title, [(one.number, Markup(MARKDOWN.render(one.text))) for one in chapter.articles])
            for chapter in book.chapters
        ],
    }


# ---- a room ----


@get(["/spiel/{room_id:str}", "/en/game/{room_id:str}"])
async def room_page(request: AnyRequest, room_id: str) -> Template:
    """The game as it is; ``?at=17``: as it was after event 17; ``?taken=13/7``: with steps of a move chosen."""
    room = await _room(request, room_id)
    taken = request.query_params.getall("taken", [])
    try:
        return await _room_page(request, room, at=_whole(request.query_params.get("at")), taken=taken)
    except PlyError as error:
        return await _room_page(request, room, refusal=Refused(None, error.code, 0, words(language_of(request), room.game.name).say(error.why), getattr(error, "article", None)))


@post(["/spiel/{room_id:str}", "/en/game/{room_id:str}"])
async def command(request: AnyRequest, room_id: str) -> Response[Any]:
    """A command as a form."""
    room = await _room(request, room_id)
    language = language_of(request)
    form = await _form(request)
    guest = guest_of(request)
    sent: dict[str, Any] = {key: value for key, value in form.items() if key in ("t", "id", "move", "do") and value}
    sent |= {key: int(form[key]) for key in ("on", "to") if form.get(key, "").isdigit()}
    if form.get("whole"):
        sent["whole"] = True
    if form.get("ask") == "why":
        sent["t"] = "why"
    try:
        asked = msgspec.convert(sent, protocol.Incoming)
    except msgspec.ValidationError as error:
        why = words(language).say(Say("This cannot be read: {reason}", reason=str(error)[:200]))
        return await _room_page(request, room, refusal=Refused(None, "malformed", room.head, why))
    look = _look(request)
    if isinstance(asked, protocol.Query):
        answer = request.app.state.hub.ask(room, guest.id, asked, look)
        if isinstance(answer, protocol.WhyOut):
            why = words(language).say(Say("This move is legal.")) if answer.legal else answer.why
            return await _room_page(request, room, refusal=Refused(None, "asked", room.head, why, answer.article), status=200)
        return Redirect(room_url(room.id, language), status_code=303)
    answer = await request.app.state.hub.act(room, guest.id, asked, look)
    if isinstance(answer, Refused):
        return await _room_page(request, room, refusal=answer)
    new_room = answer.room if isinstance(answer.room, str) else room.id
    return Redirect(room_url(new_room, language), status_code=303)


async def _room(request: AnyRequest, room_id: str) -> Room:
    try:
        return cast(Room, await request.app.state.hub.room(room_id))
    except UnknownRoom as error:
        raise NotFoundException(str(error.why)) from None


def _look(request: AnyRequest) -> Look:
    return Look(language_of(request), preferences_of(request).facing, True)


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 8 else None


async def _room_page(
    request: AnyRequest,
    room: Room,
    *,
    at: int | None = None,
    taken: Sequence[str] = (),
    refusal: Refused | None = None,
    status: int | None = None,
) -> Template:
    language = language_of(request)
    t = words(language, room.game.name)
    look = _look(request)
    guest = guest_of(request)
    at = at if at is not None and at <= room.head else None
    hub = request.app.state.hub
    now, scene = hub.look(room, guest.id, look)
    shown = now
    if at is not None or taken:
        shown, scene = hub.look(room, guest.id, look, at=at, taken=tuple(taken))
    title = t.say(room.game.title)
    context = {
        "room": room,
        "state": now,
        "steps": grouped(shown.steps, shown_labels(scene), t),
        "title": title,
        "picture": Markup(to_svg(scene, room.game.board, title, style=False)),
        "backgrounds": room.game.board.backgrounds,
        "facts": scene.facts,
        "describe": shown.describe,
        "at": at,
        "taken": taken,
        "asks": request.query_params.get("ask", ""),
        "players": _players(room, now, t),
        "roll_label": t.say(room.game.roll_label),
        "computer_acts": now.result is None and now.turn is not None and now.players[now.turn].kind == "computer",
        "command_id": lambda: secrets.token_hex(8),
        "game_url": game_url(room.game, language),
        "rules_url": rules_url(room.game, language),
        "room_url": room_url(room.id, language),
        "refusal": refusal,
        "start": json_block(_for_scripts(room, now, look, language, at)),
    }
    others = {other: room_url(room.id, other) for other in LANGUAGES}
    code = status if status is not None else 409 if refusal else 200
    return page(request, "room.html", context, others=others, game=room.game, status=code)


def _for_scripts(room: Room, now: State, look: Look, language: str, at: int | None) -> dict[str, Any]:
    return {
        "state": now,
        "language": language,
        "facing": look.facing,
        "at": at,
        "started": room.founding.created,
        "ended": room.entries[-1].ts if now.result is not None else None,
        "url": room_url(room.id, language),
        "rooms": ROOM[language],
        "rules": rules_url(room.game, language),
        "many": MANY_STEPS,
    }


def _players(room: Room, now: State, t: Words) -> list[tuple[str, str, str]]:
    """(side, its name, who plays it)."""
    found = []
    for side in room.game.sides:
        player = now.players[side]
        who = t("Computer, {level}", level=level_name(t, player.level)) if player.kind == "computer" else player.name or (t("You") if len(now.players) > 1 and room.kind.computer else "")
        found.append((side, t.say(room.game.side_names[side]), who))
    return found


def shown_labels(scene: Scene) -> dict[str, str]:
    """What each pickable thing of a picture is called."""
    return {slot.id: slot.label for slot in scene.slots} | {sprite.id: sprite.label for sprite in scene.sprites}


def grouped(steps: Sequence[StepOut], labels: Mapping[str, str], t: Words) -> list[tuple[str, list[StepOut]]]:
    """The steps as buttons: few in one group without a heading, many by the piece that is picked."""
    if len(steps) <= MANY_STEPS:
        return [("", list(steps))] if steps else []
    groups: dict[str, list[StepOut]] = {}
    for step in steps:
        groups.setdefault(step.picked, []).append(step)
    if len(groups) < 2:
        return [("", list(steps))]
    return [(labels.get(picked) or t("Other"), group) for picked, group in groups.items()]


# ---- settings and keys ----


@get(["/einstellungen", "/en/settings"])
async def settings(request: AnyRequest) -> Template:
    return page(request, "settings.html", {"back": request.query_params.get("back", "")}, others=FIXED["settings"])


@post(["/einstellungen", "/en/settings"])
async def save_settings(request: AnyRequest) -> Response[Any]:
    form = await _form(request)
    switches = {name: form.get(name, "0") for name in preferences.SWITCHES}
    kept = preferences.chosen({**switches, "theme": form.get("theme", ""), "facing": form.get("facing", "")}, preferences.Preferences())
    back = form.get("back", "")
    address = back if back.startswith("/") and not back.startswith(("//", "/\\")) else FIXED["settings"][language_of(request)]
    cookie = Cookie(preferences.COOKIE, value=kept.cookie, path="/", max_age=preferences.YEAR, samesite="lax", httponly=False)
    return Redirect(address, status_code=303, cookies=[cookie])


@get(["/tasten", "/en/keys"])
async def keys(request: AnyRequest) -> Template:
    language = language_of(request)
    letters = []
    for game in registry.games():
        t = words(language, game.name)
        view = game.observe(game.start(game.complete({}, lambda n: 0)), game.default_side)
        facts = game.board.scene(view, t).facts
        letters.append((t.say(game.title), [(fact.letter, fact.label) for fact in facts if fact.letter]))
    return page(request, "keys.html", {"letters": letters}, others=FIXED["keys"])


ROUTES: list[HTTPRouteHandler] = [
    home,
    settings,
    save_settings,
    keys,
    game_page,
    create,
    rules,
    room_page,
    command,
]

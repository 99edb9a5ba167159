"""What every page needs: addresses in both languages, the shared context, data for scripts, fields of forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import PermissionDeniedException
from litestar.response import Template
from markupsafe import Markup

from plyyard.core import registry
from plyyard.core.errors import Say
from plyyard.core.words import Words, words
from plyyard.rooms.names import clean_name
from plyyard.web import preferences, wording
from plyyard.web.auth import Guest, csrf_holds, csrf_token, guest_of, set_guest

AnyRequest = Request[Any, Any, Any]

PREFIX = {"de": "", "en": "/en"}
FIXED = {
    "home": {"de": "/", "en": "/en/"},
    "learn": {"de": "/lernen", "en": "/en/learn"},
    "exercises": {"de": "/uebungen", "en": "/en/exercises"},
    "progress": {"de": "/uebungen/daten", "en": "/en/exercises/data"},
    "correction": {"de": "/korrektur", "en": "/en/correction"},
    "thanks": {"de": "/korrektur/danke", "en": "/en/correction/thanks"},
    "keys": {"de": "/tasten", "en": "/en/keys"},
    "settings": {"de": "/einstellungen", "en": "/en/settings"},
    "lobby": {"de": "/lobby", "en": "/en/lobby"},
    "join": {"de": "/mitspielen", "en": "/en/join"},
    "mine": {"de": "/meine-spiele", "en": "/en/my-games"},
    "verify": {"de": "/wuerfel-pruefen", "en": "/en/verify-dice"},
    "login": {"de": "/anmelden", "en": "/en/login"},
    "register": {"de": "/registrieren", "en": "/en/register"},
    "account": {"de": "/konto", "en": "/en/account"},
    "data": {"de": "/konto/daten", "en": "/en/account/data"},
    "imprint": {"de": "/impressum", "en": "/en/imprint"},
    "privacy": {"de": "/datenschutz", "en": "/en/privacy"},
}
ROOM = {"de": "/spiel", "en": "/en/game"}
INVITATION = {"de": "/einladung", "en": "/en/invitation"}
RULES = {"de": "regeln", "en": "rules"}


# ---- addresses ----


def home_url(language: str) -> str:
    return FIXED["home"][language]


def game_url(game: registry.AnyGame, language: str) -> str:
    return f"{PREFIX[language]}/{game.slugs[language]}"


def rules_url(game: registry.AnyGame, language: str) -> str:
    return f"{game_url(game, language)}/{RULES[language]}"


def room_url(room_id: str, language: str) -> str:
    return f"{ROOM[language]}/{room_id}"


def invitation_url(invite: str, language: str) -> str:
    return f"{INVITATION[language]}/{invite}"


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
        "site": site(request),
        "csrf": csrf_token(request),
        "game": game,
        "texts": request.app.state.texts,
        "account": guest_of(request).name if guest_of(request).session else "",
        "urls": {name: addresses[language] for name, addresses in FIXED.items()},
        "here": str(request.url.path),
        "switches": wording.switches(t),
        "themes": wording.themes(t),
        "house_keys": wording.house_keys(t),
        "lobby": request.app.state.lobby,
        "editor": request.app.state.editor,
        "script_words": json_block(wording.for_scripts(t)),
    }
    return Template(template, context={**shared, **context}, status_code=status)


def site(request: AnyRequest) -> str:
    """The site's own address as the reader has it, without a slash at its end."""
    return str(request.base_url).rstrip("/")


def json_block(value: Any) -> Markup:
    """Data for a script as the content of a JSON block that no text can close."""
    text = msgspec.json.encode(value).decode()
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def error_page(request: AnyRequest, status: int, why: Say, what_now: Say | None = None) -> Template:
    """What happened, what holds now, and where to go."""
    t = words(language_of(request))
    context = {"status": status, "why": t.say(why), "what_now": t.say(what_now) if what_now else ""}
    return page(request, "error.html", context, others=FIXED["home"], status=status)


async def form_of(request: AnyRequest) -> dict[str, str]:
    """Fields of a form posted from one of our pages; of a repeated field the last one."""
    fields = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    if not csrf_holds(request, fields.get("csrf")):
        raise PermissionDeniedException()
    return fields


def named(request: AnyRequest, form: Mapping[str, str]) -> Guest:
    """Whoever asks, called from now on as the form says; ``PlyError`` for a name that cannot be."""
    guest, name = guest_of(request), clean_name(form.get("name", ""))
    if not name or name == guest.name:
        return guest
    set_guest(request, replace(guest, name=name))
    return guest_of(request)


def back_to(form: Mapping[str, str], otherwise: str) -> str:
    """Where a form came from, if that is one of our pages."""
    back = form.get("back", "")
    return back if back.startswith("/") and not back.startswith(("//", "/\\")) else otherwise


def guest_with_name(request: AnyRequest) -> Guest | None:
    """Who may choose a name on this page; an account has one already."""
    guest = guest_of(request)
    return None if guest.session else guest


def level_name(t: Words, level: str) -> str:
    names = {
        "beginner": t("Beginner"),
        "easy": t("Easy"),
        "medium": t("Medium"),
        "strong": t("Strong"),
        "best": t("Best"),
        "solver": t("sees all cards"),
    }
    return names.get(level, level)

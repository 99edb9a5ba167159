"""Corrections: the form with which readers report what is wrong. Accepted ones: accepted.py; the editor: cli/corrections.py.

Spam is slowed without asking anybody else: a field that people do not see, a time that reading takes, few links, limits.
"""

from __future__ import annotations

import datetime
import functools
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from litestar import get, post
from litestar.datastructures import State
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect, Response, Template
from markupsafe import Markup

from plyyard.core import registry
from plyyard.core.errors import PlyError, Say
from plyyard.core.text import MAX_POSITION
from plyyard.core.words import words
from plyyard.lessons.format import read
from plyyard.lessons.render import there
from plyyard.rooms.founding import now
from plyyard.rooms.keep import Unavailable
from plyyard.store import corrections
from plyyard.store.corrections import LETTERS, Correction, new_id
from plyyard.store.keep import DatabaseKeep
from plyyard.web.accepted import Accepted, accepted
from plyyard.web.auth import Signer, guest_of
from plyyard.web.limits import Limits
from plyyard.web.page import FIXED, AnyRequest, back_to, form_of, language_of, page
from plyyard.web.portraits import picture
from plyyard.web.school import lesson_url

LONGEST = {"text": 4000, "source": 1000, "reply": 200, "position": MAX_POSITION}  # characters
LINKS = 5
QUICKEST = 4_000  # ms in which nobody reads the form and writes
OLDEST = 24 * 3600 * 1000  # ms for which a form holds
TRAP = "website"  # the field that people do not see

_LINK = re.compile(r"https?://|www\.", re.IGNORECASE)
_ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_NUMBER = re.compile(f"[{LETTERS}]{{8}}")
_BLANK = re.compile(r"[^\S \t\n]")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")

Refusals = Sequence[tuple[str, Say]]
"""Why a report is not taken, each with its field, or "" for the whole."""


# ---- the form ----


@get(list(FIXED["correction"].values()))
async def correction_page(request: AnyRequest) -> Template:
    """``?game=…&page=…&position=…``: from where the reader stands."""
    query = request.query_params
    where = query.get("page", "")
    where = where if where.startswith("/") and where.isprintable() and len(where) <= 150 else ""
    filled = {
        "game": registry.game(query["game"]).name if query.get("game") else "",
        "page": _with_revision(where),
        "position": _clean(query.get("position", ""))[:MAX_POSITION],
    }
    return await _page(request, filled)


def _with_revision(where: str) -> str:
    """A page's address; of a lesson and its exercises with the day of the last revision."""
    for game in registry.games():
        for language in FIXED["learn"]:
            if f"{where}/".startswith(f"{lesson_url(game, language)}/") and there(game.name):
                return f"{where} ({_revised(game.name, language)})"
    return where


@functools.cache
def _revised(game: str, language: str) -> datetime.date:
    return read(game, language).front.revised


async def _page(
    request: AnyRequest, filled: Mapping[str, str], refusals: Refusals = (), status: int = 200
) -> Template:
    language = language_of(request)
    t = words(language)
    signer: Signer = request.app.state.signer
    game = next((game for game in registry.games() if game.name == filled.get("game")), None)
    context = {
        "filled": filled,
        "refusals": [(field, t.say(why)) for field, why in refusals],
        "wrong": {field for field, _ in refusals},
        "games": [
            (one.name, words(language, one.name).say(one.title), one.rules_version)
            for one in registry.games()
        ],
        "about": game,
        "board": _board(game, filled.get("position", ""), language) if game else "",
        "longest": LONGEST,
        "trap": TRAP,
        "stamp": filled.get("stamp") or signer.stamp(guest_of(request), now()),
        "accepted": await _accepted(request.app.state, game, language),
    }
    others = {other: f"{address}{_query(filled)}" for other, address in FIXED["correction"].items()}
    return page(request, "correction.html", context, others=others, status=status)


async def _accepted(state: State, game: registry.AnyGame | None, language: str) -> list[Accepted]:
    """None where they cannot be read just now: the form is more important."""
    try:
        return [] if game is None else await accepted(state, game.name, language)
    except Unavailable:
        return []


def _query(filled: Mapping[str, str]) -> str:
    """So that the page in the other language begins at the same place."""
    place = {
        "game": filled.get("game", ""),
        "page": filled.get("page", "").partition(" ")[0],
        "position": filled.get("position", ""),
    }
    query = urlencode({name: value for name, value in place.items() if value})
    return f"?{query}" if query else ""


def _board(game: registry.AnyGame, position: str, language: str) -> Markup:
    """A position that can be shown; what is wrong with others may be what the report is about."""
    if not position:
        return Markup()
    t = words(language, game.name)
    try:
        scene = game.board.scene(game.notation.parse_position(position), t)
    except PlyError:
        return Markup()
    return Markup(picture(game, scene, t("Board")))


# ---- sending it ----


@post(list(FIXED["correction"].values()))
async def send(request: AnyRequest) -> Response[Any]:
    """Keep a report. Whatever stands against it, what was written comes back in the form."""
    form = {name: _clean(value) for name, value in (await request.form()).items() if isinstance(value, str)}
    guest = guest_of(request)
    blank = form | {"stamp": ""}
    try:
        await form_of(request)
    except PermissionDeniedException:
        return await _page(request, blank, [("", TOO_OLD)], 403)
    signer: Signer = request.app.state.signer
    handed_out = signer.stamped(guest, form.get("stamp", ""))
    if handed_out is None or handed_out < now() - OLDEST:
        return await _page(request, blank, [("", TOO_OLD)], 409)
    if form.get(TRAP):
        return await _page(request, form, [("", TRAPPED)], 409)
    if now() - handed_out < QUICKEST:
        return await _page(request, form, [("", QUICK)], 409)
    if refusals := _refusals(form):
        return await _page(request, form, refusals, 409)
    limits: Limits = request.app.state.limits
    if wait := limits.wait_report(request, guest.id):
        why = Say("You have sent several reports. Wait {n} min., then send this one, too.", n=-(-wait // 60))
        answer = await _page(request, form, [("", why)], 429)
        answer.headers["retry-after"] = str(wait)
        return answer
    try:
        number = await _keep(request, form)
    except Unavailable:
        return await _page(request, form, [("", FULL)], 503)
    address = f"{FIXED['thanks'][language_of(request)]}?number={number}"
    back = form.get("page", "").partition(" ")[0]
    return Redirect(f"{address}&{urlencode({'back': back})}" if back else address, status_code=303)


TOO_OLD = Say("This form had become too old. Look through it once more and send it again: nothing is lost.")
TRAPPED = Say("A field that has to stay empty was filled in. It is empty again now; please send once more.")
FULL = Say("Nothing can be stored just now. Please send it again later.")
QUICK = Say("That was very quick. Look through it once more and send it again in a moment.")


async def _keep(request: AnyRequest, form: Mapping[str, str]) -> str:
    keep: DatabaseKeep = request.app.state.keep
    game = registry.game(form["game"])
    where = form.get("page", "")
    report = Correction(
        id=new_id(),
        created=now(),
        person=guest_of(request).id,
        game=game.name,
        rules=game.rules_version,
        language=language_of(request),
        page=where if where.startswith("/") and where.isprintable() and len(where) <= 200 else "",
        position=form.get("position", ""),
        text=form["text"],
        source=form["source"],
        reply=form.get("reply", ""),
    )
    return await keep.write(partial(corrections.add, one=report))


def _refusals(form: Mapping[str, str]) -> list[tuple[str, Say]]:
    found = []
    text, source, reply = (form.get(name, "") for name in ("text", "source", "reply"))
    if form.get("game") not in registry.names():
        found.append(("game", Say("Choose the game that it is about.")))
    if sum(map(str.isalnum, text)) < 3:
        found.append(("text", Say("Write what is wrong, and what would be right.")))
    if sum(map(str.isalnum, source)) < 2:
        found.append(("source", SOURCELESS))
    if reply and not _ADDRESS.fullmatch(reply):
        found.append(("reply", Say("This is no mail address. Correct it, or leave it empty.")))
    for name, most in LONGEST.items():
        if (length := len(form.get(name, ""))) > most:
            why = Say("This is too long: {n} characters, {most} at most.", n=length, most=most)
            found.append((name, why))
    if len(_LINK.findall(f"{text} {source}")) > LINKS:
        found.append(("text", Say("At most {n} links, please; name the other places in words.", n=LINKS)))
    return found


SOURCELESS = Say(
    "Please name a source that can be checked: an article of the rules, a book with its page, a link. "
    "Without one nobody can tell who is right; what you have written is still here."
)


def _clean(text: str) -> str:
    """One kind of line ends, no control characters, nothing around it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub("", _BLANK.sub(" ", lines)).strip()


# ---- afterwards ----


@get(list(FIXED["thanks"].values()))
async def thanks(request: AnyRequest) -> Template:
    """What happens with a report now."""
    query = request.query_params
    number = query.get("number", "")
    context = {
        "number": number if _NUMBER.fullmatch(number) else "",
        "back": back_to(query, FIXED["learn"][language_of(request)]),
    }
    return page(request, "thanks.html", context, others=FIXED["thanks"])


ROUTES: list[HTTPRouteHandler] = [correction_page, send, thanks]

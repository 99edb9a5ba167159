"""Playing with others: the order of an online room, invitations by link and by code, the lobby, one's own games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from litestar import get, post
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect, Response, Template

from plyyard.core import registry
from plyyard.core.errors import PlyError
from plyyard.core.words import LANGUAGES, Words, words
from plyyard.rooms.kinds import KINDS
from plyyard.rooms.protocol import ClockOrder, JoinRoom, Opponent, Summary
from plyyard.rooms.room import Room
from plyyard.web.api.asking import preferred, whole
from plyyard.web.auth import guest_of
from plyyard.web.page import (
    FIXED,
    AnyRequest,
    form_of,
    game_url,
    guest_with_name,
    invitation_url,
    language_of,
    level_name,
    named,
    page,
    room_url,
    rules_url,
    site,
)
from plyyard.web.wording import clock_text

DAY = 86_400  # seconds


# ---- the order ----


@dataclass(frozen=True, slots=True)
class Time:
    """How much time there is: what kind of room, and its clock."""

    kind: str
    clock: ClockOrder | None = None


TIMES = {
    "none": Time("live"),
    "5+3": Time("live", ClockOrder(300, 3)),
    "10+5": Time("live", ClockOrder(600, 5)),
    "15+10": Time("live", ClockOrder(900, 10)),
    "move-30": Time("live", ClockOrder(per_move=30)),
    "move-60": Time("live", ClockOrder(per_move=60)),
    "move-180": Time("live", ClockOrder(per_move=180)),
    "days-1": Time("correspondence", ClockOrder(per_move=DAY)),
    "days-3": Time("correspondence", ClockOrder(per_move=3 * DAY)),
    "days-7": Time("correspondence", ClockOrder(per_move=7 * DAY)),
    "days": Time("correspondence"),
}
RACE_TIMES = {"none": Time("race")} | {
    f"race-{minutes}": Time("race", ClockOrder(60 * minutes)) for minutes in (10, 20, 30)
}


def times_of(game: registry.AnyGame) -> Mapping[str, Time]:
    """The choices of time for a game, by their names on the form."""
    return TIMES if len(game.sides) > 1 else RACE_TIMES


def time_groups(game: registry.AnyGame, t: Words) -> list[tuple[str, list[tuple[str, str]]]]:
    """The same as a person chooses: heading, and name and label of each."""

    def heading(item: tuple[str, Time]) -> str:
        time = item[1]
        if time.kind == "correspondence":
            return t("A few days a move (correspondence)")
        if time.clock is None:
            return t("Without a clock")
        return t("A clock for each move") if time.clock.per_move else t("A clock for the whole game")

    return [
        (title, [(name, clock_text(t, time.kind, time.clock)) for name, time in group])
        for title, group in groupby(times_of(game).items(), heading)
    ]


def online_order(game: registry.AnyGame, form: Mapping[str, str], lobby: bool) -> dict[str, Any]:
    """What the form for playing with others says, as fields of ``CreateRoom``. ``lobby``: whether there is one."""
    times = times_of(game)
    time = times.get(form.get("time", ""), times["none"])
    if minutes := whole(form.get("minutes")):
        kind = "race" if time.kind == "race" else "live"
        time = Time(kind, ClockOrder(60 * minutes, whole(form.get("increment")) or 0))
    return {
        "kind": time.kind,
        "clock": time.clock,
        "seat": form.get("side") or None,
        "seats": whole(form.get("seats")) or 2,
        "listed": lobby and form.get("listed") == "1",
        "watch": form.get("watch") != "0",
        "dice": dice_of(form),
        "opponent": Opponent(level) if time.kind == "race" and (level := form.get("level", "")) else None,
    }


def dice_of(form: Mapping[str, str]) -> Any:
    """A script says "own" where it can make and keep a seed; else the server makes it."""
    return "own" if form.get("dice") == "own" else "server"


# ---- invitations ----


@get(["/einladung/{invite:str}", "/en/invitation/{invite:str}"])
async def invitation(request: AnyRequest, invite: FromPath[str]) -> Response[Any]:
    return await _invitation(request, JoinRoom(invite=invite[:40]))


@post(["/einladung/{invite:str}", "/en/invitation/{invite:str}"])
async def accept(request: AnyRequest, invite: FromPath[str]) -> Response[Any]:
    return await _join(request, JoinRoom(invite=invite[:40]))


@get(["/mitspielen", "/en/join"])
async def by_code(request: AnyRequest) -> Response[Any]:
    """``?code=K7QF``: the invitation with this code; without one, a field for it."""
    return await _invitation(request, JoinRoom(code=_code(request.query_params.get("code", ""))))


@post(["/mitspielen", "/en/join"])
async def accept_by_code(request: AnyRequest) -> Response[Any]:
    return await _join(request, JoinRoom(code=_code(request.query_params.get("code", ""))))


def _code(text: str) -> str:
    """A code as it is kept, however it was typed.

    >>> _code(" k7-qf ")
    'K7QF'
    """
    return "".join(filter(str.isalnum, text))[:10].upper()


async def _room_of(request: AnyRequest, order: JoinRoom) -> Room | None:
    """The room that is invited to. Codes are short: whoever tries many is slowed."""
    if not (order.invite or order.code):
        return None
    if not request.app.state.limits.take(request, guest_of(request).id):
        raise HTTPException(status_code=429)
    hub = request.app.state.hub
    room_id = await hub.lists.invited(order.invite, order.code, guest_of(request).id)
    return None if room_id is None else await hub.room(room_id)


async def _invitation(request: AnyRequest, order: JoinRoom) -> Response[Any]:
    """In the language of whoever is invited, not of who invites: from outside an address leads to the reader's own one."""
    language, guest = language_of(request), guest_of(request)
    own = preferred(request)
    from_here = request.headers.get("referer", "").startswith(f"{site(request)}/")
    if (order.invite or order.code) and own not in {None, language} and not from_here:
        return Redirect(_others(order)[own], headers={"Vary": "Accept-Language, Referer"})
    room = await _room_of(request, order)
    if room is None:
        return _nothing(request, order)
    if room.sides_of(guest.id) and room.founding.maker != guest.id:
        return Redirect(room_url(room.id, language))
    return _shown(request, room, order)


async def _join(request: AnyRequest, order: JoinRoom) -> Response[Any]:
    form = await form_of(request)
    room = await _room_of(request, order)
    if room is None:
        return _nothing(request, order)
    try:
        guest = named(request, form)
        order.dice = dice_of(form)
        await request.app.state.hub.join(room.id, guest.id, guest.name, order)
    except PlyError as error:
        t = words(language_of(request), room.game.name)
        return _shown(request, room, order, refusal=t.say(error.why))
    return Redirect(room_url(room.id, language_of(request)), status_code=303)


def _shown(request: AnyRequest, room: Room, order: JoinRoom, refusal: str = "") -> Template:
    """Who invites to what, and the one button."""
    language, guest = language_of(request), guest_of(request)
    game, founding = room.game, room.founding
    t = words(language, game.name)
    maker = next((seat.name for seat in room.seats.values() if seat.guest == founding.maker), "")
    context = {
        "title": t.say(game.title),
        "rules_url": rules_url(game, language),
        "game_url": game_url(game, language),
        "room_url": room_url(room.id, language),
        "maker": maker or t("A guest"),
        "own": founding.maker == guest.id,
        "free": len(room.free),
        "all": len(room.seats),
        "side": t.say(game.side_names[room.free[0]]) if room.free and not room.kind.lanes else "",
        "time": clock_text(t, founding.kind, founding.clock),
        "watch": founding.watch,
        "over": room.over,
        "refusal": refusal,
        "guest": guest_with_name(request),
        "code": order.code,
    }
    status = 409 if refusal else 200 if room.free and not room.over else 410
    return page(request, "invitation.html", context, others=_others(order), game=game, status=status)


def _nothing(request: AnyRequest, order: JoinRoom) -> Template:
    """A field for the code, and why there is nothing to be seen if one was given."""
    asked = bool(order.invite or order.code)
    context = {"asked": asked, "code": order.code or ""}
    return page(request, "join.html", context, others=_others(order), status=404 if asked else 200)


def _others(order: JoinRoom) -> dict[str, str]:
    if order.invite:
        return {language: invitation_url(order.invite, language) for language in LANGUAGES}
    tail = f"?code={order.code}" if order.code else ""
    return {language: FIXED["join"][language] + tail for language in LANGUAGES}


# ---- lists of games ----


@dataclass(frozen=True, slots=True)
class Line:
    """A game in a list. ``note``: its time, or how far it is; ``yours``: it is the turn of whoever reads."""

    title: str
    url: str
    who: str
    note: str
    yours: bool = False


def line(summary: Summary, language: str) -> Line:
    """One of a person's own games."""
    game = registry.game(summary.game)
    t = words(language, game.name)
    title, url = t.say(game.title), room_url(summary.room, language)
    note = t("Event {n}", n=summary.head)
    if not KINDS[summary.kind].online:
        levels = [player.level for player in summary.players.values() if player.kind == "computer"]
        alone = t("at one screen") if len(game.sides) > 1 else t("alone")
        against = t("against the computer, {level}", level=level_name(t, levels[0])) if levels else alone
        return Line(title, url, against, note)
    others = [player for side, player in summary.players.items() if side not in summary.yours]
    there = [player.name or t("A guest") for player in others if player.kind != "open"]
    who = t("with {names}", names=", ".join(there)) if there else t("waiting for someone to join")
    return Line(title, url, who, note if summary.begun else t("not begun"), _turn_of_asker(summary))


def _turn_of_asker(summary: Summary) -> bool:
    return summary.begun and not summary.over and summary.turn in summary.yours


def _open_line(summary: Summary, language: str) -> Line:
    """A room that someone may join."""
    game = registry.game(summary.game)
    t = words(language, game.name)
    there = [player.name or t("A guest") for player in summary.players.values() if player.kind != "open"]
    who = ", ".join(there)
    if len(game.sides) > 1:
        free = next(side for side, player in summary.players.items() if player.kind == "open")
        who = t("{name} waits; you play {side}", name=who, side=game.side_names[free])
    else:
        who = t("{names}: {n} of {all} are there", names=who, n=len(there), all=len(summary.players))
    url = (
        room_url(summary.room, language)
        if summary.yours
        else f"{FIXED['join'][language]}?code={summary.code}"
    )
    return Line(t.say(game.title), url, who, clock_text(t, summary.kind, summary.clock), bool(summary.yours))


def _running_line(summary: Summary, language: str) -> Line:
    game = registry.game(summary.game)
    t = words(language, game.name)
    names = [player.name or t("A guest") for player in summary.players.values()]
    note = t("Event {n}", n=summary.head)
    return Line(
        t.say(game.title), room_url(summary.room, language), " – ".join(names), note, bool(summary.yours)
    )


@get(["/lobby", "/en/lobby"])
async def lobby(request: AnyRequest) -> Template:
    """Who waits for someone, and what can be watched. Where the server has no lobby: nothing."""
    if not request.app.state.lobby:
        raise NotFoundException()
    language = language_of(request)
    found: Sequence[Summary] = await request.app.state.hub.lists.lobby(guest_of(request).id)
    games = [
        (words(language, game.name).say(game.title), game_url(game, language)) for game in registry.games()
    ]
    context = {
        "open": [_open_line(one, language) for one in found if not one.begun],
        "running": [_running_line(one, language) for one in found if one.begun],
        "games": games,
    }
    return page(request, "lobby.html", context, others=FIXED["lobby"])


@get(["/meine-spiele", "/en/my-games"])
async def my_games(request: AnyRequest) -> Template:
    """One's own games: one's turn, the others', those without others, finished ones."""
    return await games_page(request)


async def games_page(request: AnyRequest, refusal: str = "") -> Template:
    """The same; ``refusal``: why a file could not be opened."""
    language, t = language_of(request), words(language_of(request))
    hub, guest = request.app.state.hub, guest_of(request)
    running = await hub.lists.mine(guest.id)
    online = [one for one in running if KINDS[one.kind].online]
    groups = [
        (t("Your turn"), [one for one in online if _turn_of_asker(one)]),
        (t("Waiting for others"), [one for one in online if not _turn_of_asker(one)]),
        (t("On this device and against the computer"), [one for one in running if one not in online]),
        (t("Finished"), await hub.lists.mine(guest.id, over=True)),
    ]
    shown = [(title, [line(one, language) for one in found]) for title, found in groups if found]
    context = {
        "groups": shown,
        "refusal": refusal,
        "open_url": {"de": "/oeffnen", "en": "/en/open"}[language],
    }
    return page(request, "mine.html", context, others=FIXED["mine"], status=422 if refusal else 200)


ROUTES: list[HTTPRouteHandler] = [invitation, accept, by_code, accept_by_code, lobby, my_games]

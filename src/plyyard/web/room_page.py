"""The page of a room: the game as it is or was, and commands as forms for those who play without scripts."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, cast, get_args

import msgspec
from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Response, Template
from markupsafe import Markup

from plyyard.core.errors import PlyError, Say
from plyyard.core.sayings import side_name
from plyyard.core.scene import Scene, to_svg
from plyyard.core.words import LANGUAGES, Words, words
from plyyard.rooms import protocol, questions
from plyyard.rooms.advice import Topic
from plyyard.rooms.decision import Refusal, UnknownRoom
from plyyard.rooms.frames import Look
from plyyard.rooms.protocol import Advice, Refused, State, StepOut
from plyyard.rooms.room import Room
from plyyard.web import online_room, wording
from plyyard.web.advisor import Advisor
from plyyard.web.api.asking import whole
from plyyard.web.auth import guest_of
from plyyard.web.deal_address import deal_url
from plyyard.web.page import (
    FIXED,
    ROOM,
    AnyRequest,
    form_of,
    game_url,
    json_block,
    language_of,
    level_name,
    page,
    preferences_of,
    room_url,
    rules_url,
)
from plyyard.web.statistics import statistics_url

MANY_STEPS = 12  # from here on: the piece first, then where it goes
QUIET = (
    "committed",
    "opened",
    "greeted",
    "waits",
    "credited",
    "hidden",
    "bookmarked",
    "bookmark removed",
)  # events that the move list leaves out
SCRIPTS = (
    *("advice", "choice", "dom", "keys", "page", "picker", "queue", "replay"),
    *("scene", "settings", "socket", "sound", "state", "timer", "view"),
)
ONLINE_SCRIPTS = ("clock", "dice", "play")
THINKS, PLAYS = 2, 10  # seconds until a page without scripts looks again: for the computer, for others


@get(["/spiel/{room_id:str}", "/en/game/{room_id:str}"])
async def room_page(request: AnyRequest, room_id: FromPath[str]) -> Template:
    """The game as it is; ``?at=17``: as it was after event 17; ``?taken=13/7``: with steps of a move chosen."""
    room = await room_of(request, room_id)
    taken = request.query_params.getall("taken", [])
    at = whole(request.query_params.get("at"))
    try:
        return await _room_page(request, room, at=at, taken=taken, advice=await _advice(request, room, at))
    except PlyError as error:
        why = words(language_of(request), room.game.name).say(error.why)
        refusal = Refused(None, error.code, room.head, why, getattr(error, "article", None))
        return await _room_page(request, room, refusal=refusal)


@post(["/spiel/{room_id:str}", "/en/game/{room_id:str}"])
async def command(request: AnyRequest, room_id: FromPath[str]) -> Response[Any]:
    """A command as a form."""
    room = await room_of(request, room_id)
    language = language_of(request)
    form = await form_of(request)
    guest = guest_of(request)
    sent: dict[str, Any] = {
        key: value for key, value in form.items() if key in ("t", "id", "move", "do", "who", "name") and value
    }
    sent |= {key: number for key in ("on", "to", "n") if (number := whole(form.get(key))) is not None}
    if form.get("whole"):
        sent["whole"] = True
    if form.get("ask") == "why":
        sent["t"] = "why"
    try:
        asked = msgspec.convert(sent, protocol.Command | protocol.Steps | protocol.Why)
    except msgspec.ValidationError as error:
        why = words(language).say(Say("This cannot be read: {reason}", reason=str(error)[:200]))
        return await _room_page(request, room, refusal=Refused(None, "malformed", room.head, why))
    look = _look(request)
    if isinstance(asked, protocol.Query):
        answer = questions.ask(room, guest.id, asked, look)
        if isinstance(answer, protocol.WhyOut):
            why = words(language).say(Say("This move is legal.")) if answer.legal else answer.why
            refused = Refused(None, "asked", room.head, why, answer.article)
            return await _room_page(request, room, refusal=refused, against=answer.marks, status=200)
        return Redirect(room_url(room.id, language), status_code=303)
    answer = await request.app.state.hub.act(room, guest.id, asked, look)
    if isinstance(answer, Refused):
        name = form.get("name", "")[:200]
        return await _room_page(request, room, refusal=answer, against=answer.marks, typed_name=name)
    new_room = answer.room if isinstance(answer.room, str) else room.id
    return Redirect(room_url(new_room, language), status_code=303)


@post(["/spiel/{room_id:str}/gewinn", "/en/game/{room_id:str}/win"])
async def show_line(request: AnyRequest, room_id: FromPath[str]) -> Response[Any]:
    """To a game that shows how it could have been won; ``at``: from which event on."""
    room = await room_of(request, room_id)
    language = language_of(request)
    at = whole((await form_of(request)).get("at")) or 0
    state = request.app.state
    shown = await state.advisor.line(state.hub, room, guest_of(request).id, min(at, room.head))
    return Redirect(f"{room_url(shown.id, language)}?at=0", status_code=303)


async def _advice(request: AnyRequest, room: Room, at: int | None) -> Advice | None:
    """What is asked with ``?about=``, for who plays without scripts."""
    about = request.query_params.get("about", "")
    if about not in get_args(Topic):
        return None
    advisor: Advisor = request.app.state.advisor
    at = at if at is not None and at <= room.head else None
    return await advisor.advise(room, guest_of(request).id, cast(Topic, about), at, language_of(request))


async def room_of(request: AnyRequest, room_id: str) -> Room:
    """The room, if there is one and this guest may look at it."""
    try:
        room = cast(Room, await request.app.state.hub.room(room_id))
    except UnknownRoom as error:
        raise NotFoundException(str(error.why)) from None
    guest = guest_of(request).id
    if not room.sides_of(guest) and (why := room.why_not_watch(guest)) is not None:
        raise Refusal("forbidden", why)
    return room


def _look(request: AnyRequest) -> Look:
    return Look(language_of(request), preferences_of(request).facing, True)


async def _room_page(
    request: AnyRequest,
    room: Room,
    *,
    at: int | None = None,
    taken: Sequence[str] = (),
    refusal: Refused | None = None,
    against: Sequence[str] = (),
    advice: Advice | None = None,
    typed_name: str = "",
    status: int | None = None,
) -> Template:
    language = language_of(request)
    t = words(language, room.game.name)
    look = _look(request)
    guest = guest_of(request)
    at = at if at is not None and at <= room.head else None
    hub = request.app.state.hub
    now, scene = questions.look(hub.live(room), guest.id, look)
    shown = now
    if at is not None or taken:
        shown, scene = questions.look(hub.live(room), guest.id, look, at=at, taken=tuple(taken))
    title = t.say(room.game.title)
    asked_part = request.query_params.get("part", "")
    marks = [*against, *(mark for part in scene.parts if part.name == asked_part for mark in part.marks)]
    online = room.kind.online
    more = online_room.for_scripts(room, scene.facts, t) if online else {}
    context = {
        "room": room,
        "state": now,
        "steps": grouped(shown.steps, scene, t),
        "title": title,
        "picture": Markup(to_svg(scene, room.game.board, title, style=False, marks=marks)),
        "backgrounds": room.game.board.backgrounds,
        "facts": scene.facts,
        "parts": scene.parts,
        "shown_part": asked_part,
        "shown_moves": shown.moves,
        "spent": wording.time_text(t, now.spent // 1000),
        "bookmarks": None if now.bookmarks is msgspec.UNSET else now.bookmarks,
        "typed_name": typed_name,
        "describe": shown.describe,
        "at": at,
        "taken": taken,
        "asks": request.query_params.get("ask", ""),
        "players": _players(room, now, t),
        "options": options_of(room, now, t),
        "watching": not room.sides_of(guest.id),
        "roll_label": t.say(room.game.roll_label),
        "computer_acts": _computer_acts(room, now),
        "command_id": lambda: secrets.token_hex(8),
        "game_url": game_url(room.game, language),
        "rules_url": rules_url(room.game, language),
        "statistics_url": statistics_url(room.game, language),
        "room_url": room_url(room.id, language),
        "deal_url": "" if room.founding.start else deal_url(room.game, language, now.options),
        "picture_url": room_url(room.id, language) + {"de": "/bild.svg", "en": "/picture.svg"}[language],
        "refusal": refusal,
        "advice": advice,
        "line_url": room_url(room.id, language) + {"de": "/gewinn", "en": "/win"}[language],
        "start": json_block(_for_scripts(room, now, look, language, at) | more),
        "scripts": SCRIPTS + ONLINE_SCRIPTS if online else SCRIPTS,
        "script_words": json_block(wording.for_scripts(t) | (wording.for_online(t) if online else {})),
        "refresh": _refresh(room, now),
        "quiet": QUIET,
        "speeds": wording.speeds(t),
        "seeds": _seeds(room, now, t),
        "verify_url": f"{FIXED['verify'][language]}?room={room.id}",
        "resigning": _resigning(room, t),
        "next_url": room_url(room.next_room, language) if room.next_room and now.you else "",
        **online_room.context(request, room, now, t),
    }
    others = {other: room_url(room.id, other) for other in LANGUAGES}
    code = status if status is not None else 409 if refusal else 200
    return page(request, "room.html", context, others=others, game=room.game, status=code)


def _seeds(room: Room, now: State, t: Words) -> list[tuple[str, str, str]]:
    """Seat, its name, and who made its number for the dice."""
    dice = now.dice
    if dice is None:
        return []

    def made(seat: str) -> str:
        if seat not in dice.hashes:
            return t("not made yet")
        return t("made by the server") if seat in dice.server else t("made in the player's browser")

    return [(seat, side_name(room.game, seat, t), made(seat)) for seat in now.players]


def _resigning(room: Room, t: Words) -> str:
    """What giving up means here."""
    if room.kind.lanes:
        return t("Your board stays as it is; the others play on.")
    if len(room.game.sides) < 2:
        return t("It ends at once and stays in your list as given up.")
    if room.kind.online:
        return t("It ends at once, and the other side wins.")
    return t("It ends at once and counts as lost for the side to move.")


def _computer_acts(room: Room, now: State) -> bool:
    return not room.over and now.turn is not None and now.players[now.turn].kind == "computer"


def _refresh(room: Room, now: State) -> int:
    """After how many seconds a page without scripts looks again; 0: nothing happens but what its reader does."""
    if _computer_acts(room, now):
        return THINKS
    others = room.kind.online and not room.over and not (now.can.roll or now.can.move)
    return PLAYS if others else 0


def _for_scripts(room: Room, now: State, look: Look, language: str, at: int | None) -> dict[str, Any]:
    return {
        "state": now,
        "language": language,
        "facing": look.facing,
        "at": at,
        "pause": room.spent.most,
        "url": room_url(room.id, language),
        "rooms": ROOM[language],
        "rules": rules_url(room.game, language),
        "many": MANY_STEPS,
        "quiet": QUIET,
    }


def _players(room: Room, now: State, t: Words) -> list[tuple[str, str, str]]:
    """(side, its name, who plays it)."""
    found = []
    for side, player in now.players.items():
        if player.kind == "computer":
            who = t("Computer, {level}", level=level_name(t, player.level))
        else:
            alone = room.kind.computer and len(room.game.sides) > 1
            who = player.name or (t("You") if alone and now.you == side else "")
        name = side_name(room.game, side, t) if len(room.seats) > 1 or now.you is None else t("You")
        found.append((side, name, who))
    return found


def options_of(room: Room, now: State, t: Words) -> list[tuple[str, str]]:
    """What this game was started with, as far as its viewer may know: label and value."""
    found = []
    for option in room.game.options:
        if option.name in now.options:
            value = now.options[option.name]
            names = {choice: t.say(name) for choice, name in option.choices}
            found.append((t.say(option.label), names.get(value, str(value))))
    return found


def grouped(steps: Sequence[StepOut], scene: Scene, t: Words) -> list[tuple[str, list[StepOut]]]:
    """The steps as buttons: first what is done by one press, then few in one group without a heading, many by the place
    where the picked piece lies.
    """
    aimed = [step for step in steps if step.target] or list(steps)
    once = [step for step in steps if step not in aimed]
    return [("", once)] * bool(once) + _aimed(aimed, scene, t)


def _aimed(steps: list[StepOut], scene: Scene, t: Words) -> list[tuple[str, list[StepOut]]]:
    if len(steps) <= MANY_STEPS:
        return [("", steps)] if steps else []
    places = {slot.id: slot for slot in scene.slots} | {
        sprite.id: next((slot for slot in scene.slots if slot.holds(sprite)), sprite)
        for sprite in scene.sprites
    }
    groups: dict[str, list[StepOut]] = {}
    for step in steps:
        place = places.get(step.picked)
        groups.setdefault(place.id if place else step.picked, []).append(step)
    if len(groups) < 2:
        return [("", steps)]
    order = [slot.id for slot in scene.slots]
    found = sorted(groups.items(), key=lambda group: order.index(group[0]) if group[0] in order else -1)
    return [(places[place].label if place in places else t("Other"), group) for place, group in found]

"""The HTTP side of the wire: guests, games, rooms, commands, events, records. JSON in, JSON out, problems as problem details."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.enums import MediaType
from litestar.exceptions import HTTPException

from plyyard.core import record, registry
from plyyard.core.errors import PlyError, Say, UnknownGame
from plyyard.core.words import LANGUAGES, Words, words
from plyyard.rooms import frames
from plyyard.rooms.frames import Look
from plyyard.rooms.hub import Hub
from plyyard.rooms.protocol import (
    DECODER,
    ENCODER,
    MAX_FRAME,
    Answer,
    Created,
    CreateRoom,
    Incoming,
    Ping,
    Pong,
    Refused,
    Steps,
    Why,
)
from plyyard.rooms.room import Room, UnknownRoom
from plyyard.web.auth import Guest, Signer, clean_name, csrf_holds, guest_of, origin_holds, set_guest
from plyyard.web.limits import Limits

STATUS = {"forbidden": 403, "not_seated": 403, "rate": 429, "too_large": 413, "malformed": 400}


class NewGuest(msgspec.Struct):
    name: str = ""
    token: bool = False


class GuestOut(msgspec.Struct, omit_defaults=True):
    guest: str
    name: str
    token: str | None = None


def language_of(request: Request[Any, Any, Any]) -> str:
    """Asked for with ``lang``, else what the reader's browser prefers, else German."""
    asked = request.query_params.get("lang", "")
    if asked in LANGUAGES:
        return asked
    for part in request.headers.get("accept-language", "").split(","):
        if (code := part.strip()[:2].lower()) in LANGUAGES:
            return code
    return LANGUAGES[0]


def look_of(request: Request[Any, Any, Any]) -> Look:
    """How a request wants to see."""
    query = request.query_params
    return Look(
        language_of(request), "flip" if query.get("facing") == "flip" else "", query.get("scene", "1") != "0"
    )


def problem(status: int, title: str, detail: str, **more: Any) -> Response[bytes]:
    """An error as problem details (RFC 9457)."""
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, **more}
    return Response(ENCODER.encode(body), status_code=status, media_type="application/problem+json")


def _json(value: Any, status: int = 200) -> Response[bytes]:
    return Response(ENCODER.encode(value), status_code=status, media_type=MediaType.JSON)


async def _changing(request: Request[Any, Any, Any]) -> bytes:
    """The body of a request that may change something, or the refusal of it."""
    if not csrf_holds(request, request.headers.get("x-csrf-token")):
        raise HTTPException(status_code=403, detail="csrf")
    body: bytes = await request.body()
    return body


def _in_time(request: Request[Any, Any, Any]) -> bool:
    limits: Limits = request.app.state.limits
    return limits.take(request, guest_of(request).id)


def _why(error: PlyError, tongue: Words) -> Response[bytes]:
    status = 404 if isinstance(error, UnknownRoom | UnknownGame) else 400
    return problem(status, error.code, tongue.say(error.why), **_article(error))


def _article(error: PlyError) -> dict[str, Any]:
    faults = getattr(error, "faults", None)
    article = faults[0].article if faults else getattr(error, "article", None)
    return {} if article is None else {"article": article}


@post("/api/guest", status_code=200)
async def post_guest(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A name, and for programs a token."""
    if not origin_holds(request):
        raise HTTPException(status_code=403, detail="origin")
    if not _in_time(request):
        raise HTTPException(status_code=429, detail="rate")
    body = await request.body()
    try:
        wish = msgspec.json.decode(body or b"{}", type=NewGuest)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return problem(400, "malformed", str(error)[:200])
    old = guest_of(request)
    guest = Guest(old.id, clean_name(wish.name), fresh=True)
    signer: Signer = request.app.state.signer
    if wish.token:
        return _json(GuestOut(guest.id, guest.name, signer.seal(guest)))
    if not old.fresh and not csrf_holds(request, request.headers.get("x-csrf-token")):
        raise HTTPException(status_code=403, detail="csrf")
    set_guest(request, guest)
    return _json(GuestOut(guest.id, guest.name))


@get("/api/games")
async def get_games(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The games with their options."""
    language = language_of(request)
    found = []
    for game in registry.games():
        tongue = words(language, game.name)
        options = [
            {
                "name": o.name,
                "label": tongue.say(o.label),
                "default": o.default,
                "low": o.low,
                "high": o.high,
                "choices": [[v, tongue.say(s)] for v, s in o.choices],
            }
            for o in game.options
        ]
        found.append(
            {
                "name": game.name,
                "title": tongue.say(game.title),
                "rules": game.rules_version,
                "sides": list(game.sides),
                "levels": {level: tongue.say(recipe.says) for level, recipe in game.levels.items()},
                "options": options,
            }
        )
    return _json({"games": found})


@post("/api/rooms", status_code=201)
async def post_room(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A new room."""
    body = await _changing(request)
    if not _in_time(request):
        raise HTTPException(status_code=429, detail="rate")
    tongue = words(language_of(request))
    try:
        order = msgspec.json.decode(body, type=CreateRoom)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return problem(400, "malformed", str(error)[:200])
    guest = guest_of(request)
    hub: Hub = request.app.state.hub
    try:
        room = await hub.create(guest.id, guest.name, order)
    except PlyError as error:
        return _why(
            error, words(language_of(request), order.game) if order.game in registry.names() else tongue
        )
    url = f"/spiel/{room.id}" if language_of(request) == "de" else f"/en/game/{room.id}"
    return _json(Created(room.id, url, frames.state_frame(room, guest.id, Look(scene=False)).you), 201)


@get("/api/rooms/{room_id:str}")
async def get_room(request: Request[Any, Any, Any], room_id: str) -> Response[bytes]:
    """What the asker may see now; with ``at`` as it was after that event."""
    room = await _room(request, room_id)
    state, _ = _hub(request).look(
        room, guest_of(request).id, look_of(request), whole(request.query_params.get("at"))
    )
    return _json(state)


@post("/api/rooms/{room_id:str}/commands", status_code=200)
async def post_command(request: Request[Any, Any, Any], room_id: str) -> Response[bytes]:
    """One command or query, answered as on the socket."""
    body = await _changing(request)
    room = await _room(request, room_id)
    look = look_of(request)
    if not _in_time(request):
        say = Say("That was too fast. Wait a moment.")
        return _json(Refused(id_of(body), "rate", room.head, words(look.language).say(say)), STATUS["rate"])
    answer = await carry_out(_hub(request), room, guest_of(request).id, read_frame(room, body, look), look)
    status = STATUS.get(answer.code, 409) if isinstance(answer, Refused) else 200
    return _json(answer, status)


def read_frame(room: Room, frame: bytes, look: Look) -> Incoming | Refused:
    """One frame as a command or query, or the refusal of it."""
    tongue = words(look.language, room.game.name)

    def refused(code: str, say: Say) -> Refused:
        return Refused(id_of(frame), code, room.head, tongue.say(say))

    if len(frame) > MAX_FRAME:
        return refused("too_large", Say("A frame has at most {limit} bytes.", limit=MAX_FRAME))
    try:
        return DECODER.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return refused("malformed", Say("This cannot be read: {reason}", reason=str(error)[:160]))


async def carry_out(
    hub: Hub, room: Room, guest: str | None, incoming: Incoming | Refused, look: Look
) -> Answer:
    """Answer what was read: the same for a socket and for a request."""
    if isinstance(incoming, Refused):
        return incoming
    if isinstance(incoming, Ping):
        return Pong(incoming.id)
    if isinstance(incoming, Steps | Why):
        return hub.ask(room, guest, incoming, look)
    return await hub.act(room, guest, incoming, look)


def id_of(frame: bytes) -> str | None:
    try:
        found = msgspec.json.decode(frame[:MAX_FRAME], type=dict[str, Any]).get("id")
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return found if isinstance(found, str) and len(found) <= 40 else None


@get("/api/rooms/{room_id:str}/events")
async def get_events(request: Request[Any, Any, Any], room_id: str) -> Response[bytes]:
    """Events after ``since`` as the asker's role sees them."""
    room = await _room(request, room_id)
    since = whole(request.query_params.get("since")) or 0
    guest = guest_of(request).id
    look = Look(language_of(request), scene=False)
    last = min(room.head, since + 500)
    found = [frames.event_frame(room, seq, guest, look, None)[0] for seq in range(since + 1, last + 1)]
    return _json({"events": found, "head": room.head})


@get("/api/rooms/{room_id:str}/record")
async def get_record(request: Request[Any, Any, Any], room_id: str) -> Response[bytes]:
    """The record: whole after the end, before as the asker's role sees it."""
    room = await _room(request, room_id)
    text = record.encode(room.record(room.viewer(guest_of(request).id)))
    name = f"{room.founding.game}-{room.id}.plyyard.json"
    return Response(
        text, media_type=MediaType.JSON, headers={"content-disposition": f'attachment; filename="{name}"'}
    )


@get("/healthz", sync_to_thread=False)
def healthz() -> dict[str, str]:
    """For the operator: the process answers."""
    return {"status": "ok"}


def _hub(request: Request[Any, Any, Any]) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


async def _room(request: Request[Any, Any, Any], room_id: str) -> Room:
    if len(room_id) > 40:
        raise UnknownRoom(Say("There is no such game here."))
    return await _hub(request).room(room_id)


def whole(text: str | None) -> int | None:
    """A small whole number from a query, or None."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 8 else None


ROUTES = [post_guest, get_games, post_room, get_room, post_command, get_events, get_record, healthz]

"""What players ask about their games: a hint, whether it can still be won, where a win was lost, a line that wins."""

from __future__ import annotations

from typing import Literal, cast

import msgspec
from litestar import get, post
from litestar.params import FromPath

from plyyard.rooms.protocol import Advice, Created, Seq, ShowLine
from plyyard.web.advisor import Advisor
from plyyard.web.api.asking import (
    Asking,
    Request,
    body_of,
    hub_of,
    language_of,
    query_of,
    watched,
)
from plyyard.web.api.calls import Call
from plyyard.web.api.rooms import url
from plyyard.web.auth import guest_of


class AskingAdvice(Asking):
    about: Literal["hint", "outlook", "hindsight"] = "hint"
    at: Seq | msgspec.UnsetType = msgspec.UNSET  # outlook: as it was after this event


@get("/api/rooms/{room:str}/advice", **Call(Advice, query=AskingAdvice, problems=(403, 404, 409, 410)).kept)
async def get_advice(request: Request, room: FromPath[str]) -> Advice:
    """What is asked about a game that one plays alone, or against the computer."""
    query = query_of(request, AskingAdvice)
    found = await watched(request, room)
    at = None if query.at is msgspec.UNSET else query.at
    return await advisor_of(request).advise(
        found, guest_of(request).id, query.about, at, language_of(request)
    )


@post(
    "/api/rooms/{room:str}/line",
    status_code=201,
    **Call(Created, takes=ShowLine, problems=(403, 404, 409, 410), changes=True).kept,
)
async def post_line(request: Request, room: FromPath[str]) -> Created:
    """A game to look at in which a win was found from event ``at`` on."""
    order = await body_of(request, ShowLine)
    found = await watched(request, room)
    shown = await advisor_of(request).line(hub_of(request), found, guest_of(request).id, order.at)
    return Created(shown.id, url(request, shown.id), None)


def advisor_of(request: Request) -> Advisor:
    return cast(Advisor, request.app.state.advisor)

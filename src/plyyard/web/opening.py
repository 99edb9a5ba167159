"""A saved game opened in the page: a record of ours, or the file of another program."""

from __future__ import annotations

from typing import Any

from litestar import post
from litestar.datastructures import UploadFile
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect, Response, Template

from plyyard.core.errors import BadRecord, PlyError, Say
from plyyard.core.opening import opened
from plyyard.core.record import Record, replay
from plyyard.core.words import words
from plyyard.web.auth import csrf_holds, guest_of
from plyyard.web.online_pages import games_page
from plyyard.web.page import AnyRequest, language_of, room_url

MAX_FILE = 500_000  # bytes
MAX_EVENTS = 2000


def checked(content: bytes) -> Record:
    """Runs in the study: the sound record in a file; ``BadRecord`` and whatever else speaks against it."""
    record = opened(content).record
    if len(record.events) > MAX_EVENTS:
        raise BadRecord(Say("A game opened here has at most {limit} events.", limit=MAX_EVENTS), "events")
    for _ in replay(record):
        pass
    return record


@post(["/oeffnen", "/en/open"], request_max_body_size=MAX_FILE + 10_000)
async def open_file(request: AnyRequest) -> Response[Any] | Template:
    """The form with a file: to its game, or back with what is wrong with it."""
    form = await request.form()
    if not csrf_holds(request, form.get("csrf")):
        raise PermissionDeniedException()
    language, state, guest = language_of(request), request.app.state, guest_of(request)
    try:
        room = await state.hub.reopen(await _record(state.study, form.get("file")), guest.id, guest.name)
    except PlyError as error:
        return await games_page(request, words(language).say(error.why))
    return Redirect(room_url(room.id, language), status_code=303)


async def _record(study: Any, file: object) -> Record:
    content = await file.read(MAX_FILE + 1) if isinstance(file, UploadFile) else b""
    if not content:
        raise BadRecord(Say("Choose the file of a game first."), "file")
    if len(content) > MAX_FILE:
        raise BadRecord(Say("The record is larger than {limit} bytes.", limit=MAX_FILE), "file")
    try:
        found: Record = await study(checked, content)
    finally:
        study.forget(checked, content)
    return found


ROUTES: list[HTTPRouteHandler] = [open_file]

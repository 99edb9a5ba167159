"""Guests: a name in a cookie, or for programs a token."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.exceptions import PermissionDeniedException
from msgspec import Meta

from plyyard.core.errors import Say
from plyyard.rooms.decision import Refusal
from plyyard.rooms.names import clean_name
from plyyard.store import people
from plyyard.web.api.asking import Request, body_of
from plyyard.web.api.calls import Call
from plyyard.web.auth import Guest, Signer, csrf_holds, guest_of, set_guest


class NewGuest(msgspec.Struct):
    """``POST /api/guest``. ``token``: for a program, which gets one instead of a cookie."""

    name: Annotated[str, Meta(max_length=200)] = ""
    token: bool = False


class GuestOut(msgspec.Struct, omit_defaults=True):
    guest: str
    name: str
    token: str | None = None


@post("/api/guest", status_code=200, **Call(GuestOut, takes=NewGuest, problems=(403, 409)).kept)
async def post_guest(request: Request) -> GuestOut:
    """A name, and for programs a token."""
    wish = await body_of(request, NewGuest)
    old = guest_of(request)
    if old.session:
        raise Refusal("account", Say("You are logged in. Change your name on the page of your account."))
    if wish.token:  # a person of its own, whatever cookie comes along; none goes back
        signer: Signer = request.app.state.signer
        guest = Guest(old.id if old.token else people.new_guest(), clean_name(wish.name), token=True)
        request.scope["state"]["guest"] = guest
        return GuestOut(guest.id, guest.name, signer.seal(guest))
    guest = Guest(old.id, clean_name(wish.name), fresh=True)
    if not old.fresh and not csrf_holds(request, request.headers.get("x-csrf-token")):
        raise PermissionDeniedException()
    set_guest(request, guest)
    return GuestOut(guest.id, guest.name)

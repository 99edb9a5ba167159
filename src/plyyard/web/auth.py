"""Who asks: a guest in a signed cookie, or a program with the same signature as a bearer token. No account needed."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "guest"
MAX_NAME = 30
YEAR = 365 * 24 * 3600

Request = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Guest:
    """``fresh``: not seen before; its cookie goes out with the answer. ``token``: came with a bearer token."""

    id: str
    name: str = ""
    fresh: bool = False
    token: bool = False


class Signer:
    """Signs and reads guests with the server's key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def seal(self, guest: Guest) -> str:
        """``id.name-in-hex.signature``."""
        body = f"{guest.id}.{guest.name.encode().hex()}"
        return f"{body}.{self._sign('guest', body)}"

    def open(self, sealed: str) -> Guest | None:
        """The guest whose seal is true, else None."""
        if len(sealed) > 500:
            return None
        body, _, signature = sealed.rpartition(".")
        if not hmac.compare_digest(self._sign("guest", body).encode(), signature.encode()):
            return None
        guest_id, _, name = body.partition(".")
        return Guest(guest_id, bytes.fromhex(name).decode())

    def csrf(self, guest_id: str) -> str:
        """The token that a page's requests carry."""
        return self._sign("csrf", guest_id)

    def _sign(self, purpose: str, text: str) -> str:
        return hmac.new(self._key, f"{purpose}\0{text}".encode(), hashlib.sha256).hexdigest()[:40]


def clean_name(text: str) -> str:
    """A name to show: one line, no control or direction characters, at most 30 characters.

    >>> clean_name("  Am\\u202esel\\n ")
    'Amsel'
    """
    shown = "".join(c for c in unicodedata.normalize("NFC", text) if unicodedata.category(c)[0] != "C")
    return " ".join(shown.split())[:MAX_NAME].strip()


def guest_of(request: Request) -> Guest:
    """The guest who asks; a new one where there is no true cookie."""
    found: Guest | None = request.scope["state"].get("guest")
    if found is None:
        found = _read(request) or Guest(secrets.token_urlsafe(12), fresh=True)
        request.scope["state"]["guest"] = found
    return found


def _read(request: Request) -> Guest | None:
    signer: Signer = request.app.state.signer
    header = request.headers.get("authorization", "")
    if header.startswith("Bearer "):
        guest = signer.open(header.removeprefix("Bearer "))
        return None if guest is None else Guest(guest.id, guest.name, token=True)
    return signer.open(request.cookies.get(COOKIE, ""))


def set_guest(request: Request, guest: Guest) -> None:
    """Let the answer carry this guest's cookie."""
    request.scope["state"]["guest"] = Guest(guest.id, guest.name, fresh=True)


def csrf_token(request: Request) -> str:
    signer: Signer = request.app.state.signer
    return signer.csrf(guest_of(request).id)


def csrf_holds(request: Request, sent: str | None) -> bool:
    """Whether a changing request really comes from our page. Programs with a bearer token need none."""
    guest = guest_of(request)
    if guest.token:
        return True
    return hmac.compare_digest(csrf_token(request).encode(), (sent or "").encode())


def origin_holds(request: Request) -> bool:
    """Whether the Origin, where a browser sends one, is this very site."""
    origin = request.headers.get("origin")
    return origin is None or origin.partition("://")[2] == request.headers.get("host")


def guest_cookie(app: ASGIApp) -> ASGIApp:
    """Middleware: sends the cookie of a guest that is new or has a new name.

    Never to a form of another site: such a request comes without our cookie (SameSite), and a new one would
    take the place of the guest who holds the games here.
    """

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return

        async def with_cookie(message: Message) -> None:
            guest = scope["state"].get("guest")
            begins = message["type"] == "http.response.start" and origin_holds(ASGIConnection(scope))
            if begins and guest is not None and guest.fresh:
                signer: Signer = scope["litestar_app"].state.signer
                cookie = Cookie(
                    COOKIE,
                    value=signer.seal(guest),
                    max_age=YEAR,
                    httponly=True,
                    samesite="lax",
                    secure=scope["scheme"] == "https",
                )
                MutableScopeHeaders.from_message(message).add("set-cookie", cookie.to_header(header=""))
            await send(message)

        await app(scope, receive, with_cookie)

    return middleware

"""Who asks: an account by its session, a guest by a signed cookie, or a program with that signature as a bearer token."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, replace
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from plyyard.core.errors import Say
from plyyard.rooms.founding import now
from plyyard.store import people
from plyyard.store.keep import DatabaseKeep
from plyyard.web.bans import Bans
from plyyard.web.limits import address_of

COOKIE = "guest"
SESSION = "session"
YEAR = 365 * 24 * 3600  # seconds

Request = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Guest:
    """``fresh``: not seen before; its cookie goes out with the answer. ``token``: came with a bearer token.

    ``session``: the hash of an account's session; then ``id`` and ``name`` are the account's. ``admin``: it looks after
    this server. ``false``: its token was.
    """

    id: str
    name: str = ""
    fresh: bool = False
    token: bool = False
    session: str = ""
    admin: bool = False
    false: bool = False


class TurnedAway(HTTPException):
    """Whoever asks gets no further, and ``why``."""

    def __init__(self, status: int) -> None:
        super().__init__(
            status_code=status, headers={"www-authenticate": "Bearer"} if status == 401 else None
        )
        says = {
            401: Say("This token is not one of ours. Get a new one."),
            403: Say("You cannot play here any more. Whoever runs this server has shut you out."),
        }
        self.why = says[status]


class Signer:
    """Signs and reads guests with the server's key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def seal(self, guest: Guest) -> str:
        """``id.name-in-hex.signature``. Never of an account: nothing could take it back."""
        assert not guest.id.startswith(people.ACCOUNT)
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

    def csrf(self, guest: Guest) -> str:
        """The token that a page's requests carry; another one for each session."""
        return self._sign("csrf", guest.session or guest.id)

    def blind(self, kind: str, what: str) -> str:
        """What stands for something that shall not be readable where it is kept."""
        return self._sign(kind, what)

    def stamp(self, guest: Guest, moment: int) -> str:
        """A time (ms) for a form that this guest gets, which nobody else can make."""
        return f"{moment}.{self._sign('stamp', f'{guest.id} {moment}')}"

    def stamped(self, guest: Guest, stamp: str) -> int | None:
        """The time in a stamp that is true and this guest's, else None."""
        moment, _, signature = stamp.partition(".")
        if not hmac.compare_digest(self._sign("stamp", f"{guest.id} {moment}").encode(), signature.encode()):
            return None
        return int(moment)

    def _sign(self, purpose: str, text: str) -> str:
        return hmac.new(self._key, f"{purpose}\0{text}".encode(), hashlib.sha256).hexdigest()[:40]


# ---- who asks ----


def guest_of(request: Request) -> Guest:
    """Who asks; a new guest where there is no true cookie."""
    found: Guest | None = request.scope["state"].get("guest")
    if found is None:
        found = request.scope["state"]["guest"] = _read(request)
    return found


def _read(request: Request) -> Guest:
    signer: Signer = request.app.state.signer
    if (token := _bearer(request)) is not None:
        guest = signer.open(token)
        return Guest(people.new_guest(), false=True) if guest is None else replace(guest, token=True)
    return signer.open(request.cookies.get(COOKIE, "")) or Guest(people.new_guest(), fresh=True)


def _bearer(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else None


def set_guest(request: Request, guest: Guest) -> None:
    """Let the answer carry this guest's cookie. An account keeps its session and its name."""
    if not guest_of(request).session:
        request.scope["state"]["guest"] = Guest(guest.id, guest.name, fresh=True)


def forget(request: Request) -> None:
    """Let whoever asks be a new guest from now on."""
    request.scope["state"]["guest"] = Guest(people.new_guest(), fresh=True)


def turned_away(request: Request) -> int | None:
    """401 for a false bearer token, 403 for the banned, None for everybody else."""
    guest, bans = guest_of(request), request.app.state.bans
    assert isinstance(bans, Bans)
    if guest.false:
        return 401
    return 403 if bans.hold(guest.id, address_of(request)) else None


# ---- requests that change something ----


def csrf_token(request: Request) -> str:
    signer: Signer = request.app.state.signer
    return signer.csrf(guest_of(request))


def csrf_holds(request: Request, sent: str | None) -> bool:
    """Whether a changing request really comes from our page. Programs with a bearer token need none."""
    if guest_of(request).token:
        return True
    return hmac.compare_digest(csrf_token(request).encode(), (sent or "").encode())


def origin_holds(request: Request) -> bool:
    """Whether the Origin, where a browser sends one, is this very site."""
    origin = request.headers.get("origin")
    return origin is None or origin.partition("://")[2] == request.headers.get("host")


# ---- cookies ----


def cookie(request: Request, name: str, value: str, seconds: int) -> Cookie:
    """A cookie that no script reads, no other site sends, and that a site behind TLS sends by TLS only."""
    safe = request.scope["scheme"] in {"https", "wss"}
    return Cookie(name, value=value, path="/", max_age=seconds, httponly=True, samesite="lax", secure=safe)


def session_cookie(request: Request, token: str) -> Cookie:
    """``token``: empty to take the cookie away."""
    return cookie(request, SESSION, token, people.SESSION // 1000 if token else 0)


def recognised(app: ASGIApp) -> ASGIApp:
    """Middleware: finds the account of a session, and sends the cookie of a guest that is new or has a new name.

    Never to a form of another site: such a request comes without our cookie (SameSite), and a new one would
    take the place of the guest who holds the games here.
    """

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        request: Request = ASGIConnection(scope)
        renewed = await recognise(request)

        async def with_cookies(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                guest: Guest | None = scope["state"].get("guest")
                if guest is not None and guest.fresh and origin_holds(request):
                    signer: Signer = request.app.state.signer
                    sent = cookie(request, COOKIE, signer.seal(guest), YEAR)
                    headers.add("set-cookie", sent.to_header(header=""))
                if renewed:
                    token = request.cookies[SESSION]
                    headers.add("set-cookie", session_cookie(request, token).to_header(header=""))
            await send(message)

        await app(scope, receive, with_cookies if scope["type"] == ScopeType.HTTP else send)

    return middleware


async def recognise(request: Request) -> bool:
    """Let the owner of the session be who asks, if there is one; whether its cookie shall last longer from today on.

    It is looked up each time: what was logged out a moment ago, by whichever process, is nobody's any more.
    """
    token = request.cookies.get(SESSION, "")
    if not token or _bearer(request) is not None or request.scope["path"].startswith("/static/"):
        return False
    keep: DatabaseKeep = request.app.state.keep
    hashed, today = people.session_hash(token), now()
    found = await keep.read(people.session, hashed, today)
    if found is None:
        return False
    account, seen = found
    request.scope["state"]["guest"] = Guest(account.id, account.name, session=hashed, admin=account.admin)
    if seen > today - people.DAY:
        return False
    await keep.write(lambda connection: people.see_session(connection, hashed, today))
    return True
